"""One game's agreement: an edition, a number of players and every option."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import OptionError
from ..rules.ids import Island
from .edition import Edition, Stock
from .options import OPTIONS, Options, clause_of, format_value, state_fields


@dataclass(frozen=True)
class Configuration:
    """Made by `Edition.configure`, which checks it."""

    edition: Edition
    players: int
    options: Options

    def __hash__(self) -> int:
        return hash((self.edition, self.players, self.options))

    @property
    def island(self) -> Island:
        return self.edition.island_for(self.players)

    @property
    def stock(self) -> Stock:
        return self.edition.stock[self.island]

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours by seat; a deal with an inactive colour may change them (see `Layout.colours`)."""
        return self.edition.colours(self.players)

    @property
    def colours_by_lot(self) -> bool:
        """SETUP-14: does each seat draw its colour, so that one stays out?"""
        picture = self.edition.beginner
        if picture is None or self.options.setup != "beginner" or not picture.inactive_colour:
            return False
        return len(picture.colours) == self.players + 1

    @property
    def words(self) -> Mapping[str, str]:
        return self.edition.words

    @property
    def rules(self) -> dict[str, int]:
        """The option fields of the state."""
        return state_fields(self.options)

    @property
    def changes(self) -> list[str]:
        """What differs from the edition's standard, in sentences."""
        standard = self.edition.standard(self.players)
        sentences = ["House rule: two players (HOUSE-1)."] if self.players not in self.edition.players else []
        if self.options.setup != standard.setup:
            sentences.append(f"Set-up: {self.options.setup} instead of {standard.setup} ({clause_of('setup', self.options.setup)}).")
            standard = self.edition.standard(self.players, self.options.setup)
        usual = standard.chosen()
        for name, value in self.options.chosen().items():
            if value == usual.get(name):
                continue
            option = OPTIONS[name]
            clause = clause_of(name, value)
            against = f" instead of {format_value(usual[name])}" if name in usual else ""
            house = "House rule: " if option.house else ""
            topic = option.topic[0].lower() + option.topic[1:] if house else option.topic
            sentences.append(f"{house}{topic}: {format_value(value)}{against} ({clause}).")
        if self.options.discards == "hidden" and self.options.supply_counts == "shown":
            sentences.append("The shown counts of the supply give the hidden discards away (HOUSE-6).")
        return sentences

    def to_json(self) -> str:
        """Text from which `from_json` makes an equal configuration; an edition of one's own travels whole."""
        edition: object = dict(self.edition.source) if self.edition.source else self.edition.key
        return json.dumps({"edition": edition, "players": self.players, "options": self.options.chosen()})

    @staticmethod
    def from_json(text: str) -> Configuration:
        from .loader import load, read  # the loader makes editions, and editions make configurations

        try:
            data: Any = json.loads(text)
            source, players, options = data["edition"], data["players"], dict(data["options"])
            if not isinstance(source, str | dict) or "players" in options:
                raise TypeError(f"edition is {source!r}, options are {options!r}")
        except (ValueError, KeyError, TypeError) as error:
            message = f"This is no configuration: {error}. Expected JSON with edition, players and options, as to_json writes it."
            raise OptionError(message) from error
        edition = load(source) if isinstance(source, str) else read(source, key=str(source.get("key", "custom")), file="JSON")
        return edition.configure(players, **options)
