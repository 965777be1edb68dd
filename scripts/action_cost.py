"""Processor time that a server spends on one action, of several checkouts by turns: the clock and other work on the machine play no part.

python scripts/action_cost.py [--tables 100] [--pace 1] [--seconds 10] [--rounds 3] [--plain-frames] [CHECKOUT ...]

Without a checkout it measures this one; the first one named is what the others are compared with. `--plain-frames` adds this one with the
frames of uvicorn alone, without `server/socket/fastpath.py`. What a checkout has not compiled yet, its first start compiles.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import tempfile
from pathlib import Path
from typing import NamedTuple

from sevenhex.client import Gone, Refusal
from sevenhex.tools.load import Load, Seating, Subject, in_loop

HERE = Path(__file__).resolve().parents[1]
FIRST_TRIES = 60
PLAIN_FRAMES = """
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
import sevenhex.server.web.doors as doors
class Plain(WebSocketsSansIOProtocol):
    def connection_lost(self, exc):
        super().connection_lost(exc)
        self.released()
doors.FastWebSocket = Plain
from sevenhex.cli import main
main()
"""


class Candidate(NamedTuple):
    """What is measured."""

    name: str
    checkout: Path
    program: tuple[str, ...] = ("-m", "sevenhex")


class Cost(NamedTuple):
    """What one run found."""

    action_us: float  # processor time of an action, without what an idle server takes
    idle_ms: float  # processor time of a second in which nobody acts
    update_bytes: float
    memory_kib: float  # of a table
    actions: float  # a second


async def measure(subject: Subject, tables: int, pace: float, seconds: float) -> Cost:
    load = Load(subject, Seating(), pace)
    for _ in range(FIRST_TRIES):  # an older server makes machine code while the first table waits
        with contextlib.suppress(Gone):
            await load.grow(1)
            break
    await load.grow(tables)
    result = await load.measure(seconds, settle=2.0)
    for group in load.groups:
        group.think = -1.0  # nobody acts any more
    idle = await load.measure(seconds / 2, settle=2.0)
    await load.close()
    return Cost((result.cpu - idle.cpu) / result.actions * 1e6, idle.cpu * 1e3, result.update_bytes, result.memory_kib, result.actions)


def once(candidate: Candidate, tables: int, pace: float, seconds: float) -> Cost:
    os.environ["PYTHONPATH"] = str(candidate.checkout / "src")
    with tempfile.TemporaryDirectory() as folder:
        subject = Subject(None, Path(folder), program=candidate.program)
        try:
            with contextlib.suppress(Refusal):  # an older server knows no such question
                subject.wait()
            return in_loop(measure(subject, tables, pace, seconds))
        finally:
            subject.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="*", type=Path, default=[HERE])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plain-frames", action="store_true")
    given = parser.parse_args()
    candidates = [Candidate(str(checkout), checkout.resolve()) for checkout in given.checkouts]
    if given.plain_frames:
        candidates.append(Candidate("this one, uvicorn's frames", HERE, ("-c", PLAIN_FRAMES)))
    found: dict[Candidate, list[Cost]] = {candidate: [] for candidate in candidates}
    for _ in range(given.rounds):
        for candidate, results in found.items():
            results.append(once(candidate, given.tables, given.pace, given.seconds))
    print("| checkout | us an action, least | median | times the first | idle, ms/s | bytes an update | KiB a table | actions/s |")
    print("|---|---|---|---|---|---|---|---|")
    least = {candidate: min(each.action_us for each in results) for candidate, results in found.items()}
    for candidate, results in found.items():
        _, idle, size, memory, speed = (statistics.median(column) for column in zip(*results, strict=True))
        middle = statistics.median(each.action_us for each in results)
        figures = f"{least[candidate]:,.0f} | {middle:,.0f} | {least[candidate] / least[candidates[0]]:.2f} | {idle:,.0f}"
        print(f"| {candidate.name} | {figures} | {size:,.0f} | {memory:,.0f} | {speed:,.0f} |")


if __name__ == "__main__":
    main()
