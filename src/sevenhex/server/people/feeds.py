"""A feed (Atom) of what waits for a player: turns at slow tables, invitations, games that were wished for.

Anybody who has its address reads it, so the address holds a secret that its owner replaces at will, and it names tables only.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from ..base.refusal import Refused
from ..base.text import clean
from ..cluster.leases import Elsewhere
from ..store import feeds as stored
from ..store import relations, seeks
from ..store.errors import StoreError, refusing
from ..store.store import PLAYING
from ..table import slow

if TYPE_CHECKING:
    from ..store.store import Store
    from ..table.registry import Tables

ATOM = "http://www.w3.org/2005/Atom"
LONGEST = 64  # of a secret
TEXTS = {
    "en": (
        "Sevenhex: what waits for you", "It is your turn at {}", "{} invites you to a table", "A game that you wished for is ready: {}"
    ),
    "de": (
        "Sevenhex: was auf dich wartet", "Du bist am Zug: {}", "{} lädt dich an einen Tisch ein",
        "Ein Spiel, das du dir gewünscht hast, ist bereit: {}",
    ),
    "fr": (
        "Sevenhex : ce qui vous attend", "C'est à vous de jouer : {}", "{} vous invite à une table",
        "Une partie que vous souhaitiez est prête : {}",
    ),
    "es": (
        "Sevenhex: lo que te espera", "Es tu turno: {}", "{} te invita a una mesa", "Una partida que deseabas está lista: {}"
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    id: str
    kind: int  # which of the texts
    name: str
    code: str
    time: float


class Feeds:
    def __init__(self, store: Store, tables: Tables) -> None:
        self.store, self.tables = store, tables

    async def new_secret(self, player: str) -> str:
        """Shown once; the former one opens nothing any more."""
        secret = secrets.token_urlsafe(24)
        with refusing():
            await stored.replace(self.store, player, secret)
        return secret

    async def drop(self, player: str) -> None:
        with refusing():
            await stored.replace(self.store, player, None)

    async def read(self, secret: str, language: str, site: str) -> bytes:
        player = None
        if len(secret) <= LONGEST:
            with refusing():
                player = await stored.owner(self.store, secret)
        if player is None or self.tables.bans.has_player(player):
            raise Refused("unknown_table", "no_such_feed")
        with refusing():
            return as_atom(await self.entries(player), language, site)

    async def entries(self, player: str) -> list[Entry]:
        """The latest first."""
        found = await self.turns(player)
        found += [
            Entry(f"invitation:{each.id}", 2, each.name, each.code, each.created)
            for each in await relations.invitations(self.store, player)
        ]
        for each in await seeks.listed(self.store, player):
            if each.code is not None:
                record = await self.store.table(each.code)
                if record is not None:
                    found.append(Entry(f"seek:{each.id}", 3, record.name, each.code, each.created))
        return sorted(found, key=lambda each: -each.time)

    async def turns(self, player: str) -> list[Entry]:
        found = []
        records = [each for each in await self.store.tables_of(player) if each.status == PLAYING and slow.is_slow(each)]
        for record in records:
            awaited = slow.known_awaited(record)
            if awaited is None:
                try:
                    awaited = slow.awaited(await self.tables.obtain(record.code))
                except (Elsewhere, Refused, StoreError):  # another process has it, or it is damaged
                    continue
            if any(seat.belongs_to(player) and not seat.bot_plays and seat.seat in awaited for seat in record.seats):
                version, time = await self.store.last_entry(record.code)
                found.append(Entry(f"turn:{record.code}:{version}", 1, record.name, record.code, time or record.updated))
        return found


def as_atom(entries: list[Entry], language: str, site: str) -> bytes:
    texts = TEXTS.get(language, TEXTS["en"])
    feed = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    latest = max((each.time for each in entries), default=0.0)
    for name, text in (("id", "urn:sevenhex:feed"), ("title", texts[0]), ("updated", moment(latest))):
        ElementTree.SubElement(feed, name).text = text
    author = ElementTree.SubElement(feed, "author")
    ElementTree.SubElement(author, "name").text = "Sevenhex"
    for each in entries:
        entry = ElementTree.SubElement(feed, "entry")
        title = texts[each.kind].format(clean(each.name) or each.code)
        for name, text in (("id", f"urn:sevenhex:{each.id}"), ("title", title), ("updated", moment(each.time))):
            ElementTree.SubElement(entry, name).text = text
        ElementTree.SubElement(entry, "link", {"href": f"{site}/#/t/{each.code}"})
    written: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def moment(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
