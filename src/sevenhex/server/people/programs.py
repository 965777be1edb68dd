"""Programs as guests: an account that is a program's for ever, tokens with scopes, and a stream of what concerns it.

A program plays over the same WebSocket as the page. It is always labelled, has a rating of its own, and waits for invitations.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from ..base.encoder import encode
from ..base.limits import Places
from ..base.refusal import Refused
from ..cluster import orders
from ..store import programs as stored
from ..store import relations
from ..store.errors import StoreError, refusing
from ..store.store import PLAYING, WAITING

if TYPE_CHECKING:
    from ..base.settings import Limits
    from ..store.accounts import Account
    from ..store.store import Known, Store
    from ..table.registry import Tables
    from .accounts import Accounts

PREFIX = "program_"  # of every token, so that nobody mistakes it for a seat's
LOOK_SECONDS = 1.0
QUIET_SECONDS = 10.0  # then an empty line says that the stream still stands
STREAM_SECONDS = 180.0  # then the program asks again
LISTED = 200

# What a token may do, by the names of the routes; everything else that asks who calls is closed to it.
SCOPES: dict[str, frozenset[str]] = {
    "events": frozenset({"events", "own_tables"}),
    "play": frozenset({"join", "leave", "resign", "table", "play", "record", "frames", "answer_in_advance", "wish_pause"}),
}


class Programs:
    def __init__(self, store: Store, tables: Tables, accounts: Accounts, limits: Limits) -> None:
        self.store, self.tables, self.accounts, self.limits = store, tables, accounts, limits
        self.listening: set[str] = set()  # players whose stream stands
        self.places = Places(limits.streams_per_address)

    # --- accounts and tokens

    async def become(self, account: Account) -> None:
        """Nobody has played by the account, and nobody but a program does from now on."""
        if account.program:
            raise Refused("illegal", "program_already")
        with refusing():
            if not await stored.become(self.store, account.player):
                raise Refused("illegal", "program_played")

    async def new_token(self, account: Account, name: str, scopes: frozenset[str]) -> tuple[str, str]:
        """The token's id, and the token, which is shown only now."""
        check_program(account)
        secret = PREFIX + secrets.token_urlsafe(24)
        with refusing():
            made = await stored.add(self.store, account.player, secret, name, scopes, self.limits.tokens_per_program)
        if made is None:
            raise Refused("too_many", "too_many_tokens", most=self.limits.tokens_per_program)
        return made, secret

    async def drop_token(self, account: Account, id: str) -> None:
        """Lines that are open are cut, for nobody knows which token opened them."""
        with refusing():
            if not await stored.drop(self.store, account.player, id):
                raise Refused("unknown_table", "no_such_token")
            await self.accounts.tell_all(orders.REVOKE, account.player)

    async def caller(self, secret: str, route: str) -> Known:
        """Who has this token, if it may be used for this."""
        found = None
        if len(secret) <= 64:
            with refusing():
                found = await stored.owner(self.store, secret)
        if found is None:
            raise Refused("forbidden", "unknown_program")
        known, token = found
        self.tables.bans.refuse_player(known.id)
        if not any(route in SCOPES.get(scope, ()) for scope in token.scopes):
            raise Refused("forbidden", "token_scope", scopes=" ".join(sorted(token.scopes)))
        with refusing():
            await stored.note_use(self.store, token)
        return known

    async def listed(self) -> list[dict[str, Any]]:
        with refusing():
            found = await stored.listed(self.store, LISTED)
        return [{"name": name, "listening": player in self.listening} for player, name in found]

    # --- the stream

    async def events(self, player: str, address: str) -> AsyncIterator[bytes]:
        """Lines of JSON: invitations, and the tables at which the program sits, whenever something has changed."""
        if player in self.listening:
            raise Refused("too_many", "stream_stands")
        if len(self.listening) >= self.limits.streams or self.places.are_taken(address):
            raise Refused("too_many", "too_many_streams")
        return self.lines(player, address)

    async def lines(self, player: str, address: str) -> AsyncIterator[bytes]:
        if player in self.listening or not self.places.take(address):  # two have asked at the same moment
            return
        self.listening.add(player)
        try:
            began = spoke = time.monotonic()
            before: dict[str, dict[str, Any]] = {}
            while time.monotonic() - began < STREAM_SECONDS:
                try:
                    now = await self.situation(player)
                except StoreError:  # it is away for a moment
                    now = before
                news = [event for key, event in now.items() if before.get(key) != event]
                news += [{"type": "gone", "what": key} for key in before if key not in now]
                if news:
                    yield b"".join(encode(event) + b"\n" for event in news)
                    spoke = time.monotonic()
                elif time.monotonic() - spoke > QUIET_SECONDS:
                    yield b"\n"
                    spoke = time.monotonic()
                before = now
                await asyncio.sleep(LOOK_SECONDS)
            yield encode({"type": "again"}) + b"\n"
        finally:
            self.listening.discard(player)
            self.places.give_back(address)

    async def situation(self, player: str) -> dict[str, dict[str, Any]]:
        """What there is to say, by a key: an invitation, or a table with its status and whether the program is awaited there."""
        found: dict[str, dict[str, Any]] = {}
        for record in await self.store.tables_of(player):
            if record.status not in (WAITING, PLAYING):
                continue
            seat = next((place.seat for place in record.seats if place.belongs_to(player)), None)
            if seat is None:
                continue
            live = self.tables.live.get(record.code)
            event = {"type": "table", "table": record.code, "status": record.status, "seat": seat}
            if live is not None and live.game is not None:  # else its own connection says so
                event |= {"version": live.version, "awaited": live.is_playing and seat in live.game.to_act}
            found[f"table {record.code}"] = event
        for each in await relations.invitations(self.store, player):
            found[f"invitation {each.id}"] = {"type": "invited", "id": each.id, "table": each.code, "name": each.name}
        return found


def check_program(account: Account) -> None:
    if not account.program:
        raise Refused("illegal", "programs_only")
