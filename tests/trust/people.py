"""Clients that play like people in a hurry, and write down every answer that the server gave them."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from sevenhex.protocol.client import Client, Gone, Lobby, Refusal

SHORT = {"victory_points": 3}  # games that end while somebody watches


@dataclass
class Notes:
    """What the server has promised."""

    done: list[tuple[str, int, str, str]] = field(default_factory=list)  # table, seat, command, action
    refused: list[tuple[str, int, str, str]] = field(default_factory=list)  # the same, with the code instead of the action
    unanswered: list[tuple[str, int, str]] = field(default_factory=list)
    chats: list[tuple[str, int, str]] = field(default_factory=list)
    tokens: dict[tuple[str, int], str] = field(default_factory=dict)
    asking: int = 0  # commands that were sent and not answered yet
    ended: list[str] = field(default_factory=list)  # tables whose game somebody has seen end


async def insist(call: Any, *given: Any, tries: int = 200) -> Any:
    """A lobby call, again while the server is away."""
    for attempt in range(tries):
        try:
            return await asyncio.to_thread(call, *given)
        except (Gone, Refusal) as error:
            if (isinstance(error, Refusal) and error.code not in ("unavailable", "too_many")) or attempt == tries - 1:
                raise
            await asyncio.sleep(0.1)
    raise AssertionError


async def sit_down(url: str, notes: Notes, players: int = 4, edition: str = "sixth", **wanted: Any) -> str:
    """A table with a person at every seat, started. Where a killed server left a seat taken by nobody, another table."""
    while True:
        try:
            return await gather_round(url, notes, players, edition, **wanted)
        except Refusal as refusal:
            if "taken" not in refusal.sentence and "is called" not in refusal.sentence:  # joined, but not answered
                raise


async def gather_round(url: str, notes: Notes, players: int, edition: str, **wanted: Any) -> str:
    lobbies = [Lobby(url) for _ in range(players)]
    body = {"edition": edition, "players": players, "options": SHORT, "player": "Ann", **wanted}
    code, seat, token = await insist(lambda: lobbies[0].open(**body))
    notes.tokens[code, seat] = token
    for name, lobby in zip(("Ben", "Cid", "Dot", "Eve", "Fay"), lobbies[1:], strict=False):
        seat, token = await insist(lobby.join, code, name)
        notes.tokens[code, seat] = token
    while True:
        try:
            await insist(lobbies[0].start, code)
        except Refusal as refusal:  # of a start that was not answered: it is under way, or done
            if "about to begin" in refusal.sentence:
                await asyncio.sleep(0.1)
                continue
            if "begun" not in refusal.sentence:
                raise
        return code


def wish(client: Client, luck: random.Random) -> str:
    """Mostly something legal, sometimes a trade offer."""
    view = client.view
    assert view is not None
    if view["phase"] == "main" and view["offer"] is None and luck.random() < 0.1:
        hand = view["seats"][client.seat]["hand"]
        have = [name for name, count in hand.items() if count]
        if have:
            give = luck.choice(have)
            get = luck.choice([name for name in hand if name != give])
            return f"offer 1 {give} for 1 {get}"
    return luck.choice(client.legal)


async def play(client: Client, notes: Notes, luck: random.Random, ending: asyncio.Event, pace: float = 0.0) -> None:
    """Act whenever awaited, chat now and then, take back now and then, agree to others' taking back."""
    while not ending.is_set() and not client.over:
        try:
            await client.until(lambda: client.over or asked(client) or (client.awaited and bool(client.legal)), 0.5)
        except TimeoutError:
            continue
        if client.over:
            break
        if pace:
            await asyncio.sleep(luck.uniform(0, 2 * pace))
        client.count += 1
        command = f"{client.prefix}-{client.count}"
        assert client.seat is not None
        key = (client.code, client.seat, command)
        action = ""
        try:
            if asked(client):
                await client.ask("agree", command, undo=True)
                await client.until(lambda: not asked(client), 5)
                continue
            if not client.legal:
                continue
            chance = luck.random()
            if chance < 0.03:
                await client.ask("chat", command, text=f"{command} <b>hello</b>")
                notes.chats.append(key)
            elif chance < 0.05:
                action = "undo"
                await client.ask("undo", command, version=client.version)
            else:
                action = wish(client, luck)
                seen = client.version
                notes.asking += 1
                try:
                    await client.act(action, seen, command)
                finally:
                    notes.asking -= 1
                notes.done.append((*key, action))
        except Refusal as refusal:
            notes.refused.append((*key, refusal.code))
            if refusal.code == "stale":
                await asyncio.sleep(0.02)
        except TimeoutError:
            continue
        except Gone:
            if action and action != "undo":
                notes.unanswered.append(key)
    if client.over and client.code not in notes.ended:
        notes.ended.append(client.code)


def asked(client: Client) -> bool:
    undo = client.table.get("undo")
    return undo is not None and client.seat in undo["needed"] and client.seat not in undo["agreed"]


async def fill(url: str, code: str, notes: Notes, luck: random.Random, ending: asyncio.Event, pace: float = 0.0, **kind: Any) -> None:
    """Everybody at one table plays until the end, or until asked to stop."""
    tokens = {seat: token for (table, seat), token in notes.tokens.items() if table == code}

    async def one(token: str, own: random.Random) -> None:
        async with Client(url, code, token, **kind) as client:
            await play(client, notes, own, ending, pace)

    async with asyncio.TaskGroup() as group:
        for token in tokens.values():
            group.create_task(one(token, random.Random(luck.random())))
