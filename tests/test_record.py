"""The types that type checkers see of a state's fields are those of its record."""

from __future__ import annotations

from sevenhex.rules.record import Facts, StateRecord
from sevenhex.rules.snapshot import NAMES
from sevenhex.rules.state import FIELDS

KINDS = {0: "int", 1: "Ints", 2: "IntTable"}  # by the number of dimensions


def test_a_record_has_the_fields_of_a_state() -> None:
    facts = {name: kind.replace("Array", "Ints") for name, kind in Facts.__annotations__.items()}
    assert facts | StateRecord.__annotations__ == {name: KINDS[len(shape[0]) if shape else 0] for name, _, *shape in FIELDS}


def test_a_snapshot_has_the_facts() -> None:
    assert set(Facts.__annotations__) == set(NAMES)
