"""One game for Gymnasium and PettingZoo: a `Game` with its log, watched by the same notes and observations as the fast environments."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import ActionError
from sevenhex.game.game import Game, number32
from sevenhex.observation import menu
from sevenhex.observation.notes import NOTES
from sevenhex.rules.actions import KIND_MASK, RECIPIENTS_SHIFT, recipients_of
from sevenhex.rules.ids import CHANCE, Kind
from sevenhex.rules.options import MAX_ACTIONS

from . import play
from .setting import Setting

RENDER_MODES = ("ansi", "svg", "rgb_array")


class ObservedGame:
    """A game, and what each seat sees of it."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.setting = setting
        self.random = random.Random(seed)
        self.game = Game.new(setting.configuration, seed=self.random.getrandbits(63))
        self.notes = np.zeros(1, NOTES)
        self.actions = 0
        self._list = np.zeros(MAX_ACTIONS, np.int64)
        self.settle()

    @property
    def is_cut(self) -> bool:
        return not self.game.is_over and self.actions >= self.setting.limit

    @property
    def seat(self) -> int:
        """Who must decide; -1 when the game is over."""
        return -1 if self.game.is_over else self.game.to_act[0]

    def see(self, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Observation and mask. The mask of a seat that is not asked is empty."""
        observation = np.zeros(self.setting.observation_size, np.uint8)
        mask = np.zeros(self.setting.menu_size, np.bool_)
        play.look(self.game.state, self.notes, seat, self.setting.course, self._list, observation, mask)
        if seat != self.seat:
            mask[:] = False
        return observation, mask

    def choose(self, index: int) -> None:
        """Play an index for the seat that must decide; ActionError, and nothing changed, if its mask is False."""
        _, mask = self.see(self.seat)
        if not 0 <= index < len(mask) or not mask[index]:
            raise ActionError(
                f"Index {index} is not allowed now (seat {self.seat}); choose one whose mask is True.", action=index, code="illegal"
            )
        self.do(int(menu.action_of(self.game.state, self.seat, index)), self.seat)

    def do(self, action: int, seat: int) -> None:
        """Play an action that is known to be legal, then everything that needs no decision."""
        self._push(action, seat)
        self.settle()

    def settle(self) -> None:
        """Let chance act, and play forced moves where the setting says so."""
        while not self.game.is_over and not self.is_cut:
            if self.game.awaits_chance:
                self._push(self.game.pick(number32(self.random)), CHANCE)
                continue
            _, mask = self.see(self.seat)
            if not self.setting.skip_forced or mask.sum() > 1:
                return
            self._push(int(menu.action_of(self.game.state, self.seat, int(mask.argmax()))), self.seat)

    def allowed(self, action: int, learner: int) -> int:
        """A bot's action as this table lets it be played: offers while the turn has some left, and to the learner only where it has a
        menu to answer from. 0 if nothing is left of it."""
        kind = action & KIND_MASK
        if kind not in (Kind.OFFER, Kind.COUNTER):
            return action
        if not play.offer_is_left(self.game.state, self.notes, self.setting.course):
            return 0
        if kind == Kind.COUNTER or self.setting.has_trade_menu:
            return action
        asked = int(recipients_of(action)) & ~(1 << learner)
        return action + ((asked - int(recipients_of(action))) << RECIPIENTS_SHIFT) if asked else 0

    def _push(self, action: int, seat: int) -> None:
        play.note_before(self.game.state, self.notes, seat, action)
        self.game.push(action, seat)
        play.note_after(self.game.state, self.notes, action)
        self.actions += seat != CHANCE

    def reward(self, seat: int) -> float:
        winner = int(self.game.state[0].winner)
        return 0.0 if winner < 0 else 1.0 if winner == seat else -1.0 / (self.setting.players - 1)

    def render(self, mode: str) -> Any:
        """The position's text, an SVG, or an RGB image."""
        if mode == "ansi":
            return self.game.position()
        if mode == "svg":
            from sevenhex.game.picture import island_svg

            return island_svg(self.game.state, colours=self.game.colours, words=self.game.words, inactive=self.game.layout.inactive)
        from .raster import paint

        return paint(self.game.state, self.game.colours)
