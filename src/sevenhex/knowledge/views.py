"""What one seat may know: everything on the table, its own cards, and what can be worked out from the course of the game.

A view is the only way to a seat's knowledge. It holds a state in which everything hidden is zeroed, and the card counter's findings;
neither it nor its wire form changes when something changes that the seat cannot see (ROB-5, DEV-2, SEVEN-1, WIN-4, HOUSE-5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from sevenhex.errors import ActionError, SeatError, SevenhexError
from sevenhex.notation import speech
from sevenhex.protocol.encoding import Sizes, ViewData, island_data, known_words, shared_data, size_of
from sevenhex.rules import engine
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import CARD_NAMES, CHANCE, LAST_CHANCE_PHASE, RESOURCE_NAMES, Phase
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.snapshot import snapshot_of
from sevenhex.rules.state import State, copy

from .counter import Counter, Knowledge, Weights, Words
from .hypotheses import spread

Json = dict[str, Any]


class GameLike(Protocol):
    """What a view needs of a `Game`."""

    @property
    def state(self) -> State: ...
    @property
    def states(self) -> Sequence[State]: ...  # states[n] stands before log[n]; the last one is `state`
    @property
    def log(self) -> Sequence[tuple[int, int]]: ...
    @property
    def knowledge(self) -> dict[int | None, Any]: ...  # kept for the views
    @property
    def configuration(self) -> Any: ...
    @property
    def colours(self) -> tuple[str, ...]: ...
    @property
    def words(self) -> Mapping[str, str]: ...
    @property
    def naming(self) -> Any: ...


class Hypotheses(NamedTuple):
    """Possible hands of all seats at once: `hands[h, seat]` is a word of cards, `weights[h]` its share of one."""

    hands: Words
    weights: Weights
    exact: bool  # all that is possible is in the list

    def __iter__(self) -> Iterator[Any]:  # weight and hands together, for reading
        return iter(zip(self.weights.tolist(), map(tuple, self.hands.tolist()), strict=True))

    def __len__(self) -> int:
        return len(self.weights)

    def __reduce__(self) -> tuple[Any, ...]:  # a pickle would take it by its `__iter__`
        return Hypotheses, (self.hands, self.weights, self.exact)


class View:
    """What `seat` (None: somebody who watches) may know of a game at one moment."""

    def __init__(self, table: GameLike, seat: int | None, knowledge: Knowledge | None, everything: bool = False) -> None:
        truth = table.state
        self.seat = seat
        self.configuration = table.configuration
        self.colours = table.colours
        self.words = table.words
        self.naming = table.naming
        self.version = len(table.log)
        self.players = int(truth["players"][0])
        self.everything = everything
        self.open_hands = everything or bool(truth["open_hands"][0])
        hands = truth["hand"][0].tolist()
        cards = truth["cards"][0].tolist()
        deck, supply, aside = int(truth["deck"][0]), int(truth["supply"][0]), truth["set_aside"][0].tolist()
        self.hand_sizes = tuple(map(size_of, hands[: self.players]))
        self.card_counts = tuple(map(size_of, cards[: self.players]))
        self.deck_size = size_of(deck)
        self.fresh_count = size_of(int(truth["fresh"][0]))
        self.set_aside_sizes = tuple(map(size_of, aside[: self.players]))
        self.knowledge = knowledge
        self.state = copy(truth) if everything else masked(truth, seat)
        # Which kinds lie in the deck or hidden in other hands is known to all from the box (COMP-3); only where they lie is not.
        self.unseen = deck + sum(cards) - sum(self.state["cards"][0].tolist())
        self.box = supply + sum(aside) + sum(hands)

    # --- the cards

    @cached_property
    def hypotheses(self) -> Hypotheses:
        """Possible joint hands with weights; a single one when everything is known."""
        if self.knowledge is None:
            return Hypotheses(self.state["hand"][:, : self.players].copy(), np.ones(1), True)
        hands, weights = self.knowledge.joint()
        return Hypotheses(hands[:, : self.players], weights, self.knowledge.exact)

    @cached_property
    def ranges(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each seat the certain least and the certain most of each resource, as words."""
        if self.knowledge is None:
            hands = tuple(self.state["hand"][0, : self.players].tolist())
            return hands, hands
        return ranges_of(self.knowledge, self.players)

    @cached_property
    def cumulative(self) -> Weights:
        """Running sums of the counter's weights, for drawing a hypothesis."""
        assert self.knowledge is not None
        return np.cumsum(self.knowledge.weights)

    @property
    def low(self) -> tuple[int, ...]:
        return self.ranges[0]

    @property
    def high(self) -> tuple[int, ...]:
        return self.ranges[1]

    def sees_hand(self, seat: int) -> bool:
        return self.open_hands or seat == self.seat

    def sees_cards(self, seat: int) -> bool:
        return self.everything or seat == self.seat

    def total_points(self, seat: int) -> int | None:
        """All points of a seat, if the viewer may know them."""
        if self.sees_cards(seat):
            return int(engine.total_points(self.state, seat))
        return None

    # --- the viewer's own seat, as people ask for it

    @property
    def own_seat(self) -> int:
        """`seat` for those who play, such as bots: a watcher has none."""
        if self.seat is None:
            raise SevenhexError("This is a watcher's view: it has no seat.")
        return self.seat

    @property
    def hand(self) -> dict[str, int]:
        """The own resource cards by name, without those of which there are none; of somebody who watches, none."""
        return {} if self.seat is None else named(int(self.state["hand"][0, self.seat]), RESOURCE_NAMES)

    @property
    def cards(self) -> dict[str, int]:
        """The own development cards, likewise."""
        return {} if self.seat is None else named(int(self.state["cards"][0, self.seat]), CARD_NAMES)

    @property
    def points(self) -> int | None:
        """The own points, hidden ones too; None for somebody who watches."""
        return None if self.seat is None else self.total_points(self.seat)

    @cached_property
    def _imagined(self) -> State:
        """Some state that looks like this to the seat; all such allow it the same. (With hidden counts of the supply, HOUSE-5, whether the
        supply has a card can only be guessed.)"""
        from .sample import sample

        return sample(self, np.random.default_rng(0))

    def legal(self, menu: bool = False) -> list[int]:
        """The own legal actions, without free-form trade texts; with `menu` the small ones of those too."""
        if self.seat is None:
            return []
        out = np.empty(MAX_ACTIONS, np.int64)
        listed: list[int] = out[: engine.legal_actions(self._imagined, self.seat, menu, out)].tolist()
        return listed

    def legal_texts(self, menu: bool = False) -> list[str]:
        """The same as text."""
        return [speech.say(action, self.naming, self.seat) for action in self.legal(menu)]

    def can(self, action: int | str) -> bool:
        """May this seat do this now? An action as number or text, or only its first word: `view.can("city")` asks for any city."""
        if self.seat is None:
            return False
        if isinstance(action, str):
            if any(text.split(" ", 1)[0] == action.strip() for text in self.legal_texts(menu=True)):
                return True
            try:
                action = speech.read(action, self.naming, self.seat)
            except ActionError:
                return False
        return 0 < action < 1 << 63 and bool(engine.is_legal(self._imagined, self.seat, action))

    # --- the course of the game

    @property
    def phase(self) -> Phase:
        return Phase(int(self.state["phase"][0]))

    @property
    def turn(self) -> int:
        return int(self.state["turn"][0])

    @property
    def actor(self) -> int:
        return int(self.state["actor"][0])

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are awaited; (-1,) for chance, () when the game is over."""
        if self.phase <= LAST_CHANCE_PHASE:
            return (CHANCE,)
        seats = int(engine.awaited(self.state))
        return tuple(seat for seat in range(self.players) if seats >> seat & 1)

    # --- equality: views of the same seat that know the same

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.seat, self.version, self.state.tobytes()))

    def _identity(self) -> tuple[Any, ...]:
        known = self.hypotheses
        return (
            (self.seat, self.version, self.players, self.everything, self.colours, self.state.tobytes()),
            (self.hand_sizes, self.card_counts, self.deck_size, self.fresh_count, self.set_aside_sizes, self.unseen, self.ranges),
            (known.hands.tobytes(), known.weights.tobytes(), known.exact),
        )

    def __repr__(self) -> str:
        who = "everybody" if self.seat is None else self.colours[self.seat]
        return f"<View of {who} after {self.version} actions: turn {self.turn}, {self.phase.name.lower()}>"

    def _repr_svg_(self) -> str:
        """The island as notebooks show it."""
        from sevenhex.notation.picture import island_svg

        return island_svg(self.state, colours=self.colours, words=self.words)

    # --- the wire form (docs/protocol.md)

    def to_json(self) -> Json:
        return self.data().to_json()

    def data(self) -> ViewData:
        """The view as the wire form's parts."""
        now, sizes = snapshot_of(self.state), Sizes(self.hand_sizes, self.card_counts, self.deck_size)
        island = island_data(self.state, now, self.configuration, self.words)
        shared = shared_data(now, island, self.configuration, self.colours, self.version, list(self.to_act), sizes, self.everything)
        points = [self.total_points(seat) or 0 for seat in range(self.players)]
        return shared.view(self.seat, known_words(now, self.seat, self.everything, *self.ranges, points))


