"""docs/architecture.md names files that exist, keeps its walks short, and has a row for every package."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "sevenhex"
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w*][\w./*-]*/?")
PLACEHOLDERS = {"bots/NAME.py", "commands/NAME.py", "web/src/words/XX.ts", "XX.ts", "rulebook/texts/XX.toml"}
ENDINGS = (".py", ".toml", ".ts", ".svelte", ".css", ".md", ".sh", "/")
# the most steps of each walk (none may go back)
WALKS = {"## One action, from a click to every browser": 15, "**A decision of `master`**": 8, "**A review**": 8}
CHANGES = 10


@cache
def files() -> frozenset[str]:
    """Every file and folder (with a slash behind it) that the pages may name, by its path in the repository."""
    tops = ("src", "web/src", "docs", "tests", "benchmarks", "scripts", "examples", "training")
    found = [*ROOT.glob("*"), *(ROOT / "web").glob("*"), *(path for top in tops for path in (ROOT / top).rglob("*"))]
    kept = [path for path in found if "node_modules" not in path.parts and "__pycache__" not in path.parts]
    return frozenset(path.relative_to(ROOT).as_posix() + "/" * path.is_dir() for path in kept)


def matching(name: str) -> list[str]:
    """The files that are meant: a path is named from the repository, the package or the page."""
    pattern = re.compile("(.*/)?" + re.escape(name).replace(r"\*", "[^/]*"))
    return [path for path in files() if pattern.fullmatch(path)]


def named(line: str) -> list[str]:
    """What stands in code marks and looks like a path."""
    return [code for code in CODE.findall(line) if PATH.fullmatch(code) and code.endswith(ENDINGS) and code not in PLACEHOLDERS]


def missing(line: str) -> list[str]:
    """Paths that are not there. A module by its name alone stands in a folder that the same line names, or one above, or at the top."""
    names = named(line)
    folders = {
        path.rstrip("/") if name.endswith("/") else path.rpartition("/")[0] for name in names if "/" in name for path in matching(name)
    }
    folders |= {folder.rpartition("/")[0] for folder in folders} | {"", "src/sevenhex"}
    return [name for name in names if not any("/" in name or path.rpartition("/")[0] in folders for path in matching(name))]


@pytest.mark.parametrize("line", [line for line in TEXT.splitlines() if named(line)])
def test_a_path_that_is_named_exists(line: str) -> None:
    assert missing(line) == []


def test_paths_are_found_and_missed() -> None:
    assert sum(len(named(line)) for line in TEXT.splitlines()) > 250
    assert missing("`server/table/table.py`, `room.py`, `web/`; `editions/*.toml`; `docs/`") == []
    assert missing("`server/table/table.py`, `legal.py`; `table/tables.py`; `le.py`; `editions/*.json`") == [
        "legal.py",
        "table/tables.py",
        "le.py",
    ]


def section(start: str) -> str:
    """What follows a heading, up to the next one or the next bold beginning of a line."""
    begin = TEXT.index(start) + len(start)
    end = re.compile(r"^(#|\*\*)", re.MULTILINE).search(TEXT, begin)
    return TEXT[begin : end.start() if end else None]


@pytest.mark.parametrize(("start", "most"), WALKS.items())
def test_a_walk_is_short(start: str, most: int) -> None:
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", section(start), re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert 3 < len(steps) <= most


def rows(start: str) -> list[str]:
    return re.findall(r"^\| (.+?) \|", section(start), re.MULTILINE)[1:]


def test_ten_changes_and_their_files() -> None:
    changes = rows("## Ten changes, and the files to touch")
    assert len(changes) == CHANGES
    assert len(rows("## Words")) > 10


def test_every_package_stands_in_the_picture() -> None:
    picture = TEXT[TEXT.index("\n    commands") : TEXT.index("A package imports")]
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages - set(re.findall(r"\w+", picture)) == set()
