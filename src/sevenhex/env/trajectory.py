"""Self-play for learning: a run of steps in which every seat is the learner's, and what each seat's own choices led to.

    play = SelfPlay(env, policy, steps=64)        # VectorEnv or GpuEnv
    rollout = play.collect()                      # arrays of (steps, games, ...)
    gain, target = rollout.advantages(discount=0.999, trace=0.95)

NumPy arrays and PyTorch tensors alike, on any device: nothing is copied from one to the other.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from .vector import NAMES, VectorEnv

OPEN, ENDED = -2, -1  # what `following` says of a choice whose outcome is not known yet, and of the last one of a game

Array = Any  # of NumPy or PyTorch
Policy = Callable[[Array, Array], tuple[Array, Array, Array]]  # observation, mask -> index, logarithm of its chance, value


def library(array: Array) -> Any:
    """The library that an array belongs to: numpy or torch."""
    return import_module(type(array).__module__.split(".")[0])


def arrays_of(batch: Any, like: Any = None) -> dict[str, Array]:
    """The arrays of a batch: tensors of its own device for a `DeviceBatch`, and where `like` is a tensor."""
    if hasattr(batch, "tensors"):
        found: dict[str, Array] = batch.tensors()
        return found
    if like is not None and library(like).__name__ == "torch":
        import torch

        return {name: torch.from_numpy(getattr(batch, name)) for name in NAMES}
    return {name: getattr(batch, name) for name in NAMES}


class Rollout(NamedTuple):
    """Steps of many games; what is said of a step comes after its choice, except what the choice was made by."""

    observation: Array  # (steps, games, bytes): what the seat saw
    mask: Array  # (steps, games, menu)
    seat: Array  # (steps, games): who chose
    action: Array  # (steps, games)
    chance: Array  # (steps, games): logarithm of the chance that the policy gave to it
    value: Array  # (steps, games): what that seat expected
    reward: Array  # (steps, games, players): what every seat got
    done: Array  # (steps, games): 0 running, 1 won, 2 cut
    last_value: Array  # (games, players): what every seat expects after the last step

    def advantages(self, discount: float = 1.0, trace: float = 0.95) -> tuple[Array, Array]:
        """Generalised advantages and targets of the values, for each seat's choices apart."""
        return advantages(self.seat, self.value, self.reward, self.done, self.last_value, discount, trace)

    def following(self) -> Array:
        """For each choice the step of the same seat's next one; `ENDED` for its last of a game, `OPEN` where the steps ended first."""
        return following(self.seat, self.done, self.reward.shape[2])

    def trajectory(self, game: int, seat: int) -> list[list[int]]:
        """The steps at which a seat chose, a list for each game at this place of the batch."""
        found: list[list[int]] = [[]]
        for step in range(len(self.seat)):
            if int(self.seat[step, game]) == seat:
                found[-1].append(step)
            if int(self.done[step, game]):
                found.append([])
        return [steps for steps in found if steps]


def advantages(
    seat: Array, value: Array, reward: Array, done: Array, last_value: Array, discount: float = 1.0, trace: float = 0.95
) -> tuple[Array, Array]:
    """See `Rollout`. A seat's reward is whatever it got until its own next choice; a game's end is the end for all its seats."""
    xp = library(value)
    steps, games, _ = reward.shape
    here = xp.arange(games, device=value.device)
    ahead, trail, gained = last_value * 1, last_value * 0, last_value * 0
    found = value * 0
    for step in range(steps - 1, -1, -1):
        goes_on = (done[step] == 0)[:, None]
        ahead, trail, gained = ahead * goes_on, trail * goes_on, gained * goes_on + reward[step]
        who = xp.asarray(seat[step], dtype=xp.int64)
        surprise = gained[here, who] + discount * ahead[here, who] - value[step]
        found[step] = surprise + discount * trace * trail[here, who]
        ahead[here, who], trail[here, who], gained[here, who] = value[step], found[step], 0.0
    return found, found + value


def following(seat: Array, done: Array, players: int) -> Array:
    """See `Rollout.following`."""
    xp = library(seat)
    steps, games = seat.shape
    here = xp.arange(games, device=seat.device)
    ahead = xp.full((games, players), OPEN, dtype=xp.int64, device=seat.device)
    found = xp.zeros((steps, games), dtype=xp.int64, device=seat.device)
    for step in range(steps - 1, -1, -1):
        ahead[done[step] != 0] = ENDED
        who = xp.asarray(seat[step], dtype=xp.int64)
        found[step] = ahead[here, who]
        ahead[here, who] = step
    return found


class SelfPlay:
    """One policy in all seats that are the caller's."""

    def __init__(self, env: Any, policy: Policy, steps: int) -> None:
        self.env, self.policy, self.steps = env, policy, steps
        self.batch = env.reset()

    def collect(self) -> Rollout:
        """Play so many steps, going on from where the last call ended."""
        kept: dict[str, list[Array]] = {name: [] for name in Rollout._fields if name != "last_value"}
        seen = arrays_of(self.batch)
        for _ in range(self.steps):
            action, chance, value = self.policy(seen["observation"], seen["mask"])
            seen = arrays_of(self.batch, like=action)
            for name, column in (("observation", seen["observation"]), ("mask", seen["mask"]), ("seat", seen["seat"])):
                kept[name].append(copied(column))
            self.batch = self.env.step(np.asarray(action) if isinstance(self.env, VectorEnv) else action)
            seen = arrays_of(self.batch, like=action)
            for name, column in (("action", action), ("chance", chance), ("value", value)):
                kept[name].append(column)
            kept["reward"].append(copied(seen["reward"]))
            kept["done"].append(copied(seen["done"]))
        stack = library(kept["value"][0]).stack
        return Rollout(**{name: stack(columns) for name, columns in kept.items()}, last_value=self._last_values(kept["value"][0]))

    def _last_values(self, like: Array) -> Array:
        """What every seat expects now, acting or not. Only the value counts here, so any choice may be made."""
        everybody = self.env.observe()
        if library(like).__name__ == "torch":
            import torch

            everybody = torch.from_dlpack(everybody)
        games, players, size = everybody.shape
        mask = library(like).ones((games * players, self.env.setting.menu_size), dtype=bool, device=like.device)
        return self.policy(everybody.reshape(games * players, size), mask)[2].reshape(games, players)


def copied(array: Array) -> Array:
    return array.clone() if hasattr(array, "clone") else array.copy()
