"""What travels beside each game of an environment: its stream of chance, its clock, and every seat's doubts about hands (`bounds.py`)."""

from __future__ import annotations

import numpy as np

from sevenhex.knowledge.bounds import TELLING, Doubts, fields, foresee, pays, settle
from sevenhex.rules.actions import kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.ids import MAX_SEATS, Kind
from sevenhex.rules.jit import rule
from sevenhex.rules.record import Ints, StateRecord

FIELDS = [
    *fields(MAX_SEATS),
    ("seed", np.uint64),  # of this place in the batch
    ("counter", np.uint64),  # of the game's stream of chance
    ("game", np.int64),  # games begun at this place
    ("actions", np.int32),  # of players in this game
    ("offers_turn", np.int32),  # the turn that `offers` counts in
    ("offers", np.int32),  # made in this turn
    ("countered", np.int32),  # seats that have made a counteroffer in the turn that `offers` counts in, one bit each
    ("seat_shift", np.int32),  # how many seats the learner and its opponents sit further on in this game
    ("outcome", np.uint8, (MAX_SEATS,)),  # how each seat's last game ended, until its next decision carries it (env/play.py)
]


class Notes(Doubts):
    """A record of notes, for type checkers."""

    seed: int
    counter: int
    game: int
    actions: int
    offers_turn: int
    offers: int
    countered: int
    seat_shift: int
    outcome: Ints


NOTES = np.dtype((np.record, np.dtype(FIELDS, align=True)))


@rule
def before(state: StateRecord, notes: Notes, seat: int, action: int) -> None:
    """What the action will do to everybody's knowledge, worked out while the cards still lie where they were."""
    kind = kind_of(action)
    if (TELLING >> kind) & 1 == 1:
        for observer in range(state.players):
            foresee(state, notes, observer, observer, seat, action)
        if kind == Kind.OFFER:
            if notes.offers_turn != state.turn:
                notes.offers_turn = state.turn
                notes.offers = 0
                notes.countered = 0
            notes.offers += 1
        elif kind == Kind.COUNTER:
            notes.countered |= 1 << seat


@rule
def after(state: StateRecord, notes: Notes, action: int) -> None:
    if pays(state, action):
        for observer in range(state.players):
            settle(state, notes, observer)


@rule
def play(state: StateRecord, notes: Notes, seat: int, action: int) -> None:
    """Apply an action (of a seat or of chance) and keep the notes true."""
    before(state, notes, seat, action)
    apply(state, seat, action)
    after(state, notes, action)
