"""Compares what the server has promised with what its store holds."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from people import Notes

from sevenhex.client import Client
from sevenhex.server.audit import audit, replay
from sevenhex.server.store import Store


async def settle(store_url: str, notes: Notes, url: str | None = None) -> dict[str, int]:
    """Every log replays, every answered command is there exactly once, no refused one is, and every seat resumes."""
    store = Store(store_url)
    await store.open()
    try:
        account = await audit(store)
        assert not account.findings, "\n".join(map(str, account.findings))
        codes = sorted({code for code, _ in notes.tokens})
        written: Counter[tuple[str, int, str]] = Counter()
        actions: dict[tuple[str, int, str], int] = {}
        games: dict[str, Any] = {}
        for code in codes:
            record = await store.table(code)
            assert record is not None
            if record.opening is None:
                continue
            entries = await store.entries(code)
            games[code] = (replay(record, entries), entries, record)
            for entry in entries:
                if entry.command:
                    written[code, entry.seat, entry.command] += 1
                    if entry.action is not None:
                        actions[code, entry.seat, entry.command] = entry.action
            for line in await store.chat(code, 1_000_000):
                if line.command and line.seat is not None:
                    written[code, line.seat, f"chat {line.command}"] += 1
        twice = [key for key, times in written.items() if times > 1]
        assert not twice, f"done twice: {twice}"
        for code, seat, command, action in notes.done:
            assert written[code, seat, command] == 1, f"lost: {code} seat {seat} {action!r} ({command})"
            assert actions[code, seat, command] == games[code][0].read(action, seat), f"changed: {code} seat {seat} {action!r}"
        for code, seat, command in notes.chats:
            assert written[code, seat, f"chat {command}"] == 1, f"lost chat: {code} seat {seat} ({command})"
        for code, seat, command, refusal in notes.refused:
            assert written[code, seat, command] == 0, f"refused as {refusal} but done: {code} seat {seat} ({command})"
        if url is not None:
            await asyncio.gather(*(resumes(url, code, seat, token, games) for (code, seat), token in notes.tokens.items() if code in games))
        return {
            "tables": account.tables,
            "entries": account.entries,
            "outcomes checked": account.outcomes,
            "actions acknowledged": len(notes.done),
            "refusals": len(notes.refused),
            "unanswered": len(notes.unanswered),
            "chat lines": len(notes.chats),
            "games over": sum(record.status == "over" for _, _, record in games.values()),
            "seats resumed": len(notes.tokens) if url else 0,
        }
    finally:
        await store.close()


async def resumes(url: str, code: str, seat: int, token: str, games: dict[str, Any]) -> None:
    """The seat's token opens its seat, and what it is shown is what the log tells."""
    game, entries, _ = games[code]
    async with Client(url, code, token) as client:
        assert client.seat == seat
        assert client.version == len(entries)
        view = (game.open_view(seat) if game.is_over else game.view(seat)).to_json()
        shown = dict(client.view or {})
        for each in (view, shown):
            each.pop("version")
        assert shown == view, f"{code} seat {seat} is shown something else than its log tells"
