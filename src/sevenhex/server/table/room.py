"""Before and after a game: a room's rules are changed, the same people play again, a game is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sevenhex.editions.options import implied

from ..base.refusal import Refused
from ..store.seats import HUMAN, OPEN, Seat
from ..store.store import ABORTED, OVER, PLAYING, WAITING
from . import appointment, bot_pool, catalogue, clock, lobby, sealing

if TYPE_CHECKING:
    from .registry import Tables
    from .table import Table


# --- before the start


async def rearrange(table: Table, player: str, wanted: dict[str, Any]) -> None:
    """The host changes edition, players, rules, clock or name; everybody keeps a seat."""
    async with table.lock:
        await table.ready()
        record = table.record
        if record.creator != player:
            raise Refused("forbidden", "host_only")
        if table.status != WAITING:
            raise Refused("illegal", "begun_rules")
        sealing.check_fixed(table)
        clock.check(wanted)
        options = {key: value for key, value in wanted["options"].items() if value is not None}
        options = implied(options) | options  # what follows from another choice is said too
        agreed = catalogue.configuration(wanted["edition"], wanted["players"], options)
        if wanted["rated"] and agreed.changes:
            raise Refused("malformed", "rated_options", changes=" ".join(agreed.changes))
        guests = [seat.name or seat.colour for seat in table.seats if seat.kind == HUMAN and seat.player != player]
        if wanted["rated"] and not record.rated and guests:  # they sat down for a game that costs them nothing
            raise Refused("illegal", "rated_guests", names=", ".join(guests))
        people = sum(seat.kind == HUMAN for seat in table.seats)
        if people > wanted["players"]:
            raise Refused("illegal", "seats_few", people=people, players=wanted["players"])
        make_room(table, wanted["players"])
        del table.seats[wanted["players"] :]
        table.seats.extend(Seat(n) for n in range(len(table.seats), wanted["players"]))
        for seat, colour in zip(table.seats, agreed.colours, strict=True):
            seat.colour = colour
        record.edition, record.players, record.options, record.rated = wanted["edition"], wanted["players"], options, wanted["rated"]
        record.public, record.turn_seconds = wanted["public"], wanted["turn_seconds"]
        record.reserve_seconds, record.increment_seconds = wanted.get("reserve_seconds"), wanted.get("increment_seconds")
        record.name = wanted["name"] or record.name
        await table.save()


def make_room(table: Table, count: int) -> None:
    """People whose seats vanish take those of bots, or free ones, that stay."""
    for seat in table.seats[count:]:
        if seat.kind == HUMAN:
            free = sorted((place for place in table.seats[:count] if place.kind != HUMAN), key=lambda place: place.kind != OPEN)
            lobby.move(table, seat.seat, free[0].colour)


# --- after the end


async def rematch(tables: Tables, table: Table, player: str, address: str = "") -> str:
    """A table with the same rules, people and bots; everybody at the old one receives its code. The first who asks opens it.

    Nobody is seated unasked where the game counts: at a rated table the others' seats are open until they sit down themselves.
    """
    async with table.lock:
        await table.ready()
        own = table.seat_of(player)
        if own is None:
            raise Refused("not_seated", "not_played")
        if table.status not in (OVER, ABORTED):
            raise Refused("illegal", "not_over")
        record = table.record
        if record.result and "rematch" in record.result:
            return str(record.result["rematch"])
        others = [seat for seat in table.seats if seat.kind == HUMAN and seat.player and seat.seat != own]
        asked = [
            "me" if seat.seat == own else "open" if seat.bot is None else {"bot": seat.bot, "level": bot_pool.kept(seat.level)}
            for seat in table.seats
        ]
        wanted = {
            "edition": record.edition, "players": record.players, "options": record.options, "seats": asked, "public": record.public,
            "rated": record.rated, "turn_seconds": record.turn_seconds, "name": record.name, "start": False,
            "reserve_seconds": record.reserve_seconds, "increment_seconds": record.increment_seconds,
        }  # fmt: skip
        following, _, _ = await tables.create(
            player, table.seats[own].name, wanted, address, registered=table.seats[own].registered, program=table.seats[own].program
        )
        async with following.lock:
            for seat in [] if record.rated else others:
                place = following.seats[seat.seat]
                place.kind, place.player, place.name = HUMAN, seat.player, seat.name
                place.registered, place.program = seat.registered, seat.program
            await following.save()
        if table.status == OVER and record.result is not None:
            record.result = {**record.result, "rematch": following.code}
            await table.save()
    if all(seat.taken for seat in following.seats) and not others:
        await tables.start_game(following, player)
    return following.code


async def erase(tables: Tables, table: Table, player: str) -> None:
    """Throw a game away that nobody else has a part in; of a finished one with others, only the own part is forgotten."""
    async with table.lock:
        await table.ready()
        own = table.seat_of(player)
        if own is None and table.record.creator != player:
            raise Refused("not_seated", "not_yours")
        sealing.check_fixed(table)
        if table.status in (WAITING, PLAYING):
            appointment.refuse(table.record)
        others = any(seat.kind == HUMAN and seat.player not in (None, player) for seat in table.seats)
        if table.record.rated and (table.status == PLAYING or table.record.result):
            raise Refused("illegal", "rated_stays")
        if others and table.status in (PLAYING, WAITING):
            raise Refused("illegal", "others_play")
        if others and own is not None:
            table.seats[own].player, table.seats[own].token_hash = None, None
            if table.record.creator == player:
                table.record.creator = None
            await table.save()
            return
        if table.status in (WAITING, PLAYING):
            await table.abort()
        await table.delete()
        tables.live.pop(table.code, None)
    table.listeners.cut()


# --- as the lobby tells it


def standing(table: Table) -> dict[str, Any] | None:
    """Of a game in memory what everybody at it sees: open points, the round, and for whom it waits."""
    if table.game is None or not table.is_playing:
        return None
    view = table.game.view(None).to_json()
    return {"points": [seat["points"] for seat in view["seats"]], "round": view["round"], "to_act": view["to_act"]}
