"""Longest route (ROUTE-1 to ROUTE-6)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import amount
from clauses import clause
from positions import Table
from sevenhex.playout import games, generator
from sevenhex.rules import board
from sevenhex.rules.ids import Island, Phase, TieAfterBreak
from sevenhex.rules.jit import rule
from sevenhex.rules.routes import longest_route, owner, route_through
from sevenhex.rules.topology import GEOMETRY

SETTLE = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
# A way of eleven corners through the middle of the island, from west to east.
WEST_TO_EAST = ["C1.NW", "C1.N", "C1.NE", "C2.N", "C2.NE", "C3.N", "C3.NE", "C4.N", "C4.NE", "C5.N", "C5.NE"]


def slow_route(roads, blocked):
    """The longest trail by trying every one: the definition, as plainly as it can be said."""
    touching = {}
    for edge, ends in roads.items():
        for corner in ends:
            touching.setdefault(corner, []).append(edge)

    def longest(corner, used, first):
        if corner in blocked and not first:
            return 0
        return max((1 + longest(sum(roads[e]) - corner, used | {e}, False) for e in touching[corner] if e not in used), default=0)

    return max((longest(corner, frozenset(), True) for corner in touching), default=0)


def slow_lengths(table):
    """Every seat's longest route, the slow way."""
    state = table.state
    lengths = []
    for seat in range(len(table.naming.colours)):
        roads = {e: ends for e, ends in enumerate(table.geometry.edge_corners) if state["road"][0, e] == 1 + seat}
        blocked = {
            c for c in range(len(table.geometry.corner_names)) if state["building"][0, c] and owner(int(state["building"][0, c])) != seat
        }
        lengths.append(slow_route(roads, blocked))
    return lengths


# --- lengths


@clause("ROUTE-1")
def test_branches_do_not_add():
    """The Almanac's picture: seven in a row count, the two side roads do not."""
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:8]).roads("red", "C2.E", "B2.W")
    assert table.route("red") == 7


@clause("ROUTE-1")
def test_a_loop_counts_each_road_once():
    table = Table().settlement("red", "C3.N").way("red", "C3.N", "C3.NE", "C3.SE", "C3.S", "C3.SW", "C3.NW", "C3.N")
    assert table.route("red") == 6
    table.way("red", "C3.N", "B3.NW")  # a tail
    assert table.route("red") == 7
    table.way("red", "C3.S", "D2.SE")  # another tail opposite: half the ring is left out
    assert table.route("red") == slow_lengths(table)[0] == 7


@clause("ROUTE-1")
def test_two_loops_with_a_common_road():
    table = Table().settlement("red", "C3.N").way("red", "C3.N", "C3.NE", "C3.SE", "C3.S", "C3.SW", "C3.NW", "C3.N")
    table.way("red", "C3.NE", "C4.N", "C4.NE", "C4.SE", "C4.S", "C3.SE")
    assert table.route("red") == slow_lengths(table)[0] == 11


@clause("ROUTE-1")
def test_a_road_up_to_an_opponents_building_counts():
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:6]).settlement("blue", WEST_TO_EAST[5], "C3.NE")
    assert table.route("red") == 5


@clause("ROUTE-1")
def test_own_buildings_interrupt_nothing_and_cities_block_like_settlements():
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:8]).settlement("red", WEST_TO_EAST[3])
    assert table.route("red") == 7
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:8]).city("blue", WEST_TO_EAST[3], "B2.W")
    assert table.route("red") == 4


@clause("ROUTE-1")
def test_separate_networks_do_not_add():
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:4]).settlement("red", "E1.S").way("red", "E1.S", "E1.SE", "E2.S")
    assert table.route("red") == 3


@rule
def _steps(states, counter, steps):
    for _ in range(steps):
        if states[0].phase == Phase.OVER:
            break
        counter, _ = games.random_step(states[0], counter)
    return counter


