"""Thousands of games as tensors, on the CPU or on a GPU, in the network's own layout."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from sevenhex.env.setting import Setting
from sevenhex.env.vector import VectorEnv
from sevenhex.nets.layout import ABSENT, layout


class Games:
    """An environment; what it shows and takes is in the layout that the network has for every number of players."""

    def __init__(self, games: int, setting: Setting, device: str, seed: int) -> None:
        self.games, self.players, self.device = games, setting.players, device
        self.on_gpu = device == "cuda"
        self.env: Any
        if self.on_gpu:
            from sevenhex.env.gpu import GpuEnv

            self.env = GpuEnv(games, seed=seed, setting=setting)
            found = self.env.reset().tensors()
        else:
            self.env = VectorEnv(games, seed=seed, setting=setting, illegal="replace")
            batch = self.env.reset()
            found = {name: torch.from_numpy(getattr(batch, name)) for name in ("observation", "mask", "reward", "done", "seat")}
        # the environment writes every step into the same memory
        self._observation, self._mask, self._reward = found["observation"], found["mask"], found["reward"]
        self.done, self.seat = found["done"], found["seat"]
        plan = layout(setting.island, setting.players)
        self.identical = plan.identical

        def tensor(array: Any) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self._source, self._no_byte = tensor(np.maximum(plan.source, 0)), tensor(plan.source == ABSENT)
        self._choice, self._no_choice = tensor(np.maximum(plan.choice, 0)), tensor(plan.choice == ABSENT)
        self.absent = torch.arange(plan.seats, device=device) >= setting.players
        self.seats = plan.seats

    def seen(self) -> Tensor:
        """What the acting seats see, as the network's bytes. The environment's own memory where the layouts agree."""
        if self.identical:
            return self._observation
        return self._observation[:, self._source].masked_fill_(self._no_byte, 0)

    def allowed(self) -> Tensor:
        if self.identical:
            return self._mask
        return self._mask[:, self._choice].masked_fill_(self._no_choice, False)

    def step(self, choices: Tensor) -> None:
        """Play one of the network's choices in each game."""
        chosen = choices if self.identical else self._choice[choices]
        self.env.step(chosen if self.on_gpu else chosen.numpy())

    def won(self) -> Tensor:
        """For each game and seat 1 if it won the game that has just ended."""
        return (self._reward > 0).float()
