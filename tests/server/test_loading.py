"""Loading: from a checkpoint and what came after, a slice at a time; a long log says so and does not grow for ever."""

from __future__ import annotations

import asyncio
import random
from array import array
from dataclasses import replace

import msgspec
import pytest
from serving import Server, until

from sevenhex.game.game import Game
from sevenhex.rules.ids import CHANCE
from sevenhex.server.base.settings import Limits
from sevenhex.server.store.errors import Damaged
from sevenhex.server.store.store import ChatLine, LogEntry
from sevenhex.server.table import chat, checkpoint, loading
from sevenhex.server.table.loading import Replayed

BOT = {"bot": "random"}


def played(entries, seed=1):
    """A game after so many entries, its opening and its log."""
    luck = random.Random(seed)
    game = Game.new("sixth", 3, seed=seed)
    opening, log, lengths = Game.from_json(game.to_json()), [], array("i", [0])
    while len(log) < entries and not game.is_over:
        seat = CHANCE if game.awaits_chance else luck.choice(game.to_act)
        action = game.pick(luck.getrandbits(32)) if seat == CHANCE else luck.choice(game.legal(seat))
        game.push(action, seat)
        log.append(LogEntry(len(log) + 1, seat, int(action), None, None if seat == CHANCE else f"c{len(log)}", 0.0))
        lengths.append(len(game.log))
        if seat != CHANCE and luck.random() < 0.05 and len(game.log) > 1 and game.log[-1][0] != CHANCE:
            game.undo(1)
            log.append(LogEntry(len(log) + 1, seat, None, len(game.log), None, 0.0))
            lengths.append(len(game.log))
    return opening, game, log, lengths


def replayed(opening, log, lengths=None, game=None, since=0):
    past = Replayed(game or opening.until(0), lengths if lengths is not None else array("i", [0]), [], since)
    return asyncio.run(loading.replay("abc", 3, past, log))


@pytest.fixture(scope="module")
def story():
    return played(400)


def test_a_checkpoint_and_what_came_after_are_the_whole_log(story):
    opening, game, log, lengths = story
    whole = replayed(opening, log)
    for cut in (1, 7, 100, len(log) - 1):
        half = replayed(opening, log[:cut])
        stored = checkpoint.encode(checkpoint.collect(half.game, half.lengths))
        restored, its_lengths = checkpoint.restore(stored, opening)
        assert all(state.flags.writeable for state in restored.states)  # else all rules would be compiled anew, for states as constants
        since = max(0, cut - 50)
        found = replayed(opening, log[since:], its_lengths, restored, since)
        assert found.lengths == whole.lengths == lengths
        assert found.game.log == game.log
        assert found.game.chance_count == game.chance_count
        assert [state.tobytes() for state in found.game.states] == [state.tobytes() for state in game.states]
        assert found.answered == [each for each in whole.answered if each[2] > since] or since == 0


