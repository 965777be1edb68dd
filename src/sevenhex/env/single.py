"""Gymnasium: one learner at a table of bots.

import gymnasium
env = gymnasium.make("sevenhex.env:sevenhex/Table-v0", opponents="greedy")
observation, info = env.reset(seed=7)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

import operator
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

ILLEGAL = ("replace", "error", "lose")
ASKED = 3  # times
Observation = dict[str, NDArray[Any]]


class TableEnv(gymnasium.Env[Observation, int]):  # type: ignore[misc]
    """The learner has one seat (or a random one each game); `opponents` names one bot for all others, or one for each clockwise.

    `illegal` says what an index that may not be chosen does (one outside the menu too): "replace" plays the lowest that may and names the
    given one in `info["illegal"]`; "error" refuses it and nothing happens; "lose" ends the game for good, as a loss.

    With `chance="shown"` the game stops for chance as well: `info["chances"]` has the probability of each number, and the next step's index
    says which one comes (6 * (one die - 1) + other die - 1 for a roll, else the card's kind). `copy.deepcopy(env)` branches a game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (Gymnasium's own convention)

    def __init__(
        self,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        illegal: str = "replace",
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
        self.forfeited = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        draw = self.np_random.integers(1 << 62, size=2 + len(self.names))
        self.seat = int(draw[0]) % self.setting.players if self.wanted_seat is None else self.wanted_seat
        others = [(self.seat + step) % self.setting.players for step in range(1, self.setting.players)]
        # A random bot looks at nothing, and a view with its card counter costs far more than the move.
        blind = tuple(seat for seat, name in zip(others, self.names, strict=True) if name == "random")
        self.forfeited = False
        self.table = ObservedGame(self.setting, int(draw[1]), blind)
        self.opponents = {
            seat: bots.Guard(bots.make(name, seed=int(number)), same_thread=True)
            for seat, name, number in zip(others, self.names, draw[2:], strict=True)
            if seat not in blind
        }
        self.table.let_play(self.seat, self._ask)
        return self._result()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self._table()
        if table.is_over or table.is_cut or self.forfeited:
            raise OptionError("This game has ended; call reset() before the next step().")
        index, wrong = number_of(action), {}
        chosen = table.action_of(index)
        if not chosen:
            wrong = {"illegal": index}
            if self.illegal == "lose":
                self.forfeited = True
                observation, info = self._result()
                return observation, -1.0, True, False, info | wrong
            if self.illegal == "replace":
                chosen = table.action_of(table.first_legal())
            else:
                table.choose(index)  # which says why not
        table.do(chosen, table.asked)
        table.let_play(self.seat, self._ask)
        observation, info = self._result()
        return observation, table.reward(self.seat), table.is_over, table.is_cut, info | wrong

    def _table(self) -> ObservedGame:
        if self.table is None:
            raise OptionError("There is no game yet; call reset() first.")
        return self.table

    def _ask(self, seat: int, legal: list[int]) -> int:
        """What the bot does. One that offers where nobody may (any more) is asked again, then passes."""
        table = self._table()
        for _ in range(ASKED):
            action = table.allowed(self.opponents[seat].choose(table.game.view(seat), legal), self.seat)
            if action:
                return action
        return bots.fallback(legal)

    def _result(self) -> tuple[Observation, dict[str, Any]]:
        """What the learner sees, and what comes with it."""
        table = self._table()
        observation, mask = table.see(self.seat)
        if self.forfeited:
            mask[:] = False
        state, allowed = table.state, mask.view(np.int8)
        info = {"seat": self.seat, "winner": state["winner"].item(), "turn": state["turn"].item(), "action_mask": allowed}
        if self.setting.chance == "shown":
            info["chances"] = table.chances()
        return {"observation": observation, "mask": allowed}, info

    def render(self) -> Any:
        return None if self.render_mode is None else self._table().render(self.render_mode)

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask where sb3-contrib's MaskablePPO looks for it."""
        return self._result()[0]["mask"].astype(np.bool_)


def number_of(action: Any) -> int:
    """An index as Python's own number, whatever integer it is given as; -1, which is never allowed, for anything else."""
    try:
        return int(operator.index(action))
    except TypeError:
        found = np.asarray(action)
        return int(found.item()) if found.size == 1 and found.dtype.kind in "iu" else -1
