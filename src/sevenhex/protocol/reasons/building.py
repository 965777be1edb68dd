"""Roads, settlements and cities, and what is bought: pieces, price and place."""

from __future__ import annotations

from typing import Any

from sevenhex.rules import engine
from sevenhex.rules.board import CITY
from sevenhex.rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, covers
from sevenhex.rules.ids import NEUTRAL, Island
from sevenhex.rules.routes import owner
from sevenhex.rules.state import WORDS
from sevenhex.rules.topology import CORNER_BIT, CORNER_NEIGHBORS, EDGE_BIT

from .inquiry import KIND, PHASE, Inquiry, amounts
from .turn import need_main

COSTS = {
    KIND.ROAD: ("road", ROAD_COST, "BUILD-1"),
    KIND.SETTLE: ("settlement", SETTLEMENT_COST, "BUILD-2"),
    KIND.CITY: ("city", CITY_COST, "BUILD-3"),
    KIND.BUY: ("", CARD_COST, "BUILD-4"),
}
FREE = {KIND.ROAD: (PHASE.SETUP_ROAD, PHASE.FREE_ROADS), KIND.SETTLE: (PHASE.SETUP_SETTLEMENT,)}  # where nothing is paid
PIECES = {
    KIND.ROAD: ("roads_left", "roads"),
    KIND.SETTLE: ("settlements_left", "settlements"),
    KIND.CITY: ("cities_left", "cities"),
}


def ask_purchase(inquiry: Inquiry, kind: int) -> None:
    """Time, pieces and price of a road, settlement, city or card."""
    what, cost, clause = COSTS[kind]
    if kind != KIND.BUY:
        ask_pieces(inquiry, kind)
    elif inquiry.now.deck == 0:
        inquiry.add("deck_empty", "BUILD-4")
    if inquiry.phase in FREE.get(kind, ()):
        return
    in_time = need_main(inquiry, "TURN-5", "build" if what else "buy", what)
    if (in_time or inquiry.phase >= PHASE.ROLL) and not covers(inquiry.hand, cost):
        facts = {"cost": amounts(cost, cost), "held": inquiry.against(cost)}
        if what:
            inquiry.add("cannot_afford", clause, piece=what, **facts)
        else:
            inquiry.add("cannot_afford", clause, "card", **facts)


def ask_pieces(inquiry: Inquiry, kind: int) -> None:
    field, what = PIECES[kind]
    if inquiry.now[field][inquiry.seat] <= 0:
        pieces = inquiry.edition.pieces
        if pieces.drawn:  # COMP-5: nothing runs out, but only so many stand at once
            most = (
                pieces.settlements
                if kind == KIND.SETTLE
                else pieces.cities
                if kind == KIND.CITY
                else pieces.roads_on(Island(inquiry.island))
            )
            inquiry.add("no_pieces", "BUILD-5", "drawn_settlement" if kind == KIND.SETTLE else "drawn", pieces=what, most=most)
        else:
            inquiry.add("no_pieces", "BUILD-5", "settlement" if kind == KIND.SETTLE else "", pieces=what)


def ask_place(inquiry: Inquiry, kind: int, place: int) -> None:
    setup = {KIND.ROAD: PHASE.SETUP_ROAD, KIND.SETTLE: PHASE.SETUP_SETTLEMENT}.get(kind)
    if inquiry.phase < PHASE.ROLL and inquiry.phase != setup:
        return  # nothing of this kind is due, so no place is better than another
    if not engine.is_member(inquiry.states, inquiry.seat, int(kind), place):
        {KIND.ROAD: ask_edge, KIND.SETTLE: ask_corner, KIND.CITY: ask_upgrade}[kind](inquiry, place)


def ask_edge(inquiry: Inquiry, edge: int) -> None:
    name = inquiry.geometry.edge_names[edge]
    piece = inquiry.now.road[edge]
    if piece == inquiry.seat + 1:
        inquiry.add("occupied", "BUILD-1", "own_road", place=name)
    elif piece:
        inquiry.add("occupied", "BUILD-1", "road", who=inquiry.colours[piece - 1], place=name)
    elif inquiry.phase == PHASE.SETUP_ROAD:
        inquiry.add("not_at_settlement", "SETUP-10", corner=inquiry.geometry.corner_names[inquiry.now.setup_corner])
    elif not is_in(inquiry.state["near_edges"][inquiry.seat], EDGE_BIT[inquiry.island, edge]):
        blocked = blocking(inquiry, edge)
        if blocked:
            inquiry.add("blocked", "BUILD-1", place=name, there=blocked)
        else:
            inquiry.add("not_connected", "BUILD-1", place=name)


def blocking(inquiry: Inquiry, edge: int) -> list[str]:
    """The opponent's building that stands between an own road and the edge."""
    for corner in inquiry.geometry.edge_corners[edge]:
        if is_in(inquiry.state["near_corners"][inquiry.seat], CORNER_BIT[inquiry.island, corner]):
            return building_at(inquiry, corner)
    return []


def building(inquiry: Inquiry, corner: int) -> list[str]:
    """Whose it is (`own`, `neutral` or a colour), and what."""
    piece = inquiry.now.building[corner]
    seat = int(owner(piece))
    whose = "own" if seat == inquiry.seat else "neutral" if seat == NEUTRAL else inquiry.colours[seat]
    return [whose, "city" if piece >= CITY else "settlement"]


def building_at(inquiry: Inquiry, corner: int) -> list[str]:
    """And where."""
    return [*building(inquiry, corner), inquiry.geometry.corner_names[corner]]


def ask_corner(inquiry: Inquiry, corner: int) -> None:
    name = inquiry.geometry.corner_names[corner]
    if inquiry.now.building[corner]:
        inquiry.add("occupied", "BUILD-2", place=name, there=building(inquiry, corner))
    elif not is_in(inquiry.state["open_corners"], CORNER_BIT[inquiry.island, corner]):
        near = [int(each) for each in CORNER_NEIGHBORS[inquiry.island, corner] if each >= 0 and inquiry.now.building[each]]
        clause = "SETUP-11" if inquiry.phase == PHASE.SETUP_SETTLEMENT else "BUILD-2"
        inquiry.add("too_close", clause, place=name, near=[building_at(inquiry, each) for each in near])
    touched = inquiry.state["near_corners"][inquiry.seat]
    if inquiry.phase != PHASE.SETUP_SETTLEMENT and not is_in(touched, CORNER_BIT[inquiry.island, corner]):
        inquiry.add("no_road", "BUILD-2", place=name)


def ask_upgrade(inquiry: Inquiry, corner: int) -> None:
    name = inquiry.geometry.corner_names[corner]
    if inquiry.now.building[corner]:
        inquiry.add("no_settlement", "BUILD-3", place=name, there=building(inquiry, corner))
    else:
        inquiry.add("no_settlement", "BUILD-3", "empty", place=name)


def is_in(words: Any, bits: Any) -> bool:
    """Is the place with these bits a member of the set?"""
    return any(int(words[word]) & int(bits[word]) for word in range(WORDS))
