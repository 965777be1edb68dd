"""What the store knows of a player's finished games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, exists, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .seats import HUMAN
from .store import OVER, Store

table, seat, digest, review = (part.c for part in (schema.tables, schema.seats, schema.digests, schema.reviews))


@dataclass(frozen=True)
class Played:
    """A finished game, from one player's seat."""

    code: str
    edition: str
    players: int
    rated: bool
    ended: float
    seat: int
    colour: str
    points: int | None
    turns: int | None
    won: bool
    left: bool  # given up, or away at the end of a rated game: lost, whatever the bot made of it


def played_from(row: Any) -> Played | None:
    """None for a row that cannot be read."""
    try:
        result = json.loads(row.result)
        points = result.get("points") or []
        left = row.seat in result.get("forfeited", [])
        return Played(
            row.code, row.edition, row.players, row.rated, row.ended or row.updated, row.seat, row.colour,
            points[row.seat] if row.seat < len(points) else None, result.get("turns"), result["winner"] == row.seat and not left, left,
        )  # fmt: skip
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


async def games(store: Store, player: str, most: int) -> list[Played]:
    """The latest first."""
    wanted = (table.code, table.edition, table.players, table.rated, table.ended, table.updated, table.result, seat.seat, seat.colour)
    query = (
        select(*wanted)
        .join_from(schema.seats, schema.tables)
        .where(seat.player == player, seat.kind == HUMAN, table.status == OVER, table.result.is_not(None))
        .order_by(table.ended.desc(), table.code)
        .limit(most)
    )
    return [found for found in map(played_from, await store.read(query)) if found is not None]


async def digests(store: Store, player: str, most: int) -> list[dict[str, Any]]:
    """Of the player's own seats, in reviewed games."""
    query = (
        select(digest.body)
        .join_from(schema.seats, schema.digests, (digest.code == seat.code) & (digest.seat == seat.seat))
        .where(seat.player == player, seat.kind == HUMAN)
        .limit(most)
    )
    return [json.loads(row.body) for row in await store.read(query)]


async def without_digest(store: Store, player: str, most: int) -> list[tuple[str, bytes]]:
    """Reviews that were kept before there were digests, with their tables."""
    query = (
        select(review.code, review.body)
        .join_from(schema.seats, schema.reviews, review.code == seat.code)
        .where(seat.player == player, ~exists().where(digest.code == seat.code))
        .limit(most)
    )
    return [(row.code, bytes(row.body)) for row in await store.read(query)]


async def keep_digests(store: Store, code: str, found: Sequence[dict[str, Any]]) -> None:
    """Those of a table's review, by seat; a later review of the same game replaces them."""
    rows = [{"code": code, "seat": place, "body": json.dumps(each)} for place, each in enumerate(found)]

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.digests).where(digest.code == code))
        if rows and await connection.scalar(select(table.code).where(table.code == code)) is not None:
            await connection.execute(insert(schema.digests), rows)

    await store.writer.write(work)
