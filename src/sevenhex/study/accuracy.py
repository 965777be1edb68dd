"""How well somebody decided: what a choice lost as a share of what could still be won or lost, against what a random choice would lose.

A hopeless player cannot lose chances, and a player who has all but won hardly any: a hundredth is worth more to both. So a loss is counted
as a share of the smaller of the two, the chance to win and the chance not to. What was at stake in a decision is what a choice at random
among the legal actions would lose; where that is next to nothing all choices are alike, and none of them is praised or blamed. The accuracy
is one minus what was lost by what was at stake, both by the first look, which is the same for all decisions: 100 is to decide as the judge,
0 is to decide at random. Words (`GRADES`) follow from the deepest search there was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

PERCENT = 100.0
LEAST_ROOM = 0.02  # of a chance: below it nobody can say what a share of it is
# A decision loses at least such a share (in per cent) of what could still be won or lost; below the first it is `best`.
GRADES = {"good": 1.0, "inaccuracy": 4.0, "mistake": 10.0, "blunder": 25.0}
EVEN = "even"  # nothing was at stake
ALIKE = 1.0  # per cent at stake, below which all choices are alike
SURE = 1.5  # standard errors below the loss that must still reach the bound of a mistake
SERIOUS = ("mistake", "blunder")
MOMENTS = 3  # of each player


def room(best: float) -> float:
    """What could still be won or lost by somebody with this chance to win (from 0 to 1)."""
    return max(LEAST_ROOM, min(best, 1.0 - best))


def share_of(lost: float, best: float) -> float:
    """A loss of chances (from 0 to 1) in per cent of what could still be won or lost."""
    return PERCENT * min(1.0, max(0.0, lost) / room(best))


def grade_of(share: float, error: float, is_confirmed: bool, stake: float = PERCENT) -> str:
    """The word for a share, in per cent; a mistake must be confirmed by deeper searches, and be sure."""
    if max(share, stake) < ALIKE:
        return EVEN
    found = "best"
    for name, least in GRADES.items():
        if (share - SURE * error >= least and is_confirmed) if name in SERIOUS else share >= least:
            found = name
    return found


def accuracy(rows: Sequence[dict[str, Any]]) -> float | None:
    """Of graded decisions, from 0 to 100; None where nothing was at stake."""
    counted = [row for row in rows if max(row["stake"], row["first"]) >= ALIKE]
    stake = float(sum(row["stake"] for row in counted))
    if not stake:
        return None
    lost = float(sum(row["first"] for row in counted))
    return round(min(PERCENT, max(0.0, PERCENT * (1 - lost / stake))), 1)


def moments(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What to look at again, in order of play: the dearest choices; where there are fewer, those that mattered most and were right."""
    rows = list(rows)
    dear = (row for row in rows if row["grade"] in (*SERIOUS, "inaccuracy"))
    missed = sorted(dear, key=lambda row: (-row["share"], row["n"]))[:MOMENTS]
    right = (row for row in rows if row["grade"] == "best" and row["stake"] >= GRADES["inaccuracy"])
    found = sorted(right, key=lambda row: (-row["stake"], row["n"]))[: MOMENTS - len(missed)]
    both = [("missed", row) for row in missed] + [("found", row) for row in found]
    return [{"n": row["n"], "kind": kind} for kind, row in sorted(both, key=lambda each: each[1]["n"])]
