"""What the lobby's calls may say, for FastAPI to check and to document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from ..base.text import clean, visible

Name = Annotated[str, StringConstraints(max_length=40), AfterValidator(visible)]
Key = Annotated[str, StringConstraints(max_length=32)]
Colour = Annotated[str, StringConstraints(max_length=16)]
Word = Annotated[str, StringConstraints(max_length=120), AfterValidator(clean)]
Value = bool | int | Annotated[str, StringConstraints(max_length=60)]


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
    turn_seconds: Annotated[float, Field(ge=10, le=3600)] | None = None
    name: Name = ""
    player: Name = Field("", description="The creator's name at the table.")
    word: Word | None = Field(None, description="The creator's word for the dice.")
    start: bool = Field(False, description="Begin at once; needs every seat taken.")


class Rearranged(Strict):
    edition: Key = "sixth"
    players: Annotated[int, Field(ge=2, le=6)] = 4
    options: Annotated[dict[Key, Value | None], Field(max_length=40)] = {}
    public: bool = False
    rated: bool = False
    turn_seconds: Annotated[float, Field(ge=10, le=3600)] | None = None
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


class Removal(Strict):
    seat: Annotated[int, Field(ge=0, le=5)]
    ban: bool = Field(False, description="The player does not come back, nor anybody new from that address.")


class Lock(Strict):
    locked: bool


class Mute(Strict):
    seat: Annotated[int, Field(ge=0, le=5)]
    muted: bool = True


class Problem(BaseModel):
    """Every refusal."""

    code: str
    key: str = Field(description="Which sentence it is; it never changes its meaning.")
    facts: dict[str, str | int] = Field({}, description="What the sentence says.")
    sentence: str
    reasons: list[dict[str, Any]] = []
    retry_after: float | None = Field(None, description="Seconds; said where waiting helps.")


class Opened(BaseModel):
    code: str
    seat: int | None
    token: str | None = Field(description="Opens the seat for a program; shown only once.")


class Seated(BaseModel):
    seat: int
    token: str


class Following(BaseModel):
    code: str = Field(description="The table at which the same people play again.")


class Changed(BaseModel):
    seat: int = Field(description="The asker's seat afterwards; -1 for none.")