@rule
def _routes(states, out):
    for seat in range(states[0].players):
        out[seat] = longest_route(states[0], seat)


@clause("ROUTE-1")
@pytest.mark.parametrize(("players", "large"), [(4, False), (2, False), (6, True)])
def test_lengths_agree_with_the_slow_search_in_random_games(players, large):
    """The incremental lengths, the search from scratch and the plain definition are the same all through random games."""
    scratch = np.zeros(6, np.int64)
    seen = set()
    for game in range(25):
        table = Table.new(players, large)
        counter = generator.word(generator.stream(7, game))
        while table.phase != Phase.OVER:
            counter = generator.word(_steps(table.state, counter, 60))
            expected = slow_lengths(table)
            _routes(table.state, scratch)
            assert table.state["route"][0, :players].tolist() == expected == scratch[:players].tolist()
            seen.update(expected)
    assert max(seen) >= 9


@rule
def _find(states):
    board.find_near(states[0], 0)
    return longest_route(states[0], 0)


@clause("ROUTE-1")
@pytest.mark.parametrize("roads", [8, 14, 17, 20])
def test_random_networks_agree_with_the_slow_search(roads):
    """Also beyond fifteen roads (COMP-5: drawn roads have no limit), with opponents' buildings in the way and in two pieces."""
    rng = np.random.default_rng(roads)
    table = Table()
    edges = table.geometry.edge_corners
    for _ in range(40):
        network = {int(rng.integers(72)), int(rng.integers(72))}
        while len(network) < roads:
            touched = {corner for edge in network for corner in edges[edge]}
            network.add(int(rng.choice([e for e in range(72) if e not in network and touched & set(edges[e])])))
        blocked = {int(corner) for corner in rng.integers(54, size=rng.integers(5))}
        table.state["road"] = 0
        table.state["building"] = 0
        for edge in network:
            table.state["road"][0, edge] = 1
        for corner in blocked:
            table.state["building"][0, corner] = rng.choice([2, 10, 7])  # blue's settlement or city, or a neutral one
        assert _find(table.state) == slow_route({edge: edges[edge] for edge in network}, blocked)


@rule
def _grow(states, edge):
    """Build a road for seat 0 and bring its route up to date, as `put_road` does."""
    state = states[0]
    state.road[edge] = 1
    board.touch_ends(state, 0, edge)
    state.route[0] = route_through(state, 0, edge)
    return state.route[0]


def networks(seed, size, players_corners=54, edges=GEOMETRY[Island.SMALL].edge_corners):
    """Roads one after the other, each touching an earlier one or (seldom) somewhere else; and opponents' corners."""
    rng = np.random.default_rng(seed)
    blocked = {int(corner) for corner in rng.integers(players_corners, size=rng.integers(6))}
    order = [int(rng.integers(len(edges)))]
    while len(order) < size:
        touched = {corner for edge in order for corner in edges[edge]} - blocked
        free = [e for e in range(len(edges)) if e not in order and (touched & set(edges[e]) or rng.random() < 0.01)]
        if not free:
            break
        order.append(int(rng.choice(free)))
    return order, blocked


@clause("ROUTE-1")
@settings(max_examples=amount(40, 60, checked=15))
@given(seed=st.integers(0, 2**32 - 1), size=st.integers(1, 19))
def test_a_road_at_a_time_agrees_with_the_slow_search(seed, size):
    """Only what the new road can change is looked at; the result is that of trying everything, after every road."""
    table = Table()
    edges = table.geometry.edge_corners
    order, blocked = networks(seed, size)
    for corner in blocked:
        table.state["building"][0, corner] = 2 if corner % 2 else 10
    table.state["near_edges"][0, 0] = 0
    for place, edge in enumerate(order, 1):
        longest = _grow(table.state, edge)
        assert longest == _find(table.state)
        if place % 4 == 0 or place == len(order):
            assert longest == slow_route({e: edges[e] for e in order[:place]}, blocked)


