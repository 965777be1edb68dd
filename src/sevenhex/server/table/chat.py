"""Chat at a table. The text is kept as it is; the client escapes it when it shows it.

Lines without a seat are the table's own: they are kept as a key with facts, as JSON, so that every page says them in its own language.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from ..base import forms
from ..base.refusal import Refused, sentence
from ..store.errors import Conflict, StoreError, refusing
from ..store.store import ChatLine
from . import broadcast, hosting

if TYPE_CHECKING:
    from .table import Table


MOST = 200  # lines that a newcomer is shown


class Notice(msgspec.Struct, frozen=True):
    """What the table itself says: a key of `base/sentences.py`, and the facts of its sentence."""

    key: str
    facts: dict[str, str | int]


notices = msgspec.json.Decoder(Notice)


class Chat:
    """The last lines at a table."""

    def __init__(self) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=MOST)
        self.count = 0  # of all lines, also of those that are not kept here

    def __iter__(self) -> Iterator[ChatLine]:
        return iter(self.lines)

    def add(self, line: ChatLine) -> None:
        self.lines.append(line)
        self.count = line.n

    def has(self, seat: int, command: str) -> bool:
        return any(line.command == command and line.seat == seat for line in self.lines)

    def restore(self, lines: list[ChatLine]) -> None:
        self.lines = deque(lines, MOST)
        self.count = lines[-1].n if lines else 0

    def forget(self, player: str) -> bool:
        """Drop what somebody wrote; False when there was nothing."""
        kept = [line for line in self.lines if line.player != player]
        changed = len(kept) < len(self.lines)
        self.lines = deque(kept, MOST)
        return changed

    def move(self, guest: str, player: str) -> bool:
        """A guest's lines are an account's now; False when there were none."""
        changed = any(line.player == guest for line in self.lines)
        self.lines = deque((replace(line, player=player) if line.player == guest else line for line in self.lines), MOST)
        return changed

    def to_json(self) -> list[forms.ChatLine]:
        return [line_json(line) for line in self]


def line_json(line: ChatLine) -> forms.ChatLine:
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(line.time))
    shown: forms.ChatLine = {"n": line.n, "seat": line.seat, "name": line.name, "text": line.text, "time": when}
    if line.seat is None and line.player is None:
        # an older server kept the sentence itself; that is shown as it is
        with contextlib.suppress(msgspec.DecodeError, KeyError):
            notice = notices.decode(line.text)
            shown.update({"text": sentence(notice.key, notice.facts), "key": notice.key, "facts": notice.facts})
    return shown


async def write(table: Table, seat: int | None, player: str | None, command: str, text: str) -> None:
    """A player's line, to everybody."""
    who = table.seated(seat)
    async with table.lock:
        await table.ready()
        hosting.may_chat(table, player)
        if table.chat.has(who, command):
            return
        line = ChatLine(table.chat.count + 1, who, player, table.seats[who].name, text, command, time.time())
        try:
            await table.store.add_line(table.code, line, table.fence)
        except StoreError as error:
            table.forget()
            if isinstance(error, Conflict) and await was_written(table, who, command):
                return
            raise Refused("unavailable", "store", detail=str(error)) from error
        publish(table, line)


async def announce(table: Table, notice: Notice) -> None:
    """A line of the table itself, to everybody. The lock is held."""
    line = ChatLine(table.chat.count + 1, None, None, "", msgspec.json.encode(notice).decode(), None, time.time())
    with table.storing():
        await table.store.add_line(table.code, line, table.fence)
    publish(table, line)


def publish(table: Table, line: ChatLine) -> None:
    table.chat.add(line)
    broadcast.broadcast(table, {"type": "chat", **line_json(line)})


async def was_written(table: Table, seat: int, command: str) -> bool:
    """Is this a line of long ago, sent again?"""
    with refusing():
        return await table.store.has_line(table.code, seat, command)
