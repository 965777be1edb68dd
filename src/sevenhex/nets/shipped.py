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


def path_of(island: int) -> Path:
    """The weight file of an island."""
    return Path(str(files("sevenhex.nets") / "weights" / FILES[Island(island)]))


@lru_cache(maxsize=8)
def network_of(path: Path) -> AnyNetwork:
    """A weight file's network, read once."""
    return load(path)


@cache
def shipped(island: int) -> AnyNetwork:
    """The network that comes with the package."""
    return network_of(path_of(island))
