"""Figures about pairs at rated tables: a player who treats all alike is near 0, gifts and a spared friend stand out."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from random import Random
from types import SimpleNamespace

from typer.testing import CliRunner

from sevenhex import bots
from sevenhex.cli import app
from sevenhex.game.events import Event
from sevenhex.game.game import Game
from sevenhex.rules.ids import Kind
from sevenhex.server.review import pairs
from sevenhex.server.store.seats import BOT, HUMAN, Seat
from sevenhex.server.store.store import OVER, LogEntry, Store, TableRecord

PEOPLE = {0: "ann", 1: "ben", 2: "cleo"}


def played(seed):
    game = Game.new("sixth", 4, seed=seed)
    return bots.play(game, [bots.make("planner:quick", seed=seat) for seat in range(4)], Random(seed))


def reported(*happenings):
    """A stand-in for a game of four in which only this happened."""
    events = [
        Event(n, kind, seat, {"give": {"wool": given}, "get": {"ore": got}, "with": other} if kind == "traded" else {"victim": other})
        for n, (kind, seat, other, given, got) in enumerate(happenings)
    ]
    log = [(event.seat, int(Kind.CONFIRM if event.kind == "traded" else Kind.ROBBER)) for event in events]
    return SimpleNamespace(players=4, log=log, events_at=lambda n: [events[n]])


def of(*games):
    found: pairs.Treatments = {}
    for number, game in enumerate(games):
        pairs.note(found, f"t{number}", PEOPLE, game)
    return found


def test_what_is_counted_is_what_the_events_say():
    games = [played(seed) for seed in range(3)]
    traded, robbed, gained = Counter(), Counter(), Counter()
    for game in games:
        for event in game.events:
            if event.kind == "traded" and event.data["with"] is not None:
                one, other = event.seat, event.data["with"]
                gain = sum(event.data["give"].values()) - sum(event.data["get"].values())
                traded.update([(one, other), (other, one)])
                gained.update({(one, other): gain})
                gained.update({(other, one): -gain})
            if event.kind == "robber" and event.data["victim"] is not None:
                robbed.update([(event.seat, event.data["victim"])])
    assert traded
    assert robbed
    found = of(*games)
    assert set(found) == {(one, other) for one in PEOPLE.values() for other in PEOPLE.values() if one != other}  # the bot is in none
    for one in PEOPLE:
        for other in PEOPLE:
            if one != other:
                treatment = found[PEOPLE[one], PEOPLE[other]]
                assert treatment.exchanges.happened == traded[one, other]
                assert treatment.cards.happened == gained[one, other]
                assert treatment.robbed.happened == robbed[one, other]
                assert treatment.robbed.expected * 3 == sum(robbed[one, victim] for victim in range(4)) or treatment.robbed.variance > 0
                assert len(treatment.games) == 3


def test_gifts_and_a_spared_friend_stand_out():
    gift = reported(*[("traded", 0, 1, 3, 1)] * 4, *[("robber", 0, 2, 0, 0)] * 6, ("traded", 0, 2, 1, 1))
    found = of(*[gift] * 5)
    first, *others = pairs.ranked(found.values(), least=5)
    assert (first.one, first.other) == ("ann", "ben")
    assert first.giving > 4
    assert all(abs(each.giving) < first.giving - 2 for each in others)
    assert found["ben", "ann"].cards.unusual < -3  # the one who takes stands at the other end
    assert pairs.ranked(found.values(), least=6) == []


def test_who_treats_all_alike_is_near_nought():
    fair = reported(*[("traded", 0, other, 1, 1) for other in (1, 2, 3)], *[("robber", 0, other, 0, 0) for other in (1, 2, 3)])
    assert all(abs(each.giving) < 0.01 for each in of(*[fair] * 10).values() if each.one == "ann")


async def fill(folder, game):
    """A rated table, one that is not, and one whose log is torn."""
    seats = [Seat(seat, kind=HUMAN, player=player) for seat, player in PEOPLE.items()] + [Seat(3, kind=BOT, bot="steady")]
    log = [LogEntry(n, by, action) for n, (by, action) in enumerate(game.log, 1)]
    store = Store(str(folder))
    await store.open()
    try:
        for code, rated, entries in (("rated", True, None), ("free", False, None), ("torn", True, [LogEntry(1, 0, int(Kind.END))])):
            record = TableRecord(code, "", "sixth", 4, {}, True, None, "ann", "00" * 32, status=OVER, rated=rated, seats=seats)
            record.opening = game.until(0).to_json()
            await store.save(record, entries or log)
    finally:
        await store.close()


def test_the_command_reads_rated_games_of_the_store(tmp_path):
    game = played(1)
    asyncio.run(fill(tmp_path, game))
    answer = CliRunner().invoke(app, ["admin", "pairs", "--least", "1", "--json", "--store", str(tmp_path)])
    assert answer.exit_code == 0, answer.output
    shown = json.loads(answer.output)["pairs"]
    assert len(shown) == 6
    assert {each["games"] for each in shown} == {1}  # neither the table that is not rated nor the one that cannot be read
    expected = of(game)
    assert all(each["robbed"]["happened"] == expected[each["one"], each["other"]].robbed.happened for each in shown)
    text = CliRunner().invoke(app, ["admin", "pairs", "--store", str(tmp_path)])
    assert text.exit_code == 0
    assert "ann" not in text.output  # fewer than five games together
