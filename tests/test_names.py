"""One name, one meaning: names that were given up do not come back, and comments keep to plain English."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "benchmarks", "scripts", "tests")
SOURCES = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py") if file != Path(__file__))
# what says it now; nothing where it was one of several odd words
GIVEN_UP = {
    "Effort": "SearchEffort, MasterEffort or ReviewEffort", "PAGES": "SCRATCH_WORDS", "arranged": "layout", "doubt": "uncertainty",
    "eyes": "viewer", "notebook": "scratch", "patient": "same_thread", "understood": "resolve_level",
    "wishes": "policy_scores",
} | dict.fromkeys(
    (
        "Believed", "Doors", "House", "MOTHER", "bury", "grown", "is_own_affair", "is_published", "labour", "meet", "still", "still_so",
        "take_up", "thinks", "trade_gladly", "turned", "went", "whoever",
    ),
    "a plain word",
)  # fmt: skip
# good words elsewhere, given up in one place
THERE = {
    "rules/jit.py": {"noted": "load"},
    "rules/legal.py": {"kept": "mask_if"},
    "rules/routes.py": {"survey": "component_of"},
    "rules/snapshot.py": {"arranged": "layout", "numbers": "int_members", "take": "snapshot_of"},
    "observation/menu.py": {"STEADY": "a name that is no bot's"},
}
TABLES = ("server/table/table.py", "tests/positions.py")  # the one class of this name, and what tests lay by hand
WORD = re.compile(r"\w+")
DIALECT = re.compile(r"\b(whoever|told|by itself|through the eyes of)\b", re.IGNORECASE)


def names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """What a module names itself: functions, classes, arguments, variables, attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.alias(asname=str()):
                yield str(node.asname), node.lineno


def given_up(text: str, place: str) -> list[str]:
    words = GIVEN_UP | THERE.get(place, {}) | ({} if place in TABLES else {"Table": "which table"})
    if not words.keys() & set(WORD.findall(text)):
        return []
    return sorted(f"{place}:{line}: {name}, say {words[name]}" for name, line in names(ast.parse(text)) if name in words)


def prose(text: str) -> Iterator[tuple[str, int]]:
    """Comments and docstrings; strings that are printed or sent are for people and may say more."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string, token.start[0]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or "", getattr(node, "lineno", 1)


def dialect(text: str, place: str) -> list[str]:
    if not DIALECT.search(text):
        return []
    return [f"{place}:{line}: {found[0]!r}" for part, line in prose(text) if (found := DIALECT.search(part))]


def place(file: Path) -> str:
    return file.relative_to(ROOT).as_posix().removeprefix("src/sevenhex/")


@pytest.mark.parametrize("find", [given_up, dialect])
def test_names_and_words_that_were_given_up_do_not_come_back(find):
    assert len(SOURCES) > 650
    assert [line for file in SOURCES for line in find(file.read_text(encoding="utf-8"), place(file))] == []


def test_a_name_that_comes_back_is_found():
    assert given_up("def still():\n    self.eyes = kept = 1\n", "rules/legal.py") == [
        "rules/legal.py:1: still, say a plain word",
        "rules/legal.py:2: eyes, say viewer",
        "rules/legal.py:2: kept, say mask_if",
    ]
    assert given_up("class Table: ...\n", TABLES[0]) == []
    assert given_up("class Table: ...\n", "env/table.py") == ["env/table.py:1: Table, say which table"]


def test_dialect_is_found_in_comments_and_docstrings_only():
    text = '"""Sent to whoever asks."""\nprint("Whoever asks is told.")  # by itself\n'
    assert dialect(text, "a.py") == ["a.py:2: 'by itself'", "a.py:1: 'whoever'"]
