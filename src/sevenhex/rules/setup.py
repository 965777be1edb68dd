"""How a game begins: a layout, the options and the box's contents become a state. Nothing here is random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from . import cards
from .apply import start, take_start_cards
from .board import put_road, put_settlement, refresh
from .chance import ALL_ROLLS
from .ids import NEUTRAL, NOBODY, RESOURCES, Phase
from .layout import Layout
from .state import OPTIONS, State, blank


class Pieces(NamedTuple):
    """What each player has to build with (COMP-4, COMP-5)."""

    roads: int
    settlements: int
    cities: int


def begin(
    layout: Layout,
    rules: Mapping[str, int],
    players: int,
    supply_each: int,
    deck: Sequence[int],
    pieces: Pieces,
    first_player: int | None = None,
) -> State:
    """The first state of a game. Without a first player everybody rolls for it (SETUP-9)."""
    state = blank()
    state["players"] = players
    state["island"] = layout.island
    for name, _ in OPTIONS:
        state[name] = rules[name]
    state["dice_left"] = ALL_ROLLS if rules["dice_deck"] else 0
    state["cards_each"] = supply_each
    state["supply"] = cards.pack(*[supply_each] * RESOURCES)
    state["deck"] = cards.pack(*deck)
    state["roads_left"][0, :players] = pieces.roads
    state["settlements_left"][0, :players] = pieces.settlements
    state["cities_left"][0, :players] = pieces.cities
    _lay(state, layout)
    refresh(state[0])
    for piece in layout.start:
        put_settlement(state[0], piece.seat, piece.corner)
        if piece.edge != NOBODY and piece.seat != NEUTRAL:
            put_road(state[0], piece.seat, piece.edge)
        if piece.gives_cards and piece.seat != NEUTRAL:
            take_start_cards(state[0], piece.seat, piece.corner)
    if layout.start:
        state["placed_start"] = 1
        state["setup_step"] = 2 * players
    if first_player is None:
        state["phase"] = Phase.ORDER_DICE
        state["contenders"] = (1 << players) - 1
    else:
        start(state[0], first_player)
    return state


def _lay(state: State, layout: Layout) -> None:
    state["terrain"][0, : len(layout.terrain)] = layout.terrain
    state["number"][0, : len(layout.numbers)] = layout.numbers
    for place, harbor in enumerate(layout.harbors):
        state["harbor_edge"][0, place] = harbor.edge
        state["harbor_kind"][0, place] = harbor.kind
    state["robber"] = layout.robber
