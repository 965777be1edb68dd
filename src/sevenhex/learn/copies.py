"""What larger networks say of positions of their own games, for a small one to imitate: the settings, and how it is stored.

A folder holds `copy.toml`, which names everything, and `copies-ISLAND-00000.npz` and so on. `distil` learns from them.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.env.vector import VectorEnv
from sevenhex.errors import OptionError, SevenhexError
from sevenhex.nets import archive
from sevenhex.nets.layout import ABSENT, Layout, layout
from sevenhex.nets.messages import Sizes
from sevenhex.nets.network import NetworkError, softmax
from sevenhex.nets.shipped import AnyNetwork, network_of, shipped
from sevenhex.observation import menu, observation
from sevenhex.rules.ids import Island

from .config import TableConfig, checked, toml

FORMAT, VERSION = "sevenhex copies", 1
SHIPPED, SHIPPED_ALONE = "shipped", "shipped:alone"  # networks that come with the package; alone: that which plays by its policy
CONFIGS = Path(__file__).parent / "configs" / "distil"
STEPS_A_SHARD = 32
NEVER = -30.0  # the score of what may not be chosen


class CopyError(SevenhexError):
    """A file or folder of copies that is missing, damaged, or not what was asked for."""


@dataclass(frozen=True)
class Copy:
    """All numbers of a small network's making. A pair is a value at the beginning and one at the end."""

    sizes: tuple[int, ...] = (32, 64, 128, 2)  # of the small network: channels of a place, of a seat, of the whole; rounds
    small: str = SHIPPED  # the teacher on each island: a weight file, "shipped" or "shipped:alone"
    large: str = SHIPPED
    rotations: int = 6  # of the island, over which a wide teacher takes the mean (as many as the island has)
    games: int = 512  # at once, on all tables together
    shards: int = 40  # files of each table
    astray: float = 0.04  # of the choices are drawn from all that are allowed, so that the games also go where no teacher would
    forced: float = 0.1  # share of the positions without a choice that are kept
    waiting: float = 0.3  # share of the positions that are also kept as a seat sees them that need not act
    passes: int = 2  # over all copies
    batch: int = 512
    rate: tuple[float, float] = (2e-3, 2e-5)
    chances: float = 1.0  # how much the chances count beside the policy
    average: float = 0.998  # of the weights
    seed: int = 0
    tables: tuple[TableConfig, ...] = field(default=(TableConfig(),))

    def __post_init__(self) -> None:
        if len(self.sizes) != len(Sizes._fields) or any(not isinstance(size, int) or size < 1 for size in self.sizes):
            raise OptionError(f"sizes is {list(self.sizes)}; expected {len(Sizes._fields)} whole numbers.", option="sizes")
        for name in ("rotations", "games", "shards", "passes", "batch"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is {getattr(self, name)}; expected at least 1.", option=name)
        for name in ("astray", "forced", "waiting", "average"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name} is {getattr(self, name)}; expected a share between 0 and 1.", option=name)
        if not self.tables:
            raise OptionError("A small network needs at least one table to learn at.", option="tables")

    def to_toml(self) -> str:
        lines = ["# A small network that imitates larger ones; `sevenhex distil` reads it."]
        lines += [f"{name} = {toml(value)}" for name, value in dataclasses.asdict(self).items() if name != "tables"]
        for table in self.tables:
            lines += ["\n[[tables]]", *(f"{name} = {toml(value)}" for name, value in dataclasses.asdict(table).items())]
        return "\n".join(lines) + "\n"

    def teacher(self, island: int) -> AnyNetwork:
        named = self.small if island == Island.SMALL else self.large
        return shipped(island, named == SHIPPED_ALONE) if named in (SHIPPED, SHIPPED_ALONE) else network_of(Path(named))


def read(path: Path) -> Copy:
    """A configuration from a TOML file, or one that comes with the package by its name; what is left out has its usual value."""
    own = CONFIGS / f"{path}.toml"
    if len(path.parts) == 1 and not path.exists() and own.exists():
        path = own
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
        tables = given.pop("tables", None)
        found = checked(Copy, given, "A small network")
        if tables is not None:
            found["tables"] = tuple(TableConfig(**checked(TableConfig, each, "A table")) for each in tables)
        return Copy(**found)
    except OSError as error:
        raise OptionError(f"The configuration {path} cannot be read: {error.strerror}.", option="config") from None
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"The configuration {path} is no TOML: {error}.", option="config") from None
    except TypeError as error:
        raise OptionError(f"The configuration {path} cannot be used: {error}.", option="config") from None


