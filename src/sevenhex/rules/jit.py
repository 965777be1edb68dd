"""Where the rules meet Numba: how a rule becomes machine code, and how it stays plain Python.

`NUMBA_DISABLE_JIT=1` leaves every rule an ordinary Python function, for debugging and for the parity tests.
`SEVENHEX_BOUNDSCHECK=1` compiles every index with a check: outside its array (below zero too) it is an IndexError.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numba
from numba.core import caching, cgutils, types
from numba.extending import intrinsic, models, register_model
from numba.np import arrayobj

Function = TypeVar("Function", bound=Callable[..., Any])  # a compiled function keeps its Python signature for type checkers
Scratch: TypeAlias = list[int]  # compiled, an address
Four: TypeAlias = tuple[float, ...]  # compiled, a register

COMPILED = not numba.config.DISABLE_JIT
CHECKED = COMPILED and os.environ.get("SEVENHEX_BOUNDSCHECK", "0") not in ("", "0")
SCRATCH_WORDS = 240  # 64-bit words of a scratch memory
PACKAGE = Path(__file__).parent.parent
IMPORT = re.compile(rb"^(?:from\s+(\.*)([\w.]*)\s+import\s+(\([^)]*\)|[^\n#]*)|import\s+([\w.]+))", re.MULTILINE)
NAME = re.compile(rb"(\w+)(?:\s+as\s+\w+)?\s*(?:,|\)|$)")


def cache_home() -> Path:
    """Where compiled rules are kept between starts (SEVENHEX_CACHE overrides it)."""
    given = os.environ.get("SEVENHEX_CACHE")
    if given:
        return Path(given)
    import platformdirs  # a GPU machine that only borrows the sources may lack it

    return platformdirs.user_cache_path("sevenhex", appauthor=False)


# --- which sources a function's machine code is made of


def _module(place: Path) -> Iterator[Path]:
    """The source of the module at this place, if it is one of ours."""
    for source in (place.with_name(place.name + ".py"), place / "__init__.py"):
        if source.is_file():
            yield source


@cache
def _imports(source: Path) -> tuple[Path, ...]:
    """The modules that a source imports when it is loaded: those of the package, and (for tests) those beside it."""
    found: list[Path] = []
    for dots, module, names, plain in IMPORT.findall(source.read_bytes()):
        name = (plain or module).decode()
        if dots:
            base = source.parents[len(dots) - 1]
        else:
            base = PACKAGE.parent if name.split(".")[0] == PACKAGE.name else source.parent
        place = base.joinpath(*filter(None, name.split(".")))
        found += _module(place)
        if place.is_dir():
            for part in NAME.findall(names):
                found += _module(place / part.decode())
    return tuple(found)


@cache
def digest(*sources: Path) -> str:
    """One name for the content of these sources and of all that they import, wherever they lie.

    Numba compiles called functions and constants in, and does not see when they change.
    """
    todo, known = list(sources), set(sources)
    while todo:
        for each in _imports(todo.pop()):
            if each not in known:
                known.add(each)
                todo.append(each)
    seen = hashlib.sha256(f"{numba.__version__} {CHECKED}".encode())
    for text in sorted(source.name.encode() + b"\0" + source.read_bytes() for source in known):
        seen.update(hashlib.sha256(text).digest())
    return seen.hexdigest()[:16]


class _ByContent(caching._CacheLocator):  # type: ignore[misc]
    """Machine code is found by what its sources say, so that a second copy of them in another folder finds it too."""

    def __init__(self, source: Path, line: int) -> None:
        self.source, self.line = source, line
        self._py_file = str(source)  # Numba's warnings ask for it

    def get_cache_path(self) -> str:
        parent = self.source.parent
        name = ".".join((*parent.relative_to(PACKAGE).parts, self.source.stem)) if PACKAGE in self.source.parents else self.source.stem
        return str(cache_home() / f"{name}-{digest(self.source)}")

    def get_source_stamp(self) -> str:
        return digest(self.source)

    def get_disambiguator(self) -> str:
        return str(self.line)

    @classmethod
    def from_function(cls, function: Any, file: str) -> _ByContent:
        return cls(Path(file).resolve(), function.__code__.co_firstlineno)


class _CacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_ByContent,)


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl

    def save_overload(self, signature: Any, data: Any) -> None:
        """Where nothing may be written (a server's workers), it is compiled again the next time."""
        with contextlib.suppress(PermissionError):
            super().save_overload(signature, data)


@cache
def can_keep() -> bool:
    """Can machine code be written to disk here?"""
    try:
        cache_home().mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(cache_home(), os.W_OK)


def rule(function: Function) -> Function:
    """Compile a function over the state record; the machine code is kept until a source that it is made of changes.

    It makes no array and returns none, so references are not counted: else every call would count each array argument up and down by atomic
    operations (docs/quickpaths.md says what that costs).
    """
    return _compiled(function, widened=True, _nrt=False)


def exact(function: Function) -> Function:
    """The same, compiled anew for every width and constant that it is called with: bytes are then written many at a time."""
    return _compiled(function, widened=False, _nrt=False)


def allocating(function: Function) -> Function:
    """A rule that makes arrays for its own use."""
    return _compiled(function, widened=True, _nrt=True)


def floating(function: Function) -> Function:
    """A rule over numbers with fractions, whose sums may be taken in any order: many at a time."""
    return _compiled(function, widened=True, _nrt=False, fastmath={"reassoc", "nsz", "contract"})


def _wide(kind: Any) -> Any:
    """The type that an argument is compiled for: fields of a state, constants and enumerations are all integers of one width."""
    kind = getattr(kind, "literal_type", kind)
    if isinstance(kind, types.IntEnumMember):
        kind = kind.dtype
    return types.int64 if kind in types.signed_domain else kind


def _compiled(function: Function, widened: bool, **options: Any) -> Function:
    compiled: Any = numba.njit(nogil=True, error_model="numpy", boundscheck=CHECKED, **options)(function)
    if COMPILED and widened:
        # else it is compiled again for every mixture of widths and constants that it is called with: twice the time of a first start
        compile_for = compiled.compile
        compiled.compile = lambda kinds: compile_for(tuple(map(_wide, kinds)) if isinstance(kinds, tuple) else kinds)
    if COMPILED and can_keep() and Path(function.__code__.co_filename).is_file():
        compiled._cache = _Cache(function)
    result: Function = compiled
    return result


if CHECKED:

    def _exact_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        """No index counts from the end: the rules never do so, and GPU kernels are compiled without it."""
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = _exact_index


# Type checkers read the plain Python below: Numba's own types say nothing to them.
if COMPILED and not TYPE_CHECKING:
    ir: Any = import_module("llvmlite.ir")

    @intrinsic
    def lowest_bit(typing_context: Any, word: Any) -> Any:
        """Index of the lowest set bit of a non-zero word."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zero_is_undefined = context.get_constant(types.boolean, not CHECKED)  # checked, a zero gives 64, which no array holds
            return builder.cttz(arguments[0], zero_is_undefined)

        return types.int64(types.int64), generate

    @intrinsic
    def count_bits(typing_context: Any, word: Any) -> Any:
        """How many bits of a word are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def scratch(typing_context: Any) -> Any:
        """`SCRATCH_WORDS` numbers on a function's stack, not cleared: on a GPU no array could be made there."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            with builder.goto_entry_block():
                place = builder.alloca(ir.ArrayType(ir.IntType(64), SCRATCH_WORDS))
            return builder.ptrtoint(place, ir.IntType(64))

        return types.int64(), generate

    def _address(context: Any, builder: Any, memory: Any, place: Any) -> Any:
        if CHECKED:
            cgutils.do_boundscheck(context, builder, place, place.type(SCRATCH_WORDS))
        return builder.gep(builder.inttoptr(memory, ir.IntType(64).as_pointer()), [place])

    @intrinsic
    def store(typing_context: Any, memory: Any, place: Any, number: Any) -> Any:
        """Write a number into scratch memory."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.store(arguments[2], _address(context, builder, arguments[0], arguments[1]))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), generate

    @intrinsic
    def load(typing_context: Any, memory: Any, place: Any) -> Any:
        """Read a number from scratch memory."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load(_address(context, builder, arguments[0], arguments[1]))

        return types.int64(types.int64, types.int64), generate

    # --- four numbers at once, side by side in one register: what each of them becomes is what it would become alone

    class FourType(types.Type):
        """Four float64."""

        def __init__(self) -> None:
            super().__init__(name="Four")

    FOUR = FourType()
    REGISTER: Any = ir.VectorType(ir.DoubleType(), 4)

    @register_model(FourType)
    class _FourModel(models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, REGISTER)

    def _place(number: int) -> Any:
        return ir.Constant(ir.IntType(32), number)

    def _filled(builder: Any, numbers: Any) -> Any:
        word = ir.Constant(REGISTER, ir.Undefined)
        for place, each in enumerate(numbers):
            word = builder.insert_element(word, each, _place(place))
        return word

    @intrinsic
    def four(typing_context: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
        """Four numbers."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _filled(builder, arguments)

        return FOUR(types.float64, types.float64, types.float64, types.float64), generate

    @intrinsic
    def same4(typing_context: Any, number: Any) -> Any:
        """Four times this number."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _filled(builder, [arguments[0]] * 4)

        return FOUR(types.float64), generate

    def _pairwise(operation: str) -> Any:
        @intrinsic
        def each(typing_context: Any, left: Any, right: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return getattr(builder, operation)(arguments[0], arguments[1])

            return FOUR(FOUR, FOUR), generate

        return each

    plus4, minus4, times4, over4 = (_pairwise(operation) for operation in ("fadd", "fsub", "fmul", "fdiv"))

    @intrinsic
    def if_more4(typing_context: Any, left: Any, right: Any, then: Any, otherwise: Any) -> Any:
        """Of each pair the one or the other, as the left number is more than the right one or not."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.select(builder.fcmp_ordered(">", arguments[0], arguments[1]), arguments[2], arguments[3])

        return FOUR(FOUR, FOUR, FOUR, FOUR), generate

    @intrinsic
    def differ4(typing_context: Any, left: Any, right: Any) -> Any:
        """Does any of them differ?"""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            bits = builder.bitcast(builder.fcmp_unordered("!=", arguments[0], arguments[1]), ir.IntType(4))
            return builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(4), 0))

        return types.boolean(FOUR, FOUR), generate

    @intrinsic
    def parts4(typing_context: Any, word: Any) -> Any:
        """The four numbers."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.make_tuple(builder, signature.return_type, [builder.extract_element(arguments[0], _place(n)) for n in range(4)])

        return types.containers.UniTuple(types.float64, 4)(FOUR), generate

else:

    def scratch() -> Scratch:
        """Room for `SCRATCH_WORDS` numbers while a function runs."""
        return [0] * SCRATCH_WORDS

    def store(memory: Scratch, place: int, number: int) -> None:
        """Write a number into scratch memory."""
        memory[place] = number

    def load(memory: Scratch, place: int) -> int:
        """Read a number from scratch memory."""
        return memory[place]

    def lowest_bit(word: int) -> int:
        """Index of the lowest set bit of a non-zero word."""
        return (int(word) & -int(word)).bit_length() - 1

    def count_bits(word: int) -> int:
        """How many bits of a word are set."""
        return int(word).bit_count()

    def four(*numbers: float) -> Four:
        """Four numbers."""
        return numbers

    def same4(number: float) -> Four:
        """Four times this number."""
        return (number,) * 4

    def plus4(left: Four, right: Four) -> Four:
        return tuple(one + other for one, other in zip(left, right, strict=True))

    def minus4(left: Four, right: Four) -> Four:
        return tuple(one - other for one, other in zip(left, right, strict=True))

    def times4(left: Four, right: Four) -> Four:
        return tuple(one * other for one, other in zip(left, right, strict=True))

    def over4(left: Four, right: Four) -> Four:
        return tuple(one / other for one, other in zip(left, right, strict=True))

    def if_more4(left: Four, right: Four, then: Four, otherwise: Four) -> Four:
        """Of each pair the one or the other, as the left number is more than the right one or not."""
        return tuple(yes if one > other else no for one, other, yes, no in zip(left, right, then, otherwise, strict=True))

    def differ4(left: Four, right: Four) -> bool:
        """Does any of them differ?"""
        return left != right

    def parts4(word: Four) -> Four:
        """The four numbers."""
        return word
