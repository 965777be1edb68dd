"""The first state of a game: everything in its place, nothing lost, nobody favoured."""

from __future__ import annotations

import pytest

from clauses import clause
from sevenhex.editions import load, names
from sevenhex.editions.start import new_state
from sevenhex.rules import cards
from sevenhex.rules.board import refresh
from sevenhex.rules.ids import NEUTRAL, Phase, Resource
from sevenhex.rules.state import OPTIONS, copy
from sevenhex.rules.topology import GEOMETRY

EVERY = [(name, players, setup) for name in names() for players in load(name).all_players for setup in load(name).offers(players, "setup")]


def hand(state: object, seat: int) -> list[int]:
    word = int(state[0].hand[seat])  # type: ignore[index]
    return [int(cards.count(word, kind)) for kind in Resource]


@pytest.mark.parametrize(("name", "players", "setup"), EVERY)
def test_every_edition_begins_for_every_number_of_players(name: str, players: int, setup: str) -> None:
    configuration = load(name).configure(players, setup=setup)
    state, layout = new_state(configuration, 11)
    record = state[0]
    assert (record.players, record.island, record.robber) == (players, configuration.island, layout.robber)
    assert record.terrain[: len(layout.terrain)].tolist() == list(layout.terrain)
    assert record.number[: len(layout.numbers)].tolist() == list(layout.numbers)
    for kind in Resource:
        held = sum(hand(state, seat)[kind] for seat in range(players))
        assert held + cards.count(int(record.supply), kind) == configuration.stock.cards_each
    assert [cards.count(int(record.deck), kind) for kind in range(5)] == list(configuration.stock.deck)
    placed = 2 if layout.start else 0
    assert record.settlements_left[:players].tolist() == [5 - placed] * players
    assert record.points[:players].tolist() == [placed] * players
    assert record.settlements_left[players:].tolist() == [0] * (6 - players)
    assert {field: int(record[field]) for field, _ in OPTIONS} == configuration.rules


@pytest.mark.parametrize(("name", "players", "setup"), EVERY)
def test_derived_fields_agree_with_the_facts(name: str, players: int, setup: str) -> None:
    state, _ = new_state(load(name).configure(players, setup=setup), "facts")
    fresh = copy(state)
    refresh(fresh[0])
    assert fresh.tobytes() == state.tobytes()


@clause("SETUP-1")
def test_starred_settlements_pay_and_the_supply_is_charged() -> None:
    state, layout = new_state(load("fourth").configure(4, setup="beginner"), 1)
    assert layout.colours == ("red", "blue", "orange", "white")
    assert [hand(state, seat) for seat in range(4)] == [[0, 2, 0, 1, 0], [1, 1, 0, 0, 1], [0, 0, 0, 2, 1], [0, 1, 1, 0, 1]]
    assert [cards.count(int(state[0].supply), kind) for kind in Resource] == [18, 15, 18, 16, 16]
    assert state[0].roads_left[:4].tolist() == [13] * 4


@clause("SETUP-1")
def test_the_sixth_editions_first_hands() -> None:
    state, _ = new_state(load("sixth").configure(3, setup="beginner"), 1)
    assert [hand(state, seat) for seat in range(3)] == [[0, 1, 1, 1, 0], [1, 0, 0, 1, 1], [1, 0, 1, 1, 0]]


@clause("SETUP-2")
def test_neutral_settlements_block_but_own_nothing() -> None:
    state, layout = new_state(load("extension").configure(5, setup="beginner"), 4)
    record = state[0]
    neutral = [piece.corner for piece in layout.start if piece.seat == NEUTRAL]
    assert [int(record.building[corner]) for corner in neutral] == [1 + NEUTRAL] * 2
    assert int((record.road != 0).sum()) == 10
    assert NEUTRAL + 1 not in record.road.tolist()
    for corner in neutral:
        assert not (int(record.open_corners[corner // 60]) >> (corner % 60)) & 1


@clause("COMP-5")
def test_drawn_roads_are_as_many_as_the_island_has_edges() -> None:
    state, _ = new_state(load("zip").configure(4, map=2), 1)
    assert state[0].roads_left[:4].tolist() == [len(GEOMETRY[0].edge_corners)] * 4


@clause("SETUP-9")
def test_who_begins() -> None:
    rolled, _ = new_state(load("sixth").configure(4), 1)
    assert (rolled[0].phase, rolled[0].contenders, rolled[0].starter) == (Phase.ORDER_DICE, 0b1111, -1)
    named, _ = new_state(load("sixth").configure(4), 1, starter=2)
    assert (named[0].phase, named[0].actor, named[0].starter) == (Phase.SETUP_SETTLEMENT, 2, 2)
    oldest, _ = new_state(load("fourth").configure(4, setup="beginner"), 1)
    assert (oldest[0].phase, oldest[0].actor, oldest[0].turn, oldest[0].placed_start) == (Phase.ROLL, 0, 1, 1)
    picture, _ = new_state(load("sixth").configure(4, setup="beginner"), 1)
    assert (picture[0].phase, picture[0].placed_start) == (Phase.ORDER_DICE, 1)


@clause("HOUSE-3")
def test_the_dice_deck_is_full() -> None:
    state, _ = new_state(load("sixth").configure(4, dice="deck"), 1)
    assert int(state[0].dice_left).bit_count() == 36
    assert int(new_state(load("sixth").configure(4), 1)[0][0].dice_left) == 0


def test_the_same_seed_gives_the_same_bytes() -> None:
    configuration = load("sixth").configure(4)
    assert new_state(configuration, "river")[0].tobytes() == new_state(configuration, "river")[0].tobytes()
