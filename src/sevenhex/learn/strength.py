"""How strong a network is without search: matches against named bots, one against a table of them, always on the same seeds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sevenhex.arena import Plan, Tournament
from sevenhex.arena.statistics import wilson
from sevenhex.nets.graph import load
from sevenhex.tools import chart

SEED = 20261115
KEPT, PLOT, SNAPSHOTS = "strength.jsonl", "strength.svg", "snapshots"


@dataclass(frozen=True)
class Strength:
    """One match."""

    updates: int  # of the network that played
    seconds: float
    choices: int
    opponent: str
    games: int
    wins: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.wins / self.games

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def measure(weights: Path, opponents: Sequence[str], games: int, edition: str, players: int, workers: int = 0) -> list[Strength]:
    """Play the weight file's policy against tables of each opponent, seats rotated."""
    made = load(weights).header.made
    learnt = (int(made.get("updates", 0)), float(made.get("seconds", 0.0)), int(made.get("choices", 0)))
    found = []
    for opponent in opponents:
        plan = Plan((f"net:{weights}", *[opponent] * (players - 1)), games, players, edition, SEED)
        results = Tournament(plan).run(workers)
        wins = sum(result.is_won_by(0) for result in results)
        found.append(Strength(*learnt, opponent, len(results), wins, *wilson(wins, len(results))))
    return found


def unmeasured(folder: Path, kept: Sequence[Strength]) -> list[Path]:
    known = {each.updates for each in kept}
    return [path for path in sorted((folder / SNAPSHOTS).glob("*.npz")) if int(path.stem) not in known]


def read(folder: Path) -> list[Strength]:
    path = folder / KEPT
    return [Strength(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def write(folder: Path, kept: Sequence[Strength]) -> None:
    (folder / KEPT).write_text("".join(json.dumps(each.to_json()) + "\n" for each in kept), encoding="utf-8")


def plot(folder: Path, kept: Sequence[Strength]) -> None:
    """Strength over time, as a picture."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for each in kept:
        curves.setdefault(each.opponent, []).append((each.seconds / 60, 100 * each.share))
    if any(len(points) > 1 for points in curves.values()):
        drawn = chart.draw(curves, "One network without search against a table of ...", "minutes of learning", "% won")
        (folder / PLOT).write_text(drawn, encoding="utf-8")
