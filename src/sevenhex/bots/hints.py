"""Why an action is good: a code with its facts for pages in any language, and the sentence for people, in the edition's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sevenhex.game.events import named_counts
from sevenhex.notation.speech import say
from sevenhex.rules.actions import KIND_BITS, get_of, give_of, kind_of
from sevenhex.rules.cards import one
from sevenhex.rules.ids import DESERT, GENERIC, KIND_NAMES, NOBODY, RESOURCE_NAMES, Kind, Phase
from sevenhex.rules.topology import CORNERS

from . import plans
from .greedy import chances

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

ARGUMENT = 255
NEAR = 3  # missing cards at most for which a plan is named
# Every code, why it is good (what is done stands before it), and what the page may want to name: {fields} are the reason's arguments.
SENTENCES = {
    "roll": "Nothing you hold is better played before the dice.",
    "end": "Saving your cards is worth more than anything you could do with them now.",
    "end_plan": "Save your cards for a {build}: {lacking} is missing.",
    "settle": "A settlement here brings cards for {rolls} of 36 rolls, hex by hex.",
    "settle_best": "A settlement here brings cards for {rolls} of 36 rolls, hex by hex; no better place is open to you.",
    "settle_harbor": "A settlement here brings a harbor.",
    "city": "A city here doubles cards for {rolls} of 36 rolls, hex by hex.",
    "city_best": "A city here doubles cards for {rolls} of 36 rolls, hex by hex; none of your settlements would bring more.",
    "city_harbor": "A city here is worth a point.",
    "first_road": "This road leads towards the best free corners.",
    "road": "This road opens a good corner or lengthens your route.",
    "buy": "It keeps your hand small and may bring a knight or a point.",
    "knight": "It frees your hex or slows a rival, and counts for the army.",
    "road_building": "Two free roads bring you closer to a good corner or to the longest route.",
    "stop": "No free road would help you now.",
    "plenty_ready": "With these you can build a {build} at once.",
    "plenty_plan": "Then only {lacking} is missing for a {build}.",
    "plenty": "These two cards bring you closest to your next build.",
    "monopoly": "The others should hold a good number of these.",
    "robber": "Here the robber hurts {colour} most.",
    "robber_hex": "Here the robber stops {colour}'s {word} on {number}.",
    "robber_harmless": "Here the robber does you no harm.",
    "discard": "This is the card that you will miss least.",
    "bank_ready": "With it you can build a {build} at once.",
    "bank_plan": "Then only {lacking} is missing for a {build}.",
    "bank": "This exchange brings you closer to your next build.",
    "offer_ready": "With it you can build a {build} at once, and somebody should be glad of it.",
    "offer_plan": "Then only {lacking} is missing for a {build}, and somebody should be glad of it.",
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
    return {"code": code, "arguments": arguments, "sentence": SENTENCES[code].format(**arguments, **worded(view, arguments))}


def worded(view: View, arguments: dict[str, Any]) -> dict[str, str]:
    """The facts that the English sentence says in the edition's words."""
    words = {}
    if "missing" in arguments:
        words["lacking"] = " and ".join(f"{count} {view.words[name]}" for name, count in arguments["missing"].items())
    if "resource" in arguments:
        words["word"] = view.words[arguments["resource"]]
    return words


def facts(view: View, action: int) -> tuple[str, dict[str, Any]]:
    kind = Kind(kind_of(action))
    place = (action >> KIND_BITS) & ARGUMENT
    after = (action >> (KIND_BITS + 8)) & ARGUMENT
    state = view.state[0]
    code = KIND_NAMES[kind]
    if kind in (Kind.SETTLE, Kind.CITY):
        rolls = chances(state, place)
        arguments: dict[str, Any] = {"rolls": rolls, "harbor": harbor_at(state, place)}
        return (f"{code}_best" if rolls and rolls == most_rolls(view, kind) else code if rolls else f"{code}_harbor"), arguments
    if kind == Kind.ROAD:
        return ("first_road" if view.phase == Phase.SETUP_ROAD else "road"), {}
    if kind == Kind.ROBBER:
        return robbing(view, place, after)
    if kind in (Kind.MONOPOLY, Kind.DISCARD):
        return code, {"resource": resource(place)}
    if kind == Kind.PLENTY:
        taken = [each for each in (place, after) if each != ARGUMENT]
        return planned(view, code, sum(int(one(each)) for each in taken), {"resources": [resource(each) for each in taken]})
    if kind == Kind.BANK:
        rate = (action >> (KIND_BITS + 16)) & ARGUMENT
        arguments = {"give": {resource(place): rate}, "get": {resource(after): 1}}
        return planned(view, code, int(one(after)) - rate * int(one(place)), arguments)
    if kind in (Kind.OFFER, Kind.COUNTER):
        arguments = {"give": bundle(give_of(action)), "get": bundle(get_of(action))}
        return planned(view, code, int(get_of(action)) - int(give_of(action)), arguments) if kind == Kind.OFFER else (code, arguments)
    if kind == Kind.END:
        return planned(view, code, 0, {})
    if kind in (Kind.CONFIRM, Kind.TAKE, Kind.DECLINE):
        return code, seat_named(view, place)
    return (code if code in SENTENCES else "best"), {}


def planned(view: View, code: str, change: int, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The reason with the plan that it serves: the build that the hand is nearest to after a change, and what is missing for it then."""
    if view.seat is None:
        return code, arguments
    state = view.state[0]
    found = plans.nearest(state, view.seat, int(state["hand"][view.seat]) + change, view.deck_size)
    if found is None or found.build == "card":
        return code, arguments
    missing = {resource(kind): count for kind, count in enumerate(found.missing) if count}
    if not missing and f"{code}_ready" in SENTENCES:
        return f"{code}_ready", {**arguments, "build": found.build}
    if 0 < found.lacks <= NEAR:
        return f"{code}_plan", {**arguments, "build": found.build, "missing": missing}
    return code, arguments


def most_rolls(view: View, kind: Kind) -> int:
    """The rolls of the best place that is open to the seat for such a build."""
    state, seat = view.state[0], view.actor if view.seat is None else view.seat
    if kind == Kind.SETTLE and view.phase == Phase.SETUP_SETTLEMENT:
        corners = [corner for corner in range(int(CORNERS[int(state["island"])])) if plans.is_open(state, corner)]
        return max((chances(state, corner) for corner in corners), default=0)
    best = plans.places(state, seat, 0).get("settlement" if kind == Kind.SETTLE else "city")
    return 0 if best is None else chances(state, best)


def robbing(view: View, tile: int, victim: int) -> tuple[str, dict[str, Any]]:
    """Whom the robber stops there, and what."""
    if victim >= view.players:
        return "robber_harmless", {}
    state = view.state[0]
    if state["terrain"][tile] == DESERT or not state["number"][tile]:
        return "robber", seat_named(view, victim)
    return "robber_hex", {
        **seat_named(view, victim),
        "resource": resource(int(state["terrain"][tile])),
        "number": int(state["number"][tile]),
    }


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
