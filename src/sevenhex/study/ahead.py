"""Many positions thought about at once: what each action leads to when the policy plays on, everybody with the same dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.bots.lookahead import MOST_STEPS, NO_TURN, Judged, Lookahead, PositionPool
from sevenhex.observation import observation
from sevenhex.rules import engine
from sevenhex.rules.actions import first, get_of, give_of, kind_of
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.search import positions as _positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sevenhex.knowledge.views import View
    from sevenhex.nets.network import Network
    from sevenhex.rules.state import State

positions: Any = _positions  # compiled functions, whose arguments no type checker counts

Floats = NDArray[np.float32]
MOST_OPEN = 256  # true states that are judged together: those that wait for chance bring many more
MOST_AT_ONCE = 512  # positions that the network is asked about together: more no longer helps, and takes memory
# What is said in a bargain is judged by the exchange it stands for, not by waiting for what the others say.
CLOSING = (Kind.ACCEPT, Kind.CONFIRM, Kind.TAKE)
LEAVING = (Kind.REFUSE, Kind.DECLINE, Kind.WITHDRAW)
OPENING = (Kind.OFFER, Kind.COUNTER, Kind.PROPOSE)
BARGAINS = (*CLOSING, *LEAVING, *OPENING)


def exchange_of(state: Any, seat: int, action: int) -> tuple[int, int, int]:
    """Whom a bargain's action exchanges cards with, what the seat gives and what it gets; nothing where it leaves the bargain."""
    kind, other = kind_of(action), int(first(action))
    offer = int(state["offer"])
    if kind == Kind.ACCEPT:
        return int(state["actor"]), int(get_of(offer)), int(give_of(offer))
    if kind == Kind.CONFIRM:
        return other, int(give_of(offer)), int(get_of(offer))
    if kind == Kind.TAKE:
        proposal = int(state["proposal"][other])
        return other, int(get_of(proposal)), int(give_of(proposal))
    return seat, 0, 0


