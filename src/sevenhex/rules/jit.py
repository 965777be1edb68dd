"""The only place that knows Numba: how a rule becomes machine code and how it stays plain Python.

`NUMBA_DISABLE_JIT=1` leaves every rule an ordinary Python function, for debugging and for the parity tests.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import types
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT
RULES = Path(__file__).parent


def cache_home() -> Path:
    """Where compiled rules are kept between starts (SEVENHEX_CACHE overrides it)."""
    given = os.environ.get("SEVENHEX_CACHE")
    if given:
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sevenhex"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "sevenhex" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "sevenhex"


@cache
def digest(*folders: Path) -> str:
    """One name for all sources in these folders: Numba's own cache does not see that a called function changed."""
    seen = hashlib.sha256(numba.__version__.encode())
    for folder in folders:
        for source in sorted(folder.glob("*.py")):
            seen.update(source.name.encode() + source.read_bytes())
    return seen.hexdigest()[:16]


def rule(function: Function) -> Function:
    """Compile a function over the state record; the machine code is cached until any rule's source changes."""
    home = Path(function.__code__.co_filename).parent
    folders = (RULES,) if home == RULES else (RULES, home)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_home() / digest(*folders)) if COMPILED else before
    try:
        compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


if COMPILED:

    @intrinsic
    def lowest_bit(typing_context: Any, word: Any) -> Any:
        """Index of the lowest set bit of a non-zero word."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zero_is_undefined = context.get_constant(types.boolean, True)
            return builder.cttz(arguments[0], zero_is_undefined)

        return types.int64(types.int64), generate

    @intrinsic
    def count_bits(typing_context: Any, word: Any) -> Any:
        """How many bits of a word are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

else:

    def lowest_bit(word: int) -> int:
        """Index of the lowest set bit of a non-zero word."""
        return (int(word) & -int(word)).bit_length() - 1

    def count_bits(word: int) -> int:
        """How many bits of a word are set."""
        return int(word).bit_count()
