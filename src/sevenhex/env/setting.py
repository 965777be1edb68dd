"""What an environment is asked to be, checked once: the same for one game, for thousands, and on the GPU."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from sevenhex.editions import Configuration, load
from sevenhex.editions.start import new_state
from sevenhex.errors import OptionError
from sevenhex.rules.ids import MAX_SEATS
from sevenhex.rules.state import RECORD, State

from . import menu, observation

OFFERS_A_TURN = 3
ACTION_LIMIT = 20_000  # ten times the longest random game seen
ISLANDS = 256


@dataclass(frozen=True)
class Setting:
    """Edition, players and house rules; how much of the game is left to the learner; how games begin."""

    edition: str = "sixth"
    players: int = 4
    trade: bool = False  # domestic trade on the menu
    skip_forced: bool = True  # a single legal action is played without asking
    random_seats: tuple[int, ...] = ()  # seats that play at random inside `step`
    limit: int = ACTION_LIMIT  # players' actions after which a game is cut
    islands: int = ISLANDS  # different islands that games begin on
    deal: int | str = 0  # seed of the islands
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wrong = [seat for seat in self.random_seats if seat not in range(self.players)]
        if wrong:
            raise OptionError(f"random_seats names {wrong}; expected seats from 0 to {self.players - 1}.", option="random_seats")
        if len(set(self.random_seats)) == self.players:
            raise OptionError("random_seats names every seat; leave at least one to the caller of step().", option="random_seats")
        for name in ("limit", "islands"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is {getattr(self, name)}; expected at least 1.", option=name)
        _ = self.configuration  # complains about editions, players and options

    @cached_property
    def configuration(self) -> Configuration:
        return load(self.edition).configure(self.players, **self.options)

    @property
    def island(self) -> int:
        return int(self.configuration.island)

    @property
    def observation_size(self) -> int:
        return observation.size(self.island, self.players)

    @property
    def menu_size(self) -> int:
        return menu.size(self.island, self.players, self.trade)

    @property
    def most_offers(self) -> int:
        return OFFERS_A_TURN if self.trade else 0

    @property
    def course(self) -> tuple[int, bool, int, int]:
        """What `play.py` asks about a game's course: offers a turn, whether forced moves are skipped, who plays at random, the limit."""
        return self.most_offers, self.skip_forced, self.random_mask, self.limit

    @property
    def random_mask(self) -> int:
        return sum(1 << seat for seat in set(self.random_seats))

    def pool(self) -> State:
        """The states that games begin with."""
        states = np.zeros(self.islands, RECORD)
        for place in range(self.islands):
            states[place] = new_state(self.configuration, f"{self.deal} {place}")[0][0]
        return states

    def to_json(self) -> str:
        return json.dumps(
            {
                "configuration": json.loads(self.configuration.to_json()),
                "trade": self.trade,
                "skip_forced": self.skip_forced,
                "random_seats": sorted(set(self.random_seats)),
                "limit": self.limit,
                "islands": self.islands,
                "deal": self.deal,
                "observation": observation.VERSION,
                "menu": menu.VERSION,
            },
            sort_keys=True,
        )


assert MAX_SEATS <= 8  # seats fit a byte of bits
