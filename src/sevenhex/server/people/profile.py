"""A player's profile, from finished games and their reviews. Private, unless its owner says otherwise."""

from __future__ import annotations

import asyncio
import io
import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

from ..base import likeness
from ..base.encoder import encode
from ..base.refusal import Refused
from ..review import digest, jobs, played, replay
from ..store import accounts as stored
from ..store import profiles, schema
from ..store.errors import Damaged, refusing
from ..store.profiles import Played

if TYPE_CHECKING:
    from ..review.ratings import Ratings
    from ..store.store import Store

log = logging.getLogger("sevenhex.profile")

MOST = 10_000  # games that are counted, the latest ones
SHOWN = 30  # of them listed
TOGETHER = 100  # records in one file
CAUGHT_UP = 20  # reviews of before that are read for one asking
SURE = 5.0  # uncertainty: a rating above it is provisional
COLUMNS = ("code", "edition", "players", "rated", "ended", "seat", "colour", "points", "turns", "won", "left")


class Profiles:
    def __init__(self, store: Store, ratings: Ratings) -> None:
        self.store, self.ratings = store, ratings

    async def of(self, player: str, name: str) -> dict[str, Any]:
        with refusing():
            await self.catch_up(player)
            games = await profiles.games(self.store, player, MOST)
            read = await profiles.digests(self.store, player, MOST)
            standing = await self.ratings.of(player)
        history = self.ratings.history(player)
        return {
            "name": name,
            "games": len(games),
            "won": sum(game.won for game in games),
            "left": sum(game.left for game in games),
            "results": results(games),
            "rating": {**standing.to_json(), "provisional": standing.rating.uncertainty > SURE},
            "history": [
                {"time": time, "strength": round(strength, 1), "uncertainty": round(uncertainty, 1)}
                for time, strength, uncertainty in history
            ],
            "reviewed": reviewed(read),
            "latest": [vars(game) for game in games[:SHOWN]],
        }

    async def of_name(self, name: str) -> dict[str, Any]:
        """Somebody's who shows it. One that is hidden and one that is not there are answered alike."""
        looks = [look[: schema.LOOK] for look in likeness.looks(name)]
        with refusing():
            player = await stored.owner_of_name(self.store, looks)
            account = await stored.find(self.store, player or "")
        if account is None or not account.shown:
            raise Refused("unknown_table", "no_such_profile")
        return await self.of(account.player, account.name)

    async def catch_up(self, player: str) -> None:
        """Reviews from before there were digests are read now."""
        for code, body in await profiles.without_digest(self.store, player, CAUGHT_UP):
            try:
                found = await asyncio.to_thread(digest.read, body)
            except Exception:  # a review of another time: it counts as none
                log.info("a review cannot be read for a profile", extra={"table": code})
                found = []
            await profiles.keep_digests(self.store, code, found)

    async def records(self, player: str, page: int) -> list[jobs.Recorded]:
        """So many finished games, the latest first, as workers get them; damaged ones are left out."""
        found = []
        for game in (await self.rows(player))[(page - 1) * TOGETHER : page * TOGETHER]:
            try:
                record = await self.store.table(game.code)
                entries = await self.store.entries(game.code)
            except Damaged:
                continue
            if record is not None and record.opening is not None:
                found.append(jobs.Recorded(game.code, played.Played(record.opening, played.log_of(entries)), replay.headers_of(record)))
        return found

    async def rows(self, player: str) -> list[Played]:
        with refusing():
            return await profiles.games(self.store, player, MOST)


def results(games: list[Played]) -> list[dict[str, Any]]:
    """By edition and number of players, the most played first."""
    counted = Counter((game.edition, game.players) for game in games)
    found = []
    for (edition, players), count in counted.most_common():
        these = [game for game in games if (game.edition, game.players) == (edition, players)]
        points = [game.points for game in these if game.points is not None]
        won = sum(game.won for game in these)
        found.append({
            "edition": edition, "players": players, "games": count, "won": won,
            "points": round(sum(points) / len(points), 2) if points else None,
        })  # fmt: skip
    return found


def reviewed(read: list[dict[str, Any]]) -> dict[str, Any]:
    """Skill and luck over all reviewed games, in hundredths of the chance to win."""
    grades: Counter[str] = Counter()
    mistakes: dict[str, list[float]] = {}
    for each in read:
        grades.update(each["grades"])
        for kind, (count, lost) in each["mistakes"].items():
            so_far = mistakes.setdefault(kind, [0, 0.0])
            mistakes[kind] = [so_far[0] + count, so_far[1] + lost]
    decisions = sum(each["decisions"] for each in read)
    return {
        "games": len(read),
        "decisions": decisions,
        "lost": round(sum(each["lost"] for each in read), 2),
        "luck": round(sum(each["luck"] for each in read), 2),
        "grades": dict(grades),
        "openings": summed(read, "openings", ("count", "rank", "lost")),
        "trades": summed(read, "trades", ("count", "own", "theirs", "made", "taken", "asked", "accepted")),
        "mistakes": [
            {"kind": kind, "count": int(count), "lost": round(lost, 2)}
            for kind, (count, lost) in sorted(mistakes.items(), key=lambda each: -each[1][1])
        ],
    }


def summed(read: list[dict[str, Any]], part: str, fields: tuple[str, ...]) -> dict[str, float]:
    return {field: round(sum(each[part].get(field, 0) for each in read), 2) for field in fields}


def as_lines(games: list[Played]) -> bytes:
    """One game a line, as JSON."""
    return b"".join(encode({column: getattr(game, column) for column in COLUMNS}) + b"\n" for game in games)


def as_parquet(games: list[Played]) -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise Refused("illegal", "no_parquet") from None
    kinds = {
        "code": pa.string(), "edition": pa.string(), "players": pa.int8(), "rated": pa.bool_(), "ended": pa.float64(), "seat": pa.int8(),
        "colour": pa.string(), "points": pa.int16(), "turns": pa.int32(), "won": pa.bool_(), "left": pa.bool_(),
    }  # fmt: skip
    table = pa.table({name: pa.array([getattr(game, name) for game in games], kind) for name, kind in kinds.items()})
    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    return out.getvalue()
