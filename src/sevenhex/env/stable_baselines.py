"""Thousands of tables as one `VecEnv` of Stable-Baselines3, masks where sb3-contrib's MaskablePPO looks for them.

    from sevenhex.env.stable_baselines import Tables
    learner = MaskablePPO("MlpPolicy", Tables(256, opponents="sparring"), ...)

Opponents play inside `step` (`opponents=`, see docs/environment.md), so a decision costs microseconds instead of a thousandth of a second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from sevenhex.errors import OptionError

from .play import CUT
from .vector import VectorEnv

MASKS = "action_masks"  # the method of single environments that sb3-contrib asks for


class Tables(VecEnv):  # type: ignore[misc]  # Stable-Baselines3 is not looked into: its class is Any
    """One learner at each of many tables. The observation's bytes come as they are; `numbers` asks for `expand`ed floats instead."""

    def __init__(self, games: int, *, seed: int = 0, threads: int | None = None, numbers: bool = False, **settings: Any) -> None:
        self.env = VectorEnv(games, seed=seed, threads=threads, illegal="replace", **settings)
        setting = self.env.setting
        if setting.bots.count(None) != 1 or setting.chance == "shown":
            raise OptionError("A VecEnv has one learner at each table; name bots for all other seats (opponents=).", option="opponents")
        self.numbers = numbers
        size = self.env.expand(np.zeros((1, setting.observation_size), np.uint8)).shape[1] if numbers else setting.observation_size
        space = spaces.Box(-np.inf, np.inf, (size,), np.float32) if numbers else spaces.Box(0, 255, (size,), np.uint8)
        super().__init__(games, space, spaces.Discrete(setting.menu_size))
        self.batch = self.env.reset()  # what stands now: see `VectorEnv`
        self._chosen = np.zeros(games, np.int64)

    def _seen(self) -> NDArray[Any]:
        return self.env.expand(self.batch.observation) if self.numbers else self.batch.observation.copy()

    def reset(self) -> NDArray[Any]:
        """Begin at every table; `seed()` before says by which seed."""
        given = self._seeds[0] if self._seeds else None
        self.batch = self.env.reset(seed=given)
        self._reset_seeds()
        return self._seen()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._chosen = np.ascontiguousarray(actions, np.int64)

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """A game that ends is followed by the next; what is seen then is of the new one, and the ended one's last position is not shown."""
        self.batch = self.env.step(self._chosen)
        done = self.batch.done != 0
        assert self.batch.own_reward is not None
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(done):
            infos[place] = {"TimeLimit.truncated": bool(self.batch.done[place] == CUT), "won": bool(self.batch.own_reward[place] > 0)}
        return self._seen(), self.batch.own_reward.copy(), done, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """What each learner may choose, (tables, menu)."""
        return self.batch.mask.copy()

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name != MASKS:
            raise AttributeError(f"The tables have no method {method_name!r} of their own; expected {MASKS!r}.")
        return list(self.action_masks()[self._get_indices(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        found = {"setting": self.env.setting, "render_mode": None, MASKS: self.action_masks}
        if attr_name not in found:
            raise AttributeError(f"The tables have no attribute {attr_name!r} of their own; expected one of {', '.join(found)}.")
        return [found[attr_name] for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("What the tables are is decided when they are made.")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        self.env.close()
