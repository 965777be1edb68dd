"""How two people treat each other at rated tables, beside how chance would have it: figures for an operator to judge, and nothing else.

Three things are counted of everybody who meets somebody: with whom exchanges are made, who comes out of them with more cards, and whom
the robber is sent to. Somebody who treats all others alike is near 0 in each; one standard deviation is 1. Friends trade more readily
and rivals rob each other, so no figure proves anything: it says which games to look at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, Any

from sevenhex.game.game import Game
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import Kind

from ..store import schema
from ..store.errors import Damaged
from ..store.seats import HUMAN
from ..store.store import OVER

if TYPE_CHECKING:
    from ..store.store import LogEntry, Store, TableRecord

TELLING = (Kind.CONFIRM, Kind.TAKE, Kind.ROBBER)  # the actions that show how one treats another
COUNTS = ("exchanges", "cards", "robbed")
AT_ONCE = 200  # tables that are read at once


@dataclass
class Count:
    """Something that happened so often, where chance alone would let it happen so often, give or take."""

    happened: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, happened: float, expected: float, variance: float) -> None:
        self.happened += happened
        self.expected += expected
        self.variance += variance

    @property
    def sums(self) -> tuple[float, float, float]:
        return self.happened, self.expected, self.variance

    @property
    def unusual(self) -> float:
        """In standard deviations."""
        return (self.happened - self.expected) / math.sqrt(self.variance) if self.variance else 0.0

    def to_json(self) -> dict[str, float]:
        return {"happened": round(self.happened, 2), "expected": round(self.expected, 2), "unusual": round(self.unusual, 2)}


@dataclass
class Treatment:
    """How `one` treats `other`."""

    one: str
    other: str
    games: list[str] = field(default_factory=list)  # codes of the tables where both sat
    exchanges: Count = field(default_factory=Count)  # of all that `one` made, those with `other`
    cards: Count = field(default_factory=Count)  # that `other` has gained by them
    robbed: Count = field(default_factory=Count)  # of the times that `one` chose a victim, those that hit `other`

    @property
    def giving(self) -> float:
        """All three as one figure: many exchanges, cards given away, a robber that goes elsewhere."""
        return (self.exchanges.unusual + self.cards.unusual - self.robbed.unusual) / math.sqrt(3)

    def counts(self) -> dict[str, Any]:
        """Everything, so that others can be added."""
        return {"one": self.one, "other": self.other, "games": self.games} | {name: getattr(self, name).sums for name in COUNTS}

    def to_json(self) -> dict[str, Any]:
        counts = {name: getattr(self, name).to_json() for name in COUNTS}
        return {"one": self.one, "other": self.other, "games": len(self.games), "giving": round(self.giving, 2), **counts}


Treatments = dict[tuple[str, str], Treatment]


def note(found: Treatments, code: str, people: Mapping[int, str], game: Game) -> None:
    """Count one game; `people` says which player has which seat, bots left out."""
    for one, other in permutations(people, 2):
        treatment = found.setdefault((people[one], people[other]), Treatment(people[one], people[other]))
        treatment.games.append(code)
    others = game.players - 1
    for n, (_, action) in enumerate(game.log):
        if kind_of(action) not in TELLING:
            continue
        for event in game.events_at(n):
            data = event.data
            if event.kind == "traded" and event.seat is not None:
                given, got = sum(data["give"].values()), sum(data["get"].values())
                for one, partner, gain in ((event.seat, data["with"], given - got), (data["with"], event.seat, got - given)):
                    for treatment in of_seat(found, people, one):
                        hit = treatment.other == people.get(partner)
                        treatment.exchanges.add(hit, *chance(others))
                        if hit:
                            treatment.cards.add(gain, 0, gain * gain)
            elif event.kind == "robber" and event.seat is not None and data["victim"] is not None:
                for treatment in of_seat(found, people, event.seat):
                    treatment.robbed.add(treatment.other == people.get(data["victim"]), *chance(others))


def of_seat(found: Treatments, people: Mapping[int, str], seat: int) -> Iterator[Treatment]:
    """How this seat's player treats each of the others there."""
    if seat in people:
        yield from (found[people[seat], other] for place, other in people.items() if place != seat)


def chance(others: int) -> tuple[float, float]:
    """Mean and variance where one of so many is hit at random."""
    share = 1 / others
    return share, share * (1 - share)


def ranked(found: Iterable[Treatment], least: int) -> list[Treatment]:
    """Who met often enough, the most unusual giving first."""
    return sorted((each for each in found if len(each.games) >= least), key=lambda each: (-each.giving, each.one, each.other))


def people_of(record: TableRecord) -> dict[int, str]:
    """Those who played to the end themselves."""
    return {seat.seat: seat.player for seat in record.seats if seat.kind == HUMAN and seat.player is not None and seat.resigned is None}


async def of_store(store: Store) -> Treatments:
    """All rated tables with two people or more that were played to their end; one that cannot be read is left out."""
    table, page = schema.tables.c, 0
    found: Treatments = {}
    seen: set[str] = set()  # a running server moves tables from one page to the next
    while records := await store.tables(table.rated.is_(True), table.status == OVER, limit=AT_ONCE, offset=page * AT_ONCE):
        page += 1
        for record in records:
            if record.code not in seen and tells(record):
                seen.add(record.code)
                game = await replayed(store, record)
                if game is not None:
                    note(found, record.code, people_of(record), game)
    return found


def tells(record: TableRecord) -> bool:
    """Where there are two people beside somebody else, one can be treated better than another."""
    return len(people_of(record)) > 1 and record.players > 2 and record.opening is not None


def log_of(entries: Iterable[LogEntry]) -> list[tuple[int, int]] | None:
    """The actions that stand, without what was taken back; None where the log is damaged."""
    log: list[tuple[int, int]] = []
    for entry in entries:
        if entry.undo_to is not None:
            if not 0 <= entry.undo_to <= len(log):
                return None
            del log[entry.undo_to :]
        elif entry.action is None:
            return None
        else:
            log.append((entry.seat, entry.action))
    return log


async def stored_log(store: Store, code: str) -> list[tuple[int, int]] | None:
    try:
        return log_of(await store.entries(code))
    except Damaged:
        return None


async def replayed(store: Store, record: TableRecord) -> Game | None:
    log = await stored_log(store, record.code)
    return None if log is None else rebuilt(record.opening or {}, log)


def rebuilt(opening: dict[str, Any], log: Iterable[tuple[int, int]]) -> Game | None:
    """The game; None where something of it could not have been played."""
    try:
        game = Game.from_json(opening)
        for seat, action in log:
            if not game.is_legal(action, seat):  # `push` does not check
                return None
            game.push(action, seat)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):  # refusals are ValueErrors
        return None
    return game


def join(found: Treatments, counted: list[dict[str, Any]]) -> None:
    """Add what a worker has counted (`Treatment.counts`)."""
    for each in counted:
        pair = each["one"], each["other"]
        treatment = found.setdefault(pair, Treatment(*pair))
        treatment.games += each["games"]
        for name in COUNTS:
            getattr(treatment, name).add(*each[name])
