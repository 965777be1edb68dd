"""Thousands of games as tensors, on the CPU or on a GPU, in the network's own layout; tables of several kinds stand side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from sevenhex.env.setting import Setting
from sevenhex.env.vector import VectorEnv
from sevenhex.nets import symmetry
from sevenhex.nets.layout import ABSENT, layout


class Group:
    """The games of one kind of table: an environment, whose memory is shown as tensors."""

    def __init__(self, games: int, setting: Setting, device: str, seed: int) -> None:
        self.games, self.players, self.device, self.island = games, setting.players, device, setting.island
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
        self._observation, self._mask, self.reward = found["observation"], found["mask"], found["reward"]
        self.done, self.seat = found["done"], found["seat"]
        plan = layout(setting.island, setting.players)
        self.identical, self.seats = plan.identical, plan.seats

        def tensor(array: Any) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self._source, self._no_byte = tensor(np.maximum(plan.source, 0)), tensor(plan.source == ABSENT)
        self._choice, self._no_choice = tensor(np.maximum(plan.choice, 0)), tensor(plan.choice == ABSENT)

    def _in_layout(self, rows: Tensor) -> Tensor:
        """Observations as the network's bytes; the same memory where the layouts agree."""
        return rows if self.identical else rows[:, self._source].masked_fill_(self._no_byte, 0)

    def seen(self) -> Tensor:
        return self._in_layout(self._observation)

    def seen_by(self, seats: Tensor) -> Tensor:
        """What one seat of each game sees, acting or not."""
        chosen = (seats % self.players).to(torch.int8).cpu().numpy()
        if not self.on_gpu:
            return self._in_layout(torch.from_numpy(self.env.observe(chosen)))
        out = torch.empty_like(self._observation)
        self.env.observe(chosen, out)
        return self._in_layout(out)

    def allowed(self) -> Tensor:
        return self._mask if self.identical else self._mask[:, self._choice].masked_fill_(self._no_choice, False)

    def step(self, choices: Tensor) -> None:
        chosen = choices if self.identical else self._choice[choices]
        self.env.step(chosen.contiguous() if self.on_gpu else chosen.numpy())


class Games:
    """All games of a run, one row each: first those of the first kind of table, then those of the next.

    `rotated`: each row's island is shown rotated in its own way, so that a network learns all corners from every game.
    """

    def __init__(self, groups: list[Group], rotated: bool = False) -> None:
        self.groups = groups
        self.games, self.device, self.seats = sum(group.games for group in groups), groups[0].device, groups[0].seats
        counts = torch.tensor([group.games for group in groups])
        self.players = torch.tensor([group.players for group in groups]).repeat_interleave(counts).to(self.device)
        self.absent = torch.arange(self.seats, device=self.device) >= self.players[:, None]
        self.rotated = rotated
        if rotated:
            tables = symmetry.stacked(groups[0].island)
            row = torch.arange(self.games) % len(tables.bytes)
            self._bytes = torch.from_numpy(tables.bytes)[row].to(self.device)
            self._choices = torch.from_numpy(tables.back)[row].to(self.device)

    @staticmethod
    def _joined(parts: list[Tensor]) -> Tensor:
        return parts[0] if len(parts) == 1 else torch.cat(parts)

    def _shown(self, rows: Tensor) -> Tensor:
        return rows.gather(1, self._bytes) if self.rotated else rows

    def seen(self) -> Tensor:
        """What the acting seats see, as the network's bytes."""
        return self._shown(self._joined([group.seen() for group in self.groups]))

    def seen_by(self, seats: Tensor) -> Tensor:
        """What one seat of each game sees, acting or not."""
        return self._shown(self._joined([group.seen_by(part) for group, part in zip(self.groups, self.split(seats), strict=True)]))

    def allowed(self) -> Tensor:
        found = self._joined([group.allowed() for group in self.groups])
        return found.gather(1, self._choices) if self.rotated else found

    def step(self, choices: Tensor) -> None:
        """Play one of the network's choices in each game."""
        if self.rotated:
            choices = self._choices.gather(1, choices[:, None])[:, 0]
        for group, part in zip(self.groups, self.split(choices), strict=True):
            group.step(part)

    @property
    def seat(self) -> Tensor:
        return self._joined([group.seat for group in self.groups]).long()

    @property
    def done(self) -> Tensor:
        return self._joined([group.done for group in self.groups]) != 0

    def won(self) -> Tensor:
        """For each game and seat 1 if it won the game that has just ended."""
        found = torch.zeros((self.games, self.seats), device=self.device)
        for group, part in zip(self.groups, self.split(found), strict=True):
            part[:, : group.players] = group.reward > 0
        return found

    def split(self, rows: Tensor) -> tuple[Tensor, ...]:
        """A tensor with a row for each game, cut into the kinds of tables."""
        parts: tuple[Tensor, ...] = rows.split([group.games for group in self.groups])
        return parts
