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
from sevenhex.nets.graph import load
from sevenhex.nets.graph_model import GraphModel
from sevenhex.nets.messages import Sizes
from sevenhex.nets.model import Model
from sevenhex.nets.models import Learner, model_of
from sevenhex.nets.shipped import shipped
from sevenhex.observation.observation import places
from sevenhex.rules.ids import Island

from . import checkpoint
from . import config as configuration
from .config import GRAPH, WIDE, Config
from .games import Games, Group
from .outlook import Lookout, Outlook, learn_from
from .ppo import Average, Compiled, Guidance, Rollout, Teacher, update

CHECKPOINT, LOG, CONFIG, WEIGHTS, SNAPSHOTS = "checkpoint", "log.jsonl", "config.toml", "weights.npz", "snapshots"
SAVE_SECONDS = 150.0
SHIPPED = "shipped"  # the name of the teacher that comes with the package
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
    searched: dict[str, float] = field(default_factory=dict)  # what the last search and its lessons came to

    def __post_init__(self) -> None:
        if self.device == "cuda" and not torch.cuda.is_available():
            raise OptionError("There is no GPU that PyTorch can use here; train with --device cpu.", option="device")
        torch.manual_seed(self.config.seed)
        torch.set_float32_matmul_precision("high")
        models = models_of(self.config)
        self.models = {island: model.to(self.device) for island, model in models.items()}
        self.model = next(iter(self.models.values()))  # all share their weights
        self.average = Average(self.model, self.config.average) if self.config.average else None
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), lr=self.config.rate[0], eps=1e-5, betas=(0.9, 0.99), fused=self.device == "cuda"
        )
        if (self.folder / CHECKPOINT).exists():
            self.resume()
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / CONFIG).write_text(self.config.to_toml(), encoding="utf-8")

    @property
    def mean(self) -> Learner:
        """The model that plays: the average of the weights where one is kept."""
        model: Learner = self.model if self.average is None else self.average.model
        return model

    def resume(self) -> None:
        about = checkpoint.load(self.folder / CHECKPOINT, self.model, self.optimizer, self.mean)
        self.progress = Progress(**about["progress"])
        torch.manual_seed(self.config.seed + 1 + self.progress.sittings)

    def begin_from(self, weights: Path) -> None:
        """Take a weight file as the beginning of a new run."""
        if self.progress.updates:
            raise OptionError(f"{self.folder} holds a run that has begun; name another --out to start from {weights}.", option="start")
        network = load(weights)
        self.model.take(network)
        self.mean.take(network)

    def games(self, island: int) -> Games:
        """The games on one island, by the shares of the tables; every sitting plays other games."""
        whole = sum(table.share for table in self.config.tables)
        seed = self.config.seed + 7919 * (1 + self.progress.sittings)
        groups = []
        for number, table in enumerate(self.config.tables):
            if self.config.island_of(table) == island:
                games = max(1, round(self.config.games * table.share / whole))
                setting = table.setting(seed, self.config.limit, self.config.islands)
                groups.append(Group(games, setting, self.device, seed + number))
        return Games(groups, self.config.rotated)

    def teacher(self, island: int) -> Teacher | None:
        taught = Island(island).name.lower() in self.config.taught_on
        if not self.config.teacher or not taught or self.teacher_share() <= 0:
            return None
        network = shipped(island) if self.config.teacher == SHIPPED else load(Path(self.config.teacher))
        return Teacher(model_of(network, island).to(self.device).requires_grad_(False), island, self.device)

    def teacher_share(self) -> float:
        """How much of the loss is the teacher's by now."""
        return max(0.0, 1 - self.progress.seconds / self.config.taught) if self.config.taught else 0.0

    def run(self, seconds: float, stop: Callable[[], bool] = lambda: False) -> None:
        """Learn for so many seconds, then save."""
        work = self.prepare()
        self.progress.sittings += 1
        begun = saved = time.monotonic()
        earlier, quarter, compiled = self.progress.seconds, 1, False
        while time.monotonic() - begun < seconds and not stop():
            now = self.share()
            rate = between(self.config.rate, now)
            found = work(rate, between(self.config.entropy, now))
            if not compiled:  # the first update compiles: that is no time of learning
                begun = saved = time.monotonic()
                compiled = True
            self.note(found, rate, earlier + time.monotonic() - begun)
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save()
                saved = time.monotonic()
            if time.monotonic() - begun > seconds * quarter / QUARTERS:
                quarter += 1
                self.snapshot()
        self.save()
        self.snapshot()

    def prepare(self) -> Callable[[float, float], Round]:
        """Make what an update needs; the function that comes back does one, at a learning rate and a weight of the entropy."""
        how = Compiled.by(self.config, self.device)
        tracks = [self.track(island) for island in self.models]

        def work(rate: float, entropy: float) -> Round:
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            facts = [self.update(track, how, entropy) for track in tracks]
            return Round.of([track.rollout for track in tracks], facts[0].tolist(), self.searched)

        return work

    def track(self, island: int) -> Track:
        rollout = Rollout(self.games(island), self.config.length, self.models[island].choices, self.config.watchers)
        outlook = None
        if self.config.searched:
            lookout = Lookout(self.config.tries, self.config.copies, self.config.ahead)
            outlook = Outlook(rollout.games, self.games(island), lookout, self.config.seed + self.progress.sittings)
        return Track(self.models[island], rollout, self.teacher(island), places(island, rollout.games.seats)["turn"].start, outlook)

    def update(self, track: Track, how: Compiled, entropy: float) -> Any:
        track.rollout.collect(track.model, how, track.turn_byte)
        track.rollout.judge(self.config.trace)
        guidance = Guidance(entropy, self.average, track.teacher, self.teacher_share())
        facts = update(track.model, self.optimizer, track.rollout, how, self.config, guidance)
        found = None if track.outlook is None else track.outlook.look(track.model, how)
        if found is not None:
            self.searched = learn_from(found, track.model, self.optimizer, self.config)
            if self.average is not None:
                self.average.follow()
        return facts

    def snapshot(self) -> None:
        path = self.folder / SNAPSHOTS / f"{self.progress.updates:07d}.npz"
        if not path.exists():
            self.mean.weights(dict(vars(self.progress))).save(path)

    def share(self) -> float:
        """How much of the planned time is over."""
        return min(1.0, self.progress.seconds / self.planned) if self.planned > 0 else 1.0

    def note(self, found: Round, rate: float, seconds: float) -> None:
        progress, ended = self.progress, found.ended
        turns = [whole / max(1.0, count) for whole, count in zip(found.turns, ended, strict=True)]
        progress.updates += 1
        progress.steps += found.steps
        progress.choices += found.choices
        progress.ended += int(sum(ended))
        progress.seconds = seconds
        row: dict[str, Any] = {
            "seconds": round(seconds, 1),
            "updates": progress.updates,
            "steps": progress.steps,
            "choices": progress.choices,
        }
        row |= {"ended": int(sum(ended)), "turns": [round(each, 1) for each in turns], "rate": rate}
        row |= {name: round(value, 4) for name, value in zip(FACTS, found.facts, strict=True)} | found.searched
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        if self.notify is not None:
            self.notify(row)

    def save(self) -> None:
        checkpoint.save(
            self.folder / CHECKPOINT,
            self.model,
            self.optimizer,
            {"progress": vars(self.progress), "config": self.config.to_toml()},
            None if self.average is None else self.mean,
        )
        self.export()

    def export(self, strength: list[dict[str, Any]] | None = None) -> Path:
        """Write the weight file that plays without PyTorch."""
        made = {"command": "sevenhex train", "config": self.config.to_toml(), **vars(self.progress), "strength": strength or []}
        path = self.folder / WEIGHTS
        self.mean.weights(made).save(path)
        return path


