"""The one place that reaches into numba-cuda's insides, and why it must: GPU code made its usual way is a half to a third as fast.

What is wanted of the compiler, for kernels of this package only:

* what is known of a record beforehand is a constant (`Known`);
* the rules never index from the end, so negative indices need no code;
* tables go to global memory, once each: lanes read different rows at a time, and constant memory serves one row at a time and holds 64 kB;
* rare and long functions stay functions (`Form.kept`), or one kernel would outgrow the instruction cache;
* loops stay loops (`roll`), for the same reason;
* a function that stays one is compiled once, for wide integers, not again for each kind of argument (`Form.one_form`).

Three functions of numba-cuda are replaced once, when this module is loaded, by ones that do the same as before unless the calling thread is
inside `shaped`; nothing is changed and changed back. Compiling goes one at a time. As insides are used, the versions are bounded.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

from numba import config, types

from sevenhex.errors import SevenhexError

SIMULATED = bool(config.ENABLE_CUDASIM)
WORD = 8  # bytes; records travel as words
VERSIONS = ((0, 30), (0, 31))  # of numba-cuda: from, up to but not including
ANY_VERSION = "SEVENHEX_ANY_NUMBA_CUDA"  # set it to try another one

TABLE = re.compile(r'^(@"?_cudapy_cmem[\w.]*"?) = internal addrspace\(4\) constant (\[\d+ x i8\]) (.*?)(?:, align \d+)?$', re.MULTILINE)
TABLE_USE = re.compile(r'@"?_cudapy_cmem[\w.]*"?')
LABEL = re.compile(r'^("?)([\w.$-]+)\1:')
GOAL = re.compile(r'label %("?)([\w.$-]+)\1')
FIRST_LOOP = 900_000  # numbers of metadata that Numba does not reach


@dataclass(frozen=True)
class Form:
    """How code is made."""

    kept: tuple[str, ...] = ()  # functions that stay functions
    one_form: bool = True
    rolled: bool = True


FORM: ContextVar[Form | None] = ContextVar("form", default=None)
LOCK = threading.RLock()


def check_version(found: str) -> None:
    """Complain about a numba-cuda whose insides are not known."""
    number = tuple(int(part) for part in re.findall(r"\d+", found)[:2])
    if not VERSIONS[0] <= number < VERSIONS[1] and not os.environ.get(ANY_VERSION):
        low, high = (".".join(map(str, version)) for version in VERSIONS)
        raise SevenhexError(
            f"GPU kernels build on insides of numba-cuda {low} (below {high}); {found} is installed. "
            f"Expected `pip install 'numba-cuda>={low},<{high}'`; {ANY_VERSION}=1 tries it all the same."
        )


@contextmanager
def shaped(form: Form) -> Iterator[None]:
    """What this thread compiles in here is made in this form."""
    with LOCK:
        token = FORM.set(form)
        try:
            yield
        finally:
            FORM.reset(token)


# --- the code as text


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


# --- what is replaced


Known: Any = None  # the simulator knows no types

if not SIMULATED:
    check_version(metadata.version("numba-cuda"))
    from numba.core.datamodel import models
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.extending import register_model
    from numba.cuda.np.arrayobj import lower_getattr_generic, record_getattr

    ARRAYS: Any = sys.modules["numba.cuda.np.arrayobj"]
    ir: Any = import_module("llvmlite.ir")

    class KnownRecord(types.Record):  # type: ignore[misc]
        """A record some of whose fields have values that the compiler knows."""

        def __init__(self, record: Any, constants: dict[str, int]) -> None:
            self.constants = constants
            fields = [(name, {"type": f.type, "offset": f.offset, "alignment": f.alignment}) for name, f in record.fields.items()]
            super().__init__(fields, record.size, record.aligned)
            key = f"{sorted(constants.items())} {record.name}"
            self.name = "Known" + hashlib.sha256(key.encode()).hexdigest()[:24]

        def can_convert_to(self, typing_context: Any, other: Any) -> Any:
            """To nothing: Numba would take a record that begins alike, with another game's constants."""
            return None

    Known = KnownRecord
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

    reads_field: Callable[[Callable[..., Any]], Any] = lower_getattr_generic(Known)

    @reads_field
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

    usual_compile, usual_index, usual_call = nvvm.compile_ir, ARRAYS.fix_integer_index, dispatcher.CUDADispatcher.get_call_template

    def compile_ir(codes: str | list[str], **options: Any) -> Any:
        form = FORM.get()
        if form is None:
            return usual_compile(codes, **options)
        shaped_codes = [shape_code(code, form.kept) for code in ([codes] if isinstance(codes, str) else codes)]
        return usual_compile([roll(code) for code in shaped_codes] if form.rolled else shaped_codes, **options)

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if FORM.get() is None:
            return usual_index(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def get_call_template(self: Any, arguments: Any, keywords: Any) -> Any:
        form = FORM.get()
        return usual_call(self, tuple(map(wide, arguments)) if form is not None and form.one_form else arguments, keywords)

    nvvm.compile_ir, ARRAYS.fix_integer_index = compile_ir, fix_integer_index
    dispatcher.CUDADispatcher.get_call_template = get_call_template
