"""OpenSpiel, with explicit chance: one seat learns, the others choose at random. `python examples/openspiel.py` (needs open_spiel).

Every 50 games it says how many of them the learner won; with three players a third of them is chance.
"""

from __future__ import annotations

import argparse
import random

import pyspiel
from learning import Policy

import sevenhex.env.openspiel  # noqa: F401 (registers the game)


def points_of(state, player: int) -> float:
    """Points of a seat that everybody sees (these states hold a state of the rules)."""
    return float(state.state["points"][0, player])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rate", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = pyspiel.load_game("sevenhex", {"players": given.players})
    observer, rng, won = game.make_py_observer(), random.Random(given.seed), []
    policy = Policy(len(observer.tensor), game.num_distinct_actions(), given.rate, given.seed)
    for number in range(given.games):
        learner, state = number % given.players, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            player, legal = state.current_player(), state.legal_actions()
            if player == learner and len(legal) > 1:
                observer.set_from(state, player)
                state.apply_action(policy.choose(observer.tensor, legal, points_of(state, player)))
            else:
                state.apply_action(rng.choice(legal))
        policy.end(points_of(state, learner))
        won.append(state.returns()[learner] > 0)
        if number % 50 == 49 or number == given.games - 1:
            print(f"game {number + 1}: {sum(won[-50:])} of the last {len(won[-50:])} won, returns {state.returns()}", flush=True)


if __name__ == "__main__":
    main()
