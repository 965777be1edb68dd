"""How a kernel is compiled, and the compiling."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from numba import cuda

from sevenhex.errors import OptionError, SevenhexError
from sevenhex.rules.state import State

from . import queues, shape
from .compiler import SIMULATED, Form, shaped

SIMULATED_THREADS = 4

SEARCHES = ("longest_of", "route_through")
RARE = ("bargains", "bargain", "roll_for_start", "produce_one_kind", "plenties")


@dataclass(frozen=True)
class Build:
    """How a kernel is compiled: `USUAL` of playout.py and step.py is what was quickest. Every build plays the same games."""

    threads: int  # a block
    kept: tuple[str, ...]  # rules that stay functions
    rolled: bool  # loops stay loops
    together: int = 24  # games of a block that wait for a search for routes (which is long) before a warp goes
    one_form: bool = True  # a kept function is compiled once
    silent: bool = True  # no trade to think of, where there can be none
    simple: bool = False  # a game a thread
    lines: bool = False  # tell a profiler the lines of source

    @property
    def is_simple(self) -> bool:
        """A game a thread: the simulator has no warps that run side by side."""
        return self.simple or SIMULATED

    def facts(self, starts: State, talk: bool) -> dict[str, int]:
        """What the compiler may take for granted."""
        return shape.facts(starts, talk or not self.silent)

    def block(self) -> int:
        """Threads a block; a warp that is not full would wait for ever for lanes that are not there."""
        if SIMULATED:
            return SIMULATED_THREADS
        if self.threads < queues.WARP or self.threads % queues.WARP:
            raise OptionError(f"threads is {self.threads}; expected a multiple of {queues.WARP}.", option="threads")
        return self.threads

    @property
    def form(self) -> Form:
        """How its code is made."""
        return Form(self.kept, self.one_form, self.rolled)

    def compile(self, function: Any, signature: Any, shared: int) -> Any:
        if SIMULATED:
            return cuda.jit(function)
        with shaped(self.form):
            kernel = cuda.jit(signature, lto=False, lineinfo=self.lines)(function)
        allow_shared(kernel, shared)
        return kernel


def allow_shared(kernel: Any, shared: int) -> None:
    """More than 48 kB of shared memory a block must be asked for, and numba-cuda does not ask."""
    driver: Any = import_module("cuda.bindings.driver")
    compiled = next(iter(kernel.overloads.values()))
    handle = driver.CUkernel(int(compiled._codelibrary.get_cufunc().handle))
    attribute = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    (error,) = driver.cuKernelSetAttribute(attribute, shared, handle, driver.CUdevice(int(cuda.get_current_device().id)))
    if error != driver.CUresult.CUDA_SUCCESS:
        raise SevenhexError(
            f"This GPU refused {shared} bytes of shared memory a block ({error.name}); expected one with 227 kB (Hopper or later)."
        )
