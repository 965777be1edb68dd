"""What travels over the WebSocket: the client's messages, validated, and the refusals that answer bad ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ..base.refusal import Refused

MAX_MESSAGE = 4096
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"\A[ -~]+\Z")]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=r"\A[^\x00]+\Z")]  # PostgreSQL keeps no NUL
Words = Annotated[str, msgspec.Meta(max_length=120)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Hello(msgspec.Struct, tag="hello", forbid_unknown_fields=True):
    version: Version | None = None
    token: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    whole: bool = False  # updates with whole views, for the simplest of clients
    sentences: bool = False  # events and reasons in English too, for those who make no sentences of their own
    id: CommandId | None = None


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    id: CommandId
    version: Version
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Why(msgspec.Struct, tag="why", forbid_unknown_fields=True):
    id: CommandId
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Chat(msgspec.Struct, tag="chat", forbid_unknown_fields=True):
    id: CommandId
    text: Line


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    id: CommandId
    version: Version | None = None


class Agree(msgspec.Struct, tag="agree", forbid_unknown_fields=True):
    id: CommandId
    undo: bool


class Word(msgspec.Struct, tag="word", forbid_unknown_fields=True):
    id: CommandId
    text: Words


class Seal(msgspec.Struct, tag="seal", forbid_unknown_fields=True):
    id: CommandId
    hash: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Reveal(msgspec.Struct, tag="reveal", forbid_unknown_fields=True):
    id: CommandId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=r"\A[^\x00-\x1f\x7f]+\Z")]


class Vote(msgspec.Struct, tag="vote", forbid_unknown_fields=True):
    id: CommandId
    choice: Literal["wait", "bot", "abort"]


class Hint(msgspec.Struct, tag="hint", forbid_unknown_fields=True):
    id: CommandId


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    id: CommandId | None = None


Message = Hello | Act | Why | Chat | Undo | Agree | Word | Seal | Reveal | Vote | Hint | Ping
decoder = msgspec.json.Decoder(Message)


class Envelope(msgspec.Struct):
    """Just the id of a message that is otherwise wrong, so that its refusal can name it."""

    id: str | None = None


envelopes = msgspec.json.Decoder(Envelope)


def command_of(raw: str | bytes) -> str | None:
    """The id of a message that is refused, if at least that can be read."""
    if len(raw) > MAX_MESSAGE:
        return None
    try:
        given = envelopes.decode(raw).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return given[:64] if given else None


def read(raw: str | bytes) -> Message:
    """A validated message, or `Refused` with what is wrong."""
    if len(raw) > MAX_MESSAGE:
        raise Refused("too_large", "message_too_large", most=MAX_MESSAGE, given=len(raw))
    try:
        message: Message = decoder.decode(raw)
        return message
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", "unreadable_message", detail=str(error)) from None


def refusal(refused: Refused, command: str | None) -> dict[str, Any]:
    return {"type": "refused", "id": command, **refused.to_json()}
