"""What a table sends to each seat: a whole view, or what changed since the version it has. What all share is made once a version."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Raw, Struct, json, structs

from sevenhex.game.events import Event
from sevenhex.game.game import Game
from sevenhex.knowledge import views
from sevenhex.knowledge.counter import SILENT
from sevenhex.notation import speech
from sevenhex.protocol import reasons
from sevenhex.protocol.encoding import (
    Building,
    Island,
    PrivateWords,
    Road,
    Shared,
    ViewData,
    buildings_on,
    island_data,
    known_words,
    roads_on,
    shared_data,
    sizes_of,
)
from sevenhex.protocol.patch import Can, Patch, Splice, changed, changed_buttons, splice
from sevenhex.protocol.schema import ShownAs
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.snapshot import Snapshot
from sevenhex.rules.survey import Survey, survey

from ..base.encoder import encode
from ..base.sentences import SENTENCES

Ranges: TypeAlias = list[list[int]]
Words: TypeAlias = Mapping[str, str]

SILENT_KINDS = frozenset(int(kind) for kind in SILENT)
APART = frozenset({"version", "buildings", "roads"})  # fields of a view that a patch tells in another way
updates = json.Encoder()


class Situation(NamedTuple):
    """The present as a seat may know it."""

    view: ViewData | None
    legal: list[str]
    can: Can


NOTHING = Situation(None, [], {})


class PatchUpdate(Struct, tag_field="type", tag="update", rename={"since": "from"}):
    """What happened, and what is different now for those who have the version that the patch is made for."""

    version: int
    events: Annotated[Raw, ShownAs("GameEvent[]")]
    since: int
    patch: Patch


class WholeUpdate(Struct, tag_field="type", tag="update"):
    """What happened, and everything as it is now."""

    version: int
    events: Raw
    view: Raw
    legal: list[str]
    can: Can


class Change(NamedTuple):
    """A seat's way to a version."""

    version: int
    now: Callable[[], Situation]  # made for those only who need all of it
    since: int | None = None
    patch: Patch | None = None

    def encode(self, events: bytes, whole: bool, words: Words | None = None) -> bytes:
        """The message for a listener: whole where that is asked for, or nothing is known of what the listener has. Reasons with sentences
        in these words, if somebody asks for those."""
        raw_events = Raw(events)
        if self.patch is not None and self.since is not None and not whole:
            patch = self.patch
            if words is not None:
                patch = structs.replace(patch, can=[(buttons, with_sentence(reason, words)) for buttons, reason in patch.can])
            return updates.encode(PatchUpdate(self.version, raw_events, self.since, patch))
        now = self.now()
        assert now.view is not None
        return updates.encode(WholeUpdate(self.version, raw_events, Raw(now.view.encode()), now.legal, with_sentences(now.can, words)))


class Sent(NamedTuple):
    """What the listeners of one seat have: all of it is at this version."""

    version: int
    private: list[PrivateWords]
    legal: list[str]
    can: Can