@dataclass(frozen=True)
class Copies:
    """Positions of one table and what the teacher says of each, a row each, in the network's layout."""

    seen: NDArray[np.uint8]
    allowed: NDArray[np.uint8]  # bits, none where the seat need not choose
    scores: NDArray[np.float16]  # of all choices, those that are not allowed far below the others
    chances: NDArray[np.float16]  # of each seat, counted from the one that sees

    def __len__(self) -> int:
        return len(self.seen)

    def at(self, rows: Any) -> Copies:
        return Copies(*(getattr(self, each.name)[rows] for each in dataclasses.fields(self)))


def joined(parts: Sequence[Copies]) -> Copies:
    return Copies(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in dataclasses.fields(Copies)))


class TeacherGames:
    """The games of one table that a teacher plays with itself."""

    def __init__(self, copy: Copy, number: int) -> None:
        self.copy, self.table = copy, copy.tables[number]
        games = max(1, round(copy.games * self.table.share / sum(table.share for table in copy.tables)))
        seed = copy.seed * 1000 + number
        setting = self.table.setting(seed, 9_000, 512)
        self.env = VectorEnv(games, seed=seed, threads=1, illegal="replace", setting=setting)
        self.layout: Layout = layout(setting.island, setting.players)
        self.network = copy.teacher(setting.island)
        self.rng = np.random.default_rng(seed)
        self.batch = self.env.reset()

    def step(self) -> Copies:
        """Everybody chooses once; what the teacher says of the positions that are kept."""
        batch, copy, rng, players = self.batch, self.copy, self.rng, self.layout.players
        mask, seen = batch.mask, batch.observation
        games = len(mask)
        open_ = mask.sum(axis=1) > 1
        chosen = mask.argmax(axis=1)
        kept = open_ | (rng.random(games) < copy.forced)
        rows = np.flatnonzero(kept)
        chances, scores = self.network.evaluate(seen[rows], players, rotations=copy.rotations)
        scores = np.where(mask[rows], scores, NEVER)
        policy = softmax(scores)
        astray = rng.random(len(rows)) < copy.astray
        policy[astray] = mask[rows][astray] / mask[rows][astray].sum(axis=1, keepdims=True)
        drawn = (policy.cumsum(axis=1) > rng.random(len(rows))[:, None]).argmax(axis=1)
        found = [self.of(seen[rows], mask[rows] & open_[rows, None], scores, chances)]
        chosen[rows] = np.where(np.take_along_axis(mask[rows], drawn[:, None], axis=1)[:, 0], drawn, chosen[rows])
        waiting = np.flatnonzero(rng.random(games) < copy.waiting)
        if len(waiting):
            seats = ((batch.seat + rng.integers(1, players, games)) % players).astype(np.int8)
            others = self.env.observe(seats)[waiting]
            chances = self.network.evaluate(others, players, policy=False, rotations=copy.rotations)[0]
            nothing = np.zeros((len(waiting), mask.shape[1]))
            found.append(self.of(others, nothing != 0, nothing + NEVER, chances))
        self.env.step(chosen.astype(np.int64))
        return joined(found)

    def of(self, seen: Any, allowed: Any, scores: Any, chances: Any) -> Copies:
        """In the network's layout."""
        own = self.layout
        there = own.choice != ABSENT
        bytes_ = np.where(own.source == ABSENT, 0, seen[:, own.source]).astype(np.uint8)
        mask = np.zeros((len(seen), len(own.choice)), np.bool_)
        worth = np.full(mask.shape, NEVER, np.float16)
        mask[:, there], worth[:, there] = allowed[:, own.choice[there]], scores[:, own.choice[there]]
        seats = np.zeros((len(seen), own.seats), np.float16)
        seats[:, : own.players] = chances
        return Copies(bytes_, np.packbits(mask, axis=1), worth, seats)


