"""People with accounts, notices and answers given in advance, who look for all that the server has acknowledged after it was killed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from people import insist

from sevenhex.protocol.client import Gone, Lobby, Refusal

ORIGIN = "https://notices.invalid"  # a name that leads nowhere: nothing can be sent
RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
SLOW = 3 * 24 * 3600.0
ROUNDS = 4
PATIENCE = 120.0
Answer = TypeVar("Answer")


@dataclass
class Member:
    """One account: what must be there, and what may be there because a call was never answered."""

    name: str
    lobby: Lobby
    phrase: str
    shown: list[bool] = field(default_factory=lambda: [False])  # all that may stand in the store now
    notices: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    adding: int = 0  # notices whose adding was not answered
    dropping: set[str] = field(default_factory=set)  # whose end was not
    table: str = ""
    advance: list[Any] = field(default_factory=lambda: [None])
    deleted: list[bool] = field(default_factory=lambda: [False])


class Members:
    def __init__(self, url: str, seed: int) -> None:
        self.url, self.luck = url, random.Random(seed)
        self.all: list[Member] = []
        self.writing = 0  # calls that were sent and not answered yet
        self.acknowledged = self.unanswered = 0

    async def write(self, call: Callable[[], Answer]) -> Answer | None:
        """One call; nothing when it was not answered, or the store could not say whether it was done."""
        self.writing += 1
        try:
            found = await asyncio.to_thread(call)
        except Gone:
            self.unanswered += 1
            return None
        except Refusal as refusal:
            if refusal.code not in ("unavailable", "502", "503"):
                raise
            self.unanswered += 1
            return None
        finally:
            self.writing -= 1
        self.acknowledged += 1
        return found

    async def work(self, ending: asyncio.Event) -> None:
        while not ending.is_set():
            member = await self.register()
            if member is None:
                continue
            self.all.append(member)
            await self.open_table(member)
            for _ in range(ROUNDS):
                if ending.is_set():
                    return
                for change in (self.show, self.add_notice, self.answer_beforehand, self.drop_notice):
                    await change(member)
            if self.luck.random() < 0.25:
                await self.delete(member)

    async def register(self) -> Member | None:
        name, lobby = f"Member {self.luck.randrange(10**9)}", Lobby(self.url, PATIENCE)
        made = await self.write(lambda: lobby.call("POST", "/api/account", {"name": name}))
        return None if made is None else Member(name, lobby, made["phrase"])

    async def open_table(self, member: Member) -> None:
        """A slow one, at which somebody else sits too."""
        wanted = {"edition": "zip", "players": 2, "seats": ["me", "open"], "turn_seconds": SLOW, "player": member.name}
        made = await self.write(lambda: member.lobby.open(**wanted))
        if made is None:
            return
        code = made[0]
        if await self.write(lambda: Lobby(self.url, PATIENCE).join(code, "Guest")) is None:
            return
        if await self.write(lambda: member.lobby.start(code)) is not None:
            member.table = code

    async def show(self, member: Member) -> None:
        wanted = not member.shown[-1]
        member.shown.append(wanted)
        if await self.write(lambda: member.lobby.call("POST", "/api/account/shown", {"shown": wanted}) or True):
            member.shown = [wanted]

    async def add_notice(self, member: Member) -> None:
        wanted = {"kind": "plain", "address": f"{ORIGIN}/{self.luck.randrange(10**9)}"}
        added = await self.write(lambda: member.lobby.call("POST", "/api/notices", wanted))
        if added is None:
            member.adding += 1
        else:
            member.notices.add(added["id"])

    async def drop_notice(self, member: Member) -> None:
        if len(member.notices) < 2:
            return
        notice = self.luck.choice(sorted(member.notices))
        member.notices.discard(notice)
        if await self.write(lambda: member.lobby.call("DELETE", f"/api/notices/{notice}") or True):
            member.dropped.add(notice)
        else:
            member.dropping.add(notice)

    async def answer_beforehand(self, member: Member) -> None:
        if not member.table:
            return
        wanted = {"refuse": self.luck.sample(RESOURCES, 2), "discard": self.luck.sample(RESOURCES, 3)}
        member.advance.append(wanted)
        if await self.write(lambda: member.lobby.call("POST", f"/api/tables/{member.table}/advance", wanted)):
            member.advance = [wanted]

    async def delete(self, member: Member) -> None:
        member.deleted.append(True)
        if await self.write(lambda: member.lobby.call("POST", "/api/account/delete", {"name": member.name}) or True):
            member.deleted = [True]

    async def look(self) -> dict[str, int]:
        """Is all of it as it was acknowledged? Asked from another browser, by the recovery phrase."""
        for member in self.all:
            await self.find(member)
        return {"members": len(self.all), "writes of members acknowledged": self.acknowledged, "and unanswered": self.unanswered}

    async def find(self, member: Member) -> None:
        lobby = Lobby(self.url, PATIENCE)
        try:
            await insist(lobby.call, "POST", "/api/signin/phrase", {"phrase": member.phrase})
        except Refusal:
            assert True in member.deleted, f"{member.name} cannot come back"
            return
        assert False in member.deleted, f"{member.name} was deleted and is there again"
        account = await insist(lobby.call, "GET", "/api/account")
        assert (account["registered"], account["name"]) == (True, member.name)
        assert account["shown"] in member.shown, f"{member.name}: shown is {account['shown']}"
        found = {each["id"] for each in (await insist(lobby.call, "GET", "/api/notices"))["notices"]}
        assert member.notices <= found, f"{member.name}: lost notices {member.notices - found}"
        assert not member.dropped & found, f"{member.name}: dropped notices are there again"
        more = found - member.notices - member.dropping
        assert len(more) <= member.adding, f"{member.name}: {more} were never asked for"
        if member.table:
            advance = (await insist(lobby.call, "GET", f"/api/tables/{member.table}"))["advance"]
            assert advance in member.advance, f"{member.name}: {advance} stands, {member.advance} was given"
        with_the_name = Lobby(self.url, PATIENCE)
        try:
            await insist(with_the_name.call, "POST", "/api/account", {"name": member.name})
        except Refusal:
            return
        raise AssertionError(f"{member.name} belongs to two people")
