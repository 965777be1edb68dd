"""What bounds a kernel: Nsight Compute's counters of one launch. On a machine with a GPU and ncu:

PYTHONPATH=src python -m benchmarks.gpu_profile steps [build of env/gpu/variants.py]
PYTHONPATH=src python -m benchmarks.gpu_profile playouts [build]

With `GPU_LINES=folder` instructions are counted by line of source, into folder/lines.csv.
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np

np.row_stack = np.vstack  # some numba-cuda versions still ask for the name that NumPy 2.5 dropped
warnings.simplefilter("ignore")

LINES = os.environ.get("GPU_LINES", "")
REASONS = (
    "wait no_instruction long_scoreboard short_scoreboard barrier branch_resolving math_pipe_throttle mio_throttle lg_throttle sleeping"
)
METRICS = [
    "gpu__time_duration.sum",
    "smsp__inst_executed.sum",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "lts__t_sectors_op_write.sum",
    "lts__t_sectors_op_read.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "launch__registers_per_thread",
    *(f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio" for reason in REASONS.split()),
]


def work(kind: str, build_name: str) -> None:
    """One launch worth looking at, everything before it out of sight."""
    from numba import cuda

    from benchmarks import environments
    from benchmarks import gpu as bench
    from sevenhex.env.gpu import variants
    from sevenhex.env.gpu.device import GpuEnv, playouts
    from sevenhex.env.setting import Setting

    if kind == "playouts":
        build = dataclasses.replace(variants.PLAYOUTS[build_name], lines=bool(LINES))
        starts = Setting().pool()
        playouts(starts, 1000, seed=7, build=build)
        cuda.synchronize()
        cuda.profile_start()
        playouts(starts, 400_000, seed=7, build=build)
    else:
        build = dataclasses.replace(variants.STEPS[build_name], lines=bool(LINES))
        few = GpuEnv(environments.RIPE_GAMES, seed=1, build=build)
        few.reset()
        bench.play(few, environments.RIPE_STEPS)
        env = GpuEnv(bench.PLACES // 2, seed=1, build=build)
        env.take_over(few)
        bench.play(env, 8)
        cuda.synchronize()
        cuda.profile_start()
        env.step(env._none)
    cuda.synchronize()
    cuda.profile_stop()


def main() -> None:
    kind, build_name = (*sys.argv[1:], "usual")[:2]
    if os.environ.get("GPU_PROFILED"):
        return work(kind, build_name)
    wanted = (
        ["--section", "SourceCounters", "--import-source", "yes", "-f", "-o", f"{LINES}/profile"]
        if LINES
        else ["--metrics", ",".join(METRICS)]
    )
    command = [
        "ncu",
        "--profile-from-start",
        "off",
        *wanted,
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "benchmarks.gpu_profile",
        kind,
        build_name,
    ]
    subprocess.run(command, env=os.environ | {"GPU_PROFILED": "1"}, check=True)
    if LINES:
        command = ["ncu", "-i", f"{LINES}/profile.ncu-rep", "--page", "source", "--csv", "--print-source", "cuda,sass"]
        with (Path(LINES) / "lines.csv").open("w") as file:
            subprocess.run(command, stdout=file, check=True)


if __name__ == "__main__":
    main()
