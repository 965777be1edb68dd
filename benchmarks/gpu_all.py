"""Everything worth knowing of a GPU in one call of at most eight minutes: parity with the CPU, DLPack, speeds of all builds, growth.

Each job is a process of its own with a limit; results are written after each, so that a call that is cut short still tells something.
`python -m benchmarks.gpu_all [names or beginnings of jobs]`; writes gpu.json (and gpu-growth.svg) to $OUT or the current folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

CHECK = ("-m", "benchmarks.gpu_check")
OUT = Path(os.environ.get("OUT") or ".")
SECONDS = float(os.environ.get("GPU_SECONDS", "460"))
EACH = 240  # seconds a job may take, waiting for the others included
BESIDE = max(2, min(10, (os.cpu_count() or 4) * 2 // 3))
BEGUN = time.monotonic()


def do(name: str, folder: str) -> dict[str, Any]:
    begun = time.monotonic()
    left = BEGUN + SECONDS - begun
    if left < 20:
        return {"job": name, "failed": "no time left"}
    environment = os.environ | {"GPU_CHECK_FOLDER": folder, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-W", "ignore", *CHECK, name]
    try:
        said = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=min(EACH, left))
    except subprocess.TimeoutExpired:
        return {"job": name, "failed": f"took more than {min(EACH, left):.0f} s"}
    row: dict[str, Any] = {"job": name, "seconds": round(time.monotonic() - begun, 1)}
    try:
        return row | {"found": json.loads(said.stdout.splitlines()[-1])}
    except (IndexError, ValueError):
        hung = "held the GPU too long (a kernel that hangs?)" if said.returncode == 99 else f"status {said.returncode}"
        return row | {"failed": hung, "said": said.stderr[-1500:]}


def main() -> None:
    names = json.loads(
        subprocess.run([sys.executable, "-W", "ignore", *CHECK, "--list"], capture_output=True, text=True, check=True).stdout
    )
    wanted = [name for name in names if name == "warm" or not sys.argv[1:] or name.startswith(tuple(sys.argv[1:]))]
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(BESIDE) as pool:
        for ready in as_completed([pool.submit(do, name, folder) for name in wanted]):
            row = ready.result()
            rows.append(row)
            print(f"{time.monotonic() - BEGUN:6.1f} s  {json.dumps(row)[:700]}", flush=True)
            rows.sort(key=lambda row: names.index(row["job"]))
            (OUT / "gpu.json").write_text(json.dumps(rows, indent=1))
    growth = [line for row in rows if row["job"].startswith("growth") for line in row.get("found", [])]
    growth.sort(key=lambda line: (line["players"], line["games"]))
    if growth:
        from benchmarks import environments as bench
        from sevenhex.tools import chart

        chart.save(OUT / "gpu-growth.svg", bench.picture(growth, "one GPU"))
        bench.print_growth(growth)
    wrong = [row["job"] for row in rows if "failed" in row or (isinstance(row["found"], dict) and row["found"].get("same") is False)]
    print("all jobs did what they should" if not wrong else f"FAILED: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
