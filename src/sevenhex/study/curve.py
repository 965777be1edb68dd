"""Everybody's chance to win in the course of a game, by the learned judgement, everything known; for the end report and the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import evaluation
from .judge import lookahead, network_for

if TYPE_CHECKING:
    from sevenhex.game.game import Game

PLAYED_ON = 16  # times, where there is no network
ROTATIONS = 6  # of the island, by whose mean a position is judged


def curve(game: Game, every_move: bool = False) -> list[dict[str, Any]]:
    """`[{"n", "turn", "chances": [...]}]` as `evaluation.curve` has it; `n` counts log entries."""
    network = network_for(game.state)
    if network is None:
        return evaluation.curve(game, PLAYED_ON, every_move)
    ahead = lookahead(network, game.state, open_cards=True, rotations=ROTATIONS)
    places = evaluation.moments(game, every_move)
    states = [game.states[n] for n in places]
    values = ahead.judge_open(states)
    return [
        {"n": n, "turn": int(state["turn"][0]), "chances": [round(float(each), 4) for each in row]}
        for n, state, row in zip(places, states, values, strict=True)
    ]
