"""Looks ahead with a network: the policy proposes, what it proposes is played on by the policy, the network judges where that leads.

`master` plays by it and `study/` judges by it. Positions are counted, not seconds, so that the same question has the same answer on every
machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.observation import menu
from sevenhex.observation.notes import NOTES
from sevenhex.observation.observation import places as observation_places
from sevenhex.observation.observation import size as observation_size
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_MASK, first, get_of, give_of, kind_of, second
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import CHANCE, Kind, Phase
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.rates import is_wasteful
from sevenhex.rules.state import RECORD
from sevenhex.search import positions
from sevenhex.search.policy import sensible_actions

from .wholes import Whole, wholes

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View
    from sevenhex.nets.shipped import AnyNetwork
    from sevenhex.rules.state import State

Floats = NDArray[np.float32]
MOST_STEPS = 400  # of playing on; a round of the table needs a tenth of it
NO_TURN = -1
NO_SEAT = -1
MOST_OPEN = 256  # true states that are judged together: those that wait for chance bring many more
# An answer in a bargain can be judged by the exchange it stands for, instead of waiting for what the others answer.
CLOSING = (Kind.ACCEPT, Kind.CONFIRM, Kind.TAKE)
LEAVING = (Kind.REFUSE, Kind.DECLINE, Kind.WITHDRAW)
OPENING = (Kind.OFFER, Kind.COUNTER, Kind.PROPOSE)
BARGAINS = (*CLOSING, *LEAVING, *OPENING)


class Exchange(NamedTuple):
    """Cards that two seats exchange in the position at `root`."""

    root: int
    seat: int
    other: int
    give: int
    get: int


class Question(NamedTuple):
    """A decision to be searched: whose it is, the worlds it may be made in, the actions to try, and the seed of its dice."""

    seat: int
    roots: Sequence[int]
    actions: Sequence[int]
    seed: int
    plans: Sequence[Whole] = ()  # instead of the actions: each of these is played before the policy goes on


class Judged(NamedTuple):
    """A row for each position: every seat's chance to win, and the policy's scores (empty where nobody must choose)."""

    chances: Floats
    scores: Floats


class PositionPool:
    """Memory for positions; it grows as needed and is used again."""

    def __init__(self, island: int, players: int, size: int = 1024) -> None:
        self.bytes = observation_size(island, players)
        self._make(size)

    def _make(self, size: int) -> None:
        self.states, self.notes = np.zeros(size, RECORD), np.zeros(size, NOTES)
        self.seen, self.waits = np.zeros((size, self.bytes), np.uint8), np.zeros(size, np.int64)
        self.viewers = np.full(size, positions.ACTING_SEAT, np.int64)  # the seats that judge the chances of each position
        self.actors = np.full(size, positions.ACTING_SEAT, np.int64)

    def hold(self, size: int) -> None:
        if size > len(self.states):
            states, notes, seen, waits, viewers = self.states, self.notes, self.seen, self.waits, self.viewers
            self._make(2 * size)
            self.states[: len(states)], self.notes[: len(notes)] = states, notes
            self.seen[: len(seen)], self.waits[: len(waits)], self.viewers[: len(viewers)] = seen, waits, viewers

    def look(self, begin: int, end: int, viewers: NDArray[np.int64]) -> None:
        """What positions wait for, and how they look to these viewers (the pool's own, or the acting seats)."""
        positions.look_many(self.states, self.notes, begin, end, viewers, self.waits, self.seen)


class Lookahead:
    """Positions of one island and number of players, from any number of games and moments, and what the network says of them.

    `open_cards`: every seat's hidden victory points count as if shown. `batch`: positions that the network is asked about together; None
    for all (sums in other batches differ in the last bits).
    """

    def __init__(self, network: AnyNetwork, state: State, rotations: int = 1, open_cards: bool = False, batch: int | None = None) -> None:
        self.network, self.rotations, self.open_cards, self.batch = network, rotations, open_cards, batch
        self.island, self.players = int(state["island"][0]), int(state["players"][0])
        self.pool = PositionPool(self.island, self.players)
        self.used = 0
        self.judged = 0  # positions that the network has seen

    # --- positions

    def put(self, view: View, worlds: Sequence[State], viewer: int = positions.ACTING_SEAT) -> list[int]:
        """Worlds that agree with a view, with what its seat knows about the hands; returns their places."""
        low, high = (np.array(words, np.int64) for words in view.ranges)
        return self._put(worlds, 0 if view.seat is None else view.seat, lambda _: (low, high), viewer)

    def put_open(self, states: Sequence[State]) -> list[int]:
        """True states, every hand known to all; returns their places."""

        def hands(place: int) -> tuple[Any, Any]:
            known = self.pool.states[place]["hand"].astype(np.int64)
            return known, known

        return self._put(states, 0, hands, positions.ACTING_SEAT)

    def _put(self, states: Sequence[State], observer: int, bounds: Any, viewer: int) -> list[int]:
        begin = self.used
        self.pool.hold(begin + len(states))
        for place, state in enumerate(states, begin):
            self.pool.states[place] = state[0]
            positions.begin_bounds(self.pool.states, self.pool.notes, place, observer, *bounds(place))
        self.used += len(states)
        self.pool.viewers[begin : self.used] = viewer
        return list(range(begin, self.used))

    def forget(self, used: int = 0) -> None:
        """Drop the positions from there on; their memory is used again."""
        self.used = used

    # --- judging

    def evaluate(self, seen: NDArray[np.uint8], policy: bool = True, rotations: int = 1) -> tuple[Floats, Floats]:
        """What the network says of each; those that look alike (imagined worlds mostly do) are judged once."""
        rows = np.ascontiguousarray(seen).view(np.dtype((np.void, seen.shape[1]))).ravel()
        _, first, same = np.unique(rows, return_index=True, return_inverse=True)
        self.judged += len(first)
        chances, scores = self.network.evaluate(seen[first], self.players, policy, rotations)
        return chances[same], scores[same]

    def judge(self, begin: int, end: int, policy: bool = True, rotations: int = 0) -> Judged:
        """Positions from `begin` to `end`; those that wait for chance are worth the mean of what may come.

        With the policy each position is observed by its acting seat, otherwise by the viewer chosen for it.
        """
        step = self.batch or max(1, end - begin)
        parts = [self._judge(at, min(end, at + step), policy, rotations) for at in range(begin, end, step)]
        if len(parts) == 1:
            return parts[0]
        return Judged(np.concatenate([part.chances for part in parts]), np.concatenate([part.scores for part in parts]))

    def _judge(self, begin: int, end: int, policy: bool, rotations: int) -> Judged:
        pool = self.pool
        viewers = pool.actors if policy else pool.viewers
        pool.look(begin, end, viewers)
        waits = pool.waits[begin:end]
        chances = np.zeros((end - begin, self.players), np.float32)
        choices = menu.size(self.island, self.players, False)
        scores = np.zeros((end - begin, choices if policy else 0), np.float32)
        asked = np.flatnonzero(waits >= 0)
        if len(asked):
            values, liked = self.evaluate(pool.seen[begin + asked], policy, rotations or self.rotations)
            chosen = viewers[begin + asked]
            lookers = np.where(chosen == positions.ACTING_SEAT, waits[asked], chosen)
            seats = (lookers[:, None] + np.arange(self.players)) % self.players
            np.put_along_axis(rows := np.zeros_like(values), seats, values, axis=1)
            chances[asked] = rows
            if policy:
                scores[asked] = liked
        for place in np.flatnonzero(waits == positions.OVER):
            chances[place, int(pool.states[begin + place]["winner"])] = 1.0
        waiting = np.flatnonzero(waits == CHANCE)
        if len(waiting):
            chances[waiting] = self.expect(begin + waiting)
        if self.open_cards:
            self._count_hidden_points(begin, end, policy, chances)
        return Judged(chances, scores)

    def _count_hidden_points(self, begin: int, end: int, policy: bool, chances: Floats) -> None:
        """Judge again where somebody hides victory points: they count for their owner as shown ones would."""
        pool = self.pool
        points = observation_places(self.island, self.players)["seats.points"]
        hidden, lookers = [], []
        for place in range(begin, end):
            wait, viewer = int(pool.waits[place]), int(pool.viewers[place])
            if wait < 0:
                continue
            looker = wait if policy or viewer == positions.ACTING_SEAT else viewer
            state = pool.states[place : place + 1]
            totals = [int(engine.total_points(state, (looker + step) % self.players)) for step in range(self.players)]
            if totals != [int(state["points"][0, (looker + step) % self.players]) for step in range(self.players)]:
                pool.seen[place, points] = totals
                hidden.append(place)
                lookers.append(looker)
        if hidden:
            values = self.evaluate(pool.seen[hidden], False)[0]
            for row, place in enumerate(hidden):
                seats = (lookers[row] + np.arange(self.players)) % self.players
                chances[place - begin, seats] = values[row]

    def judge_open(self, states: Sequence[State]) -> Floats:
        """Everybody's chances in true states, all hands known; all other positions are forgotten."""
        found = [np.zeros((0, self.players), np.float32)]
        for at in range(0, len(states), MOST_OPEN):
            self.forget()
            some = states[at : at + MOST_OPEN]
            self.put_open(some)
            found.append(self.judge(0, len(some), policy=False).chances)
        return np.concatenate(found)

    def expect(self, places: NDArray[np.int64]) -> Floats:
        """The mean over what chance may bring, each outcome with its weight; rolls of one sum are one outcome.

        Who will start is open while the dice decide it: there all have the same chance, since ties could go on for ever.
        """
        found = np.full((len(places), self.players), 1 / self.players, np.float32)
        parents: list[int] = []
        actions: list[int] = []
        weights: list[float] = []
        ends: list[tuple[int, int]] = []  # row, and where its outcomes end
        for row, place in enumerate(places):
            if self.pool.states[place]["phase"] == Phase.ORDER_DICE:
                continue
            possible = outcomes(self.pool.states[place : place + 1])
            whole = sum(possible.values())
            for action, weight in possible.items():
                parents.append(int(place))
                actions.append(action)
                weights.append(weight / whole)
            ends.append((row, len(parents)))
        if parents:
            begin = self.play(parents, [CHANCE] * len(parents), actions)
            values = self.judge(begin, self.used, policy=False).chances * np.array(weights, np.float32)[:, None]
            start = 0
            for row, end in ends:
                found[row] = values[start:end].sum(axis=0)
                start = end
        return found

    # --- the policy

    def policy_scores(self, place: int) -> Floats:
        """The policy's score for each choice of the seat that must act there."""
        pool = self.pool
        pool.look(place, place + 1, pool.actors)
        scores: Floats = self.evaluate(pool.seen[place : place + 1], rotations=self.rotations)[1][0]
        return scores

    def sensible(self, place: int, seat: int) -> list[int]:
        """What a seat may do there, but for what is never worth a thought."""
        actions = np.empty(MAX_ACTIONS, np.int64)
        found: list[int] = actions[: int(sensible_actions(self.pool.states[place], seat, actions))].tolist()
        return found

    def likings(self, root: int, seat: int, legal: Sequence[int], scores: Floats) -> dict[int, float]:
        """The logarithm of the policy's chance for each action; those that it has no opinion about (bargains) are left out."""
        state = self.pool.states[root : root + 1]
        index = {action: int(menu.index_in(state, seat, action)) for action in legal}
        known = {action: float(scores[place]) for action, place in index.items() if 0 <= place < len(scores)}
        if not known:
            return {}
        top = max(known.values())
        whole = top + float(np.log(sum(np.exp(score - top) for score in known.values())))
        return {action: score - whole for action, score in known.items()}

    def favourites(self, root: int, seat: int, legal: Sequence[int], most: int, least: float = -math.inf) -> list[tuple[int, float]]:
        """The actions that the policy likes best, with the logarithm of its chance for each; what it has no opinion about comes first.

        What it likes less than `least` is left out, but for the first.
        """
        legal = [action for action in legal if not is_wasteful(self.pool.states[root], seat, action)]
        known = self.likings(root, seat, legal, self.policy_scores(root))
        always = [(action, 0.0) for action in legal if action not in known]
        liked = sorted(known.items(), key=lambda each: -each[1])
        return always + liked[:1] + [each for each in liked[1:most] if each[1] > least]

    # --- playing on

    def play(self, parents: Sequence[int], seats: Sequence[int], actions: Sequence[int]) -> int:
        """New positions after these actions; returns where they begin."""
        begin = self.used
        self.pool.hold(begin + len(parents))
        tried = (np.array(parents, np.int64), np.array(seats, np.int64), np.array(actions, np.int64))
        positions.play_many(self.pool.states, self.pool.notes, *tried, begin)
        self.pool.viewers[begin : begin + len(parents)] = self.pool.viewers[list(parents)]
        self.used += len(parents)
        return begin

    def go_on(self, places: Sequence[int], seats: Sequence[int], plans: Sequence[Sequence[int]]) -> None:
        """Play each of these positions on by its plan."""
        for step in range(max(map(len, plans), default=0)):
            rows = [row for row, plan in enumerate(plans) if step < len(plan)]
            columns = ([places[row] for row in rows], [seats[row] for row in rows], [plans[row][step] for row in rows])
            positions.continue_many(self.pool.states, self.pool.notes, *(np.array(each, np.int64) for each in columns))

    def play_or_exchange(self, parents: Sequence[int], seats: Sequence[int], actions: Sequence[int]) -> int:
        """As `play`; a bargain's position is the one after its exchange. The deciding seat judges what follows, with the cards it holds."""
        begin = self.used
        if any(kind_of(action) in BARGAINS for action in actions):
            self.pool.hold(begin + len(actions))
            for parent, seat, action in zip(parents, seats, actions, strict=True):
                if kind_of(action) in BARGAINS:
                    self._exchange(Exchange(parent, seat, *exchange_of(self.pool.states[parent], seat, action)), self.used)
                    self.used += 1
                else:
                    self.play([parent], [seat], [action])
        else:
            self.play(parents, seats, actions)
        self.pool.viewers[begin : self.used] = seats
        return begin

    def run(self, begin: int, end: int, seeds: Any, turns: Any, own: Any, rolls: bool = False) -> Floats:
        """Play positions on, each until its turn begins (and, where `own` names a seat, until that seat must act in it); then judge, with
        `rolls` after the roll that begins it, in the mean over what may be rolled."""
        pool = self.pool
        counters, turn = np.zeros(len(pool.states), np.uint64), np.full(len(pool.states), NO_TURN, np.int64)
        every = np.zeros(len(pool.states), np.uint64)
        every[begin:end] = seeds
        actions = np.empty(MAX_ACTIONS, np.int64)
        turns, own = np.asarray(turns), np.asarray(own)
        for _ in range(MOST_STEPS):
            positions.resolve_many(pool.states, pool.notes, every, counters, turn, begin, end)
            pool.look(begin, end, pool.actors)
            waits = pool.waits[begin:end]
            there = (pool.states["turn"][begin:end] >= turns) & ((own == NO_SEAT) | (waits == own))
            places = begin + np.flatnonzero((waits != positions.OVER) & ~there)
            if not len(places):
                break
            step = self.batch or len(places)
            for at in range(0, len(places), step):
                some = places[at : at + step]
                scores = self.evaluate(pool.seen[some])[1]
                positions.go_on_many(pool.states, pool.notes, some, pool.waits, scores, actions)
        return self.judge_rolls(begin, end) if rolls else self.judge(begin, end, policy=False).chances

    def judge_rolls(self, begin: int, end: int) -> Floats:
        """As `judge` without the policy; who must roll does so first. Positions that look alike are rolled for once."""
        pool = self.pool
        pool.look(begin, end, pool.viewers)
        rows = np.ascontiguousarray(pool.seen[begin:end]).view(np.dtype((np.void, pool.bytes))).ravel()
        alike = rows.copy()
        alike[pool.waits[begin:end] < 0] = b""  # these are not looked at; each stands for itself
        _, first_of, same = np.unique(alike, return_index=True, return_inverse=True)
        apart = pool.waits[begin:end] < 0
        chosen = np.unique(np.concatenate([first_of, np.flatnonzero(apart)]))
        at = np.searchsorted(chosen, np.where(apart, np.arange(end - begin), first_of[same]))
        copies = self.copy(begin + chosen)
        pool.look(copies, self.used, pool.viewers)
        places = copies + np.flatnonzero((pool.waits[copies : self.used] >= 0) & (pool.states["phase"][copies : self.used] == Phase.ROLL))
        self.go_on(places.tolist(), pool.waits[places].tolist(), [(int(Kind.ROLL),)] * len(places))
        found: Floats = self.judge(copies, self.used, policy=False).chances[at]
        return found

    def copy(self, places: NDArray[np.int64]) -> int:
        """The same positions once more; returns where they begin."""
        begin = self.used
        self.pool.hold(begin + len(places))
        self.used += len(places)
        for array in (self.pool.states, self.pool.notes, self.pool.viewers):
            array[begin : self.used] = array[places]
        return begin

    def deepen(self, root: int, seat: int, plans: Sequence[Whole], most: int, least: float) -> list[Whole]:
        """Each of these plans with the policy's next favourites behind it, where the seat's turn goes on and chance has no say before."""
        before = self.used
        begin = self.play([root] * len(plans), [seat] * len(plans), [plan[0] for plan in plans])
        self.go_on(range(begin, self.used), [seat] * len(plans), [plan[1:] for plan in plans])
        found = []
        for place, plan in enumerate(plans, begin):
            state = self.pool.states[place]
            goes_on = state["phase"] in (Phase.MAIN, Phase.ROLL, Phase.FREE_ROADS, Phase.ROBBER) and state["actor"] == seat
            if not goes_on or state["turn"] != self.pool.states[root]["turn"] or state["offer"] != 0:
                continue
            for action, _ in self.favourites(place, seat, self.sensible(place, seat), most, least):
                found.append((*plan, action))
        self.forget(before)
        return found

    def try_out(
        self, questions: Sequence[Question], samples: int, rounds: int = 0, exchanges: bool = True, rolls: bool = False
    ) -> list[Floats]:
        """For each question everybody's chances after each action (first axis) in each sample (second axis).

        Every action is tried in the same worlds with the same dice, and played on to the end of the turn, or for some rounds of the table
        until its seat acts again. With `exchanges` a bargain stands for its exchange. A card of a discard and a free road stand for the
        best whole that begins with them (`wholes.py`).
        """
        parents, seats, firsts, turns, own, seeds = [], [], [], [], [], []
        plans: list[tuple[int, ...]] = []
        for seat, roots, actions, seed, given in questions:
            turn = int(self.pool.states[roots[0]]["turn"]) + 1 + rounds * self.players
            for action, *rest in given or wholes(self, roots[0], seat, actions):
                for sample in range(samples):
                    plans.append(tuple(rest))
                    parents.append(roots[sample % len(roots)])
                    seats.append(seat)
                    firsts.append(action)
                    turns.append(turn)
                    own.append(seat if rounds else NO_SEAT)
                    seeds.append(seed + sample)
        begin = (self.play_or_exchange if exchanges else self.play)(parents, seats, firsts)
        self.go_on(range(begin, begin + len(parents)), seats, plans)
        chances = self.run(begin, begin + len(parents), np.array(seeds, np.uint64), turns, own, rolls)
        found, at = [], 0
        for question in questions:
            tried = len(question.plans or question.actions)
            size = tried * samples
            found.append(chances[at : at + size].reshape(tried, samples, self.players))
            at += size
        return found

    # --- trade

    def _exchange(self, exchange: Exchange, place: int) -> None:
        positions.exchange(self.pool.states, self.pool.notes, exchange.root, place, *exchange[1:])

    def judge_exchanges(
        self, exchanges: Sequence[Exchange], viewers: int | list[int] = positions.ACTING_SEAT, rotations: int = 0
    ) -> Floats:
        """Everybody's chances after each exchange, as seen by one seat or by the one given for each."""
        places = self.exchanged(exchanges, viewers)
        return self.judge(places.start, places.stop, policy=False, rotations=rotations).chances

    def exchanged(self, exchanges: Sequence[Exchange], viewers: int | list[int]) -> range:
        """New positions after these exchanges; returns their places."""
        begin = self.used
        self.pool.hold(begin + len(exchanges))
        for place, exchange in enumerate(exchanges, begin):
            self._exchange(exchange, place)
        self.used += len(exchanges)
        self.pool.viewers[begin : self.used] = viewers
        return range(begin, self.used)


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


def outcomes(state: Any) -> dict[int, int]:
    """What chance may bring, with weights; of several rolls with one sum only the first is kept, with the weight of all."""
    out, weights = np.empty(ROLLS, np.int64), np.empty(ROLLS, np.int64)
    size = engine.outcomes(state, out, weights)
    found: dict[int, int] = {}
    sums: dict[int, int] = {}
    for action, weight in zip(out[:size].tolist(), weights[:size].tolist(), strict=True):
        if action & KIND_MASK == Kind.DICE:
            total = int(first(action)) + int(second(action))
            action = sums.setdefault(total, action)
        found[action] = found.get(action, 0) + weight
    return found
