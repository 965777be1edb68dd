"""Sealing and starting as a small model without a server: every order of what host, guest and a dying server can do.

Words and failed starts are bounded, so that there are finitely many states, and all of them are looked at. Each of the protections can be
taken away, to see that it is needed. `test_dice_model.py` plays orders of the model at the real server.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

HOST, GUEST = "host", "guest"
PLAYERS = (HOST, GUEST)
WAITING, REVEALING, PLAYING = "waiting", "revealing", "playing"
Word: TypeAlias = tuple[str, int]  # whose, and which
Action: TypeAlias = tuple[str, ...] | tuple[str, str, int]


@dataclass(frozen=True)
class Protections:
    """What keeps somebody who knows a word from changing what it is mixed with."""

    fixed: bool = True  # from the start on seats, rules, places and seals stay
    stored: bool = True  # seals count as used, on the disk, before anybody is asked for a word
    void: bool = True  # a failed start voids all seals
    once: bool = True  # a word that was asked for is never sealed again


@dataclass(frozen=True)
class State:
    """A table before its game. What follows from it for the dice: `determined`."""

    status: str = WAITING
    seed: int = 0
    rules: int = 0
    place: int = 1  # the guest's; 0: it does not sit here
    seals: frozenset[Word] = frozenset()
    made: tuple[int, int] = (0, 0)  # words that each has made so far
    spent: frozenset[Word] = frozenset()  # stored as used
    given: frozenset[Word] = frozenset()  # in this reveal
    shown: frozenset[tuple[Word, Determined]] = frozenset()  # words that the other side may know, and what held then
    game: tuple[Determined, frozenset[Word]] | None = None

    @property
    def determined(self) -> Determined:
        return (self.seed, self.rules, self.place, self.seals)

    def word_of(self, player: str) -> Word | None:
        return next((word for word in self.seals if word[0] == player), None)

    @property
    def complete(self) -> bool:
        return self.status == REVEALING and self.given == self.seals


Determined: TypeAlias = tuple[int, int, int, frozenset[Word]]


def actions(state: State, most_words: int) -> Iterator[Action]:
    """Everything that somebody may try, refused or not."""
    for player in PLAYERS:
        for number in range(min(state.made[PLAYERS.index(player)] + 1, most_words)):
            yield ("seal", player, number)
        yield ("reveal", player)
    for name in ("start", "begin", "time", "cut", "crash", "rules", "move", "leave", "join"):
        yield (name,)


def after(state: State, action: Action, by: Protections) -> State | None:
    """What follows; None: it is refused."""
    name = action[0]
    fixed = state.status == PLAYING or (by.fixed and state.status == REVEALING)
    if name == "seal":
        player, number = str(action[1]), int(action[2])
        word = (player, number)
        if fixed or (player == GUEST and not state.place) or (by.once and word in state.spent):
            return None
        made = tuple(max(count, number + 1) if each == player else count for each, count in zip(PLAYERS, state.made, strict=True))
        return replace(state, seals=frozenset(seal for seal in state.seals if seal[0] != player) | {word}, made=(made[0], made[1]))
    if name == "reveal":
        own = state.word_of(str(action[1]))
        if state.status != REVEALING or own is None:
            return None
        return replace(state, given=state.given | {own}, shown=state.shown | {(own, state.determined)})
    if name == "start":
        if state.status != WAITING or not state.place:
            return None
        return replace(state, status=REVEALING, given=frozenset(), spent=state.spent | state.seals if by.stored else state.spent)
    if name in ("begin", "time"):
        if state.status != REVEALING or (name == "begin" and not state.complete):
            return None
        return replace(state, status=PLAYING, game=(state.determined, state.given))
    if name in ("cut", "crash"):
        if name == "cut" and state.status != REVEALING:
            return None
        if state.status == REVEALING:  # after a crash only what is stored can tell that a start was under way
            known = bool(state.seals) and (name == "cut" or by.stored)
            void = by.void and known
            state = replace(state, status=WAITING, given=frozenset())
            return replace(state, seed=state.seed + 1, seals=frozenset()) if void else state
        return state
    if name == "join" and state.place:  # who sits here already sits down again
        return state
    if fixed or (name in ("move", "leave") and not state.place):
        return None
    if name == "rules":
        return replace(state, rules=1 - state.rules)
    if name == "move":
        return replace(state, place=3 - state.place)
    if name == "join":
        return replace(state, place=1)
    return replace(state, place=0, seals=frozenset(seal for seal in state.seals if seal[0] != GUEST))


def wrong(state: State) -> str:
    """What must never be; nothing when all is well."""
    known = {word for word, _ in state.shown}
    if state.status == WAITING and state.seals & known:
        return "a word that was shown still stands"
    if state.game is not None:
        now, words = state.game
        if any(word in words and then != now for word, then in state.shown):
            return "somebody knew a word and changed what it is mixed with"
    return ""


@dataclass
class Found:
    """All states that can be reached, and the shortest way to one that must not be."""

    states: int = 0
    games: int = 0
    deepest: int = 0
    wrong: str = ""
    way: tuple[Action, ...] = ()


def search(by: Protections = Protections(), most_words: int = 3, most_seeds: int = 2) -> Found:
    """Breadth first over all states; failed starts beyond the bound are not followed."""
    found, first = Found(), State()
    came: dict[State, tuple[State, Action] | None] = {first: None}
    waiting = deque([(first, 0)])
    while waiting:
        state, depth = waiting.popleft()
        found.states, found.deepest = found.states + 1, max(found.deepest, depth)
        found.games += state.game is not None
        if problem := wrong(state):
            way: list[Action] = []
            back = came[state]
            while back is not None:
                way.append(back[1])
                back = came[back[0]]
            found.wrong, found.way = problem, tuple(reversed(way))
            return found
        for action in actions(state, most_words):
            following = after(state, action, by)
            if following is not None and following.seed <= most_seeds and following not in came:
                came[following] = (state, action)
                waiting.append((following, depth + 1))
    return found
