"""Asking for memory before it is needed: thousands of games do not fit in a processor's nearest cache, and the next one is known."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from sevenhex.rules.jit import COMPILED, rule

LINE = 64  # bytes that come together

if COMPILED and not TYPE_CHECKING:

    @intrinsic
    def touch(typing_context: Any, address: Any) -> Any:
        """Begin to load the line at an address. Never faults, changes nothing."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            ir: Any = import_module("llvmlite.ir")
            number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
            form = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            ask = builder.module.declare_intrinsic("llvm.prefetch", [pointer], form)
            read, near, data = number(0), number(3), number(1)
            builder.call(ask, [builder.inttoptr(arguments[0], pointer), read, near, data])
            return context.get_dummy_value()

        return types.void(types.uintp), generate

else:

    def touch(address: int) -> None:
        """Python has no use for it."""


@rule
def fetch(array: NDArray[Any], row: int) -> None:
    """Begin to load a row of an array."""
    size = array.strides[0]
    start = array.ctypes.data + row * size
    for place in range(0, size, LINE):
        touch(start + place)
