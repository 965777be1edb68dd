"""Looks ahead with a network: the policy proposes, own actions and chance are played out, the network judges where others go on.

Positions are counted, not seconds, so that the same view brings the same choice on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.env import menu
from sevenhex.env import play as _play
from sevenhex.env.notes import NOTES
from sevenhex.env.observation import size as observation_size
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_MASK, first, second
from sevenhex.rules.ids import CHANCE, Kind
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import RECORD

from .search import positions as _positions

if TYPE_CHECKING:
    from sevenhex.nets.network import Network
    from sevenhex.views import View

play: Any = _play  # compiled functions, whose arguments no type checker counts
positions: Any = _positions

Floats = NDArray[np.float32]
MOST_OUTCOMES = 36
LEAST_LIKING = -5.0  # below that, how little the policy likes an action no longer matters


class Effort(NamedTuple):
    """How much is looked at."""

    worlds: int  # imagined hands of the others
    width: int  # positions kept at each step of the own turn
    tries: int  # actions tried at each of them
    depth: int  # own actions in a row
    dice: bool = False  # the next player's roll is played out too


class Room:
    """Memory for positions; it grows as needed and is used again."""

    def __init__(self, island: int, players: int, size: int = 1024) -> None:
        self.bytes = observation_size(island, players)
        self._make(size)

    def _make(self, size: int) -> None:
        self.states, self.notes = np.zeros(size, RECORD), np.zeros(size, NOTES)
        self.seen, self.waits = np.zeros((size, self.bytes), np.uint8), np.zeros(size, np.int64)

    def hold(self, size: int) -> None:
        if size > len(self.states):
            states, notes, seen, waits = self.states, self.notes, self.seen, self.waits
            self._make(2 * size)
            self.states[: len(states)], self.notes[: len(notes)] = states, notes
            self.seen[: len(seen)], self.waits[: len(waits)] = seen, waits


class Judged(NamedTuple):
    """A row for each position: every seat's chance to win, and the policy's scores (empty where nobody must choose)."""

    chances: Floats
    scores: Floats


class Lookahead:
    """One seat's thinking about one view."""

    def __init__(self, network: Network, view: View, worlds: list[Any]) -> None:
        assert view.seat is not None
        self.network, self.seat, self.players = network, view.seat, view.players
        self.island = int(view.state["island"][0])
        self.room = Room(self.island, self.players)
        self.used = 0
        self.judged = 0  # positions that the network has seen
        self.roots = []
        low, high = (np.array(words, np.int64) for words in view.ranges)
        self.room.hold(len(worlds))
        for place, world in enumerate(worlds):
            self.room.states[place] = world[0]
            positions.doubt(self.room.states, self.room.notes, place, self.seat, low, high)
            self.roots.append(place)
        self.used = len(worlds)

    # --- judging

    def judge(self, begin: int, end: int, policy: bool = True) -> Judged:
        """Positions from `begin` to `end`; those that wait for chance are worth the mean of what may come."""
        room = self.room
        positions.look_many(room.states, room.notes, begin, end, room.waits, room.seen)
        waits = room.waits[begin:end]
        chances = np.zeros((end - begin, self.players), np.float32)
        choices = menu.size(self.island, self.players, False)
        scores = np.zeros((end - begin, choices if policy else 0), np.float32)
        asked = np.flatnonzero(waits >= 0)
        if len(asked):
            told, wanted = self.network.evaluate(room.seen[begin + asked], self.players, policy)
            self.judged += len(asked)
            seats = (waits[asked][:, None] + np.arange(self.players)) % self.players
            np.put_along_axis(rows := np.zeros_like(told), seats, told, axis=1)
            chances[asked] = rows
            if policy:
                scores[asked] = wanted
        for place in np.flatnonzero(waits == positions.OVER):
            chances[place, int(room.states[begin + place]["winner"])] = 1.0
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
            found = outcomes(self.room.states[place : place + 1])
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

    def play(self, parents: list[int], seats: list[int], actions: list[int]) -> int:
        """New positions after these actions; returns where they begin."""
        begin = self.used
        self.room.hold(begin + len(parents))
        arrays = (np.array(each, np.int64) for each in (parents, seats, actions))
        positions.play_many(self.room.states, self.room.notes, *arrays, begin)
        self.used += len(parents)
        return begin

    # --- the own turn

    def worths(self, effort: Effort) -> dict[int, float]:
        """Each first action that was tried, and the chance to win after the best that can follow it, over all worlds."""
        sums: dict[int, float] = {}
        counts: dict[int, int] = {}
        for root in self.roots[: effort.worlds]:
            for action, worth in self.search(root, effort).items():
                sums[action] = sums.get(action, 0.0) + worth
                counts[action] = counts.get(action, 0) + 1
        most = max(counts.values())
        return {action: sums[action] / counts[action] for action in sums if counts[action] == most}

    def search(self, root: int, effort: Effort) -> dict[int, float]:
        """Sequences of own actions in one world, the most promising kept at each step, until somebody else goes on."""
        worths: dict[int, float] = {}
        frontier: list[tuple[int, int]] = [(root, 0)]  # position, and the first action that led there
        scores = self.judge(root, root + 1).scores
        for depth in range(effort.depth):
            parents, actions, firsts = [], [], []
            for row, (place, begun_with) in enumerate(frontier):
                tried = self.tries(place, scores[row], effort.tries if depth else max(effort.tries, effort.width))
                parents += [place] * len(tried)
                actions += tried
                firsts += [begun_with or action for action in tried]
            begin = self.play(parents, [self.seat] * len(parents), actions)
            end = self.used
            judged = self.judge(begin, end)
            going_on: dict[bytes, tuple[float, int, int, int]] = {}
            for row in range(end - begin):
                place, worth = begin + row, float(judged.chances[row, self.seat])
                if self.room.waits[place] != self.seat:  # somebody else, chance, or the end: no more to decide
                    worths[firsts[row]] = max(worths.get(firsts[row], 0.0), worth)
                    continue
                key = self.room.states[place].tobytes()
                if key not in going_on or worth > going_on[key][0]:
                    going_on[key] = (worth, place, firsts[row], row)
            kept = sorted(going_on.values(), key=lambda each: -each[0])[: effort.width]
            frontier = [(place, begun_with) for _, place, begun_with, _ in kept]
            scores = judged.scores[[row for *_, row in kept]] if kept else scores
            if not frontier or depth == effort.depth - 1:
                for worth, _, begun_with, _ in kept:
                    worths[begun_with] = max(worths.get(begun_with, 0.0), worth)
                break
        return worths

    def likings(self, actions: list[int]) -> dict[int, float]:
        """The logarithm of the policy's chance for each action at the root; the least liked stands for those it does not know."""
        scores = self.judge(self.roots[0], self.roots[0] + 1).scores[0]
        state = self.room.states[self.roots[0] : self.roots[0] + 1]
        index = {action: int(play.index_in(state, self.seat, action)) for action in actions}
        known = {action: float(scores[place]) for action, place in index.items() if 0 <= place < len(scores)}
        if not known:
            return dict.fromkeys(actions, 0.0)
        most = max(known.values())
        whole = most + float(np.log(sum(np.exp(score - most) for score in known.values())))
        return {action: max(LEAST_LIKING, known.get(action, whole) - whole) for action in actions}

    def tries(self, place: int, scores: Floats, most: int) -> list[int]:
        """The actions worth a try: the policy's favourites, and everything that it has no opinion about."""
        state = self.room.states[place : place + 1]
        legal = np.empty(MAX_ACTIONS, np.int64)
        actions = legal[: engine.legal_actions(state, self.seat, False, legal)].tolist()
        if len(actions) <= most:
            return actions
        known = {action: play.index_in(state, self.seat, action) for action in actions}
        always = [action for action, index in known.items() if not 0 <= index < len(scores) or action == Kind.END]
        others = sorted((action for action in actions if action not in always), key=lambda action: -scores[known[action]])
        return always + others[: max(1, most - len(always))]

    # --- trade

    def now(self, number: int) -> Floats:
        """Everybody's chances with nothing offered, in each of the first worlds."""
        return self.judge_exchanges([(root, self.seat, self.seat, 0, 0) for root in self.roots[:number]])

    def judge_exchanges(self, exchanges: list[tuple[int, int, int, int, int]]) -> Floats:
        """Everybody's chances after each exchange: world, a seat, the other, what the seat gives and what it gets."""
        begin = self.used
        self.room.hold(begin + len(exchanges))
        for number, (root, seat, other, give, get) in enumerate(exchanges):
            positions.exchange(self.room.states, self.room.notes, root, begin + number, seat, other, give, get)
        self.used += len(exchanges)
        return self.judge(begin, self.used, policy=False).chances


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
