"""How many tables does a core hold, with one server process and with two over one PostgreSQL, and what would many players need?

python -m benchmarks.growth [--tables 50,100] [--seconds 10] [--rounds 1] [--json FILE]

The same load on one process, on two where each player's connection leads to the process that owns the table, and on two where every other
one leads to the other process, which passes it on. Processor time of the servers and of the database is counted, so that clients on the
same machine and its other jobs are none of it: what is compared are the ratios within one run. The second table multiplies these figures:
nothing of that size is run. Needs PostgreSQL's programs (initdb, pg_ctl); it starts a database of its own in a temporary folder.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.load import Load, Opened, Result, Seating, Subject, in_loop
from benchmarks.postgres import Postgres, why_not
from benchmarks.soak import family

SPARE = 0.5  # of each core stays free for bursts, reviews and a neighbour that dies
PLAYERS = (2_000, 10_000, 1_000_000)
WAYS = {"one": (1, True), "two, each line to its owner": (2, True), "two, half of the lines passed on": (2, False)}


@dataclass(frozen=True)
class Row:
    """One measurement: a way to serve, and what it cost."""

    way: str
    result: Result
    database: float  # cores that PostgreSQL kept busy

    @property
    def held(self) -> float:
        """Tables that were really played at: fewer than there are where the machine had no time for all that was asked."""
        return self.result.tables * (min(1.0, self.result.actions / self.result.asked) if self.result.asked else 1.0)

    @property
    def tables_a_core(self) -> float:
        """Tables that one fully used core of the server processes holds."""
        return self.held / self.result.cpu if self.result.cpu else math.nan

    @property
    def tables_a_database_core(self) -> float:
        return self.held / self.database if self.database else math.nan


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Farm:
    """Server processes over one PostgreSQL that know one another's addresses."""

    def __init__(self, store: str, folder: Path, count: int) -> None:
        self.subjects: list[Subject] = []
        self.numbers = 0
        for number in range(count):
            own = folder / str(number)
            own.mkdir()
            port = free_port()
            self.subjects.append(Subject(store, own, more=("--port", str(port), "--peer", f"http://127.0.0.1:{port}")))

    @property
    def url(self) -> str:
        """Of each process in turn."""
        self.numbers += 1
        return self.subjects[self.numbers % len(self.subjects)].url

    @property
    def memory(self) -> int:
        return sum(subject.memory for subject in self.subjects)

    @property
    def cpu_seconds(self) -> float:
        return sum(subject.cpu_seconds for subject in self.subjects)

    def close(self) -> None:
        for subject in self.subjects:
            subject.close()


class Spread(Load):
    """Players whose lines lead to the owner of their table, or to each process in turn."""

    def __init__(self, farm: Farm, pace: float, to_owner: bool) -> None:
        super().__init__(farm, Seating(), pace)
        self.farm, self.to_owner = farm, to_owner

    def played_at(self, opened: Opened, place: int) -> str:
        return opened.url if self.to_owner else self.farm.subjects[place % len(self.farm.subjects)].url


