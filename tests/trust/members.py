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
# what a member adds and drops: where it is added and dropped, where all of it is listed, and by what it is known there
KINDS = {
    "notices": ("/api/notices", "/api/notices", "notices", "id"),
    "seeks": ("/api/seeks", "/api/seeks", "own", "id"),
    "friends": ("/api/people/friends", "/api/people", "people", "name"),
}


@dataclass
class Kept:
    """Things of one kind that somebody has: what must be there, what may be, and what must not."""

    there: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    adding: int = 0  # whose adding was not answered
    dropping: set[str] = field(default_factory=set)  # whose end was not

    def agrees(self, found: set[str]) -> bool:
        return self.there <= found and not self.gone & found and len(found - self.there - self.dropping) <= self.adding


@dataclass
class Member:
    """One account: what must be there, and what may be there because a call was never answered."""

    name: str
    lobby: Lobby
    phrase: str
    shown: list[bool] = field(default_factory=lambda: [False])  # all that may stand in the store now
    kept: dict[str, Kept] = field(default_factory=lambda: {kind: Kept() for kind in KINDS})
    tournaments: dict[str, list[bool]] = field(default_factory=dict)  # that the member has made: may it be in there?
    drills: dict[str, list[int]] = field(default_factory=dict)  # how often each may have been answered
    table: str = ""
    advance: list[Any] = field(default_factory=lambda: [None])
    deleted: list[bool] = field(default_factory=lambda: [False])


@dataclass
class Robot:
    """An account that was given to a program."""

    name: str
    phrase: str
    program: list[bool]
    tokens: Kept = field(default_factory=Kept)


