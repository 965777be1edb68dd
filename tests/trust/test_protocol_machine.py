"""Several clients in any order: commands repeated, reordered, stale, lines cut in the middle; what was answered is what is written."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test
from ledger import settle
from nursery import Nursery, Server
from people import Notes, sit_down
from websockets.asyncio.client import ClientConnection, connect

from sevenhex.protocol.patch import spliced

T = TypeVar("T")
SEATS = 3
# one number drawn for each rule: what happens next depends on the server's dice, which hypothesis does not know
LUCK = strategies.integers(0, 2**32 - 1).map(random.Random)
ANSWERS = {"welcome", "done", "refused", "why", "pong"}


class Line:
    """One connection: what was said on it and what came back."""

    def __init__(self, seat: int | None, socket: ClientConnection) -> None:
        self.seat, self.socket = seat, socket
        self.version = -1
        self.legal: list[str] = []
        self.undo: dict[str, Any] | None = None

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def answer(self) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 20))
            self.hear(message)
            if message["type"] in ANSWERS:
                return message

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] in ("welcome", "update"):
            assert message["version"] >= self.version, "versions never go back"
            assert message["type"] == "welcome" or message["version"] > self.version, "an update brings something new"
            if "patch" in message:
                assert message["from"] == self.version, "a patch fits to what was sent before"
                self.legal = spliced(self.legal, message["patch"].get("legal", (0, 0, [])))
            else:
                self.legal = message["legal"]
            self.version = message["version"]
        if message["type"] in ("welcome", "table"):
            self.undo = message["table"]["undo"]


class Machine(RuleBasedStateMachine):
    """`server` is set by the test."""

    server: ClassVar[Server]
    store: ClassVar[str]
    steps: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.notes = Notes()
        self.lines: list[Line] = []
        self.said: list[tuple[int, dict[str, Any], dict[str, Any]]] = []  # seat, command, final answer
        self.count = 0

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        Machine.steps += 1
        return self.loop.run_until_complete(work)

    @initialize()
    def sit(self) -> None:
        self.code = self.do(sit_down(self.server.url, self.notes, SEATS))
        for seat in range(SEATS):
            self.do(self.open(seat, None))

    async def open(self, seat: int | None, version: int | None) -> Line:
        address = f"{self.server.url.replace('http', 'ws')}/api/tables/{self.code}/play"
        line = Line(seat, await connect(address, compression=None, max_size=None, proxy=None))
        await line.send({"type": "hello", "version": version} | ({"token": self.notes.tokens[self.code, seat]} if seat is not None else {}))
        welcome = await line.answer()
        assert welcome["type"] == "welcome"
        assert welcome["seat"] == seat
        self.lines.append(line)
        return line

    def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.count += 1
        return {"type": kind, "id": f"m{self.count}", **fields}

    def note(self, seat: int | None, message: dict[str, Any], answer: dict[str, Any]) -> None:
        assert answer.get("id") == message["id"]
        key = (self.code, -1 if seat is None else seat, message["id"])
        if answer["type"] == "refused":
            assert answer["code"] in ("stale", "illegal", "malformed", "not_seated", "over")
            if message["type"] == "act" and seat is not None:
                self.notes.refused.append((*key, answer["code"]))
        elif message["type"] == "act":
            self.notes.done.append((*key, message["action"]))
        elif message["type"] == "chat":
            self.notes.chats.append(key)
        if seat is not None:
            self.said.append((seat, message, answer))

    async def say(self, line: Line, message: dict[str, Any]) -> dict[str, Any]:
        await line.send(message)
        answer = await line.answer()
        self.note(line.seat, message, answer)
        return answer

    def pick(self, luck: random.Random, seated: bool = True) -> Line | None:
        fit = [line for line in self.lines if line.seat is not None or not seated]
        return luck.choice(fit) if fit else None

    @rule(luck=LUCK)
    def act(self, luck: random.Random) -> None:
        """Something legal, by a seat that can."""
        self.do(self.catch_up())
        able = [line for line in self.lines if line.legal]
        if able:
            line = luck.choice(able)
            answer = self.do(self.say(line, self.command("act", version=line.version, action=luck.choice(line.legal))))
            assert answer["type"] == "done", answer

    @rule(luck=LUCK)
    def act_anyhow(self, luck: random.Random) -> None:
        """Out of turn, from an old version, by a spectator."""
        line = self.pick(luck, seated=False)
        if line:
            action = luck.choice([*line.legal, "roll", "end", "settle A1.N", "nonsense", "knight", "refuse"])
            self.do(self.say(line, self.command("act", version=max(0, line.version - luck.randrange(3)), action=action)))

    @rule(luck=LUCK)
    def act_twice_at_once(self, luck: random.Random) -> None:
        """Two commands for the same version, the second sent before the first is answered."""
        self.do(self.catch_up())
        able = [line for line in self.lines if line.legal]
        if not able:
            return
        line = luck.choice(able)
        both = [self.command("act", version=line.version, action=luck.choice(line.legal)) for _ in range(2)]

        async def hurry() -> None:
            for message in both:
                await line.send(message)
            answers = [await line.answer() for _ in both]
            for message, answer in zip(both, answers, strict=True):
                self.note(line.seat, message, answer)
            assert [answer["type"] for answer in answers] == ["done", "refused"]

        self.do(hurry())

    @rule(luck=LUCK)
    def repeat(self, luck: random.Random) -> None:
        """An answered command again, over any line of the same seat: the same answer, nothing done."""
        done = [(seat, message) for seat, message, answer in self.said if answer["type"] == "done" and message["type"] in ("act", "chat")]
        if not done:
            return
        seat, message = luck.choice(done[-50:])
        lines = [line for line in self.lines if line.seat == seat]
        if lines:
            line = luck.choice(lines)

            async def again() -> None:
                await self.catch_up()
                before = line.version
                await line.send(message)
                answer = await line.answer()
                assert answer["type"] == "done"
                await self.catch_up()
                assert line.version == before

            self.do(again())

    @rule(luck=LUCK)
    def cut_before_the_answer(self, luck: random.Random) -> None:
        """The line breaks after a command was sent; it is sent again over a new one."""
        self.do(self.catch_up())
        able = [line for line in self.lines if line.legal]
        if not able:
            return
        line = luck.choice(able)
        message = self.command("act", version=line.version, action=luck.choice(line.legal))

        async def cut() -> None:
            await line.send(message)
            await asyncio.sleep(luck.choice([0, 0, 0.001, 0.01]))
            self.lines.remove(line)
            line.socket.transport.abort()
            fresh = await self.open(line.seat, line.version)
            answer = await self.say(fresh, message)
            assert answer["type"] == "done", answer

        self.do(cut())

    @rule(luck=LUCK, polite=strategies.booleans())
    def leave(self, luck: random.Random, polite: bool) -> None:
        if len(self.lines) > 1:
            line = self.lines.pop(luck.randrange(len(self.lines)))
            if polite:
                self.do(line.socket.close())
            else:
                line.socket.transport.abort()

    @precondition(lambda self: len(self.lines) < 7)
    @rule(luck=LUCK, seat=strategies.sampled_from([None, 0, 1, 2]))
    def arrive(self, luck: random.Random, seat: int | None) -> None:
        newest = max((line.version for line in self.lines), default=0)
        self.do(self.open(seat, luck.choice([None, 0, newest, newest + 5])))

    @rule(luck=LUCK)
    def chat(self, luck: random.Random) -> None:
        line = self.pick(luck)
        if line:
            self.do(self.say(line, self.command("chat", text="<i>\u202e\\ud83d" * 3)))

    @rule(luck=LUCK)
    def take_back(self, luck: random.Random) -> None:
        line = self.pick(luck)
        if line:
            self.do(self.say(line, self.command("undo")))

    @rule(luck=LUCK, agrees=strategies.booleans())
    def agree(self, luck: random.Random, agrees: bool) -> None:
        line = self.pick(luck)
        if line:
            self.do(self.say(line, self.command("agree", undo=agrees)))

    @rule()
    def hello_again(self) -> None:
        for line in self.lines:

            async def greet(line: Line = line) -> None:
                await line.send(
                    {"type": "hello", "version": max(0, line.version)}
                    | ({"token": self.notes.tokens[self.code, line.seat]} if line.seat is not None else {})
                )
                assert (await line.answer())["type"] == "welcome"

            self.do(greet())

    async def catch_up(self) -> None:
        """Everybody reads what is on its way: a ping is answered after it."""
        for line in self.lines:
            await line.send({"type": "ping"})
            while (await line.answer())["type"] != "pong":
                pass

    @invariant()
    def all_know_the_same(self) -> None:
        if self.lines:
            self.do(self.catch_up())
            assert len({line.version for line in self.lines}) == 1, "somebody stays behind"

    def teardown(self) -> None:
        async def close() -> None:
            for line in self.lines:
                line.socket.transport.abort()
            await settle(self.store, self.notes, self.server.url)
            await asyncio.sleep(0.01)

        self.loop.run_until_complete(close())
        self.loop.close()


def run(nursery: Nursery, examples: int, steps: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        Machine.store = str(Path(folder) / "games")
        with nursery.server(Machine.store, Path(folder)) as server:
            Machine.server = server
            run_state_machine_as_test(
                Machine,
                settings=settings(
                    max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck), database=None
                ),
            )
            assert not server.faults(), server.faults()[0]
    return Machine.steps


def test_clients_in_any_order(nursery: Nursery) -> None:
    assert run(nursery, 8, 30) > 100


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_clients_in_any_order_for_long(nursery: Nursery) -> None:
    print(run(nursery, 150, 80))
