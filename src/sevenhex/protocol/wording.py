"""The sentences of reasons, by their keys (`Reason.key`). The page says the same keys in its own languages (`web/src/words/`), of which
English is made from this file.

In a sentence `{fact}` stands for a fact as it is, `{fact:form}` for one of the forms below, and `[word]` for an edition's own word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Facts: TypeAlias = dict[str, Any]
Words: TypeAlias = Mapping[str, str]

REASONS: dict[str, str] = {
    # who and what
    "no_such_seat": "There is no seat {seat}; the seats are 0 to {last}.",
    "malformed": "{action} is no action.",
    "malformed_corner": "There is no corner {number}; the last one is {last} ({name}).",
    "malformed_edge": "There is no edge {number}; the last one is {last} ({name}).",
    "malformed_hex": "There is no hex {number}; the last one is {last} ({name}).",
    "malformed_seat": "There is no seat {number}; the last one is {last} ({name:colour}).",
    "malformed_resource": "There is no resource {number}; the last one is {last} ({name}).",
    "malformed_order": "The two resources are named in the order {order:words}.",
    "malformed_recipient": "The offer goes to a seat that does not exist; the seats are 0 to {last}.",
    "chance_only": "Dice, drawn cards and stolen cards come by chance; nobody chooses them.",
    "not_by_chance": "This is for a player to decide, not for chance.",
    "not_left_to_chance": "Nothing is left to chance now.",
    "impossible_outcome": "Chance cannot bring this now.",
    # when
    "over": "The game is over: {who:colour} has won.",
    "waits_for_chance_order": "The dice decide first who starts.",
    "waits_for_chance_dice": "The dice are still rolling.",
    "waits_for_chance_steal": "First a stolen [card] changes hands.",
    "waits_for_chance_draw": "First the bought [card] is drawn.",
    "not_your_turn": "It is {who:colour}'s turn.",
    "not_your_turn_paired": "It is {who:colour}'s part of the paired turn.",
    "not_your_turn_special": "It is {who:colour}'s turn to build in the special building phase.",
    "not_your_turn_trade": "All trade is with {who:colour}, whose turn it is: others answer, or propose on their own.",
    "discards_first": "First [cards] go back because of the 7; still due: {due:tally}.",
    "roll_first": "Roll the dice before you {doing:phrase}.",
    "robber_first": "Move the [robber] before you {doing:phrase}.",
    "free_roads_first": "[place] the {left} free {roads:word} of [road_building] before you {doing:phrase}.",
    "setup_first": "The set-up is not finished: [place] a {piece:word}.",
    "already_rolled": "You have rolled the dice this turn.",
    "no_roll": "Nobody rolls in this part of the turn.",
    # building
    "deck_empty": "The [deck] of development [cards] is empty.",
    "cannot_afford": "A {piece:word} costs {cost:cards}; you have {held:cards}.",
    "cannot_afford_card": "A development [card] costs {cost:cards}; you have {held:cards}.",
    "no_pieces": "You have no {pieces:word} left.",
    "no_pieces_drawn": "No more than {most} {pieces:word} stand at once.",
    "no_pieces_drawn_settlement": "No more than {most} {pieces:word} stand at once. A [city] makes room for one.",
    "no_pieces_settlement": "You have no {pieces:word} left. A [city] gives a [settlement] back.",
    "occupied": "{there:building} stands on {place}.",
    "occupied_own_road": "You have a [road] on {place} already.",
    "occupied_road": "{who:colour} has a [road] on {place} already.",
    "not_at_settlement": "This [road] must touch the [settlement] just [placed] on {corner}.",
    "blocked": "Your way to {place} is blocked by {there:building}.",
    "not_connected": "{place} touches no [road], [settlement] or [city] of yours.",
    "too_close": "{place} is next to {near:buildings}; a corner between must stay empty.",
    "no_road": "None of your [roads] leads to {place}.",
    "no_settlement": "A [city] replaces a [settlement] of yours; on {place}, {there:building} stands there.",
    "no_settlement_empty": "A [city] replaces a [settlement] of yours; on {place}, nothing stands there.",
    "no_settlement_none": "You have no [settlement] on the board to replace.",
    "no_place": "There is no edge where you could [place] a [road].",
    "no_place_road": "There is no edge where you could [build] a [road].",
    "no_place_settlement": "No corner at your [roads] is free and two edges away from every building.",
    # development cards
    "no_cards_now": "No development [cards] are played in the special building phase.",
    "one_card_a_turn": "You have played a development [card] this turn already.",
    "bought_this_turn": "Your {card:word} was bought in this turn; it can be played from the next on.",
    "no_card": "You have no {card:word} [card].",
    "build_both": "Both free [roads] are built where there is a place for them.",
    "no_free_roads": "You have no free [roads] that could be left unbuilt.",
    "take_two": "Take two [cards]; a single one only when the [supply] holds no more.",
    "supply_short": "You want {wanted:cards}; the [supply] has {left:cards}.",
    "supply_short_hidden": "You want {wanted:cards}; the [supply] has not enough.",
    "supply_short_kind": "The [supply] has no {resource:word}.",
    "supply_short_empty": "The [supply] is empty.",
    # seven and robber
    "nothing_to_discard": "You need return no [cards] now: half of a hand, once, and only of more than {limit}.",
    "nothing_to_discard_now": "Nobody returns [cards] now; that happens when a 7 is rolled.",
    "robber_stays": "The [robber] moves only after a 7 or by a [knight].",
    "robber_must_move": "The [robber] is on {place} already and must move to another hex.",
    "friendly_robber": "Somebody on {place} has too few points to be robbed or blocked.",
    "must_rob": "Choose whom to rob on {place}: {who:either}.",
    "own_building": "You cannot rob yourself.",
    "not_there": "{who:colour} has no building on {place}.",
    "not_there_others": "{who:colour} has no building on {place}; {others:either} could be robbed.",
    # trade
    "trade_before_build": "You have built this turn; trading comes before building.",
    "trade_before_build_other": "{who:colour} has built this turn; trading comes before building.",
    "no_trade_now": "{who:colour} cannot trade yet.",
    "no_trade_now_special": "Nobody trades in the special building phase.",
    "no_trade_now_roller": "Players trade with each other only while {who:colour}, who rolled, is in turn.",
    "like_for_like": "You would give and take the same: {resource:word}.",
    "like_for_like_both": "Both sides would give the same: {kinds:words}.",
    "no_such_rate": "You cannot trade {resource:word} at {rate}:1; your rate is {rates:rates}.",
    "cannot_afford_trade": "This trade takes {rate} {resource:word}; you have {held}.",
    "cannot_afford_rates": "You have too few of a kind to trade: {kinds:at_rates}.",
    "supply_empty": "The [supply] has no {resource:word} left.",
    "supply_empty_all": "The [supply] has nothing that you could take for it.",
    "own_turn": "It is your turn: the others answer your offers, and you make them.",
    "no_recipients": "The offer goes to nobody; name at least one player.",
    "own_offer": "The offer goes to yourself; name other players only.",
    "own_offer_alone": "Nobody trades alone; name another player.",
    "no_gifts": "Both sides give at least one [card]; this would be a gift.",
    "not_in_box": "You ask for {get:cards}; there are only {most} [cards] of each kind in the game.",
    "not_held": "You would give {give:cards}; you have {held:cards}.",
    "not_held_kind": "You have no {resource:word}.",
    "not_held_any": "You have no [cards] to give.",
    "nothing_to_withdraw": "You have made no offer that is still open.",
    "nothing_to_withdraw_answer": "You have proposed and accepted nothing that is still open.",
    "answer_first": "{who:colour} waits for your answer: accept, refuse or counter.",
    "not_asked": "No offer waits for your answer.",
    "not_asked_again": "You have answered this offer already.",
    "no_offer": "You have made no offer that is still open.",
    "not_accepted": "{who:colour} has not accepted your offer.",
    "no_proposal": "{who:colour} has proposed nothing that is still open.",
    "partner_lacks": "{who:colour} no longer holds {cards:cards}.",
    # parts of sentences
    "doing_end": "end the turn",
    "doing_roll": "roll",
    "doing_trade": "trade",
    "doing_build": "[build] a {piece:word}",
    "doing_buy": "buy a development [card]",
    "doing_play": "play a [card]",
    "building_own": "your {piece:word}",
    "building_neutral": "a neutral {piece:word}",
    "building_other": "{who:colour}'s {piece:word}",
    "building_at": "{building} on {place}",
}

GAP = re.compile(r"\{(\w+)(?::(\w+))?\}|\[(\w+)\]")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts else "nothing"


def reason_sentence(key: str, facts: Facts, words: Words) -> str:
    """A reason in English, in an edition's words."""
    text = fill(key, facts, words)
    return text[:1].upper() + text[1:]


