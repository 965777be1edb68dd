"""The features say what the rules say: what hexes pay to whom, where a settlement may stand next, which cards are missing."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from sevenhex.env.setting import Setting
from sevenhex.env.vector import VectorEnv
from sevenhex.nets import features
from sevenhex.nets.features import CARDS, COSTS, INCOME, LEAST_INCOME, MISSING, PLACES, REACH, SUMS, WAIT, YIELD
from sevenhex.nets.layout import ABSENT, MOST_PLAYERS, layout
from sevenhex.observation import observation
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_MASK, act, first
from sevenhex.rules.board import CITY
from sevenhex.rules.cards import ROAD_COST, SETTLEMENT_COST, counts
from sevenhex.rules.ids import DESERT, NEUTRAL, RESOURCES, Island, Kind, Part, Phase
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import FIRST_SUM, RECORD
from sevenhex.rules.topology import GEOMETRY

INACTIVE = ("extension", 5, "beginner")  # settlements that belong to nobody
TABLES = [("sixth", 2, ""), ("sixth", 3, ""), ("fourth", 4, ""), ("zip", 3, ""), ("sixth", 5, ""), ("extension", 6, ""), INACTIVE]
MOMENTS = (5, 60, 160, 400)  # steps after which random games are looked at: the first is in the set-up
ROUNDING = 1e-4
WAYS = {total: sum(one + two == total for one in range(1, 7) for two in range(1, 7)) for total in SUMS}

every_table = pytest.mark.parametrize(("edition", "players", "setup"), TABLES)


class Look(NamedTuple):
    """What a seat sees at one moment, as the network's bytes, and what is so."""

    state: Any
    seat: int
    seen: np.ndarray
    features_: dict[str, np.ndarray]

    def others(self) -> list[tuple[int, int]]:
        """How many steps from the observer each seat sits, and which one it is."""
        players = int(self.state.players)
        return [(steps, (self.seat + steps) % players) for steps in range(players)]


@lru_cache
def looks(edition: str, players: int, setup: str, games: int = 6) -> list[Look]:
    """What all seats see at some moments of random games."""
    setting = Setting(edition=edition, players=players, islands=8, options={"setup": setup} if setup else {})
    found: list[Look] = []
    with VectorEnv(games, seed=3, setting=setting, threads=1) as env:
        batch, counters = env.reset(), np.arange(games, dtype=np.uint64)
        for step in range(1, MOMENTS[-1] + 1):
            batch = env.step(env.sample(batch, counters))
            if step in MOMENTS:
                for state, rows in zip(env.states(), env.observe(), strict=True):
                    seen = network_bytes(rows, setting)
                    features_ = parts(features.features(seen, setting.island), setting.island)
                    found += [
                        Look(state, seat, seen[seat], {name: part[seat] for name, part in features_.items()}) for seat in range(players)
                    ]
    return found


def network_bytes(rows: np.ndarray, setting: Setting) -> np.ndarray:
    source = layout(setting.island, setting.players).source
    return np.where(source == ABSENT, 0, rows[:, source]).astype(np.uint8)


def parts(features_: np.ndarray, island: int) -> dict[str, np.ndarray]:
    """Features by name, in cards and ways of 36 again."""
    seats, corners = MOST_PLAYERS[Island(island)], len(GEOMETRY[Island(island)].corner_points)
    shapes: dict[str, tuple[tuple[int, ...], float]] = {
        "yields": ((RESOURCES, corners), YIELD),
        "income": ((seats, RESOURCES), INCOME),
        "blocked": ((seats, RESOURCES), INCOME),
        "rolls": ((seats, len(SUMS), RESOURCES), CARDS),
        "own places": ((REACH, corners), YIELD),
        "others' places": ((REACH, corners), YIELD),
        "best place": ((REACH, seats), YIELD),
        "number of places": ((REACH, seats), PLACES),
        "missing": ((seats, len(COSTS)), MISSING),
        "wait": ((seats, len(COSTS)), WAIT),
    }
    found, start = {}, 0
    for name, (shape, usual) in shapes.items():
        size = int(np.prod(shape))
        found[name] = features_[:, start : start + size].reshape(len(features_), *shape) * usual
        start += size
    assert start == features_.shape[1]
    return found


# --- counted once more, piece by piece


def buildings_around(state: Any, tile: int, seat: int) -> int:
    """Cards that this hex pays the seat at its number."""
    around = [int(state.building[corner]) for corner in GEOMETRY[Island(state.island)].hex_corners[tile]]
    return around.count(1 + seat) + 2 * around.count(CITY + seat)


def paying(state: Any) -> list[tuple[int, int, int]]:
    """The hexes with a number and a resource, robbed or not: hex, number, resource."""
    found = [(tile, int(state.number[tile]), int(state.terrain[tile])) for tile in range(len(GEOMETRY[Island(state.island)].hex_names))]
    return [(tile, number, terrain) for tile, number, terrain in found if number and terrain != DESERT]