def seconds_of(postmaster: int) -> float:
    """Processor time of PostgreSQL: of what runs now, and of what has ended."""
    ticks = 0
    for pid in [postmaster, *family(postmaster)]:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += sum(map(int, fields[11:15] if pid == postmaster else fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure(farm: Farm, postmaster: int, way: str, tables: list[int], pace: float, seconds: float) -> list[Row]:
    load, rows = Spread(farm, pace, WAYS[way][1]), []
    for number in tables:
        await load.grow(number)
        began, cpu = time.perf_counter(), seconds_of(postmaster)
        result = await load.measure(seconds)
        rows.append(Row(way, result, round((seconds_of(postmaster) - cpu) / (time.perf_counter() - began), 4)))
    await load.close()
    return rows


def run(tables: list[int], pace: float, seconds: float, rounds: int) -> Iterator[Row]:
    with Postgres() as postgres:
        for way in [each for _ in range(rounds) for each in WAYS]:
            with tempfile.TemporaryDirectory(prefix="sevenhex-growth-") as folder:
                farm = Farm(postgres.base(), Path(folder), WAYS[way][0])
                try:
                    for subject in farm.subjects:
                        subject.wait()
                    yield from in_loop(measure(farm, postgres.pid, way, tables, pace, seconds))
                    if faults := sum(subject.faults() for subject in farm.subjects):
                        sys.exit(f"The servers' logs tell of {faults} faults.")
                finally:
                    farm.close()


def compared(rows: list[Row]) -> str:
    """A row of Markdown for each way and number of tables; ratios to one process with as many tables, medians of the rounds."""
    lines = [
        "| processes | tables | actions/s | median ms | p99 ms | server cores | tables a core | to one process | database cores |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    numbers = sorted({row.result.tables for row in rows})
    for way in WAYS:
        for number in numbers:
            of = [row for row in rows if row.way == way and row.result.tables == number]
            one = [row.tables_a_core for row in rows if row.way == "one" and row.result.tables == number]
            if of and one:
                mine = statistics.median(row.tables_a_core for row in of)
                shown = [statistics.median(getattr(row.result, name) for row in of) for name in ("actions", "median_ms", "p99_ms", "cpu")]
                ratio, database = mine / statistics.median(one), statistics.median(row.database for row in of)
                numbers_shown = " | ".join(f"{each:g}" for each in shown)
                lines.append(f"| {way} | {number} | {numbers_shown} | {mine:.0f} | {ratio:.2f} | {database:.2f} |")
    return "\n".join(lines)


def needed(rows: list[Row]) -> str:
    """What many players would need by the figures of the most tables, where lines are passed on: a multiplication, not a run."""
    most = max(row.result.tables for row in rows)
    of = [row for row in rows if row.result.tables == most and not WAYS[row.way][1]]
    each, database = statistics.median(row.tables_a_core for row in of), statistics.median(row.tables_a_database_core for row in of)
    actions = statistics.median(row.result.actions / row.held for row in of)
    update = statistics.median(row.result.update_bytes for row in of)
    people = Seating().people
    lines = [
        f"| players at once | tables of {people} | server processes, a core each, {SPARE:.0%} of it to spare | database cores, likewise | "
        "writes/s | sockets | of them passed on | outgoing MB/s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for players in PLAYERS:
        tables = players // people
        processes = math.ceil(tables / each / (1 - SPARE))
        passed = players * (processes - 1) // processes
        lines.append(
            f"| {players:,} | {tables:,} | {processes:,} | {math.ceil(tables / database / (1 - SPARE)):,} | {tables * actions:,.0f} | "
            f"{players:,} | {passed:,} | {players * actions * update / 1e6:,.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--tables", default="50,100", help="numbers of tables, one after the other")
    reader.add_argument("--pace", type=float, default=2.0, help="seconds between two actions of a person")
    reader.add_argument("--seconds", type=float, default=10.0, help="how long each number of tables is measured")
    reader.add_argument("--rounds", type=int, default=1, help="all of it so many times; medians are shown")
    reader.add_argument("--json", type=Path)
    given = reader.parse_args()
    if problem := why_not():
        sys.exit(f"{problem}; what one process over SQLite holds is measured by `sevenhex load`.")
    try:
        tables = sorted({int(number) for number in given.tables.split(",")})
    except ValueError:
        reader.error(f"Expected --tables with numbers such as 50,100, got {given.tables!r}.")
    rows, began = [], os.getloadavg()[0]
    for row in run(tables, given.pace, given.seconds, given.rounds):
        rows.append(row)
        print(f"{row.way}: {row.result.tables} tables, {row.tables_a_core:.0f} a core", file=sys.stderr, flush=True)
    print(f"Load of the machine: {began:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end, {os.cpu_count()} processors.")
    print(compared(rows), needed(rows), sep="\n\n")
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
