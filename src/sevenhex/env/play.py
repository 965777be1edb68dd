"""One game of an environment, step by step: chance, forced moves and opponents are played until somebody must decide.

The same functions run on the CPU (`vector.py`) and on the GPU (`gpu/`); only bots that think (`thinkers.py`) are the CPU's alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.knowledge.bounds import begin as begin_doubts
from sevenhex.observation.menu import action_at, write_mask
from sevenhex.observation.notes import Notes, after, before, play
from sevenhex.observation.observation import observe
from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.actions import KIND_MASK, act, first, kind_of, second
from sevenhex.rules.cards import count
from sevenhex.rules.chance import FACES, ROLLS, cards_at_stake, is_outcome, pick, possible_rolls
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, NOBODY, RESOURCES, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, is_legal
from sevenhex.rules.options import legal_actions
from sevenhex.rules.record import Records, StateRecord
from sevenhex.search.eagerness import eager_choice
from sevenhex.search.sparring import sparring_choice

from .opponents import CALLER, GREEDY, NETWORK, SPARRING, STEADY, THINKERS, place_of, player_of
from .prefetch import fetch
from .thinkers import Thought, think

BEGIN, STEP, RESUME, SOME = 0, 1, 2, 3  # what many games are asked for; SOME: a step of those that are given a choice
PASS = -1  # no choice: the game stays as it is
RUNNING, WON, CUT = 0, 1, 2  # what `done` says: 1 is Gymnasium's terminated, 2 its truncated
NOTHING, VICTORY, DEFEAT, TRUNCATED = 0, 1, 2, 3  # how a seat's last game ended, until its next decision carries it
WIN = 1.0
AHEAD = 2  # games: their memory is on its way while this one is played
END = int(Kind.END)
FULL = -3  # instead of a seat: there is no more room to write to
ASKS_CHANCE = -2  # instead of a seat: the caller says what chance brings (Setting.chance == "shown")


class Course(NamedTuple):
    """How games go: what is the same for all of an environment."""

    menu: bool  # trade is on the caller's menu; without it the caller's seats are never asked
    most_offers: int  # in a turn
    skip_forced: bool
    opponents: int  # see opponents.py
    drawn_seat: bool  # the learner's seat is drawn for each game
    limit: int  # players' actions
    shows_chance: bool = False  # the caller says what chance brings


class Games(NamedTuple):
    """The games, and what they begin with."""

    states: Records
    notes: Records
    pool: Records


class Rows(NamedTuple):
    """Where a step writes, one row a game: the arrays of a batch."""

    observation: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    reward: NDArray[np.float32]
    done: NDArray[np.uint8]
    seat: NDArray[np.int8]
    own_reward: NDArray[np.float32]
    own_done: NDArray[np.uint8]


@rule
def may_offer(state: StateRecord, note: Notes, course: Course) -> bool:
    """Is there an offer left in this turn? Without a limit two players could bargain for ever."""
    return course.most_offers > 0 and (note.offers < course.most_offers or note.offers_turn != state.turn)


@rule
def lists_offers(state: StateRecord, note: Notes, course: Course) -> bool:
    return course.menu and may_offer(state, note, course)


@rule
def begin_notes(note: Notes, course: Course, players: int, islands: int) -> int:
    """The next game at a place of the batch gets its own stream of chance. Returns which of the dealt islands it is played on."""
    note.game += 1
    counter = advance(stream(note.seed, note.game))
    island = (number(counter) * islands) >> 32
    note.seat_shift = 0
    if course.drawn_seat:
        counter = advance(counter)
        note.seat_shift = (number(counter) * players) >> 32
    note.counter = counter
    note.actions = 0
    note.offers = 0
    note.offers_turn = 0
    note.countered = 0
    note.supply_lost = 0
    for observer in range(note.low.shape[0]):
        for seat in range(note.low.shape[0]):
            note.below[observer, seat] = 0
            note.above[observer, seat] = 0
    return island


@rule
def begin(games: Games, course: Course, place: int) -> None:
    """Begin the next game."""
    pool = games.pool
    games.states[place] = pool[begin_notes(games.notes[place], course, int(pool[0].players), pool.shape[0])]


@rule
def ended(state: StateRecord, note: Notes, limit: int) -> bool:
    """Has somebody won, or has the game gone on for too long?"""
    return state.phase == Phase.OVER or note.actions >= limit


@rule
def undecided(state: StateRecord, note: Notes, course: Course, actions: NDArray[np.int64]) -> tuple[int, int, int]:
    """The seat that is to act, how many actions it has, and what it does without being asked or having to think: a forced move, a draw
    of a random or greedy player, what `sparring` likes best, or 0."""
    seat = lowest_bit(awaited(state))
    size = legal_actions(state, seat, lists_offers(state, note, course), actions)
    action = actions[0]
    player = player_of(course, note, int(state.players), seat)
    forced = size == 1 and course.skip_forced
    if forced and player > STEADY and player < NETWORK and course.most_offers > 0:
        forced = action != END  # an offer could be made first
    if not forced:
        if player == CALLER or player >= THINKERS:
            return seat, size, 0
        note.counter = advance(note.counter)
        if player == GREEDY:
            action = eager_choice(state, actions, size, note.counter)
        elif player == SPARRING:
            action = sparring_choice(state, seat, actions, size)
        else:
            action = actions[(number(note.counter) * size) >> 32]
    note.actions += 1
    return seat, size, action


# --- chance as the caller's choice: a number below 36, 6 * (one die - 1) + other die - 1 for a roll, else the card's kind


@rule
def rolls_now(state: StateRecord) -> bool:
    return state.phase == Phase.DICE or state.phase == Phase.ORDER_DICE


@rule
def chance_action(state: StateRecord, which: int) -> int:
    """The chance action behind a number; whether it can come now is for `is_outcome` to say."""
    if rolls_now(state):
        return act(Kind.DICE, 1 + which // FACES, 1 + which % FACES)
    return act(Kind.STEAL if state.phase == Phase.STEAL else Kind.DRAW, which)


@rule
def chance_number(action: int) -> int:
    """The number of a chance action."""
    if kind_of(action) == Kind.DICE:
        return FACES * (first(action) - 1) + second(action) - 1
    return first(action)


@rule
def chance_weight(state: StateRecord, which: int) -> int:
    """How many of the equally likely cases bring this number; 0 where it cannot come."""
    if rolls_now(state):
        return (possible_rolls(state) >> which) & 1
    return count(cards_at_stake(state), which) if which < RESOURCES else 0


@rule
def is_chance_number(state: StateRecord, which: int) -> bool:
    return 0 <= which < ROLLS and is_outcome(state, chance_action(state, which))


@rule
def mark_chance(state: StateRecord, mask: NDArray[np.bool_]) -> None:
    """Set the numbers that may come, in a mask that is empty."""
    for which in range(ROLLS):
        mask[which] = chance_weight(state, which) > 0


@rule
def continue_game(state: StateRecord, note: Notes, course: Course, actions: NDArray[np.int64]) -> tuple[int, int]:
    """Play what needs no decision. Returns the seat that must decide and how many actions it has; NOBODY when the game has ended."""
    while not ended(state, note, course.limit):
        if state.phase <= LAST_CHANCE_PHASE:
            if course.shows_chance:
                return ASKS_CHANCE, 0
            note.counter = advance(note.counter)
            seat, action = CHANCE, pick(state, number(note.counter))
        else:
            seat, size, action = undecided(state, note, course, actions)
            if action == 0:
                return seat, size
        play(state, note, seat, action)
    return NOBODY, 0


@rule
def next_decision(state: StateRecord, note: Notes, course: Course, actions: NDArray[np.int64], thought: Thought | None) -> tuple[int, int]:
    """The same, with bots that think between: the seat is the caller's or a network's. `thought` is None where no such bot plays."""
    seat, size = continue_game(state, note, course, actions)
    if thought is not None:
        while seat >= 0:
            player = player_of(course, note, int(state.players), seat)
            if player == CALLER or player >= NETWORK:
                break
            action = think(state, note, course, seat, player, thought)
            note.actions += 1
            # A world may hold cards in a hidden supply that the true one has not.
            play(state, note, seat, action if is_legal(state, seat, action) else actions[0])
            seat, size = continue_game(state, note, course, actions)
    return seat, size


@rule
def reward_of(state: StateRecord, seat: int) -> np.float32:
    """The winner gets 1, the others share -1; nothing while nobody has won."""
    if state.winner == NOBODY:
        return np.float32(0.0)
    return np.float32(WIN) if state.winner == seat else np.float32(-WIN / (int(state.players) - 1))


@rule
def keep_outcomes(state: StateRecord, note: Notes) -> None:
    """The result that each player receives with its next decision, which belongs to another game."""
    for seat in range(state.players):
        place = place_of(note, int(state.players), seat)
        if state.phase == Phase.OVER:
            note.outcome[place] = VICTORY if state.winner == seat else DEFEAT
        else:
            note.outcome[place] = TRUNCATED


@rule
def take_outcome(note: Notes, players: int, seat: int) -> int:
    """How this player's last game ended, if it has not received that yet."""
    place = place_of(note, players, seat)
    outcome = note.outcome[place]
    note.outcome[place] = NOTHING
    return outcome


