"""The kernels compiled for a GPU that need not be there: bytes of machine code, registers, stack. It says nothing about speed.

python -m venv --system-site-packages /tmp/toolkit
/tmp/toolkit/bin/pip install nvidia-cuda-nvcc nvidia-cuda-cuobjdump nvidia-nvvm nvidia-cuda-nvrtc
CUDA_HOME=$(echo /tmp/toolkit/lib/python3*/site-packages/nvidia/cu13) python -m benchmarks.gpu_code [names of variants]
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

np.row_stack = np.vstack  # some numba-cuda versions still ask for the name that NumPy 2.5 dropped
warnings.simplefilter("ignore")

from numba import cuda  # noqa: E402

from sevenhex.env.gpu import playout, step  # noqa: E402
from sevenhex.env.gpu.build import Build  # noqa: E402
from sevenhex.env.gpu.compiler import shaped  # noqa: E402
from sevenhex.env.gpu.variants import PLAYOUTS, STEPS  # noqa: E402
from sevenhex.env.setting import Setting  # noqa: E402

HOPPER = (9, 0)


def pretend() -> None:
    """Numba asks the device what to compile for, and there is none."""
    device = SimpleNamespace(compute_capability=HOPPER, id=0)
    for name in ("dispatcher", "api", "compiler"):
        module = importlib.import_module(f"numba.cuda.{name}")
        if hasattr(module, "get_current_device"):
            module.get_current_device = lambda: device  # type: ignore[attr-defined]


def measure(function: Any, signature: Any, build: Build) -> list[int]:
    """Bytes of code, registers, bytes of stack."""
    home = Path(os.environ["CUDA_HOME"]) / "bin"
    with shaped(build.form):
        code, _ = cuda.compile(function, signature, device=False, cc=HOPPER, output="ptx", abi="numba")
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "kernel.ptx", Path(folder) / "kernel.cubin"
        source.write_text(code.decode() if isinstance(code, bytes) else code)
        said = subprocess.run([home / "ptxas", "-v", "-arch=sm_90", "-o", made, source], capture_output=True, text=True, check=True).stderr
        listing = subprocess.run([home / "cuobjdump", "-elf", made], capture_output=True, text=True, check=True).stdout
    sizes = re.findall(r"^ *[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+) .* \.text\.", listing, re.MULTILINE)
    registers, stack = (
        max(map(int, re.findall(pattern, said)), default=0) for pattern in (r"Used (\d+) registers", r"(\d+) bytes cumulative stack")
    )
    return [sum(int(size, 16) for size in sizes), registers, stack]


def tell(kernel: str, name: str) -> None:
    """One line of the table."""
    pretend()
    setting = Setting(islands=4)
    pool = setting.pool()
    build = (PLAYOUTS if kernel == "playouts" else STEPS)[name]
    facts = build.facts(pool, talk=False)
    if kernel == "playouts":
        function, _ = playout.make(setting.island, setting.players, facts, build.block(), build.together)
        found = measure(function, playout.SIGNATURE, build)
    else:
        if build.simple:
            function, _ = step.make_simple(setting, facts, build.block())
        else:
            function, _ = step.make(setting, facts, build.block(), build.together)
        found = measure(function, step.SIGNATURE, build)
    print(f"| {kernel} | {name} | " + " | ".join(f"{number:,}" for number in found) + " |", flush=True)


def main() -> None:
    """Each variant in a process of its own: Numba keeps what it has compiled, and would give it to the next."""
    if not (Path(os.environ.get("CUDA_HOME", "/nowhere")) / "bin" / "ptxas").exists():
        sys.exit("CUDA_HOME names no CUDA tool-kit with bin/ptxas; the top of this file says how to get one without a GPU.")
    print("| kernel | variant | code, bytes | registers | stack, bytes |\n|---|---|---|---|---|", flush=True)
    for kernel, variants in (("playouts", PLAYOUTS), ("steps", STEPS)):
        for name in variants:
            if not sys.argv[1:] or name in sys.argv[1:]:
                subprocess.run([sys.executable, __file__, "--one", kernel, name], check=False)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        tell(*sys.argv[2:4])
    else:
        main()
