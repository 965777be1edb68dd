"""Observations: their layout, their truth, and that they tell nothing a seat may not know."""

from __future__ import annotations

import random

import numpy as np
import pytest

from clauses import clause
from sevenhex.env import play
from sevenhex.env.setting import Setting
from sevenhex.game.game import Game
from sevenhex.observation import observation
from sevenhex.observation.notes import NOTES
from sevenhex.rules.cards import BITS, FIELD
from sevenhex.rules.ids import CHANCE, Kind, Phase
from sevenhex.rules.options import MAX_ACTIONS

KIND = 63
LIST = np.zeros(MAX_ACTIONS, np.int64)
COURSE, SILENT = Setting(trade=True).course, Setting().course


class Watched:
    """A game and the notes that follow it."""

    def __init__(self, **settings):
        self.game = Game.new(**settings)
        self.notes = np.zeros(1, NOTES)

    def push(self, action, seat):
        play.note_before(self.game.state, self.notes, seat, action)
        self.game.push(action, seat)
        play.note_after(self.game.state, self.notes, action)

    def see(self, seat):
        island, players = int(self.game.state[0].island), self.game.players
        out, mask = np.full(observation.size(island, players), 99, np.uint8), np.zeros(2000, np.bool_)
        play.look(self.game.state, self.notes, seat, COURSE, LIST, out, mask)
        return out

    def part(self, seat, name):
        return self.see(seat)[observation.places(int(self.game.state[0].island), self.game.players)[name]]

    def copy(self):
        twin = object.__new__(Watched)
        twin.game, twin.notes = self.game.copy(), self.notes.copy()
        return twin


def advance(table, rng, trade=True):
    """One random action, of chance or of a seat. Offers are rare, so that the game goes on."""
    game = table.game
    if game.awaits_chance:
        table.push(game.pick(rng.getrandbits(32)), CHANCE)
        return
    seat = rng.choice(game.to_act)
    table.push(rng.choice(game.legal(seat, menu=trade and rng.random() < 0.1)), seat)


def counts(word):
    return [(int(word) >> (BITS * kind)) & FIELD for kind in range(5)]


HIDDEN = (4, "summary", {"discards": "hidden", "discard_limit": 3})


@clause("ROB-5", "SEVEN-1", "DEV-2", "HOUSE-6")
@pytest.mark.parametrize(
    ("players", "edition", "options"),
    [(4, "sixth", {}), (6, "sixth", {}), (3, "fourth", {}), (4, "sixth", {"supply_counts": "hidden"}), HIDDEN],
)
def test_ranges_hold_the_true_hand_and_are_exact_for_the_own(players, edition, options):
    rng = random.Random(5)
    table = Watched(edition=edition, players=players, seed=3, **options)
    doubtful = 0
    for _ in range(2500):
        if table.game.is_over:
            break
        advance(table, rng)
        observer = rng.randrange(players)
        low, high = table.part(observer, "seats.low").reshape(players, 5), table.part(observer, "seats.high").reshape(players, 5)
        for steps in range(players):
            hand = counts(table.game.state[0].hand[(observer + steps) % players])
            assert (low[steps] <= hand).all(), (observer, steps)
            assert (hand <= high[steps]).all(), (observer, steps)
            doubtful += (low[steps] != high[steps]).any()
        assert low[0].tolist() == high[0].tolist() == counts(table.game.state[0].hand[observer])
    assert doubtful > 100


@clause("COMP-4", "COMP-5")
@pytest.mark.parametrize(("edition", "limited"), [("sixth", True), ("zip", False)])
def test_roads_without_limit_are_no_number(edition, limited):
    """Where roads are drawn, a full box is shown for ever; elsewhere the roads that are left."""
    rng = random.Random(4)
    table = Watched(edition=edition, players=4, seed=3)
    fewest = observation.MANY_ROADS
    for _ in range(600):
        if table.game.is_over:
            break
        advance(table, rng, trade=False)
        left = table.part(0, "seats.pieces").reshape(4, 3)[:, 0]
        assert left.tolist() == ([int(each) for each in table.game.state[0].roads_left[:4]] if limited else [observation.MANY_ROADS] * 4)
        fewest = min(fewest, int(left.min()))
    assert (fewest < 10) == limited


def doubts(table):
    """How far most and least lie apart, for every observer, seat and resource."""
    players = table.game.players
    return np.array([table.part(seat, "seats.high").astype(int) - table.part(seat, "seats.low") for seat in range(players)])


