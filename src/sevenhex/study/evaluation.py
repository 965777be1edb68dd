"""What the reviewer asks where the package has no network: chances, luck, decisions and openings by the hand-made evaluation.

The chance is that of `search/evaluation.py` for the true state, or, with `rollouts`, its mean after the position was played on for some
rounds that many times. Either is drawn towards what really happened in such positions by one exponent, fitted to the winners of games
between planners (`scripts/tune_bots.py calibrate`). Luck is what chance brought beyond its own mean: for every roll, draw and steal the
chances after all outcomes are weighed by their exact probabilities. The parts add up to the outcome (`luck`). How far to trust this:
docs/arena.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.bots import minds
from sevenhex.bots.greedy import chances as pips_at
from sevenhex.bots.lookahead import BARGAINS
from sevenhex.bots.thinker import memory_of
from sevenhex.game.game import Game
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_BITS
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import CHANCE, Island, Kind, Phase
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import State, copy
from sevenhex.rules.topology import GEOMETRY
from sevenhex.search.chances import play_ahead, weigh_these
from sevenhex.search.policy import MAIN, shares
from sevenhex.search.rollouts import rank

KIND = (1 << KIND_BITS) - 1
STEEPNESS = 1.0  # of 4775 positions in 60 games between planners
STEEPNESS_PLAYED = 1.2  # of the same, played on 24 times
ROUNDS = 3  # of the table, that a position is played on
ONE_ROUND = 1  # for luck: cards are worth what they buy, so everybody has a turn to spend them
LUCK_ROLLOUTS = 4  # play-outs of each position, for luck
SEED = 2025
# What a seat decides alone; bargains depend on the others.
ALONE = (Kind.SETTLE, Kind.ROAD, Kind.CITY, Kind.BUY, Kind.BANK, Kind.END, Kind.ROBBER)
CARDS = (Kind.KNIGHT, Kind.ROAD_BUILDING, Kind.PLENTY, Kind.MONOPOLY)
WEIGHED = (*ALONE, *CARDS)
# Where a seat's way to the end came from: chance (three kinds), its own choices, the others' choices, bargains, and what none explains.
PARTS = ("dice", "steals", "draws", "own", "others", "trades", "rest")
BY_CHANCE = {Kind.DICE: "dice", Kind.STEAL: "steals", Kind.DRAW: "draws"}
MIND = "scholar"

Chances = NDArray[np.float64]


def chances(state: State, rollouts: int = 0) -> Chances:
    """Each seat's chance to win, everything known."""
    players = int(state["players"][0])
    memory = memory_of(state[0])
    mind = minds.mind(MIND, players)
    out = np.zeros(players)
    shares(mind[MAIN], memory, out)
    if rollouts == 0 or state["phase"][0] == Phase.OVER:
        return calibrated(out, STEEPNESS)
    sums = out.copy()  # the present judgement counts as one more play-out, so that nobody is written off by chance
    play_ahead(state, mind, memory, SEED, rollouts, ROUNDS * players, sums, out)
    return calibrated(sums / (rollouts + 1), STEEPNESS_PLAYED)


def calibrated(given: Chances, steepness: float) -> Chances:
    """Chances made steeper or flatter; certain ones stay certain."""
    drawn: Chances = given**steepness
    drawn /= drawn.sum()
    return drawn


def is_under_way(state: State) -> bool:
    return bool(state["turn"][0] > 0)


def moments(game: Game, every_move: bool) -> list[int]:
    """The states that a curve shows: after each action of the game proper, or where each turn begins and where the game ends."""
    found, turn = [], 0
    for n, state in enumerate(game.states):
        now = int(state["turn"][0])
        if now > 0 and (every_move or now != turn or n == len(game.log)):
            found.append(n)
        turn = now
    return found


def curve(game: Game, rollouts: int = 0, every_move: bool = True) -> list[dict[str, Any]]:
    """The chances after each action of the game proper: `[{"n", "turn", "chances": [...]}]`; `n` counts log entries."""
    points = []
    for n in moments(game, every_move):
        state = game.states[n]
        found = [round(float(each), 4) for each in chances(state, rollouts)]
        points.append({"n": n, "turn": int(state["turn"][0]), "chances": found})
    return points


def outlook(state: State, rollouts: int, turns: int) -> Chances:
    """Each seat's chance when the position is played on for so many turns by one step of thought, the same dice for all positions."""
    players = int(state["players"][0])
    memory = memory_of(state[0])
    sums, out = np.zeros(players), np.zeros(players)
    play_ahead(state, minds.mind(MIND, players), memory, SEED, rollouts, turns, sums, out)
    return calibrated(sums / rollouts, STEEPNESS_PLAYED)


