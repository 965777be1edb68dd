"""Plays as `master` does by the network of any weight file: `search:FILE`, for measuring what was learnt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sevenhex.nets.shipped import AnyNetwork, network_of

from .master import Master

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View


class Search(Master):
    """Looks ahead with its own network on every island."""

    name = "search"
    title = "Network with search"
    description = "A trained network that looks ahead as Master does."

    def __init__(self, path: str, level: str = "normal", seed: int = 0) -> None:
        super().__init__(level, seed)
        self.own_network = network_of(Path(path))

    def network(self, view: View) -> AnyNetwork:
        return self.own_network
