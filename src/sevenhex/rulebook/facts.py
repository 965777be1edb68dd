"""What a text may ask of an edition or of a table: option values, counts, words; and the conditions written over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sevenhex.editions.edition import HOUSE
from sevenhex.editions.options import Options
from sevenhex.errors import SevenhexError
from sevenhex.rules.ids import CARD_NAMES, RESOURCE_NAMES, TERRAIN_NAMES, Island

if TYPE_CHECKING:
    from sevenhex.editions import Configuration, Edition
    from sevenhex.editions.edition import Stock

Value = int | str | bool


@dataclass(frozen=True)
class Facts:
    """Named values for texts and conditions. Texts of an edition and texts of one table differ only in these."""

    edition: Edition
    values: Mapping[str, Value]

    def __hash__(self) -> int:
        return hash((self.edition, tuple(sorted((name, str(value)) for name, value in self.values.items()))))

    def holds(self, condition: str) -> bool:
        """`phases=combined and not large`: names alone ask whether the value is true."""
        return any(all(self._term(term.strip()) for term in part.split(" and ")) for part in condition.split(" or "))

    def _term(self, term: str) -> bool:
        if term.startswith("not "):
            return not self._term(term[4:])
        if term in self.values:
            return bool(self.values[term])
        name, given, value = term.partition("=")
        if term.startswith(("offers ", "house ")):
            return False
        if not given or name not in self.values:
            raise SevenhexError(f"The condition {term!r} asks for a fact that does not exist.")
        return str(self.values[name]) == value


def counts(stock: Stock, prefix: str) -> dict[str, Value]:
    """What a box holds for one island."""
    found: dict[str, Value] = {
        "hexes": sum(stock.terrain),
        "tokens_all": len(stock.tokens),
        "cards_each": stock.cards_each,
        "deck": sum(stock.deck),
        "harbors_all": sum(stock.harbors),
        "harbors_generic": stock.harbors[-1],
    }
    found |= dict(zip(TERRAIN_NAMES, stock.terrain, strict=True))
    found |= {f"deck_{name}": number for name, number in zip(CARD_NAMES, stock.deck, strict=True)}
    found |= {f"harbors_{name}": number for name, number in zip(RESOURCE_NAMES, stock.harbors, strict=False)}
    return {prefix + name: value for name, value in found.items()}


@cache
def of_edition(edition: Edition, islands: tuple[Island, ...] = ()) -> Facts:
    """The facts of a book, or of some of its islands: the smallest first, the larger one under `large.`."""
    islands = islands or edition.islands
    main = islands[0]
    small, large = Island.SMALL in islands, Island.LARGE in islands
    values: dict[str, Value] = {**Options().chosen(), **edition.rules[main]}
    values |= {"small": small, "large": large, "both": small and large, "drawn": edition.pieces.drawn, "pad": len(edition.pad)}
    values |= {"settlements": edition.pieces.settlements, "cities": edition.pieces.cities}
    values |= {"roads": 0 if edition.pieces.roads is None else edition.pieces.roads}
    values |= {"beginner": edition.beginner is not None, "table": False}
    values["oldest"] = edition.beginner_first_player == "oldest"
    values["inactive"] = bool(edition.beginner and edition.beginner.inactive_colour)
    values["soldier"] = "soldier" in edition.words
    values |= counts(edition.stock[main], "")
    values |= {f"large.{name}": value for name, value in edition.rules.get(Island.LARGE, edition.rules[main]).items()}
    if large:
        values |= counts(edition.stock[Island.LARGE], "large.")
    else:
        values |= {f"large.{name}": 0 for name in counts(edition.stock[main], "")}
    for island in islands:
        choices = [(name, value) for name, chosen in edition.choices[island].items() for value in chosen]
        values |= {f"offers {name}={value}": True for name, value in choices}
        own = "" if island == main else "large."
        values |= {f"house {own}{name}={value}": True for name, value in choices if edition.origin_of_choice(name, value) == HOUSE}
    values["boxed"] = boxed(edition)
    return Facts(edition, values)


def of_table(configuration: Configuration) -> Facts:
    """The facts of one table: its own island, its own options."""
    edition, island = configuration.edition, configuration.island
    values = dict(of_edition(edition).values)
    options: dict[str, Value] = dict(configuration.options.chosen())
    values = {name: value for name, value in values.items() if not name.startswith(("offers ", "house "))}
    values |= options | {f"large.{name}": value for name, value in options.items()}
    values |= counts(edition.stock[island], "") | counts(edition.stock[island], "large.")
    values |= {"small": island == Island.SMALL, "large": island == Island.LARGE, "both": False, "table": True}
    return Facts(edition, values)


def boxed(edition: Edition) -> str:
    """The colour that stays in the box when three play (COMP-8); empty when the book names none."""
    table = edition.colour_table
    if 3 not in edition.players or 4 not in edition.players:
        return ""
    left = [colour for colour in table[4] if colour not in table[3]]
    return left[0] if len(left) == 1 else ""