@clause("SEVEN-1", "HOUSE-6")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_finished_seven_leaves_no_new_doubt_unless_the_discards_stay_hidden(hidden):
    rng = random.Random(2)
    table = Watched(players=4, seed=7, edition="summary", discard_limit=4, discards="hidden" if hidden else "shown")
    sevens = more = during = 0
    while sevens < 12:
        if table.game.is_over:
            table = Watched(players=4, seed=7 + sevens, edition="summary", discard_limit=4, discards="hidden" if hidden else "shown")
        advance(table, rng)
        if table.game.phase == Phase.DISCARD:
            before = doubts(table)
            while table.game.phase == Phase.DISCARD:
                during = max(during, int((doubts(table) - before).max()))
                advance(table, rng)
            more += int(np.maximum(doubts(table) - before, 0).sum())
            sevens += 1
    assert during > 0  # while they choose, the cards are unseen
    assert (more > 0) == hidden


@clause("ROB-5", "SEVEN-1", "DEV-2", "HOUSE-6")
@pytest.mark.parametrize("discards", ["shown", "hidden"])
def test_what_is_hidden_changes_no_observation(discards):
    """Two games part at an event that a bystander does not see. As long as everything public is alike, so is what the bystander sees."""
    rng = random.Random(1)
    forks = {"steal": 0, "draw": 0, "discard": 0}
    for seed in range(12):
        table = Watched(players=4, seed=seed, discards=discards)
        while not table.game.is_over and table.game.version < 1500:
            game = table.game
            kind, outcomes, actor = fork(game)
            if len(outcomes) > 1 and rng.random() < 0.3:
                one, other = rng.sample(outcomes, 2)
                twin = table.copy()
                table.push(one, actor)
                twin.push(other, actor)
                seats = [seat for seat in range(4) if seat not in involved(game, kind, actor)]
                forks[kind] += follow(table.copy(), twin, seats, rng)
            else:
                advance(table, rng)
    assert min(forks.values()) > 20, forks


def fork(game):
    """The outcomes of an event that only some see, its kind, and who brings it about."""
    phase = game.phase
    if phase in (Phase.STEAL, Phase.DRAW):
        return ("steal" if phase == Phase.STEAL else "draw"), [action for action, _ in game.chances()], CHANCE
    if phase == Phase.DISCARD:
        seat = game.to_act[0]
        # The last card given back brings all of them to the supply, for everybody to see.
        return "discard", game.legal(seat) if game.state[0].discard_left.sum() > 1 else [], seat
    return "", [], CHANCE


def involved(game, kind, actor):
    state = game.states[-2][0]
    return {"steal": {int(state.actor), int(state.victim)}, "draw": {int(state.actor)}, "discard": {actor}}[kind]


def follow(table, twin, seats, rng):
    """Play the same public actions in both and compare; returns 1 (so that forks can be counted)."""
    for _ in range(12):
        for seat in seats:
            one, other = table.see(seat), twin.see(seat)
            # A victory-point card drawn or a resource regained shows only through points and actions, never in these bytes.
            assert (one == other).all(), np.flatnonzero(one != other)
        game, like = table.game, twin.game
        if game.is_over or like.is_over or game.awaits_chance or like.awaits_chance or game.to_act != like.to_act:
            return 1
        seat = game.to_act[0]
        both = [action for action in game.legal(seat) if like.is_legal(action, seat) and action & KIND in (Kind.END, Kind.ROAD, Kind.BANK)]
        if not both:
            return 1
        action = rng.choice(both)
        table.push(action, seat)
        twin.push(action, seat)
        if action & KIND == Kind.END:
            return 1
    return 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_byte_is_written(players):
    table = Watched(players=players, seed=2)
    rng = random.Random(0)
    island = int(players > 4)
    for _ in range(60):
        advance(table, rng)
    out = np.full(observation.size(island, players) + 8, 99, np.uint8)
    ends = []
    for fill in (99, 200):
        out[:] = fill
        mask = np.zeros(2000, np.bool_)
        play.look(table.game.state, table.notes, 0, SILENT, LIST, out, mask)
        ends.append(out.copy())
    assert (ends[0][:-8] == ends[1][:-8]).all()
    assert (ends[0][-8:] == 99).all()


def test_the_board_is_described_from_the_seat():
    table = Watched(players=4, seed=4, starter=0)
    rng = random.Random(3)
    for _ in range(40):
        advance(table, rng, trade=False)
    building = table.game.state[0].building[:54]
    for seat in range(4):
        seen = table.part(seat, "corner.building")
        for corner in range(54):
            piece = int(building[corner])
            steps = ((piece - 1) % 8 - seat) % 4
            assert seen[corner] == (0 if piece == 0 else 1 + steps + (6 if piece >= 9 else 0))
        assert table.part(seat, "seats.points").tolist() == [int(table.game.state[0].points[(seat + each) % 4]) for each in range(4)]


def test_expand_makes_one_hot_rows():
    table = Watched(players=4, seed=4)
    rows = observation.expand(np.stack([table.see(0), table.see(1)]), 0, 4)
    assert rows.shape[0] == 2
    assert rows.dtype == np.float32
    terrain = rows[0, : 19 * 6].reshape(19, 6)
    assert (terrain.sum(axis=1) == 1).all()
