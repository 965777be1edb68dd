"""The network of the island's geometry as the package plays it, and its weight files. `messages` says what it works out, `flow` does."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.observation import menu, observation
from sevenhex.rules.ids import Island

from . import archive, features
from .flow import Flow
from .layout import ABSENT, MOST_PLAYERS, Layout, layout
from .messages import Sizes, plan, rest_names, shapes, up
from .network import Network, NetworkError, read_weights, softmax
from .swift import judge, weights_of

Floats = NDArray[np.float32]

FORMAT = 1
KIND = "graph"
FEW = 4  # positions that are judged in one compiled call; more cost less by NumPy's products,
SMALL = 400_000  # unless the network has no more weights than this: they stay in the core's cache


@dataclass(frozen=True)
class Header:
    """What a weight file says about itself."""

    sizes: tuple[int, ...] = Sizes()
    kind: str = KIND
    rest: tuple[str, ...] = field(default_factory=rest_names)  # inputs by name
    observation: int = observation.VERSION
    menu: int = menu.VERSION
    features: int = features.VERSION
    format: int = FORMAT
    made: dict[str, Any] = field(default_factory=dict)  # the command, seeds and figures of its training


class GraphNetwork:
    """Chances to win and a policy from what one seat sees, for both islands."""

    def __init__(self, header: Header, arrays: dict[str, Floats]) -> None:
        self.header, self.sizes = header, Sizes(*header.sizes)
        self.arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
        wanted, found = shapes(self.sizes), {name: array.shape for name, array in self.arrays.items()}
        if found != wanted:
            wrong = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
            raise NetworkError(f"These weights do not fit a graph network of {self.sizes}: {', '.join(wrong)}.")
        self.flow = Flow(self.arrays, self.sizes)
        self.swift = weights_of(self.flow)

    def layout(self, players: int) -> Layout:
        return layout(Island.SMALL if players <= MOST_PLAYERS[Island.SMALL] else Island.LARGE, players)

    def seen(self, observations: NDArray[np.uint8], players: int) -> tuple[Layout, NDArray[np.uint8]]:
        """Observations of a table as the network's own bytes, and the layout that says which island it is."""
        own = layout_of(players, observations.shape[1] if observations.ndim == 2 else 0)
        if own is None:
            raise NetworkError(f"Observations of shape {observations.shape} were given; expected rows of a table for {players} players.")
        if own.identical:
            return own, np.ascontiguousarray(observations)
        return own, np.where(own.source == ABSENT, 0, observations[:, own.source]).astype(np.uint8)

    def evaluate(self, observations: NDArray[np.uint8], players: int, policy: bool = True, rotations: int = 1) -> tuple[Floats, Floats]:
        """As `Network.evaluate`. Rotations of the island are all judged alike, so that one is enough whatever is asked for."""
        own, seen = self.seen(observations, players)
        scores, worth = self.judge(seen, players, own.island, policy)
        chances = softmax(worth[:, :players])
        if not policy or own.identical:
            return chances, scores
        found = np.empty((len(seen), menu.size(own.island, players, False)), np.float32)
        there = own.choice != ABSENT
        found[:, own.choice[there]] = scores[:, there]
        return chances, found

    def judge(self, seen: NDArray[np.uint8], players: int, island: int, policy: bool = True) -> tuple[Floats, Floats]:
        """As `Flow.judge`, by whatever costs less for so many positions."""
        if len(seen) > FEW and self.swift.flat.size > SMALL:
            return self.flow.judge(seen, players, island, policy)
        own = plan(island)
        scores = np.empty((len(seen), self.flow.choices(own) if policy else 0), np.float32)
        worth = np.empty((len(seen), own.seats), np.float32)
        judge(seen, players, island, self.swift, worth, scores)
        return scores, worth

    def save(self, path: Path) -> None:
        """Write a small file, in half precision."""
        about = {name: getattr(self.header, name) for name in Header.__dataclass_fields__}
        archive.write(path, about, {name: array.astype(np.float16) for name, array in self.arrays.items()})

    @classmethod
    def load(cls, path: Path) -> GraphNetwork:
        """Read a weight file; `NetworkError` in one sentence when that cannot be."""
        about, arrays = read_weights(path)
        return cls(header_of(about, path), by_name(about, arrays, path))


@lru_cache
def layout_of(players: int, width: int) -> Layout | None:
    """Of the tables for so many players the one whose observations are so wide."""
    for island in Island:
        if players <= MOST_PLAYERS[island] and width == observation.size(island, players):
            return layout(island, players)
    return None


def header_of(about: Any, path: Path) -> Header:
    try:
        header = Header(**about)
        Sizes(*map(int, header.sizes))
    except (TypeError, ValueError):
        raise NetworkError(f"The weight file {path} was made by another version of Sevenhex; train anew.") from None
    known = {"kind": KIND, "format": FORMAT, "observation": observation.VERSION, "menu": menu.VERSION, "features": features.VERSION}
    for name, version in known.items():
        if getattr(header, name) != version:
            raise NetworkError(f"The weight file {path} has {name} {getattr(header, name)}, this package needs {version}; train anew.")
    return Header(sizes=tuple(header.sizes), made=header.made)


def by_name(about: dict[str, Any], arrays: dict[str, NDArray[Any]], path: Path) -> dict[str, NDArray[Any]]:
    """Weights whose inputs of the whole position are those of this version: an option that the file does not know counts nothing."""
    rows, names = arrays.get("whole"), list(about["rest"])
    if rows is None or rows.ndim != 2 or len(rows) < len(names):
        raise NetworkError(f"The weight file {path} lacks its inputs; install the package again or train anew.")
    found = np.zeros((up(len(rest_names())), rows.shape[1]), rows.dtype)
    for place, name in enumerate(rest_names()):
        if name in names:
            found[place] = rows[names.index(name)]
    return arrays | {"whole": found}


def is_graph(path: Path) -> bool:
    """Whether this is a readable file of such a network."""
    try:
        about, _ = archive.read(path)
    except (OSError, archive.Unreadable):
        return False
    return isinstance(about, dict) and about.get("kind") == KIND


def load(path: Path) -> Network | GraphNetwork:
    """A weight file of either kind; `NetworkError` in one sentence when that cannot be."""
    return GraphNetwork.load(path) if is_graph(path) else Network.load(path)
