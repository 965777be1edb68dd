"""How rules become good GPU code: a smaller record, facts compiled in, tables in global memory, and calls kept as calls.

The rules themselves are the CPU's functions, untouched. What a GPU wants is said here, to the compiler:

* a game of four on the small island needs no room for six on the large one (`compact`);
* what never changes in a game (players, island, options) is a constant to the compiler (`Known`);
* the rules never index from the end, so negative indices need no code;
* tables go to global memory, once each: lanes read different rows at a time, and constant memory serves one row at a time and holds 64 kB;
* rare and long functions stay functions (`Build.kept`), or one kernel would outgrow the instruction cache;
* loops stay loops (`roll`), for the same reason;
* a function that stays one is compiled once, for wide integers, not again for each kind of argument (`one_form`).
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
from numba import config, cuda, from_dtype, types
from numpy.typing import NDArray

from sevenhex.rules.ids import MAX_CORNERS, MAX_EDGES, MAX_HEXES, MAX_SEATS, Pairing
from sevenhex.rules.state import OPTIONS, RECORD, State
from sevenhex.rules.topology import CORNERS, EDGES, HEXES

from ..notes import NOTES

SIMULATED = bool(config.ENABLE_CUDASIM)
WORD = 8  # bytes; records travel as words
FIXED = ("players", "island", *(name for name, _ in OPTIONS))
TALK = ("offer", "proposal", "answer")  # the open words of a trade

TABLE = re.compile(r'^(@"?_cudapy_cmem[\w.]*"?) = internal addrspace\(4\) constant (\[\d+ x i8\]) (.*?)(?:, align \d+)?$', re.MULTILINE)
TABLE_USE = re.compile(r'@"?_cudapy_cmem[\w.]*"?')
LABEL = re.compile(r'^("?)([\w.$-]+)\1:')
GOAL = re.compile(r'label %("?)([\w.$-]+)\1')
FIRST_LOOP = 900_000  # numbers of metadata that Numba does not reach


# --- the record


def compact(island: int, players: int, notes: bool = True) -> np.dtype[Any]:
    """State (and notes) of one game in one record, with room for exactly this island and these players."""
    room = {MAX_SEATS: players, MAX_HEXES: int(HEXES[island]), MAX_CORNERS: int(CORNERS[island]), MAX_EDGES: int(EDGES[island])}
    fields: list[Any] = []
    for source in (RECORD, NOTES) if notes else (RECORD,):
        for name in source.names or ():
            kind = source[name]
            fields.append((name, kind.base, tuple(room.get(length, length) for length in kind.shape)))
    if np.dtype(fields, align=True).itemsize // WORD % 2 == 0:
        fields.append(("spare", np.int64))  # an odd number of words, or the records of a warp lie in the same few banks of memory
    return np.dtype((np.record, np.dtype(fields, align=True)))


def state_words(island: int, players: int) -> int:
    """How many words of a compact record belong to the state; the notes follow."""
    return compact(island, players, notes=False).itemsize // WORD


def pack(states: State, island: int, players: int, notes: bool = True) -> NDArray[np.int64]:
    """States as rows of words of compact records, with empty notes if any."""
    small = np.zeros(len(states), compact(island, players, notes))
    for name in RECORD.names or ():
        part = small[name]
        part[...] = states[name][tuple(slice(0, length) for length in part.shape)]
    return small.view(np.int64).reshape(len(states), -1)


def unpack(words: NDArray[np.int64], island: int, players: int, dtype: np.dtype[Any] = RECORD) -> State:
    """The inverse of `pack`: full records (of states, or with `NOTES` of notes)."""
    small = np.ascontiguousarray(words).view(compact(island, players)).reshape(-1)
    full = np.zeros(len(small), dtype)
    for name in ("starter", "setup_corner", "corner_harbor", "harbor_edge") if dtype is RECORD else ():
        full[name] = -1
    for name in dtype.names or ():
        part = small[name]
        full[name][tuple(slice(0, length) for length in part.shape)] = part
    return full


# --- the compiler


def shape_code(text: str, functions: tuple[str, ...]) -> str:
    """LLVM code with each table once and in global memory, and with the kept functions kept."""
    names: dict[str, str] = {}

    def declare(found: re.Match[str]) -> str:
        name = f'@"sevenhex_table_{hashlib.sha256(found[3].encode()).hexdigest()[:16]}"'
        again = name in names.values()
        names[found[1]] = name
        return "" if again else f"{name} = linkonce_odr addrspace(1) constant {found[2]} {found[3]}, align {WORD}"

    text = TABLE.sub(declare, text)
    if names:
        text = TABLE_USE.sub(lambda found: names[found[0]], text).replace("addrspace(4)", "addrspace(1)")
    for kept in functions:
        pattern = rf'^(define (?:linkonce_odr )?[^@\n]*@"[^"\n]*\d{kept}B[^"\n]*"\([^\n]*\))'
        text = re.sub(pattern, r"\1 noinline", text, flags=re.MULTILINE)
    return text


def roll(text: str) -> str:
    """LLVM code whose loops are not to be unrolled: every branch back to a block that stands before it says so."""
    lines: list[str] = []
    passed: set[str] = set()
    loops: list[str] = []
    for line in text.split("\n"):
        if line.startswith("define "):
            passed.clear()
        elif label := LABEL.match(line):
            passed.add(label[2])
        elif line.lstrip().startswith("br ") and any(goal in passed for _, goal in GOAL.findall(line)):
            loop = f"!{FIRST_LOOP + 1 + len(loops)}"
            loops.append(f"{loop} = distinct !{{{loop}, !{FIRST_LOOP}}}")
            line += f", !llvm.loop {loop}"
        lines.append(line)
    if loops:
        lines += [f'!{FIRST_LOOP} = !{{!"llvm.loop.unroll.disable"}}', *loops]
    return "\n".join(lines)


if not SIMULATED:
    from numba.core.datamodel import models
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.extending import register_model
    from numba.cuda.np.arrayobj import lower_getattr_generic, record_getattr

    ARRAYS: Any = sys.modules["numba.cuda.np.arrayobj"]
    ir: Any = import_module("llvmlite.ir")

    class Known(types.Record):  # type: ignore[misc]
        """A record some of whose fields have values that the compiler knows."""

        def __init__(self, record: Any, constants: dict[str, int]) -> None:
            self.constants = constants
            fields = [(name, {"type": f.type, "offset": f.offset, "alignment": f.alignment}) for name, f in record.fields.items()]
            super().__init__(fields, record.size, record.aligned)
            said = f"{sorted(constants.items())} {record.name}"
            self.name = "Known" + hashlib.sha256(said.encode()).hexdigest()[:24]

        def can_convert_to(self, typing_context: Any, other: Any) -> Any:
            """To nothing: Numba would take a record that begins alike, with another game's constants."""
            return None

    register_model(Known)(models.RecordModel)

    def zeros(builder: Any, size: int, kind: Any) -> Any:
        """A pointer to a record of nothing but zeros, which the compiler sees through."""
        name, form = f"sevenhex_zeros_{size}", ir.ArrayType(ir.IntType(8), size)
        found = builder.module.globals.get(name)
        if found is None:
            found = ir.GlobalVariable(builder.module, form, name, addrspace=nvvm.ADDRSPACE_CONSTANT)
            found.linkage, found.global_constant, found.align = "internal", True, WORD
            found.initializer = ir.Constant(form, None)
        return builder.bitcast(builder.addrspacecast(found, ir.PointerType(form), "generic"), kind)

    @lower_getattr_generic(Known)
    def known_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
        if name in kind.constants:
            field = kind.typeof(name)
            if not isinstance(field, types.NestedArray):
                return context.get_constant(field, kind.constants[name])
            value = zeros(builder, kind.size, value.type)
        return record_getattr(context, builder, kind, value, name)

    def wide(kind: Any) -> Any:
        """The type that a kept function is compiled for where it is called with this one."""
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

    @contextmanager
    def shaped(kept: tuple[str, ...] = (), one_form: bool = True, rolled: bool = True) -> Iterator[None]:
        """Compile what is compiled in here as the module says."""
        device_function = dispatcher.CUDADispatcher
        compile_ir, fix_index, call = nvvm.compile_ir, ARRAYS.fix_integer_index, device_function.get_call_template

        def compile_shaped(codes: str | list[str], **options: Any) -> Any:
            shaped_codes = [shape_code(code, kept) for code in ([codes] if isinstance(codes, str) else codes)]
            return compile_ir([roll(code) for code in shaped_codes] if rolled else shaped_codes, **options)

        def plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
            return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

        def wide_call(self: Any, arguments: Any, keywords: Any) -> Any:
            return call(self, tuple(map(wide, arguments)), keywords)

        nvvm.compile_ir, ARRAYS.fix_integer_index = compile_shaped, plain_index
        if one_form:
            device_function.get_call_template = wide_call
        try:
            yield
        finally:
            nvvm.compile_ir, ARRAYS.fix_integer_index, device_function.get_call_template = compile_ir, fix_index, call


def device_function(function: Any) -> Any:
    """A function that kernels call."""
    return function if SIMULATED else cuda.jit(device=True)(function)


if SIMULATED:

    def plain(array: Any) -> Any:
        """The array that the simulator wraps; compiled rules take no wrappers."""
        return getattr(array, "_ary", array)

else:

    @cuda.jit(device=True)
    def plain(array):
        """On a real device: the array itself."""
        return array


def record_type(island: int, players: int, constants: dict[str, int], notes: bool = True) -> Any:
    """What kernels call the compact record."""
    dtype = compact(island, players, notes)
    return dtype if SIMULATED else Known(from_dtype(dtype), constants)


def facts(starts: State, talk: bool) -> dict[str, int]:
    """What never changes in games that begin so; without `talk` nobody makes an offer later either."""
    found = {name: int(starts[name][0]) for name in FIXED}
    if not talk and not any(starts[name].any() for name in TALK):
        found |= dict.fromkeys(TALK, 0)
    if found["pairing"] == Pairing.NONE and not starts["part"].any():
        found["part"] = 0
    return found