@dataclass
class Round:
    """What an update came to."""

    facts: list[float]  # FACTS
    ended: list[float]  # games, by kind of table
    turns: list[float]  # of these games together
    steps: int
    choices: int
    searched: dict[str, float]

    @classmethod
    def of(cls, rollouts: list[Rollout], facts: list[float], searched: dict[str, float]) -> Round:
        return cls(
            facts,
            [float(part.sum()) for rollout in rollouts for part in rollout.games.split(rollout.ended)],
            [float(part.sum()) for rollout in rollouts for part in rollout.games.split(rollout.turns)],
            sum(rollout.length * rollout.games.games for rollout in rollouts),
            sum(int((rollout.allowed.sum(dim=2) > 1).sum()) for rollout in rollouts),
            dict(searched),
        )


@dataclass
class Track:
    """What is learnt on one island."""

    model: Learner
    rollout: Rollout
    teacher: Teacher | None
    turn_byte: int
    outlook: Outlook | None = None


def models_of(config: Config) -> dict[int, Learner]:
    """A model for each island that is played on, with the weights shared."""
    first, *others = config.islands_played
    if config.network == WIDE:
        return {first: Model(first, config.width, config.blocks, config.features)}
    sizes = Sizes(*config.sizes)
    model = GraphModel(first, sizes)
    return {first: model} | {island: GraphModel(island, sizes, model.learnt) for island in others}


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
    if config.network == GRAPH:
        return f"a graph of {Sizes(*config.sizes)}"
    with_features = f"features of version {config.features}" if config.features else "no features"
    island = Island(config.islands_played[0]).name.lower()
    return f"width {config.width} with {config.blocks} blocks and {with_features} for the {island} island"