def worths(state: Any) -> np.ndarray:
    """For each resource and corner, in how many of 36 rolls a hex there has its number."""
    found = np.zeros((RESOURCES, len(GEOMETRY[Island(state.island)].corner_points)))
    for tile, number, terrain in paying(state):
        for corner in GEOMETRY[Island(state.island)].hex_corners[tile]:
            found[terrain, corner] += WAYS[number]
    return found


@every_table
def test_a_corner_yields_what_its_hexes_do(edition, players, setup):
    for look in looks(edition, players, setup):
        assert np.allclose(look.features_["yields"], worths(look.state), atol=ROUNDING)


@every_table
def test_income_is_what_hexes_without_the_robber_pay(edition, players, setup):
    robbed = 0.0
    for look in looks(edition, players, setup):
        income, blocked = np.zeros((players, RESOURCES)), np.zeros((players, RESOURCES))
        for steps, seat in look.others():
            for tile, number, terrain in paying(look.state):
                to = blocked if tile == look.state.robber else income
                to[steps, terrain] += WAYS[number] * buildings_around(look.state, tile, seat)
        assert np.allclose(look.features_["income"][:players], income, atol=ROUNDING)
        assert np.allclose(look.features_["blocked"][:players], blocked, atol=ROUNDING)
        robbed += blocked.sum()
    assert robbed > 0


@every_table
def test_a_roll_brings_what_the_rules_would_pay(edition, players, setup):
    for look in looks(edition, players, setup):
        for steps, seat in look.others():
            features_ = look.features_["rolls"][steps]
            ruled = [counts(look.state.income[total - FIRST_SUM, seat]) for total in SUMS]
            assert np.allclose(features_, ruled, atol=ROUNDING)
            counted = np.zeros((len(SUMS), RESOURCES))
            for tile, number, terrain in paying(look.state):
                if tile != look.state.robber:
                    counted[SUMS.index(number), terrain] += buildings_around(look.state, tile, seat)
            assert np.allclose(features_, counted, atol=ROUNDING)
            ways = np.array([WAYS[total] for total in SUMS])
            assert np.allclose(look.features_["income"][steps], ways @ features_, atol=ROUNDING)


# --- where one may build next, asked of the rules


def in_turn(state: Any, seat: int, hand: int) -> np.ndarray:
    """The same board in the main phase of a seat that holds these cards, has all pieces and cannot win."""
    found = np.array([state], RECORD)
    for name, value in {"phase": Phase.MAIN, "part": Part.FIRST, "actor": seat, "roller": seat, "rolled": 1, "target": 100}.items():
        found[name] = value
    for name in ("offer", "proposal", "answer", "free_roads", "discard_left", "built"):
        found[name] = 0
    found["hand"][0, seat] = hand
    for name in ("roads_left", "settlements_left"):
        found[name][0, seat] = 5
    return found


def places(states: np.ndarray, seat: int, kind: Kind) -> set[int]:
    """Where the rules let this seat build."""
    out = np.empty(MAX_ACTIONS, np.int64)
    size = engine.legal_actions(states, seat, False, out)
    return {int(first(action)) for action in out[:size].tolist() if action & KIND_MASK == kind}


def reachable(state: Any, seat: int, roads: int) -> set[int]:
    """Corners to settle at the end of so many new roads, each of them built; none: at the roads that there are."""
    states = in_turn(state, seat, roads * ROAD_COST + SETTLEMENT_COST)
    if not roads:
        return places(states, seat, Kind.SETTLE)
    found: set[int] = set()
    for edge in places(states, seat, Kind.ROAD):
        then = states.copy()
        engine.apply(then, seat, act(Kind.ROAD, edge))
        here = set(GEOMETRY[Island(state.island)].edge_corners[edge])
        found |= here & places(then, seat, Kind.SETTLE)
        if roads > 1:
            for further in places(then, seat, Kind.ROAD):
                last = then.copy()
                engine.apply(last, seat, act(Kind.ROAD, further))
                found |= set(GEOMETRY[Island(state.island)].edge_corners[further]) & places(last, seat, Kind.SETTLE)
    return found


def compare_places(look: Look, roads: int) -> int:
    """Everything that is known of the corners that so many roads lead to, against the rules; returns how many corners there are."""
    worth = worths(look.state).sum(axis=0)
    rows = np.zeros((len(look.features_["income"]), len(worth)))
    for steps, seat in look.others():
        for corner in reachable(look.state, seat, roads):
            rows[steps, corner] = worth[corner]
    assert np.allclose(look.features_["own places"][roads], rows[0], atol=ROUNDING)
    assert np.allclose(look.features_["others' places"][roads], rows[1:].max(axis=0), atol=ROUNDING)
    assert np.allclose(look.features_["best place"][roads], rows.max(axis=1), atol=ROUNDING)
    assert np.allclose(look.features_["number of places"][roads], (rows > 0).sum(axis=1), atol=ROUNDING)
    return int((rows > 0).sum())


