"""A table's parts keep to themselves: only a part's own module changes its data, and only `table.py` a field of the table."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from sevenhex.server import table as room

FOLDER = Path(room.__file__).parent
SERVER = FOLDER.parent
OWNERS = {  # a part of a table, and the module that may change its data
    "listeners": "listeners",
    "answers": "answers",
    "chat": "chat",
    "presence": "presence",
    "clock": "clock",
    "undo": "undo",
    "sealing": "sealing",
    "bots": "bot_driver",
    "encoder": "encoding",
}
STORED = {"record", "seats"}  # the stored row, which commands change under the lock before they save it
TABLES = {"table", "following"}  # what a table is called
MUTATORS = {"append", "clear", "extend", "pop", "popitem", "remove", "setdefault", "sort", "update"}


def path_of(node: ast.expr) -> tuple[str, list[str]]:
    """`table.presence.votes[seat]` as its first name and the names behind it."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
        node = node.value
    return (node.id if isinstance(node, ast.Name) else ""), names[::-1]


def changed(tree: ast.AST) -> list[tuple[int, str, list[str]]]:
    """What is assigned to, deleted, or changed by a container's method."""
    found: list[tuple[int, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.Delete):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            first, names = path_of(node.func.value)
            if first in TABLES and len(names) == 1 and names[0] in OWNERS:
                continue  # a part's own method
            targets = [node.func.value]
        else:
            continue
        for target in targets:
            found += [(node.lineno, each) for each in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return [(line, *path_of(target)) for line, target in found]


def intrusions(source: str, module: str) -> list[str]:
    """Places where a module changes what is not its own."""
    wrong = []
    for line, first, names in changed(ast.parse(source)):
        if first in TABLES and names and names[0] not in STORED:
            own = OWNERS.get(names[0]) == module and len(names) > 1
        elif first in OWNERS and names:
            own = OWNERS[first] == module
        else:
            continue
        if not own:
            wrong.append(f"{module}:{line}: {'.'.join([first, *names])}")
    return wrong


def test_nobody_changes_the_data_of_another_part() -> None:
    files = [file for file in SERVER.rglob("*.py") if file != FOLDER / "table.py"]
    assert len(files) > 100
    assert {file: wrong for file in files if (wrong := intrusions(file.read_text(encoding="utf-8"), file.stem))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "table.version = 3",
        "table.presence.votes[1] = 'wait'",
        "presence.gone |= {}",
        "table.chat.lines.append(line)",
        "del table.bots.task",
        "a, table.undo.request = 1, None",
    ],
)
def test_an_intrusion_is_seen(source: str) -> None:
    assert len(intrusions(source, "lobby")) == 1


@pytest.mark.parametrize(
    "source", ["table.record.words[1] = 'x'", "table.seats[0].bot_plays = True", "table.presence.vote(1, 'wait')", "x = table.version"]
)
def test_what_is_allowed_is_allowed(source: str) -> None:
    assert intrusions(source, "lobby") == []


def test_every_part_has_a_module_of_its_own() -> None:
    tree = ast.parse((FOLDER / "table.py").read_text(encoding="utf-8"))
    fields = {names[0].removeprefix("_") for _, first, names in changed(tree) if first == "self" and len(names) == 1}
    assert set(OWNERS) <= fields
    assert all((FOLDER / f"{module}.py").exists() for module in OWNERS.values())
