"""Why an action is good, in a sentence for people, in the edition's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.notation.speech import say
from sevenhex.rules.actions import KIND_BITS
from sevenhex.rules.ids import Kind, Phase

from .greedy import chances
from .protocol import kind_of

if TYPE_CHECKING:
    from sevenhex.views import View

ARGUMENT = 255
PLAIN = {
    Kind.ROLL: "Roll: nothing you hold is better played before the dice.",
    Kind.END: "End the turn: saving your cards is worth more than anything you could do with them now.",
    Kind.BUY: "Buy a development card: it keeps your hand small and may bring a knight or a point.",
    Kind.KNIGHT: "Play the knight: it frees your hex or slows a rival, and counts for the army.",
    Kind.ROAD_BUILDING: "Two free roads bring you closer to a good corner or to the longest route.",
    Kind.ACCEPT: "Accept: the trade helps you more than it helps the others.",
    Kind.REFUSE: "Refuse: the trade would help somebody else more than you.",
    Kind.COUNTER: "Ask for something better: this would suit both of you.",
    Kind.OFFER: "Offer this: it brings you closer to a build, and somebody should be glad of it.",
    Kind.MONOPOLY: "The others should hold a good number of these.",
    Kind.PLENTY: "These two cards bring you closest to your next build.",
    Kind.BANK: "This exchange brings you closer to your next build.",
    Kind.DISCARD: "This is the card that you will miss least.",
    Kind.CONFIRM: "Close the deal with the player whom it helps least.",
    Kind.TAKE: "Take it: the exchange is good for you.",
    Kind.DECLINE: "Decline: the exchange does not help you.",
    Kind.WITHDRAW: "Take the offer back: nobody wants it on good terms.",
}


def explain(view: View, action: int) -> str:
    """One sentence."""
    kind = Kind(kind_of(action))
    place = (action >> KIND_BITS) & ARGUMENT
    state = view.state[0]
    if kind in (Kind.SETTLE, Kind.CITY):
        rolls = chances(state, place)
        what = "A city here doubles" if kind == Kind.CITY else "A settlement here brings"
        return f"{what} cards for {rolls} of 36 rolls, hex by hex; no better place is open to you." if rolls else f"{what} a harbor."
    if kind == Kind.ROAD:
        return (
            "This road leads towards the best free corners."
            if view.phase == Phase.SETUP_ROAD
            else "This road opens a good corner or lengthens your route."
        )
    if kind == Kind.ROBBER:
        victim = (action >> (KIND_BITS + 8)) & ARGUMENT
        return f"Here the robber hurts {view.colours[victim]} most." if victim < view.players else "Here the robber does you no harm."
    return PLAIN.get(kind, "This stands best afterwards.")


def text(view: View, action: int) -> str:
    return say(action, view.naming, view.seat)
