"""Words for the dice: sealed before the start, revealed at it, mixed in; nobody who sees the seed can answer them."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from dataclasses import replace

import pytest
from serving import until
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.game.fairdice import Chain, commit, seal_of, verify
from sevenhex.game.game import Game
from sevenhex.server.base.refusal import Refused
from sevenhex.server.store.store import Store
from sevenhex.server.table import lobby
from sevenhex.server.table.table import Table

BOT = {"bot": "random"}


def two_players(server, **wanted):
    ann, ben = server.browser(), server.browser()
    opened = server.open(ann, edition="sixth", players=3, seats=["me", "open", BOT], player="Ann", **wanted)
    joined = ben.post(f"/api/tables/{opened['code']}/join", json={"name": "Ben"}).json()
    return opened["code"], ann, ben, opened["token"], joined["token"]


def start(browser, code):
    """The host's call waits for the words, so it is made beside."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(browser.post(f"/api/tables/{code}/start")))
    thread.start()
    return thread, answers


def test_sealed_words_are_revealed_at_the_start_and_mixed_in(server):
    code, ann, _, first, second = two_players(server)
    with server.player(code, first) as red, server.player(code, second) as blue:
        for player, word in ((red, "my word"), (blue, "yours")):
            assert player.ask(type="reveal", text=word)["code"] == "illegal"  # too early
            assert player.ask(type="seal", hash=seal_of(word))["type"] == "done"
        red.wait_until(lambda p: set(p.table["fair"]["seals"]) == {"0", "1"})
        assert red.table["fair"]["words"] == {}
        thread, answers = start(ann, code)
        red.wait_until(lambda p: p.table["fair"]["revealing"])
        assert red.ask(type="seal", hash=seal_of("a better one"))["code"] == "illegal"  # too late
        assert red.ask(type="word", text="open")["code"] == "illegal"
        assert red.ask(type="reveal", text="another")["code"] == "illegal"
        assert red.ask(type="reveal", text="my word")["type"] == "done"
        assert not answers
        assert ann.get(f"/api/tables/{code}").json()["fair"]["words"] == {}  # nobody hears a word before all are there
        assert blue.ask(type="reveal", text="yours")["type"] == "done"
        thread.join(60)
        assert answers[0].status_code == 200
        red.wait_until(lambda p: p.table["status"] == "playing")
        assert red.table["fair"]["words"] == {"0": "my word", "1": "yours"}
        assert red.table["fair"]["seals"] == {"0": hashlib.sha256(b"my word").hexdigest(), "1": seal_of("yours")}
        assert not red.table["fair"]["revealing"]
    table = server.table(code)
    fresh = Game.new("sixth", 3, seed=table.chain.island)
    assert fresh.states[0].tobytes() == table.game.states[0].tobytes()


def test_who_does_not_reveal_plays_without_a_word(server):
    code, ann, _, first, second = two_players(server)
    settings = server.table(code).settings
    object.__setattr__(settings, "reveal_seconds", 0.05)
    try:
        with server.player(code, first) as red, server.player(code, second) as blue:
            red.ask(type="seal", hash=seal_of("mine"))
            blue.ask(type="seal", hash=seal_of("never shown"))
            thread, answers = start(ann, code)
            red.wait_until(lambda p: p.table["fair"]["revealing"] or p.table["status"] == "playing")
            thread.join(60)
            assert answers[0].status_code == 200
    finally:
        object.__setattr__(settings, "reveal_seconds", 10.0)
    record = server.table(code).record
    assert 1 not in record.words
    assert set(record.seals) == {0, 1}


def test_nobody_waits_for_a_player_who_is_away(server):
    code, ann, _, first, _ = two_players(server)
    with server.player(code, first) as red:
        red.ask(type="seal", hash=seal_of("mine"))
    until(lambda: not server.table(code).presence.here)
    assert ann.post(f"/api/tables/{code}/start").status_code == 200


def test_a_seal_goes_with_its_seat(server):
    code, ann, ben, _, second = two_players(server)
    with server.player(code, second) as blue:
        blue.ask(type="seal", hash=seal_of("mine"))
    ben.post(f"/api/tables/{code}/seats/1", json={"colour": "orange"})
    assert ann.get(f"/api/tables/{code}").json()["fair"]["seals"] == {"2": seal_of("mine")}
    ben.post(f"/api/tables/{code}/leave")
    assert ann.get(f"/api/tables/{code}").json()["fair"]["seals"] == {}


def revealing(ann, code, red, blue):
    """Both have sealed, the host has started, and the guest has shown its word: the host may know it by now."""
    for player, word in ((red, "heads"), (blue, "the guest's")):
        assert player.ask(type="seal", hash=seal_of(word))["type"] == "done"
    thread, answers = start(ann, code)
    blue.wait_until(lambda p: p.table["fair"]["revealing"])
    assert blue.ask(type="reveal", text="the guest's")["type"] == "done"
    return thread, answers


