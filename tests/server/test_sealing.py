"""Words for the dice: sealed before the start, revealed at it, mixed in; nobody who sees the seed can answer them."""

from __future__ import annotations

import hashlib
import threading

import pytest
from serving import until
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.game.fairdice import Chain, commit, seal_of, verify
from sevenhex.game.game import Game

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


def test_whoever_is_away_is_not_waited_for(server):
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
    told = CliRunner().invoke(app, ["verify", str(tmp_path / "game.txt")])
    assert told.exit_code == 1
    assert "sealed words: BROKEN (seat 0)" in told.output
    assert "seat 1 sealed a word and did not reveal it" in told.output
