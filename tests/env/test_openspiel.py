"""OpenSpiel's own checks of a game."""

from __future__ import annotations

import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (pip install sevenhex[example])")

import sevenhex.env.openspiel  # noqa: E402, F401


def test_openspiel_is_content():
    game = pyspiel.load_game("sevenhex", {"players": 3, "limit": 150})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_observations_and_chance():
    game = pyspiel.load_game("sevenhex", {"players": 3})
    state, rng = game.new_initial_state(), random.Random(2)
    from open_spiel.python.observation import make_observation

    seen = make_observation(game)
    for _ in range(200):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        seen.set_from(state, state.current_player())
        assert np.isfinite(seen.tensor).all()
        assert state.legal_actions() == sorted(state.legal_actions())
        state.apply_action(rng.choice(state.legal_actions()))
