"""How hard a puzzle is: a panel from chance to the network's quick thought tries it, and the rating follows from who finds the answer.

Every solver has a place on the scale of ratings. A puzzle's rating is the one by which what the solvers did is likeliest, if each finds an
answer with the chance that Elo gives it; without any solver it would be the middle of the scale. `rating` is the whole arithmetic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sevenhex import bots
from sevenhex.bots.lookahead import OPENING
from sevenhex.bots.protocol import Limit
from sevenhex.knowledge import views
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import Kind
from sevenhex.search.eagerness import eagerness

from .judge import lookahead, network_for

if TYPE_CHECKING:
    from sevenhex.game.game import Game

# solvers by their place on the scale: chance and greed by the share that they give the answer, bots by how often they choose it
PANEL = {
    "chance": 300, "greedy": 800, "steady": 1150, "planner:quick": 1300, "planner": 1450, "scholar:quick": 1550, "scholar": 1700,
    "policy": 1850,
}  # fmt: skip
BOTS = ("steady", "planner:quick", "planner", "scholar:quick", "scholar")
SEEDS = 3  # of each bot
MIDDLE, WIDTH = 1400.0, 500.0  # of the ratings before anybody tried
STEP = np.log(10) / 400  # of Elo
LOWEST, HIGHEST = 200.0, 3000.0


def tried(game: Game, seat: int, answers: list[int]) -> dict[str, float]:
    """By solver: how likely it finds one of the answers, all cards open."""
    view = views.open_view(game, seat)
    legal = game.legal(seat)
    choices = [action for action in legal if kind_of(action) not in OPENING]
    good = [action for action in choices if action in answers]
    eager = np.array([max(0, int(eagerness(view.state[0], action))) for action in choices], float)
    found = {"chance": len(good) / max(1, len(choices))}
    found["greedy"] = float(sum(eager[choices.index(action)] for action in good) / (eager.sum() or 1.0))
    for name in BOTS:
        choices = [chosen(name, seed, game, seat, legal) for seed in range(SEEDS)]
        found[name] = sum(action in answers for action in choices) / SEEDS
    network = network_for(game.state)
    if network is not None:
        ahead = lookahead(network, game.state, open_cards=True)
        (root,) = ahead.put_open([game.state])
        liked = ahead.likings(root, seat, choices, ahead.policy_scores(root))
        found["policy"] = float(min(1.0, sum(np.exp(liked[action]) for action in good if action in liked)))
    return {name: round(share, 4) for name, share in found.items()}


def chosen(name: str, seed: int, game: Game, seat: int, legal: list[int]) -> int:
    """What a bot would do; who makes an offer instead has not found the answer."""
    bot = bots.make_own(name, seed=seed)
    bot.trades = False
    action = int(bot.choose(views.open_view(game, seat), legal, Limit()))
    return action if action in legal or kind_of(action) != Kind.OFFER else 0


def rating(found: dict[str, float]) -> int:
    """The rating by which it is likeliest that these solvers did what they did."""
    low, high = LOWEST, HIGHEST
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = {name: 1 / (1 + 10 ** ((middle - PANEL[name]) / 400)) for name in found}
        slope = STEP * sum(expected[name] - found[name] for name in found) - (middle - MIDDLE) / WIDTH**2
        low, high = (middle, high) if slope > 0 else (low, middle)
    return round(low)
