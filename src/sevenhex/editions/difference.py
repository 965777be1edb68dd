"""What differs between two editions, topic by topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..rules.ids import Island
from .edition import HOUSE, OTHER, Edition
from .options import OPTIONS, Value, format_value

NONE = "-"
ISLAND_WORDS = {Island.SMALL: "3-4 players", Island.LARGE: "5-6 players"}


class Difference(NamedTuple):
    topic: str
    clause: str
    left: str
    right: str


def facts(edition: Edition, islands: Mapping[Island, str] = ISLAND_WORDS) -> dict[tuple[str, str], str]:
    """Everything an edition says that another might say otherwise: (topic, clause) to text. `islands`: which, and what each is called."""
    found = {("Players", "COMP-4"): ", ".join(str(count) for count in edition.players)}
    pieces = edition.pieces
    roads = "any number of" if pieces.roads is None else pieces.roads
    found["Pieces of each player", "COMP-4, COMP-5"] = f"{pieces.settlements} settlements, {pieces.cities} cities, {roads} roads"
    found["Printed maps", "SETUP-7"] = str(len(edition.pad)) if edition.pad else NONE
    for players, colours in sorted(edition.colour_table.items()):
        if players in edition.players and islands.get(edition.island_for(players)):
            found[f"Colours of {players} players", "COMP-8"] = ", ".join(colours)
    for island, rules in edition.rules.items():
        if island not in islands:
            continue
        on = f", {islands[island]}" if islands[island] else ""
        for name, option in OPTIONS.items():
            if name in rules:
                others = edition.choices[island].get(name, ())
                text = format_value(rules[name]) + (
                    f" (or {', '.join(format_choice(edition, name, value) for value in others)})" if others else ""
                )
                found[f"{option.topic}{on}", option.clause] = text
        if edition.beginner is not None and "beginner" in (rules["setup"], *edition.choices[island].get("setup", ())):
            first = edition.beginner_first_player or str(rules["first_player"])
            found[f"Who starts in the beginner set-up{on}", "SETUP-9"] = first
    for key, word in edition.words.items():
        found[f"Word for {key.replace('_', ' ')}", "COMP-9"] = word
    return found


def format_choice(edition: Edition, name: str, value: Value) -> str:
    """A choice with where it comes from, if not from the edition's own book."""
    origin = edition.origin_of_choice(name, value)
    return format_value(value) + {HOUSE: " by house rule", OTHER: " by another book"}.get(origin, "")


def difference(left: Edition, right: Edition) -> list[Difference]:
    """The rows in which two editions differ: on the islands that both have, or each on its own where they share none."""
    shared = {island: name for island, name in ISLAND_WORDS.items() if island in left.islands and island in right.islands}
    compared = shared or dict.fromkeys(ISLAND_WORDS, "")
    one, other = facts(left, compared), facts(right, compared)
    keys = list(one) + [key for key in other if key not in one]
    return [Difference(*key, one.get(key, NONE), other.get(key, NONE)) for key in keys if one.get(key, NONE) != other.get(key, NONE)]
