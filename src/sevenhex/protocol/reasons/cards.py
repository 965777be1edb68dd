"""Development cards."""

from __future__ import annotations

from sevenhex.rules import engine
from sevenhex.rules.actions import NONE, Action
from sevenhex.rules.cards import counts, one
from sevenhex.rules.ids import CARD_NAMES, RESOURCE_NAMES, Card

from .inquiry import KIND, PART, PHASE, Inquiry, amounts
from .turn import need_main

CARD_OF = {
    KIND.KNIGHT: Card.KNIGHT,
    KIND.ROAD_BUILDING: Card.ROAD_BUILDING,
    KIND.PLENTY: Card.YEAR_OF_PLENTY,
    KIND.MONOPOLY: Card.MONOPOLY,
}
CLAUSE_OF_CARD = {KIND.KNIGHT: "DEV-3", KIND.ROAD_BUILDING: "DEV-4", KIND.PLENTY: "DEV-5", KIND.MONOPOLY: "DEV-6"}


def ask_card(inquiry: Inquiry, kind: int) -> None:
    card = CARD_OF[kind]
    if not inquiry.cards_may_be_played:
        if inquiry.part == PART.SPECIAL:
            inquiry.add("no_cards_now", "PAIR-5")
        elif inquiry.phase != PHASE.ROLL:
            need_main(inquiry, "TURN-2", "play")
        if inquiry.now.card_played:
            inquiry.add("one_card_a_turn", "DEV-1")
    if not engine.playable(inquiry.states, inquiry.seat, int(card)):
        held = counts(inquiry.now.cards[inquiry.seat])[card]
        if held:
            inquiry.add("bought_this_turn", "DEV-1", card=CARD_NAMES[card])
        else:
            inquiry.add("no_card", CLAUSE_OF_CARD[kind], card=CARD_NAMES[card])


def ask_card_use(inquiry: Inquiry, value: Action) -> None:
    if value.kind == KIND.ROAD_BUILDING:
        ask_free_roads(inquiry)
    elif value.kind == KIND.PLENTY and not engine.can_plenty(inquiry.states, *value.arguments):
        ask_plenty(inquiry, *value.arguments)


def ask_free_roads(inquiry: Inquiry) -> None:
    if not engine.any_road_place(inquiry.states, inquiry.seat):
        if inquiry.now.roads_left[inquiry.seat] <= 0:
            inquiry.add("no_pieces", "DEV-4", pieces="roads")
        else:
            inquiry.add("no_place", "DEV-4")


def ask_stop(inquiry: Inquiry) -> None:
    if engine.roads_may_stop(inquiry.states):
        return
    if inquiry.phase == PHASE.FREE_ROADS:
        inquiry.add("build_both", "DEV-4")
    else:
        inquiry.add("no_free_roads", "DEV-4")


def ask_plenty(inquiry: Inquiry, first: int, second: int) -> None:
    if second == NONE:
        if counts(inquiry.now.supply)[first]:
            inquiry.add("take_two", "DEV-5")
        else:
            inquiry.add("supply_short", "DEV-5", "kind", resource=RESOURCE_NAMES[first])
        return
    wanted = amounts(int(one(first) + one(second)), int(one(first) + one(second)))
    if inquiry.now.hidden_supply:
        inquiry.add("supply_short", "DEV-5", "hidden", wanted=wanted)
    else:
        left = {RESOURCE_NAMES[kind]: held for kind, held in enumerate(counts(inquiry.now.supply)) if kind in (first, second)}
        inquiry.add("supply_short", "DEV-5", wanted=wanted, left=left)
