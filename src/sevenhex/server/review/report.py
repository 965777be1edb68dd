"""After the end: who scored what, who was lucky, how the points grew, and where the cards went."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sevenhex.game import luck
from sevenhex.game.game import Game
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import Kind

FLOWS = ("produced", "blocked", "stolen", "robbed_of", "discarded", "monopolised", "lost_to_monopoly", "traded", "bank")


def report(game: Game) -> dict[str, Any]:
    """Everything the page shows when a game is over."""
    outcome = game.outcome
    return {
        "winner": outcome.winner if outcome else None,
        "turns": outcome.turns if outcome else int(game.state[0].turn),
        "scores": [asdict(row) for row in game.score_table()],
        "luck": luck.report(game),
        "points": points_over_time(game),
        "cards": cards(game),
        "dice": luck.histogram(game),
    }


def points_over_time(game: Game) -> list[dict[str, Any]]:
    """All points, hidden ones too, at the end of each turn."""
    rows: list[dict[str, Any]] = []
    for state in game.states:
        turn = int(state[0].turn)
        row = {"turn": turn, "points": [int(engine.total_points(state, seat)) for seat in range(game.players)]}
        if rows and rows[-1]["turn"] == turn:
            rows[-1] = row
        else:
            rows.append(row)
    return rows


def cards(game: Game) -> list[dict[str, int]]:
    """Where each seat's resource cards came from and went."""
    flows = [dict.fromkeys(FLOWS, 0) for _ in range(game.players)]
    states = iter(game.states)
    before = next(states)
    for n, ((who, action), after) in enumerate(zip(game.log, states, strict=True)):
        kind = action & KIND_MASK
        hands = [sum(counts(after[0].hand[s])) - sum(counts(before[0].hand[s])) for s in range(game.players)]
        if kind == Kind.DICE:
            for seat, change in enumerate(hands):
                flows[seat]["produced"] += change
            for event in game.events_at(n):
                if event.kind == "blocked" and event.seat is not None:
                    flows[event.seat]["blocked"] += sum(card["count"] for card in event.data["cards"])
        elif kind == Kind.SETTLE and hands[who] > 0:
            flows[who]["produced"] += hands[who]
        elif kind == Kind.STEAL:
            flows[int(before[0].actor)]["stolen"] += 1
            flows[int(before[0].victim)]["robbed_of"] += 1
        elif kind == Kind.DISCARD:
            flows[who]["discarded"] += 1
        elif kind == Kind.MONOPOLY:
            for seat, change in enumerate(hands):
                flows[seat]["monopolised" if seat == who else "lost_to_monopoly"] += abs(change)
        elif kind in (Kind.CONFIRM, Kind.TAKE):
            flows[who]["traded"] += 1
            flows[(action >> 6) & 255]["traded"] += 1
        elif kind == Kind.BANK:
            flows[who]["bank"] += 1
        before = after
    return flows