@rule
def own_reward_of(outcome: int, players: int) -> np.float32:
    if outcome == VICTORY:
        return np.float32(WIN)
    return np.float32(-WIN / (players - 1)) if outcome == DEFEAT else np.float32(0.0)


@rule
def own_done_of(outcome: int) -> int:
    if outcome == NOTHING:
        return RUNNING
    return CUT if outcome == TRUNCATED else WON


@rule
def write_out(games: Games, course: Course, rows: Rows, place: int, seat: int, size: int, actions: NDArray[np.int64]) -> None:
    """Who must choose, what may be chosen, and what is seen: where chance is awaited, by the seat whose turn it is."""
    state, note = games.states[place], games.notes[place]
    rows.seat[place] = seat
    write_mask(state, seat, actions, size, rows.mask[place])
    observer = seat
    if course.shows_chance and seat == ASKS_CHANCE:
        mark_chance(state, rows.mask[place])
        observer = int(state.actor)
    observe(state, note, observer, rows.observation[place])


@rule
def proceed(games: Games, course: Course, rows: Rows, place: int, actions: NDArray[np.int64], thought: Thought | None) -> None:
    """From any point of a game to the next decision, over its end into the next game if need be; then write everything out."""
    seat, size = next_decision(games.states[place], games.notes[place], course, actions, thought)
    rows.done[place] = RUNNING
    for each in range(rows.reward.shape[1]):
        rows.reward[place, each] = np.float32(0.0)
    while seat == NOBODY:
        state = games.states[place]
        rows.done[place] = WON if state.phase == Phase.OVER else CUT
        for each in range(rows.reward.shape[1]):
            rows.reward[place, each] = reward_of(state, each)
        keep_outcomes(state, games.notes[place])
        begin(games, course, place)
        seat, size = next_decision(games.states[place], games.notes[place], course, actions, thought)
    outcome = NOTHING
    if not (course.shows_chance and seat == ASKS_CHANCE):
        outcome = take_outcome(games.notes[place], rows.reward.shape[1], seat)
    rows.own_reward[place] = own_reward_of(outcome, rows.reward.shape[1])
    rows.own_done[place] = own_done_of(outcome)
    write_out(games, course, rows, place, seat, size, actions)