class Encoder:
    """One table's outgoing views. Listeners of the same seat receive the same."""

    def __init__(self) -> None:
        self.sent: dict[int | None, Sent] = {}
        self.game: Game | None = None
        self.naming: tuple[int, tuple[str, ...]] = (0, ())
        self.island: Island
        self.version = -1
        self.now: Snapshot
        self.survey: Survey
        self.buttons: reasons.Buttons
        self.shared: Shared
        self.board: tuple[Sequence[int], Sequence[int], list[Building], list[Road]] = (b"", b"", [], [])
        # what of that is new, for those who have the version before
        self.since = -1
        self.fields: dict[str, Any] = {}
        self.buildings: Splice[Building] | None = None
        self.roads: Splice[Road] | None = None
        self.rows: list[dict[str, Any]] = []
        # what a seat knew at a length of the log, by these card counters
        self.ranges: dict[int | None, tuple[int, Ranges | None]] = {}
        self.source: Any = None

    # --- what all share

    def look(self, game: Game, version: int) -> None:
        """Take in what all seats share, once a version."""
        if game is self.game and version == self.version:
            return
        now = game.snapshot
        if game is not self.game:
            self.game, self.naming = game, (game.naming.island, game.colours)
            self.island = island_data(game.state, now, game.configuration, game.words)
            self.sent, self.ranges, self.version = {}, {}, -1
        self.survey = survey(game.state, game.players)
        self.buttons = reasons.Buttons(game, self.survey.kinds)
        sizes, board = sizes_of(now), self.pieces(now)
        to_act = [CHANCE] if now.phase <= LAST_CHANCE_PHASE else self.survey.awaited
        over = now.phase == Phase.OVER
        shared = shared_data(now, self.island, game.configuration, game.colours, version, to_act, sizes, over, board)
        if self.version >= 0:
            before, after = self.shared.public, shared.public
            self.fields = changed(before, after, APART)
            self.buildings = splice(before.buildings, after.buildings)
            self.roads = splice(before.roads, after.roads)
            self.rows = [changed(*rows) for rows in zip(self.shared.seats, shared.seats, strict=True)]
        self.since, self.version, self.now, self.shared = self.version, version, now, shared

    def pieces(self, now: Snapshot) -> tuple[list[Building], list[Road]]:
        """Buildings and roads, made anew only when one was built."""
        building, road, buildings, roads = self.board
        if now.building != building:
            buildings = buildings_on(now)
        if now.road != road:
            roads = roads_on(now)
        self.board = (now.building, now.road, buildings, roads)
        return buildings, roads

    # --- what one seat may know

    def private(self, game: Game, seat: int | None) -> list[PrivateWords]:
        now, points = self.now, self.survey.points
        over = now.phase == Phase.OVER
        low, high = (now.hand, now.hand) if over or now.open_hands else self.knowledge(game, seat)
        return known_words(now, seat, over, low, high, points)

    def knowledge(self, game: Game, seat: int | None) -> Ranges:
        """`View.ranges`: least and most of each hand, as words. Nothing new is known after entries that show and move no cards."""
        log = game.log
        if game.knowledge is not self.source:  # something was taken back
            self.source, self.ranges = game.knowledge, {}
        length, known = self.ranges.get(seat, (0, None))
        if known is None or any(action & KIND_MASK not in SILENT_KINDS for _, action in log[length:]):
            known = views.counter_of(game, seat).sharp_ranges()
        self.ranges[seat] = (len(log), known)
        return known

    def legal(self, game: Game, seat: int) -> list[str]:
        """`Game.legal_texts`, each text once in memory."""
        texts = known_texts.setdefault(self.naming, {})
        found = []
        for action in self.survey.actions[seat]:
            if action not in texts:
                texts[action] = speech.say(action, game.naming, seat)
            found.append(texts[action])
        return found

    def situation(self, game: Game, seat: int | None, version: int, own: Can | None) -> Situation:
        """Everything anew, for somebody who comes; `own` are the table's own buttons, None where the seat has none."""
        self.look(game, version)
        private, legal, can = self.parts(game, seat, own)
        had = self.sent.get(seat)
        self.sent[seat] = Sent(version, private, legal, can)
        if (
            had is not None and had.version == version and had != self.sent[seat]
        ):  # others at this seat have something else: tell all of them everything next time
            del self.sent[seat]
        return self.whole(seat, private, legal, can)

    def parts(self, game: Game, seat: int | None, own: Can | None) -> tuple[list[PrivateWords], list[str], Can]:
        private = self.private(game, seat)
        if seat is None or own is None:
            return private, [], {}
        return private, self.legal(game, seat), self.buttons.of(seat) | own

    def whole(self, seat: int | None, private: list[PrivateWords], legal: list[str], can: Can) -> Situation:
        return Situation(self.shared.view(seat, private), legal, can)

    def update(self, game: Game, seat: int | None, version: int, own: Can | None) -> Change:
        """What brings all listeners of a seat to this version."""
        self.look(game, version)
        private, legal, can = self.parts(game, seat, own)
        had = self.sent.get(seat)
        self.sent[seat] = Sent(version, private, legal, can)
        now = partial(self.whole, seat, private, legal, can)
        if had is None or had.version != self.since or had.can.keys() != can.keys():
            return Change(version, now)
        rows = {}
        for place, (before, after) in enumerate(zip(had.private, private, strict=True)):
            row = self.rows[place] | after.changed(before)
            if row:
                rows[str(place)] = row
        patch = Patch(self.fields, self.buildings, self.roads, rows, splice(had.legal, legal), changed_buttons(had.can, can))
        return Change(version, now, had.version, patch)

    def forget(self) -> None:
        """Nobody can be sure any more what the listeners have."""
        self.sent = {}


known_texts: dict[Any, dict[int, str]] = {}  # every action of an island as text; trades, which have no end, are never listed


class EventsEncoder:
    """Events on their way to several seats; those that are the same for all are encoded once."""

    def __init__(self, events: Iterable[Event], sentences: bool = False) -> None:
        self.sentences = sentences
        self.parts = [encode(event.to_json(None, sentences)) if event.audience is None else event for event in events]
        self.same = b"[%b]" % b",".join(self.parts) if all(isinstance(part, bytes) for part in self.parts) else b""  # type: ignore[arg-type]

    def to(self, seat: int | None) -> bytes:
        if self.same:
            return self.same
        return b"[%b]" % b",".join([part if isinstance(part, bytes) else encode(part.to_json(seat, self.sentences)) for part in self.parts])


def reason(key: str) -> reasons.Reason:
    """A reason that no clause of the rules gives but the table itself."""
    return reasons.Reason(key)


def with_sentence(reason: reasons.Reason | None, words: Words) -> reasons.Reason | None:
    """A reason with its sentence."""
    if reason is None or reason.key not in SENTENCES:
        return reason and reason.with_sentence(words)
    return structs.replace(reason, sentence=SENTENCES[reason.key])


def with_sentences(can: Can, words: Words | None) -> Can:
    return can if words is None else {what: with_sentence(reason, words) for what, reason in can.items()}
