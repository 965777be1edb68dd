"""Who sits at a table: opening it, sitting down, bots and colours; and the beginning of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sevenhex.editions.options import implied
from sevenhex.errors import SevenhexError
from sevenhex.game.fairdice import new_seed
from sevenhex.game.game import Game

from ..base.address import share_of
from ..base.refusal import Refused
from ..store.seats import BOT, HUMAN, Seat, hashed, matches, new_code, new_secret
from ..store.store import PLAYING, WAITING, TableRecord
from . import appointment, bot_driver, bot_pool, broadcast, catalogue, clock, hosting, sealing

if TYPE_CHECKING:
    from .table import Table

NAME_LENGTH = 40


def new_table(
    player: str, name: str, wanted: dict[str, Any], registered: bool = False, program: bool = False
) -> tuple[TableRecord, int | None, str | None]:
    """A table as somebody wants it, with the creator's seat and token, if it sits."""
    options = {key: value for key, value in wanted["options"].items() if value is not None}
    options = implied(options) | options  # what follows from another choice is said too
    agreed = catalogue.configuration(wanted["edition"], wanted["players"], options)
    if wanted["rated"] and agreed.changes:
        raise Refused("malformed", "rated_options", changes=" ".join(agreed.changes))
    clock.check(wanted)
    asked = wanted["seats"] or ["me", *["open"] * (wanted["players"] - 1)]
    if len(asked) != wanted["players"]:
        raise Refused("malformed", "seats_count", players=wanted["players"], given=len(asked))
    token: str | None = None
    own: int | None = None
    seats = []
    for n, what in enumerate(asked):
        seat = Seat(n, colour=agreed.colours[n])
        if what == "me":
            if own is not None:
                raise Refused("malformed", "one_seat")
            own, token = n, new_secret()
            seat.kind, seat.player, seat.name, seat.token_hash = HUMAN, player, name, hashed(token)
            seat.registered, seat.program = registered, program
        elif what != "open":
            put_bot(seat, what["bot"], what.get("level"))
        seats.append(seat)
    title = wanted["name"] or (f"{name}'s table" if name else "Table")
    record = TableRecord(
        new_code(), title[:NAME_LENGTH], wanted["edition"], wanted["players"], options, wanted["public"], wanted["turn_seconds"],
        player, new_seed().hex(), seats=seats, rated=wanted["rated"],
        reserve_seconds=wanted.get("reserve_seconds"), increment_seconds=wanted.get("increment_seconds"),
    )  # fmt: skip
    if own is not None and wanted.get("word"):
        record.words[own] = wanted["word"]
    return record, own, token


def put_bot(seat: Seat, name: str, level: str | None) -> None:
    try:
        seat.bot, seat.level = bot_pool.check(name, level)
    except SevenhexError as error:
        raise Refused("malformed", "no_such_bot", detail=str(error)) from None
    seat.kind, seat.player, seat.token_hash, seat.registered = BOT, None, None, False
    seat.program = False
    seat.name = seat.bot.capitalize()


def who(table: Table, token: str | None, player: str | None) -> tuple[int | None, str | None]:
    """The seat (and player) that a token or a cookie opens at this table."""
    if token:
        if len(token) <= 64:
            for seat in table.seats:
                if seat.kind == HUMAN and matches(token, seat.token_hash):
                    return seat.seat, seat.player
        raise Refused("not_seated", "unknown_token")
    return table.seat_of(player), player


# --- seats


async def join(
    table: Table,
    player: str,
    name: str,
    colour: str | None,
    word: str | None = None,
    address: str = "",
    registered: bool = False,
    program: bool = False,
) -> tuple[int, str]:
    """Sit down, or get a new token for the seat one already has."""
    async with table.lock:
        await table.ready()
        own = table.seat_of(player)
        hosting.admit(table, own, player, address)
        hosting.check_name(table, name, own)
        token = new_secret()
        if own is None:
            if table.status != WAITING:
                raise Refused("illegal", "begun_watch")
            appointment.refuse(table.record)
            check_strangers(table, address)
            sealing.check_fixed(table)
            free = [seat for seat in table.seats if not seat.taken]
            if not free:
                raise Refused("illegal", "seats_taken")
            seat = next((seat for seat in free if seat.colour == colour), None) if colour else free[0]
            if seat is None:
                raise Refused("illegal", "colour_not_free", colour=str(colour), colours=", ".join(seat.colour for seat in free))
            seat.kind, seat.player, seat.name, seat.bot, seat.level = HUMAN, player, name, None, None
            own = seat.seat
        table.seats[own].token_hash = hashed(token)
        table.came_from(player, address)
        if name:
            table.seats[own].name = name
        table.seats[own].registered, table.seats[own].program = registered, program
        if word and table.status == WAITING and table.sealing.reveal is None:
            table.record.words[own] = word
            table.record.seals.pop(own, None)
        await table.save()
        return own, token