@clause("ROUTE-1")
@pytest.mark.parametrize("large", [False, True])
def test_a_road_at_a_time_agrees_with_a_search_from_scratch_on_a_crowded_island(large):
    table = Table(large=large) if large else Table()
    edges = table.geometry.edge_corners
    for seed in range(6):
        order, blocked = networks(seed, len(edges) - 12, len(table.geometry.corner_names), edges)
        table.state["road"], table.state["building"], table.state["route"] = 0, 0, 0
        table.state["near_edges"], table.state["near_corners"] = 0, 0
        for corner in blocked:
            table.state["building"][0, corner] = 2 if corner % 2 else 10
        for edge in order:
            assert _grow(table.state, edge) == _find(table.state)


@clause("ROUTE-1")
def test_even_a_whole_island_of_roads_is_searched():
    """Seventy-two roads and nineteen loops: 36 corners with three roads, of which two can be ends, so seventeen roads are left out."""
    table = Table()
    table.state["road"][0, :72] = 1
    assert _find(table.state) == 72 - 17


# --- the award


@clause("ROUTE-2")
def test_the_first_with_five_takes_it():
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:5]).hand("red", brick=1, lumber=1)
    assert (table.route("red"), table.holder("route"), table.points("red")) == (4, None, 1)
    table.play("red", "road B2.SE")
    assert (table.route("red"), table.holder("route"), table.points("red")) == (5, "red", 3)


@clause("ROUTE-2")
def test_as_long_is_not_enough_longer_takes_it_at_once():
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:6])
    table.settlement("blue", "E1.SW").way("blue", "E1.SW", "E1.S", "E1.SE", "E2.S", "E2.SE")
    table.hand("blue", brick=2, lumber=2).turn("blue").play("blue", "road E3.SW")
    assert (table.route("blue"), table.holder("route")) == (5, "red")
    table.play("blue", "road E3.SE")
    assert (table.holder("route"), table.points("blue"), table.points("red")) == ("blue", 3, 1)


@clause("ROUTE-2")
def test_free_roads_count_too():
    table = Table().settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:4]).cards("red", road_building=1)
    table.play("red", "road-building", "road C2.NE", "road B2.SE")
    assert table.holder("route") == "red"


# --- the break


def broken(split, blues, oranges=0, tie=TieAfterBreak.HOLDER_KEEPS):
    """Red holds the award with seven; blue has a route in the south, and cuts red's after `split` roads."""
    table = Table(tie_after_break=tie).settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:8])
    cut = WEST_TO_EAST[split]
    coast = ["E1.SW", "E1.S", "E1.SE", "E2.S", "E2.SE", "E3.S", "E3.SE", "E3.NE"]
    table.settlement("blue", coast[0]).way("blue", *coast[: blues + 1])
    if oranges:
        north = ["A3.NE", "A3.N", "A2.NE", "A2.N", "A1.NE", "A1.N", "A1.NW", "A1.SW"]
        table.settlement("orange", north[0]).way("orange", *north[: oranges + 1])
    # Blue's own road to the place of the cut, with a settlement of its own.
    spur = {4: ["C2.S", "C2.SE", "C2.NE"], 5: ["B3.N", "B3.NW", "C3.N"]}[split]
    table.settlement("blue", spur[0]).way("blue", *spur)
    return table.hand("blue", **SETTLE).turn("blue"), f"settle {cut}"


@clause("ROUTE-3", "ROUTE-6")
def test_the_sixth_editions_example_seven_broken_into_four_and_three():
    table, cut = broken(4, 6)
    assert (table.route("red"), table.route("blue"), table.holder("route")) == (7, 6, "red")
    points = table.points("blue")
    table.play("blue", cut)
    assert (table.route("red"), table.route("blue"), table.holder("route")) == (4, 6, "blue")
    assert table.points("blue") == points + 1 + 2


