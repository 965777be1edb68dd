"""Words for the dice that nobody knows before all are promised: a seat seals its word (shows its hash), and at the start all reveal.

The operator can read the store and knows the secret seed, so an open word could be answered by one chosen to suit. A sealed one cannot: the
server learns it when every seal is fixed. A seat that does not reveal in time plays without a word, and everybody sees that.

Nobody may learn a word and still change what it is mixed with. So from the start on seats, rules and places are fixed; the seals to be
opened are stored as used before anybody is asked; and a start that fails voids all seals and words and draws a new seed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from sevenhex.game.fairdice import new_seed, seal_of

from ..base.refusal import Refused
from ..base.text import clean
from ..store.store import WAITING
from . import broadcast

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("sevenhex.sealing")

MOST_STARTS = 50  # that are remembered: a word of a forgotten one would meet another seed anyway


class Reveal:
    """The moment between the host's start and the beginning: those who sealed show their words."""

    def __init__(self, seats: set[int]) -> None:
        self.missing = seats
        self.words: dict[int, str] = {}
        self.complete = asyncio.Event()

    def put(self, seat: int, text: str) -> None:
        self.words[seat] = text
        self.missing.discard(seat)
        if not self.missing:
            self.complete.set()


class Sealing:
    """The reveal of a table's words, while there is one."""

    def __init__(self) -> None:
        self.reveal: Reveal | None = None

    def open(self, seats: set[int]) -> Reveal:
        self.reveal = Reveal(seats)
        return self.reveal

    def close(self) -> None:
        self.reveal = None


def check_open(table: Table) -> None:
    """Words and seals are fixed once the host has started."""
    if table.status != WAITING:
        raise Refused("illegal", "words_late")
    if table.sealing.reveal is not None:
        raise Refused("illegal", "words_revealing")


def check_fixed(table: Table) -> None:
    """Seats, rules and places determine the dice as much as words do: they stay once the host has started."""
    if table.sealing.reveal is not None:
        raise Refused("illegal", "starting")


async def give_word(table: Table, seat: int | None, text: str) -> None:
    """A word in the open, for programs that do not care."""
    own = table.seated(seat)
    async with table.lock:
        await table.ready()
        check_open(table)
        table.record.words[own] = clean(text)
        table.record.seals.pop(own, None)
        await table.save()


async def seal(table: Table, seat: int | None, digest: str) -> None:
    own = table.seated(seat)
    async with table.lock:
        await table.ready()
        check_open(table)
        if any(digest in seals for seals in table.record.starts):
            raise Refused("illegal", "words_spent")
        table.record.seals[own] = digest
        table.record.words.pop(own, None)
        await table.save()


async def reveal(table: Table, seat: int | None, text: str) -> None:
    own = table.seated(seat)
    async with table.lock:
        await table.ready()
        if table.sealing.reveal is None:
            raise Refused("illegal", "words_early")
        if own not in table.record.seals:
            raise Refused("illegal", "words_unsealed")
        if seal_of(text) != table.record.seals[own]:
            raise Refused("illegal", "words_other")
        table.sealing.reveal.put(own, text)


async def ask_for_words(table: Table) -> Reveal:
    """The host has started: everybody who sealed is asked to reveal. The lock is held."""
    record = table.record
    if record.seals:  # on disk before anybody is asked: a server that dies now must not find seals that still hold
        record.starts = [*record.starts, sorted(record.seals.values())][-MOST_STARTS:]
        with table.storing():
            await table.store.save(record)
    reveal = table.sealing.open({seat for seat in record.seals if table.presence.is_here(seat)})
    if reveal.missing:
        broadcast.notify_table(table)
    else:
        reveal.complete.set()
    return reveal


async def wait_for_words(table: Table, revealing: Reveal) -> None:
    """Until all are there, or it has taken too long. The lock is not held."""
    try:
        await asyncio.wait_for(revealing.complete.wait(), table.settings.reveal_seconds)
    except TimeoutError:
        log.info("words were not revealed", extra={"table": table.code, "seats": sorted(revealing.missing)})


def mix_in(table: Table, revealing: Reveal) -> None:
    """The words that were revealed are the table's now. The lock is held."""
    table.record.words |= revealing.words


# --- a start that failed


def start_failed(table: Table) -> bool:
    """Does the table wait with seals that people were asked to open?"""
    record = table.record
    if record.status != WAITING or table.sealing.reveal is not None or not record.starts:
        return False
    return not set(record.starts[-1]).isdisjoint(record.seals.values())


async def renew(table: Table) -> None:
    """Nothing that somebody may have learnt counts any more: another seed, and everybody seals a new word. The lock is held."""
    record = table.record
    record.seed = new_seed().hex()
    record.words.clear()
    record.seals.clear()
    log.info("a start has failed: new seed, no seals", extra={"table": table.code})
    await table.save()


async def start_again(table: Table) -> None:
    """After a failed start, at once; if the store does not answer, whatever comes next at the table tries again."""
    with contextlib.suppress(Refused):
        async with table.lock:
            await table.ready()
