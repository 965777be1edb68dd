"""Was it luck? Each seat's cards from production against what its places could expect, with the exact chance of doing worse.

For every production roll the chances are those of the moment (a dice deck remembers, a 7 may be barred), and a seat's income of each sum
is what it had on the board then, the robbed hex left out. Adding the rolls up by convolution gives the whole distribution of cards
for the places it had, and the percentile of what it got: 50 is as expected, 90 is luckier than nine games in ten.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.cards import BITS, FIELD, KINDS
from sevenhex.rules.chance import FACES, ROLLS, SEVEN, possible_rolls
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.state import FIRST_SUM, SUMS, State

from .game import Game

SUM_OF = np.array([1 + place // FACES + 1 + place % FACES for place in range(ROLLS)])


def chances(state: State) -> NDArray[np.float64]:
    """The chance of each sum 2..12 for a state that waits for the production roll."""
    rolls = int(possible_rolls(state[0]))
    possible = np.array([rolls >> place & 1 for place in range(ROLLS)], np.float64)
    found = np.bincount(SUM_OF - FIRST_SUM, possible, SUMS)
    share: NDArray[np.float64] = found / found.sum()
    return share


def income(state: State, seat: int) -> NDArray[np.int64]:
    """How many cards each sum would pay the seat, were the supply endless."""
    words = state[0].income[:, seat].astype(np.int64)
    return np.asarray(sum((words >> (BITS * kind)) & FIELD for kind in range(KINDS)), np.int64)


def rolls_of(game: Game) -> list[tuple[State, int]]:
    """Every production roll: the state before it, and the sum."""
    found = []
    for n, (_, action) in enumerate(game.log):
        if action & KIND_MASK == Kind.DICE:
            before = game.states[n]
            if before[0].phase == Phase.DICE:
                found.append((before, (action >> 6 & 255) + (action >> 14 & 255)))
    return found


def add_up(distribution: NDArray[np.float64], chance: NDArray[np.float64], cards: NDArray[np.int64]) -> NDArray[np.float64]:
    """The distribution of the total after one more roll."""
    step = np.bincount(cards, chance)
    total: NDArray[np.float64] = np.convolve(distribution, step)
    return total


def percentile(distribution: NDArray[np.float64], got: int) -> float:
    """The share of cases that are worse, half of the equal ones added."""
    below = float(distribution[:got].sum())
    equal = float(distribution[got]) if got < len(distribution) else 0.0
    return round(100.0 * (below + equal / 2.0), 1)


def report(game: Game) -> list[dict[str, Any]]:
    """For each seat: cards expected and got from production, sevens it rolled, and how lucky both were."""
    rolls = rolls_of(game)
    rows = []
    for seat in range(game.players):
        cards = np.ones(1)
        sevens = np.ones(1)
        got = own_sevens = own_rolls = 0
        for state, points in rolls:
            chance, paid = chances(state), income(state, seat)
            got += int(paid[points - FIRST_SUM])
            cards = add_up(cards, chance, paid)
            if int(state[0].actor) == seat:
                own_rolls += 1
                own_sevens += points == SEVEN
                is_seven = float(chance[SEVEN - FIRST_SUM])
                sevens = np.convolve(sevens, [1.0 - is_seven, is_seven])
        rows.append(
            {
                "seat": seat,
                "expected": round(float(cards @ np.arange(len(cards))), 2),
                "actual": got,
                "percentile": percentile(cards, got),
                "rolls": own_rolls,
                "sevens": own_sevens,
                "sevens_expected": round(float(sevens @ np.arange(len(sevens))), 2),
                "sevens_percentile": percentile(sevens, own_sevens),
            }
        )
    return rows


def histogram(game: Game) -> list[dict[str, Any]]:
    """How often each sum came, and how often it could be expected."""
    rolls = rolls_of(game)
    expected = sum((chances(state) for state, _ in rolls), np.zeros(SUMS))
    sums = [points for _, points in rolls]
    return [{"sum": FIRST_SUM + n, "count": sums.count(FIRST_SUM + n), "expected": round(float(expected[n]), 2)} for n in range(SUMS)]
