"""Imports point one way (docs/architecture.md), and importing the package costs nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import sevenhex

PACKAGE = Path(sevenhex.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))

# a module may import from its own package and from those that stand before it; every package and every top-level module has its place
LAYERS = (
    *("__init__", "errors", "clauses", "processes", "rating", "rules", "editions", "playout", "notation"),
    *("protocol", "knowledge", "game", "rulebook", "observation", "search", "nets", "bots", "env"),
    *("arena", "oracle", "tools", "study", "learn", "server", "commands", "cli", "__main__"),
)
LAYER = {name: depth for depth, name in enumerate(LAYERS)}
# the same for the server's rooms, names that are only needed for types included
ROOMS = ("base", "store", "cluster", "table", "review", "people", "clubs", "socket", "web", "app")
KNOWS_NUMBA = ("rules/jit.py", "env/prefetch.py", "env/gpu/")
NOT_PURE = {"asyncio", "datetime", "io", "multiprocessing", "random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"}


def place(source: Path) -> str:
    return source.relative_to(PACKAGE).as_posix()


def part(module: str) -> str:
    """`sevenhex.rules.ids` belongs to `rules`; a name taken from the package itself belongs where it is exported from."""
    pieces = module.split(".")
    if len(pieces) == 1:
        return "__init__"
    return sevenhex.EXPORTS.get(pieces[1], pieces[1]).split(".")[0] if pieces[1] != "__version__" else "__init__"


def only_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imported(tree: ast.AST, home: list[str], types: bool = False) -> Iterator[str]:
    """Full names of everything a module imports, inside functions too; `home` is the package that it stands in."""
    for node in ast.iter_child_nodes(tree):
        if only_for_types(node) and not types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level + 1] if node.level else []
            full = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{full}.{alias.name}" for alias in node.names)
        else:
            yield from imported(node, home, types)


@cache
def tree_of(source: Path) -> ast.Module:
    return ast.parse(source.read_text(encoding="utf-8"))


@cache
def imports(source: Path, types: bool = False) -> list[str]:
    return list(imported(tree_of(source), ["sevenhex", *source.relative_to(PACKAGE).parts[:-1]], types))


def owner(source: Path) -> str:
    return place(source).split("/")[0].removesuffix(".py")


def test_every_package_has_its_place():
    assert {owner(source) for source in SOURCES} == set(LAYERS)


def test_imports_point_one_way():
    """One order of all packages, so there is no cycle; imports inside functions count, those for types alone do not."""
    for source in SOURCES:
        parts = {name: part(name) for name in imports(source) if name.split(".")[0] == "sevenhex"}
        wrong = [name for name, target in parts.items() if LAYER[target] > LAYER[owner(source)]]
        assert not wrong, f"{place(source)} stands below {', '.join(wrong)} and must not import it"


SERVER = [source for source in SOURCES if place(source).startswith("server/") and source.name != "__init__.py"]


def test_rooms_of_the_server_stand_on_one_another():
    """No circle between rooms: each knows only those before it."""
    for source in SERVER:
        own = place(source).split("/")[1].removesuffix(".py")
        assert own in ROOMS, f"{place(source)} stands in no room"
        rooms = {name: name.split(".")[2] for name in imports(source, types=True) if name.startswith("sevenhex.server.")}
        wrong = [name for name, room in rooms.items() if room in ROOMS and ROOMS.index(room) > ROOMS.index(own)]
        assert not wrong, f"{place(source)} is in room {own} and must not know {', '.join(wrong)}"


def test_only_few_know_numba():
    for source in SOURCES:
        wrong = [name for name in imports(source) if name.split(".")[0] in ("numba", "llvmlite")]
        assert not wrong or place(source).startswith(KNOWS_NUMBA), (
            f"{place(source)} imports {', '.join(wrong)}; use `sevenhex.rules.jit.rule`"
        )


def test_rules_are_pure():
    for source in (each for each in SOURCES if place(each).startswith("rules/")):
        known = {"sevenhex", "numpy", "numba"} | ({"platformdirs"} if place(source) == "rules/jit.py" else set())
        outside = {name.split(".")[0] for name in imports(source)} - known
        assert outside <= sys.stdlib_module_names, f"{place(source)} needs {outside - sys.stdlib_module_names}"
        assert not outside & NOT_PURE, f"{place(source)} imports {outside & NOT_PURE}: rules have no clock, no chance and no I/O"


@pytest.mark.parametrize("module", ["sevenhex", "sevenhex.cli"])
def test_importing_is_cheap(module):
    script = f"import sys, {module}; print(sorted({{'numba', 'numpy', 'fastapi', 'sqlalchemy'}} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


@pytest.mark.parametrize("name", sorted(sevenhex.EXPORTS))
def test_every_promised_name_is_there(name):
    assert getattr(sevenhex, name).__name__


def test_an_edition_is_loaded_by_the_promised_name():
    assert sevenhex.load_edition("sixth").key == "sixth"


def test_a_missing_name_is_explained():
    with pytest.raises(AttributeError, match=r"no name 'Gamme'; it offers .*Game"):
        _ = sevenhex.Gamme
