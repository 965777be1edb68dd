"""Processor time that a server spends on one action, of several checkouts by turns: the clock and other work on the machine play no part.

python -m benchmarks.action_cost [--tables 60] [--pace 1] [--slice 2] [--rounds 20] [CHECKOUT ...]

All servers run at the same time, and the same clients play at one after the other for a slice of so many seconds: what else goes on at the
machine meets all alike. Without a checkout it measures this one; the first one named is what the others are compared with. What a
checkout has not compiled yet, its first start compiles.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.load import Load, Seating, Subject, in_loop
from sevenhex.protocol.client import Gone, Refusal

HERE = Path(__file__).resolve().parents[1]
FIRST_TRIES = 60
PAUSE = 0.5  # seconds until what is under way is done


class Candidate(NamedTuple):
    """What is measured."""

    name: str
    checkout: Path
    program: tuple[str, ...] = ("-m", "sevenhex")

    def start(self, folder: Path) -> Subject:
        os.environ["PYTHONPATH"] = str(self.checkout / "src")
        subject = Subject(None, folder, program=self.program)
        with contextlib.suppress(Refusal):  # an older server knows no such question
            subject.wait()
        return subject


class Measured:
    """One server with its clients."""

    def __init__(self, subject: Subject, pace: float) -> None:
        self.subject, self.load = subject, Load(subject, Seating(), pace)
        self.slices: list[tuple[float, float, int]] = []  # seconds, those of the processor, actions
        self.rests: list[float] = []  # processor seconds in a second in which nobody acts
        self.empty = subject.memory

    async def seat(self, tables: int) -> None:
        for _ in range(FIRST_TRIES):  # an older server makes machine code while the first table waits
            with contextlib.suppress(Gone):
                await self.load.grow(1)
                break
        await self.load.grow(tables)
        self.let(-1.0)

    def let(self, think: float) -> None:
        """Everybody acts at this pace; below zero nobody does."""
        for group in self.load.groups:
            group.think = think
            for player in group.seats:
                player.plan()

    async def play(self, seconds: float) -> None:
        await self.load.replace_finished()
        counts, cpu, began = self.load.counts, self.subject.cpu_seconds, time.perf_counter()
        counts.answers.clear()
        self.let(self.load.think)
        await asyncio.sleep(seconds)
        self.let(-1.0)
        await asyncio.sleep(PAUSE)
        spent, ended = self.subject.cpu_seconds, time.perf_counter()
        self.slices.append((ended - began, spent - cpu, len(counts.answers)))
        await asyncio.sleep(PAUSE)
        self.rests.append((self.subject.cpu_seconds - spent) / (time.perf_counter() - ended))

    @property
    def idle(self) -> float:
        return statistics.mean(self.rests)

    @property
    def costs(self) -> list[float]:
        """Microseconds of processor for an action, slice by slice, without what an idle server takes."""
        return [(cpu - seconds * self.idle) / max(1, actions) * 1e6 for seconds, cpu, actions in self.slices]

    @property
    def update_bytes(self) -> float:
        return self.load.counts.update_bytes / max(1, self.load.counts.updates)

    @property
    def memory(self) -> float:
        return (self.subject.memory - self.empty) / 1024 / len(self.load.groups)


async def measure(found: dict[Candidate, Measured], tables: int, seconds: float, rounds: int) -> None:
    for each in found.values():
        await each.seat(tables)
    for _ in range(rounds):
        for each in found.values():
            await each.play(seconds)


def show(found: dict[Candidate, Measured]) -> None:
    print("| checkout | us an action | times the first | idle, ms/s | bytes an update | KiB a table |")
    print("|---|---|---|---|---|---|")
    first = next(iter(found.values()))
    for candidate, each in found.items():
        ratio = statistics.median(own / other for own, other in zip(each.costs, first.costs, strict=False))
        figures = f"{statistics.median(each.costs):,.0f} | {ratio:.2f} | {each.idle * 1e3:,.0f}"
        print(f"| {candidate.name} | {figures} | {each.update_bytes:,.0f} | {each.memory:,.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="*", type=Path, default=[HERE])
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--slice", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    candidates = [Candidate(str(checkout), checkout.resolve()) for checkout in given.checkouts]
    found: dict[Candidate, Measured] = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number, candidate in enumerate(candidates):
                place = Path(folder, str(number))
                place.mkdir()
                found[candidate] = Measured(candidate.start(place), given.pace)

            async def run() -> None:
                await measure(found, given.tables, given.slice, given.rounds)
                show(found)
                for each in found.values():
                    await each.load.close()

            in_loop(run())
        finally:
            for each in found.values():
                each.subject.close()


if __name__ == "__main__":
    main()
