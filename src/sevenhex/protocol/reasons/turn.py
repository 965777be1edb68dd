"""Whose turn it is, and what comes first."""

from __future__ import annotations

from sevenhex.rules.ids import LAST_CHANCE_PHASE

from .inquiry import KIND, PART, PHASE, Inquiry

WAITS = {
    PHASE.ORDER_DICE: ("SETUP-9", "order"),
    PHASE.DICE: ("TURN-1", "dice"),
    PHASE.STEAL: ("ROB-2", "steal"),
    PHASE.DRAW: ("BUILD-4", "draw"),
}


def is_running(inquiry: Inquiry) -> bool:
    if inquiry.phase == PHASE.OVER:
        inquiry.add("over", "WIN-2", who=inquiry.colours[inquiry.now.winner])
        return False
    if inquiry.phase <= LAST_CHANCE_PHASE:
        inquiry.add("waits_for_chance", *WAITS[inquiry.phase])
        return False
    return True


def not_in_turn(inquiry: Inquiry, kind: int) -> None:
    whose = inquiry.colours[inquiry.actor]
    if inquiry.part == PART.FIRST or inquiry.phase < PHASE.ROLL:
        clause = "SETUP-10" if inquiry.phase < PHASE.ROLL else "TRADE-7" if kind == KIND.BANK else "TURN-1"
        inquiry.add("not_your_turn", clause, who=whose)
    elif inquiry.part == PART.PAIRED:
        inquiry.add("not_your_turn", "PAIR-2", "paired", who=whose)
    else:
        inquiry.add("not_your_turn", "PAIR-5", "special", who=whose)


def not_trading(inquiry: Inquiry) -> None:
    inquiry.add("not_your_turn", "TRADE-1", "trade", who=inquiry.colours[inquiry.actor])


def discards_first(inquiry: Inquiry) -> None:
    due = {inquiry.colours[seat]: left for seat, left in enumerate(inquiry.now.discard_left) if left}
    inquiry.add("discards_first", "SEVEN-2", due=due)


def need_main(inquiry: Inquiry, clause: str, doing: str, piece: str = "") -> bool:
    """Is it the time to trade and build? Else say what comes first."""
    if inquiry.phase == PHASE.MAIN:
        return True
    done = {"doing": doing, "piece": piece} if piece else {"doing": doing}
    if inquiry.phase == PHASE.ROLL:
        inquiry.add("roll_first", clause, **done)
    elif inquiry.phase == PHASE.ROBBER:
        inquiry.add("robber_first", "ROB-1", **done)
    elif inquiry.phase == PHASE.FREE_ROADS:
        left = inquiry.now.free_roads
        inquiry.add("free_roads_first", "DEV-4", left=left, roads="road" if left == 1 else "roads", **done)
    else:
        inquiry.add("setup_first", "SETUP-10", piece="settlement" if inquiry.phase == PHASE.SETUP_SETTLEMENT else "road")
    return False


def ask_roll(inquiry: Inquiry) -> None:
    if inquiry.phase == PHASE.ROLL:
        return
    if inquiry.phase == PHASE.MAIN:
        if inquiry.part == PART.FIRST:
            inquiry.add("already_rolled", "TURN-1")
        else:
            inquiry.add("no_roll", "PAIR-2" if inquiry.part == PART.PAIRED else "PAIR-5")
    else:
        need_main(inquiry, "TURN-1", "roll")