def check_strangers(table: Table, address: str) -> None:
    """At public rated tables strangers play, where the operator wants that: nobody sits down beside somebody from the same household."""
    if not (table.settings.strangers and table.record.rated and table.record.public and address):
        return
    here = [table.address_of(seat.player) for seat in table.seats if seat.player is not None]
    if share_of(address) in [share_of(each) for each in here if each is not None]:
        raise Refused("forbidden", "together")


async def change_seat(table: Table, player: str, number: int, change: dict[str, Any]) -> int:
    """The creator puts a bot or opens a seat; a seated player takes another colour. Returns the asker's seat afterwards (or -1)."""
    async with table.lock:
        await table.ready()
        if table.status != WAITING:
            raise Refused("illegal", "begun_seats")
        appointment.refuse(table.record)
        sealing.check_fixed(table)
        if not 0 <= number < len(table.seats):
            raise Refused("malformed", "no_such_seat", seat=number, last=len(table.seats) - 1)
        seat = table.seats[number]
        if change.get("colour"):
            if table.seat_of(player) != number:
                raise Refused("forbidden", "own_colour_only")
            move(table, number, change["colour"])
        elif table.record.creator != player:
            raise Refused("forbidden", "host_only")
        elif seat.kind == HUMAN and seat.player != player:
            raise Refused("forbidden", "somebody_there")
        elif change.get("bot"):
            put_bot(seat, change["bot"], change.get("level"))
        elif change.get("open"):
            table.seats[number] = Seat(number, colour=seat.colour)
        else:
            raise Refused("malformed", "seat_change")
        if table.seats[number].kind != HUMAN:
            table.record.words.pop(number, None)
            table.record.seals.pop(number, None)
        await table.save()
        after = table.seat_of(player)
        return -1 if after is None else after


def move(table: Table, number: int, colour: str) -> None:
    """Colours belong to places around the table, so a new colour is a new place; a bot that sits there makes room."""
    target = next((seat for seat in table.seats if seat.colour == colour), None)
    if target is None:
        raise Refused("malformed", "no_such_colour", colour=colour, colours=", ".join(seat.colour for seat in table.seats))
    if target.seat == number:
        return
    if target.kind == HUMAN:
        raise Refused("illegal", "colour_taken", colour=colour, name=target.name or "?")
    if any(listener.seat in (number, target.seat) for listener in table.listeners):
        table.listeners.reseat(number, target.seat)
        table.presence.move(number, target.seat)
    mine = table.seats[number]
    mine.seat, target.seat = target.seat, mine.seat
    mine.colour, target.colour = target.colour, mine.colour
    table.seats.sort(key=lambda seat: seat.seat)
    for given in (table.record.words, table.record.seals):
        if number in given:
            given[mine.seat] = given.pop(number)


# --- the beginning


def check_ready(table: Table) -> None:
    """Refuse to begin before everybody sits."""
    if table.status != WAITING:
        raise Refused("illegal", "begun")
    open_seats = [seat.colour for seat in table.seats if not seat.taken]
    if open_seats:
        raise Refused("illegal", "seats_open", colours=", ".join(open_seats))


async def begin(table: Table) -> None:
    """Lay out the island and let chance find who begins. The lock is held."""
    check_ready(table)
    record = table.record
    game = Game.new(record.edition, record.players, seed=table.chain.island, **record.options)
    opening = game.to_json()
    entries = table.take_chances(game, 0, table.settings.now())
    seats = [replace(seat, colour=colour) for seat, colour in zip(table.seats, game.colours, strict=True)]
    begun = replace(record, opening=opening, status=PLAYING, seats=seats)
    with table.storing():
        await table.store.save(begun, entries)
    table.sealing.close()
    table.begin(begun, game, len(entries))
    table.metrics.games_started.inc()
    broadcast.notify_table(table)
    broadcast.publish(table, 0)
    bot_driver.drive(table)