@rule
def is_on_menu(state: StateRecord, note: Notes, seat: int, index: int, width: int, course: Course) -> bool:
    """May this seat choose this index now?"""
    if course.shows_chance and seat == ASKS_CHANCE:
        return is_chance_number(state, index)
    if index < 0 or index >= width:
        return False
    action = action_at(state, seat, index)
    offers = (action & KIND_MASK == Kind.OFFER) | (action & KIND_MASK == Kind.COUNTER)
    if offers and not may_offer(state, note, course):
        return False
    return is_legal(state, seat, action)


@rule
def chosen_action(
    state: StateRecord, note: Notes, seat: int, index: int, width: int, course: Course, actions: NDArray[np.int64]
) -> tuple[int, int]:
    """The action behind a chosen index, and 0; if it is not allowed, the first legal action and 1."""
    if course.shows_chance and seat == ASKS_CHANCE:
        allowed = is_chance_number(state, index)
        return (chance_action(state, index), 0) if allowed else (pick(state, 0), 1)
    if is_on_menu(state, note, seat, index, width, course):
        return action_at(state, seat, index), 0
    legal_actions(state, seat, lists_offers(state, note, course), actions)
    return actions[0], 1


@rule
def decide(state: StateRecord, note: Notes, seat: int, index: int, width: int, course: Course, actions: NDArray[np.int64]) -> int:
    """Play the chosen index; one that is not allowed is replaced by the first legal action. Returns 1 if it was replaced."""
    action, replaced = chosen_action(state, note, seat, index, width, course, actions)
    by_chance = course.shows_chance and seat == ASKS_CHANCE
    note.actions += 0 if by_chance else 1
    play(state, note, CHANCE if by_chance else seat, action)
    return replaced


