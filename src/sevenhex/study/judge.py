"""The judge: everybody's chances in a position, the best actions with what they are worth and why, the better the longer it thinks.

A network proposes actions and judges where they lead (`bots/master.py` plays by the same). Every action is tried in the same imagined
worlds with the same dice, so that the difference between two actions is known better than either worth. Thinking is counted in positions:
the same question with the same seed has the same answer on every machine. Where the package has no network for an island, the evaluation
of `scholar` judges instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.bots import hints
from sevenhex.bots.lookahead import Lookahead, Question
from sevenhex.bots.trades import TradeJudge
from sevenhex.errors import SevenhexError
from sevenhex.knowledge import views
from sevenhex.knowledge.sample import worlds
from sevenhex.nets.network import NetworkError
from sevenhex.nets.shipped import AnyNetwork, shipped
from sevenhex.rules import engine
from sevenhex.rules.actions import kind_of, trade
from sevenhex.rules.ids import Kind
from sevenhex.rules.state import State, copy

if TYPE_CHECKING:
    from sevenhex.game.game import Game
    from sevenhex.knowledge.views import View

Floats = NDArray[np.float32]
BEST = 3  # actions that are shown
OFFERS = 3
OFFER_WORLDS = 4
LEAST_GAIN = 0.002  # of an offer that is shown, in chances to win
MOST_WORLDS = 16
AT_ONCE = 512  # positions that the network is asked about together: more no longer helps, and takes memory
HUNDREDTHS = 100


class JudgeError(SevenhexError):
    """A question that cannot be judged."""


class Depth(NamedTuple):
    """One step of thinking."""

    tries: int  # actions that are tried
    samples: int  # times each, in imagined worlds with dice of their own
    rounds: int  # of the table that are played on after the own turn


# Each step begins anew with more dice, or looks further; the actions that came out worst are left out.
DEPTHS = (Depth(8, 2, 0), Depth(8, 8, 0), Depth(6, 32, 0), Depth(4, 32, 1), Depth(3, 128, 1))
LEVELS = {"quick": 2, "normal": 3, "deep": 4, "deepest": 5, "thorough": 13}  # how many steps
# Behind them the last one is repeated with new dice and all of it counts, until the best action is certain: as long as it takes.
MOST_STEPS = LEVELS["thorough"]
CERTAIN = 2.0  # standard errors by which the best must be ahead of the second
ALIKE = 0.1  # hundredths: where the second loses no more than that, with twice the error, both are as good


@dataclass(frozen=True)
class Choice:
    """An action and what it is worth: the acting seat's chance to win after it, in hundredths."""

    action: int
    text: str
    worth: float
    lost: float  # against the best
    error: float  # one standard error of `lost`
    why: dict[str, Any]  # code, arguments, sentence (`bots.hints`)

    def to_json(self) -> dict[str, Any]:
        return {"action": self.text, "worth": self.worth, "lost": self.lost, "error": self.error, "why": self.why}


@dataclass(frozen=True)
class Offer:
    """A trade by which the own chances rise and at least one partner should not lose, in hundredths."""

    text: str
    own: float
    partner: int
    theirs: float

    def to_json(self) -> dict[str, Any]:
        return {"action": self.text, "own": self.own, "partner": self.partner, "theirs": self.theirs}


@dataclass(frozen=True)
class Judgement:
    """What is known after a step of thinking."""

    seat: int | None  # who acts; None for chance, the end, or somebody whose choices the viewer cannot know
    chances: tuple[float, ...]  # to win, of all seats
    best: tuple[Choice, ...]
    offers: tuple[Offer, ...]
    depth: int
    depths: int
    positions: int  # looked at so far
    judge: str = "network"
    settled: bool = False  # more thought would hardly change which action is best
    choices: tuple[Choice, ...] = field(default=(), repr=False)  # all that were tried

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "chances": list(self.chances),
            "best": [choice.to_json() for choice in self.best],
            "offers": [offer.to_json() for offer in self.offers],
            "depth": self.depth,
            "depths": self.depths,
            "positions": self.positions,
            "judge": self.judge,
            "settled": self.settled,
        }


def hundredths(chance: float) -> float:
    return round(float(chance) * HUNDREDTHS, 2)


