"""Every example of the rulebook, played in every edition that has it; what fails names its clause."""

from __future__ import annotations

import pytest

from sevenhex.clauses import clauses
from sevenhex.editions import load, names
from sevenhex.errors import SevenhexError
from sevenhex.rulebook import examples, rules

PLAYED = [(edition, given) for edition in names() for given in examples.of(load(edition))]
THREE = ("ROUTE", "ROB", "TRADE", "PAIR")  # subjects about which people argue


@pytest.mark.parametrize("given", [given for _, given in PLAYED], ids=[f"{edition}-{given.example.id}" for edition, given in PLAYED])
def test_the_engine_agrees_with_the_example(given):
    assert not examples.problems(given), "\n".join(examples.problems(given))


@pytest.mark.parametrize("edition", names())
def test_every_clause_has_an_example_in_every_edition_that_has_it(edition):
    shown = {given.example.clause for own, given in PLAYED if own == edition}
    assert shown == set(rules(load(edition)))


def test_every_clause_has_an_example():
    assert {given.example.clause for _, given in PLAYED} == set(clauses())


@pytest.mark.parametrize("subject", THREE)
def test_disputed_subjects_have_three_examples_in_every_edition_that_has_them(subject):
    for edition in names():
        found = [given for own, given in PLAYED if own == edition and given.example.clause.startswith(subject)]
        assert len(found) >= 3 or not found, f"{edition}: {len(found)}"
    assert any(given.example.clause.startswith(subject) for _, given in PLAYED)


@pytest.mark.parametrize("edition", names())
def test_shortage_and_harbors_have_three_examples(edition):
    own = [given for key, given in PLAYED if key == edition]
    assert sum(given.example.clause in ("PROD-4", "PROD-5") for given in own) >= 3
    assert sum(given.example.clause in ("COMP-6", "TRADE-6", "TRADE-8") for given in own) >= 3


def test_every_example_is_played_somewhere():
    assert {given.example.id for _, given in PLAYED} == set(examples.examples())


def test_an_example_that_is_wrong_is_found():
    right = examples.staged(examples.find("four-to-one"), load("sixth"))
    assert not examples.problems(right)
    swapped = examples.Staged(
        right.example,
        right.edition,
        right.players,
        right.position,
        tuple(refused.step for refused in right.refused[:1]),
        (examples.Refused(right.allowed[0], "TRADE-6"), examples.Refused(right.refused[0].step, "BUILD-1")),
        right.show,
        {"red.hand": "1b"},
        right.colours,
    )
    found = examples.problems(swapped)
    assert len(found) == 4
    assert all(sentence.startswith("TRADE-6, example 'four-to-one' in 'sixth'") for sentence in found)


def test_an_unknown_example_names_the_nearest():
    with pytest.raises(SevenhexError, match="did you mean 'four-to-one'"):
        examples.find("four-to-on")
