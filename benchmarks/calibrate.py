"""How far the judge's chances can be believed: predicted against won, in ten bins.

    python -m benchmarks.calibrate --bots scholar --games 100

Bots play games; at the beginning of each turn the judge says every seat's chance (the curve of the end report). All predictions are
sorted into tenths, and beside each bin stands how often those seats won. `--by-actor` judges by what the acting seat may know, as hints do.
"""

from __future__ import annotations

import argparse
from functools import partial
from math import log

import numpy as np

from sevenhex.arena.match import Plan, play_match, start_of
from sevenhex.bots.lookahead import Lookahead
from sevenhex.game.game import Game
from sevenhex.processes import results
from sevenhex.study.curve import curve
from sevenhex.study.judge import network_for

BINS = 10


def played(plan: Plan, number: int) -> Game:
    game = start_of(plan, number)
    for seat, action in play_match(plan, number).log:
        game.push(action, seat)
    return game


def by_acting_seat(game: Game) -> list[tuple[float, ...]]:
    """Chances at the beginning of each turn, by what the acting seat may know."""
    network = network_for(game.state)
    assert network is not None
    found, turn = [], 0
    for n, state in enumerate(game.states):
        now = int(state["turn"][0])
        if now != turn and now > 0:
            then = game.until(n)
            if then.to_act:
                view = then.view(then.to_act[0])
                ahead = Lookahead(network, state)
                ahead.put(view, [state])
                found.append(tuple(ahead.judge(0, 1, policy=False).chances[0]))
        turn = now
    return found


def predictions(plan: Plan, viewers: bool, number: int) -> list[tuple[float, bool]]:
    """Each seat's chance at each turn, and whether it won."""
    game = played(plan, number)
    if game.outcome is None:
        return []
    rows = by_acting_seat(game) if viewers else [tuple(point["chances"]) for point in curve(game)[:-1]]
    return [(float(chance), seat == game.outcome.winner) for row in rows for seat, chance in enumerate(row)]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--bots", default="scholar", help="one name for all seats, or several with commas")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--edition", default="sixth")
    reader.add_argument("--seed", type=int, default=4000)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--by-actor", action="store_true")
    given = reader.parse_args()
    names = given.bots.split(",")
    entrants = tuple(names[seat % len(names)] for seat in range(given.players))
    plan = Plan(entrants, given.games, given.players, given.edition, given.seed, logs=True).check()
    games = [partial(predictions, plan, given.viewers, game) for game in range(given.games)]
    rows = [each for part in results(games, given.workers) for each in part]
    said, won = np.array([chance for chance, _ in rows]), np.array([happened for _, happened in rows])
    bins = np.minimum((said * BINS).astype(int), BINS - 1)
    print(f"{given.games} games of {given.players} {given.bots}, {given.edition}, seed {given.seed}: {len(rows):,} predictions")
    print("| predicted | number | mean prediction | won |\n|---|---|---|---|")
    for place in range(BINS):
        here = bins == place
        if here.any():
            print(f"| {place * 10} - {place * 10 + 10}% | {int(here.sum()):,} | {said[here].mean():.1%} | {won[here].mean():.1%} |")
    error = sum(abs(said[bins == place].sum() - won[bins == place].sum()) for place in range(BINS)) / len(rows)
    likelihood = -np.log(np.clip(said[won], 1e-9, 1)).mean()
    print(f"mean distance {error:.1%}; surprise {likelihood:.3f} a prediction (guessing: {log(given.players):.3f})")


if __name__ == "__main__":
    main()
