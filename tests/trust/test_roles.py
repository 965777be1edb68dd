"""Who may name what: visitors and models name our own bots; programs and files are named on the person's own command line only."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import sevenhex
from sevenhex import bots
from sevenhex.bots import BotError
from sevenhex.server.table import bot_pool

PACKAGE = Path(sevenhex.__file__).parent
# The entrances at which a name comes from somebody else. A new one belongs here.
ENTRANCES = [*sorted((PACKAGE / "server").rglob("*.py")), PACKAGE / "study" / "seats.py", PACKAGE / "commands" / "mcp.py"]


@pytest.mark.parametrize("make", [bots.make_own, lambda name: bot_pool.make(name, None, 1)], ids=["own", "server"])
@pytest.mark.parametrize("name", ["exec:{run}", "net:{file}", "EXEC:{run}", " exec:{run}", "exec:", "net:", "planner/../x", "", ":normal"])
def test_a_name_from_others_never_runs_or_opens_anything(tmp_path, make, name):
    mark, file = tmp_path / "ran", tmp_path / "net.npz"
    file.write_bytes(b"")
    with pytest.raises(BotError, match="There is no bot"):
        make(name.format(run=f"touch {mark}", file=file))
    assert not mark.exists()


def test_our_own_bots_are_made_with_their_levels():
    assert [bots.make_own(name).name for name in bots.names()] == bots.names()
    assert bots.make_own("planner:quick").level == "quick"
    with pytest.raises(BotError, match="no level"):
        bots.make_own("planner:exec")


def test_entrances_make_bots_only_by_the_function_for_others():
    """`bots.make` runs what it is told, so no module that others reach may call it, whatever it is called there."""
    assert len(ENTRANCES) > 50
    for source in ENTRANCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and "bots" in (node.module or ""):
                assert not {"make", "EXTERNAL"} & {name.name for name in node.names}, source
                assert not (node.module or "").endswith(("external", "bots.network")), source
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "bots":
                assert node.attr not in ("make", "hint"), source


def test_every_promise_names_a_test_that_exists():
    root = PACKAGE.parents[1]
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (root / "docs" / "security.md").read_text("utf-8"))
    assert len([test for _, test in named if test]) >= 5
    for file, test in named:
        assert (root / file).exists(), file
        assert not test or f"def {test}(" in (root / file).read_text("utf-8"), f"{file}::{test}"
