"""What a roll yields (PROD-1 to PROD-5)."""

from __future__ import annotations

import pytest

from clauses import clause
from positions import Table
from sevenhex.rules.ids import Shortage

FOUR_ORE = "Mo4 Mo4 Pa4 / Hi6 Mo3 Fo4 Mo9 / Fo10 Fi5 Hi12 Fo11 Pa5 / Fi2 Hi9 Mo4 Fo8 / De Fi3 Pa10"


@clause("PROD-1")
def test_a_settlement_is_paid_one_card_and_a_city_two_no_matter_who_rolled():
    table = Table().settlement("blue", "D4.N", "D4.NE").city("orange", "D4.S", "D4.SW").settlement("white", "A2.N", "A2.NE")
    table.turn("red", rolled=False).roll("red", 6, 2)  # 8: forest D4 and fields A2
    assert table.holds("blue") == {"lumber": 1}
    assert table.holds("orange") == {"lumber": 2}
    assert table.holds("white") == {"grain": 1}
    assert table.holds("red") == {}
    assert (table.supply("lumber"), table.supply("grain")) == (16, 18)


@clause("PROD-1")
def test_only_the_number_rolled_counts():
    table = Table().settlement("blue", "D4.N", "D4.NE").turn("red", rolled=False).roll("red", 2, 2)
    assert table.held("blue") == 0


@clause("PROD-1", "PROD-2")
def test_the_books_example_of_a_settlement_and_a_city_on_one_hex():
    rows = "De Mo8 Pa11 / Hi6 Pa3 Fo8 Fi9 / Fo10 Fi5 Hi12 Fo11 Pa5 / Fi2 Hi9 Mo4 Fo4 / Mo6 Fi3 Pa10"
    table = Table(rows=rows).settlement("blue", "A2.N", "A2.NW").city("blue", "A2.SW", "A2.W").city("red", "B3.S", "B3.SW")
    table.turn("blue", rolled=False).roll("blue", 4, 4)
    assert table.holds("blue") == {"ore": 3}
    assert table.holds("red") == {"lumber": 2}


@clause("PROD-2")
def test_a_building_between_two_hexes_of_the_number_is_paid_by_both():
    rows = "De Fi8 Pa4 / Hi6 Pa3 Fo11 Mo4 / Fo10 Fi5 Hi12 Fo11 Pa5 / Fi2 Hi9 Mo9 Fo8 / Mo6 Fi3 Pa10"
    table = Table(rows=rows).settlement("red", "A3.SE", "A3.E").settlement("blue", "A3.N", "A3.NW")
    table.turn("blue", rolled=False).roll("blue", 1, 3)
    assert table.holds("red") == {"wool": 1, "ore": 1}
    assert table.holds("blue") == {"wool": 1}


@clause("PROD-2")
def test_three_buildings_on_one_hex_all_pay():
    table = Table().settlement("red", "B3.N", "B3.NE").settlement("red", "B3.SE", "B3.E").city("red", "B3.SW", "B3.SW")
    table.turn("blue", rolled=False).roll("blue", 1, 3)
    assert table.holds("red") == {"lumber": 4}


@clause("PROD-3")
def test_the_desert_never_produces():
    table = Table().settlement("red", "A1.N", "A1.NW").robber("C3")
    for one in range(1, 7):
        for two in range(1, 7):
            if one + two != 7:
                table.turn("red", rolled=False).roll("red", one, two)
    assert table.held("red") == 0


def short(shortage, claimants):
    """Two ore left, a 4 is rolled, and each claimant's city is owed two ore."""
    table = Table(rows=FOUR_ORE, shortage=shortage).city("red", "A1.N", "A1.NW").settlement("white", "D4.S", "D4.SW")
    if claimants == 2:
        table.settlement("blue", "A2.N", "A2.NE")
    table.leave("ore", 1, "white").turn("red", rolled=False)
    return table.roll("red", 1, 3)


@clause("PROD-4")
@pytest.mark.parametrize("claimants", [1, 2])
def test_a_short_supply_pays_nobody(claimants):
    table = short(Shortage.NOBODY, claimants)
    assert (table.held("red"), table.held("blue"), table.supply("ore")) == (0, 0, 1)


@clause("PROD-5")
def test_a_sole_claimant_takes_what_is_left():
    table = short(Shortage.SOLE_CLAIMANT, 1)
    assert (table.holds("red"), table.supply("ore")) == ({"ore": 1}, 0)


@clause("PROD-5")
def test_two_claimants_get_nothing():
    table = short(Shortage.SOLE_CLAIMANT, 2)
    assert (table.held("red"), table.held("blue"), table.supply("ore")) == (0, 0, 1)


@clause("PROD-5")
def test_a_sole_claimant_of_an_empty_supply_gets_nothing():
    table = Table(rows=FOUR_ORE).city("red", "A1.N", "A1.NW").leave("ore", 0, "white").turn("red", rolled=False).roll("red", 1, 3)
    assert table.held("red") == 0


@clause("PROD-4", "PROD-5")
@pytest.mark.parametrize("shortage", list(Shortage))
def test_other_resources_are_not_affected(shortage):
    table = Table(rows=FOUR_ORE, shortage=shortage).city("red", "A2.NE", "A2.NE").city("blue", "A1.N", "A1.NW")  # red: ore and wool
    table.leave("ore", 3, "white").turn("red", rolled=False).roll("red", 1, 3)
    assert table.holds("red") == {"wool": 2}
    assert table.held("blue") == 0


@clause("PROD-4", "PROD-5")
@pytest.mark.parametrize("shortage", list(Shortage))
def test_a_supply_that_just_suffices_pays_everybody(shortage):
    table = Table(rows=FOUR_ORE, shortage=shortage).city("red", "A2.N", "A2.NE").city("blue", "A1.N", "A1.NW")
    table.leave("ore", 4, "white").turn("red", rolled=False).roll("red", 1, 3)
    assert (table.held("red"), table.held("blue"), table.supply("ore")) == (2, 2, 0)
