"""What the lobby offers: editions with their options, and the clauses of the rules."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from sevenhex import editions
from sevenhex.clauses import clauses
from sevenhex.editions import Configuration
from sevenhex.editions.edition import Printed
from sevenhex.editions.options import OPTIONS, clause_of
from sevenhex.rulebook import rules
from sevenhex.rules.ids import TERRAIN_NAMES

from ..base.forms import ClauseInfo, EditionInfo, OptionInfo


def configuration(edition: str, players: int, options: dict[str, Any]) -> Configuration:
    """The agreement of a table; raises OptionError or EditionError with what is wrong."""
    return agreed(edition, players, json.dumps(options, sort_keys=True))


@lru_cache(1024)
def agreed(edition: str, players: int, options: str) -> Configuration:
    return editions.load(edition).configure(players, **json.loads(options))


@lru_cache(1)
def all_editions() -> list[EditionInfo]:
    return [describe(editions.load(name)) for name in editions.names()]


def describe(edition: editions.Edition) -> EditionInfo:
    """An edition as the lobby shows it."""
    return {
        "key": edition.key,
        "name": edition.name,
        "year": edition.year,
        "rulebook": edition.rulebook,
        "players": list(edition.players),
        "all_players": list(edition.all_players),
        "words": dict(edition.words),
        "colours": {str(players): list(edition.colours(players)) for players in edition.all_players},
        "maps": [printed(each) for each in edition.pad],
        "drawn": edition.pieces.drawn,
        "options": {str(players): options_of(edition, players) for players in edition.all_players},
    }


def printed(island: Printed) -> list[tuple[str, int]]:
    """A map of the pad as the lobby shows it: terrain and number of each hex in reading order."""
    return [(TERRAIN_NAMES[terrain], number) for terrain, number in zip(island.terrain, island.numbers, strict=True)]


def options_of(edition: editions.Edition, players: int) -> list[OptionInfo]:
    """Each option that this many players may choose, with its standard."""
    standard = edition.standard(players).chosen()
    offered: list[OptionInfo] = []
    for name, option in OPTIONS.items():
        choices = list(edition.offers(players, name))
        if len(choices) < 2 and name != "map":
            continue
        if name == "map" and not choices:
            continue
        kind = "bool" if option.values is bool else "number" if isinstance(option.values, range) else "choice"
        offered.append(
            {
                "name": name,
                "type": kind,
                "choices": choices if kind != "number" else [choices[0], choices[-1]],
                "default": standard.get(name),
                "clause": option.clause,
                "clauses": {str(choice): clause_of(name, choice) for choice in choices} if kind == "choice" else {},
                "help": option.topic,
                "house": option.house,
            }
        )
    return offered


def rules_of(edition: str) -> list[ClauseInfo]:
    """The edition's clauses in our words, with whose rule each is and where its book says it."""
    return [
        {
            "id": page.id,
            "title": page.title,
            "text": page.text,
            "editions": list(clauses()[page.id].editions),
            "holds": page.holds,
            "origin": page.origin,
            "source": page.book,
        }
        for page in rules(editions.load(edition)).values()
    ]
