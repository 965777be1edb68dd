"""The rules of one table: what it has changed stands first, and nothing of what does not hold there."""

from __future__ import annotations

import pytest
from msgspec import to_builtins

from sevenhex.editions import load, names
from sevenhex.rulebook import LANGUAGES, book
from sevenhex.rulebook.table import table_rules


def rules_of(edition: str, players: int, code: str = "en", **options: object):
    return table_rules(load(edition).configure(players, **options), code)


@pytest.mark.parametrize("key", names())
def test_a_table_by_the_book_has_no_changes(key):
    for players in load(key).players:
        for code in LANGUAGES:
            found = rules_of(key, players, code)
            assert found.changes == []
            assert {rule.id for rule in found.rules} <= set(book(key, code).clauses)
            assert not any(rule.id.startswith("HOUSE") for rule in found.rules)
            assert all(rule.text.strip() and "{" not in rule.text for rule in found.rules)


@pytest.mark.parametrize(
    ("edition", "players", "options", "first"),
    [
        ("sixth", 4, {"victory_points": 7, "friendly_robber": True}, ["HOUSE-1", "HOUSE-2"]),
        ("sixth", 5, {"turn": "special building"}, ["PAIR-5"]),
        ("fourth", 4, {"setup": "beginner"}, ["SETUP-1"]),
        ("fourth", 3, {"discards": "hidden"}, ["HOUSE-5", "HOUSE-6"]),
        ("sixth", 2, {}, []),
    ],
)
def test_what_is_changed_comes_first(edition, players, options, first):
    found = rules_of(edition, players, **options)
    assert [rule.id for rule in found.rules][: len(first)] == first
    assert {change.option for change in found.changes} >= set(options)
    assert len({rule.id for rule in found.rules}) == len(found.rules)


def test_rules_exclude_each_other():
    """Of the clauses between which an option decides, one holds."""
    paired = {rule.id for rule in rules_of("sixth", 6).rules}
    special = {rule.id for rule in rules_of("sixth", 6, turn="special building").rules}
    assert {"PAIR-1", "PAIR-2", "PAIR-3", "PAIR-4"} <= paired - special
    assert special - paired == {"PAIR-5"}
    assert {rule.id for rule in rules_of("sixth", 4).rules} & {"TURN-3", "TURN-4"} == {"TURN-3"}
    assert {rule.id for rule in rules_of("fourth", 4).rules} & {"TURN-3", "TURN-4"} == {"TURN-4"}


def test_numbers_are_the_tables_own():
    texts = {rule.id: rule.text for rule in rules_of("sixth", 4, victory_points=7, discard_limit=9).rules}
    assert "7 points" in texts["WIN-2"]
    assert "more than 9" in texts["SEVEN-1"]
    assert to_builtins(rules_of("sixth", 4))["labels"]["table"] == "This table's rules"


@pytest.mark.parametrize("key", names())
def test_a_table_is_reported_by_its_options(key):
    """The page sends what a view says: all options, those of a picture too."""
    edition = load(key)
    for players in edition.players:
        for setup in map(str, edition.offers(players, "setup")):
            for extra in ({}, {"dice": "deck"}, {"discards": "hidden"}):
                configuration = edition.configure(players, setup=setup, **extra)
                assert edition.configure(players, **configuration.options.chosen()).options == configuration.options


@pytest.mark.parametrize("key", names())
def test_the_box_holds_what_the_island_needs(key):
    for players, box in book(key).boxes.items():
        assert sum(box.terrain.values()) - box.terrain["desert"] == len(box.tokens)
        assert len(box.colours) == int(players)
        assert sum(box.harbors.values()) == (9 if box.island == "small" else 11)
        assert box.second == (3 if box.island == "large" and load(key).rules[load(key).island_for(int(players))]["turn"] == "paired" else 0)
