"""A training run from its beginning, or from a checkpoint, to the end of its time: progress, log, checkpoints, the weight file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from sevenhex.errors import OptionError
from sevenhex.nets.network import Network
from sevenhex.observation.observation import places
from sevenhex.rules.ids import Island

from . import checkpoint
from . import config as configuration
from .config import Config
from .games import Games, Group
from .model import Model
from .ppo import Compiled, Rollout, update

CHECKPOINT, LOG, CONFIG, WEIGHTS, SNAPSHOTS = "checkpoint", "log.jsonl", "config.toml", "weights.npz", "snapshots"
SAVE_SECONDS = 150.0
QUARTERS = 4  # weight files of a sitting that are kept, to see how strength grew
FACTS = ("policy", "surprise", "entropy", "drift")


@dataclass
class Progress:
    """How far a run is; kept with each checkpoint."""

    seconds: float = 0.0  # of learning, in all sittings
    updates: int = 0
    steps: int = 0  # positions seen
    choices: int = 0  # of these with more than one legal action
    ended: int = 0  # games
    sittings: int = 0


@dataclass
class Trainer:
    """Learns in `folder` until the time is over or `stop` says so."""

    folder: Path
    config: Config
    device: str
    planned: float  # seconds of learning in all sittings; schedules follow it
    progress: Progress = field(default_factory=Progress)
    notify: Callable[[dict[str, Any]], None] | None = None

    def __post_init__(self) -> None:
        if self.device == "cuda" and not torch.cuda.is_available():
            raise OptionError("There is no GPU that PyTorch can use here; train with --device cpu.", option="device")
        torch.manual_seed(self.config.seed)
        torch.set_float32_matmul_precision("high")
        self.model = Model(self.config.island, self.config.width, self.config.blocks, self.config.features).to(self.device)
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), lr=self.config.rate[0], eps=1e-5, betas=(0.9, 0.99), fused=self.device == "cuda"
        )
        if (self.folder / CHECKPOINT).exists():
            self.resume()
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / CONFIG).write_text(self.config.to_toml(), encoding="utf-8")

    def resume(self) -> None:
        about = checkpoint.load(self.folder / CHECKPOINT, self.model, self.optimizer)
        self.progress = Progress(**about["progress"])
        torch.manual_seed(self.config.seed + 1 + self.progress.sittings)

    def begin_from(self, weights: Path) -> None:
        """Take a weight file as the beginning of a new run."""
        if self.progress.updates:
            raise OptionError(f"{self.folder} holds a run that has begun; name another --out to start from {weights}.", option="start")
        self.model.take(Network.load(weights))

    def games(self) -> Games:
        """The games, by the shares of the tables; every sitting plays other games."""
        wanted = self.config.tables
        whole = sum(table.share for table in wanted)
        seed = self.config.seed + 7919 * (1 + self.progress.sittings)
        groups = []
        for number, table in enumerate(wanted):
            games = max(1, round(self.config.games * table.share / whole))
            setting = table.setting(seed, self.config.limit, self.config.islands)
            groups.append(Group(games, setting, self.device, seed + number))
        return Games(groups, self.config.rotated)

    def run(self, seconds: float, stop: Callable[[], bool] = lambda: False) -> None:
        """Learn for so many seconds, then save."""
        how = Compiled.by(self.config, self.device)
        rollout = Rollout(self.games(), self.config.length, self.model.policy.out_features, self.config.watchers)
        turn_byte = places(self.config.island, rollout.games.seats)["turn"].start
        self.progress.sittings += 1
        begun = saved = time.monotonic()
        earlier, quarter = self.progress.seconds, 1
        while time.monotonic() - begun < seconds and not stop():
            now = self.share()
            rate, entropy = between(self.config.rate, now), between(self.config.entropy, now)
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            rollout.collect(self.model, how, turn_byte)
            rollout.judge(self.config.trace)
            facts = update(self.model, self.optimizer, rollout, how, self.config, entropy)
            self.note(rollout, facts.tolist(), rate, earlier + time.monotonic() - begun)
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save()
                saved = time.monotonic()
            if time.monotonic() - begun > seconds * quarter / QUARTERS:
                quarter += 1
                self.snapshot()
        self.save()
        self.snapshot()

    def snapshot(self) -> None:
        path = self.folder / SNAPSHOTS / f"{self.progress.updates:07d}.npz"
        if not path.exists():
            self.model.weights(dict(vars(self.progress))).save(path)

    def share(self) -> float:
        """How much of the planned time is over."""
        return min(1.0, self.progress.seconds / self.planned) if self.planned > 0 else 1.0

    def note(self, rollout: Rollout, facts: list[float], rate: float, seconds: float) -> None:
        progress, games = self.progress, rollout.games
        ended = [float(part.sum()) for part in games.split(rollout.ended)]
        turns = [float(part.sum()) / max(1.0, count) for part, count in zip(games.split(rollout.turns), ended, strict=True)]
        progress.updates += 1
        progress.steps += rollout.length * games.games
        progress.choices += int((rollout.allowed.sum(dim=2) > 1).sum())
        progress.ended += int(sum(ended))
        progress.seconds = seconds
        row: dict[str, Any] = {
            "seconds": round(seconds, 1),
            "updates": progress.updates,
            "steps": progress.steps,
            "choices": progress.choices,
        }
        row |= {"ended": int(sum(ended)), "turns": [round(each, 1) for each in turns], "rate": rate}
        row |= {name: round(value, 4) for name, value in zip(FACTS, facts, strict=True)}
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        if self.notify is not None:
            self.notify(row)

    def save(self) -> None:
        checkpoint.save(
            self.folder / CHECKPOINT, self.model, self.optimizer, {"progress": vars(self.progress), "config": self.config.to_toml()}
        )
        self.export()

    def export(self, strength: list[dict[str, Any]] | None = None) -> Path:
        """Write the weight file that plays without PyTorch."""
        made = {"command": "sevenhex train", "config": self.config.to_toml(), **vars(self.progress), "strength": strength or []}
        path = self.folder / WEIGHTS
        self.model.weights(made).save(path)
        return path


def between(pair: tuple[float, float], share: float) -> float:
    """From the first to the second, by equal factors: most of a run is spent near neither end."""
    first, last = pair
    return float(first * (last / first) ** share)


def found_config(folder: Path, given: Config | None) -> Config:
    """The configuration of a run: what is given, or what is kept in the folder. A checkpoint goes on with its own network only."""
    old = configuration.kept(checkpoint.about(folder / CHECKPOINT)["config"]) if (folder / CHECKPOINT).exists() else None
    if given is None:
        path = folder / CONFIG
        found = configuration.load(path) if path.exists() else Config()
        return found if old is None else replace(found, features=old.features)
    if old is not None and network_of(old) != network_of(given):
        raise OptionError(
            f"{folder} holds a network of {network_of(old)}; the configuration asks for {network_of(given)}. "
            "Give another --out, or the same network.",
            option="config",
        )
    return given


def network_of(config: Config) -> str:
    with_features = f"features of version {config.features}" if config.features else "no features"
    return f"width {config.width} with {config.blocks} blocks and {with_features} for the {Island(config.island).name.lower()} island"
