"""Every clause of the rules has a test that carries its number."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import catalogue
from clauses import KNOWN, clause, table
from sevenhex.clauses import clauses

EDITIONS = {"fourth", "summary", "extension", "sixth", "zip", "house"}


def test_every_clause_has_a_test():
    missing = [known for known, tests in table().items() if not tests]
    assert not missing, f"{len(missing)} of {len(KNOWN)} clauses have no test: {', '.join(missing)}"


def test_the_packages_list_is_the_contract():
    assert tuple(clauses()) == KNOWN


def test_the_clauses_follow_the_catalogue():
    place = catalogue.find()
    if place is None:
        pytest.skip("the catalogue does not lie beside the repository")
    assert not catalogue.complaints(place.read_text(encoding="utf-8")), "update the clause, then run: python tests/catalogue.py --accept"


def test_a_changed_missing_or_new_row_of_the_catalogue_is_noticed(monkeypatch):
    row = "| PROD-3 | The desert never produces | all |"
    monkeypatch.setattr(
        catalogue,
        "clauses",
        lambda: {"PROD-3": replace(clauses()["PROD-3"], catalogue=catalogue.digest("The desert never produces | all"))},
    )
    assert catalogue.complaints(row) == []
    assert catalogue.complaints(row.replace("never", "seldom")) == ["PROD-3 changed: The desert seldom produces | all"]
    assert catalogue.complaints(f"{row}\n| PROD-9 | New | all |") == ["PROD-9: the catalogue has it, clauses.toml has not"]
    assert catalogue.complaints("") == ["PROD-3: clauses.toml has it, the catalogue has not"]


@pytest.mark.parametrize("known", KNOWN)
def test_a_clause_is_complete(known):
    entry = clauses()[known]
    assert entry.id == known
    assert entry.editions
    assert set(entry.editions) <= EDITIONS


def test_an_unknown_number_is_refused():
    with pytest.raises(ValueError, match="unknown clause 'PROD-99'"):
        clause("PROD-99")
    with pytest.raises(ValueError, match="none given"):
        clause()


def test_the_table_sees_decorators_parameters_classes_and_modules(tmp_path: Path):
    (tmp_path / "test_story.py").write_text(
        """
pytestmark = clause("COMP-1")

@clause("ROB-1", "ROB-2")
def test_moves(): ...

@pytest.mark.parametrize("case", [pytest.param(1, marks=clause("WIN-1"))])
def test_wins(case): ...

@pytest.mark.clause("DEV-1")
class TestCards:
    async def test_one(self): ...

def helper(): ...
"""
    )
    found = {known: tests for known, tests in table(tmp_path).items() if tests}
    assert found == {
        "COMP-1": ["test_story.py::test_moves", "test_story.py::test_wins", "test_story.py::TestCards::test_one"],
        "ROB-1": ["test_story.py::test_moves"],
        "ROB-2": ["test_story.py::test_moves"],
        "WIN-1": ["test_story.py::test_wins"],
        "DEV-1": ["test_story.py::TestCards::test_one"],
    }
