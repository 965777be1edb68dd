"""Machine code: found again by content, made anew when a source that it is made of changes, and with checks of every index on demand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sevenhex.rules import jit
from sevenhex.rules.ids import Card
from sevenhex.rules.state import RECORD

CALL = """
from sevenhex.rules.cards import total
total(5)
print(sum(total.stats.cache_hits.values()), sum(total.stats.cache_misses.values()))
"""
OUTSIDE = """
import sys
from pathlib import Path
import numpy as np
sys.path.insert(0, sys.argv[1])
import reaching
from sevenhex.rules.state import RECORD
state = np.zeros(1, RECORD)
for function, arguments in (
    (reaching.read, (state[0], 109)), (reaching.read, (state[0], -1)), (reaching.write, (state[0], 6)), (reaching.table, (7, 0)),
    (reaching.table, (0, -1)), (reaching.lowest, (np.zeros(60), 0)), (reaching.read, (state[0], 108)),
):
    try:
        function(*arguments)
        print("done")
    except IndexError:
        print("IndexError")
"""
REACHING = """
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.topology import ALL_CORNERS

@rule
def read(state, index):
    return state.road[index]

@rule
def write(state, index):
    state.order_roll[index] = 1

@rule
def table(island, word):
    return ALL_CORNERS[island, word]

@rule
def lowest(array, word):
    return array[lowest_bit(word)]
"""


MAKING = """
import numpy as np
from numba.core.errors import TypingError
from sevenhex.rules.jit import allocating, rule

def first_of_new(number):
    made = np.zeros(3, np.int64)
    made[0] = number
    return made[0]

def call_it(number):
    return compiled(number)

compiled = allocating(first_of_new)
print(rule(call_it)(7))
try:
    rule(first_of_new)(7)
except TypingError:
    print("refused")
"""


def said(script: str, *arguments: str, sources: Path = jit.PACKAGE.parent, **environment: str) -> list[str]:
    command = [sys.executable, "-c", script, *arguments]
    environment = os.environ | {"PYTHONPATH": str(sources), "NUMBA_DISABLE_JIT": "0"} | environment
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_a_second_copy_of_the_sources_finds_the_machine_code(tmp_path):
    kept = str(tmp_path / "cache")
    assert said(CALL, SEVENHEX_CACHE=kept) == ["0", "1"]
    clone = tmp_path / "clone" / "sevenhex"
    shutil.copytree(jit.PACKAGE / "rules", clone / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(jit.PACKAGE / "__init__.py", clone)
    assert said(CALL, sources=tmp_path / "clone", SEVENHEX_CACHE=kept) == ["1", "0"]
    source = clone / "rules" / "ids.py"  # what cards.py imports
    source.write_text(source.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert said(CALL, sources=tmp_path / "clone", SEVENHEX_CACHE=kept) == ["0", "1"]
    assert said(CALL, SEVENHEX_CACHE=kept, SEVENHEX_BOUNDSCHECK="1") == ["0", "1"]


def test_where_nothing_can_be_kept_rules_still_work(tmp_path):
    (tmp_path / "file").touch()
    assert said(CALL, SEVENHEX_CACHE=str(tmp_path / "file")) == ["0", "1"]  # compiled, and forgotten


@pytest.mark.parametrize("module", ["search/rollouts.py", "env/play.py", "playout/batch.py"])
def test_what_is_compiled_in_from_other_folders_counts(module):
    known, todo = set(), [jit.PACKAGE / module]
    while todo:
        source = todo.pop()
        todo += [each for each in jit._imports(source) if each not in known]
        known.update(jit._imports(source))
    assert {"playout/generator.py", "rules/apply.py", "rules/topology.py", "rules/jit.py"} <= {
        source.relative_to(jit.PACKAGE).as_posix() for source in known
    }


def test_the_switch_checks_every_index(tmp_path):
    (tmp_path / "reaching.py").write_text(REACHING, encoding="utf-8")
    expected = [*["IndexError"] * 6, "done"]
    for _ in range(2):  # compiled, and from the disk
        assert said(OUTSIDE, str(tmp_path), SEVENHEX_BOUNDSCHECK="1", SEVENHEX_CACHE=str(tmp_path / "cache")) == expected


def test_only_who_says_so_makes_arrays(tmp_path):
    """Rules count no references, so they must not own anything; one that calls an allocating function is still a rule."""
    assert said(MAKING, SEVENHEX_CACHE=str(tmp_path)) == ["7", "refused"]


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled here")
def test_a_rule_is_compiled_once_for_all_integers():
    def name_of(state, seat, card):
        return 100 * int(state.points[seat]) + 10 * seat + card

    def call(state):
        seat = state.actor  # a byte
        return name_of(state, seat, Card.MONOPOLY), name_of(state, 1, 3), name_of(state, int(seat), seat)

    state = np.zeros(1, RECORD)
    state["actor"], state["points"][0, 2] = 2, 7
    plain = name_of
    expected = (724, 13, 722)
    for decorate, machine_codes in ((jit.rule, 1), (jit.exact, 3)):
        name_of = decorate(plain)
        assert jit.rule(call)(state[0]) == expected
        assert len(name_of.signatures) == machine_codes
    once = jit.rule(plain)
    assert once(state[0], np.int8(2), 4) == once(state[0], 2, np.int64(4)) == 724
    assert len(once.signatures) == 1
