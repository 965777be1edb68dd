"""Which test proves which clause: `@clause("PROD-4")` on a test, `python tests/clauses.py` for the table.

The table is read from the sources of the tests, so it is the same whatever part of the suite runs and wherever.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sevenhex.clauses import clauses

TESTS = Path(__file__).parent

# the contract: a clause that disappears from the package's list must disappear here too, on purpose
SIZES = {
    "COMP": 9,
    "SETUP": 14,
    "TURN": 5,
    "PROD": 5,
    "SEVEN": 2,
    "ROB": 5,
    "TRADE": 8,
    "BUILD": 5,
    "ROUTE": 6,
    "DEV": 8,
    "WIN": 5,
    "PAIR": 5,
    "HOUSE": 6,
}
KNOWN = tuple(f"{group}-{number}" for group, size in SIZES.items() for number in range(1, size + 1))


def refuse_unknown(ids: tuple[object, ...]) -> None:
    """A misspelt number is an error, never a silent gap."""
    unknown = [repr(given) for given in ids if given not in KNOWN]
    if unknown or not ids:
        raise ValueError(f"unknown clause {', '.join(unknown) or '(none given)'}; known are {', '.join(KNOWN)}")


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses that it proves."""
    refuse_unknown(ids)
    return pytest.mark.clause(*ids)


def named(node: ast.AST) -> Iterator[str]:
    """The clause numbers in calls of `clause(...)` anywhere below a decorator or an assignment."""
    for call in ast.walk(node):
        if not isinstance(call, ast.Call):
            continue
        function = call.func
        name = function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
        if name != "clause":
            continue
        for given in call.args:
            if not (isinstance(given, ast.Constant) and isinstance(given.value, str)):
                raise ValueError(f"line {call.lineno}: clause numbers are written out as plain strings")
            yield given.value


def in_body(body: list[ast.stmt], prefix: str, inherited: set[str]) -> Iterator[tuple[str, str]]:
    """(clause, test) for every test function in a module's or a class's body."""
    everywhere = set(inherited)
    for statement in body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets
        ):
            everywhere.update(named(statement.value))
    for statement in body:
        if isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            own = {given for decorator in statement.decorator_list for given in named(decorator)}
            yield from in_body(statement.body, f"{prefix}::{statement.name}", everywhere | own)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name.startswith("test"):
            own = {given for decorator in statement.decorator_list for given in named(decorator)}
            for given in sorted(everywhere | own):
                yield given, f"{prefix}::{statement.name}"


def table(folder: Path = TESTS) -> dict[str, list[str]]:
    """Every clause with the tests that carry its number."""
    found: dict[str, list[str]] = {known: [] for known in clauses()}
    for source in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(source.read_text(encoding="utf-8"), filename=str(source))
        for given, test in in_body(tree.body, source.relative_to(folder).as_posix(), set()):
            refuse_unknown((given,))
            found.setdefault(given, []).append(test)
    return found


def main() -> None:
    """Print the table; exit with 1 when a clause has no test."""
    from sevenhex.rulebook.texts import language  # here, for every test reads this module

    titles, missing = language("en").clauses, 0
    for known, tests in table().items():
        missing += not tests
        print(f"{known:9} {titles[known][0]}")
        for test in tests or ["- no test -"]:
            print(f"{'':9}   {test}")
    print(f"\n{len(KNOWN) - missing} of {len(KNOWN)} clauses have a test")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
