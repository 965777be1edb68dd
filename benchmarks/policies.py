"""Two networks' policies against each other, nobody trades or looks ahead: one at a seat of its own, the other at all other seats, and the
other way round; many games at once on one core.

    python -m benchmarks.policies src/sevenhex/nets/weights/graph.npz small --games 2000     # `small`, `large`: the shipped ones

Every choice is the policy's likeliest. Every place plays so many games to their end, each seat in turn is the single one's; of games that
are cut at the limit none is counted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sevenhex.processes import one_thread

one_thread()  # before NumPy

import numpy as np  # noqa: E402

from sevenhex.arena.statistics import wilson  # noqa: E402
from sevenhex.env.setting import Setting  # noqa: E402
from sevenhex.env.vector import VectorEnv  # noqa: E402
from sevenhex.nets.shipped import network_of, shipped  # noqa: E402
from sevenhex.rules.ids import Island  # noqa: E402

PLACES = 128
CUT = 2


def network(name: str) -> Any:
    return shipped(Island[name.upper()]) if name.upper() in Island.__members__ else network_of(Path(name))


def duel(one: Any, others: Any, setting: Setting, games: int, seed: int, rotations: tuple[int, int] = (1, 1)) -> tuple[int, int]:
    """How many games the single one has won, and how many ended."""
    players = setting.players
    each = -(-games // PLACES)
    env = VectorEnv(PLACES, seed=seed, threads=1, illegal="replace", setting=setting)
    batch = env.reset()
    own, played = np.arange(PLACES) % players, np.zeros(PLACES, np.int64)
    wins = ended = 0
    while (played < each).any():
        chosen = np.zeros(PLACES, np.int64)
        open_ = played < each
        for judge, mine, turns in ((one, batch.seat == own, rotations[0]), (others, batch.seat != own, rotations[1])):
            rows = np.flatnonzero(mine & open_)
            if len(rows):
                scores = judge.evaluate(batch.observation[rows], players, rotations=turns)[1]
                chosen[rows] = np.where(batch.mask[rows], scores, -np.inf).argmax(axis=1)
        env.step(chosen)
        over = open_ & (batch.done > 0)
        counted = over & (batch.done != CUT)
        wins += int((batch.reward[counted, own[counted]] > 0).sum())
        ended += int(counted.sum())
        played += over
        own = np.where(over, (own + 1) % players, own)  # seats take turns within a place, too
    return wins, ended


def main(
    one: str,
    other: str,
    games: Annotated[int, typer.Option(min=1)] = 1000,
    players: Annotated[int, typer.Option(min=2, max=6)] = 4,
    edition: str = "sixth",
    seed: int = 9000,
) -> None:
    setting = Setting(edition=edition, players=players, limit=9_000, islands=1024, deal=seed)
    networks = {name: network(name) for name in (one, other)}
    typer.echo(f"| one | {players - 1} of | wins | share | 95% |\n|---|---|---|---|---|")
    for first, rest in ((one, other), (other, one)):
        wins, ended = duel(networks[first], networks[rest], setting, games, seed)
        low, high = wilson(wins, max(1, ended))
        typer.echo(
            f"| {Path(first).stem} | {Path(rest).stem} | {wins:,} of {ended:,} | {wins / max(1, ended):.1%} | {low:.1%} - {high:.1%} |"
        )


if __name__ == "__main__":
    typer.run(main)
