"""OpenSpiel plays it: a random game through `pyspiel` with explicit chance. `python examples/openspiel.py` (needs open_spiel)."""

from __future__ import annotations

import argparse
import random

import pyspiel

import sevenhex.env.openspiel  # noqa: F401 (registers the game)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = pyspiel.load_game("sevenhex", {"players": given.players})
    state, rng, steps = game.new_initial_state(), random.Random(given.seed), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    print(f"{steps} steps, returns {state.returns()}")


if __name__ == "__main__":
    main()