def named(word: int, names: Sequence[str]) -> dict[str, int]:
    return {name: count for name, count in zip(names, counts(word), strict=True) if count}


def masked(truth: State, seat: int | None) -> State:
    """A copy of the state without what the seat (or, for None, the public) may not know."""
    state = copy(truth)
    if state["phase"][0] == Phase.OVER:  # WIN-4: nothing is secret any more
        return state
    if not state["open_hands"][0]:
        hide(state["hand"][0], seat)
        hide(state["set_aside"][0], seat)
    if state["hidden_supply"][0]:
        state["supply"] = 0
    hide(state["cards"][0], seat)
    if state["actor"][0] != seat:
        state["fresh"] = 0
    state["deck"] = 0
    return state


def hide(words: Words, seat: int | None) -> None:
    """Leave nothing of all words but the seat's."""
    own = int(words[seat]) if seat is not None else 0
    words[:] = 0
    if seat is not None:
        words[seat] = own


def look(table: GameLike, seat: int | None) -> View:
    """The view of a seat, or of somebody who only watches (None)."""
    players = int(table.state["players"][0])
    if seat is not None and not 0 <= seat < players:
        raise SeatError(f"There is no seat {seat}; the seats are 0 to {players - 1}, and None for somebody who watches.")
    if table.state["phase"][0] == Phase.OVER:  # WIN-4: nothing is secret any more
        return open_view(table, seat)
    if table.state["open_hands"][0]:
        return View(table, seat, None)
    return View(table, seat, knowledge_of(table, seat))


