"""The checkout's `benchmarks/`, which the package does not bring along: for commands that measure."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sevenhex.errors import SevenhexError

CHECKOUT = Path(__file__).resolve().parents[3]


def benchmark(name: str) -> ModuleType:
    """A module of `benchmarks/`."""
    if not (CHECKOUT / "benchmarks" / f"{name}.py").is_file():
        raise SevenhexError(
            "This measures a checkout of the sources, and benchmarks/ is not part of the installed package. "
            "Clone the repository, run `pip install -e .` there, and call this again."
        )
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
    return import_module(f"benchmarks.{name}")
