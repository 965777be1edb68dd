"""A little of the long run of `fuzz.py` with every suite; with `SEVENHEX_BOUNDSCHECK=1` (make checked) every index is checked too."""

from __future__ import annotations

import fuzz
import pytest

SIZES = {"states": 4000, "positions": 300, "records": 60, "json": 60, "env-games": 150}


@pytest.mark.parametrize("kind", SIZES)
def test_mutants_are_refused_or_can_be_played(kind):
    counts = {}
    fuzz.run(kind, SIZES[kind], counts)
    assert counts[kind]["tried"] >= SIZES[kind]
    assert counts[kind].get("accepted", 1) > 0
    assert counts[kind]["steps"] > 0


def test_a_run_goes_on_where_it_ended():
    counts = {}
    fuzz.run("json", 2, counts)
    first = dict(counts["json"])
    fuzz.run("json", 2, counts)
    assert counts["json"] == first
    fuzz.run("json", 3, counts)
    assert (counts["json"]["tried"], counts["json"]["parts"]) == (3, first["parts"] + 1)
    assert "mutated JSON | 3" in fuzz.table(counts)
