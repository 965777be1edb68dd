"""The forms of what the server says beside views: tables, messages, the catalogue. The page's types are made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from sevenhex.protocol.encoding import Bundle, Colour
from sevenhex.protocol.patch import Can
from sevenhex.protocol.reasons import Reason
from sevenhex.protocol.schema import OneOf, ShownAs

Json = dict[str, Any]


EncodedView = Annotated[Any, ShownAs("View")]
Status = Literal["waiting", "playing", "over", "aborted"]
Choice = Literal["wait", "bot", "abort"]


# --- a table


class TableSeat(TypedDict):
    seat: int
    colour: Colour
    name: str
    kind: Annotated[str, OneOf(("human", "bot", "open"))]
    bot: str | None
    level: str | None
    bot_plays: bool
    resigned: bool
    present: bool
    guest: bool  # a person whose name is not registered
    program: bool  # a program that has an account of its own: always labelled
    holiday: float | None  # until when its player's time at a slow table stands still


class Result(TypedDict):
    winner: int | None
    points: NotRequired[list[int]]
    turns: NotRequired[int]
    rematch: NotRequired[str]


class Fair(TypedDict):
    """The promise about the dice; words are sealed before the start, and revealed when the host has started."""

    commit: str
    words: dict[str, str]
    seals: dict[str, str]
    revealing: bool
    starts: int  # how often words were asked for; every failed start has a new promise


class Standing(TypedDict):
    """Of a running game in the lobby: open points by seat, and for whom it waits."""

    points: list[int]
    round: int
    to_act: list[int]


class TableSummary(TypedDict):
    """A stored table as anybody may see it."""

    code: str
    name: str
    edition: str
    edition_name: str
    players: int
    options: dict[str, Any]
    changes: list[str]
    status: Annotated[str, OneOf(("waiting", "playing", "over", "aborted"))]
    public: bool
    rated: bool
    locked: bool
    seats: list[TableSeat]
    creator: bool
    your_seat: int | None
    turn_seconds: float | None
    reserve_seconds: float | None
    increment_seconds: float | None
    created: float
    updated: float
    result: Annotated[dict[str, Any] | None, ShownAs("Result | null")]
    fair: Fair
    tournament: str | None  # that has made the table
    standing: NotRequired[Standing | None]


class Clock(TypedDict):
    seconds: float
    left: float  # until the table acts for somebody, the reserve included
    part: float  # of it, the time that everybody has for this part of the turn
    running: bool
    reserves: dict[str, float]  # by seat, where the table has reserves


class Away(TypedDict):
    seats: list[int]
    since: float
    votes: dict[str, str]
    grace: float
    voting: bool
    choices: list[Choice]


class GameEvent(TypedDict):
    n: int
    kind: str
    seat: int | None
    text: NotRequired[str]  # for those who asked for sentences
    data: dict[str, Any]


class Undo(TypedDict):
    """A request to take back so many actions; of the events those of the first, and the trades since."""

    seat: int
    agreed: list[int]
    needed: list[int]
    actions: int
    events: list[GameEvent]


class Pause(TypedDict):
    """Who would like a pause, and since when there is one: as soon as all people want it."""

    wished: list[int]
    since: float | None


class Advance(TypedDict):
    """What a player has answered beforehand: offers for these resources (or "all") are refused; after a 7 cards go in this order."""

    refuse: list[str]
    discard: list[str]


class TableInfo(TableSummary):
    """A table as somebody who is there sees it."""

    clock: Clock | None
    away: Away | None
    undo: Undo | None
    pause: Pause | None
    advance: Advance | None  # the reader's own
    muted: list[int]
    spectators: int
    version: int


# --- advice and chat


class HintArguments(TypedDict, total=False):
    rolls: int
    harbor: str | None
    seat: int
    colour: Colour
    resource: str
    resources: list[str]
    give: Bundle
    get: Bundle
    number: int
    build: Literal["settlement", "city", "road"]
    missing: Bundle


class Hint(TypedDict):
    """What a bot would do, and why: a code with its facts, and the server's own sentence."""

    action: str
    code: str
    arguments: HintArguments
    sentence: str


