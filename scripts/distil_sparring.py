"""Learn what the traits of `sparring` are worth from what `steady` chooses: python scripts/distil_sparring.py --games 600

Every decision of games between four `steady` is a lesson: among the sensible actions the chosen one shall score highest (softmax, by Adam).
The weights are rounded to whole numbers and written to src/sevenhex/search/sparring_weights.py.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.env import play as _play
from sevenhex.env import thinkers
from sevenhex.env.opponents import STEADY
from sevenhex.env.setting import Setting
from sevenhex.observation.notes import NOTES
from sevenhex.observation.notes import play as do
from sevenhex.playout.generator import stream
from sevenhex.rules.jit import rule
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import RECORD, State
from sevenhex.search.policy import sensible_actions
from sevenhex.search.sparring import BLOCKS, TRAITS, write_traits

OUT = Path(__file__).parent.parent / "src" / "sevenhex" / "search" / "sparring_weights.py"
MOST = 3000  # decisions of a game
SCALE = 1000
TABLES = (("sixth", 4, 5), ("sixth", 3, 2), ("zip", 2, 1), ("fourth", 4, 2), ("extension", 6, 2))  # edition, players, share of the games
next_choice, think = _play.continue_game, thinkers.think


@rule
def follow(
    states: State,
    notes: NDArray[Any],
    course: Any,
    actions: NDArray[np.int64],
    thought: Any,
    kept: State,
    seats: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> int:
    """Play one game; write every decision's state, seat and action. Returns how many there were."""
    state, note, done = states[0], notes[0], 0
    while done < kept.shape[0]:
        seat, _ = next_choice(state, note, course, actions)
        if seat < 0:
            break
        action = think(state, note, course, seat, STEADY, thought)
        kept[done] = state
        seats[done], chosen[done] = seat, action
        done += 1
        note.actions += 1
        do(state, note, seat, action)
    return done


@rule
def list_sensible(states: State, row: int, seat: int, out: NDArray[np.int64]) -> int:
    return sensible_actions(states[row], seat, out)


def lessons(games: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64], NDArray[np.int64]]:
    """Traits of all sensible actions, where each decision begins, and which was chosen."""
    rows, starts, picked, at = [], [], [], 0
    actions = np.zeros(MAX_ACTIONS, np.int64)
    kept, seats, chosen = np.zeros(MOST, RECORD), np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    out = np.zeros((MAX_ACTIONS, 1 + TRAITS), np.int32)
    for edition, players, share in TABLES:
        setting = Setting(edition=edition, players=players, deal=seed, islands=64)
        pool, thought, course = setting.pool(), thinkers.make(players), setting.course
        for game in range(games * share // sum(each[2] for each in TABLES)):
            state, note = pool[game % len(pool) : game % len(pool) + 1].copy(), np.zeros(1, NOTES)
            note["counter"] = stream(seed, 1000 * players + game)
            for n in range(follow(state, note, course, actions, thought, kept, seats, chosen)):
                size = int(list_sensible(kept, n, seats[n], actions))
                place = np.flatnonzero(actions[:size] == chosen[n])
                if size < 2 or len(place) != 1:
                    continue
                write_traits(kept, n, seats[n], actions, size, out)
                rows.append(out[:size].copy())
                starts.append(at)
                picked.append(at + int(place[0]))
                at += size
        print(f"{edition} {players}: {len(starts)} decisions so far", flush=True)
    table = np.concatenate(rows)
    return table[:, 0].astype(np.int64), table[:, 1:].astype(np.float32), np.array(starts), np.array(picked)


def learn(
    blocks: NDArray[np.int64], table: NDArray[np.float32], starts: NDArray[np.int64], picked: NDArray[np.int64], steps: int
) -> NDArray[np.float64]:
    """Weights (blocks, traits) by Adam on the logarithm of the chosen one's share."""
    spread = np.ones((BLOCKS, TRAITS), np.float32)
    for block in range(BLOCKS):
        if (blocks == block).any():
            spread[block] = np.maximum(table[blocks == block].std(axis=0), 0.3)
    scaled = table / spread[blocks]
    weights, mean, square = (np.zeros((BLOCKS, TRAITS), np.float64) for _ in range(3))
    of_block = [np.flatnonzero(blocks == block) for block in range(BLOCKS)]
    sizes = np.diff(np.append(starts, len(blocks)))
    hit = np.zeros(len(blocks), np.float32)
    hit[picked] = 1
    for step in range(1, steps + 1):
        scores = (scaled * weights[blocks].astype(np.float32)).sum(axis=1)
        top = np.maximum.reduceat(scores, starts)
        powers = np.exp(scores - np.repeat(top, sizes))
        chances = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        slope = np.zeros((BLOCKS, TRAITS))
        for block, rows in enumerate(of_block):
            if len(rows):
                slope[block] = scaled[rows].T @ (chances[rows] - hit[rows]) / len(starts)
        slope += 1e-5 * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        rate = 0.08 * (1 - 0.9 * step / steps)
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        if step % 50 == 0 or step == steps:
            agree = (scores[picked] >= top - 1e-6).mean()
            print(f"step {step}: loss {-np.log(chances[picked] + 1e-9).mean():.4f}, agrees {agree:.1%}", flush=True)
    return weights / spread


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = learn(*lessons(given.games, given.seed), given.steps)
    rows = "\n".join(f"    *{tuple(int(x) for x in np.rint(row * SCALE))}," for row in found)
    OUT.write_text(
        '"""What the traits of `sparring.py` are worth, a row of ten for each block. Written by scripts/distil_sparring.py\n'
        f'(--games {given.games} --steps {given.steps} --seed {given.seed})."""\n\nWEIGHTS = [\n{rows}\n]\n'
    )


if __name__ == "__main__":
    main()