def network_for(state: State) -> AnyNetwork | None:
    """The network of a position's island, if the package has one that knows as many players."""
    try:
        network = shipped(int(state["island"][0]))
        network.layout(int(state["players"][0]))
    except (NetworkError, SevenhexError):
        return None
    return network


def lookahead(network: AnyNetwork, state: State, open_cards: bool = False, rotations: int = 1) -> Lookahead:
    """A look-ahead for many positions of such a game."""
    return Lookahead(network, state, rotations, open_cards, batch=AT_ONCE)


def judge(game: Game, seat: int | None = None, viewer: int | None = None, level: str = "normal", seed: int = 1) -> Judgement:
    """The last word of `think`."""
    found = None
    for found in think(game, seat, viewer, level, seed):  # noqa: B007
        pass
    assert found is not None
    return found


def think(game: Game, seat: int | None = None, viewer: int | None = None, level: str = "normal", seed: int = 1) -> Iterator[Judgement]:
    """Judge the present position of a game, again and again, each time deeper.

    `seat`: who acts, where several are awaited. `viewer`: the seat with whose knowledge to judge; None: all cards are open.
    The caller stops asking when it has enough.
    """
    if level not in LEVELS:
        raise JudgeError(f"There is no level {level!r}; the levels are {', '.join(LEVELS)}.")
    if viewer is not None and not 0 <= viewer < game.players:
        raise JudgeError(f"There is no seat {viewer}; expected 0 to {game.players - 1}.")
    who = acting(game, seat)
    view = game.view(viewer) if viewer is not None else views.open_view(game, who)
    search = Thought(game, view, who if viewer is None or viewer == who else None, seed)
    yield from search.steps(LEVELS[level])


def acting(game: Game, seat: int | None) -> int | None:
    """The seat whose decision is judged; None where nobody decides."""
    awaited = game.to_act
    if seat is not None:
        if seat not in awaited:
            raise JudgeError("This seat is not awaited now.")
        return seat
    return awaited[0] if awaited and awaited[0] >= 0 else None


def worlds_of(view: View, number: int, seed: int) -> list[State]:
    """States that agree with a view; one is enough where everything is known."""
    if view.everything:
        return [copy(view.state)]
    rng = np.random.default_rng([seed, view.version])
    return list(islice(worlds(view, rng), number))


