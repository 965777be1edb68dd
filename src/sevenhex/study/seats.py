"""A seat for an external program in a game of its own against bots: it sees what its seat may know, and nothing else."""

from __future__ import annotations

import secrets
from random import Random
from typing import TYPE_CHECKING, Any

from sevenhex import bots
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.protocol.telling import situation

from .judge import judge

if TYPE_CHECKING:
    from sevenhex.bots import Guard
    from sevenhex.game.events import Event

MOST_STEPS = 20_000  # of others, before something is wrong


class SeatTaken(SevenhexError):
    """A seat that cannot be had, or a question that it cannot ask."""


class OwnGame:
    """One seat at a game in this process; bots sit at the others."""

    def __init__(
        self, edition: str, players: int, seat: int, opponent: str, seed: str | None = None, options: dict[str, Any] | None = None
    ) -> None:
        if not 0 <= seat < players:
            raise SeatTaken(f"There is no seat {seat} at a table of {players}; expected 0 to {players - 1}.")
        found = seed or secrets.token_hex(8)
        self.game = Game.new(edition, players, seed=found, **(options or {}))
        self.seat = seat
        self.chance = Random(f"{found}/chance")
        self.guards: list[Guard | None] = [None if each == seat else self._guard(opponent, each) for each in range(players)]
        self.notified = 0
        self.go_on()

    @staticmethod
    def _guard(opponent: str, seat: int) -> Guard:
        return bots.Guard(bots.make_own(opponent, seed=seat), bots.Limit())

    def go_on(self) -> None:
        """Chance and the others act until this seat is awaited and nobody else is, or the game is over."""
        game = self.game
        for _ in range(MOST_STEPS):
            if game.is_over:
                return
            if game.awaits_chance:
                game.resolve(self.chance)
                continue
            others = [each for each in game.to_act if each != self.seat]
            if not others:
                return
            guard = self.guards[others[0]]
            assert guard is not None
            legal = game.legal(others[0])
            game.push(legal[0] if bots.is_forced(legal) else guard.choose(game.view(others[0]), legal), others[0])

    def events(self) -> list[dict[str, Any]]:
        """What this seat may know of the events since it last asked, in their wire form."""
        events: list[Event] = self.game.events_since(self.notified)
        self.notified = len(self.game.log)
        return [event.to_json(self.seat) for event in events]

    def news(self) -> list[str]:
        """The same as sentences."""
        return [event["text"] for event in self.events()]

    def text(self, whole: bool = False) -> str:
        """The situation in few words (`telling.py`)."""
        return situation(self.view(), self.legal(), self.events(), whole)

    def situation(self) -> dict[str, Any]:
        game = self.game
        return {
            "seat": self.seat,
            "colour": game.colours[self.seat],
            "over": game.is_over,
            "winner": game.colours[game.outcome.winner] if game.outcome else None,
            "phase": game.phase.name.lower(),
            "turn": int(game.state["turn"][0]),
            "awaited": [game.colours[each] for each in game.to_act if each >= 0],
            "your_turn": self.seat in game.to_act,
            "legal": self.legal(),
            "news": self.news(),
        }

    def view(self) -> dict[str, Any]:
        return self.game.view(self.seat).to_json()

    def legal(self) -> list[str]:
        return self.game.legal_texts(self.seat) if self.seat in self.game.to_act else []

    def why_not(self, action: str) -> list[dict[str, Any]]:
        return [
            {"sentence": reason.sentence, "clause": reason.clause, "code": reason.code} for reason in self.game.why_not(action, self.seat)
        ]

    def act(self, action: str) -> dict[str, Any]:
        self.do(action)
        return self.situation()

    def do(self, action: str) -> None:
        """Play an action, then everybody else until this seat is awaited again."""
        self.game.play(action, self.seat)
        self.go_on()

    def analyse(self, level: str) -> dict[str, Any]:
        """The judge with this seat's knowledge."""
        return judge(self.game, self.seat if self.seat in self.game.to_act else None, viewer=self.seat, level=level).to_json()
