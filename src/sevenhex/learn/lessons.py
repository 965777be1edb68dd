"""What `master`'s search found at the decisions of its games, for its own network to learn from: what a lesson is, and how it is kept.

Everything is stored as the network sees it (`nets/layout.py`). A folder holds `lessons-00000.npz` and so on, some games each; `teacher`
makes them, `pupil` learns from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.bots import LEVELS
from sevenhex.bots.master import UNKNOWN
from sevenhex.errors import SevenhexError
from sevenhex.nets import archive, symmetry
from sevenhex.nets.layout import ABSENT, MOST_PLAYERS, inputs, layout
from sevenhex.observation import menu, observation
from sevenhex.rules.ids import Island

FORMAT = "sevenhex lessons"
VERSION = 1
MOST_TRIED = 12  # choices of one decision that a search looks into
GAMES_A_SHARD = 16


class LessonError(SevenhexError):
    """A file or folder of lessons that is missing, damaged, or not what was asked for."""


@dataclass(frozen=True)
class Source:
    """What decides the lessons of a folder; how many games there are does not."""

    edition: str
    players: int
    seed: int
    weights: str  # a checksum of the weight file
    island: str
    level: str
    effort: tuple[int, ...]  # the numbers of the search
    trust: float  # of the search in the policy: what an e-fold of it is worth in chances to win
    observation: int = observation.VERSION
    menu: int = menu.VERSION

    @property
    def place(self) -> Island:
        return Island[self.island.upper()]


class Lesson(NamedTuple):
    """One decision, before it is known who wins."""

    seat: int
    seen: NDArray[np.uint8]  # the network's bytes
    allowed: list[int]  # the network's choices
    tried: list[int]  # those that the search looked into
    scores: list[float]  # what the search decides by
    worth: float  # the own chance to win after the best choice, as the search judges; or UNKNOWN
    share: float  # of the tried choices in the policy


@dataclass(frozen=True)
class Lessons:
    """Many decisions, a row each."""

    game: NDArray[np.int32]
    players: NDArray[np.uint8]
    seen: NDArray[np.uint8]  # (lessons, bytes)
    allowed: NDArray[np.uint8]  # (lessons, choices / 8): bits
    tried: NDArray[np.int16]  # (lessons, MOST_TRIED): choices, then ABSENT
    scores: NDArray[np.float32]  # of these; 0 for none
    worth: NDArray[np.float32]
    share: NDArray[np.float32]
    winner: NDArray[np.uint8]  # of the game, counted clockwise from the seat that decides

    def __len__(self) -> int:
        return len(self.game)

    def at(self, rows: Any) -> Lessons:
        """Some of them, by numbers or truths."""
        return Lessons(*(getattr(self, each.name)[rows] for each in fields(self)))

    def best(self) -> NDArray[np.int64]:
        """The choice that each search would play."""
        scores = np.where(self.tried == ABSENT, -np.inf, self.scores)
        found: NDArray[np.int64] = np.take_along_axis(self.tried, scores.argmax(axis=1)[:, None], axis=1)[:, 0].astype(np.int64)
        return found

    def targets(self, temperature: float, liking: NDArray[np.float32]) -> NDArray[np.float32]:
        """How likely the tried choices should be: their share of the policy, given to those that the search scores higher.

        `liking` is the logarithm of how likely the policy has each of them: of choices that score alike the search knows no better, and
        they keep their proportions. What the policy left to other choices stays with them, since nothing was found out about those.
        """
        scores = np.where(self.tried == ABSENT, -np.inf, liking + self.scores.astype(np.float64) / temperature)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        targets: NDArray[np.float32] = (self.share[:, None] * powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
        return targets

    def mask(self, choices: int) -> NDArray[np.bool_]:
        """A truth for each choice."""
        return np.unpackbits(self.allowed, axis=1, count=choices).astype(np.bool_)

    def rotated(self, island: int, ways: NDArray[np.int64]) -> Lessons:
        """The same lessons on an island that is rotated for each of them in its own way (`nets/symmetry.py`)."""
        tables = symmetry.stacked(island)
        seen = np.take_along_axis(self.seen, tables.bytes[ways], axis=1)
        allowed = np.take_along_axis(self.mask(tables.choices.shape[1]), tables.back[ways], axis=1)
        tried = np.take_along_axis(tables.choices[ways], np.maximum(self.tried, 0), axis=1)
        tried[self.tried == ABSENT] = ABSENT
        return replace(self, seen=seen, allowed=np.packbits(allowed, axis=1), tried=tried.astype(np.int16))


def joined(parts: Sequence[Lessons]) -> Lessons:
    return Lessons(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Lessons)))


def of_game(source: Source, game: int, found: Sequence[Lesson], winner: int | None) -> Lessons:
    """The lessons of one game; none of a game that nobody has won."""
    found = found if winner is not None else []
    count, choices = len(found), len(layout(source.place, source.players).choice)
    allowed = np.zeros((count, choices), np.bool_)
    tried, scores = np.full((count, MOST_TRIED), ABSENT, np.int16), np.zeros((count, MOST_TRIED), np.float32)
    for row, each in enumerate(found):
        allowed[row, each.allowed] = True
        tried[row, : len(each.tried)], scores[row, : len(each.tried)] = each.tried, each.scores
    return Lessons(
        game=np.full(count, game, np.int32),
        players=np.full(count, source.players, np.uint8),
        seen=np.array([each.seen for each in found], np.uint8).reshape(count, len(inputs(source.place).row)),
        allowed=np.packbits(allowed, axis=1),
        tried=tried,
        scores=scores,
        worth=np.array([each.worth for each in found], np.float32),
        share=np.array([each.share for each in found], np.float32),
        winner=np.array([((winner or 0) - each.seat) % source.players for each in found], np.uint8),
    )


# --- files


@dataclass(frozen=True)
class Shard:
    """The lessons of some games; a game that did not end has none."""

    source: Source
    games: tuple[int, ...]
    lessons: Lessons

    def save(self, path: Path) -> None:
        """Write the whole file or none, the same bytes for the same games."""
        about = {"format": FORMAT, "version": VERSION, "games": list(self.games), "source": asdict(self.source)}
        try:
            archive.write(path, about, vars(self.lessons))
        except OSError as error:
            raise LessonError(f"Cannot write {path}: {error.strerror}.") from None

    @classmethod
    def load(cls, path: Path) -> Shard:
        """Read a file and check everything in it; `LessonError` in one sentence when that cannot be."""
        try:
            about, arrays = archive.read(path)
        except FileNotFoundError:
            raise LessonError(f"There is no file of lessons {path}; `sevenhex lessons make` makes them.") from None
        except archive.Unreadable as error:
            raise LessonError(f"The lessons {path} cannot be read ({error}); remove the file and make it anew.") from None
        source, games = header_of(about, path)
        defect = defect_of(source, games, arrays)
        if defect:
            raise LessonError(f"The lessons {path} are damaged ({defect}); remove the file and make it anew.")
        return cls(source, games, Lessons(**arrays))


def header_of(about: Any, path: Path) -> tuple[Source, tuple[int, ...]]:
    """What a file says of itself, if this version can go by it."""
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise LessonError(f"{path} is no file of lessons; expected what `sevenhex lessons make` writes.")
    source: Any = about.get("source")
    found: dict[str, Any] = {each.name: source.get(each.name) for each in fields(Source)} if isinstance(source, dict) else {}
    versions = (
        ("format", about.get("version"), VERSION),
        ("observation", found.get("observation"), observation.VERSION),
        ("menu", found.get("menu"), menu.VERSION),
    )
    for name, given, known in versions:
        if given != known:
            raise LessonError(f"The lessons {path} have {name} version {given}, this package needs {known}; make them anew.")
    games, effort = about.get("games"), found["effort"]
    sound = (
        set(source) == set(found)
        and all(isinstance(found[name], str) for name in ("edition", "weights", "island", "level"))
        and all(type(found[name]) is int for name in ("players", "seed"))
        and type(found["trust"]) is float
        and found["island"].upper() in Island.__members__
        and found["level"] in LEVELS
        and isinstance(effort, list)
        and isinstance(games, list)
        and all(type(number) in (int, bool) for number in (*effort, *games))
    )
    if not sound:
        raise LessonError(f"The header of the lessons {path} cannot be understood; remove the file and make it anew.")
    source = Source(**{**found, "effort": tuple(effort)})
    if not 2 <= source.players <= MOST_PLAYERS[source.place]:
        raise LessonError(f"The lessons {path} are of {source.players} players on the {source.island} island, where they cannot play.")
    return source, tuple(games or ())


def defect_of(source: Source, games: tuple[int, ...], arrays: dict[str, NDArray[Any]]) -> str:
    """What is wrong with the first array that cannot be right; empty where all are sound."""
    known, choices = inputs(source.place), layout(source.place, source.players).choice
    count = len(arrays["game"]) if arrays.get("game", np.zeros(())).ndim else 0
    wanted: dict[str, tuple[Any, tuple[int, ...]]] = {
        "game": (np.int32, (count,)),
        "players": (np.uint8, (count,)),
        "seen": (np.uint8, (count, len(known.row))),
        "allowed": (np.uint8, (count, -(-len(choices) // 8))),
        "tried": (np.int16, (count, MOST_TRIED)),
        "scores": (np.float32, (count, MOST_TRIED)),
        "worth": (np.float32, (count,)),
        "share": (np.float32, (count,)),
        "winner": (np.uint8, (count,)),
    }
    for name in sorted(wanted.keys() | arrays.keys()):
        given = arrays.get(name)
        if name not in wanted or given is None or (given.dtype, given.shape) != wanted[name]:
            return f"{name} has another form"
    found = Lessons(**arrays)
    allowed = found.mask(len(choices))
    tried = found.tried != ABSENT
    number = tried.sum(axis=1)
    at = np.maximum(found.tried, 0)
    ordered = np.sort(np.where(tried, found.tried, -1 - np.arange(MOST_TRIED)), axis=1)
    looked_into = number > 1
    sound = {
        "games": len(set(games)) == len(games) and all(game >= 0 for game in games),
        "game": np.isin(found.game, games) & (np.diff(found.game, prepend=found.game[:1]) >= 0),
        "players": found.players == source.players,
        "seen": (known.categories == 0) | (found.seen < known.categories),
        # at least two choices, none of a seat that does not play, no bits behind the last
        "allowed": [
            (allowed.sum(axis=1) > 1) & ~allowed[:, choices == ABSENT].any(axis=1),
            np.packbits(allowed, axis=1) == found.allowed,
        ],
        # different choices that are allowed, then nothing
        "tried": [
            (at < len(choices)) & (found.tried >= ABSENT),
            np.take_along_axis(allowed, np.minimum(at, len(choices) - 1), axis=1) | ~tried,
            (tried == (np.arange(MOST_TRIED) < number[:, None])) & tried[:, :1],
            np.diff(ordered, axis=1) > 0,
        ],
        "scores": np.isfinite(found.scores) & (tried | (found.scores == 0)),
        "worth": np.where(looked_into, (found.worth >= 0) & (found.worth <= 1), found.worth == UNKNOWN),
        "share": (found.share > 0) & (found.share <= 1),
        "winner": found.winner < source.players,
    }
    for name, truths in sound.items():
        if not all(np.all(each) for each in (truths if isinstance(truths, list) else [truths])):
            return f"{name} has values that cannot be"
    return ""


def shipped_weights(island: int) -> Path:
    """The weight file that comes with the package."""
    return Path(str(files("sevenhex.nets") / "weights" / f"{Island(island).name.lower()}.npz"))


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"lessons-{number:05d}.npz"


def read(folder: Path) -> tuple[Source, Lessons]:
    """All lessons of a folder, in the order of their games."""
    shards = [Shard.load(path) for path in sorted(folder.glob("lessons-*.npz"))]
    if not shards:
        raise LessonError(f"{folder} holds no lessons; `sevenhex lessons make --out {folder}` makes them.")
    source = shards[0].source
    for shard in shards:
        if shard.source != source:
            raise LessonError(
                f"{folder} holds lessons of several kinds ({difference(shard.source, source)}); keep each in a folder of its own."
            )
    games = [game for shard in shards for game in shard.games]
    if len(set(games)) < len(games):
        raise LessonError(f"{folder} holds games more than once; keep only the files that `sevenhex lessons make` wrote.")
    return source, joined([shard.lessons for shard in shards])


def difference(one: Source, other: Source) -> str:
    """In which of their fields two sources differ, with the first one's values."""
    return ", ".join(
        f"{each.name} {getattr(one, each.name)}" for each in fields(Source) if getattr(one, each.name) != getattr(other, each.name)
    )
