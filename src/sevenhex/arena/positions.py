"""The games of an arena as data: positions with their outcomes in shards of Parquet, as `sevenhex simulate --out FOLDER` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sevenhex import __version__
from sevenhex.env import dataset
from sevenhex.env.following import Follower
from sevenhex.observation import menu, observation

from .match import Plan, Result, start_of

SHARD = 100  # games; an interrupted arena loses less than so many


class Positions:
    """Takes results as they come; games that an earlier run played are not among them."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.plan = plan
        start = start_of(plan, 0)
        self.follower = Follower(start.state, plan.seed)
        header = {
            "sevenhex": __version__,
            "version": dataset.VERSION,
            "observation": observation.VERSION,
            "menu": menu.VERSION,
            "arena": plan.decides(),
        }
        about = {"bots": list(plan.entrants), "trade": plan.trade, "every": 1, "seed": plan.seed}
        self.writer = dataset.Writer(folder, header | about, plan.group)  # which share an island
        self.shard = 0
        while self.writer.has(self.shard):
            self.shard += 1
        self.tables: list[Any] = []
        self.lines: list[dict[str, Any]] = []

    def add(self, result: Result) -> None:
        start = start_of(self.plan, result.game)
        steps, state = self.follower.replay(start.state, result.log)
        self.tables.append(dataset.table_of(self.follower, result.game, steps, state))
        self.lines.append(dataset.game_line(result.game, self.follower, steps, state))
        if len(self.lines) == SHARD:
            self._write()

    def _write(self) -> None:
        self.writer.write(self.shard, self.tables, self.lines)
        self.shard, self.tables, self.lines = self.shard + 1, [], []

    def close(self) -> dict[str, Any]:
        """Write what is left, and the data sheet."""
        if self.lines:
            self._write()
        return self.writer.close()
