"""The games of an environment as bytes with a header, the same for CPU and GPU; and games that begin in the middle, checked before they are
believed."""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import StateError
from sevenhex.observation.notes import NOTES
from sevenhex.rules import engine
from sevenhex.rules.cards import BITS, FIELD
from sevenhex.rules.check import check, defects_given
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, RESOURCES, Answer, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.record import Records
from sevenhex.rules.state import RECORD, State
from sevenhex.rules.totals import TOTALS, totals_of

from .play import ASKS_CHANCE, begin_notes_of
from .setting import FIXED, Setting

MAGIC = b"sevenhex games\n"
VERSION = 2
LARGEST_DOUBT = 32  # cards of a kind: more than any box holds


class Snapshot(NamedTuple):
    """Everything that the games' future depends on, given the same choices."""

    states: State  # (games,) of rules.state.RECORD
    notes: State  # (games,) of env.notes.NOTES: seeds and clocks, and what the seats know about hands
    seats: NDArray[np.int8]  # (games,): who must choose


def layout() -> str:
    """A name for the fields of a state and of its notes: bytes of another layout cannot be read."""
    return str(RECORD.descr) + str(NOTES.descr)


def header(setting: Setting, games: int) -> dict[str, Any]:
    return {"version": VERSION, "games": games, "layout": zlib.crc32(layout().encode()), "setting": json.loads(setting.to_json())}


def to_bytes(snapshot: Snapshot, setting: Setting) -> bytes:
    head = json.dumps(header(setting, len(snapshot.seats)), sort_keys=True).encode() + b"\n"
    return MAGIC + head + b"".join(clean(part).tobytes() for part in snapshot)


def clean(part: NDArray[Any]) -> NDArray[Any]:
    """The same with zeros between the fields, so that equal games are equal bytes."""
    if part.dtype.names is None:
        return part
    fresh = np.zeros(part.shape, part.dtype)
    for name in part.dtype.names:
        fresh[name] = part[name]
    return fresh


def read(saved: bytes | Snapshot | State, setting: Setting, games: int, seeds: NDArray[np.uint64]) -> Snapshot:
    """Whatever `load` is given, checked."""
    if isinstance(saved, Snapshot):
        saved = to_bytes(saved, setting)
    return from_bytes(saved, setting, games) if isinstance(saved, bytes) else from_states(saved, setting, games, seeds)


def from_bytes(saved: bytes, setting: Setting, games: int) -> Snapshot:
    """The snapshot in these bytes; StateError says what does not fit."""
    if not saved.startswith(MAGIC):
        raise StateError("These bytes are no snapshot of games; expected what save() returned.")
    end = saved.find(b"\n", len(MAGIC)) + 1
    try:
        given = json.loads(saved[len(MAGIC) : end])
        version = given["version"]
    except (ValueError, KeyError, TypeError):
        raise StateError("The header of this snapshot cannot be read; expected what save() returned.") from None
    expected = header(setting, games)
    if version != VERSION or given.get("layout") != expected["layout"]:
        raise StateError(f"This snapshot is of another version ({version}); this version of Sevenhex reads its own ({VERSION}) only.")
    if given.get("setting") != expected["setting"]:
        other = [name for name, value in expected["setting"].items() if given.get("setting", {}).get(name) != value]
        raise StateError(
            f"This snapshot is of an environment with other settings ({', '.join(other)}); make one with the same and load it there."
        )
    if given.get("games") != games:
        raise StateError(f"This snapshot has {given.get('games')} games, this environment {games}; make one with as many.")
    kinds = (RECORD, NOTES, np.dtype(np.int8))
    sizes = [games * kind.itemsize for kind in kinds]
    if len(saved) != end + sum(sizes):
        raise StateError(f"This snapshot has {len(saved) - end} bytes of games, {sum(sizes)} were expected for {games} games.")
    starts = np.cumsum([end, *sizes])
    parts = [np.frombuffer(bytearray(saved[start : start + size]), kind) for start, size, kind in zip(starts, sizes, kinds, strict=False)]
    found = Snapshot(*parts)
    check_states(found.states, setting)
    check_notes(found, setting)
    return found


def from_states(states: State, setting: Setting, games: int, seeds: NDArray[np.uint64]) -> Snapshot:
    """Games that begin in the middle: nobody saw their past, so seats know their own hand and what the table shows."""
    if not isinstance(states, np.ndarray) or states.dtype != RECORD or states.shape != (games,):
        raise StateError(f"Expected bytes of save(), a Snapshot, or an array of {games} states (dtype sevenhex.rules.state.RECORD).")
    check_states(states, setting)
    notes = np.zeros(games, NOTES)
    notes["seed"], notes["counter"] = seeds, seeds
    begin_notes_of(states, notes)
    return Snapshot(states.copy(), notes, np.full(games, CHANCE, np.int8))


@rule
def first_unsound(states: Records, totals: NDArray[np.int64]) -> int:
    """The first state that the rules cannot go on from, with so many cards and pieces in the box, or -1."""
    for place in range(states.shape[0]):
        if defects_given(states[place], totals) != 0:
            return place
    return -1


def check_states(states: State, setting: Setting) -> None:
    """Complain about the first state that this environment cannot go on from."""
    pattern = setting.start
    for name in FIXED:
        other = np.flatnonzero(states[name] != pattern[name][0])
        if len(other):
            place = int(other[0])
            was, wanted = int(states[name][place]), int(pattern[name][0])
            raise StateError(f"State {place} has {name} {was}, this environment {wanted}; expected a state of its setting.")
    totals = np.zeros(TOTALS.shape[1], np.int64)
    totals_of(pattern[0], totals)
    place = int(first_unsound(states, totals))
    if place >= 0:
        raise StateError(f"State {place} is not sound: {check(states[place : place + 1], totals)[0]}")
    over = np.flatnonzero(states["phase"] == Phase.OVER)
    if len(over):
        raise StateError(f"State {over[0]} is of a game that is over; expected games that go on.")
    asked = np.flatnonzero((states["answer"] == Answer.WAITING).any(axis=1))
    if len(asked) and not setting.has_trade_menu:
        raise StateError(f"State {asked[0]} waits for an answer to an offer, and this environment has no trade menu; expected trade=True.")


def check_notes(found: Snapshot, setting: Setting) -> None:
    """Notes come from a file: what they say must be what the compiled functions may rely on."""
    notes = found.notes
    for name in ("below", "above"):
        fields = [(notes[name] >> (BITS * kind)) & FIELD for kind in range(RESOURCES)]
        if (notes[name] >> (BITS * RESOURCES)).any() or max(int(field.max()) for field in fields) > LARGEST_DOUBT:
            raise StateError(f"The notes of this snapshot are damaged ({name}); expected what save() returned.")
    if (notes["seat_shift"] < 0).any() or (notes["seat_shift"] >= setting.players).any() or (notes["outcome"] > 3).any():
        raise StateError("The notes of this snapshot are damaged (seat_shift); expected what save() returned.")
    for place, seat in enumerate(found.seats.tolist()):
        state = found.states[place : place + 1]
        if seat == ASKS_CHANCE and setting.chance == "shown" and state["phase"][0] <= LAST_CHANCE_PHASE:
            continue
        awaited = 0 if state["phase"][0] <= LAST_CHANCE_PHASE else int(engine.awaited(state))
        if seat not in range(setting.players) or not awaited >> seat & 1 or (awaited & -awaited) != 1 << seat:
            raise StateError(f"Game {place} of this snapshot does not wait for seat {seat}; expected what save() returned.")