@clause("ROUTE-3", "ROUTE-6")
def test_the_zip_editions_example_seven_broken_into_five_and_two():
    table, cut = broken(5, 6)
    table.play("blue", cut)
    assert (table.route("red"), table.route("blue"), table.holder("route")) == (5, 6, "blue")


@clause("ROUTE-3")
def test_lengths_are_recomputed_for_everybody_at_the_corner():
    """Red's and orange's roads meet at the corner where blue settles: both are cut."""
    table = Table().settlement("red", "C1.N").way("red", "C1.N", "C1.NE", "C2.N", "C2.NE")
    table.settlement("blue", "C3.NE").way("blue", "C3.NE", "C3.N", "C2.NE")
    table.settlement("red", "C2.SW", "C2.SW")
    table.way("red", "C2.NE", "C2.SE").hand("blue", **SETTLE).turn("blue")
    assert table.route("red") == 4
    table.play("blue", "settle C2.NE")
    assert (table.route("red"), table.route("blue")) == (3, 2)


@clause("ROUTE-4")
def test_a_holder_still_among_the_longest_keeps_it():
    table, cut = broken(5, 5)
    table.play("blue", cut)
    assert (table.route("red"), table.route("blue"), table.holder("route")) == (5, 5, "red")


@clause("ROUTE-5")
def test_as_the_fourth_edition_writes_a_tie_sets_it_aside():
    table, cut = broken(5, 5, tie=TieAfterBreak.SET_ASIDE)
    points = table.points("red")
    table.play("blue", cut)
    assert (table.route("red"), table.route("blue"), table.holder("route")) == (5, 5, None)
    assert table.points("red") == points - 2
    table.hand("blue", brick=1, lumber=1).play("blue", "road E3.SE")  # one alone with six
    assert table.holder("route") == "blue"


@clause("ROUTE-5")
@pytest.mark.parametrize("tie", list(TieAfterBreak))
def test_without_a_break_a_tie_leaves_the_award_where_it_is(tie):
    table = Table(tie_after_break=tie).settlement("red", "C1.NW").way("red", *WEST_TO_EAST[:6])
    table.settlement("blue", "E1.SW").way("blue", "E1.SW", "E1.S", "E1.SE", "E2.S", "E2.SE").hand("blue", brick=1, lumber=1)
    table.turn("blue").play("blue", "road E3.SW")
    assert (table.route("blue"), table.holder("route")) == (5, "red")


@clause("ROUTE-6")
@pytest.mark.parametrize("tie", list(TieAfterBreak))
def test_two_others_tied_for_longest_set_it_aside(tie):
    table, cut = broken(4, 6, oranges=6, tie=tie)
    table.play("blue", cut)
    assert (table.route("red"), table.holder("route")) == (4, None)
    assert table.number("route_holder") == -1
    table.hand("blue", brick=1, lumber=1).play("blue", "road E3.E")
    assert (table.route("blue"), table.holder("route")) == (7, "blue")


@clause("ROUTE-6")
def test_nobody_with_five_sets_it_aside_until_somebody_has():
    table, cut = broken(4, 4)
    table.play("blue", cut)
    assert (table.route("red"), table.route("blue"), table.holder("route")) == (4, 4, None)
    table.hand("red", brick=1, lumber=1).turn("red").play("red", "road C1.W")
    assert (table.route("red"), table.holder("route")) == (5, "red")


@clause("ROUTE-6")
def test_a_cut_tie_leaves_one_alone_who_takes_it():
    """The award lies aside, blue and orange have six each; red cuts orange, and blue alone is longest."""
    table, cut = broken(4, 6, oranges=6)
    table.play("blue", cut)
    assert table.holder("route") is None
    table.settlement("red", "A1.S").way("red", "A1.S", "A1.SE", "A1.NE").hand("red", **SETTLE).turn("red")
    table.play("red", "settle A2.NW")  # A2.NW is A1.NE, on orange's road
    assert (table.route("orange") < 6, table.holder("route")) == (True, "blue")
