"""Whom the operator has shut out of the whole server: players by id, addresses alone or by their network."""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sevenhex.errors import SevenhexError

from ..base.refusal import Refused
from . import schema
from .store import Store

log = logging.getLogger("sevenhex.bans")

PLAYER = re.compile(r"[0-9a-f]{16}")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def subject_of(text: str) -> str:
    """What is banned, in its one spelling: a player's id, an address or a network (192.0.2.0/24)."""
    given = text.strip().lower()
    if PLAYER.fullmatch(given):
        return given
    try:
        network = ipaddress.ip_network(given, strict=False)
    except ValueError:
        raise SevenhexError(
            f"{text!r} is neither a player's id (16 letters and digits, see `sevenhex admin inspect`) nor an address such as 192.0.2.7 "
            "or a network such as 2001:db8::/48."
        ) from None
    return str(network.network_address) if network.prefixlen == network.max_prefixlen else str(network)


def network_of(subject: str) -> Network | None:
    try:
        return ipaddress.ip_network(subject)
    except ValueError:
        log.error("a stored ban cannot be read", extra={"subject": subject})
        return None


async def add(store: Store, subject: str, reason: str = "") -> None:
    """A ban that stands already is written anew."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.bans).where(schema.bans.c.subject == subject))
        await connection.execute(insert(schema.bans).values(subject=subject, reason=reason[:200], time=time.time()))

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
    return await store.read(select(schema.bans).order_by(schema.bans.c.time))


class Bans:
    """A copy in memory, asked at every call; read at the start and whenever the operator changes something."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.players: frozenset[str] = frozenset()
        self.networks: tuple[Network, ...] = ()

    async def read(self) -> None:
        subjects = [row.subject for row in await listed(self.store)]
        self.players = frozenset(subject for subject in subjects if PLAYER.fullmatch(subject))
        self.networks = tuple(filter(None, (network_of(subject) for subject in subjects if subject not in self.players)))

    def has_address(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            known = ipaddress.ip_address(address)
        except ValueError:  # a test client's, or a local socket's
            return False
        mapped = getattr(known, "ipv4_mapped", None) or known
        return any(mapped in network for network in self.networks)

    def refuse_address(self, address: str) -> None:
        if self.has_address(address):
            raise Refused("forbidden", "banned")

    def refuse_player(self, player: str | None) -> None:
        if player in self.players:
            raise Refused("forbidden", "banned")