def test_a_checkpoint_that_does_not_fit_is_none(story):
    opening, game, _, lengths = story
    packed = checkpoint.collect(game, lengths)
    stored = checkpoint.encode(packed)
    assert checkpoint.restore(stored, opening) is not None
    for place in range(0, len(stored), 97):
        damaged = bytearray(stored)
        damaged[place] ^= 0x10
        assert checkpoint.restore(bytes(damaged), opening) is None
    other = Game.new("sixth", 3, seed=99)
    assert checkpoint.restore(stored, other) is None  # another island
    assert checkpoint.restore(b"", opening) is None
    wrong = [
        replace_part(packed, kind="0.0 16 100"),
        replace_part(packed, seats=packed.seats[:-1]),
        replace_part(packed, lengths=packed.lengths[:-4]),
        replace_part(packed, recent=packed.recent[: len(packed.recent) // 2 + 1]),
        replace_part(packed, blocks=packed.blocks[1:]),
    ]
    for part in wrong:
        assert checkpoint.restore(checkpoint.encode(part), opening) is None


def replace_part(packed, **changes):
    return msgspec.structs.replace(packed, **changes)


def test_others_have_their_turn_while_a_long_log_is_replayed(story, monkeypatch):
    opening, _, log, _ = story
    monkeypatch.setattr(loading, "SLICE", 0.0)

    async def both():
        turns = 0
        replaying = asyncio.create_task(loading.replay("abc", 3, Replayed(opening.until(0), array("i", [0]), [], 0), log))
        while not replaying.done():
            await asyncio.sleep(0)
            turns += 1
        return turns

    assert asyncio.run(both()) >= len(log)


def test_an_entry_that_cannot_be_is_damage(story):
    opening, _, log, _ = story
    for wrong in (replace(log[5], action=1 << 40), replace(log[5], seat=7), replace(log[5], version=9), LogEntry(6, 0, None, 77)):
        with pytest.raises(Damaged):
            replayed(opening, [*log[:5], wrong])


def test_a_long_table_is_read_from_its_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "EVERY", 20)
    monkeypatch.setattr(loading, "BEFORE", 10)
    with Server(tmp_path) as server:
        browser = server.browser()
        code = server.open(browser, edition="sixth", players=3, seats=[BOT, BOT, BOT], options={"victory_points": 4}, start=True)["code"]
        tables = server.app.state.tables
        until(lambda: tables.live[code].status == "over" and tables.live[code].idle and not tables.live[code].tasks)
        before = tables.live.pop(code)
        asked, entries = [], tables.store.entries

        async def counted(code, after=0):
            asked.append(after)
            return await entries(code, after)

        monkeypatch.setattr(tables.store, "entries", counted)
        assert browser.get(f"/api/tables/{code}").json()["version"] == before.version
        assert asked == [before.checkpointed - 10]
        after = tables.live[code]
        assert after.game.log == before.game.log
        assert after.lengths == before.lengths


# --- a log does not grow for ever


def test_a_long_log_is_reported_in_words_and_the_game_ends_at_twice_the_length(tmp_path):
    with Server(tmp_path, limits=replace(Limits.none(), entries=40)) as server:
        opened = server.open(edition="sixth", players=3, seats=["me", BOT, BOT], start=True)
        with server.player(opened["code"], opened["token"]) as player:
            player.wait_until(lambda p: p.view["phase"] == "setup_settlement" and p.view["to_act"] == [p.view["seat"]])
            choice, refused, luck = player.legal[0], None, random.Random(1)
            while refused is None:
                done = player.act(choice)
                assert done["type"] == "done", done
                back = player.ask(type="undo", version=player.version)
                refused = back if back["type"] == "refused" else None
            assert refused["code"] == "illegal"
            assert "40 entries" in refused["sentence"]
            assert any('"type":"chat"' in str(frame) and "40 entries" in str(frame) for frame in player.frames)
            while player.table["status"] == "playing":  # bots that must not bargain play on
                player.wait_until(lambda p: p.table["status"] != "playing" or (p.view["seat"] in p.view["to_act"] and p.legal))
                if player.table["status"] == "playing":
                    quiet = [action for action in player.legal if not action.startswith(("offer", "propose", "counter"))]
                    player.act(luck.choice(quiet))
        assert player.table["status"] == "aborted"
        assert server.table(opened["code"]).version >= 80
        said = [line for line in server.table(opened["code"]).chat.to_json() if line["seat"] is None]
        assert [(line["key"], line["facts"]) for line in said] == [("long_game", {"most": 40}), ("endless_game", {"entries": 80})]
        assert "80 entries" in said[1]["text"]
        server.app.state.tables.live.clear()  # as after a restart
        with server.player(opened["code"], opened["token"]) as again:
            assert [line for line in again.welcome["chat"] if line["seat"] is None] == said


@pytest.mark.parametrize(
    "kept", ["This game has gone on.", '{"key":"of another version","facts":{}}', '{"key":"long_game","facts":{}}', "[]"]
)
def test_a_line_of_the_table_that_is_not_known_is_shown_as_it_was_kept(kept):
    shown = chat.line_json(ChatLine(1, None, None, "", kept, None, 0.0))
    assert shown["text"] == kept
    assert "key" not in shown


def test_nobody_can_speak_as_the_table():
    said = '{"key":"long_game","facts":{"most":1}}'
    assert "key" not in chat.line_json(ChatLine(1, 0, "p", "Ann", said, "c", 0.0))
