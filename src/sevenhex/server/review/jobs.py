"""What is computed apart from the event loop: the jobs that worker processes are given, and what they answer."""

from __future__ import annotations

import contextlib
import gzip
import io
import zipfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from sevenhex.errors import SevenhexError
from sevenhex.game import fairdice
from sevenhex.game.game import Game
from sevenhex.study.curve import curve

from ..base.encoder import encode
from ..base.refusal import Code, Refused
from . import books, pairs, replay, report, study
from .played import Played

if TYPE_CHECKING:
    from ..table.table import Table

LONGEST = 20_000  # entries of a record that somebody sends
SMALL = 16_000  # bytes; smaller answers are packed by the middleware
LEVEL = 5


def played(table: Table) -> Played:
    """A table's game as it stands now. The lock is held."""
    if table.game is None or table.record.opening is None:
        raise Refused("illegal", "not_begun")
    return Played(table.record.opening, list(table.game.log))


# --- of the server's own games


class Frames(msgspec.Struct, tag=True):
    """The game move by move."""

    played: Played
    seat: int | None
    everything: bool
    first: int
    last: int | None
    sentences: bool = False

    def answer(self) -> bytes:
        return replay.frames_json(self.played.game(), self.seat, self.everything, self.first, self.last, self.sentences)


class Record(msgspec.Struct, tag=True):
    """The game as text: with headers the whole of it, without as a seat knows it."""

    played: Played
    seat: int | None
    headers: dict[str, str] | None

    def answer(self) -> bytes:
        game = self.played.game()
        if self.headers is None:
            return game.record(seat=self.seat).encode()
        game.headers |= self.headers
        return game.record().encode()


class Recorded(msgspec.Struct):
    """A finished game for a file of many."""

    code: str
    played: Played
    headers: dict[str, str]


class Records(msgspec.Struct, tag=True):
    """Finished games as text, each in a file of its own, in one archive; one that cannot be read is left out."""

    games: list[Recorded]

    def answer(self) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for each in self.games:
                with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, IndexError):
                    archive.writestr(f"{each.code}.txt", Record(each.played, None, each.headers).answer())
        return out.getvalue()


class Fair(msgspec.Struct, tag=True):
    """Every number behind the dice, worked out again, with what is shown beside it."""

    played: Played
    seed: str
    mixed: str
    shown: dict[str, Any] = {}

    def answer(self) -> bytes:
        game = self.played.game()
        chain = fairdice.Chain(bytes.fromhex(self.seed), self.mixed.encode())
        return encode(
            {
                "numbers": [check.to_json() for check in fairdice.check(game, game.log, chain)],
                "log": [[who, game.say(action)] for who, action in game.log],
                "draws": fairdice.island_draws(game.configuration, chain.island),
                **self.shown,
            }
        )


class PairedGame(msgspec.Struct):
    """A rated game, and which of its seats people had."""

    code: str
    people: dict[int, str]
    played: Played


class Pairs(msgspec.Struct, tag=True):
    """How the same two people treated each other, for the operator; a game that cannot be read is left out."""

    games: list[PairedGame]

    def answer(self) -> bytes:
        found: pairs.Treatments = {}
        for each in self.games:
            game = pairs.rebuilt(each.played.opening, each.played.log)
            if game is not None:
                pairs.note(found, each.code, each.people, game)
        return encode([treatment.counts() for treatment in found.values()])


class Report(msgspec.Struct, tag=True):
    """What the page shows when a game is over."""

    played: Played

    def answer(self) -> bytes:
        return encode(report.report(self.played.game()))


class Chances(msgspec.Struct, tag=True):
    """Everybody's chance to win, turn by turn."""

    played: Played

    def answer(self) -> bytes:
        return encode(curve(self.played.game()))


class Events(msgspec.Struct, tag=True):
    """What a seat may know of the entries from `since` on: events as JSON, separated by commas."""

    played: Played
    seat: int | None
    since: int
    sentences: bool = False

    def answer(self) -> bytes:
        return b",".join(encode(event.to_json(self.seat, self.sentences)) for event in self.played.game().events_since(self.since))


# --- of what strangers send


class SentFrames(msgspec.Struct, tag=True):
    """A record that somebody sent, move by move."""

    text: str
    first: int
    last: int | None
    sentences: bool = False

    def answer(self) -> bytes:
        return replay.frames_json(read(self.text), None, True, self.first, self.last, self.sentences)


class SentChances(msgspec.Struct, tag=True):
    """The chances of a record that somebody sent, judged without playing on."""

    text: str
    shut: list[str] = []  # islands that are not judged

    def answer(self) -> bytes:
        return encode({"chances": curve(study.judgeable(read(self.text), self.shut))})


def read(text: str) -> Game:
    try:
        game = Game.load(text)
    except SevenhexError as error:
        raise Refused("malformed", "unreadable_record", detail=str(error)) from None
    if len(game.log) > LONGEST:
        raise Refused("too_large", "record_too_long", most=LONGEST, given=len(game.log))
    return game


# --- between the processes: never pickled, because a worker that went astray must not be believed


class Packed(bytes):
    """An answer that is compressed already (gzip)."""


class Answer(msgspec.Struct):
    """What a worker says: a body, or why there is none."""

    body: bytes = b""
    packed: bool = False
    code: Code | None = None
    key: str = ""
    facts: dict[str, str | int] = {}


Job = Frames | Record | Records | Fair | Pairs | Report | Chances | Events | SentFrames | SentChances | books.Job | study.Job


class Asked(msgspec.Struct):
    """What a worker is sent."""

    job: Job
    pack: bool = False  # compress a large answer: it is sent as it is


encoder = msgspec.msgpack.Encoder()
questions = msgspec.msgpack.Decoder(Asked)
answers = msgspec.msgpack.Decoder(Answer)


def answer(given: bytes) -> bytes:
    """One job, in the worker."""
    try:
        asked = questions.decode(given)
        body = asked.job.answer()
        packed = asked.pack and len(body) > SMALL
        return encoder.encode(Answer(gzip.compress(body, LEVEL) if packed else body, packed))
    except Refused as refused:
        return encoder.encode(Answer(code=refused.code, key=refused.key, facts=refused.facts))
    except MemoryError:
        return encoder.encode(Answer(code="too_large", key="takes_too_much"))


def with_parts(body: bytes, more: Mapping[str, Any]) -> bytes:
    """A JSON object with further parts."""
    return encode({**msgspec.json.decode(body, type=dict[str, msgspec.Raw]), **more})
