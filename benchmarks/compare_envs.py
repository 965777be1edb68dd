"""Steps of `VectorEnv` in two versions of the sources, by turns, on one thread and in processor time: a busy machine changes that least.

python -m benchmarks.compare_envs OLD/src NEW/src [--rounds 8] [--opponents steady]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SETTINGS = {"forced moves skipped": {}, "forced moves as steps": {"skip_forced": False}, "with the trade menu": {"trade": True}}
SECONDS = 0.3
# Runs in each version: reads a setting, plays for a while, prints steps in a second of one processor.
CHILD = f"""
import ast, sys
try:
    from benchmarks.environments import Timing
except ImportError:  # where older versions have it
    try:
        from sevenhex.tools.env_bench import Timing
    except ImportError:
        from sevenhex.env.bench import Timing
timings = {{}}
for line in sys.stdin:
    if line not in timings:
        games, settings = ast.literal_eval(line)
        timings[line] = Timing(games, threads=1, **settings)
    timing = timings[line]
    timing.calls.clear()
    timing.working = 0.0
    timing.run({SECONDS})
    print(timing.env.games * len(timing.calls) / timing.working, flush=True)
"""


class Version:
    """A process with one version of the sources, and a cache of its own."""

    def __init__(self, sources: str, cache: str) -> None:
        folder = Path(sources).resolve()
        environment = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{folder.parent}", "SEVENHEX_CACHE": cache}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def steps(self, asked: str) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(asked + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs=2)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--opponents", help="three of this bot inside step instead (both versions must know it)")
    options = parser.parse_args()
    settings = {f"three {options.opponents}": {"opponents": options.opponents}} if options.opponents else SETTINGS
    kept = Path(tempfile.gettempdir()) / "sevenhex-compare"  # machine code, for the next time
    old, new = (Version(sources, str(kept / str(place))) for place, sources in enumerate(options.sources))
    print("| what | old, steps in a second of one processor | new | new to old, median of the rounds |\n|---|---|---|---|")
    for name, setting in settings.items():
        asked = repr((1024 if options.opponents else 4096, setting))
        old.steps(asked), new.steps(asked)  # compiles
        found = [(old.steps(asked), new.steps(asked)) for _ in range(options.rounds)]
        before, after = (statistics.median(each) for each in zip(*found, strict=True))
        ratio = statistics.median(later / earlier for earlier, later in found)
        print(f"| {name} | {before:,.0f} | {after:,.0f} | {ratio:.2f} |", flush=True)
    for version in (old, new):
        version.process.terminate()
        version.process.wait()


if __name__ == "__main__":
    main()
