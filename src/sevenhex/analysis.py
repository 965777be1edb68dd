"""A game looked back on: each seat's chance to win after every action, where it turned, how the openings were, luck against skill.

The chance is the evaluation's (`bots/thought/evaluation.py`) of the true state, drawn towards what really happened in such positions
(`STEEPNESS`, fitted by `scripts/tune_bots.py calibrate`). Luck is what chance brought beyond its own mean: for every roll, draw and steal
the chances after all outcomes are weighed exactly. What remains of a seat's change is its own and the others' doing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bots import minds
from .bots.greedy import chances as pips_at
from .bots.thinker import shared_desk
from .bots.thought.evaluation import shares
from .bots.thought.rollouts import rank
from .game import Game
from .rules import engine
from .rules.actions import KIND_BITS
from .rules.ids import CHANCE, Island, Kind, Phase
from .rules.state import State, copy
from .rules.topology import GEOMETRY

KIND = (1 << KIND_BITS) - 1
STEEPNESS = 1.0
TURNING_POINTS = 5
MIND = "scholar"

Chances = NDArray[np.float64]


def chances(state: State) -> Chances:
    """Each seat's chance to win, everything known."""
    players = int(state["players"][0])
    memory = shared_desk()[0]
    memory[0][0] = state[0]
    out = np.zeros(players)
    shares(memory[0], minds.mind(MIND, players)[0], memory[3][0], memory[3][1], memory[3][3], out)
    if state["phase"][0] != Phase.OVER and STEEPNESS != 1.0:
        out = out**STEEPNESS
        out /= out.sum()
    return out


def is_under_way(state: State) -> bool:
    return bool(state["turn"][0] > 0)


def curve(game: Game) -> list[dict[str, Any]]:
    """The chances after each action of the game proper: `[{"n", "turn", "chances": [...]}]`; `n` counts log entries."""
    points = []
    for n, state in enumerate(game.states):
        if is_under_way(state):
            points.append({"n": n, "turn": int(state["turn"][0]), "chances": [round(float(each), 4) for each in chances(state)]})
    return points


def expected(state: State) -> Chances:
    """The mean of the chances over everything that chance may bring now."""
    out, weights = np.empty(36, np.int64), np.empty(36, np.int64)
    size = int(engine.outcomes(state, out, weights))
    mean: Chances = np.zeros(int(state["players"][0]))
    seen: dict[tuple[int, int], Chances] = {}
    for action, weight in zip(out[:size].tolist(), weights[:size].tolist(), strict=True):
        # two dice in either order do the same
        dice = action & KIND == Kind.DICE
        key = (0, (action >> KIND_BITS & 255) + (action >> KIND_BITS + 8 & 255)) if dice else (1, action)
        if key not in seen:
            after = copy(state)
            engine.apply(after, CHANCE, action)
            seen[key] = chances(after)
        mean += weight * seen[key]
    mean /= weights[:size].sum()
    return mean


def luck(game: Game) -> list[dict[str, float]]:
    """For each seat what dice, draws and steals brought beyond their mean, and what is left for play, in chances to win."""
    dice, cards = np.zeros(game.players), np.zeros(game.players)
    first = last = None
    for n, (seat, action) in enumerate(game.log):
        before, after = game.states[n], game.states[n + 1]
        if not is_under_way(before):
            continue
        first = chances(before) if first is None else first
        last = chances(after)
        if seat == CHANCE:
            gained = last - expected(before)
            if action & KIND == Kind.DICE:
                dice += gained
            else:
                cards += gained
    if first is None or last is None:
        return []
    rest = last - first - dice - cards
    return [
        {"opening": float(first[seat]), "dice": float(dice[seat]), "cards": float(cards[seat]), "play": float(rest[seat])}
        for seat in range(game.players)
    ]


def turning_points(game: Game, most: int = TURNING_POINTS) -> list[dict[str, Any]]:
    """The actions that changed somebody's chance most, in the order of the game."""
    found = []
    before: Chances | None = None
    for n, state in enumerate(game.states):
        if not is_under_way(state):
            continue
        now = chances(state)
        if before is not None:
            change = now - before
            seat = int(np.argmax(np.abs(change)))
            who, action = game.log[n - 1]
            found.append((abs(float(change[seat])), n, seat, float(before[seat]), float(now[seat]), who, action))
        before = now
    found.sort(key=lambda each: -each[0])
    return [
        {
            "n": n,
            "turn": int(game.states[n]["turn"][0]),
            "by": "chance" if who == CHANCE else game.colours[who],
            "action": game.say(action, None if who == CHANCE else who),
            "seat": seat,
            "colour": game.colours[seat],
            "from": round(was, 4),
            "to": round(now, 4),
        }
        for _, n, seat, was, now, who, action in sorted(found[:most], key=lambda each: each[1])
    ]


def openings(game: Game) -> list[dict[str, Any]]:
    """Each settlement of the set-up: where it ranked among the corners then free, and what the best would have been."""
    rows = []
    memory = shared_desk()[0]
    for n, (seat, action) in enumerate(game.log):
        state = game.states[n]
        if state["phase"][0] != Phase.SETUP_SETTLEMENT or action & KIND != Kind.SETTLE:
            continue
        out = np.empty(1024, np.int64)
        size = int(engine.legal_actions(state, seat, False, out))
        actions, worths = out[:size].copy(), np.zeros(size)
        memory[0][0] = state[0]
        rank(memory[0], seat, minds.mind(MIND, game.players), memory, actions, worths)
        order = np.argsort(-worths, kind="stable")
        names = GEOMETRY[Island(int(state["island"][0]))].corner_names
        chosen = int(np.flatnonzero(actions == action)[0])
        rows.append(
            {
                "n": n,
                "seat": seat,
                "colour": game.colours[seat],
                "corner": names[action >> KIND_BITS & 255],
                "pips": pips_at(state[0], action >> KIND_BITS & 255),
                "rank": int(np.flatnonzero(order == chosen)[0]) + 1,
                "of": size,
                "best": names[int(actions[order[0]]) >> KIND_BITS & 255],
                "lost": round(float(worths[order[0]] - worths[chosen]), 4),
            }
        )
    return rows


def report(game: Game) -> dict[str, Any]:
    """Everything together, as plain data."""
    return {
        "colours": list(game.colours),
        "curve": curve(game),
        "turning_points": turning_points(game),
        "openings": openings(game),
        "luck": luck(game),
        "winner": game.outcome.winner if game.outcome else None,
    }
