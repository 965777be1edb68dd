"""The networks that come with the package, of either kind."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from sevenhex.rules.ids import Island

from .graph import GraphNetwork, load
from .network import Network

AnyNetwork = Network | GraphNetwork
FILES = {Island.SMALL: "small.npz", Island.LARGE: "large.npz"}  # one file may serve both islands
# Where the policy alone plays: stronger there than the one above, and cheaper for a single position; behind a search it is not better.
ALONE = {Island.SMALL: "graph.npz"}


def path_of(island: int, alone: bool = False) -> Path:
    """The weight file of an island; `alone`: for playing by the policy without looking ahead."""
    own = Island(island)
    return Path(str(files("sevenhex.nets") / "weights" / (ALONE.get(own, FILES[own]) if alone else FILES[own])))


@lru_cache(maxsize=8)
def network_of(path: Path) -> AnyNetwork:
    """A weight file's network, read once."""
    return load(path)


@cache
def shipped(island: int, alone: bool = False) -> AnyNetwork:
    """The network that comes with the package; `alone`: for playing by its policy without looking ahead."""
    return network_of(path_of(island, alone))