# --- many games in one call


@rule
def make_seeds(seed: int, places: NDArray[np.uint64]) -> None:
    """Turn places into their seeds."""
    for each in range(places.shape[0]):
        places[each] = stream(seed, places[each])


@rule
def begin_notes_of(states: Records, notes: Records) -> None:
    """Games that begin in the middle: what each seat knows of a past that it did not see."""
    for place in range(states.shape[0]):
        for seat in range(states[place].players):
            begin_doubts(states[place], notes[place], seat, seat)


@rule
def first_refused(
    first: int, last: int, games: Games, course: Course, chosen: NDArray[np.int64], width: int, seats: NDArray[np.int8]
) -> int:
    """The first game whose chosen index is not allowed, or -1."""
    for place in range(first, last):
        if not is_on_menu(games.states[place], games.notes[place], int(seats[place]), chosen[place], width, course):
            return place
    return -1


@rule
def run_many(
    first: int,
    last: int,
    actions: NDArray[np.int64],
    thought: Thought | None,
    games: Games,
    course: Course,
    rows: Rows,
    chosen: NDArray[np.int64],
    task: int,
) -> int:
    """New games, a choice in each, or on from any point of the games, up to the next decisions. Returns how many choices were replaced.

    One function for all of them: with bots that think it is large, and takes a minute to compile.
    """
    replaced = 0
    width = rows.mask.shape[1]
    for place in range(first, last):
        following = min(place + AHEAD, last - 1)
        fetch(games.states, following)
        fetch(games.notes, following)
        fetch(rows.mask, following)
        fetch(rows.observation, following)
        if task == SOME and chosen[place] == PASS:
            continue
        if task == STEP or task == SOME:
            replaced += decide(games.states[place], games.notes[place], int(rows.seat[place]), chosen[place], width, course, actions)
        elif task == BEGIN:
            begin(games, course, place)
            for seat in range(rows.reward.shape[1]):
                games.notes[place].outcome[seat] = NOTHING
        proceed(games, course, rows, place, actions, thought)
    return replaced


@rule
def draw_index(mask: NDArray[np.bool_], drawn: int) -> int:
    """The index of a mask that a uniform number in 0 .. 2**32 - 1 picks; 0 where nothing may be chosen."""
    size = 0
    for index in range(mask.shape[0]):
        size += 1 if mask[index] else 0
    left = (drawn * size) >> 32
    for index in range(mask.shape[0]):
        if mask[index]:
            if left == 0:
                return index
            left -= 1
    return 0


@rule
def draw_many(first: int, last: int, mask: NDArray[np.bool_], chosen: NDArray[np.int64], counters: NDArray[np.uint64]) -> None:
    """A uniformly random legal index for each game, from the caller's own counters."""
    for place in range(first, last):
        counters[place] = advance(counters[place])
        chosen[place] = draw_index(mask[place], number(counters[place]))


@rule
def show_many(
    first: int,
    last: int,
    actions: NDArray[np.int64],
    thought: Thought | None,
    games: Games,
    course: Course,
    rows: Rows,
    acting: NDArray[np.int8],
) -> None:
    """Write out what stands, without playing; no results are handed out."""
    for place in range(first, last):
        state, note, seat = games.states[place], games.notes[place], int(acting[place])
        rows.done[place] = RUNNING
        for each in range(rows.reward.shape[1]):
            rows.reward[place, each] = np.float32(0.0)
        rows.own_reward[place] = np.float32(0.0)
        rows.own_done[place] = RUNNING
        size = 0
        if not (course.shows_chance and seat == ASKS_CHANCE):
            size = legal_actions(state, seat, lists_offers(state, note, course), actions)
        write_out(games, course, rows, place, seat, size, actions)