def expected(state: State, rollouts: int, turns: int) -> Chances:
    """The mean of the outlooks over everything that chance may bring now, by the exact probabilities."""
    out, weights = np.empty(ROLLS, np.int64), np.empty(ROLLS, np.int64)
    size = int(engine.outcomes(state, out, weights))
    mean: Chances = np.zeros(int(state["players"][0]))
    seen: dict[tuple[int, int], Chances] = {}
    for action, weight in zip(out[:size].tolist(), weights[:size].tolist(), strict=True):
        # two dice in either order do the same
        dice = action & KIND == Kind.DICE and not state["dice_deck"][0]
        key = (0, (action >> KIND_BITS & 255) + (action >> KIND_BITS + 8 & 255)) if dice else (1, action)
        if key not in seen:
            after = copy(state)
            engine.apply(after, CHANCE, action)
            seen[key] = outlook(after, rollouts, turns)
        mean += weight * seen[key]
    mean /= weights[:size].sum()
    return mean


def luck(game: Game, rollouts: int = LUCK_ROLLOUTS) -> list[dict[str, float]]:
    """The way of each seat from its chance after the opening to the end, in parts that add up; `PARTS` says which.

    Positions are played on by one step of thought, so an action that this thought would have done changes nothing, a better one gains and a
    worse one loses. Every change is booked once. Chance: what came, less the mean of what could come. What is said in a bargain:
    `trades`. Any other action: `own` for who did it, `others` for the rest of the table. What is left, because play-outs are few and
    look one turn further with every turn, is the `rest`.
    """
    places = moments(game, every_move=True)
    if not places:
        return []
    turns = ONE_ROUND * game.players
    parts = {part: np.zeros(game.players) for part in PARTS}
    before = first = outlook(game.states[places[0]], rollouts, turns)
    for n in range(places[0], len(game.log)):
        seat, action = game.log[n]
        state, follower = game.states[n], game.states[n + 1]
        kind = Kind(action & KIND)
        passed = int(follower["turn"][0] - state["turn"][0])
        after = outlook(follower, rollouts, turns)
        seen_as_far = outlook(follower, rollouts, turns - passed) if passed else after
        if seat == CHANCE:
            mean = expected(state, rollouts, turns)
            parts[BY_CHANCE[kind]] += after - mean
            parts["rest"] += mean - before
        elif kind in BARGAINS:
            parts["trades"] += after - before
        else:
            mine = np.arange(game.players) == seat
            change = seen_as_far - before
            parts["own"] += np.where(mine, change, 0.0)
            parts["others"] += np.where(mine, 0.0, change)
            parts["rest"] += after - seen_as_far
        before = after
    return [summary_json(float(first[seat]), {part: float(parts[part][seat]) for part in PARTS}) for seat in range(game.players)]


def summary_json(opening: float, parts: dict[str, float]) -> dict[str, float]:
    """The parts of one seat with the two sums that a short report shows: `cards` by chance, and `play`."""
    cards = parts["steals"] + parts["draws"]
    return {"opening": opening, **parts, "cards": cards, "play": parts["own"] + parts["others"] + parts["trades"] + parts["rest"]}


def choices(game: Game, n: int) -> list[int]:
    """The legal actions that can be weighed, where entry `n` of the log was chosen."""
    out = np.empty(MAX_ACTIONS, np.int64)
    size = int(engine.legal_actions(game.states[n], game.log[n][0], False, out))
    return [each for each in out[:size].tolist() if each & KIND in WEIGHED]


def weighed(state: State, seat: int, actions: list[int]) -> Chances:
    """What each action is worth to the seat by one step of thought."""
    memory = memory_of(state[0])
    worths = np.zeros(len(actions))
    weigh_these(seat, minds.mind(MIND, int(state["players"][0])), memory, np.array(actions), worths)
    return worths


def decisions(game: Game, first: int = 0, last: int | None = None) -> list[dict[str, Any]]:
    """Every choice between actions that can be weighed: what was done, what looked best, and what the difference is worth."""
    rows = []
    for n, (seat, action) in enumerate(game.log[first:last], first):
        state = game.states[n]
        if seat == CHANCE or not is_under_way(state) or action & KIND not in WEIGHED:
            continue
        listed = choices(game, n)
        if len(listed) < 2 or action not in listed:
            continue
        worths = weighed(state, seat, listed)
        best = int(np.argmax(worths))
        lost = float(worths[best] - worths[listed.index(action)])
        rows.append(
            {
                "n": n,
                "turn": int(state["turn"][0]),
                "seat": seat,
                "action": game.say(action, seat),
                "best": game.say(listed[best], seat),
                "chance": float(worths[best]),
                "lost": lost,
                "stake": float(worths[best] - worths.mean()),
            }
        )
    return rows


def openings(game: Game) -> list[dict[str, Any]]:
    """Each settlement of the set-up: where it ranked among the corners then free, and what the best would have been."""
    rows = []
    for n, (seat, action) in enumerate(game.log):
        state = game.states[n]
        if state["phase"][0] != Phase.SETUP_SETTLEMENT or action & KIND != Kind.SETTLE:
            continue
        out = np.empty(1024, np.int64)
        size = int(engine.legal_actions(state, seat, False, out))
        actions, worths = out[:size].copy(), np.zeros(size)
        rank(seat, minds.mind(MIND, game.players), memory_of(state[0]), actions, worths)
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
