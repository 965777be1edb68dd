"""Looks ahead with a network: the policy proposes, what it proposes is played on by the policy, the network judges where that leads.

Positions are counted, not seconds, so that the same view brings the same choice on every machine.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.observation import menu as _menu
from sevenhex.observation.notes import NOTES
from sevenhex.observation.observation import size as observation_size
from sevenhex.rules import engine
from sevenhex.rules import rates as _rates
from sevenhex.rules.actions import KIND_MASK, first, second
from sevenhex.rules.ids import CHANCE, Kind
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import RECORD
from sevenhex.search import positions as _positions

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View
    from sevenhex.nets.network import Network

menu: Any = _menu  # compiled functions, whose arguments no type checker counts
positions: Any = _positions
is_wasteful: Any = _rates.is_wasteful

Floats = NDArray[np.float32]
Exchange = tuple[int, int, int, int, int]  # a world's place, a seat, the other, what the seat gives, what it gets
MOST_OUTCOMES = 36
MOST_STEPS = 400  # of playing on; a round of the table needs a tenth of it
NO_TURN = -1


class Effort(NamedTuple):
    """How much is looked at, counted in positions so that a seed repeats a game."""

    tries: int  # actions that are played on
    samples: int  # times each, in imagined worlds and with dice of their own
    worlds: int  # imagined hands of the others
    whole_round: bool = False  # played on until the own next turn, instead of the end of this one
    rotations: int = 1  # of the island, by which the end of a line and the first choice are judged


class PositionPool:
    """Memory for positions; it grows as needed and is used again."""

    def __init__(self, island: int, players: int, size: int = 1024) -> None:
        self.bytes = observation_size(island, players)
        self._make(size)

    def _make(self, size: int) -> None:
        self.states, self.notes = np.zeros(size, RECORD), np.zeros(size, NOTES)
        self.seen, self.waits = np.zeros((size, self.bytes), np.uint8), np.zeros(size, np.int64)
        self.viewers = np.full(size, positions.ACTING_SEAT, np.int64)  # through whose the chances of a position are judged
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


class Judged(NamedTuple):
    """A row for each position: every seat's chance to win, and the policy's scores (empty where nobody must choose)."""

    chances: Floats
    scores: Floats


class Lookahead:
    """One seat's thinking about one view."""

    def __init__(self, network: Network, view: View, worlds: list[Any], rotations: int = 1) -> None:
        assert view.seat is not None
        self.network, self.seat, self.players, self.rotations = network, view.seat, view.players, rotations
        self.island = int(view.state["island"][0])
        self.pool = PositionPool(self.island, self.players)
        self.used = 0
        self.judged = 0  # positions that the network has seen
        self.roots = []
        low, high = (np.array(words, np.int64) for words in view.ranges)
        self.pool.hold(len(worlds))
        for place, world in enumerate(worlds):
            self.pool.states[place] = world[0]
            positions.begin_bounds(self.pool.states, self.pool.notes, place, self.seat, low, high)
            self.roots.append(place)
        self.used = len(worlds)

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
        pool = self.pool
        viewers = pool.actors if policy else pool.viewers
        pool.look(begin, end, viewers)
        waits = pool.waits[begin:end]
        chances = np.zeros((end - begin, self.players), np.float32)
        choices = menu.size(self.island, self.players, False)
        scores = np.zeros((end - begin, choices if policy else 0), np.float32)
        asked = np.flatnonzero(waits >= 0)
        if len(asked):
            told, wanted = self.evaluate(pool.seen[begin + asked], policy, rotations or self.rotations)
            chosen = viewers[begin + asked]
            lookers = np.where(chosen == positions.ACTING_SEAT, waits[asked], chosen)
            seats = (lookers[:, None] + np.arange(self.players)) % self.players
            np.put_along_axis(rows := np.zeros_like(told), seats, told, axis=1)
            chances[asked] = rows
            if policy:
                scores[asked] = wanted
        for place in np.flatnonzero(waits == positions.OVER):
            chances[place, int(pool.states[begin + place]["winner"])] = 1.0
        waiting = np.flatnonzero(waits == CHANCE)
        if len(waiting):
            chances[waiting] = self.expect(begin + waiting)
        return Judged(chances, scores)

    def expect(self, places: Any) -> Floats:
        """The mean over what chance may bring, each outcome with its weight; rolls of one sum are one outcome."""
        parents: list[int] = []
        actions: list[int] = []
        weights: list[float] = []
        counts: list[int] = []
        for place in places:
            found = outcomes(self.pool.states[place : place + 1])
            whole = sum(found.values())
            counts.append(len(found))
            for action, weight in found.items():
                parents.append(int(place))
                actions.append(action)
                weights.append(weight / whole)
        begin = self.play(parents, [CHANCE] * len(parents), actions)
        told = self.judge(begin, self.used, policy=False).chances * np.array(weights, np.float32)[:, None]
        ends = np.cumsum(counts)
        return np.array([told[end - count : end].sum(axis=0) for count, end in zip(counts, ends, strict=True)], np.float32)

    def policy_scores(self, place: int) -> Floats:
        """The policy's score for each choice of the seat that must act there."""
        pool = self.pool
        pool.look(place, place + 1, pool.actors)
        scores: Floats = self.evaluate(pool.seen[place : place + 1], rotations=self.rotations)[1][0]
        return scores

    def play(self, parents: list[int], seats: list[int], actions: list[int]) -> int:
        """New positions after these actions; returns where they begin."""
        begin = self.used
        self.pool.hold(begin + len(parents))
        arrays = (np.array(each, np.int64) for each in (parents, seats, actions))
        positions.play_many(self.pool.states, self.pool.notes, *arrays, begin)
        self.pool.viewers[begin : begin + len(parents)] = self.pool.viewers[parents]
        self.used += len(parents)
        return begin

    # --- playing on

    def favourites(self, legal: list[int], most: int, least: float = -math.inf) -> list[tuple[int, float]]:
        """The actions that the policy likes best, with the logarithm of its chance for each; what it has no opinion about comes first.

        What it likes less than `least` is left out, but for the first.
        """
        root = self.roots[0]
        legal = [action for action in legal if not is_wasteful(self.pool.states[root], self.seat, action)]
        scores = self.policy_scores(root)
        state = self.pool.states[root : root + 1]
        index = {action: int(menu.index_in(state, self.seat, action)) for action in legal}
        known = {action: float(scores[place]) for action, place in index.items() if 0 <= place < len(scores)}
        always = [(action, 0.0) for action in legal if action not in known]
        if not known:
            return always
        top = max(known.values())
        whole = top + float(np.log(sum(np.exp(score - top) for score in known.values())))
        liked = sorted(((action, score - whole) for action, score in known.items()), key=lambda each: -each[1])
        return always + liked[:1] + [each for each in liked[1:most] if each[1] > least]

    def worths(self, actions: list[int], effort: Effort, seed: int) -> list[float]:
        """The chance to win after each action, played on by the policy in several worlds with the same dice for all actions."""
        parents = [self.roots[sample % len(self.roots)] for _ in actions for sample in range(effort.samples)]
        firsts = [action for action in actions for _ in range(effort.samples)]
        begin = self.play(parents, [self.seat] * len(parents), firsts)
        seeds = np.tile(np.arange(effort.samples, dtype=np.uint64) + np.uint64(seed), len(actions))
        turn = int(self.pool.states[self.roots[0]]["turn"]) + (self.players if effort.whole_round else 1)
        chances = self.play_on(begin, self.used, seeds, turn)
        means: list[float] = chances[:, self.seat].reshape(len(actions), effort.samples).mean(axis=1).tolist()
        return means

    def play_on(self, begin: int, end: int, seeds: NDArray[np.uint64], turn: int) -> Floats:
        """Play positions on until a turn begins; then everybody's chances."""
        pool = self.pool
        counters, turns = np.zeros(len(pool.states), np.uint64), np.full(len(pool.states), NO_TURN, np.int64)
        every = np.zeros(len(pool.states), np.uint64)
        every[begin:end] = seeds
        places, actions = np.empty(end - begin, np.int64), np.empty(MAX_ACTIONS, np.int64)
        for _ in range(MOST_STEPS):
            positions.resolve_many(pool.states, pool.notes, every, counters, turns, begin, end)
            pool.look(begin, end, pool.actors)
            count = int(positions.unfinished(pool.states, pool.waits, begin, end, turn, places))
            if not count:
                break
            scores = self.evaluate(pool.seen[places[:count]])[1]
            positions.go_on_many(pool.states, pool.notes, places[:count], pool.waits, scores, actions)
        return self.judge(begin, end, policy=False).chances

    # --- trade

    def judge_exchanges(self, exchanges: list[Exchange], viewers: int | list[int] = positions.ACTING_SEAT, rotations: int = 0) -> Floats:
        """Everybody's chances after each exchange, as seen by one seat or by the one given for each."""
        begin = self.used
        self.pool.hold(begin + len(exchanges))
        for number, (root, seat, other, give, get) in enumerate(exchanges):
            positions.exchange(self.pool.states, self.pool.notes, root, begin + number, seat, other, give, get)
        self.used += len(exchanges)
        self.pool.viewers[begin : self.used] = viewers
        return self.judge(begin, self.used, policy=False, rotations=rotations).chances

    def gains(self, exchanges: list[Exchange], viewers: list[int], rotations: int = 0) -> list[float]:
        """What each exchange adds to the chance to win of the seat that observes it, against nothing exchanged."""
        before = sorted({(root, looker) for (root, *_), looker in zip(exchanges, viewers, strict=True)})
        nothing: list[Exchange] = [(root, self.seat, self.seat, 0, 0) for root, _ in before]
        judged = self.judge_exchanges(nothing + exchanges, [looker for _, looker in before] + viewers, rotations)
        chances = {key: float(judged[place, key[1]]) for place, key in enumerate(before)}
        after = judged[len(before) :]
        return [float(row[looker]) - chances[root, looker] for row, (root, *_), looker in zip(after, exchanges, viewers, strict=True)]


def outcomes(state: Any) -> dict[int, int]:
    """What chance may bring, with weights; of several rolls with one sum only the first is kept, with the weight of all."""
    out, weights = np.empty(MOST_OUTCOMES, np.int64), np.empty(MOST_OUTCOMES, np.int64)
    size = engine.outcomes(state, out, weights)
    found: dict[int, int] = {}
    sums: dict[int, int] = {}
    for action, weight in zip(out[:size].tolist(), weights[:size].tolist(), strict=True):
        if action & KIND_MASK == Kind.DICE:
            total = int(first(action)) + int(second(action))
            action = sums.setdefault(total, action)
        found[action] = found.get(action, 0) + weight
    return found
