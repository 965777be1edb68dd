"""Gymnasium: one learner at a table of bots.

import gymnasium
env = gymnasium.make("sevenhex.env:sevenhex/Table-v0", opponents="greedy")
observation, info = env.reset(seed=7)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample(observation["mask"].astype("int8")))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sevenhex import bots
from sevenhex.errors import OptionError, one_of

from .table import RENDER_MODES, ObservedGame
from .vector import make_setting

ILLEGAL = ("error", "lose")
ASKED = 3  # times
Observation = dict[str, NDArray[Any]]


class TableEnv(gymnasium.Env[Observation, int]):  # type: ignore[misc]
    """The learner has one seat (or a random one each game); `opponents` names one bot for all others, or one for each clockwise.

    An index whose mask is False is an error, and nothing happens; with `illegal="lose"` it ends the game as a loss instead.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (Gymnasium's own convention)

    def __init__(
        self,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        illegal: str = "error",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.setting = make_setting(settings)
        others = self.setting.players - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise OptionError(f"opponents names {len(names)} bots; expected one, or {others} of them.", option="opponents")
        for name in names:
            bots.make(name)
        if seat is not None and seat not in range(self.setting.players):
            raise OptionError(f"seat is {seat}; expected 0 to {others}, or None for another one each game.", option="seat")
        if illegal not in ILLEGAL:
            raise OptionError(f"illegal is {illegal!r}; {one_of(illegal, ILLEGAL)}.", option="illegal")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OptionError(f"render_mode is {render_mode!r}; {one_of(render_mode, RENDER_MODES)}.", option="render_mode")
        self.names = names
        self.wanted_seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.setting.menu_size)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.setting.observation_size,), np.uint8),
                "mask": spaces.Box(0, 1, (self.setting.menu_size,), np.int8),
            }
        )
        self.table: ObservedGame | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        draw = self.np_random.integers(1 << 62, size=2 + len(self.names))
        self.seat = int(draw[0]) % self.setting.players if self.wanted_seat is None else self.wanted_seat
        self.table = ObservedGame(self.setting, int(draw[1]))
        others = [(self.seat + step) % self.setting.players for step in range(1, self.setting.players)]
        self.opponents = {
            seat: bots.Guard(bots.make(name, seed=int(number)), same_thread=True)
            for seat, name, number in zip(others, self.names, draw[2:], strict=True)
        }
        self.blind = {seat for seat, name in zip(others, self.names, strict=True) if name == "random"}
        self._let_others_play()
        return self._see(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self._table()
        if table.game.is_over or table.is_cut:
            raise OptionError("This game has ended; call reset() before the next step().")
        if self.illegal == "lose" and not self._see()["mask"][action]:
            return self._see(), -1.0, True, False, self._info() | {"illegal": int(action)}
        table.choose(int(action))
        self._let_others_play()
        over = table.game.is_over
        return self._see(), table.reward(self.seat), over, table.is_cut, self._info()

    def _table(self) -> ObservedGame:
        if self.table is None:
            raise OptionError("There is no game yet; call reset() first.")
        return self.table

    def _let_others_play(self) -> None:
        table = self._table()
        while not table.game.is_over and not table.is_cut and table.seat != self.seat:
            seat, legal = table.seat, table.game.legal(table.seat)
            # A random bot looks at nothing, and a view with its card counter costs far more than the move.
            table.do(table.random.choice(legal) if seat in self.blind else self._ask(seat, legal), seat)

    def _ask(self, seat: int, legal: list[int]) -> int:
        """What the bot does. One that offers where nobody may (any more) is asked again, then passes."""
        table = self._table()
        for _ in range(ASKED):
            action = table.allowed(self.opponents[seat].choose(table.game.view(seat), legal), self.seat)
            if action:
                return action
        return bots.fallback(legal)

    def _see(self) -> Observation:
        observation, mask = self._table().see(self.seat)
        return {"observation": observation, "mask": mask.astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        game = self._table().game
        return {"seat": self.seat, "winner": int(game.state[0].winner), "turn": int(game.state[0].turn)}

    def render(self) -> Any:
        return None if self.render_mode is None else self._table().render(self.render_mode)

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask where sb3-contrib's MaskablePPO looks for it."""
        return self._see()["mask"].astype(np.bool_)
