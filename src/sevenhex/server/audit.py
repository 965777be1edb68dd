"""Is a store sound? Every table's log is replayed from its seed: each action legal, each outcome the fair chain's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sevenhex.errors import SevenhexError
from sevenhex.fairdice import CHANCE, Chain
from sevenhex.game import Game

from .catalogue import configuration
from .seats import BOT, HUMAN, OPEN
from .store import ABORTED, OVER, PLAYING, WAITING, Entry, Line, Record, Store

BEFORE_START = {WAITING, ABORTED}


@dataclass(frozen=True)
class Finding:
    """Something wrong with one table."""

    table: str
    problem: str

    def __str__(self) -> str:
        return f"{self.table}: {self.problem}"


@dataclass
class Account:
    """What was looked at, and what was found."""

    tables: int = 0
    entries: int = 0
    outcomes: int = 0
    lines: int = 0
    findings: list[Finding] = field(default_factory=list)


class Unsound(SevenhexError):
    """The first thing in a log that cannot be."""


def replay(record: Record, entries: Sequence[Entry]) -> Game:
    """The game that a log tells, every step checked; `Unsound` says which step is wrong."""
    chain = Chain.of(bytes.fromhex(record.seed), record.words)
    dealt = Game.new(record.edition, record.players, seed=chain.island, **record.options)
    if dealt.to_json() != record.opening:
        raise Unsound("the island does not follow from the seed and the words")
    game, drawn = dealt, 0
    for place, entry in enumerate(entries, 1):
        if entry.version != place:
            raise Unsound(f"entry {place} has version {entry.version}")
        if entry.undo_to is not None:
            if entry.action is not None or not 0 <= entry.undo_to < len(game.log):
                raise Unsound(f"entry {place} goes back to {entry.undo_to} of {len(game.log)}")
            drawn -= sum(seat == CHANCE for seat, _ in game.undo(len(game.log) - entry.undo_to))
            continue
        if entry.action is None:
            raise Unsound(f"entry {place} is empty")
        if not -1 <= entry.seat < record.players or not game.is_legal(entry.action, entry.seat):
            raise Unsound(f"entry {place}: seat {entry.seat} may not do {entry.action}")
        if entry.seat == CHANCE:
            if game.pick(chain.outcome(drawn)) != entry.action:
                raise Unsound(f"entry {place}: the dice chain brings another outcome")
            drawn += 1
        game.push(entry.action, entry.seat)
    return game


def problems(record: Record, entries: Sequence[Entry], chat: Sequence[Line]) -> Iterator[str]:
    """Everything wrong with one table."""
    agreed = configuration(record.edition, record.players, record.options)
    if [seat.seat for seat in record.seats] != list(range(record.players)):
        yield f"its seats are {[seat.seat for seat in record.seats]}"
    if sorted(seat.colour for seat in record.seats) != sorted(agreed.colours) and record.opening is None:
        yield f"its colours are {', '.join(seat.colour for seat in record.seats)}"
    for seat in record.seats:
        if seat.kind not in (HUMAN, BOT, OPEN) or (seat.kind == BOT) != (seat.bot is not None):
            yield f"seat {seat.seat} is {seat.kind} with bot {seat.bot}"
    if record.status not in (WAITING, PLAYING, OVER, ABORTED):
        yield f"its status is {record.status}"
    if record.opening is None:
        if record.status not in BEFORE_START:
            yield f"it is {record.status} without a beginning"
        if entries:
            yield f"it has {len(entries)} entries before the start"
    else:
        game = replay(record, entries)
        if game.is_over != (record.status == OVER):
            yield f"its status is {record.status}, but the game is {'over' if game.is_over else 'on'}"
        if game.awaits_chance:
            yield "it waits for chance, which follows at once"
        outcome = game.outcome
        told = None if outcome is None else {"winner": outcome.winner, "points": list(outcome.points), "turns": outcome.turns}
        if record.result != told:
            yield f"its result is {record.result}, the game's is {told}"
    numbers = [line.n for line in chat]
    if numbers != list(range(1, len(numbers) + 1)):
        yield "its chat has gaps"


async def audit(store: Store, codes: Sequence[str] | None = None, progress: Any = None) -> Account:
    """Look at every table, or at some."""
    account = Account()
    for code in await store.codes() if codes is None else codes:
        try:
            record = await store.table(code)
            if record is None:
                raise Unsound("there is no such table")
            entries, chat = await store.entries(code), await store.chat(code, last=1_000_000)
            found = list(problems(record, entries, chat))
            account.entries += len(entries)
            account.outcomes += sum(entry.seat == CHANCE for entry in entries)
            account.lines += len(chat)
        except (SevenhexError, ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
            found = [f"{error}" if isinstance(error, SevenhexError) else f"it cannot be read ({type(error).__name__}: {error})"]
        account.tables += 1
        account.findings += [Finding(code, problem) for problem in found]
        if progress is not None:
            progress()
    return account