class Members:
    def __init__(self, url: str, seed: int) -> None:
        self.url, self.luck = url, random.Random(seed)
        self.all: list[Member] = []
        self.robots: list[Robot] = []
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
                kind = self.luck.choice(sorted(KINDS))
                await self.show(member)
                await self.add(member, kind)
                await self.answer_beforehand(member)
                await self.change_entry(member)
                await self.answer_drill(member)
                await self.drop(member, kind)
            if self.luck.random() < 0.25:
                await self.delete(member)
            elif self.luck.random() < 0.5:
                await self.make_robot()

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

    def wanted(self, kind: str) -> dict[str, Any]:
        number = self.luck.randrange(10**9)
        if kind == "notices":
            return {"kind": "plain", "address": f"{ORIGIN}/{number}"}
        if kind == "seeks":  # nobody is as strong as that: so it waits
            return {"editions": ["sixth"], "players": 4, "turn_seconds": SLOW, "low": 190}
        return {"name": f"Nobody {number}"}

    async def add(self, member: Member, kind: str) -> None:
        kept, (path, _, part, key), wanted = member.kept[kind], KINDS[kind], self.wanted(kind)
        made = await self.write(lambda: member.lobby.call("POST", path, wanted) or {})
        if made is None:
            kept.adding += 1
        elif kind == "seeks":  # the answer lists all of the member's own; one that was never answered may be among them
            kept.there |= {each["id"] for each in made[part]}
            kept.adding = 0
        else:
            kept.there.add(made.get(key) or wanted[key])

    async def drop(self, member: Member, kind: str) -> None:
        kept, (_, listed, part, key) = member.kept[kind], KINDS[kind]
        if len(kept.there) < 2:
            return
        thing = self.luck.choice(sorted(kept.there))
        path = f"/api/{kind}/{thing}"
        if kind == "friends":
            found = await self.write(lambda: member.lobby.call("GET", listed))
            if found is None:
                return
            path = f"/api/people/{next(each['id'] for each in found[part] if each[key] == thing)}"
        kept.there.discard(thing)
        if await self.write(lambda: member.lobby.call("DELETE", path) or True):
            kept.gone.add(thing)
        else:
            kept.dropping.add(thing)

    async def change_entry(self, member: Member) -> None:
        """Into a tournament of one's own, or out of it, which is for good."""
        if not member.tournaments:
            wanted = {"name": f"Cup of {member.name}", "rounds": 1}
            made = await self.write(lambda: member.lobby.call("POST", "/api/tournaments", wanted))
            if made is not None:
                member.tournaments[made["id"]] = [False]
            return
        id, entered = next(iter(member.tournaments.items()))
        if len(entered) > 1:
            return  # nobody knows
        into = not entered[0]
        entered.append(into)
        if await self.write(
            lambda: member.lobby.call("POST", f"/api/tournaments/{id}/{'join' if into else 'leave'}", {"name": member.name})
        ):
            member.tournaments[id] = [into]

    async def answer_drill(self, member: Member) -> None:
        """A shipped puzzle, which comes into the deck by that."""
        found = await self.write(lambda: member.lobby.call("GET", "/api/drills"))
        if found is None or not found["session"]:
            return
        id = found["session"][0]["id"]
        known = member.drills.setdefault(id, [0])
        if len(known) > 1:
            return
        answered = {"tries": ["end"], "times": known[0], "seconds": 1.0}
        known.append(known[0] + 1)
        after = await self.write(lambda: member.lobby.call("POST", f"/api/drills/{id}", answered))
        if after is not None:
            member.drills[id] = [after["times"]]

    async def make_robot(self) -> None:
        member = await self.register()
        if member is None:
            return
        robot = Robot(member.name, member.phrase, [False, True])
        self.robots.append(robot)
        if await self.write(lambda: member.lobby.call("POST", "/api/account/program", {"name": member.name}) or True) is None:
            return
        robot.program = [True]
        for name in ("one", "two"):
            made = await self.write(lambda name=name: member.lobby.call("POST", "/api/account/tokens", {"name": name}))  # type: ignore[misc]
            if made is None:
                robot.tokens.adding += 1
            else:
                robot.tokens.there.add(made["id"])
        if robot.tokens.there:
            token = robot.tokens.there.pop()
            dropped = await self.write(lambda: member.lobby.call("DELETE", f"/api/account/tokens/{token}") or True)
            (robot.tokens.gone if dropped else robot.tokens.dropping).add(token)

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
        for robot in self.robots:
            await self.find_robot(robot)
        return {
            "members": len(self.all),
            "programs": len(self.robots),
            "writes of members acknowledged": self.acknowledged,
            "and unanswered": self.unanswered,
        }

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
        for kind, (_, listed, part, key) in KINDS.items():
            found = {each[key] for each in (await insist(lobby.call, "GET", listed))[part]}
            assert member.kept[kind].agrees(found), f"{member.name}: {kind} {found}, known {member.kept[kind]}"
        for id, entered in member.tournaments.items():
            joined = (await insist(lobby.call, "GET", f"/api/tournaments/{id}"))["joined"]
            assert joined in entered, f"{member.name}: in {id} is {joined}"
        for id, times in member.drills.items():
            answered = (await insist(lobby.call, "GET", f"/api/drills/{id}"))["times"]
            assert answered in times, f"{member.name}: {id} was answered {answered} times, {times} known"
        if member.table:
            advance = (await insist(lobby.call, "GET", f"/api/tables/{member.table}"))["advance"]
            assert advance in member.advance, f"{member.name}: {advance} stands, {member.advance} was given"
        with_the_name = Lobby(self.url, PATIENCE)
        try:
            await insist(with_the_name.call, "POST", "/api/account", {"name": member.name})
        except Refusal:
            return
        raise AssertionError(f"{member.name} belongs to two people")

    async def find_robot(self, robot: Robot) -> None:
        lobby = Lobby(self.url, PATIENCE)
        await insist(lobby.call, "POST", "/api/signin/phrase", {"phrase": robot.phrase})
        account = await insist(lobby.call, "GET", "/api/account")
        assert account["program"] in robot.program, f"{robot.name}: is a program: {account['program']}"
        if account["program"]:
            found = {each["id"] for each in (await insist(lobby.call, "GET", "/api/account/tokens"))["tokens"]}
            assert robot.tokens.agrees(found), f"{robot.name}: tokens {found}, known {robot.tokens}"
