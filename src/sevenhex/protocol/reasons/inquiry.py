"""One question about one seat: what is known of it, and the reasons that are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from sevenhex.rules import engine
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import RESOURCE_NAMES, RESOURCES, Kind, Part, Phase
from sevenhex.rules.snapshot import Snapshot, int_members
from sevenhex.rules.state import State
from sevenhex.rules.survey import entitlements, survey

from .reason import Reason

PHASE, PART, KIND = int_members(Phase), int_members(Part), int_members(Kind)


class GameLike(Protocol):
    """What reasons need of a `Game`."""

    @property
    def state(self) -> State: ...
    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def configuration(self) -> Any: ...
    @property
    def words(self) -> Mapping[str, str]: ...
    @property
    def naming(self) -> Any: ...


@lru_cache(1024)
def most_first(wanted: int) -> tuple[int, ...]:
    """The kinds of which there are some, the most first."""
    needed = counts(wanted)
    return tuple(sorted((kind for kind in range(RESOURCES) if needed[kind]), key=lambda kind: -needed[kind]))


@lru_cache(4096)
def amounts(wanted: int, cards: int) -> dict[str, int]:
    """How many of the wanted kinds there are, the most wanted first."""
    held = counts(cards)
    return {RESOURCE_NAMES[kind]: held[kind] for kind in most_first(wanted)}


class Enough(Exception):
    """The first reason is found, and nobody asks for more."""


class Inquiry:
    """One question about one seat: collects reasons, kind by kind."""

    def __init__(self, table: GameLike, seat: int) -> None:
        self.states = table.state
        self.state = table.state[0]  # as the rules take it
        self.now = table.snapshot  # the same, quicker to read
        self.colours: Sequence[str] = table.naming.colours
        self.geometry = table.naming.geometry
        self.edition = table.configuration.edition
        self.reasons: list[Reason] = []
        self.first_only = False
        self.phase = self.now.phase
        self.part = self.now.part
        self.actor = self.now.actor
        self.players = self.now.players
        self.island = self.now.island
        self.turn_to(seat)

    def turn_to(self, seat: int) -> None:
        """Ask about another seat."""
        self.seat = seat
        self.hand = self.now.hand[seat] if 0 <= seat < self.players else 0
        for found in ("kinds", "entitled"):
            self.__dict__.pop(found, None)

    def add(self, code: str, clause: str, variant: str = "", /, **facts: Any) -> None:
        self.reasons.append(Reason(code, "", clause, self.edition.cite(clause), variant, facts))
        if self.first_only:
            raise Enough

    def against(self, wanted: int) -> dict[str, int]:
        """What the seat has of the kinds that are wanted, in the same order."""
        return amounts(wanted, self.hand)

    def chosen(self, seats: int) -> list[str]:
        return [colour for seat, colour in enumerate(self.colours) if seats >> seat & 1]

    def can(self, kind: int) -> bool:
        """Is something of the kind legal?"""
        return bool(self.kinds >> kind & 1)

    @cached_property
    def kinds(self) -> int:
        """The kinds of which something is legal, as bits."""
        return survey(self.states, self.players).kinds[self.seat]

    @cached_property
    def cards_may_be_played(self) -> bool:
        return bool(engine.card_may_be_played(self.states))

    @cached_property
    def entitled(self) -> int:
        return int(entitlements(self.states, self.seat))