def test_from_the_start_on_seats_rules_and_places_are_fixed(server):
    code, ann, ben, first, second = two_players(server)
    with server.player(code, first) as red, server.player(code, second) as blue:
        thread, answers = revealing(ann, code, red, blue)
        before = server.table(code).record
        seed, seats = before.seed, [(seat.kind, seat.player) for seat in before.seats]
        path = f"/api/tables/{code}"
        table = ann.get(path).json()
        rules = {"edition": "sixth", "players": 3, "options": {"victory_points": 12}, "public": False, "rated": False, "name": ""}
        tried = [
            ann.post(f"{path}/seats/2", json={"open": True}),
            ann.post(f"{path}/seats/2", json={"bot": "random"}),
            ann.post(f"{path}/seats/0", json={"colour": table["seats"][2]["colour"]}),
            ben.post(f"{path}/seats/1", json={"colour": table["seats"][2]["colour"]}),
            ann.post(f"{path}/rules", json=rules),
            ann.post(f"{path}/remove", json={"seat": 1}),
            ben.post(f"{path}/leave"),
            ann.delete(path),
            ann.post(f"{path}/start"),
            server.browser().post(f"{path}/join", json={"name": "Eve"}),
        ]
        assert [answer.json().get("key") for answer in tried] == ["starting"] * len(tried)
        after = server.table(code).record
        assert (after.seed, [(seat.kind, seat.player) for seat in after.seats], after.options) == (seed, seats, {})
        assert red.ask(type="reveal", text="heads")["type"] == "done"
        thread.join(60)
        assert answers[0].status_code == 200


def fails(monkeypatch):
    """The next start fails after the words are known."""

    async def broken(table):
        raise Refused("unavailable", "mistake")

    monkeypatch.setattr(lobby, "begin", broken)


def test_a_failed_start_voids_all_seals_and_draws_a_new_seed(server, monkeypatch):
    code, ann, _, first, second = two_players(server)
    with server.player(code, first) as red, server.player(code, second) as blue:
        promised = red.table["fair"]["commit"]
        fails(monkeypatch)
        thread, answers = revealing(ann, code, red, blue)
        red.ask(type="reveal", text="heads")
        thread.join(60)
        assert answers[0].status_code == 503
        monkeypatch.undo()
        red.wait_until(lambda p: p.table["fair"]["commit"] != promised)
        assert (red.table["fair"]["seals"], red.table["fair"]["words"]) == ({}, {})
        assert (red.table["fair"]["revealing"], red.table["fair"]["starts"]) == (False, 1)
        assert blue.ask(type="reveal", text="the guest's")["key"] == "words_early"
        for player, word in ((red, "heads"), (blue, "the guest's"), (red, "the guest's")):
            assert player.ask(type="seal", hash=seal_of(word))["key"] == "words_spent"
        assert red.ask(type="seal", hash=seal_of("another"))["type"] == "done"


async def read_apart(server, code):
    """What a process that starts now finds in the store, and what it makes of it."""
    store = Store(server.settings.store)
    await store.open()
    try:
        record = await store.table(code)
        table = Table(record, replace(server.app.state.tables.services, store=store))
        starts = list(record.starts)
        async with table.lock:
            await table.ready()
        return starts, table.record
    finally:
        await store.close()


def test_seals_are_stored_as_used_before_anybody_is_asked(server):
    """The server dies while words are revealed: what it finds afterwards is a new promise and no seals."""
    code, ann, _, first, second = two_players(server)
    with server.player(code, first) as red, server.player(code, second) as blue:
        thread, _ = revealing(ann, code, red, blue)
        seed = server.table(code).record.seed
        stored, found = asyncio.run(read_apart(server, code))
        assert stored == [sorted([seal_of("heads"), seal_of("the guest's")])]
        assert (found.seals, found.words) == ({}, {})
        assert found.seed != seed
        red.ask(type="reveal", text="heads")
        thread.join(60)


@pytest.mark.parametrize("wrong", ["", "A" * 64, "0" * 63, "0" * 65, "0" * 63 + "g"])
def test_a_seal_is_a_hash(server, wrong):
    code, _, _, first, _ = two_players(server)
    with server.player(code, first) as red:
        assert red.ask(type="seal", hash=wrong)["code"] == "malformed"


def test_a_word_that_was_changed_after_its_seal_is_found(tmp_path):
    seed, words = bytes(range(32)), {0: "hello"}
    game = Game.new("sixth", 3, seed=Chain.of(seed, words).island)
    assert verify(game, seed, words, commit(seed), {0: seal_of("hello")}).holds
    changed = verify(game, seed, words, commit(seed), {0: seal_of("other"), 1: seal_of("hidden")})
    assert (changed.holds, changed.broken_seals, changed.unrevealed) == (False, (0,), (1,))
    game.headers |= {"Seed": seed.hex(), "Commit": commit(seed), "Word0": "hello", "Seal0": seal_of("other"), "Seal1": seal_of("x")}
    (tmp_path / "game.txt").write_text(game.record())
    verified = CliRunner().invoke(app, ["verify", str(tmp_path / "game.txt")])
    assert verified.exit_code == 1
    assert "sealed words: BROKEN (seat 0)" in verified.output
    assert "seat 1 sealed a word and did not reveal it" in verified.output
