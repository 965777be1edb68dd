"""How far to trust a review: its mistakes searched again twice as deep, and the time it takes.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python -m benchmarks.measure_review --games 50 --workers 16

Twice as deep: twice the samples of the review's last search, played on for twice as many rounds, with other dice, over more actions. It
agrees with a mistake when it, too, finds that the move loses at least an inaccuracy (4% of what could still be won or lost).
"""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from sevenhex import bots
from sevenhex.game.game import Game
from sevenhex.processes import results
from sevenhex.study.accuracy import GRADES, share_of
from sevenhex.study.decisions import decisions, look_again, look_over
from sevenhex.study.judge import Depth, lookahead, network_for
from sevenhex.study.review import EFFORTS, review

TABLE = ("planner", "steady", "greedy", "planner")
MISTAKES = ("mistake", "blunder")
TRIES = 5


def game_of(number: int, seed: int) -> Game:
    rng = Random(f"{seed}/{number}/review")
    players = [bots.make(TABLE[(number + seat) % len(TABLE)], seed=number) for seat in range(len(TABLE))]
    return bots.play(Game.new("sixth", len(TABLE), seed=rng.getrandbits(60), starter=0), players, rng)


def measure(number: int, seed: int, level: str) -> dict[str, Any]:
    """One game: how long its review took on one core, and what twice as deep a search says of its mistakes."""
    game = game_of(number, seed)
    review(game.until(min(40, len(game.log))), level)  # compiled code is loaded
    began, spent = time.perf_counter(), time.process_time()
    said = review(game, level)
    seconds, spent = time.perf_counter() - began, time.process_time() - spent
    called = {row["n"]: row for row in said["decisions"] if row["grade"] in MISTAKES}
    network = network_for(game.state)
    assert network is not None
    ahead = lookahead(network, game.state)
    effort = EFFORTS[level]
    first = effort.first._replace(samples=2 * effort.first.samples, tries=2 * effort.first.tries)
    deeper = Depth(TRIES, 2 * effort.third.samples, 2 * effort.third.rounds)
    again = [each for each in decisions(game, worlds=2 * effort.worlds, seed=seed + 1000) if each.n in called]
    look_over(ahead, again, first, seed + 1000)
    rows = []
    for each in again:
        actions = [action for action in each.tried if action != each.action][: TRIES - 1]
        named = game.read(called[each.n]["best"][0]["action"], each.seat)
        actions = [*actions, *([named] if named not in actions else []), each.action]
        each.note(actions, look_again(ahead, each, actions, deeper, seed + 1001))
        row = called[each.n]
        rows.append(
            {key: row[key] for key in ("n", "action", "grade", "lost", "error")} | {"deeper": round(share_of(each.lost, each.best), 2)}
        )
    return {
        "game": number,
        "entries": len(game.log),
        "decisions": len(said["decisions"]),
        "seconds": seconds,
        "cpu": spent,
        "mistakes": rows,
    }


def main(
    games: Annotated[int, typer.Option(min=1)] = 50,
    workers: Annotated[int, typer.Option(min=1)] = 1,
    seed: Annotated[int, typer.Option(min=0)] = 3,
    level: str = "normal",
    out: Annotated[Path | None, typer.Option(help="Write every figure as JSON.")] = None,
) -> None:
    measured = []
    for found in results([partial(measure, number, seed, level) for number in range(games)], workers):
        measured.append(found)
        so_far = [row["deeper"] >= GRADES["inaccuracy"] for each in measured for row in each["mistakes"]]
        typer.echo(f"{len(measured)} games: {sum(so_far)} of {len(so_far)} agree; the last took {found['cpu']:.1f} s", err=True)
    mistakes = [row for found in measured for row in found["mistakes"]]
    times = sorted(found["cpu"] for found in measured)
    if out is not None:
        out.write_text(json.dumps(sorted(measured, key=lambda found: found["game"])), encoding="utf-8")
    typer.echo(
        f"{len(measured)} games, {sum(found['decisions'] for found in measured)} decisions, {len(mistakes)} called mistakes (level {level})"
    )
    for name, least in {"worse than its best": 0.0, **{f"at least {key}": GRADES[key] for key in ("inaccuracy", "mistake")}}.items():
        agree = sum(row["deeper"] >= max(least, 0.01) for row in mistakes)
        typer.echo(f"  twice as deep a search finds the move {name}: {agree} of {len(mistakes)} ({agree / max(1, len(mistakes)):.1%})")
    typer.echo(f"  processor seconds for a review: median {times[len(times) // 2]:.1f}, longest {times[-1]:.1f}")


if __name__ == "__main__":
    typer.run(main)
