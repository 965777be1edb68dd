"""Bots that think, inside `step`: `steady` and `planner` as the table plays them, in worlds drawn from what their seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.bots import minds, planner
from sevenhex.bots.thinker import BUNDLES
from sevenhex.knowledge.worlds import imagine
from sevenhex.observation.notes import Notes
from sevenhex.playout.generator import advance, stream
from sevenhex.rules.actions import RECIPIENTS_SHIFT, recipients_of
from sevenhex.rules.ids import Answer, Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.legal import domestic_trade_is_open, is_legal
from sevenhex.rules.record import StateRecord
from sevenhex.search.memory import Desk, SearchEffort
from sevenhex.search.policy import best_for_own_hand, decide
from sevenhex.search.trading import best_counter, best_offer, consider_offers, gain_by_accepting
from sevenhex.search.turn import desk, plan_turn

from .opponents import CALLER, CODES, NETWORK, PLANNER, PLANNER_QUICK, STEADY, player_of

if TYPE_CHECKING:
    from .play import Course

OFFER_WORLDS = planner.OFFER_WORLDS
LEAST_GAIN = planner.Planner.least_gain
ACCEPT, REFUSE, END = int(Kind.ACCEPT), int(Kind.REFUSE), int(Kind.END)


class Thought(NamedTuple):
    """What one thread thinks in, and by."""

    desk: Desk
    sums: NDArray[np.float64]  # what each small offer promises
    minds: NDArray[np.float64]  # by code of an opponent: its weights
    widths: NDArray[np.int64]  # by code: how many positions a search keeps
    depths: NDArray[np.int64]  # by code: how far it looks


def make(players: int) -> Thought:
    """Memory and weights for a table of so many."""
    codes, known = {PLANNER_QUICK: "quick", PLANNER: "normal"}, range(max(CODES.values()) + 1)
    steady, clever = minds.mind("steady", players), minds.mind("planner", players)
    weights = np.stack([clever if code in codes else steady for code in known])
    widths, depths = (
        np.array([getattr(planner.EFFORTS[codes[code]], name) if code in codes else 0 for code in known], np.int64)
        for name in ("width", "depth")
    )
    return Thought(desk(), np.zeros(BUNDLES), weights, widths, depths)


@rule
def next_world(state: StateRecord, note: Notes, seat: int, thought: Thought) -> None:
    """Another world to think in; the game's own stream draws it."""
    note.counter = advance(note.counter)
    imagine(state, note, seat, thought.desk.memory.states, 0, stream(note.counter, seat))


@rule
def answer(state: StateRecord, note: Notes, seat: int, player: int, thought: Thought) -> int:
    """Accept what gains, counter what could (once a turn), refuse the rest."""
    memory, mind = thought.desk.memory, thought.minds[player]
    if is_legal(state, seat, ACCEPT) and gain_by_accepting(seat, mind, memory) > 0.0:
        return ACCEPT
    if player != STEADY and (note.countered >> seat) & 1 == 0:
        counter = best_counter(seat, mind, memory, LEAST_GAIN, 0.0)
        if counter != 0 and is_legal(state, seat, counter):
            return counter
    return REFUSE


@rule
def offer(state: StateRecord, note: Notes, course: Course, seat: int, player: int, thought: Thought) -> int:
    """The offer that promises most to seats that may be asked, or 0."""
    if course.most_offers == 0 or state.players < 3 or not domestic_trade_is_open(state) or state.hand[seat] == 0:
        return 0
    if note.offers_turn == state.turn and note.offers > 0:
        return 0
    memory = thought.desk.memory
    for place in range(thought.sums.shape[0]):
        thought.sums[place] = 0.0
    for _ in range(OFFER_WORLDS):
        next_world(state, note, seat, thought)
        consider_offers(seat, thought.minds[player], memory, 0.0, thought.sums)
    found = best_offer(seat, memory, thought.sums, OFFER_WORLDS, LEAST_GAIN)
    asked = recipients_of(found)
    for other in range(state.players):
        player_there = player_of(course, note, int(state.players), other)
        if not course.menu and (player_there == CALLER or player_there >= NETWORK):  # it could not answer
            asked &= ~(1 << other)
    if found == 0 or asked == 0:
        return 0
    found += (asked - recipients_of(found)) << RECIPIENTS_SHIFT
    return found if is_legal(state, seat, found) else 0


@rule
def think(state: StateRecord, note: Notes, course: Course, seat: int, player: int, thought: Thought) -> int:
    """What the bot of this seat does."""
    if player == STEADY and state.hidden_supply == 0 and state.answer[seat] != Answer.WAITING:
        thought.desk.memory.states[0] = state
        action = best_for_own_hand(seat, thought.minds[player], thought.desk.memory)
        if action != 0:
            note.counter = advance(note.counter)  # as if a world had been drawn: later draws stay the same
            return action
    next_world(state, note, seat, thought)
    if state.answer[seat] == Answer.WAITING:
        return answer(state, note, seat, player, thought)
    mind = thought.minds[player]
    phase = int(state.phase)
    if player == STEADY or not (phase == Phase.MAIN or phase == Phase.ROLL or phase == Phase.FREE_ROADS):
        return decide(seat, mind, thought.desk.memory)
    action = plan_turn(thought.desk, seat, mind, SearchEffort(thought.widths[player], thought.depths[player], 1))
    if action == END:
        said = offer(state, note, course, seat, player, thought)
        if said != 0:
            return said
    return action