# --- files


def shard_path(folder: Path, table: int, number: int) -> Path:
    return folder / f"copies-{table}-{number:05d}.npz"


def make(folder: Path, copy: Copy, report: Callable[[int, int, int], None] = lambda table, number, size: None) -> None:
    """Fill a folder, table by table; each file is the same again. A table whose files are there is not played again."""
    known = folder / "copy.toml"
    if known.exists() and known.read_text(encoding="utf-8") != copy.to_toml():
        raise CopyError(f"{folder} holds copies that were made otherwise, and is left as it is; name another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    known.write_text(copy.to_toml(), encoding="utf-8")
    tables = {
        number: TeacherGames(copy, number) for number in range(len(copy.tables)) if not shard_path(folder, number, copy.shards - 1).exists()
    }
    for shard in range(copy.shards):  # all tables grow together, so that learning may begin before the end
        for number, table in tables.items():
            found = joined([table.step() for _ in range(STEPS_A_SHARD)])
            about = {"format": FORMAT, "version": VERSION, "table": dataclasses.asdict(table.table), "island": table.layout.island}
            about |= {"observation": observation.VERSION, "menu": menu.VERSION}
            archive.write(shard_path(folder, number, shard), about, vars(found))
            report(number, shard, len(found))


def load(path: Path) -> tuple[Layout, Copies]:
    """One file; `CopyError` in one sentence when it cannot be used."""
    try:
        about, arrays = archive.read(path)
    except FileNotFoundError:
        raise CopyError(f"There is no file {path}; `sevenhex distil make` makes it.") from None
    except archive.Unreadable as error:
        raise CopyError(f"The copies {path} cannot be read ({error}); remove the file and make it anew.") from None
    wanted = {"format": FORMAT, "version": VERSION, "observation": observation.VERSION, "menu": menu.VERSION}
    if not isinstance(about, dict) or any(about.get(name) != value for name, value in wanted.items()):
        raise CopyError(f"The copies {path} are of another version; make them anew.")
    own = layout(int(about["island"]), int(about["table"]["players"]))
    count = len(arrays["seen"]) if "seen" in arrays else 0
    sizes = {"seen": len(own.source), "allowed": -(-len(own.choice) // 8), "scores": len(own.choice), "chances": own.seats}
    if {name: array.shape for name, array in arrays.items()} != {name: (count, size) for name, size in sizes.items()}:
        raise CopyError(f"The copies {path} are damaged; remove the file and make it anew.")
    return own, Copies(**arrays)


def files(folder: Path) -> list[tuple[int, Path]]:
    """The files of a folder with their numbers, those of one number together."""
    found = [(int(path.stem.split("-")[2]), path) for path in folder.glob("copies-*.npz")]
    if not found:
        raise CopyError(f"{folder} holds no copies; `sevenhex distil make --out {folder}` makes them.")
    return sorted(found)


def check_teachers(copy: Copy) -> None:
    """Complain about a teacher that cannot teach before anything is played."""
    for table in copy.tables:
        island = table.setting(0, 1, 1).island
        network = copy.teacher(island)
        known = getattr(network, "island", island)
        if known != island:
            raise NetworkError(f"The teacher of the {Island(island).name.lower()} island is a network of another one.")