class Thought:
    """Thinking about one position."""

    def __init__(self, game: Game, view: View, seat: int | None, seed: int) -> None:
        self.game, self.view, self.seat, self.seed = game, view, seat, seed
        self.players = game.players
        self.worlds = worlds_of(view, MOST_WORLDS, seed)
        self.legal = game.legal(seat) if seat is not None else []

    def steps(self, number: int) -> Iterator[Judgement]:
        """So many steps of thinking, or fewer where the best action is certain before."""
        network = network_for(self.game.state)
        if self.game.is_over:
            yield Judgement(None, won(self.game), (), (), number, number, 0, settled=True)
        elif network is None:
            yield self.without_network()
        else:
            yield from self.with_network(network, number)

    # --- with a network

    def with_network(self, network: AnyNetwork, number: int) -> Iterator[Judgement]:
        ahead = lookahead(network, self.game.state, self.view.everything)
        roots = ahead.put(self.view, self.worlds)
        begin = ahead.used
        now = ahead.judge(0, len(roots), policy=False).chances.mean(axis=0)
        if self.seat is None:
            ready = tuple(hundredths(each) for each in now)
            yield Judgement(None, ready, (), (), number, number, ahead.judged, settled=True)
            return
        ahead.forget(begin)
        offers = self.offers(ahead, roots) if self.may_offer() else ()
        ahead.forget(begin)
        candidates = proposals(ahead, roots[0], self.seat, self.legal)
        before = None
        for step in range(1, number + 1):
            depth = DEPTHS[min(step, len(DEPTHS)) - 1]
            candidates = candidates[: depth.tries]
            (tried,) = ahead.try_out([Question(self.seat, roots, candidates, (self.seed + step) << 20)], depth.samples, depth.rounds)
            ahead.forget(begin)
            if before is not None:
                tried = np.concatenate([before, tried], axis=1)
            order = np.argsort(-tried.mean(axis=1)[:, self.seat], kind="stable")
            candidates = [candidates[place] for place in order]
            tried = tried[order]
            choices = tuple(self.choice(action, tried, place) for place, action in enumerate(candidates))
            chances = tuple(hundredths(each) for each in tried[0].mean(axis=0))
            done = len(candidates) == 1 or (step >= len(DEPTHS) and is_settled(choices))
            yield Judgement(self.seat, chances, choices[:BEST], offers, step, number, ahead.judged, settled=done, choices=choices)
            if done:
                return
            before = tried if step >= len(DEPTHS) else None

    def choice(self, action: int, tried: Floats, place: int) -> Choice:
        assert self.seat is not None
        own = tried[:, :, self.seat]
        lost, error = difference(own[0], own[place])
        return Choice(
            action, self.game.say(action, self.seat), hundredths(own[place].mean()), hundredths(lost), hundredths(error),
            hints.reason(self.view, action),
        )  # fmt: skip

    # --- trade

    def may_offer(self) -> bool:
        state = self.game.state
        return (
            self.players > 2
            and int(state["actor"][0]) == self.seat
            and int(state["offer"][0]) == 0
            and bool(engine.domestic_trade_is_open(state))
        )

    def offers(self, ahead: Lookahead, roots: list[int]) -> tuple[Offer, ...]:
        """The offers that promise most, each with the partner by whom the seat gains most."""
        assert self.seat is not None
        promises = TradeJudge(ahead, self.seat, roots[:OFFER_WORLDS]).offers()
        ranked = sorted(promises.items(), key=lambda each: (-each[1].gain, each[0]))
        found = []
        for (give, get), promise in ranked[:OFFERS]:
            if promise.gain > LEAST_GAIN:
                partner = max(promise.partners, key=lambda seat: sum(own for own, _ in promise.partners[seat]))
                theirs = [gain for _, gain in promise.partners[partner]]
                text = self.game.say(int(trade(Kind.OFFER, give, get, 1 << partner)), self.seat)
                found.append(Offer(text, hundredths(promise.gain), partner, hundredths(sum(theirs) / len(theirs))))
        return tuple(found)

    # --- without a network

    def without_network(self) -> Judgement:
        """One step of thought with the hand-made evaluation."""
        from . import evaluation

        chances = np.mean([evaluation.chances(world) for world in self.worlds], axis=0)
        choices: list[Choice] = []
        listed = [action for action in self.legal if kind_of(action) in evaluation.WEIGHED]
        if self.seat is not None and listed:
            worths = np.mean([evaluation.weighed(world, self.seat, listed) for world in self.worlds], axis=0)
            for place in np.argsort(-worths, kind="stable"):
                action, lost = listed[place], float(worths.max() - worths[place])
                why = hints.reason(self.view, action)
                choices.append(Choice(action, self.game.say(action, self.seat), hundredths(worths[place]), hundredths(lost), 0.0, why))
        ready = tuple(hundredths(each) for each in chances)
        found = tuple(choices)
        return Judgement(self.seat, ready, found[:BEST], (), 1, 1, len(found), "evaluation", settled=True, choices=found)


def is_settled(choices: Sequence[Choice]) -> bool:
    """Is the best action ahead of the second for certain, or is it all the same?"""
    lost, error = choices[1].lost, choices[1].error
    return lost > CERTAIN * error or lost + CERTAIN * error < ALIKE


def won(game: Game) -> tuple[float, ...]:
    winner = int(game.state["winner"][0])
    return tuple(float(HUNDREDTHS * (seat == winner)) for seat in range(game.players))


def difference(best: Floats, other: Floats) -> tuple[float, float]:
    """How much an action loses against the best, and one standard error of that: both had the same dice in the same worlds."""
    gaps = (best - other).astype(np.float64)
    error = gaps.std(ddof=1) / np.sqrt(len(gaps)) if len(gaps) > 1 else 0.0
    return float(gaps.mean()), float(error)


def proposals(ahead: Lookahead, root: int, seat: int, legal: list[int]) -> list[int]:
    """All actions, those that the policy likes best first; what it has no opinion about (bargains) stands before."""
    return [action for action, _ in ahead.favourites(root, seat, legal, len(legal))]
