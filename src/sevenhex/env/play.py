"""One game of an environment, step by step: chance, forced moves and random seats are played until somebody must decide.

The same functions run on the CPU (`vector.py`) and on the GPU (`gpu/`).
"""

from __future__ import annotations

import numpy as np

from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, NOBODY, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, is_legal
from sevenhex.rules.options import legal_actions

from .menu import action_at, index_of, write_mask
from .notes import after, before, play
from .observation import observe
from .prefetch import fetch

RUNNING, WON, CUT = 0, 1, 2  # what `done` says: 1 is Gymnasium's terminated, 2 its truncated
WIN = 1.0
AHEAD = 2  # games: their memory is on its way while this one is played


@rule
def may_offer(state, notes, most_offers):
    """Is there an offer left in this turn? Without a limit two players could bargain for ever."""
    return most_offers > 0 and (notes.offers < most_offers or notes.offers_turn != state.turn)


@rule
def begin_notes(note, islands):
    """The next game at a place of the batch gets its own stream of chance. Returns which of the dealt islands it is played on."""
    note.game += 1
    counter = advance(stream(note.seed, note.game))
    note.counter = counter
    note.actions = 0
    note.offers = 0
    note.offers_turn = 0
    for observer in range(note.low.shape[0]):
        for seat in range(note.low.shape[0]):
            note.below[observer, seat] = 0
            note.above[observer, seat] = 0
    return (number(counter) * islands) >> 32


@rule
def begin(states, notes, place, pool):
    """Begin the next game."""
    states[place] = pool[begin_notes(notes[place], pool.shape[0])]


@rule
def ended(state, note, limit):
    """Has somebody won, or has the game gone on for too long?"""
    return state.phase == Phase.OVER or note.actions >= limit


@rule
def undecided(state, note, most_offers, skip_forced, random_seats, actions):
    """The seat that is to act, how many actions it has, and what it does without being asked: a forced move, a random seat's draw, or 0."""
    seat = lowest_bit(awaited(state))
    size = legal_actions(state, seat, may_offer(state, note, most_offers), actions)
    action = actions[0]
    if size > 1 or not skip_forced:
        if (random_seats >> seat) & 1 == 0:
            return seat, size, 0
        note.counter = advance(note.counter)
        action = actions[(number(note.counter) * size) >> 32]
    note.actions += 1
    return seat, size, action


@rule
def continue_game(state, note, most_offers, skip_forced, random_seats, limit, actions):
    """Play what needs no decision. Returns the seat that must decide and how many actions it has; NOBODY when the game has ended."""
    while not ended(state, note, limit):
        if state.phase <= LAST_CHANCE_PHASE:
            note.counter = advance(note.counter)
            seat, action = CHANCE, pick(state, number(note.counter))
        else:
            seat, size, action = undecided(state, note, most_offers, skip_forced, random_seats, actions)
            if action == 0:
                return seat, size
        play(state, note, seat, action)
    return NOBODY, 0


@rule
def reward_of(state, seat):
    """The winner gets 1, the others share -1; nothing while nobody has won."""
    if state.winner == NOBODY:
        return np.float32(0.0)
    return np.float32(WIN) if state.winner == seat else np.float32(-WIN / (int(state.players) - 1))


@rule
def proceed(states, notes, place, pool, most_offers, skip_forced, random_seats, limit, actions, observation, mask, reward, done, seats):
    """From any point of a game to the next decision, over its end into the next game if need be; then write everything out."""
    seat, size = continue_game(states[place], notes[place], most_offers, skip_forced, random_seats, limit, actions)
    done[place] = RUNNING
    for each in range(reward.shape[1]):
        reward[place, each] = np.float32(0.0)
    while seat == NOBODY:
        state = states[place]
        done[place] = WON if state.phase == Phase.OVER else CUT
        for each in range(reward.shape[1]):
            reward[place, each] = reward_of(state, each)
        begin(states, notes, place, pool)
        seat, size = continue_game(states[place], notes[place], most_offers, skip_forced, random_seats, limit, actions)
    seats[place] = seat
    write_mask(states[place], seat, actions, size, mask[place])
    observe(states[place], notes[place], seat, observation[place])


