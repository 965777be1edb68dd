"""Is a review honest? The accuracy of the bots at common tables, with intervals: it must order them by strength.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python -m benchmarks.accuracy --games 200 --workers 2

In each game four of them sit down, each as often as the others. All decisions and offers, or a part of them that is drawn, are
judged as a review judges them at first. Accuracy is that of all its decisions together; the interval is by drawing games again.
"""

from __future__ import annotations

import json
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Annotated, Any

import numpy as np
import typer

from sevenhex import bots
from sevenhex.game.game import Game
from sevenhex.processes import results
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import Kind
from sevenhex.study.accuracy import accuracy
from sevenhex.study.decisions import decisions, look_over
from sevenhex.study.judge import lookahead, network_for
from sevenhex.study.offers import bids
from sevenhex.study.review import bid_json, decision_json, effort_of

TABLES = list(combinations(bots.names(), 4))
DRAWN_AGAIN = 1000
LOW, HIGH = 2.5, 97.5


def measure(number: int, seed: int, level: str, sample: float) -> dict[str, Any]:
    """One game: the graded decisions of each bot."""
    rng = Random(f"{seed}/{number}/accuracy")
    table = list(TABLES[number % len(TABLES)])
    rng.shuffle(table)
    guards = [bots.Guard(bots.make(name, seed=number), same_thread=True) for name in table]  # no time limit: a busy machine changes nothing
    game = bots.play(Game.new("sixth", len(table), seed=rng.getrandbits(60), starter=0), guards, rng)
    effort = effort_of(level)
    chosen = None if sample >= 1 else {n for n in range(len(game.log)) if rng.random() < sample}
    found = list(decisions(game, worlds=effort.worlds, seed=seed, only=chosen, offers=True))
    weighed = [each for each in found if kind_of(each.action) != Kind.OFFER]
    network = network_for(game.state)
    assert network is not None
    ahead = lookahead(network, game.state)
    look_over(ahead, weighed, effort.first, seed, drawn=effort.drawn)  # accuracy is that of the first look
    rows = [*(decision_json(game, each) for each in weighed), *(bid_json(game, each) for each in bids(ahead, game, found, effort.offers))]
    winner = table[game.outcome.winner] if game.outcome else ""
    wanted = ("first", "stake", "action")
    return {
        "game": number,
        "winner": winner,
        "rows": {name: [{key: row[key] for key in wanted} for row in rows if row["seat"] == seat] for seat, name in enumerate(table)},
    }


def interval(games: list[list[dict[str, Any]]]) -> tuple[float, float, float]:
    """Accuracy of all decisions, and its 95% interval by drawing games again."""
    rng = np.random.default_rng(1)
    drawn = [accuracy([row for n in rng.integers(len(games), size=len(games)) for row in games[n]]) for _ in range(DRAWN_AGAIN)]
    low, high = np.percentile([each for each in drawn if each is not None], [LOW, HIGH])
    return accuracy([row for rows in games for row in rows]) or 0.0, float(low), float(high)


def main(
    games: Annotated[int, typer.Option(min=1)] = 200,
    workers: Annotated[int, typer.Option(min=1)] = 1,
    seed: Annotated[int, typer.Option(min=0)] = 27,
    sample: Annotated[float, typer.Option(min=0.01, max=1.0, help="The part of the decisions that is judged.")] = 1.0,
    level: str = "normal",
    out: Annotated[Path | None, typer.Option(help="Write every figure as JSON.")] = None,
) -> None:
    measured = []
    for found in results([partial(measure, number, seed, level, sample) for number in range(games)], workers):
        measured.append(found)
        if len(measured) % 10 == 0:
            typer.echo(f"{len(measured)} of {games} games", err=True)
            if out is not None:
                out.write_text(json.dumps(measured), encoding="utf-8")
    if out is not None:
        out.write_text(json.dumps(measured), encoding="utf-8")
    typer.echo("| bot | games | won | decisions | accuracy | 95% |\n|---|---|---|---|---|---|")
    for name in bots.names():
        own = [found["rows"][name] for found in measured if name in found["rows"]]
        if not own:
            continue
        rows = [row for each in own for row in each]
        middle, low, high = interval(own)
        won = sum(found["winner"] == name for found in measured)
        typer.echo(f"| `{name}` | {len(own)} | {won} | {len(rows)} | {middle:.1f} | {low:.1f} - {high:.1f} |")


if __name__ == "__main__":
    typer.run(main)
