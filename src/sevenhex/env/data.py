"""Games as data: one row for each action with what its seat saw (Parquet), or a readable record for each game.

`sevenhex simulate --out games.parquet` and `--records DIR` write them; `load` reads the rows back. The games are those that
`sevenhex simulate` plays with the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.editions import Configuration
from sevenhex.errors import OptionError, SevenhexError
from sevenhex.game.game import Game
from sevenhex.observation import menu, observation
from sevenhex.observation.menu import index_of
from sevenhex.observation.notes import NOTES, after, before
from sevenhex.observation.observation import observe
from sevenhex.playout.generator import advance, number, stream, word
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, KIND_NAMES, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited
from sevenhex.rules.options import draw_action
from sevenhex.rules.record import Records
from sevenhex.rules.state import State

MOST_STEPS = 20_000
VERSION = 1

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


@rule
def follow_random_game(
    states: Records,
    notes: Records,
    counter: int,
    limit: int,
    seats: NDArray[np.int8],
    actions: NDArray[np.int64],
    turns: NDArray[np.int32],
    phases: NDArray[np.int8],
    indices: NDArray[np.int32],
    seen: NDArray[np.uint8],
) -> int:
    """A random game, step by step as `playout.games` plays it, with a row for each step. Returns how many there were."""
    state, note = states[0], notes[0]
    steps = 0
    while state.phase != Phase.OVER and steps < limit:
        counter = advance(counter)
        drawn = number(counter)
        seat = CHANCE + 0 * steps
        if state.phase <= LAST_CHANCE_PHASE:
            action = pick(state, drawn)
            indices[steps] = -1
        else:
            seat = lowest_bit(awaited(state))
            action = draw_action(state, seat, drawn)
            indices[steps] = index_of(state, seat, action)
            observe(state, note, seat, seen[steps])
        seats[steps] = seat
        actions[steps] = action
        turns[steps] = state.turn
        phases[steps] = state.phase
        before(state, note, seat, action)
        apply(state, seat, action)
        after(state, note, action)
        steps += 1
    return steps


class Follower:
    """Plays the games of a seed one by one and keeps every step."""

    def __init__(self, starts: State, seed: int) -> None:
        self.starts, self.seed = starts, seed
        island, players = int(starts["island"][0]), int(starts["players"][0])
        self.seats, self.phases = np.zeros(MOST_STEPS, np.int8), np.zeros(MOST_STEPS, np.int8)
        self.actions, self.turns = np.zeros(MOST_STEPS, np.int64), np.zeros(MOST_STEPS, np.int32)
        self.indices = np.zeros(MOST_STEPS, np.int32)
        self.seen = np.zeros((MOST_STEPS, observation.size(island, players)), np.uint8)

    def play(self, game: int) -> tuple[int, State]:
        """Steps of a game, and its last state."""
        state, notes = self.starts[game % len(self.starts) :][:1].copy(), np.zeros(1, NOTES)
        counter = word(stream(word(self.seed), word(game)))
        rows = (self.seats, self.actions, self.turns, self.phases, self.indices, self.seen)
        return int(follow_random_game(state, notes, counter, MOST_STEPS, *rows)), state


KIND_PLACES = np.zeros(KIND_MASK + 1, np.int8)
for _place, _kind in enumerate(Kind):
    KIND_PLACES[_kind] = _place


def table_of(follower: Follower, game: int, steps: int, state: State, every: int = 1) -> Any:
    """The decisions of a game that was just followed, as an Arrow table."""
    pyarrow = _pyarrow()
    decisions = np.flatnonzero(follower.seats[:steps] != CHANCE)
    numbers = np.arange(len(decisions), dtype=np.int32)
    if every > 1:
        from .dataset import kept

        numbers = numbers[kept(game, len(decisions), every)]
    chosen = decisions[numbers]
    winner, seats = int(state[0].winner), follower.seats[chosen]
    width = follower.seen.shape[1]
    about = {"sevenhex": str(VERSION), "observation": str(observation.VERSION), "menu": str(menu.VERSION)}
    about |= {"island": str(int(state["island"][0])), "players": str(int(state["players"][0]))}
    flat = pyarrow.array(follower.seen[chosen].reshape(-1))
    columns = {
        "game": np.full(len(chosen), game, np.int32),
        "step": numbers,
        "seat": seats,
        "turn": follower.turns[chosen],
        "phase": follower.phases[chosen],
        "kind": pyarrow.DictionaryArray.from_arrays(
            pyarrow.array(KIND_PLACES[follower.actions[chosen] & KIND_MASK]), pyarrow.array(list(KIND_NAMES.values()))
        ),
        "action": follower.actions[chosen],
        "index": follower.indices[chosen],
        "observation": pyarrow.FixedSizeListArray.from_arrays(flat, width),
        "winner": np.full(len(chosen), winner, np.int8),
        "won": seats == winner,
    }
    return pyarrow.table(columns).replace_schema_metadata(about)


def tables(starts: State, seed: int, games: int) -> Iterator[Any]:
    """An Arrow table for each game."""
    follower = Follower(starts, seed)
    for game in range(games):
        yield table_of(follower, game, *follower.play(game))


def write_parquet(path: Path, starts: State, seed: int, games: int, progress: Callable[[int], None] = lambda _: None) -> int:
    """Write the rows of random games; returns how many. Nothing is left behind if it fails."""
    _pyarrow()
    from pyarrow import parquet

    rows, writer = 0, None
    partial = path.with_name(path.name + ".part")
    try:
        for table in tables(starts, seed, games):
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
            for seat, action in zip(follower.seats[:steps].tolist(), follower.actions[:steps].tolist(), strict=True):
                game.push(action, seat)
            (folder / f"game-{seed}-{number_:06}.txt").write_text(game.record(), encoding="utf-8")
            progress(1)
    except OSError as error:
        raise SevenhexError(f"Cannot write to {folder}: {error.strerror or error}.") from None
    return games


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise OptionError("Parquet files need pyarrow: `pip install sevenhex[env]`.") from None
    return pyarrow
