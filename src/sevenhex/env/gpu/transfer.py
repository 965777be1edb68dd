"""Words from global to shared memory while the lane goes on: nobody waits for one before the next is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from numba import extending, types

from .compiler import SIMULATED, WORD

intrinsic: Callable[[Callable[..., Any]], Any] = extending.intrinsic

if SIMULATED:

    def fetch_word(shared: Any, to: int, source: Any, row: int, word: int) -> None:
        """`shared[to] = source[row, word]`, some time before `await_words` returns."""
        shared[to] = source[row, word]

    def await_words() -> None:
        """Everything that this lane has fetched is there; other lanes see it after `syncwarp`."""

else:
    ir: Any = import_module("llvmlite.ir")
    FETCH = f"""{{
        .reg .u64 to, from;
        cvta.to.shared.u64 to, $0;
        cvta.to.global.u64 from, $1;
        cp.async.ca.shared.global [to], [from], {WORD};
    }}"""

    def call(builder: Any, code: str, *pointers: Any) -> None:
        form = ir.FunctionType(ir.VoidType(), [pointer.type for pointer in pointers])
        builder.call(ir.InlineAsm(form, code, ",".join(["l"] * len(pointers) + ["~{memory}"]), side_effect=True), pointers)

    @intrinsic
    def fetch_word(typing_context: Any, shared: Any, to: Any, source: Any, row: Any, word: Any) -> Any:
        """`shared[to] = source[row, word]`, some time before `await_words` returns."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            to_array, from_array = (context.make_array(signature.args[place])(context, builder, value=arguments[place]) for place in (0, 2))
            start = builder.add(builder.mul(arguments[3], builder.extract_value(from_array.shape, 1)), arguments[4])
            call(builder, FETCH, builder.gep(to_array.data, [arguments[1]]), builder.gep(from_array.data, [start]))
            return context.get_dummy_value()

        return types.void(shared, types.int64, source, types.int64, types.int64), generate

    @intrinsic
    def await_words(typing_context: Any) -> Any:
        """Everything that this lane has fetched is there; other lanes see it after `syncwarp`."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            call(builder, "cp.async.wait_all;")
            return context.get_dummy_value()

        return types.void(), generate
