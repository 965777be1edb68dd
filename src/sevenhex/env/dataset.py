"""Games as data: a row for each decision with what its seat saw, and a line a game, as Parquet; or a readable record for each game.

`sevenhex simulate --out games.parquet` writes the rows to one file, which `load` reads back; `--records DIR` writes records. `--out FOLDER`
writes shards, for hundreds of thousands of games: `positions-NNNNN-SPLIT.parquet` and `games-NNNNN-SPLIT.parquet`, `dataset.json` (what
they are, for programs), `README.md` (a data card, whose head names the splits as Hugging Face's `datasets` reads them) and `SHA256SUMS`. A
shard appears when it is whole; the same command again writes those that are missing. No island of one split occurs in another.

    data = Dataset("games")
    data.verify()
    for batch in data.batches(4096, columns=("observation", "won"), shuffle=1, split="train"):
        learn(batch["observation"], batch["won"])
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex import __version__
from sevenhex.editions import Configuration
from sevenhex.errors import OptionError, SevenhexError, one_of
from sevenhex.game.game import Game
from sevenhex.observation import menu, observation
from sevenhex.playout.generator import scramble, word
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import CHANCE, KIND_NAMES, Kind
from sevenhex.rules.score import total_points
from sevenhex.rules.state import State

from .following import MOST_STEPS, Follower
from .opponents import CODES, code_name, word_of
from .play import Course
from .setting import OFFERS_A_TURN

VERSION = 2
SHARD = 500  # games
ROW_GROUP = 1 << 16  # rows that are read, and shuffled, together
SHEET, TEXT, SUMS = "dataset.json", "README.md", "SHA256SUMS"
SPLITS = {"train": 80, "validation": 10, "test": 10}  # of a hundred islands
COLUMNS = {
    "game": "number of the game",
    "step": "number of the action in its game, chance not counted",
    "seat": "who acted",
    "turn": "turns begun",
    "phase": "phase it was done in (rules/ids.py)",
    "kind": "kind of action, as a word",
    "action": "the action as the engine's int64 (rules/actions.py)",
    "index": "the same as an index of the environment's menu, -1 for an offer that is not on it",
    "observation": "what the seat saw before, bytes of version 2 (docs/environment.md)",
    "winner": "who won the game, -1 for nobody",
    "won": "1 if this seat did",
}
GAMES = {
    "game": "number of the game",
    "winner": "who won, -1 for nobody (cut after very many actions)",
    "turns": "turns begun",
    "actions": "of players",
    "chances": "dice, draws and steals",
    "points": "of each seat at the end, hidden ones too",
}
KINDS = {"positions": COLUMNS, "games": GAMES}
KIND_PLACES = np.zeros(KIND_MASK + 1, np.int8)
for _place, _kind in enumerate(Kind):
    KIND_PLACES[_kind] = _place


@dataclass(frozen=True)
class Source:
    """What the games are: who plays, from which starts, by which seed."""

    configuration: Configuration
    starts: State
    seed: int
    games: int
    bots: tuple[str, ...] = ("random",)  # one for all seats, or one each
    trade: bool = False
    every: int = 1  # one decision in so many is kept, drawn by chance

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", tuple(map(code_name, self.bots)))
        for name in self.bots:
            if name not in CODES:
                raise OptionError(f"There is no compiled bot {name!r}: {one_of(name, CODES)}.", option="bots")
        if len(self.bots) not in (1, self.players):
            raise OptionError(f"bots names {len(self.bots)}; expected one, or {self.players}.", option="bots")
        if self.every < 1:
            raise OptionError(f"every is {self.every}; expected at least 1.", option="every")

    @property
    def players(self) -> int:
        return self.configuration.players

    @property
    def course(self) -> Course:
        names = self.bots * self.players if len(self.bots) == 1 else self.bots
        return Course(
            menu=False,
            most_offers=OFFERS_A_TURN if self.trade else 0,
            skip_forced=False,
            opponents=word_of(names),
            drawn_seat=False,
            limit=MOST_STEPS,
        )

    def follower(self) -> Follower:
        """Of games between random players, `sevenhex simulate` plays the very same."""
        return Follower(self.starts, self.seed, None if self.bots == ("random",) else self.course)

    def sheet(self) -> dict[str, Any]:
        """What decides the rows; a folder with another sheet is left alone."""
        return {
            "sevenhex": __version__,
            "version": VERSION,
            "observation": observation.VERSION,
            "menu": menu.VERSION,
            "configuration": json.loads(self.configuration.to_json()),
            "bots": list(self.bots),
            "trade": self.trade,
            "seed": self.seed,
            "islands": len(self.starts),
            "every": self.every,
        }


def split_of(island: int) -> str:
    """Which split all games on an island belong to: the same for every seed and number of games."""
    place = int(scramble(word(island))) % sum(SPLITS.values())
    for name, share in SPLITS.items():
        if place < share:
            return name
        place -= share
    raise AssertionError


# --- rows and lines


def table_of(follower: Follower, game: int, steps: int, state: State, every: int = 1) -> Any:
    """The decisions of a game that was just followed, as an Arrow table."""
    pyarrow = _pyarrow()
    decisions = np.flatnonzero(follower.rows.seats[:steps] != CHANCE)
    numbers = np.arange(len(decisions), dtype=np.int32)
    if every > 1:
        numbers = numbers[kept(game, len(decisions), every)]
    chosen = decisions[numbers]
    winner, seats = int(state[0].winner), follower.rows.seats[chosen]
    width = follower.rows.seen.shape[1]
    about = {"sevenhex": str(VERSION), "observation": str(observation.VERSION), "menu": str(menu.VERSION)}
    about |= {"island": str(int(state["island"][0])), "players": str(int(state["players"][0]))}
    flat = pyarrow.array(follower.rows.seen[chosen].reshape(-1))
    columns = {
        "game": np.full(len(chosen), game, np.int32),
        "step": numbers,
        "seat": seats,
        "turn": follower.rows.turns[chosen],
        "phase": follower.rows.phases[chosen],
        "kind": pyarrow.DictionaryArray.from_arrays(
            pyarrow.array(KIND_PLACES[follower.rows.actions[chosen] & KIND_MASK]), pyarrow.array(list(KIND_NAMES.values()))
        ),
        "action": follower.rows.actions[chosen],
        "index": follower.rows.indices[chosen],
        "observation": pyarrow.FixedSizeListArray.from_arrays(flat, width),
        "winner": np.full(len(chosen), winner, np.int8),
        "won": seats == winner,
    }
    return pyarrow.table(columns).replace_schema_metadata(about)


def kept(game: int, steps: int, every: int) -> NDArray[np.bool_]:
    """Which decisions of a game are kept: the same for every caller."""
    if every == 1:
        return np.ones(steps, np.bool_)
    first = int(scramble(word(game)))
    return np.array([int(scramble(word((first + step) & (2**64 - 1)))) % every == 0 for step in range(steps)], np.bool_)


def game_line(game: int, follower: Follower, steps: int, state: State) -> dict[str, Any]:
    chances = int((follower.rows.seats[:steps] == CHANCE).sum())
    players = int(state[0].players)
    return {
        "game": game,
        "winner": int(state[0].winner),
        "turns": int(state[0].turn),
        "actions": steps - chances,
        "chances": chances,
        "points": [int(total_points(state[0], seat)) for seat in range(players)],
    }


# --- writing


class Writer:
    """A folder of shards; `island` names the island of a game, which decides its split."""

    def __init__(self, folder: Path, sheet: dict[str, Any], island: Callable[[int], int]) -> None:
        self.folder, self.sheet, self.island = folder, sheet | {"splits": SPLITS}, island
        sheet = self.sheet
        self.arrow = _pyarrow()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / SHEET).exists():
                there = {name: value for name, value in json.loads((folder / SHEET).read_text(encoding="utf-8")).items() if name in sheet}
                if there != json.loads(json.dumps(sheet)):
                    other = [name for name in sheet if there.get(name) != json.loads(json.dumps(sheet[name]))]
                    raise SevenhexError(f"{folder} holds other games ({', '.join(other)}); name an empty folder, or repeat its command.")
            elif any(folder.glob("*.parquet")):
                raise SevenhexError(f"{folder} holds Parquet files without a {SHEET}; name an empty folder.")
            else:
                (folder / SHEET).write_text(json.dumps(sheet, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise SevenhexError(f"Cannot write to {folder}: {error}.") from None

    def path(self, kind: str, shard: int, split: str) -> Path:
        return self.folder / f"{kind}-{shard:05}-{split}.parquet"

    def has(self, shard: int) -> bool:
        return all(self.path(kind, shard, split).exists() for kind in KINDS for split in SPLITS)

    def write(self, shard: int, tables: list[Any], lines: list[dict[str, Any]]) -> int:
        """One shard: rows of its games, and a line for each. Returns how many rows."""
        from pyarrow import parquet

        types = {"game": self.arrow.int32(), "winner": self.arrow.int8(), "points": self.arrow.list_(self.arrow.int8())}
        fields = [(name, types.get(name, self.arrow.int32())) for name in GAMES]
        splits = [split_of(self.island(line["game"])) for line in lines]
        try:
            for split in SPLITS:
                own = [line for line, theirs in zip(lines, splits, strict=True) if theirs == split]
                columns = {name: self.arrow.array([line[name] for line in own], kind) for name, kind in fields}
                rows = [table for table, theirs in zip(tables, splits, strict=True) if theirs == split]
                positions = self.arrow.concat_tables(rows) if rows else tables[0].slice(0, 0)
                for kind, table in (("games", self.arrow.table(columns)), ("positions", positions)):
                    partial = self.path(kind, shard, split).with_suffix(".part")
                    parquet.write_table(table, partial, compression="zstd", row_group_size=ROW_GROUP)
                    partial.replace(self.path(kind, shard, split))
        except OSError as error:
            raise SevenhexError(f"Cannot write to {self.folder}: {error.strerror or error}.") from None
        return sum(int(table.num_rows) for table in tables)

    def close(self) -> dict[str, Any]:
        """Count everything and write the data sheets and checksums."""
        from pyarrow import parquet

        found = {(kind, split): sorted(self.folder.glob(f"{kind}-*-{split}.parquet")) for kind in KINDS for split in SPLITS}
        totals = {each: sum(parquet.read_metadata(path).num_rows for path in paths) for each, paths in found.items()}
        paths = sorted(path for each in found.values() for path in each)
        counted = {
            "shards": len(found["games", "train"]),
            "games": sum(totals["games", split] for split in SPLITS),
            "rows": sum(totals["positions", split] for split in SPLITS),
            "bytes": sum(path.stat().st_size for path in paths),
            "splits": {split: {"games": totals["games", split], "rows": totals["positions", split]} for split in SPLITS},
        }
        sheet = self.sheet | {"counted": counted}
        (self.folder / SHEET).write_text(json.dumps(sheet, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        (self.folder / TEXT).write_text(sheet_text(sheet), encoding="utf-8")
        sums = [f"{checksum(path)}  {path.name}\n" for path in [self.folder / SHEET, self.folder / TEXT, *paths]]
        (self.folder / SUMS).write_text("".join(sums), encoding="utf-8")
        return {name: value for name, value in counted.items() if name != "splits"}


def checksum(path: Path) -> str:
    """SHA-256, as `sha256sum -c SHA256SUMS` compares it."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sheet_text(sheet: dict[str, Any]) -> str:
    """The data sheet for people."""
    counted = sheet["counted"]
    bots = ", ".join(sheet["bots"])
    edition = sheet.get("configuration", sheet.get("arena", {})).get("edition", "")
    splits = ", ".join(f"`{name}` {each['games']:,} games, {each['rows']:,} positions" for name, each in counted["splits"].items())
    head = ["---", "license: apache-2.0", "pretty_name: Games of Sevenhex", "configs:"]
    for kind in KINDS:
        head += [f"- config_name: {kind}", "  data_files:"]
        head += [f"  - {{split: {split}, path: {kind}-*-{split}.parquet}}" for split in SPLITS]
    lines = [
        *head,
        "---",
        "",
        "# Data card",
        "",
        f"{counted['games']:,} games of Sevenhex {sheet['sevenhex']} ({edition}): "
        f"{counted['rows']:,} positions, {counted['shards']} shards, {counted['bytes']:,} bytes.",
        "",
        f"- **Players**: {bots}; domestic trade {'allowed' if sheet['trade'] else 'not allowed'}.",
        f"- **Made by** seed {sheet.get('seed')}; one decision in {sheet['every']} is kept.",
        f"- **Observation** version {sheet['observation']}, **menu** version {sheet['menu']} (docs/environment.md).",
        "- **Whose data**: computed by the program; nobody's games, nothing personal. Use it as you like (Apache-2.0, as the program).",
        f"- **Splits** by island, so that none of one split occurs in another: {splits}.",
        "- **Checksums**: `sha256sum -c SHA256SUMS`, or `Dataset(folder).verify()`.",
        "- **What it is not**: games of people, or of the strongest play; positions of one game depend on each other, so split by `game`.",
        "- **Hidden cards**: `observation` holds what the acting seat may know, nothing else; `winner` and `points` are known afterwards.",
        "",
    ]
    for kind, columns in KINDS.items():
        lines += [f"## {kind}-NNNNN-SPLIT.parquet", "", "| column | what |", "|---|---|"]
        lines += [f"| `{name}` | {what} |" for name, what in columns.items()] + [""]
    return "\n".join(lines)


