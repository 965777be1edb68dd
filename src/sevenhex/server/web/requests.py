"""The bodies of calls, which FastAPI checks and documents."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from ..base.text import clean, visible

Name = Annotated[str, StringConstraints(max_length=40), AfterValidator(visible)]
Key = Annotated[str, StringConstraints(max_length=32)]
Colour = Annotated[str, StringConstraints(max_length=16)]
Word = Annotated[str, StringConstraints(max_length=120), AfterValidator(clean)]
Value = bool | int | Annotated[str, StringConstraints(max_length=60)]


MOST_SECONDS = 14 * 24 * 3600.0  # for a move, at a slow table
Reserve = Annotated[float, Field(ge=0, le=60 * 24 * 3600.0)]
Increment = Annotated[float, Field(ge=0, le=24 * 3600.0)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BotSeat(Strict):
    bot: Key
    level: Key | None = None


class NewTable(Strict):
    edition: Key = "sixth"
    players: Annotated[int, Field(ge=2, le=6)] = 4
    options: Annotated[dict[Key, Value | None], Field(max_length=40)] = {}
    seats: Annotated[list[Literal["me", "open"] | BotSeat], Field(max_length=6)] = []
    public: bool = False
    rated: bool = Field(False, description="Counts for ratings: no hints, nothing taken back; needs the edition's own rules.")
    turn_seconds: Annotated[float, Field(ge=10, le=MOST_SECONDS)] | None = Field(None, description="More than 3600: a slow table.")
    reserve_seconds: Reserve | None = Field(None, description="Of each player for the whole game, used when the time for a turn is up.")
    increment_seconds: Increment | None = Field(None, description="That a reserve gains by each own turn.")
    name: Name = ""
    player: Name = Field("", description="The creator's name at the table.")
    word: Word | None = Field(None, description="The creator's word for the dice.")
    start: bool = Field(False, description="Begin at once; needs every seat taken.")


class TableOptions(Strict):
    players: Annotated[int, Field(ge=2, le=6)] = 4
    options: Annotated[dict[Key, Value | None], Field(max_length=40)] = {}


class Rearranged(Strict):
    edition: Key = "sixth"
    players: Annotated[int, Field(ge=2, le=6)] = 4
    options: Annotated[dict[Key, Value | None], Field(max_length=40)] = {}
    public: bool = False
    rated: bool = False
    turn_seconds: Annotated[float, Field(ge=10, le=MOST_SECONDS)] | None = Field(None, description="More than 3600: a slow table.")
    reserve_seconds: Reserve | None = Field(None, description="Of each player for the whole game, used when the time for a turn is up.")
    increment_seconds: Increment | None = Field(None, description="That a reserve gains by each own turn.")
    name: Name = ""


class Join(Strict):
    name: Name = ""
    colour: Colour | None = None
    word: Word | None = None


class SeatChange(Strict):
    bot: Key | None = None
    level: Key | None = None
    open: bool = False
    colour: Colour | None = None


ResourceName = Literal["brick", "lumber", "wool", "grain", "ore"]


class Beforehand(Strict):
    """What is answered before it is asked; nothing at all takes it back."""

    refuse: Annotated[list[ResourceName | Literal["all"]], Field(max_length=6)] = Field([], description="Offers for these are refused.")
    discard: Annotated[list[ResourceName], Field(max_length=5)] = Field([], description="After a 7 cards go in this order.")


class Substitute(Strict):
    plays: bool


class PauseWish(Strict):
    wanted: bool


class NewHoliday(Strict):
    days: Annotated[int, Field(ge=1, le=30)]


class Removal(Strict):
    seat: Annotated[int, Field(ge=0, le=5)]
    ban: bool = Field(False, description="The player does not come back, nor anybody new from that address.")


class Lock(Strict):
    locked: bool


class Mute(Strict):
    seat: Annotated[int, Field(ge=0, le=5)]
    muted: bool = True


# --- study

Text = Annotated[str, Field(max_length=200_000)]
Seat = Annotated[int, Field(ge=0, le=5)]
Action = Annotated[str, Field(max_length=200)]


class Position(Strict):
    """A beginning (position, record or JSON) and what is played from there."""

    start: Text
    entries: Annotated[int, Field(ge=0, le=100_000)] | None = Field(None, description="How many entries of a record's log are taken.")
    actions: Annotated[list[tuple[Annotated[int, Field(ge=-1, le=5)], Action]], Field(max_length=2000, default_factory=list)]
    viewer: Seat | None = Field(None, description="The seat whose knowledge is shown or judged by; none: all cards are open.")


class Looked(Position):
    log: bool = Field(False, description="With the log before the position.")


class Question(Position):
    seat: Seat | None = Field(None, description="Who decides, where several are awaited.")
    depth: Annotated[int, Field(ge=1, le=13)] = Field(3, description="Steps of thinking; it ends before where the answer is certain.")


# --- accounts


def has_letters(name: str) -> str:
    if not name:
        raise ValueError("a name is needed")
    return name


class Registration(Strict):
    name: Annotated[Name, AfterValidator(has_letters)]


class Phrase(Strict):
    phrase: Annotated[str, StringConstraints(max_length=200)]


class NewToken(Strict):
    name: Annotated[Name, AfterValidator(has_letters)]
    scopes: Annotated[list[Literal["events", "play"]], Field(min_length=1, max_length=2)] = Field(
        ["events", "play"], description="`events`: hear of invitations and tables. `play`: sit down and act."
    )


class Shown(Strict):
    shown: bool


class Deletion(Strict):
    name: Annotated[str, StringConstraints(max_length=60)] = Field("", description="The account's name, so that nobody deletes by mistake.")


Encoded = Annotated[str, StringConstraints(max_length=20_000)]  # base64url


class MadeKey(Strict):
    clientDataJSON: Encoded
    attestationObject: Encoded


class Signature(Strict):
    clientDataJSON: Encoded
    authenticatorData: Encoded
    signature: Encoded
    userHandle: Encoded | None = None


class NewKey(Strict):
    """What `navigator.credentials.create` gave."""

    id: Encoded
    rawId: Encoded
    type: Literal["public-key"]
    response: MadeKey


class UsedKey(Strict):
    """What `navigator.credentials.get` gave."""

    id: Encoded
    rawId: Encoded
    type: Literal["public-key"]
    response: Signature


class DrillAnswer(Strict):
    tries: Annotated[list[Action], Field(max_length=5, description="What was tried, in order; none: given up.")]
    times: Annotated[int, Field(ge=0, le=1_000_000, description="How often it was answered before, as the drill says.")]
    seconds: Annotated[float, Field(ge=0, le=86_400, description="That it took.")] = 0.0


class NewNotice(Strict):
    """A push subscription has the browser's two keys; a webhook has none."""

    kind: Literal["push", "discord", "matrix", "plain"]
    address: Annotated[str, StringConstraints(max_length=1000)]
    p256dh: Annotated[str, StringConstraints(max_length=120)] = ""
    auth: Annotated[str, StringConstraints(max_length=60)] = ""


