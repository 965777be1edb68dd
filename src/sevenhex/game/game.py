"""A game: its configuration, the states it went through, and the log that led there. Everything a program or a person needs to play."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from sevenhex.errors import ActionError, SevenhexError
from sevenhex.notation import speech
from sevenhex.notation.position import layout_of
from sevenhex.notation.speech import EVERYBODY, Naming
from sevenhex.rules import engine
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, NOBODY, Phase
from sevenhex.rules.layout import Layout
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.snapshot import Snapshot, snapshot_of
from sevenhex.rules.state import State, copy

from .events import Event, report
from .history import History
from .scores import Score, score_table

if TYPE_CHECKING:
    from sevenhex.editions import Configuration, Edition
    from sevenhex.knowledge.views import View
    from sevenhex.protocol.reasons import Reason

Entry: TypeAlias = tuple[int, int]  # (seat or CHANCE, action)
SHARED = 20_000  # entries that all games share: the same few thousand make up most logs


class Bits(Protocol):
    """What `random.Random` offers."""

    def getrandbits(self, k: int, /) -> int: ...


class Integers(Protocol):
    """What `numpy.random.Generator` offers."""

    def integers(self, low: int, /) -> Any: ...


Source: TypeAlias = Bits | Integers | Callable[[], int]


def number32(source: Source) -> int:
    """A uniform number in 0 .. 2**32 - 1 from a random generator of any make, or from a function."""
    if isinstance(source, np.random.Generator):
        return int(source.integers(1 << 32))
    if hasattr(source, "getrandbits"):
        return int(source.getrandbits(32))
    if callable(source):
        return int(source())
    raise SevenhexError(
        f"Expected a random.Random, a numpy Generator or a function that returns 32-bit numbers, got {type(source).__name__}."
    )


entries: dict[Entry, Entry] = {}


def shared(entry: Entry) -> Entry:
    """The same entry, once in memory for all games."""
    return entries.setdefault(entry, entry) if len(entries) < SHARED else entries.get(entry, entry)


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int
    points: tuple[int, ...]
    turns: int


class Game:
    """One game. `play` changes it, `undo` takes back, `copy` branches; a refused action changes nothing."""

    def __init__(self, configuration: Configuration, state: State, layout: Layout | None = None) -> None:
        self.configuration = configuration
        self.layout = layout or layout_of(state, configuration.colours)
        self.naming = Naming(int(state[0].island), self.layout.colours or configuration.colours)
        self.states = History([copy(state)])  # states[n] is the one before log[n]; none is ever changed
        self.log: list[Entry] = []
        self.headers: dict[str, str] = {}  # a record's own: names of players, date, place
        self.comments: dict[int, list[str]] = {}  # by log index, written before that entry
        self.knowledge: dict[int | None, Any] = {}  # the card counters of `views.py`
        self.chance_count = 0  # outcomes of chance in the log
        self._snapshots: tuple[tuple[State, Snapshot], ...] = ()  # the last two that were asked for

    # --- making games

    @classmethod
    def new(
        cls,
        edition: str | Edition | Configuration = "sixth",
        players: int = 4,
        seed: int | str | None = None,
        starter: int | str | None = None,
        **options: Any,
    ) -> Game:
        """A game about to begin. The seed lays out the island; with a starter nobody rolls for the start (SETUP-9)."""
        from sevenhex.editions import Configuration, load
        from sevenhex.editions.deal import deal
        from sevenhex.editions.start import begin_with, generator

        if isinstance(edition, Configuration):
            configuration = edition
        else:
            configuration = (load(edition) if isinstance(edition, str) else edition).configure(players, **options)
        layout = deal(configuration, generator(secrets.randbits(64) if seed is None else seed))
        colours = layout.colours or configuration.colours
        first = None if starter is None else Naming(configuration.island, colours).known_seat(starter)
        return cls(configuration, begin_with(configuration, layout, first), layout)

    @classmethod
    def load(cls, record: str | PathLike[str]) -> Game:
        """The game that a record tells, every action checked; NotationError with line and column if it cannot be so.

        A `Path` names a file (a record, JSON or a position). A string is the record's text and never opens a file: it may be a stranger's.
        """
        if isinstance(record, PathLike):
            from sevenhex.notation import files

            return files.load(Path(record), cls)
        from sevenhex.notation.record import load

        return load(record, cls)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the whole game to a file: as JSON where its name ends in .json, else as a record. `Game.load(Path(path))` reads both."""
        from sevenhex.notation import files

        files.save(self, Path(path))

    @classmethod
    def at(cls, position: str) -> Game:
        """A game that begins at a position text."""
        from sevenhex.notation.reader import read

        found = read(position)
        return cls(found.configuration, found.complete(), found.layout)

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str | bytes) -> Game:
        """The inverse of `to_json`; also reads the JSON as text."""
        from sevenhex.notation.compact import load

        return load(data, cls)

    def record(self, comments: bool = True, seat: int | str | None = EVERYBODY) -> str:
        """The whole game as text that people can read and edit (docs/notation.md).

        Given a seat (None: a spectator), what it may not know stands as `?`; such a text cannot be loaded.
        """
        from sevenhex.notation.record import write

        return write(self, comments, seat if seat is None or seat == EVERYBODY else self.seat(seat))

    def position(self) -> str:
        """The present position in one line."""
        from sevenhex.notation.position import Position, write

        return write(Position(self.configuration, self.layout, self.state))

    def to_json(self) -> dict[str, Any]:
        """The whole game as plain data for programs."""
        from sevenhex.notation.compact import dump

        return dump(self)

    def copy(self) -> Game:
        """An independent game with the same past."""
        return self.until(len(self.log))

    def until(self, n: int) -> Game:
        """An independent game with the first `n` entries of this one's log."""
        if not 0 <= n <= len(self.log):
            raise SevenhexError(f"This game has {len(self.log)} entries; expected a number from 0 to that, got {n}.")
        twin = object.__new__(type(self))
        twin.configuration, twin.layout, twin.naming = self.configuration, self.layout, self.naming
        twin.states, twin.log = self.states.until(n + 1), self.log[:n]
        twin.chance_count = self.chance_count - sum(seat == CHANCE for seat, _ in self.log[n:])
        twin._snapshots = ()
        twin.headers = dict(self.headers)
        twin.comments = {place: list(texts) for place, texts in self.comments.items() if place <= n}
        twin.knowledge = {}
        return twin

    # --- looking

    @property
    def state(self) -> State:
        """The present state. Treat it as read-only."""
        return self.states.last

    @property
    def snapshot(self) -> Snapshot:
        """The present state as Python's own numbers: quicker wherever more than a few fields are asked for."""
        return self._snapshot_of(self.states.last)

    def _snapshot_of(self, state: State) -> Snapshot:
        for known, taken in reversed(self._snapshots):
            if known is state:
                return taken
        taken = snapshot_of(state)
        self._snapshots = (*self._snapshots[-1:], (state, taken))
        return taken

    @property
    def version(self) -> int:
        return len(self.log)

    @property
    def colours(self) -> tuple[str, ...]:
        return self.naming.colours

    @property
    def words(self) -> Mapping[str, str]:
        words: Mapping[str, str] = self.configuration.words
        return words

    @property
    def players(self) -> int:
        return len(self.naming.colours)

    @property
    def phase(self) -> Phase:
        return Phase(self._phase)

    @property
    def _phase(self) -> int:
        known = self._snapshots[-1:]  # where somebody has taken one, it is quicker to ask
        if known and known[0][0] is self.states.last:
            return int(known[0][1].phase)
        return int(self.states.last["phase"][0])

    @property
    def awaits_chance(self) -> bool:
        return self._phase <= LAST_CHANCE_PHASE

    @property
    def is_over(self) -> bool:
        return self._phase == Phase.OVER

    @property
    def actor(self) -> int:
        """The seat in whose turn, or part of a turn, the game is."""
        return int(self.states.last["actor"][0])

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are awaited; (-1,) for chance; () when the game is over."""
        if self.awaits_chance:
            return (CHANCE,)
        bits = engine.awaited(self.state)
        return tuple(seat for seat in range(self.players) if bits >> seat & 1)

    def seat(self, who: int | str) -> int:
        """A seat's number, given as number or colour."""
        return self.naming.known_seat(who)

    def legal(self, seat: int | str, menu: bool = False) -> list[int]:
        """A seat's legal actions, without free-form trade texts; with `menu` the small ones of those too. Chance: see `chances`."""
        if seat == CHANCE:
            return [action for action, _ in self.chances()]
        out = np.empty(MAX_ACTIONS, np.int64)
        size = engine.legal_actions(self.state, self.seat(seat), menu, out)
        listed: list[int] = out[:size].tolist()
        return listed

    def legal_texts(self, seat: int | str, menu: bool = False) -> list[str]:
        """The same as text."""
        who = None if seat == CHANCE else self.seat(seat)
        return [speech.say(action, self.naming, who) for action in self.legal(seat, menu)]

    def is_legal(self, action: int | str, seat: int | str) -> bool:
        """May this seat (or chance, -1) do this now? False for text that is no action."""
        who = CHANCE if seat == CHANCE else self.seat(seat)
        try:
            return self._allows(self.read(action, who), who)
        except ActionError:
            return False

    def _allows(self, action: int, seat: int) -> bool:
        return 0 < action < 1 << 63 and bool(engine.is_legal(self.state, seat, action))

    def chances(self) -> list[tuple[int, int]]:
        """Every outcome that chance may bring now, with its integer weight."""
        out, weights = np.empty(ROLLS, np.int64), np.empty(ROLLS, np.int64)
        size = engine.outcomes(self.state, out, weights)
        return list(zip(out[:size].tolist(), weights[:size].tolist(), strict=True))

    def pick(self, number: int) -> int:
        """The outcome that a uniform number in 0 .. 2**32 - 1 picks."""
        if not self.awaits_chance:
            raise ActionError("Nothing is left to chance now.")
        if not 0 <= number < 1 << 32:
            raise ActionError(f"Expected a number from 0 to 2**32 - 1, got {number}.")
        return int(engine.pick(self.state, number))

    def say(self, action: int, seat: int | None = None) -> str:
        """An action as text."""
        return speech.say(action, self.naming, seat)

    def read(self, action: int | str, seat: int | None = None) -> int:
        """An action from text; numbers pass through."""
        return speech.read(action, self.naming, seat) if isinstance(action, str) else int(action)

    def view(self, seat: int | str | None) -> View:
        """What one seat (None: a spectator) may know."""
        from sevenhex.knowledge.views import look

        return look(self, None if seat is None else self.seat(seat))

    def why_not(self, action: int | str, seat: int | str) -> list[Reason]:
        """Every reason why a seat may not do this now; empty when it may."""
        from sevenhex.protocol.reasons import why_not

        who = CHANCE if seat == CHANCE else self.seat(seat)
        return why_not(self, self.read(action, who), who)

    # --- playing

    def play(self, action: int | str, seat: int | str | None = None) -> list[Event]:
        """Do an action, given as number or text, for a seat (by default the only one awaited). Refused: ActionError, nothing changed."""
        who = self._speaker(seat)
        wanted = self.read(action, who)
        self.check(wanted, who)
        self.push(wanted, who)
        return self.events_at(len(self.log) - 1)

    def check(self, action: int, seat: int) -> None:
        """Refuse an action that this seat (or chance) may not do now."""
        if not self._allows(action, seat):
            raise self._refusal(action, seat)

    def push(self, action: int, seat: int) -> None:
        """Do an action that is known to be legal: no check, no events. For drivers that took it from `legal` or `pick`."""
        following = copy(self.states.last)
        engine.apply(following, seat, action)
        self.states.append(following)
        self.log.append(shared((int(seat), int(action))))
        self.chance_count += seat == CHANCE

    def resolve(self, source: Source) -> list[Event]:
        """Let chance act until a seat is awaited or the game is over."""
        events: list[Event] = []
        while self.awaits_chance:
            self.push(self.pick(number32(source)), CHANCE)
            events += self.events_at(len(self.log) - 1)
        return events

    def undo(self, n: int = 1) -> list[Entry]:
        """Take back the last `n` entries of the log and return them."""
        if not 0 <= n <= len(self.log):
            raise ActionError(f"Cannot take back {n} of {len(self.log)} entries.")
        keep = len(self.log) - n
        taken = self.log[keep:]
        del self.log[keep:], self.states[keep + 1 :]
        self.chance_count -= sum(seat == CHANCE for seat, _ in taken)
        self.comments = {place: texts for place, texts in self.comments.items() if place <= keep}
        self.knowledge = {}
        return taken

    def _speaker(self, seat: int | str | None) -> int:
        if seat is not None:
            return CHANCE if seat == CHANCE else self.seat(seat)
        awaited = self.to_act
        if not awaited:
            raise ActionError("The game is over.", code="over", clause="WIN-2")
        if len(awaited) > 1:
            raise ActionError(f"{', '.join(self.colours[each] for each in awaited)} are awaited: say whose action it is.", code="whose")
        return awaited[0]

    def _refusal(self, action: int, seat: int) -> ActionError:
        try:
            text = self.say(action, seat)
        except ActionError as error:
            return error
        if seat == CHANCE:
            return ActionError(f"Chance cannot bring {text!r} now.", action=text, code="illegal")
        reasons = self.why_not(action, seat)
        sentence = " ".join(reason.sentence for reason in reasons) or f"{self.colours[seat]} may not {text} now."
        first = reasons[0] if reasons else None
        return ActionError(sentence, action=text, code=first.code if first else "illegal", clause=first.clause if first else "")

    # --- telling

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return [event for n in range(len(self.log)) for event in self.events_at(n)]

    def events_since(self, version: int) -> list[Event]:
        """What happened from log entry `version` on."""
        return [event for n in range(max(0, version), len(self.log)) for event in self.events_at(n)]

    def events_at(self, n: int) -> list[Event]:
        """What log entry `n` brought about."""
        seat, action = self.log[n]
        before, after = self._snapshot_of(self.states[n]), self._snapshot_of(self.states[n + 1])
        events = report(n, before, after, seat, action, self.naming, self.words)
        return [event.opened() for event in events] if self.is_over else events  # WIN-4: nothing is secret any more

    @property
    def actions(self) -> list[tuple[str, str]]:
        """The log as text: who (a colour, or "chance") and what."""
        return [("chance" if seat == CHANCE else self.colours[seat], self.say(action, max(seat, 0))) for seat, action in self.log]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game is on."""
        if not self.is_over:
            return None
        state = self.state[0]
        return Outcome(int(state.winner), tuple(row.total for row in self.score_table()), int(state.turn))

    def score_table(self) -> list[Score]:
        """WIN-5: where each player's points come from, hidden cards too."""
        return score_table(self.snapshot, self.colours)

    # --- as a value

    def __iter__(self) -> Iterator[tuple[Entry, Game]]:
        """Replay: each entry of the log with the game right after it."""
        for n in range(len(self.log)):
            yield self.log[n], self.until(n + 1)

    def __len__(self) -> int:
        return len(self.log)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        """Equal configuration, beginning and log; so the present is equal too."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.log == other.log
            and self.configuration == other.configuration
            and bool(self.states[0].tobytes() == other.states[0].tobytes())
        )

    def __hash__(self) -> int:
        """By value: a game that is played on hashes differently, so use a copy as a key."""
        return hash((self.states[0].tobytes(), self.state.tobytes(), len(self.log)))

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()  # what both share is never changed

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle or a deep copy takes along; the rest is worked out again."""
        return self.__dict__ | {"knowledge": {}, "_snapshots": ()}

    def _repr_svg_(self) -> str:
        """The island as notebooks show it."""
        from sevenhex.notation.picture import island_svg

        return island_svg(self.state, colours=self.colours, words=self.words, inactive=self.layout.inactive)

    def __repr__(self) -> str:
        at = "over" if self.is_over else f"turn {int(self.state[0].turn)}, {self.phase.name.lower()}"
        winner = f", {self.colours[int(self.state[0].winner)]} won" if int(self.state[0].winner) != NOBODY else ""
        return f"<Game {self.configuration.edition.key}, {self.players} players, {at}{winner}, {len(self.log)} entries>"