class ChatLine(TypedDict):
    """A line of somebody, or (no seat) of the table: those have a key with facts, and the text is the server's own sentence."""

    n: int
    seat: int | None
    name: str
    text: str
    time: str
    key: NotRequired[str]
    facts: NotRequired[dict[str, str | int]]


# --- messages


class Situation(TypedDict):
    version: int
    view: EncodedView
    legal: list[str]
    can: Can


class Welcome(Situation):
    type: Literal["welcome"]
    table: TableInfo
    seat: int | None
    since: int
    events: Annotated[Any, ShownAs("GameEvent[]")]
    chat: list[ChatLine]


class Update(Situation):
    """Whole; `PatchUpdate` says only what changed."""

    type: Literal["update"]
    events: list[GameEvent]


class TableMessage(TypedDict):
    type: Literal["table"]
    table: TableInfo


class ChatMessage(ChatLine):
    type: Literal["chat"]


class Remark(TypedDict):
    """What a bot says when it refuses the offer on the table: one of `bots.haggler.REMARKS`."""

    type: Literal["remark"]
    seat: int
    key: str


class Done(TypedDict):
    type: Literal["done"]
    id: str
    version: int


class Refusal(TypedDict):
    type: Literal["refused"]
    id: str | None
    code: str
    key: str
    facts: dict[str, str | int]
    sentence: str
    reasons: list[Reason]


class WhyAnswer(TypedDict):
    type: Literal["why"]
    id: str
    reasons: list[Reason]


class HintAnswer(Hint):
    type: Literal["hint"]
    id: str


class Preparing(TypedDict):
    """The rules are being compiled; a welcome follows."""

    type: Literal["preparing"]
    ready: bool
    waits_for: str | None
    slow: bool


class Pong(TypedDict):
    type: Literal["pong"]


MESSAGES = (Welcome, Update, TableMessage, ChatMessage, Remark, Done, Refusal, WhyAnswer, HintAnswer, Preparing, Pong)


# --- the lobby and replays


class OptionInfo(TypedDict):
    name: str
    type: Annotated[str, OneOf(("bool", "number", "choice"))]
    choices: list[str | int | bool]  # for a number: the least and the most
    default: str | int | bool | None
    clause: str
    clauses: dict[str, str]
    help: str
    house: bool


class EditionInfo(TypedDict):
    key: str
    name: str
    year: int
    rulebook: str
    players: list[int]
    all_players: list[int]
    words: dict[str, str]
    colours: dict[str, list[Colour]]
    maps: list[list[tuple[str, int]]]  # the pad: terrain and number of the hexes in reading order
    drawn: bool
    options: dict[str, list[OptionInfo]]  # by number of players


class BotInfo(TypedDict):
    name: str
    title: str
    description: str
    levels: list[str]


class ClauseInfo(TypedDict):
    """A clause of an edition's rules in our words, whose rule it is, and where the edition's book or another has it."""

    id: str
    title: str
    text: str
    editions: list[str]
    holds: Literal["holds", "may be chosen"]
    origin: Literal["own book", "another book", "house rule"]
    source: str


class Frame(TypedDict):
    n: int
    seat: int | None
    action: str | None
    events: list[GameEvent]
    view: EncodedView


FORMS = (
    *(
        TableSeat,
        Result,
        Fair,
        Standing,
        TableSummary,
        Clock,
        Away,
        Undo,
        Pause,
        Advance,
        TableInfo,
        GameEvent,
        HintArguments,
        Hint,
        ChatLine,
        Situation,
    ),
    *(*MESSAGES, OptionInfo, EditionInfo, BotInfo, Frame),
)
