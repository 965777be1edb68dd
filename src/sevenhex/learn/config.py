"""The settings of a training run: a TOML file that is kept with the result."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sevenhex.env.setting import Setting
from sevenhex.errors import OptionError, one_of
from sevenhex.nets import features
from sevenhex.nets.messages import Sizes
from sevenhex.rules.ids import Island

WIDE, GRAPH = "wide", "graph"  # a wide layer over the whole observation; weights shared between places
NETWORKS = (WIDE, GRAPH)


@dataclass(frozen=True)
class TableConfig:
    """One kind of table to learn at; `share` of the games are played there."""

    edition: str = "sixth"
    players: int = 4
    share: float = 1.0
    options: dict[str, Any] = field(default_factory=dict)

    def setting(self, seed: int, limit: int, islands: int) -> Setting:
        # forced moves are shown: the judgement must know positions in which a seat has no choice, such as the roll of a new turn
        return Setting(
            edition=self.edition,
            players=self.players,
            skip_forced=False,
            limit=limit,
            islands=islands,
            deal=seed,
            options=self.options,
        )


@dataclass(frozen=True)
class Config:
    """All numbers of a run. A pair is a value at the beginning of the planned time and one at its end."""

    network: str = WIDE
    width: int = 1024  # of a wide network
    blocks: int = 2
    features: int = features.VERSION  # 0: the bytes of the observation alone
    sizes: tuple[int, ...] = tuple(Sizes())  # of a graph network: channels of a place, of a seat, of the whole; rounds
    average: float = 0.0  # of the weights, kept at each gradient step: 0.998 plays with the mean of the last 500 or so; 0: the last weights
    teacher: str = ""  # a weight file, or "shipped": imitated at first, less and less
    taught: float = 0.0  # seconds until the teacher counts for nothing
    taught_on: tuple[str, ...] = ("small", "large")  # islands on which it teaches
    games: int = 32_768  # at once
    length: int = 96  # steps between two updates
    epochs: int = 2
    batch: int = 32_768  # samples of one gradient step
    forced: float = 0.1  # share of the positions without a choice that the judgement learns from
    watchers: int = 12  # every so many steps the judgement also learns from what a seat sees that need not act; 0: never
    rate: tuple[float, float] = (5e-4, 3e-5)
    entropy: tuple[float, float] = (0.01, 0.0005)
    clip: float = 0.2
    trace: float = 0.96  # lambda of the advantages, along each seat's own positions
    value_weight: float = 1.0
    norm: float = 0.5  # the longest gradient
    searched: float = (
        0.0  # how much the loss counts by which the policy comes nearer to what a search in batches finds; 0: nothing is searched
    )
    tries: int = 6  # choices of a position that it plays on,
    copies: int = 8  # each in so many imagined worlds,
    ahead: int = 24  # for so many steps at most
    rotated: bool = True  # every game's island is shown rotated in one of the ways that keep its shape
    islands: int = 4096
    limit: int = 9_000  # actions after which a game is cut
    seed: int = 0
    compiled: bool = True  # let PyTorch compile the model (CUDA only)
    replayed: bool = False  # choices by CUDA graphs: one launch a step instead of a hundred
    opponents: tuple[str, ...] = ("greedy", "steady")  # that the strength is measured against
    tables: tuple[TableConfig, ...] = (TableConfig(),)

    def __post_init__(self) -> None:
        if self.network not in NETWORKS:
            raise OptionError(f"network is {self.network!r}: {one_of(self.network, NETWORKS)}.", option="network")
        if len(self.sizes) != len(Sizes._fields) or any(not isinstance(size, int) or size < 1 for size in self.sizes):
            expected = f"{len(Sizes._fields)} whole numbers ({', '.join(Sizes._fields)})"
            raise OptionError(f"sizes is {list(self.sizes)}; expected {expected}.", option="sizes")
        if not 0 <= self.average < 1:
            raise OptionError(f"average is {self.average}; expected at least 0 and less than 1.", option="average")
        if bool(self.teacher) != (self.taught > 0):
            raise OptionError(f"teacher is {self.teacher!r} and taught {self.taught}; expected both, or neither.", option="teacher")
        unknown = [name for name in self.taught_on if name.upper() not in Island.__members__]
        if unknown:
            raise OptionError(
                f"taught_on names {unknown[0]!r}: {one_of(unknown[0], [each.name.lower() for each in Island])}.", option="taught_on"
            )
        if self.searched < 0 or (self.searched and self.rotated):
            raise OptionError(
                "searched is at least 0, and a run that searches shows no island rotated (rotated = false).", option="searched"
            )
        for name in ("width", "blocks", "games", "length", "epochs", "batch", "islands", "limit", "tries", "copies", "ahead"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is {getattr(self, name)}; expected at least 1.", option=name)
        if self.features not in (features.NO_FEATURES, features.VERSION):
            raise OptionError(f"features is {self.features}; expected {features.VERSION}, or 0 for none.", option="features")
        if not self.tables:
            raise OptionError("A training run needs at least one table to learn at.", option="tables")
        if self.network == WIDE and len(self.islands_played) > 1:
            raise OptionError("A wide network learns on one island: tables of 2 to 4 players, or of 5 and 6.", option="tables")

    def island_of(self, table: TableConfig) -> int:
        return table.setting(0, 1, 1).island

    @property
    def islands_played(self) -> tuple[int, ...]:
        return tuple(sorted({self.island_of(table) for table in self.tables}))

    def to_toml(self) -> str:
        lines = ["# A training run of Sevenhex; `sevenhex train --config` reads it."]
        for name, value in dataclasses.asdict(self).items():
            if name != "tables":
                lines.append(f"{name} = {toml(value)}")
        for table in self.tables:
            lines.append("\n[[tables]]")
            lines += [f"{name} = {toml(value)}" for name, value in dataclasses.asdict(table).items()]
        return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(each)}" for name, each in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return repr(value)


def checked(kind: type[Any], given: dict[str, Any], what: str) -> dict[str, Any]:
    known = [each.name for each in dataclasses.fields(kind)]
    for name in given:
        if name not in known:
            raise OptionError(f"{what} knows no {name!r}: {one_of(name, known)}.", option=name)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def read(text: str) -> Config:
    """A configuration from TOML; what is left out has its usual value."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"This configuration is no TOML: {error}.", option="config") from None
    tables = given.pop("tables", None)
    try:
        found = checked(Config, given, "A training run")
        if tables is not None:
            found["tables"] = tuple(TableConfig(**checked(TableConfig, each, "A table")) for each in tables)
        return Config(**found)
    except TypeError as error:
        raise OptionError(f"This configuration cannot be used: {error}.", option="config") from None


def kept(text: str) -> Config:
    """The configuration of a run that has begun; those of older versions name no features, since they knew none."""
    found = read(text)
    return found if "features" in tomllib.loads(text) else dataclasses.replace(found, features=features.NO_FEATURES)


def load(path: Path) -> Config:
    try:
        return read(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"The configuration {path} cannot be read: {error.strerror}.", option="config") from None
