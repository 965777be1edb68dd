"""Whose question a worker takes next: of the address that used least, of people at a table first; one stays free for quick questions.

A question begins as a quick one unless its address has used much lately. One that takes longer than `SLICE` becomes slow: it goes on where
slow ones have room, else it waits for its turn among them. Slow questions never hold every worker, and those of one address never all
places for slow ones, so a stranger's small question waits for nobody's large one. Nor does it wait behind many small ones: whose address
has used more than a little lately leaves the last free worker to others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from ..base.address import share_of
from ..base.limits import Usage
from ..base.refusal import Refused

SLICE = 2.0  # seconds of a worker that a question gets as a quick one
QUICK_UNTIL = 5.0  # seconds used lately, above which an address's questions begin as slow ones
FRUGAL = 1.0  # seconds used lately, above which an address's questions do not get the last free worker
RETRY_SECONDS = 5.0


class Rank(Enum):
    """Who waits for the answer; the value is added to the seconds that the address has used."""

    TABLE = -10.0  # somebody at a table
    PERSON = 0.0
    BACKGROUND = 5.0  # a piece of a review: nobody waits for this piece alone


W = TypeVar("W")


def account(address: str, rank: Rank) -> str:
    """Where use is counted: reviews apart, so that who has one computed still gets quick answers."""
    return f"reviews of {share_of(address)}" if rank is Rank.BACKGROUND else address


@dataclass(eq=False)
class Turn(Generic[W]):
    """One question, waiting or with a worker."""

    address: str
    rank: Rank
    slow: bool = False
    given: asyncio.Future[W] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    began: float = 0.0

    @property
    def share(self) -> str:
        return share_of(self.address)


class Turns(Generic[W]):
    """The workers of a pool that are free, and the questions that wait for one."""

    def __init__(self, workers: Sequence[W], usage: Usage, most_waiting: int) -> None:
        self.idle = list(reversed(workers))
        self.usage, self.most_waiting = usage, most_waiting
        self.waiting: list[Turn[W]] = []
        self.running: list[Turn[W]] = []
        slow = max(1, len(workers) - 1)
        pieces = max(1, slow // 2)
        self.most_slow, self.most_pieces, self.most_questions = slow, pieces, max(1, slow - pieces)
        self.most_of_one = max(1, slow - 1)

    def begin(self, address: str, rank: Rank, large: bool = False) -> Turn[W]:
        """A turn to wait with; one that is known to be `large` begins as a slow one."""
        return Turn(address, rank, slow=large or rank is Rank.BACKGROUND or self.usage.of(address) > QUICK_UNTIL)

    async def take(self, turn: Turn[W]) -> W:
        """Wait for a worker. Where too many wait, the one whose address has used most is refused."""
        self.waiting.append(turn)
        self.deal()
        if len(self.waiting) > self.most_waiting:
            last = max(self.waiting, key=self.order)
            self.waiting.remove(last)
            if not last.given.done():
                last.given.set_exception(Refused("too_many", "busy", retry_after=RETRY_SECONDS))
        try:
            return await turn.given
        except asyncio.CancelledError:
            if turn in self.waiting:
                self.waiting.remove(turn)
            elif turn in self.running:
                self.give_back(turn, turn.given.result())
            raise

    def give_back(self, turn: Turn[W], worker: W) -> None:
        """The worker is free again; what the question took counts for its address."""
        self.running.remove(turn)
        self.usage.add(account(turn.address, turn.rank), asyncio.get_running_loop().time() - turn.began)
        self.idle.append(worker)
        self.deal()

    def again(self, turn: Turn[W]) -> Turn[W]:
        """The same question, which waits once more as a slow one."""
        return Turn(turn.address, turn.rank, slow=True)

    def becomes_slow(self, turn: Turn[W]) -> bool:
        """May a quick question that has used up its slice go on where it is?"""
        turn.slow = self.has_room(turn)
        return turn.slow

    def deal(self) -> None:
        while self.idle:
            last = len(self.idle) == 1 and bool(self.running)
            possible = [
                turn
                for turn in self.waiting
                if not turn.given.done() and (not turn.slow or self.has_room(turn)) and not (last and self.is_greedy(turn))
            ]
            if not possible:
                return
            turn = min(possible, key=self.order)
            self.waiting.remove(turn)
            self.running.append(turn)
            turn.began = asyncio.get_running_loop().time()
            turn.given.set_result(self.idle.pop())

    def order(self, turn: Turn[W]) -> float:
        return self.usage.of(account(turn.address, turn.rank)) + turn.rank.value

    def is_greedy(self, turn: Turn[W]) -> bool:
        """The last free worker is kept for those who have hardly asked anything lately: many quick questions are much work too."""
        return turn.rank is not Rank.TABLE and self.usage.of(account(turn.address, turn.rank)) > FRUGAL

    def has_room(self, turn: Turn[W]) -> bool:
        """Is there a place for this one among the slow ones?"""
        slow = [each for each in self.running if each.slow]
        alike = sum((each.rank is Rank.BACKGROUND) == (turn.rank is Rank.BACKGROUND) for each in slow)
        return (
            len(slow) < self.most_slow
            and alike < (self.most_pieces if turn.rank is Rank.BACKGROUND else self.most_questions)
            and sum(each.share == turn.share for each in slow) < self.most_of_one
        )
