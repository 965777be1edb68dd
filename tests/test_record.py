"""The types that type checkers see of a record's fields are those of the record."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sevenhex.knowledge.bounds import DOUBTS, Doubts
from sevenhex.observation.notes import NOTES, Notes
from sevenhex.rules.record import Facts, StateRecord
from sevenhex.rules.snapshot import NAMES
from sevenhex.rules.state import RECORD
from sevenhex.search.evaluation import ROW, Row
from sevenhex.search.memory import ISLAND, MEMORY, KnownIsland, Memory

RECORDS = [
    (StateRecord, RECORD),
    (Doubts, DOUBTS),
    (Notes, NOTES),
    (Row, ROW),
    (KnownIsland, ISLAND),
    (Memory, MEMORY),
]
INTEGERS = {0: "int", 1: "Ints", 2: "IntTable"}  # by the number of dimensions


def annotations(kind: type) -> dict[str, str]:
    return {name: said for each in kind.__mro__ for name, said in vars(each).get("__annotations__", {}).items()}


def expected(kind: np.dtype[Any]) -> str:
    """The type of a field; for an array of records only that it is one."""
    if kind.base.names:
        return "RecordArray"
    if np.issubdtype(kind.base, np.floating):
        return "NDArray[np.float64]" if kind.shape else "float"
    return INTEGERS[kind.ndim]


@pytest.mark.parametrize(("kind", "dtype"), RECORDS)
def test_a_record_has_the_fields_of_its_type(kind: type, dtype: np.dtype[Any]) -> None:
    found = {
        name: "RecordArray" if said.startswith("RecordArray") else "Ints" if said == "Array" else said
        for name, said in annotations(kind).items()
    }
    assert found == {name: expected(dtype[name]) for name in dtype.names or ()}


def test_a_snapshot_has_the_facts() -> None:
    assert set(Facts.__annotations__) == set(NAMES)
