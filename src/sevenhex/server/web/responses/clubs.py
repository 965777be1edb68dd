"""Answers about tournaments, wishes for games and people one knows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict


class TournamentSummary(TypedDict):
    """A tournament as a list shows it."""

    id: str
    name: str
    status: Literal["open", "running", "over", "cancelled"]
    edition: str
    size: int
    rounds: int
    round: Annotated[int, Field(description="The present one, from 1; 0 before the start.")]
    people: int
    bots: int
    most: int
    rated: bool
    turn_seconds: float | None
    starts: Annotated[float | None, Field(description="When it, or its next round, begins.")]
    ended: float | None
    joined: bool


class TournamentEntrant(TypedDict):
    """Somebody who takes part, with place and score. An empty name: somebody whose account is deleted."""

    entrant: int
    name: str
    bot: str | None
    level: str | None
    guest: bool
    gone: bool
    place: int
    wins: int
    points: int
    share: Annotated[float, Field(description="The sum of the parts of each table's points.")]
    games: int
    you: bool


class TournamentTable(TypedDict):
    """A table of a round: entrants by seat (-1: a bot that fills it), and how it ended."""

    code: str
    entrants: list[int]
    over: bool
    points: list[int]
    winner: int | None
    left: Annotated[list[int], Field(description="Seats whose players left or were away at the end.")]


class Tournament(TournamentSummary):
    options: dict[str, Any]
    public: bool
    wait: float
    pause: float
    fill: bool
    yours: Annotated[bool, Field(description="Made by the caller.")]
    table: Annotated[str | None, Field(description="Where the caller plays now.")]
    standing: list[TournamentEntrant]
    tables: Annotated[list[list[TournamentTable]], Field(description="By round.")]


class MadeTournament(TypedDict):
    id: str


class ClubTexts(TypedDict):
    """What the operator has written: plain text."""

    name: str
    rules: str
    pinned: str
    strangers: Annotated[bool, Field(description="People who came in together are kept apart at rated tables.")]


class SeekWish(TypedDict):
    editions: list[str]
    players: int
    turn_seconds: float | None
    rated: bool
    language: str


class OwnSeek(SeekWish):
    id: str
    low: float | None
    high: float | None
    table: Annotated[str | None, Field(description="What came of it.")]


class SoughtGame(SeekWish):
    count: Annotated[int, Field(description="How many seek it.")]


class Sought(TypedDict):
    """The caller's own wishes, and what is sought in all."""

    own: list[OwnSeek]
    all: list[SoughtGame]


class Acquaintance(TypedDict):
    id: str
    name: str
    kind: Literal["friend", "asked", "avoided", "blocked"]
    created: float


class FriendAsking(TypedDict):
    id: str
    name: str
    created: float


class TableInvitation(TypedDict):
    id: str
    table: str
    name: Annotated[str, Field(description="Who invites.")]
    created: float


class Met(TypedDict):
    table: str
    seat: int
    name: str
    ended: float


class OwnPeople(TypedDict):
    """The caller's own lists; nobody else sees them."""

    registered: bool
    people: list[Acquaintance]
    asking: list[FriendAsking]
    invitations: list[TableInvitation]
    met: list[Met]
