"""The settings of an environment, checked once: the same for one game, for thousands, and on the GPU."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from sevenhex.editions import Configuration, load
from sevenhex.editions.start import new_state
from sevenhex.errors import OptionError, one_of
from sevenhex.observation import menu, observation
from sevenhex.rules.ids import MAX_SEATS
from sevenhex.rules.state import OPTIONS, RECORD, State

from .opponents import CODES, THINKERS, Names, check_known, is_network, networks_of, seats_of, word_of
from .play import Course

OFFERS_A_TURN = 3
ACTION_LIMIT = 20_000  # ten times the longest random game seen
ISLANDS = 256
AMONG_OPPONENTS = "opponents"  # a way to trade: they do, the caller has no part in it
FIXED = ("players", "island", *(name for name, _ in OPTIONS))  # what never changes in a game
TRADE = (False, True, AMONG_OPPONENTS)
CHANCE = ("drawn", "shown")


@dataclass(frozen=True)
class Setting:
    """Edition, players and house rules; how much of the game is left to the learner; how games begin."""

    edition: str = "sixth"
    players: int = 4
    trade: bool | str = False  # domestic trade: nobody, everybody (it is on the menu then), or only among "opponents"
    skip_forced: bool = True  # a single legal action is played without asking
    opponents: Names = ()  # bots that play inside `step`: one name for all others, or one each
    seat: int | None = 0  # the learner's, where there are opponents; None draws it for each game
    random_seats: tuple[int, ...] = ()  # seats that play at random inside `step`
    limit: int = ACTION_LIMIT  # players' actions after which a game is cut
    islands: int = ISLANDS  # different islands that games begin on
    deal: int | str = 0  # seed of the islands
    chance: str = "drawn"  # "shown": the games stop for chance too, and the caller says what it brings
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wrong = [seat for seat in self.random_seats if seat not in range(self.players)]
        if wrong:
            raise OptionError(f"random_seats names {wrong}; expected seats from 0 to {self.players - 1}.", option="random_seats")
        if len(set(self.random_seats)) == self.players:
            raise OptionError("random_seats names every seat; leave at least one to the caller of step().", option="random_seats")
        if self.random_seats and self.opponents:
            raise OptionError(
                'Give random_seats or opponents, not both; opponents=[None, "random", ...] names seats.', option="random_seats"
            )
        if self.trade not in TRADE:
            raise OptionError(f'trade is {self.trade!r}; expected False, True or "{AMONG_OPPONENTS}".', option="trade")
        if self.chance not in CHANCE:
            raise OptionError(f"chance is {self.chance!r}; {one_of(self.chance, CHANCE)}.", option="chance")
        if self.seat is not None and self.seat not in range(self.players):
            raise OptionError(f"seat is {self.seat}; expected 0 to {self.players - 1}, or None for another one each game.", option="seat")
        for name in ("limit", "islands"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is {getattr(self, name)}; expected at least 1.", option=name)
        _ = self.configuration, self.bots  # complain about editions, players, options, opponents

    @cached_property
    def configuration(self) -> Configuration:
        return load(self.edition).configure(self.players, **self.options)

    @cached_property
    def island(self) -> int:
        return int(self.configuration.island)

    @cached_property
    def observation_size(self) -> int:
        return observation.size(self.island, self.players)

    @cached_property
    def menu_size(self) -> int:
        return menu.size(self.island, self.players, self.has_trade_menu)

    @property
    def has_trade_menu(self) -> bool:
        return self.trade is True

    @cached_property
    def bots(self) -> tuple[str | None, ...]:
        """Who plays each seat inside `step` (None: the caller); with a drawn seat, counted from the learner's."""
        if self.random_seats:
            return tuple("random" if seat in self.random_seats else None for seat in range(self.players))
        found = seats_of(self.opponents, self.players, self.seat or 0)
        check_known(found, tuple(CODES), "step()")
        return found

    @property
    def has_thinkers(self) -> bool:
        """Does a bot play that a GPU cannot?"""
        return any(name is not None and not is_network(name) and CODES[name] >= THINKERS for name in self.bots)

    @property
    def networks(self) -> tuple[str, ...]:
        """The networks that play inside `step`, each once."""
        return networks_of(self.bots)

    @cached_property
    def course(self) -> Course:
        """How games go, as the compiled functions ask."""
        return Course(
            menu=self.has_trade_menu,
            most_offers=OFFERS_A_TURN if self.trade else 0,
            skip_forced=bool(self.skip_forced),
            opponents=word_of(self.bots),
            drawn_seat=self.seat is None and any(self.bots),
            limit=int(self.limit),
            shows_chance=self.chance == "shown",
        )

    @cached_property
    def start(self) -> State:
        """One state that a game begins with."""
        return new_state(self.configuration, f"{self.deal} 0")[0]

    def pool(self) -> State:
        """The states that games begin with."""
        states = np.zeros(self.islands, RECORD)
        for place in range(self.islands):
            states[place] = new_state(self.configuration, f"{self.deal} {place}")[0][0]
        return states

    def to_json(self) -> str:
        shown = {"chance": self.chance} if self.chance != "drawn" else {}  # what was saved before this setting can be read
        return json.dumps(
            shown
            | {
                "configuration": json.loads(self.configuration.to_json()),
                "trade": self.trade,
                "skip_forced": self.skip_forced,
                "opponents": self.bots,
                "seat": self.seat if any(self.bots) else 0,
                "limit": self.limit,
                "islands": self.islands,
                "deal": self.deal,
                "observation": observation.VERSION,
                "menu": menu.VERSION,
            },
            sort_keys=True,
        )


assert MAX_SEATS <= 8  # seats fit a byte of bits
