"""Points and the end of the game (WIN-1 to WIN-5)."""

from __future__ import annotations

from clauses import clause
from positions import Table
from sevenhex.rules.ids import Kind, Phase

SPOTS = [("B2.N", "B2.NW"), ("B3.N", "B3.NW"), ("B4.N", "B4.NE"), ("E1.S", "E1.SW"), ("E2.S", "E2.SW"), ("E3.S", "E3.SW")]
LONG = ["C1.NW", "C1.N", "C1.NE", "C2.N", "C2.NE", "C3.N", "C3.NE", "C4.N", "C4.NE", "C5.N", "C5.NE", "C5.SE", "C5.S", "C5.SW", "D3.NE"]


def rich(colour, settlements, cities, spots=SPOTS):
    """Adds pieces to a table."""

    def add(table):
        free = iter(spots)
        for _ in range(cities):
            table.city(colour, *next(free))
        for _ in range(settlements):
            table.settlement(colour, *next(free))
        return table

    return add


@clause("WIN-1")
def test_what_counts():
    table = rich("red", 3, 2)(Table())
    assert table.points("red") == 3 + 4
    table.knights("red", 3)
    assert table.points("red") == 9
    table = Table().settlement("red", LONG[0]).way("red", *LONG[:6]).cards("red", victory_point=3)
    assert (table.points("red"), table.total("red")) == (1 + 2, 1 + 2 + 3)


@clause("WIN-1", "WIN-5")
def test_the_books_final_score_table():
    """Blue 10 (2 cities, 3 settlements, route of 14, one card), orange 8, white 6, red 8: all four hands of the example."""
    table = Table()
    # blue: the route of fourteen across the island, three settlements and two cities on it
    table.settlement("blue", LONG[0]).way("blue", *LONG)
    table.settlement("blue", LONG[2]).settlement("blue", LONG[4]).city("blue", LONG[6]).city("blue", LONG[8])
    table.knights("blue", 3)
    # orange: a city, four settlements, seven roads, five knights
    table.city("orange", "A1.NW").way("orange", "A1.NW", "A1.N", "A1.NE", "A2.N", "A2.NE", "A3.N", "A3.NE", "A3.SE")
    table.settlement("orange", "A1.NE").settlement("orange", "A2.NE").settlement("orange", "A3.NE").settlement("orange", "A1.S", "A1.SE")
    table.knights("orange", 5)
    # white: a city, three settlements, eight roads, a card
    table.city("white", "E1.NW").way("white", "E1.NW", "E1.SW", "E1.S", "E1.SE", "E2.S", "E2.SE", "E3.S", "E3.SE", "E3.NE")
    table.settlement("white", "E1.S").settlement("white", "E2.S").settlement("white", "E3.S").cards("white", victory_point=1).knights(
        "white", 1
    )
    # red: two cities, four settlements, seven roads
    table.city("red", "C1.S").way("red", "C1.S", "C1.SE", "C2.S", "C2.SE", "D2.NE", "D2.SE", "D3.S", "D3.SE")
    table.city("red", "C2.S").settlement("red", "D2.NE").settlement("red", "D3.S").settlement("red", "A2.S", "A2.SW")
    table.settlement("red", "D4.SE", "D4.E")
    table.knights("red", 2)
    assert [table.route(colour) for colour in ("blue", "orange", "white", "red")] == [14, 7, 8, 7]
    assert (table.holder("route"), table.holder("army")) == ("blue", "orange")
    assert {colour: table.total(colour) for colour in table.naming.colours} == {"blue": 9, "orange": 8, "white": 6, "red": 8}
    table.hand("blue", wool=1, grain=1, ore=1).turn("blue").play("blue", "buy").play("chance", "draw victory-point")
    assert (table.winner, table.total("blue")) == ("blue", 10)


@clause("WIN-2")
def test_ten_points_end_the_game_at_once():
    table = rich("red", 1, 4)(Table()).way("red", "B2.N", "A2.NW", "A2.N").hand("red", brick=1, lumber=1, wool=1, grain=1)
    assert table.points("red") == 9
    table.play("red", "settle A2.N")
    assert (table.phase, table.winner) == (Phase.OVER, "red")
    assert table.awaited() == set()
    assert table.actions("red") == []
    for text in ("end", "roll", "buy"):
        assert not table.may("red", text)


