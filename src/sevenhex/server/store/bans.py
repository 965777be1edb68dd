"""Whom the operator has shut out of the whole server, or of its chat: players by id, addresses alone or by their network."""

from __future__ import annotations

import ipaddress
import logging
import math
import re
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sevenhex.errors import SevenhexError

from ..base.refusal import Refused
from . import schema
from .store import Store

log = logging.getLogger("sevenhex.bans")

PLAYER = re.compile(r"[0-9a-f]{16}")
ALL, CHAT = "all", "chat"  # what a ban shuts out of

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def read_subject(text: str) -> str | None:
    """What is banned, in its one spelling: a player's id, an address or a network (192.0.2.0/24). None: it is none of these."""
    given = text.strip().lower()
    if PLAYER.fullmatch(given):
        return given
    try:
        network = ipaddress.ip_network(given, strict=False)
    except ValueError:
        return None
    return str(network.network_address) if network.prefixlen == network.max_prefixlen else str(network)


def subject_of(text: str) -> str:
    """The same for the command line."""
    found = read_subject(text)
    if found is None:
        raise SevenhexError(
            f"{text!r} is neither a player's id (16 letters and digits, see `sevenhex admin inspect`) nor an address such as 192.0.2.7 "
            "or a network such as 2001:db8::/48."
        )
    return found


def network_of(subject: str) -> Network | None:
    try:
        return ipaddress.ip_network(subject)
    except ValueError:
        log.error("a stored ban cannot be read", extra={"subject": subject})
        return None


async def add(store: Store, subject: str, reason: str = "", seconds: float | None = None, what: str = ALL) -> None:
    """A ban that stands already is written anew; without `seconds` it has no end."""
    now = time.time()
    row = {"subject": subject, "reason": reason[:200], "time": now, "until": None if seconds is None else now + seconds, "what": what}

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.bans).where(schema.bans.c.subject == subject))
        await connection.execute(insert(schema.bans).values(**row))

    await store.writer.write(work)


async def lift(store: Store, subject: str) -> bool:
    """False when there was no such ban."""
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        removed = (await connection.execute(delete(schema.bans).where(schema.bans.c.subject == subject))).rowcount

    await store.writer.write(work)
    return removed > 0


async def listed(store: Store) -> Sequence[Row[Any]]:
    """Those that stand; what has ended is not listed any more."""
    ban = schema.bans.c
    return await store.read(select(schema.bans).where(or_(ban.until.is_(None), ban.until > time.time())).order_by(ban.time))


class Bans:
    """A copy in memory, asked at every call; read at the start and whenever the operator changes something."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.players: dict[str, float] = {}  # and when the ban ends
        self.silenced: dict[str, float] = {}  # the same for those who may not write
        self.networks: tuple[tuple[Network, float], ...] = ()

    async def read(self) -> None:
        rows = [(row.subject, math.inf if row.until is None else row.until, row.what) for row in await listed(self.store)]
        self.silenced = {subject: until for subject, until, what in rows if what == CHAT}
        self.players = {subject: until for subject, until, what in rows if what == ALL and PLAYER.fullmatch(subject)}
        others = [(network_of(subject), until) for subject, until, what in rows if what == ALL and not PLAYER.fullmatch(subject)]
        self.networks = tuple((network, until) for network, until in others if network is not None)

    def has_player(self, player: str | None) -> bool:
        return player is not None and self.players.get(player, 0.0) > time.time()

    def is_silenced(self, player: str | None) -> bool:
        return player is not None and self.silenced.get(player, 0.0) > time.time()

    def has_address(self, address: str) -> bool:
        if not self.networks:
            return False
        now = time.time()
        try:
            known = ipaddress.ip_address(address)
        except ValueError:  # a test client's, or a local socket's
            return False
        mapped = getattr(known, "ipv4_mapped", None) or known
        return any(until > now and mapped in network for network, until in self.networks)

    def refuse_address(self, address: str) -> None:
        if self.has_address(address):
            raise Refused("forbidden", "banned")

    def refuse_player(self, player: str | None) -> None:
        if self.has_player(player):
            raise Refused("forbidden", "banned")
