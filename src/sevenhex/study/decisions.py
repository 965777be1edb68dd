"""The decisions of a game, each with what its seat knew, and a first look at all of them together."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sevenhex.bots.lookahead import OPENING, Lookahead, Question
from sevenhex.knowledge import views
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import CHANCE, Kind, Phase

from .judge import Depth, difference, worlds_of

if TYPE_CHECKING:
    from sevenhex.game.game import Game
    from sevenhex.knowledge.views import View
    from sevenhex.rules.state import State

Floats = NDArray[np.float32]
AT_ONCE = 48  # decisions that are looked at together
FIRST_LOOK = Depth(tries=5, samples=4, rounds=0)


@dataclass
class Decision:
    """One choice: entry `n` of the log, made by a seat that could do something else."""

    n: int
    seat: int
    action: int
    legal: list[int]
    view: View
    turn: int
    worlds: list[State]
    tried: list[int] = field(default_factory=list)  # actions, the best first
    worths: list[float] = field(default_factory=list)  # chances of the seat after each, from 0 to 1
    lost: float = 0.0  # what the choice lost against the best
    error: float = 0.0  # one standard error of that
    likings: dict[int, float] = field(default_factory=dict)  # how likely the policy takes each action
    depth: int = 0
    best: float = 0.0  # the chance after the best action
    first_lost: float = 0.0  # what the choice lost by the first look...
    stake: float = 0.0  # ... and what a choice at random would have lost by it

    def note(self, actions: Sequence[int], own: Floats) -> None:
        """Keep what a search found; `own` has a row for each action and a column for each sample."""
        order = np.argsort(-own.mean(axis=1), kind="stable").tolist()
        chosen = list(actions).index(self.action)
        if own[order[0]].mean() <= own[chosen].mean():  # what was done is as good as the best
            order.remove(chosen)
            order.insert(0, chosen)
        self.tried = [actions[place] for place in order]
        self.worths = [float(own[place].mean()) for place in order]
        self.lost, self.error = difference(own[order[0]], own[chosen])
        self.best = self.worths[0]
        self.depth += 1


def decisions(
    game: Game,
    everything: bool = False,
    worlds: int = 4,
    seed: int = 1,
    last: int | None = None,
    moment: Game | None = None,
    only: Container[int] | None = None,
    offers: bool = False,
) -> Iterator[Decision]:
    """Every choice that can be weighed, in the order of the game; with `offers` those too, which nothing here weighs (`offers.py` does).

    `moment` is a copy of the game at the entry to begin with; it goes along, so that its card counters need not begin anew. `only`: some
    entries.
    """
    moment = game.until(0) if moment is None else moment
    first = len(moment.log)
    for n, (seat, action) in enumerate(game.log[first:last], first):
        kind = kind_of(action)
        if seat != CHANCE and (kind not in OPENING or (offers and kind == Kind.OFFER)) and (only is None or n in only):
            legal = moment.legal(seat)
            if ((len(legal) > 1 and action in legal) or kind == Kind.OFFER) and moment.phase != Phase.OVER:
                view = views.open_view(moment, seat) if everything else moment.view(seat)
                yield Decision(n, seat, action, legal, view, int(moment.state["turn"][0]), worlds_of(view, worlds, seed))
        moment.push(action, seat)


def look_over(
    ahead: Lookahead,
    found: Sequence[Decision],
    depth: Depth = FIRST_LOOK,
    seed: int = 1,
    report: Callable[[int], None] | None = None,
    drawn: int = 0,
) -> None:
    """A first look at many decisions together; `report` receives how many are done. `drawn`: so many actions are tried that are drawn from
    all, whatever the policy thinks of them; by them it is known what was at stake."""
    for at in range(0, len(found), AT_ONCE):
        some = found[at : at + AT_ONCE]
        ahead.forget()
        roots = [ahead.put(each.view, each.worlds) for each in some]
        firsts = [own[0] for own in roots]
        scores = ahead.judge(0, ahead.used).scores
        for each, root in zip(some, firsts, strict=True):
            each.likings = likings(ahead, root, each.seat, each.legal, scores[root])
        others = [lots(each, drawn, seed) for each in some]
        actions = [list(dict.fromkeys([*candidates(each, depth.tries), *lot])) for each, lot in zip(some, others, strict=True)]
        ahead.forget(firsts[-1] + len(roots[-1]))
        for each, tried, lot, own in zip(some, actions, others, search(ahead, some, roots, actions, depth, seed), strict=True):
            each.note(tried, own)
            each.first_lost = each.lost
            if lot:
                each.stake = each.best - float(np.mean([own[tried.index(action)].mean() for action in lot]))
        if report is not None:
            report(at + len(some))


def look_again(ahead: Lookahead, one: Decision, actions: list[int], depth: Depth, seed: int) -> Floats:
    """Search some actions of one decision more deeply; returns the samples and keeps nothing."""
    ahead.forget()
    roots = [ahead.put(one.view, one.worlds)]
    return search(ahead, [one], roots, [actions], depth, seed)[0]


def look_deeper(ahead: Lookahead, some: Sequence[Decision], actions: Sequence[list[int]], depth: Depth, seed: int) -> None:
    """Search some actions of several decisions more deeply, and keep what comes out."""
    ahead.forget()
    roots = [ahead.put(each.view, each.worlds) for each in some]
    for each, tried, own in zip(some, actions, search(ahead, some, roots, actions, depth, seed), strict=True):
        each.note(tried, own)


def likings(ahead: Lookahead, root: int, seat: int, legal: Sequence[int], scores: Floats) -> dict[int, float]:
    """The policy's chance for each action; those it has no opinion about (bargains) count as certain."""
    known = ahead.likings(root, seat, legal, scores)
    return {action: math.exp(known.get(action, 0.0)) for action in legal}


def candidates(one: Decision, most: int) -> list[int]:
    """What the policy likes best, and what was done."""
    liked = sorted(one.legal, key=lambda action: -one.likings[action])[:most]
    return liked if one.action in liked else [*liked, one.action]


def lots(one: Decision, number: int, seed: int) -> list[int]:
    """So many of the legal actions, drawn; offers are no choices here."""
    possible = [action for action in one.legal if kind_of(action) not in OPENING]
    if number >= len(possible):
        return possible if number else []
    return Random(f"{seed}/{one.n}/lots").sample(possible, number)


def search(
    ahead: Lookahead, some: Sequence[Decision], roots: Sequence[Sequence[int]], actions: Sequence[Sequence[int]], depth: Depth, seed: int
) -> list[Floats]:
    """For each decision the chances of its seat: a row for each action, a column for each sample."""
    questions = [
        Question(one.seat, worlds, listed, (seed << 40) + (one.n << 16)) for one, worlds, listed in zip(some, roots, actions, strict=True)
    ]
    tried = ahead.try_out(questions, depth.samples, depth.rounds)
    return [chances[:, :, one.seat] for one, chances in zip(some, tried, strict=True)]