class Ahead(Lookahead):
    """Positions of one island and number of players, from any number of games and moments."""

    def __init__(self, network: Network, island: int, players: int, rotations: int = 1) -> None:
        self.network, self.island, self.players, self.rotations = network, island, players, rotations
        self.seat = 0
        self.pool = PositionPool(island, players)
        self.used = self.judged = 0
        self.roots: list[int] = []
        self.open = False  # everybody's hidden points are seen
        self.points = observation.places(island, players)["seats.points"]

    def forget(self, used: int = 0) -> None:
        """Drop the positions from there on; their memory is used again."""
        self.used = used

    def put(self, view: View, worlds: Sequence[State]) -> list[int]:
        """Worlds that agree with a view, with what its seat knows about the hands."""
        low, high = (np.array(words, np.int64) for words in view.ranges)
        begin = self.used
        self.pool.hold(begin + len(worlds))
        seat = 0 if view.seat is None else view.seat
        for place, world in enumerate(worlds, begin):
            self.pool.states[place] = world[0]
            positions.begin_bounds(self.pool.states, self.pool.notes, place, seat, low, high)
        self.used += len(worlds)
        self.pool.viewers[begin : self.used] = positions.ACTING_SEAT
        return list(range(begin, self.used))

    def put_open(self, states: Sequence[Any]) -> int:
        """True states, all hands known to everybody; returns where they begin."""
        begin = self.used
        self.pool.hold(begin + len(states))
        for place, state in enumerate(states, begin):
            self.pool.states[place] = state[0]
            hands = self.pool.states[place]["hand"].astype(np.int64)
            positions.begin_bounds(self.pool.states, self.pool.notes, place, 0, hands, hands)
        self.used += len(states)
        self.pool.viewers[begin : self.used] = positions.ACTING_SEAT
        return begin

    def judge_open(self, states: Sequence[Any]) -> Floats:
        """Everybody's chances in true states, all hands known; what was thought before is forgotten."""
        found = [np.zeros((0, self.players), np.float32)]
        for at in range(0, len(states), MOST_OPEN):
            self.forget()
            some = states[at : at + MOST_OPEN]
            begin = self.put_open(some)
            found.append(self.judge(begin, begin + len(some), policy=False).chances)
        return np.concatenate(found)

    def judge(self, begin: int, end: int, policy: bool = True, rotations: int = 0) -> Judged:
        """As `Lookahead.judge`, in pieces that fit the memory."""
        parts = [self._judged(at, min(end, at + MOST_AT_ONCE), policy, rotations) for at in range(begin, end, MOST_AT_ONCE)]
        if len(parts) == 1:
            return parts[0]
        return Judged(np.concatenate([part.chances for part in parts]), np.concatenate([part.scores for part in parts]))

    def _judged(self, begin: int, end: int, policy: bool, rotations: int) -> Judged:
        found = super().judge(begin, end, policy, rotations)
        return self._opened(begin, end, policy, found) if self.open else found

    def _opened(self, begin: int, end: int, policy: bool, found: Judged) -> Judged:
        """The same with hidden victory points on the table: they count for their owner as shown ones would."""
        hidden, lookers = [], []
        for place in range(begin, end):
            wait, eye = int(self.pool.waits[place]), int(self.pool.viewers[place])
            if wait < 0:
                continue
            looker = wait if policy or eye == positions.ACTING_SEAT else eye
            state = self.pool.states[place : place + 1]
            totals = [int(engine.total_points(state, (looker + step) % self.players)) for step in range(self.players)]
            if totals != [int(state["points"][0, (looker + step) % self.players]) for step in range(self.players)]:
                self.pool.seen[place, self.points] = totals
                hidden.append(place)
                lookers.append(looker)
        if hidden:
            values = self.evaluate(self.pool.seen[hidden], False)[0]
            for row, place in enumerate(hidden):
                seats = (lookers[row] + np.arange(self.players)) % self.players
                found.chances[place - begin, seats] = values[row]
        return found

    def expect(self, places: Any) -> Floats:
        """As `Lookahead.expect`; who will start is anybody's guess, and a tie there may go on for ever."""
        rolling = np.array([self.pool.states[place]["phase"] == Phase.ORDER_DICE for place in places])
        found = np.full((len(places), self.players), 1 / self.players, np.float32)
        if not rolling.all():
            found[~rolling] = super().expect(np.asarray(places)[~rolling])
        return found

    def children(self, parents: Sequence[int], seats: Sequence[int], actions: Sequence[int]) -> int:
        """The position after each action; a bargain's is the one after its exchange. Returns where they begin."""
        begin = self.play([], [], [])
        self.pool.hold(begin + len(parents))
        simple = [n for n, action in enumerate(actions) if kind_of(action) not in BARGAINS]
        if simple:
            arrays = [np.array([each[n] for n in simple], np.int64) for each in (parents, seats, actions)]
            self._play_at(begin, simple, *arrays)
        for n, action in enumerate(actions):
            if kind_of(action) in BARGAINS:
                other, give, get = exchange_of(self.pool.states[parents[n]], seats[n], action)
                positions.exchange(self.pool.states, self.pool.notes, parents[n], begin + n, seats[n], other, give, get)
        self.used = begin + len(parents)
        self.pool.viewers[begin : self.used] = seats  # the deciding seat judges what it leads to, with the cards that it holds
        return begin

    def _play_at(self, begin: int, places: list[int], parents: Any, seats: Any, actions: Any) -> None:
        if len(places) == places[-1] + 1:  # all of them, or the first ones without a gap
            positions.play_many(self.pool.states, self.pool.notes, parents, seats, actions, begin)
            return
        for n, place in enumerate(places):
            positions.play_many(self.pool.states, self.pool.notes, parents[n : n + 1], seats[n : n + 1], actions[n : n + 1], begin + place)

    def run(self, begin: int, end: int, seeds: Any, turns: Any, own: Any) -> Floats:
        """Play positions on, each until its turn begins (and, where `own` names a seat, until that seat must act in it)."""
        pool = self.pool
        counters, noted = np.zeros(len(pool.states), np.uint64), np.full(len(pool.states), NO_TURN, np.int64)
        every = np.zeros(len(pool.states), np.uint64)
        every[begin:end] = seeds
        actions = np.empty(MAX_ACTIONS, np.int64)
        turns, own = np.asarray(turns), np.asarray(own)
        for _ in range(MOST_STEPS):
            positions.resolve_many(pool.states, pool.notes, every, counters, noted, begin, end)
            pool.look(begin, end, pool.actors)
            waits = pool.waits[begin:end]
            there = (pool.states["turn"][begin:end] >= turns) & ((own < 0) | (waits == own))
            places = begin + np.flatnonzero((waits != positions.OVER) & ~there)
            if not len(places):
                break
            for at in range(0, len(places), MOST_AT_ONCE):
                some = places[at : at + MOST_AT_ONCE]
                scores = self.evaluate(pool.seen[some])[1]
                positions.go_on_many(pool.states, pool.notes, some, pool.waits, scores, actions)
        return self.judge(begin, end, policy=False).chances
