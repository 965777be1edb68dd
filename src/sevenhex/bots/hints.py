"""Why an action is good: a code with its facts for pages in any language, and the sentence for people, in the edition's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sevenhex.game.events import named_counts
from sevenhex.notation.speech import say
from sevenhex.rules.actions import KIND_BITS, get_of, give_of, kind_of
from sevenhex.rules.ids import GENERIC, KIND_NAMES, NOBODY, RESOURCE_NAMES, Kind, Phase

from .greedy import chances

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

ARGUMENT = 255
# Every code, why it is good (what is done stands before it), and what the page may want to name: {fields} are the reason's arguments.
SENTENCES = {
    "roll": "Nothing you hold is better played before the dice.",
    "end": "Saving your cards is worth more than anything you could do with them now.",
    "settle": "A settlement here brings cards for {rolls} of 36 rolls, hex by hex; no better place is open to you.",
    "settle_harbor": "A settlement here brings a harbor.",
    "city": "A city here doubles cards for {rolls} of 36 rolls, hex by hex; no better place is open to you.",
    "city_harbor": "A city here is worth a point.",
    "first_road": "This road leads towards the best free corners.",
    "road": "This road opens a good corner or lengthens your route.",
    "buy": "It keeps your hand small and may bring a knight or a point.",
    "knight": "It frees your hex or slows a rival, and counts for the army.",
    "road_building": "Two free roads bring you closer to a good corner or to the longest route.",
    "stop": "No free road would help you now.",
    "plenty": "These two cards bring you closest to your next build.",
    "monopoly": "The others should hold a good number of these.",
    "robber": "Here the robber hurts {colour} most.",
    "robber_harmless": "Here the robber does you no harm.",
    "discard": "This is the card that you will miss least.",
    "bank": "This exchange brings you closer to your next build.",
    "offer": "It brings you closer to a build, and somebody should be glad of it.",
    "accept": "The trade helps you more than it helps the others.",
    "refuse": "The trade would help somebody else more than you.",
    "counter": "Ask for something better: this would suit both of you.",
    "confirm": "Close the deal with the player whom it helps least.",
    "take": "The exchange is good for you.",
    "decline": "The exchange does not help you.",
    "withdraw": "Nobody wants it on good terms.",
    "best": "This stands best afterwards.",
}


def reason(view: View, action: int) -> dict[str, Any]:
    """`{"code", "arguments", "sentence"}`; resources by their plain names, seats by number and colour."""
    code, arguments = facts(view, action)
    return {"code": code, "arguments": arguments, "sentence": SENTENCES[code].format(**arguments)}


def facts(view: View, action: int) -> tuple[str, dict[str, Any]]:
    kind = Kind(kind_of(action))
    place = (action >> KIND_BITS) & ARGUMENT
    after = (action >> (KIND_BITS + 8)) & ARGUMENT
    state = view.state[0]
    code = KIND_NAMES[kind]
    if kind in (Kind.SETTLE, Kind.CITY):
        rolls = chances(state, place)
        arguments = {"rolls": rolls, "harbor": harbor_at(state, place)}
        return (code if rolls else f"{code}_harbor"), arguments
    if kind == Kind.ROAD:
        return ("first_road" if view.phase == Phase.SETUP_ROAD else "road"), {}
    if kind == Kind.ROBBER:
        return ("robber", seat_named(view, after)) if after < view.players else ("robber_harmless", {})
    if kind in (Kind.MONOPOLY, Kind.DISCARD):
        return code, {"resource": resource(place)}
    if kind == Kind.PLENTY:
        return code, {"resources": [resource(each) for each in (place, after) if each != ARGUMENT]}
    if kind == Kind.BANK:
        return code, {"give": {resource(place): (action >> (KIND_BITS + 16)) & ARGUMENT}, "get": {resource(after): 1}}
    if kind in (Kind.OFFER, Kind.COUNTER):
        return code, {"give": bundle(give_of(action)), "get": bundle(get_of(action))}
    if kind in (Kind.CONFIRM, Kind.TAKE, Kind.DECLINE):
        return code, seat_named(view, place)
    return (code if code in SENTENCES else "best"), {}


def resource(number: int) -> str:
    return RESOURCE_NAMES[number]


def bundle(cards: int) -> dict[str, int]:
    """Cards by name, those that there are."""
    return named_counts(cards)


def harbor_at(state: Any, corner: int) -> str | None:
    """The resource that the corner's harbor serves, `any`, or None."""
    kind = int(state["corner_harbor"][corner])
    return None if kind == NOBODY else "any" if kind == GENERIC else resource(kind)


def seat_named(view: View, seat: int) -> dict[str, Any]:
    return {"seat": seat, "colour": view.colours[seat]}


def explain(view: View, action: int) -> str:
    """One sentence."""
    return str(reason(view, action)["sentence"])


def text(view: View, action: int) -> str:
    return say(action, view.naming, view.seat)