def fill(key: str, facts: Facts, words: Words) -> str:
    def gap(found: re.Match[str]) -> str:
        fact, form, word = found.groups()
        if word:
            return word_of(words, word)
        return FORMS[form](facts[fact], facts, words) if form else str(facts[fact])

    return GAP.sub(gap, REASONS[key])


def word_of(words: Words, key: str) -> str:
    return words.get(key, key.replace("_", " "))


def building(given: Sequence[str], words: Words) -> str:
    """Whose building, and where if that is known."""
    whose, piece, *place = given
    kind = whose if whose in ("own", "neutral") else "other"
    named = fill(f"building_{kind}", {"who": whose, "piece": piece}, words)
    return fill("building_at", {"building": named, "place": place[0]}, words) if place else named


FORMS: dict[str, Callable[[Any, Facts, Words], str]] = {
    "word": lambda key, _, words: word_of(words, key),
    "words": lambda keys, _, words: listed([word_of(words, key) for key in keys]),
    "colour": lambda colour, *_: str(colour),
    "either": lambda colours, *_: listed(colours, "or"),
    "tally": lambda numbers, *_: listed([f"{colour} {number}" for colour, number in numbers.items()]),
    "cards": lambda cards, _, words: listed([f"{number} {word_of(words, kind)}" for kind, number in cards.items()]),
    "rates": lambda rates, *_: listed([f"{rate}:1" for rate in rates], "or"),
    "at_rates": lambda kinds, _, words: listed([f"{held} {word_of(words, kind)} at {rate}:1" for kind, (held, rate) in kinds.items()]),
    "phrase": lambda doing, facts, words: fill(f"doing_{doing}", facts, words),
    "building": lambda given, _, words: building(given, words),
    "buildings": lambda given, _, words: listed([building(each, words) for each in given]),
}