@rule
def is_on_menu(state, note, seat, index, width, most_offers):
    """May this seat choose this index now?"""
    if index < 0 or index >= width:
        return False
    action = action_at(state, seat, index)
    offers = (action & KIND_MASK == Kind.OFFER) | (action & KIND_MASK == Kind.COUNTER)
    if offers and not may_offer(state, note, most_offers):
        return False
    return is_legal(state, seat, action)


@rule
def chosen_action(state, note, seat, index, width, most_offers, actions):
    """The action behind a chosen index, and 0; if it is not allowed, the first legal action and 1."""
    if is_on_menu(state, note, seat, index, width, most_offers):
        return action_at(state, seat, index), 0
    legal_actions(state, seat, may_offer(state, note, most_offers), actions)
    return actions[0], 1


@rule
def decide(state, note, seat, index, width, most_offers, actions):
    """Play the chosen index; one that is not allowed is replaced by the first legal action. Returns 1 if it was replaced."""
    action, replaced = chosen_action(state, note, seat, index, width, most_offers, actions)
    note.actions += 1
    play(state, note, seat, action)
    return replaced


# --- many games in one call


@rule
def make_seeds(seed, places):
    """Turn places into their seeds."""
    for each in range(places.shape[0]):
        places[each] = stream(seed, places[each])


@rule
def begin_many(
    states, notes, first, last, pool, most_offers, skip_forced, random_seats, limit, actions, observation, mask, reward, done, seats
):
    for place in range(first, last):
        begin(states, notes, place, pool)
        proceed(states, notes, place, pool, most_offers, skip_forced, random_seats, limit, actions, observation, mask, reward, done, seats)


@rule
def first_refused(states, notes, first, last, chosen, width, most_offers, seats):
    """The first game whose chosen index is not allowed, or -1."""
    for place in range(first, last):
        if not is_on_menu(states[place], notes[place], int(seats[place]), chosen[place], width, most_offers):
            return place
    return -1


@rule
def step_many(
    states, notes, first, last, chosen, pool, most_offers, skip_forced, random_seats, limit, actions, observation, mask, reward, done, seats
):
    """Returns how many chosen indices were replaced."""
    replaced = 0
    for place in range(first, last):
        following = min(place + AHEAD, last - 1)
        fetch(states, following)
        fetch(notes, following)
        fetch(mask, following)
        fetch(observation, following)
        replaced += decide(states[place], notes[place], int(seats[place]), chosen[place], mask.shape[1], most_offers, actions)
        proceed(states, notes, place, pool, most_offers, skip_forced, random_seats, limit, actions, observation, mask, reward, done, seats)
    return replaced


@rule
def draw_many(mask, chosen, counters, first, last):
    """A uniformly random legal index for each game, from the caller's own counters."""
    for place in range(first, last):
        size = 0
        for index in range(mask.shape[1]):
            size += 1 if mask[place, index] else 0
        counters[place] = advance(counters[place])
        left = (number(counters[place]) * size) >> 32
        for index in range(mask.shape[1]):
            if mask[place, index]:
                if left == 0:
                    chosen[place] = index
                    break
                left -= 1


@rule
def show_many(
    states, notes, first, last, pool, most_offers, skip_forced, random_seats, limit, actions, observation, mask, reward, done, seats, acting
):
    """Write out what stands, without playing."""
    for place in range(first, last):
        state, note, seat = states[place], notes[place], int(acting[place])
        done[place] = RUNNING
        for each in range(reward.shape[1]):
            reward[place, each] = np.float32(0.0)
        size = legal_actions(state, seat, may_offer(state, note, most_offers), actions)
        seats[place] = seat
        write_mask(state, seat, actions, size, mask[place])
        observe(state, note, seat, observation[place])


# --- one game, as Python calls it


@rule
def note_before(states, notes, seat, action):
    before(states[0], notes[0], seat, action)


@rule
def note_after(states, notes, action):
    after(states[0], notes[0], action)


@rule
def look(states, notes, seat, most_offers, actions, observation, mask):
    """Observation and mask of a seat; returns how many actions it has."""
    size = legal_actions(states[0], seat, may_offer(states[0], notes[0], most_offers), actions)
    write_mask(states[0], seat, actions, size, mask)
    observe(states[0], notes[0], seat, observation)
    return size


@rule
def action_of(states, seat, index):
    return action_at(states[0], seat, index)


@rule
def index_in(states, seat, action):
    return index_of(states[0], seat, action)
