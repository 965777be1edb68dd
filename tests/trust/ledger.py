"""Compares what the server has promised with what its store holds. Replays logs on its own, beside the product's own audit."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from people import Notes

from sevenhex.game.fairdice import CHANCE, Chain
from sevenhex.game.game import Game
from sevenhex.knowledge.views import open_view
from sevenhex.protocol.client import Client
from sevenhex.server.store.audit import audit_table, codes
from sevenhex.server.store.store import ABORTED, OVER, PLAYING, WAITING, ChatLine, LogEntry, Store, TableRecord


@dataclass
class Story:
    """A table as its log tells it."""

    record: TableRecord
    entries: list[LogEntry]
    chat: list[ChatLine]
    game: Game | None


def replay(record: TableRecord, entries: Sequence[LogEntry]) -> Game:
    """The game that a log tells: from the seed, every action legal, every outcome the chain's own."""
    chain = Chain.of(bytes.fromhex(record.seed), record.words)
    game, drawn = Game.new(record.edition, record.players, seed=chain.island, **record.options), 0
    assert game.to_json() == record.opening, f"{record.code}: the island does not follow from the seed and the words"
    for place, entry in enumerate(entries, 1):
        assert entry.version == place, f"{record.code}: entry {place} has version {entry.version}"
        if entry.undo_to is not None:
            assert entry.action is None
            assert 0 <= entry.undo_to < len(game.log)
            drawn -= sum(seat == CHANCE for seat, _ in game.undo(len(game.log) - entry.undo_to))
            continue
        assert entry.action is not None
        if entry.seat == CHANCE:
            assert game.pick(chain.outcome(drawn)) == entry.action, f"{record.code}: entry {place} is not the chain's outcome"
            drawn += 1
        game.play(entry.action, entry.seat)
    return game


async def read(store: Store, code: str) -> Story:
    """One table, found sound."""
    record = await store.table(code)
    assert record is not None
    entries, chat = await store.entries(code), await store.chat(code, 1_000_000)
    assert not (found := await audit_table(store, code)), f"{code}: {found}"
    assert [line.n for line in chat] == list(range(1, len(chat) + 1)), f"{code}: its chat has gaps"
    if record.opening is None:
        assert record.status in (WAITING, ABORTED)
        assert not entries
        return Story(record, entries, chat, None)
    game = replay(record, entries)
    assert not game.awaits_chance, f"{code}: it waits for chance, which follows at once"
    assert (record.status == OVER) == game.is_over
    assert record.status in (OVER, PLAYING, ABORTED)
    outcome = game.outcome
    assert (record.result or {}).get("winner") == (outcome.winner if outcome else None)
    return Story(record, entries, chat, game)


async def settle(store_url: str, notes: Notes, url: str | None = None) -> dict[str, int]:
    """Every log replays, every answered command is there exactly once, no refused one is, and every seat resumes."""
    store = Store(store_url)
    await store.open()
    try:
        stories = {code: await read(store, code) for code in await codes(store)}
    finally:
        await store.close()
    written: Counter[tuple[str, int, str]] = Counter()
    actions: dict[tuple[str, int, str], int | None] = {}
    for code, story in stories.items():
        for entry in story.entries:
            if entry.command:
                written[code, entry.seat, entry.command] += 1
                actions[code, entry.seat, entry.command] = entry.action
        for line in story.chat:
            if line.command and line.seat is not None:
                written[code, line.seat, f"chat {line.command}"] += 1
    twice = [key for key, times in written.items() if times > 1]
    assert not twice, f"done twice: {twice}"
    for code, seat, command, action in notes.done:
        assert written[code, seat, command] == 1, f"lost: {code} seat {seat} {action!r} ({command})"
        game = stories[code].game
        assert game is not None
        assert actions[code, seat, command] == game.read(action, seat), f"changed: {code} seat {seat} {action!r}"
    for code, seat, command in notes.chats:
        assert written[code, seat, f"chat {command}"] == 1, f"lost chat: {code} seat {seat} ({command})"
    for code, seat, command, refusal in notes.refused:
        assert written[code, seat, command] == 0, f"refused as {refusal} but done: {code} seat {seat} ({command})"
    seats = [(stories[code], seat, token) for (code, seat), token in notes.tokens.items() if stories[code].game]
    if url is not None:
        for start in range(0, len(seats), 20):
            await asyncio.gather(*(resumes(url, *seat) for seat in seats[start : start + 20]))
    return {
        "tables": len(stories),
        "entries": sum(len(story.entries) for story in stories.values()),
        "outcomes checked": sum(entry.seat == CHANCE for story in stories.values() for entry in story.entries),
        "actions acknowledged": len(notes.done),
        "refusals": len(notes.refused),
        "unanswered": len(notes.unanswered),
        "chat lines": len(notes.chats),
        "games over": sum(story.record.status == OVER for story in stories.values()),
        "seats resumed": len(seats) if url else 0,
    }


async def resumes(url: str, story: Story, seat: int, token: str) -> None:
    """The seat's token opens its seat, and what it is shown is what the log tells."""
    game = story.game
    assert game is not None
    async with Client(url, story.record.code, token, patience=120) as client:
        assert client.seat == seat
        assert client.version == len(story.entries)
        view = (open_view(game, seat) if game.is_over else game.view(seat)).to_json()
        shown = dict(client.view or {})
        for each in (view, shown):
            each.pop("version")
        assert shown == view, f"{story.record.code} seat {seat} is shown something else than its log tells"
