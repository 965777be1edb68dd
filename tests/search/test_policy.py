"""One step of thought finds what a look at everything finds: every action tried on a copy, all terms written anew, every chance."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sevenhex.bots import minds
from sevenhex.game.game import Game
from sevenhex.rules import engine
from sevenhex.rules.actions import kind_of
from sevenhex.rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, counts, pack
from sevenhex.rules.ids import CHANCE, MAX_CORNERS, Kind, Phase
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.routes import owner
from sevenhex.rules.state import copy
from sevenhex.rules.topology import CORNER_EDGES, CORNER_NEIGHBORS, EDGE_CORNERS
from sevenhex.search import policy
from sevenhex.search.chances import weigh_these
from sevenhex.search.evaluation import ROW, look_around, rolls_until, rolls_until_each, share
from sevenhex.search.memory import POSITION, make_memory

SETTINGS = [("sixth", 4), ("fourth", 3), ("extension", 6), ("zip", 4), ("sixth", 2)]


class Everything:
    """One step of thought that compares nothing: each position is looked at anew."""

    def __init__(self, state, seat, weights):
        self.state, self.seat, self.weights, self.players = state, seat, weights, int(state["players"][0])
        self.memory = make_memory()
        policy.refresh_island(state[0], weights, self.memory)
        self.base = self.standings(state)
        self.unchanged = self.chance(self.base)

    def standings(self, state):
        policy.note_standings(state[0], self.memory)
        return self.memory.standings[POSITION].copy()

    def chance(self, standings):
        return share(standings.reshape(1, -1), 0, self.players, self.seat)

    def look(self, state, alone, base):
        """The chance to win in a state; an action on the own hand alone leaves the others as before."""
        if state["phase"][0] == Phase.OVER:
            return 1.0 if state["winner"][0] == self.seat else 0.0
        found = self.standings(state)
        if alone:
            found = np.where(np.arange(len(found)) == self.seat, found, base)
        return self.chance(found)

    def after(self, state, action, base):
        """The mean over what chance may bring after an action."""
        new = copy(state)
        engine.apply(new, self.seat, action)
        alone = bool(policy.touches_own_hand_only(kind_of(action)))
        if new["phase"][0] not in (Phase.DRAW, Phase.STEAL):
            return self.look(new, alone, base)
        out, odds = np.zeros(36, np.int64), np.zeros(36, np.int64)
        mean, whole = 0.0, 0
        for index in range(engine.outcomes(new, out, odds)):
            drawn = copy(new)
            engine.apply(drawn, CHANCE, out[index])
            mean += odds[index] * self.look(drawn, alone, base)
            whole += odds[index]
        return mean / whole

    def value(self, action):
        kind = kind_of(action)
        if kind in (Kind.END, Kind.ROLL, Kind.REFUSE):
            return self.unchanged
        if kind in (Kind.DECLINE, Kind.WITHDRAW, Kind.STOP):
            return self.unchanged - policy.GIVEN_UP
        if kind in (Kind.KNIGHT, Kind.ROAD_BUILDING):
            played = copy(self.state)
            engine.apply(played, self.seat, action)
            if played["phase"][0] == Phase.OVER:
                return 1.0 if played["winner"][0] == self.seat else 0.0
            base = self.standings(played)
            return max(self.after(played, use, base) for use in sensible(played, self.seat))
        return self.after(self.state, action, self.base)


def sensible(state, seat):
    out = np.zeros(MAX_ACTIONS, np.int64)
    return out[: policy.sensible_actions(state[0], seat, out)].tolist()


def positions(edition, players, seed, most, **options):
    """Decisions of a game between one who moves at random and others who think, decision by decision."""
    game, rng, mind, memory = Game.new(edition, players, seed=seed, **options), Random(seed), minds.mind("steady", players), make_memory()
    while not game.is_over and game.version < most:
        if game.awaits_chance:
            game.resolve(rng)
            continue
        seat = game.to_act[0]
        yield game.state, seat
        memory.states[0] = game.state[0]
        legal = game.legal(seat)
        action = int(policy.decide(seat, mind, memory)) if rng.random() < 0.6 else rng.choice(legal)
        game.play(action if action in legal else legal[0], seat)


def blank_others(state, seat):
    """The position with nothing in other hands but cards of one kind: what is about the own hand alone must not depend on them."""
    new = copy(state)
    for each in range(int(state["players"][0])):
        if each != seat:
            new["hand"][0, each] = pack(sum(counts(int(state["hand"][0, each]))), 0, 0, 0, 0)
            new["cards"][0, each] = 0
    return new


@pytest.mark.parametrize(("edition", "players"), SETTINGS)
def test_the_choice_is_that_of_a_look_at_everything(edition, players):
    mind, memory, slow = minds.mind("steady", players), make_memory(), make_memory()
    # Several games by turns: what was seen in one must not be taken for the other.
    games = [positions(edition, players, seed, 500) for seed in range(2)]
    seen, rng, count, told = set(), Random(players), 0, 0
    while games:
        game = rng.choice(games)
        for _ in range(rng.randrange(1, 6)):
            found = next(game, None)
            if found is None:
                games.remove(game)
                break
            state, seat = found
            actions = sensible(state, seat)
            if len(actions) < 2 or engine.is_asked(state, seat):
                continue
            memory.states[0] = slow.states[0] = state[0]
            chosen, values = int(policy.decide(seat, mind, memory)), np.zeros(len(actions))
            weigh_these(seat, mind, slow, np.array(actions), values)
            slowly = Everything(state, seat, mind[int(policy.row_of(state[0]))])
            worths = [slowly.value(action) for action in actions]
            assert values.tolist() == worths
            assert chosen == actions[worths.index(max(worths))], (edition, players, state["phase"][0], seat)
            memory.states[0] = blank_others(state, seat)[0]
            quickly = int(policy.best_for_own_hand(seat, mind, memory))
            assert quickly in (0, chosen)
            told += quickly != 0
            memory.states[0] = state[0]
            assert memory.states[0] == state[0], "the position was changed"
            count += 1
            seen |= {int(kind_of(action)) for action in actions}
    assert count > 150
    assert told > 30, "so many choices were about the own hand alone"
    assert seen >= {Kind.SETTLE, Kind.ROAD, Kind.BANK, Kind.ROBBER, Kind.DISCARD, Kind.BUY, Kind.END}


def test_four_waits_side_by_side_are_what_each_is_alone():
    rng = Random(5)
    for _ in range(300):
        row = np.zeros(1, ROW)
        row["income"] = [rng.choice((0, 0, 1, 2, 3, 5, 8)) / 36 for _ in range(5)]
        row["rate"] = [1 / rng.choice((2, 3, 4)) for _ in range(5)]
        hand = pack(*(rng.choice((0, 0, 1, 2, 4)) for _ in range(5)))
        settling = SETTLEMENT_COST + rng.randrange(3) * ROAD_COST
        alone = tuple(rolls_until(cost, hand, row[0]) for cost in (ROAD_COST, settling, CITY_COST, CARD_COST))
        assert tuple(rolls_until_each(settling, hand, row[0])) == alone


def around(state, seat, worths, contested):
    """What `look_around` finds, corner by corner and edge by edge: the best corners, the runner-up, and all that was looked at."""
    island, players = int(state["island"]), int(state["players"])

    def members(words):
        return {place for place in range(120) if int(words[place // 60]) >> place % 60 & 1}

    def blocked(corner):
        return state["building"][corner] and owner(int(state["building"][corner])) != seat

    near, free, empty = members(state["near_corners"][seat]), members(state["open_corners"]), members(state["empty_edges"])
    others = set().union(*(members(state["near_corners"][each]) for each in range(players) if each != seat))
    found, ones, twos = [], [], []
    for corner in near & free:
        found.append(worths[corner] * (0.5 + 0.5 * contested if corner in others else 1.0))
    for edge in members(state["near_edges"][seat]) & empty:
        for corner in map(int, EDGE_CORNERS[island, edge]):
            if corner in near:
                continue
            ones.append(corner)
            for next_edge, far in zip(CORNER_EDGES[island, corner], CORNER_NEIGHBORS[island, corner], strict=True):
                if not blocked(corner) and int(next_edge) in empty:
                    twos.append(int(far))
    away, further = (
        [worths[c] * (contested if c in others else 1.0) for c in some if c in free and c not in near] for some in (ones, twos)
    )
    best = [max(each, default=0.0) for each in (found, away, further)]
    second = max([0.0, *sorted(found)[:-1], *(worth * 0.8 for worth in sorted(away)[:-1])])
    return [*best, second], near | set(ones) | set(twos)


@pytest.mark.parametrize(("edition", "players"), SETTINGS)
def test_what_is_seen_around_a_seat(edition, players):
    row, rng = np.zeros(1, ROW), Random(players)
    worths = np.array([0.1 + rng.random() for _ in range(MAX_CORNERS)])
    worths[rng.sample(range(MAX_CORNERS), 40)] = 0.75  # equal ones too
    looked = 0
    for state, _ in positions(edition, players, players, 900):
        if rng.random() < 0.7:
            continue
        for seat in range(players):
            look_around(state[0], seat, worths, 0.6, row[0])
            best, corners = around(state[0], seat, worths, 0.6)
            assert [row[name][0].item() for name in ("now", "one_road", "two_roads", "second")] == best
            assert {c for c in range(120) if int(row["looked_low" if c < 60 else "looked_high"][0]) >> c % 60 & 1} == corners
            looked += 1
    assert looked > 100