def ranges_of(known: Knowledge, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each seat the certain least and the certain most of each resource, as words."""
    low, high = known.low[:players], known.high[:players]
    if low == high or not known.exact or any(known.pending):
        return low, high
    # where no possible hand is missing, these are at least as sharp
    spans = np.array((low, high), np.int64)
    spread(known.hands, spans)
    least, most = spans.tolist()
    return tuple(least), tuple(most)


def open_view(table: GameLike, seat: int | None = None) -> View:
    """A view that shows everything, for records and reports of finished games. Never hand it to a player of a running one."""
    return View(table, seat, None, everything=True)


def knowledge_of(table: GameLike, seat: int | None) -> Knowledge:
    found: Knowledge = counter_of(table, seat).knowledge()
    return found


def counter_of(table: GameLike, seat: int | None) -> Counter:
    """The seat's card counter, brought up to date with the log; it is kept with the game and rebuilt after an undo."""
    log, states = table.log, table.states
    counter, version, last = table.knowledge.get(seat, (None, 0, None))
    if counter is None or version > len(log) or (version and log[version - 1] is not last):
        counter, version = Counter(states[0], seat), 0
    before = states[version]
    for n in range(version, len(log)):
        after = states[n + 1]
        counter.observe(before, log[n][0], log[n][1], after)
        before = after
    keep_counter(table, seat, counter)
    followed: Counter = counter
    return followed


def keep_counter(table: GameLike, seat: int | None, counter: Counter) -> None:
    """With the point of the log that it has come to."""
    log = table.log
    table.knowledge[seat] = (counter, len(log), log[-1] if log else None)


def continue_counting(table: GameLike, seat: int | None, counter: Counter) -> None:
    """Let a counter that has followed the game elsewhere (at another program's table) speak for the seat, from the present position on."""
    counter.state = table.state
    keep_counter(table, seat, counter)
