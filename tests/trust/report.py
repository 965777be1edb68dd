"""Runs the long versions of the trust tests and writes their counts into docs/reliability.md: `python tests/trust/report.py [NAME ...]`.

Without names all are run (about 25 minutes on two quiet cores); `--scale 0.1` runs a tenth of each.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import io
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

import test_damage  # noqa: E402
import test_hostile  # noqa: E402
import test_kill  # noqa: E402
import test_openapi  # noqa: E402
import test_protocol_machine  # noqa: E402
import test_store_faults  # noqa: E402
from nursery import Nursery  # noqa: E402

from benchmarks.postgres import Postgres, why_not  # noqa: E402

DOC = HERE.parent.parent / "docs" / "reliability.md"
COUNTS = HERE / "counts.json"
Job = Callable[[Nursery, Path, float], Mapping[str, Any]]


def kills(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    return test_kill.run(nursery, str(folder / "games"), folder, max(3, int(200 * scale)), 2)


def kills_over_postgresql(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    if why_not():
        return {"skipped": why_not()}
    with Postgres() as postgres:
        return test_kill.run(nursery, postgres.base(), folder, max(3, int(100 * scale)), 4)


def full_disk(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    return test_store_faults.fill_the_disk(nursery, folder)


def troubled_store(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for mood in test_store_faults.MOODS:
        own = folder / mood.replace(" ", "-")
        own.mkdir()
        found[mood] = test_store_faults.trouble_the_store(nursery, own, mood)["actions acknowledged"]
    return {"actions acknowledged while the store was " + mood: count for mood, count in found.items()}


def hostile_messages(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    return test_hostile.attack(nursery, folder, max(600, int(100_000 * scale)), 2)


def any_order(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    return {"steps": test_protocol_machine.run(nursery, max(2, int(150 * scale)), 80)}


def calls(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    statuses = test_openapi.fuzz(nursery, folder, max(3, int(300 * scale)))
    return {"calls": sum(statuses.values()), **{f"answered {status}": count for status, count in sorted(statuses.items())}}


def records(nursery: Nursery, folder: Path, scale: float) -> Mapping[str, Any]:
    with nursery.server(folder / "games", folder) as server:
        return test_damage.send_records(server, max(20, int(5000 * scale)), 2)


FAULTS: dict[str, tuple[str, Job]] = {
    "kills": ("SIGKILL at random moments, SQLite", kills),
    "kills-postgresql": ("SIGKILL at random moments, PostgreSQL", kills_over_postgresql),
    "full-disk": ("the disk is full, twice", full_disk),
    "store": ("a store that is slow, dead, refusing, silent or late", troubled_store),
}
INPUTS: dict[str, tuple[str, Job]] = {
    "hostile": ("hostile messages over WebSocket", hostile_messages),
    "any-order": ("several clients in any order (hypothesis)", any_order),
    "calls": ("calls of the lobby, fuzzed from the OpenAPI (schemathesis)", calls),
    "records": ("mutated game records", records),
}


def written(counts: dict[str, Any], jobs: dict[str, tuple[str, Job]]) -> str:
    lines = ["| tried | counts | seconds | when |", "|---|---|---|---|"]
    for name, (title, _) in jobs.items():
        found = counts.get(name)
        if found:
            described = ", ".join(
                f"{what}: {number:,}" if isinstance(number, int) else f"{what}: {number}" for what, number in found["counts"].items()
            )
            lines.append(f"| {title} | {described} | {found['seconds']} | {found['when']} |")
    return "\n".join(lines)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("names", nargs="*", choices=[*FAULTS, *INPUTS, []], help="which to run; without any: all")
    reader.add_argument("--scale", type=float, default=1.0)
    given = reader.parse_args()
    counts: dict[str, Any] = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    nursery = Nursery()
    try:
        for name, (title, job) in {**FAULTS, **INPUTS}.items():
            if given.names and name not in given.names:
                continue
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
                found = dict(job(nursery, Path(folder), given.scale))
            took = round(time.monotonic() - began)
            counts[name] = {"counts": found, "seconds": took, "when": f"{datetime.date.today()}, {platform.machine()}"}
            print(f"{title}: {found} ({took} s)", flush=True)
            COUNTS.write_text(json.dumps(counts, indent=1) + "\n")
    finally:
        nursery.close()
    text = DOC.read_text()
    for mark, jobs in (("faults", FAULTS), ("inputs", INPUTS)):
        before, _, rest = text.partition(f"<!-- {mark} -->\n")
        _, _, after = rest.partition(f"<!-- end of {mark} -->")
        text = f"{before}<!-- {mark} -->\n{written(counts, jobs)}\n<!-- end of {mark} -->{after}"
    DOC.write_text(text)


if __name__ == "__main__":
    main()
