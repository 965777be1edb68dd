"""What the host of a table may do: remove or ban somebody, lock the table, mute. The host is the person who opened it, or the heir.

In a rated game nobody is removed once it has begun: those who are there vote about those who are away (`attendance`).
"""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING

from ..base import likeness
from ..base.address import share_of
from ..base.encoder import encode
from ..base.refusal import Refused
from ..store.seats import HUMAN, Seat
from . import leaving, sealing

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("sevenhex.hosting")

LOCKED, MUTED, BANNED, SHUT = "locked", "muted", "banned", "shut"  # what the stored decisions are called; the last two: players, addresses
MOST_BANS = 200
REMOVED = encode({"type": "refused", "id": None, **Refused("forbidden", "removed").to_json()})  # the last message to somebody removed


# --- what was decided


def locked(table: Table) -> bool:
    return table.record.house.get(LOCKED) is True


def muted(table: Table) -> list[int]:
    """The seats that may not chat."""
    players = decided(table, MUTED)
    return [seat.seat for seat in table.seats if seat.kind == HUMAN and seat.player in players]


def decided(table: Table, what: str) -> list[str]:
    stored = table.record.house.get(what)
    return [each for each in stored if isinstance(each, str)] if isinstance(stored, list) else []


def move(table: Table, guest: str, player: str) -> None:
    """What was decided about a guest holds for the account that the guest has become."""
    for what in (MUTED, BANNED):
        if guest in decided(table, what):
            table.record.house[what] = [player if each == guest else each for each in decided(table, what)]


def admit(table: Table, seat: int | None, player: str | None, address: str) -> None:
    """Refuse somebody who wants to sit down or to watch; a seated player comes and goes."""
    if seat is not None or (player is not None and player == table.record.creator):
        return
    if player in decided(table, BANNED) or (address and digest(table, address) in decided(table, SHUT)):
        raise Refused("forbidden", "banned_here")
    if locked(table):
        raise Refused("forbidden", "locked")


def may_chat(table: Table, player: str | None) -> None:
    if table.services.silenced(player):
        raise Refused("forbidden", "silenced")
    if player is not None and player in decided(table, MUTED):
        raise Refused("forbidden", "muted")


def check_name(table: Table, name: str, own: int | None) -> None:
    """Nobody takes a name that somebody else at the table has, not even one that only looks like it."""
    same = [seat for seat in table.seats if seat.taken and seat.seat != own and name and likeness.alike(seat.name, name)]
    if same:
        raise Refused("illegal", "name_taken", name=same[0].name)


def digest(table: Table, address: str) -> str:
    """Addresses are not kept as they are; of IPv6 the network counts, for a household has a whole one."""
    return hashlib.sha256(f"{table.code} {share_of(address)}".encode()).hexdigest()[:32]


# --- what the host does


def check_host(table: Table, player: str) -> None:
    if table.record.creator != player:
        raise Refused("forbidden", "host_only")


async def remove(table: Table, player: str, number: int, ban: bool) -> None:
    """Somebody must go: before the start the seat is free again, in a game that is not rated a bot plays on."""
    async with table.lock:
        await table.ready()
        check_host(table, player)
        seat = human_at(table, number)
        if seat.player == player:
            raise Refused("illegal", "own_seat")
        if table.record.has_ended:
            raise Refused("over", "over")
        if table.is_playing and table.record.rated:
            raise Refused("forbidden", "rated_removal")
        sealing.check_fixed(table)
        gone = seat.player
        if ban and gone is not None:
            table.record.house[BANNED] = [*decided(table, BANNED), gone][-MOST_BANS:]
            address = table.address_of(gone)
            if address:
                table.record.house[SHUT] = [*decided(table, SHUT), digest(table, address)][-MOST_BANS:]
        log.info("removed by the host", extra={"table": table.code, "seat": number, "banned": ban})
        lines = [each for each in table.listeners if each.seat == number or (gone is not None and each.player == gone)]
        await leaving.vacate(table, number)
        for line in lines:
            line.send(REMOVED)
            line.cut()


async def lift_bans(table: Table, player: str) -> None:
    async with table.lock:
        await table.ready()
        check_host(table, player)
        for what in (BANNED, SHUT):
            table.record.house.pop(what, None)
        await table.save()


async def lock(table: Table, player: str, shut: bool) -> None:
    """Nobody else sits down or watches, or they do again."""
    async with table.lock:
        await table.ready()
        check_host(table, player)
        table.record.house[LOCKED] = shut
        await table.save()


async def mute(table: Table, player: str, number: int, silent: bool) -> None:
    async with table.lock:
        await table.ready()
        check_host(table, player)
        who = human_at(table, number).player
        others = [each for each in decided(table, MUTED) if each != who]
        table.record.house[MUTED] = [*others, who] if silent and who is not None else others
        await table.save()


def human_at(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused("malformed", "no_such_seat", seat=number, last=len(table.seats) - 1)
    seat = table.seats[number]
    if seat.kind != HUMAN or seat.resigned is not None:
        raise Refused("illegal", "nobody_there")
    return seat
