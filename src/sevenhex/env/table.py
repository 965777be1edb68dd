"""One game for Gymnasium and PettingZoo: watched by the same notes and observations as the fast environments. Its `Game` with the log is
made when somebody asks for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import ActionError
from sevenhex.game.game import Game
from sevenhex.observation.notes import NOTES
from sevenhex.rules.actions import KIND_MASK, RECIPIENTS_SHIFT, recipients_of
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import CHANCE, NOBODY, Kind, Phase
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import State

from . import play
from .play import ASKS_CHANCE
from .setting import Setting

RENDER_MODES = ("ansi", "svg", "rgb_array")
OVER = int(Phase.OVER)
AT_ONCE = 512  # entries of the log that the compiled loop hands over


class ObservedGame:
    """A game, and what each seat sees of it. Seats in `blind` play at random without being asked."""

    def __init__(self, setting: Setting, seed: int, blind: tuple[int, ...] = ()) -> None:
        self.setting = setting
        self.random = random.Random(seed)
        self._game = Game.new(setting.configuration, seed=self.random.getrandbits(63))
        self.state: State = self._game.state.copy()
        self.notes = np.zeros(1, NOTES)
        self.notes["counter"] = self.random.getrandbits(64)
        self.seat = NOBODY  # who must decide; -1 when the game is over, ASKS_CHANCE where the caller says what chance brings
        self.blind = sum(1 << seat for seat in blind)
        self._course = setting.course
        self._list = np.zeros(MAX_ACTIONS, np.int64)
        self._past = np.zeros((AT_ONCE, 2), np.int64)
        self._ahead: list[tuple[int, int]] = []  # what has happened and the `Game` does not know yet
        self.settle()

    @property
    def game(self) -> Game:
        """The game with its log, brought up to the present."""
        for seat, action in self._ahead:
            self._game.push(action, seat)
        self._ahead.clear()
        return self._game

    @property
    def is_over(self) -> bool:
        return bool(self.state["phase"].item() == OVER)

    @property
    def is_cut(self) -> bool:
        return not self.is_over and self.actions >= self.setting.limit

    @property
    def actions(self) -> int:
        """Of players, so far."""
        return int(self.notes["actions"].item())

    @property
    def asked(self) -> int:
        """Whose action comes next, chance's too."""
        return self.seat if self.seat >= 0 else CHANCE

    def see(self, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Observation and mask. The mask of a seat that is not asked is empty."""
        observation = np.zeros(self.setting.observation_size, np.uint8)
        mask = np.zeros(self.setting.menu_size, np.bool_)
        play.look(self.state, self.notes, seat, self._course, self._list, observation, mask)
        if self.seat == ASKS_CHANCE:
            mask[:] = False
            mask[:ROLLS] = self.chances() > 0
        elif seat != self.seat:
            mask[:] = False
        return observation, mask

    def chances(self) -> NDArray[np.float64]:
        """The probability of each number that chance may bring now; empty where it is not awaited."""
        if self.seat != ASKS_CHANCE:
            return np.zeros(0)
        weights = np.array([play.chance_weight_of(self.state, which) for which in range(ROLLS)], np.float64)
        found: NDArray[np.float64] = weights / weights.sum()
        return found

    def choose(self, index: int) -> None:
        """Play an index for the seat that must decide, or what chance brings; ActionError, and nothing changed, if it may not be."""
        action = self.action_of(index)
        if action == 0:
            who = "chance" if self.seat == ASKS_CHANCE else f"seat {self.seat}"
            raise ActionError(f"Index {index} is not allowed now ({who}); choose one whose mask is True.", action=index, code="illegal")
        self.do(action, self.asked)

    def action_of(self, index: int) -> int:
        """The action behind an index, 0 if it is not allowed now (whatever number it is)."""
        if self.seat == ASKS_CHANCE:
            return int(play.chance_of(self.state, index)) if 0 <= index < ROLLS else 0
        if self.seat == NOBODY or not 0 <= index < self.setting.menu_size:
            return 0
        return int(play.action_on_menu(self.state, self.notes, self.seat, index, self.setting.menu_size, self._course))

    def first_legal(self) -> int:
        """The index that is played instead of one that is not allowed: the lowest."""
        if self.seat == ASKS_CHANCE:
            return int(np.flatnonzero(self.chances())[0])
        return int(self.see(self.seat)[1].argmax())

    def do(self, action: int, seat: int) -> None:
        """Play an action that is known to be legal, then everything that needs no decision."""
        play.play_one(self.state, self.notes, seat, action)
        self._ahead.append((seat, action))
        self.settle()

    def settle(self) -> None:
        """Let chance act, and seats that have no choice."""
        full = True
        while full:
            seat, done = play.go_on(self.state, self.notes, self._course, self.blind, self._past, self._list)
            self._ahead += map(tuple, self._past[:done].tolist())
            full = seat == play.FULL
        self.seat = int(seat)

    def let_play(self, learner: int, ask: Callable[[int, list[int]], int]) -> None:
        """Until the learner (or chance) is awaited or the game has ended, others do what `ask` answers for a seat and its legal actions."""
        while self.seat >= 0 and self.seat != learner:
            self.do(ask(self.seat, self.game.legal(self.seat)), self.seat)

    def allowed(self, action: int, learner: int) -> int:
        """A bot's action as this table lets it be played: offers while the turn has some left, and to the learner only where it has a
        menu to answer from. 0 if nothing is left of it."""
        kind = action & KIND_MASK
        if kind not in (Kind.OFFER, Kind.COUNTER):
            return action
        if not play.offer_is_left(self.state, self.notes, self._course):
            return 0
        if kind == Kind.COUNTER or self.setting.has_trade_menu:
            return action
        asked = int(recipients_of(action)) & ~(1 << learner)
        return action + ((asked - int(recipients_of(action))) << RECIPIENTS_SHIFT) if asked else 0

    def reward(self, seat: int) -> float:
        winner = int(self.state["winner"][0])
        return 0.0 if winner < 0 else 1.0 if winner == seat else -1.0 / (self.setting.players - 1)

    def render(self, mode: str) -> Any:
        """The position's text, an SVG, or an RGB image."""
        game = self.game
        if mode == "ansi":
            return game.position()
        if mode == "svg":
            from sevenhex.notation.picture import island_svg

            return island_svg(game.state, colours=game.colours, words=game.words, inactive=game.layout.inactive)
        from .raster import paint

        return paint(game.state, game.colours)
