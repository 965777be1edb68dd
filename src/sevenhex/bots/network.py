"""A network's policy without search: the likeliest choice, named `net:FILE`. For measuring what was learnt, and as a quick opponent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sevenhex.knowledge.sample import sample
from sevenhex.nets.graph import GraphNetwork, load
from sevenhex.nets.network import Network
from sevenhex.observation import menu as _menu
from sevenhex.rules.ids import Kind

from .lookahead import Lookahead, is_wasteful
from .protocol import Bot, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

networks: dict[str, Network | GraphNetwork] = {}  # by file


def network_of(path: str) -> Network | GraphNetwork:
    if path not in networks:
        networks[path] = load(Path(path))
    return networks[path]


class Policy(Bot):
    """Does what the policy likes best; it knows no trade with other players, and refuses."""

    name = "net"
    title = "Network"
    description = "The policy of a trained network, without looking ahead."
    levels = ("normal",)

    def __init__(self, path: str, seed: int = 0) -> None:
        super().__init__("normal", seed)
        self.network = network_of(path)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        assert view.seat is not None
        world = sample(view, self.generator(view))
        ahead = Lookahead(self.network, view.state)
        ahead.put(view, [world])
        scores = ahead.policy_scores(0)
        index = {action: int(_menu.index_in(world, view.seat, action)) for action in legal}
        known = [action for action in legal if 0 <= index[action] < len(scores) and not is_wasteful(world[0], view.seat, action)]
        if not known:
            return Kind.REFUSE if Kind.REFUSE in legal else legal[-1]
        return max(known, key=lambda action: scores[index[action]])
