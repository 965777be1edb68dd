"""Answers for the operator's desk."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sevenhex.protocol.encoding import Colour


class Complained(TypedDict):
    id: str


class DeskOverview(TypedDict):
    started: float
    tables: Annotated[dict[str, int], Field(description="By status.")]
    accounts: int
    guests: int
    live: Annotated[int, Field(description="Tables in this process's memory.")]
    lines: Annotated[int, Field(description="Connections to them.")]
    open_complaints: int
    bans: int
    kept: Annotated[dict[str, float | None], Field(description="What is kept for how many days; null: until somebody deletes it.")]


class DeskSeat(TypedDict):
    colour: Colour
    kind: str
    name: str
    player: str | None
    guest: bool
    program: bool
    here: bool


class DeskTable(TypedDict):
    code: str
    name: str
    edition: str
    players: int
    status: str
    public: bool
    rated: bool
    created: float
    updated: float
    seats: list[DeskSeat]


class DeskTables(TypedDict):
    page: int
    tables: list[DeskTable]
    more: bool


class ListedComplaint(TypedDict):
    id: str
    code: str
    version: int
    player: str
    name: str
    about: str | None
    about_name: str
    kind: str
    text: str
    time: float
    closed: float | None
    note: str


class Complaints(TypedDict):
    page: int
    complaints: list[ListedComplaint]
    more: bool


class ComplaintLine(TypedDict):
    seat: int | None
    name: str
    text: str
    time: float


class Complaint(ListedComplaint):
    chat: list[ComplaintLine]
    record: Annotated[str, Field(description="The game as the one who complains could know it.")]


class Banned(TypedDict):
    subject: str


class Ban(Banned):
    reason: str
    time: float
    until: float | None
    what: Literal["all", "chat"]


class Bans(TypedDict):
    bans: list[Ban]


class Unusual(TypedDict):
    happened: float
    expected: float
    unusual: Annotated[float, Field(description="In standard deviations.")]


class Pair(TypedDict):
    """How `one` treats `other`."""

    one: str
    other: str
    one_name: str
    other_name: str
    games: int
    giving: float
    exchanges: Unusual
    cards: Unusual
    robbed: Unusual
    tables: list[str]


class Pairs(TypedDict):
    pairs: list[Pair]