@rule
def observe_many(first: int, last: int, games: Games, seats: NDArray[np.int8], out: NDArray[np.uint8]) -> None:
    """What the seats of each game's row see; `out` has a row for each of them."""
    for place in range(first, last):
        for row in range(seats.shape[1]):
            observe(games.states[place], games.notes[place], int(seats[place, row]), out[place, row])


@rule
def weigh_many(first: int, last: int, states: Records, out: NDArray[np.float32]) -> None:
    """The probability of each number where chance is awaited; rows of zeros elsewhere."""
    for place in range(first, last):
        state = states[place]
        whole = 0
        for which in range(out.shape[1]):
            weight = chance_weight(state, which) if state.phase <= LAST_CHANCE_PHASE else 0
            out[place, which] = np.float32(weight)
            whole += weight
        for which in range(out.shape[1]):
            if whole > 0:
                out[place, which] /= np.float32(whole)


# --- one game, as Python calls it


@rule
def go_on(
    states: Records, notes: Records, course: Course, blind: int, past: NDArray[np.int64], actions: NDArray[np.int64]
) -> tuple[int, int]:
    """Play chance, forced moves and the seats in `blind` (bits), which act at random, until somebody else must decide. What was done is
    written to `past` as seat and action. Returns that seat (or NOBODY at the end, ASKS_CHANCE, FULL) and how much was written."""
    state, note = states[0], notes[0]
    done = 0
    while not ended(state, note, course.limit):
        if done == past.shape[0]:
            return FULL, done
        if state.phase <= LAST_CHANCE_PHASE:
            if course.shows_chance:
                return ASKS_CHANCE, done
            note.counter = advance(note.counter)
            seat, action = CHANCE, pick(state, number(note.counter))
        else:
            seat = lowest_bit(awaited(state))
            random = (blind >> seat) & 1 == 1
            size = legal_actions(state, seat, lists_offers(state, note, course) and not random, actions)
            action = actions[0]
            if random:
                note.counter = advance(note.counter)
                action = actions[(number(note.counter) * size) >> 32]
            elif size > 1 or not course.skip_forced:
                return seat, done
            note.actions += 1
        past[done, 0] = seat
        past[done, 1] = action
        done += 1
        play(state, note, seat, action)
    return NOBODY, done


@rule
def play_one(states: Records, notes: Records, seat: int, action: int) -> None:
    notes[0].actions += 1 if seat != CHANCE else 0
    play(states[0], notes[0], seat, action)


@rule
def chance_of(states: Records, which: int) -> int:
    """The chance action behind a number, 0 where it cannot come."""
    return chance_action(states[0], which) if is_chance_number(states[0], which) else 0


@rule
def note_before(states: Records, notes: Records, seat: int, action: int) -> None:
    before(states[0], notes[0], seat, action)


@rule
def note_after(states: Records, notes: Records, action: int) -> None:
    after(states[0], notes[0], action)


@rule
def look(
    states: Records,
    notes: Records,
    seat: int,
    course: Course,
    actions: NDArray[np.int64],
    observation: NDArray[np.uint8],
    mask: NDArray[np.bool_],
) -> int:
    """Observation and mask of a seat; returns how many actions it has."""
    size = legal_actions(states[0], seat, lists_offers(states[0], notes[0], course), actions)
    write_mask(states[0], seat, actions, size, mask)
    observe(states[0], notes[0], seat, observation)
    return size


@rule
def offer_is_left(states: Records, notes: Records, course: Course) -> bool:
    return may_offer(states[0], notes[0], course)


@rule
def chance_weight_of(states: Records, which: int) -> int:
    return chance_weight(states[0], which)


@rule
def action_on_menu(states: Records, notes: Records, seat: int, index: int, width: int, course: Course) -> int:
    """The action behind an index, 0 if this seat may not choose it now."""
    return action_at(states[0], seat, index) if is_on_menu(states[0], notes[0], seat, index, width, course) else 0
