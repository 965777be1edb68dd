"""From an agreement and a seed to the first state of a game."""

from __future__ import annotations

import hashlib
from random import Random

from ..rules.layout import Layout
from ..rules.setup import Pieces, begin
from ..rules.state import State
from .configuration import Configuration
from .deal import deal

OLDEST = 0  # the seat taken for the oldest player's, unless another is named


def generator(seed: int | str) -> Random:
    """A generator that any process makes the same from this seed."""
    return Random(int.from_bytes(hashlib.sha256(f"sevenhex deal {seed}".encode()).digest(), "big"))


def begin_with(configuration: Configuration, layout: Layout, starter: int | None = None) -> State:
    """The first state on a given island. Without a starter the configuration says who begins."""
    if starter is None and configuration.options.first_player == "oldest":
        starter = OLDEST
    stock, pieces = configuration.stock, configuration.edition.pieces
    return begin(
        layout,
        configuration.rules,
        configuration.players,
        stock.cards_each,
        stock.deck,
        Pieces(pieces.roads_on(configuration.island), pieces.settlements, pieces.cities),
        starter,
    )


def new_state(configuration: Configuration, seed: int | str, starter: int | None = None) -> tuple[State, Layout]:
    """Deal an island by the seed and begin on it."""
    layout = deal(configuration, generator(seed))
    return begin_with(configuration, layout, starter), layout