# --- the operator's desk

Line = Annotated[str, StringConstraints(max_length=500), AfterValidator(clean)]


class NewComplaint(Strict):
    seat: Annotated[int, Field(ge=0, le=5)]
    kind: Literal["abuse", "cheating", "stalling", "name", "other"]
    text: Line = ""


class Closing(Strict):
    note: Annotated[str, StringConstraints(max_length=200), AfterValidator(clean)] = ""


class NewBan(Strict):
    subject: Annotated[str, StringConstraints(max_length=64)] = Field(
        description="A player's id, an address, or a network such as 192.0.2.0/24."
    )
    what: Literal["all", "chat"] = Field("all", description='"chat": may play, but not write.')
    days: Annotated[float, Field(gt=0, le=3650)] | None = Field(None, description="None: until it is lifted.")
    reason: Annotated[str, StringConstraints(max_length=200), AfterValidator(clean)] = ""


# --- clubs


class NewTournament(Strict):
    name: Annotated[Name, AfterValidator(has_letters)]
    edition: Key = "sixth"
    options: Annotated[dict[Key, Value | None], Field(max_length=40)] = {}
    size: Annotated[int, Field(ge=3, le=4)] = Field(4, description="Of the tables; where numbers demand it some are of the other size.")
    rounds: Annotated[int, Field(ge=1, le=12)] = 4
    most: Annotated[int, Field(ge=2, le=64)] = Field(32, description="Who may take part, bots included.")
    turn_seconds: Annotated[float, Field(ge=10, le=MOST_SECONDS)] | None = Field(None, description="More than 3600: slow tables.")
    rated: bool = True
    public: bool = Field(True, description="Listed; else only who has the link finds it.")
    wait: Annotated[float, Field(ge=1, le=3600)] = Field(120.0, description="Seconds until a bot plays for somebody who is away.")
    pause: Annotated[float, Field(ge=0, le=3600)] = Field(30.0, description="Seconds between two rounds.")
    fill: bool = Field(True, description="At the start bots make the last table full.")
    bot: Key = "steady"
    level: Key | None = None
    bots: Annotated[int, Field(ge=0, le=64)] = 0
    starts: Annotated[float, Field(ge=0, le=1e11)] | None = Field(None, description="When; none: when its maker says so.")


class Entry(Strict):
    name: Name = ""


class Filling(Strict):
    bot: Key = "steady"
    level: Key | None = None
    count: Annotated[int, Field(ge=0, le=64)]


class NewSeek(Strict):
    editions: Annotated[list[Key], Field(min_length=1, max_length=8)]
    players: Annotated[int, Field(ge=2, le=6)] = 4
    turn_seconds: Annotated[float, Field(ge=10, le=MOST_SECONDS)] | None = Field(None, description="More than 3600: a slow table.")
    rated: bool = False
    low: Annotated[float, Field(ge=-100, le=200)] | None = Field(None, description="The lowest rating of the others.")
    high: Annotated[float, Field(ge=-100, le=200)] | None = Field(None, description="The highest.")
    language: Annotated[str, StringConstraints(pattern=r"^([a-z]{2})?$")] = Field("", description="At the table; none: any.")
    name: Name = Field("", description="The seeker's name at the table.")


class ByName(Strict):
    name: Annotated[Name, AfterValidator(has_letters)]


class Apart(Strict):
    """Somebody by name, or by a seat at a table at which the caller sits or has sat."""

    kind: Literal["avoided", "blocked"] = "avoided"
    name: Name = ""
    table: Annotated[str, StringConstraints(max_length=16)] = ""
    seat: Annotated[int, Field(ge=0, le=5)] = 0
