"""Processor time that a server spends on one action, of several checkouts by turns: the clock and other work on the machine play no part.

python scripts/action_cost.py [--tables 100] [--pace 1] [--seconds 10] [--rounds 3] [CHECKOUT ...]

Without a checkout it measures this one; the first one named is what the others are compared with. Each has compiled rules of its own, which
the first start makes.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import tempfile
from pathlib import Path

from sevenhex.client import Gone, Refusal
from sevenhex.tools.load import Load, Seating, Subject, in_loop

HERE = Path(__file__).resolve().parents[1]


async def measure(subject: Subject, tables: int, pace: float, seconds: float) -> tuple[float, float, float]:
    """Microseconds of the server's processor, bytes of an update, actions a second."""
    load = Load(subject, Seating(), pace)
    for _ in range(60):  # an older server makes machine code while the first table waits
        with contextlib.suppress(Gone):
            await load.grow(1)
            break
    await load.grow(tables)
    result = await load.measure(seconds, settle=2.0)
    await load.close()
    return result.cpu / result.actions * 1e6, result.update_bytes, result.actions


def once(checkout: Path, tables: int, pace: float, seconds: float) -> tuple[float, float, float]:
    os.environ["PYTHONPATH"] = str(checkout / "src")
    with tempfile.TemporaryDirectory() as folder:
        subject = Subject(None, Path(folder))
        try:
            with contextlib.suppress(Refusal):  # an older server answers only when it is ready, and knows no such question
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
    given = parser.parse_args()
    found: dict[Path, list[tuple[float, float, float]]] = {checkout: [] for checkout in given.checkouts}
    for _ in range(given.rounds):
        for checkout, rows in found.items():
            rows.append(once(checkout.resolve(), given.tables, given.pace, given.seconds))
    print("| checkout | us an action, best | median | bytes an update | actions/s | times the first |\n|---|---|---|---|---|---|")
    first = min(row[0] for row in found[given.checkouts[0]])
    for checkout, rows in found.items():
        costs, sizes, speeds = zip(*rows, strict=True)
        figures = f"{min(costs):,.0f} | {statistics.median(costs):,.0f} | {sizes[-1]:,.0f} | {max(speeds):,.0f} | {min(costs) / first:.2f}"
        print(f"| {checkout} | {figures} |")


if __name__ == "__main__":
    main()
