"""What the hand-written quick paths bring, in processor time against the plain way (docs/quickpaths.md).

python -m benchmarks.quick_paths
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from sevenhex.game.game import Game
from sevenhex.protocol import reasons
from sevenhex.rules import engine, snapshot
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.survey import survey
from sevenhex.server.base.encoder import encode
from sevenhex.server.store.seats import Seat, new_code, new_id
from sevenhex.server.store.store import LogEntry, Store, TableRecord
from sevenhex.server.table.encoding import Encoder, EventsEncoder

ACTIONS = 240
SEATS = 4


def cpu(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def follow(game: Game, chance: random.Random) -> None:
    """One more action, at random."""
    if game.awaits_chance:
        game.push(game.pick(chance.getrandbits(32)), -1)
    else:
        seat = game.to_act[0]
        game.push(chance.choice(game.legal(seat)), seat)


def views() -> tuple[float, float, str]:
    """What changed, encoded by `table/encoding.py`; or every view whole, by `View.to_json` and the button's reasons one by one."""
    chance, sizes = random.Random(1), [0, 0]
    seconds = [0.0, 0.0]
    game, encoder = Game.new("sixth", SEATS, seed=1), Encoder()
    done = 0
    for seat in range(SEATS):
        encoder.situation(game, seat, 0, {})
    while done < ACTIONS:
        before = len(game.log)
        follow(game, chance)
        done += 1

        def quick(before: int = before) -> None:
            events = EventsEncoder(game.events_since(before))
            for seat in range(SEATS):
                sizes[0] += len(encoder.update(game, seat, len(game.log), {}).encode(events.to(seat), False))

        def step_by_step(before: int = before) -> None:
            for seat in range(SEATS):
                events = [event.to_json(seat) for event in game.events_since(before)]
                can = {what: next(iter(reasons.why_no(game, what, seat)), None) for what in reasons.WHOLE}
                buttons = {what: reason.to_json() if reason else None for what, reason in can.items()}
                view, legal = game.view(seat).to_json(), game.legal_texts(seat)
                sizes[1] += len(encode({"events": events, "view": view, "legal": legal, "can": buttons}))

        seconds[1] += cpu(step_by_step)
        seconds[0] += cpu(quick)
    count = ACTIONS * SEATS
    return seconds[0] / count, seconds[1] / count, f"{sizes[0] / count:,.0f} bytes against {sizes[1] / count:,.0f}"


def snapshots() -> tuple[float, float, str]:
    """A state as plain numbers in one step; or asked of NumPy field by field."""
    game, chance = Game.new("sixth", SEATS, seed=1), random.Random(1)
    states: list[Any] = []
    while len(states) < ACTIONS:
        follow(game, chance)
        states.append(game.state)
    names = snapshot.layout()[0]
    quick = cpu(lambda: [snapshot.snapshot_of(state) for state in states])
    by_field = cpu(lambda: [{name: np.asarray(state[name][0]).tolist() for name in names} for state in states])
    return quick / len(states), by_field / len(states), f"{len(names)} fields"


def surveys() -> tuple[float, float, str]:
    """What all seats may do in one call; or each seat asked for its actions, those with trade, and its points."""
    game, chance = Game.new("sixth", SEATS, seed=1), random.Random(1)
    games: list[Game] = []
    while len(games) < ACTIONS:
        follow(game, chance)
        games.append(game.copy())
    quick = cpu(lambda: [survey(each.state, SEATS) for each in games])

    def step_by_step() -> None:
        for each in games:
            for seat in range(SEATS):
                each.legal(seat), {action & KIND_MASK for action in each.legal(seat, menu=True)}, engine.total_points(each.state, seat)
            assert each.to_act is not None

    return quick / ACTIONS, cpu(step_by_step) / ACTIONS, f"{SEATS} seats"


def batches() -> tuple[float, float, str]:
    """Log lines of 50 tables in one statement of sqlite3; or by SQLAlchemy."""

    async def run(with_batch: bool) -> float:
        with tempfile.TemporaryDirectory() as folder:
            store = Store(folder)
            await store.open()
            codes = [new_code() for _ in range(50)]
            for code in codes:
                await store.save(TableRecord(code, "t", "sixth", 2, {}, False, None, new_id(), "00" * 32, seats=[Seat(0), Seat(1)]))
            if not with_batch:
                store.writer.batch = None
            began = time.process_time()
            for version in range(1, 41):
                await asyncio.gather(*[store.append(code, 0, [LogEntry(version, 0, 5)]) for code in codes])
            spent = time.process_time() - began
            await store.close()
            return spent / (40 * len(codes))

    return asyncio.run(run(True)), asyncio.run(run(False)), "50 tables at a time"


def main() -> None:
    print("| quick path | us | plain, us | times | |\n|---|---|---|---|---|")
    rows = {
        "a seat's update (`server/table/encoding.py`)": views,
        "a state as numbers (`snapshot.py`)": snapshots,
        "what all seats may do (`rules/survey.py`)": surveys,
        "a log line (`server/store/batch.py`)": batches,
    }
    for name, measure in rows.items():
        measure()
        quick, slow, more = measure()
        print(f"| {name} | {quick * 1e6:,.1f} | {slow * 1e6:,.1f} | {slow / quick:.1f} | {more} |", flush=True)


if __name__ == "__main__":
    print(f"<!-- python {Path(__file__).name} -->")
    main()