@every_table
def test_one_may_settle_where_the_rules_let_one(edition, players, setup):
    assert sum(compare_places(look, 0) for look in looks(edition, players, setup)) > 0


@every_table
@pytest.mark.parametrize("roads", [1, 2])
def test_new_roads_lead_to_the_corners_that_the_rules_say(edition, players, setup, roads):
    """Tried out road by road, two of them at a few positions; in the set-up a settlement may still wait for its road."""
    later = [look for look in looks(edition, players, setup) if look.state.phase not in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)]
    some = random.Random(1).sample(later, 12) if roads == 2 else later
    assert sum(compare_places(look, roads) for look in some) > 0


def test_nobodys_settlements_stand_in_the_way():
    """A corner of theirs and its neighbors are no place for anybody, and they earn nothing."""
    found = 0
    for look in looks(*INACTIVE):
        where = look.seen[observation.places(look.state.island, MOST_PLAYERS[Island(look.state.island)])["corner.building"]]
        theirs = np.flatnonzero(look.state.building == 1 + NEUTRAL)
        assert (where[theirs] == observation.NEUTRAL_CODE).all()
        for step in range(REACH):
            assert not look.features_["own places"][step][theirs].any()
            assert not look.features_["others' places"][step][theirs].any()
        found += len(theirs)
    assert found > 0


# --- cards


@every_table
def test_missing_cards_are_what_a_hand_lacks(edition, players, setup):
    """Of the own hand exactly; of others' what is certain, so that never less is missing than in truth."""
    doubtful = 0
    for look in looks(edition, players, setup):
        island = int(look.state.island)
        low = look.seen[observation.places(island, MOST_PLAYERS[Island(island)])["seats.low"]].reshape(-1, RESOURCES)
        for steps, seat in look.others():
            for number, cost in enumerate(COSTS):
                truly, certainly = (
                    [max(0, price - held) for price, held in zip(counts(cost), hand, strict=True)]
                    for hand in (counts(look.state.hand[seat]), low[steps].tolist())
                )
                features_ = look.features_["missing"][steps, number]
                assert np.isclose(features_, sum(certainly), atol=ROUNDING)
                assert features_ >= sum(truly) - ROUNDING
                assert steps or truly == certainly
                doubtful += truly != certainly
                income = look.features_["income"][steps] + LEAST_INCOME
                assert np.isclose(look.features_["wait"][steps, number], max(certainly / income), atol=1e-3)
    assert doubtful or players == 2


# --- as a whole


@every_table
def test_seats_that_do_not_play_bring_nothing(edition, players, setup):
    for look in looks(edition, players, setup):
        for name in ("income", "blocked", "rolls"):
            assert not look.features_[name][players:].any()
        for name in ("best place", "number of places"):
            assert not look.features_[name][:, players:].any()
        assert np.allclose(look.features_["missing"][players:], [sum(counts(cost)) for cost in COSTS], atol=ROUNDING)


@every_table
def test_features_fit_their_size_and_are_numbers_about_one(edition, players, setup):
    found = looks(edition, players, setup)
    island = int(found[0].state.island)
    features_ = features.features(np.array([look.seen for look in found]), island)
    assert features_.shape == (len(found), features.size(island))
    assert features_.dtype == np.float32
    assert np.isfinite(features_).all()
    assert features_.min() >= 0
    assert features_.max() <= 10


@pytest.mark.parametrize("island", list(Island))
def test_any_bytes_have_finite_features(island):
    rng = np.random.default_rng(1)
    seen = rng.integers(0, 256, (50, observation.size(island, MOST_PLAYERS[island])), np.uint8)
    assert np.isfinite(features.features(seen, island)).all()


def test_a_position_has_the_same_features_among_others_as_alone():
    seen = np.array([look.seen for look in looks("fourth", 4, "")])
    together = features.features(seen, Island.SMALL)
    alone = [features.features(row[None], Island.SMALL)[0] for row in seen]
    assert np.allclose(together, alone, atol=1e-5)


@every_table
def test_pytorch_works_out_the_same(edition, players, setup):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from sevenhex.nets.model import Model

    found = looks(edition, players, setup)
    island, seen = int(found[0].state.island), np.array([look.seen for look in found])
    with torch.no_grad():
        features_ = Model(island, 8, 1).work_out(torch.from_numpy(seen)).numpy()
    assert np.allclose(features_, features.features(seen, island), atol=1e-5)


@pytest.mark.parametrize("island", [Island.SMALL, Island.LARGE])
def test_no_positions_have_no_features(island):
    nothing = np.zeros((0, observation.size(island, MOST_PLAYERS[island])), np.uint8)
    assert features.features(nothing, island).shape == (0, features.size(island))
