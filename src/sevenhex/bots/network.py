"""A network's policy without search: the likeliest choice, named `net:FILE`. For measuring what was learnt, and as a quick opponent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.knowledge.sample import sample
from sevenhex.nets.shipped import network_of
from sevenhex.observation import menu
from sevenhex.rules.ids import Kind
from sevenhex.rules.rates import is_wasteful
from sevenhex.search import positions

from .lookahead import Lookahead, PositionPool
from .protocol import Bot, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View
    from sevenhex.rules.state import State


class Policy(Bot):
    """Does what the policy likes best; it knows no trade with other players, and refuses."""

    name = "net"
    title = "Network"
    description = "The policy of a trained network, without looking ahead."
    levels = ("normal",)

    def __init__(self, path: str, seed: int = 0) -> None:
        super().__init__("normal", seed)
        self.network = network_of(Path(path))

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        assert view.seat is not None
        world = sample(view, self.generator(view))
        ahead = Lookahead(self.network, view.state)
        ahead.put(view, [world])
        return best_of(ahead.policy_scores(0), indices_of(world, view.seat, legal), legal)


def observed(view: View, world: State) -> NDArray[np.uint8]:
    """What the seat observes (docs/environment.md), written from a world that agrees with its view."""
    assert view.seat is not None
    pool = PositionPool(int(world[0].island), view.players, 1)
    low, high = (np.array(words, np.int64) for words in view.ranges)
    pool.states[0] = world[0]
    positions.begin_bounds(pool.states, pool.notes, 0, view.seat, low, high)
    pool.look(0, 1, np.full(1, view.seat, np.int64))
    found: NDArray[np.uint8] = pool.seen[0]
    return found


def indices_of(world: State, seat: int, legal: list[int]) -> dict[int, int]:
    """The legal actions that are worth choosing, with their index on the menu (-1: not on it)."""
    return {action: int(menu.index_in(world, seat, action)) for action in legal if not is_wasteful(world[0], seat, action)}


def best_of(scores: NDArray[Any], known: dict[int, int], legal: list[int]) -> int:
    """The action with the highest score; a refusal, or the last one, where none has a score."""
    scored = [action for action, index in known.items() if 0 <= index < len(scores)]
    if not scored:
        return Kind.REFUSE if Kind.REFUSE in legal else legal[-1]
    return max(scored, key=lambda action: scores[known[action]])