@clause("WIN-2")
def test_before_the_roll_too():
    table = rich("red", 0, 4)(Table()).knights("red", 2).cards("red", knight=1).turn("red", rolled=False)
    table.play("red", "knight")
    assert (table.phase, table.winner) == (Phase.OVER, "red")


@clause("WIN-2")
def test_more_than_ten_wins_as_well():
    table = rich("red", 1, 4)(Table()).knights("red", 2).cards("red", knight=1).play("red", "knight")
    assert (table.winner, table.total("red")) == ("red", 11)


@clause("WIN-2")
def test_nine_are_not_enough():
    table = rich("red", 1, 3)(Table()).knights("red", 2).cards("red", knight=1).play("red", "knight", "robber E3")
    assert (table.winner, table.points("red")) == (None, 9)


@clause("WIN-3")
def test_ten_in_anothers_turn_wait_for_ones_own():
    """Red's knights pass blue's; white loses the route to orange while it is red's turn: orange has ten, and must wait."""
    table = Table().settlement("white", "C1.NW").way("white", *LONG[:8])
    spots = [("E1.S", "E1.SW"), ("E2.S", "E2.SW"), ("E3.S", "E3.SW"), ("D4.SE", "D4.E")]
    for spot in spots:
        table.city("orange", *spot)
    table.settlement("orange", "A1.NW").way("orange", "A1.NW", "A1.N", "A1.NE", "A2.N", "A2.NE", "A3.N", "A3.NE")
    assert (table.points("orange"), table.route("orange"), table.holder("route")) == (9, 6, "white")
    table.settlement("red", "C2.S").way("red", "C2.S", "C2.SE", "C2.NE").hand("red", brick=1, lumber=1, wool=1, grain=1)
    table.play("red", "settle C2.NE")
    assert (table.holder("route"), table.points("orange")) == ("orange", 11)
    assert table.winner is None
    table.play("red", "end").roll("blue", 1, 1)
    assert table.winner is None
    table.play("blue", "end")
    assert (table.winner, table.phase) == ("orange", Phase.OVER)  # at once, before any roll


@clause("WIN-3")
def test_somebody_else_may_win_first():
    table = Table().settlement("white", "C1.NW").way("white", *LONG[:8])
    for spot in [("E1.S", "E1.SW"), ("E2.S", "E2.SW"), ("E3.S", "E3.SW"), ("D4.SE", "D4.E")]:
        table.city("orange", *spot)
    table.settlement("orange", "A1.NW").way("orange", "A1.NW", "A1.N", "A1.NE", "A2.N", "A2.NE", "A3.N", "A3.NE")
    table.settlement("red", "C2.S").way("red", "C2.S", "C2.SE", "C2.NE").hand("red", brick=1, lumber=1, wool=1, grain=1)
    table.play("red", "settle C2.NE", "end").cards("blue", victory_point=5)
    assert table.winner is None
    table.city("blue", "B3.N", "B3.NE").city("blue", "C5.NE", "C5.NE").hand("blue", brick=0).turn("blue", rolled=False)
    table.knights("blue", 2).cards("blue", knight=1).play("blue", "knight")
    assert table.winner == "blue"  # 4 + 2 + 5


@clause("WIN-4")
def test_the_almanacs_ten_points_with_two_revealed_cards():
    """Two settlements, longest road, two cities, and two victory-point cards that nobody saw."""
    table = Table().settlement("red", LONG[0]).way("red", *LONG[:5]).settlement("red", LONG[2])
    table.city("red", "E1.S", "E1.SW").city("red", "E3.S", "E3.SW").cards("red", victory_point=2).hand("red", brick=1, lumber=1)
    assert (table.points("red"), table.total("red"), table.winner) == (6, 8, None)
    table.play("red", "road B2.SE")
    assert (table.points("red"), table.total("red"), table.winner) == (8, 10, "red")


@clause("WIN-4")
def test_a_victory_point_bought_this_turn_wins_at_once():
    table = rich("red", 1, 4)(Table()).hand("red", wool=1, grain=1, ore=1).play("red", "buy")
    assert table.winner is None
    table.play("chance", "draw victory-point")
    assert table.winner == "red"


@clause("WIN-4")
def test_hidden_points_do_not_show():
    table = rich("red", 1, 1)(Table()).cards("red", victory_point=2)
    assert (table.points("red"), table.total("red")) == (3, 5)
    assert Kind.END in table.kinds("red")