def write(
    folder: Path, source: Source, shard: int = SHARD, workers: int | None = None, progress: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """All games of a source; shards that are there already are left. Returns what was counted."""
    if shard < 1:
        raise OptionError(f"shard is {shard}; expected at least one game.", option="shard")
    writer = Writer(folder, source.sheet() | {"shard": shard}, lambda game: game % len(source.starts))

    def make(number_: int) -> int:
        follower, tables, lines = source.follower(), [], []
        games = range(number_ * shard, min((number_ + 1) * shard, source.games))
        for game in games:
            steps, state = follower.play(game)
            tables.append(table_of(follower, game, steps, state, source.every))
            lines.append(game_line(game, follower, steps, state))
        writer.write(number_, tables, lines)
        return len(games)

    missing = [number_ for number_ in range(-(-source.games // shard)) if not writer.has(number_)]
    progress(source.games - sum(min(shard, source.games - number_ * shard) for number_ in missing))
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        waiting = [pool.submit(make, number_) for number_ in missing]
        try:
            for ready in as_completed(waiting):
                progress(ready.result())
        finally:
            for each in waiting:
                each.cancel()
    return writer.close()


def write_parquet(path: Path, starts: State, seed: int, games: int, progress: Callable[[int], None] = lambda _: None) -> int:
    """Write the rows of random games; returns how many. Nothing is left behind if it fails."""
    _pyarrow()
    from pyarrow import parquet

    rows, writer = 0, None
    partial = path.with_name(path.name + ".part")
    try:
        follower = Follower(starts, seed)
        for game in range(games):
            table = table_of(follower, game, *follower.play(game))
            writer = writer or parquet.ParquetWriter(partial, table.schema, compression="zstd")
            writer.write_table(table)
            rows += table.num_rows
            progress(1)
        if writer is not None:
            writer.close()
        partial.replace(path)
    except OSError as error:
        raise SevenhexError(f"Cannot write {path}: {error.strerror or error}.") from None
    finally:
        partial.unlink(missing_ok=True)
    return rows


def write_records(
    folder: Path, configuration: Configuration, starts: State, seed: int, games: int, progress: Callable[[int], None] = lambda _: None
) -> int:
    """A record for each random game, as `sevenhex replay` reads it; returns how many."""
    follower = Follower(starts, seed)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number_ in range(games):
            steps, _ = follower.play(number_)
            game = Game(configuration, starts[number_ % len(starts) :][:1])
            for seat, action in zip(follower.rows.seats[:steps].tolist(), follower.rows.actions[:steps].tolist(), strict=True):
                game.push(action, seat)
            (folder / f"game-{seed}-{number_:06}.txt").write_text(game.record(), encoding="utf-8")
            progress(1)
    except OSError as error:
        raise SevenhexError(f"Cannot write to {folder}: {error.strerror or error}.") from None
    return games


# --- reading


class Dataset:
    """The shards of a folder, read as a stream."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        _pyarrow()
        try:
            self.sheet: dict[str, Any] = json.loads((self.folder / SHEET).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise SevenhexError(f"{folder} holds no {SHEET}; expected a folder that `sevenhex simulate --out FOLDER` wrote.") from None

    def shards(self, kind: str = "positions", split: str | None = None) -> list[Path]:
        """The files of a split, or of all."""
        if kind not in KINDS:
            raise OptionError(f"kind is {kind!r}; {one_of(kind, KINDS)}.", option="kind")
        if split is not None and split not in SPLITS:
            raise OptionError(f"split is {split!r}; {one_of(split, SPLITS)}.", option="split")
        return sorted(self.folder.glob(f"{kind}-*-{split or '*'}.parquet"))

    def verify(self) -> int:
        """Compare every file with its checksum; returns how many there are, or complains about the first that is missing or different."""
        try:
            lines = (self.folder / SUMS).read_text(encoding="utf-8").splitlines()
        except OSError:
            raise SevenhexError(f"{self.folder} has no {SUMS}; the command that began it writes one when it is done.") from None
        for line in lines:
            wanted, _, name = line.partition("  ")
            path = self.folder / Path(name).name
            if not path.exists() or checksum(path) != wanted:
                wrong = f"{path} is damaged; remove it, and" if path.exists() else f"{path} is missing;"
                raise SevenhexError(f"{wrong} the same command as before writes it again.")
        return len(lines)

    def __len__(self) -> int:
        """How many positions."""
        from pyarrow import parquet

        return sum(parquet.read_metadata(path).num_rows for path in self.shards())

    def batches(
        self,
        size: int = 4096,
        columns: Sequence[str] | None = None,
        shuffle: int | None = None,
        part: tuple[int, int] = (0, 1),
        kind: str = "positions",
        partial: bool = True,
        split: str | None = None,
    ) -> Iterator[dict[str, NDArray[Any]]]:
        """Arrays of `size` rows. `shuffle` mixes shards, and rows within each row group; `part` (k, n) reads every n-th shard from k on,
        for several readers; without `partial` the last batch is left out if it is smaller; `split` names one of them. Never more than a row
        group is in memory."""
        wanted = list(KINDS[kind]) if columns is None else list(columns)
        unknown = [name for name in wanted if name not in KINDS[kind]]
        if unknown:
            raise OptionError(f"There is no column {unknown[0]!r}: {one_of(unknown[0], KINDS[kind])}.", option="columns")
        if size < 1 or not 0 <= part[0] < part[1]:
            raise OptionError(f"size is {size} and part {part}; expected at least 1, and (k, n) with k below n.", option="size")
        rest: dict[str, NDArray[Any]] | None = None
        for rows in self._groups(wanted, shuffle, part, kind, split):
            rows = rows if rest is None else {name: np.concatenate([rest[name], rows[name]]) for name in wanted}
            count = len(rows[wanted[0]])
            for first in range(0, count - size + 1, size):
                yield {name: column[first : first + size] for name, column in rows.items()}
            left = count % size
            rest = {name: column[count - left :] for name, column in rows.items()} if left else None
        if rest is not None and partial:
            yield rest

    def _groups(
        self, columns: list[str], shuffle: int | None, part: tuple[int, int], kind: str, split: str | None
    ) -> Iterator[dict[str, NDArray[Any]]]:
        from pyarrow import parquet

        shards = self.shards(kind, split)[part[0] :: part[1]]
        random = None if shuffle is None else np.random.default_rng(shuffle)
        if random is not None:
            random.shuffle(shards)
        for path in shards:
            try:
                with parquet.ParquetFile(path) as file:
                    for group in range(file.num_row_groups):
                        if file.metadata.row_group(group).num_rows == 0:  # no game of this shard is in this split
                            continue
                        table = file.read_row_group(group, columns=columns)
                        rows = {name: array_of(table.column(name)) for name in columns}
                        if random is not None:
                            order = random.permutation(table.num_rows)
                            rows = {name: column[order] for name, column in rows.items()}
                        yield rows
            except (OSError, ValueError) as error:
                raise SevenhexError(f"Cannot read {path}: {error}.") from None


def load(path: str | Path) -> dict[str, NDArray[Any]]:
    """The columns of a file as arrays; `observation` has a row of bytes for each action, `kind` is text."""
    _pyarrow()
    from pyarrow import parquet

    try:
        table = parquet.read_table(path)
    except (OSError, ValueError) as error:
        raise SevenhexError(f"Cannot read {path}: {error}. Expected a file that `sevenhex simulate --out` wrote.") from None
    missing = [name for name in COLUMNS if name not in table.column_names]
    if missing:
        raise SevenhexError(f"{path} has no column {missing[0]!r}; expected a file that `sevenhex simulate --out` wrote.")
    return {name: array_of(table.column(name)) for name in COLUMNS}


def array_of(column: Any) -> NDArray[Any]:
    """A column as an array; lists of one length become rows."""
    import pyarrow

    whole = column.combine_chunks()
    if pyarrow.types.is_list(whole.type) or pyarrow.types.is_fixed_size_list(whole.type):
        flat: NDArray[Any] = whole.flatten().to_numpy()
        return flat.reshape(len(whole), -1)
    found: NDArray[Any] = whole.to_numpy(zero_copy_only=False)
    return found


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise OptionError("Parquet files need pyarrow: `pip install sevenhex[env]`.") from None
    return pyarrow
