"""Accounts beyond the cookie: keep one's games, come back from another browser, sign a browser out, delete everything.

Nobody needs one. There are no passwords and no e-mail addresses: a passkey opens an account, or a recovery phrase. What a guest has done
becomes the account's, at once and everywhere: first in the memory of the tables (an order to every process), then in the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import TYPE_CHECKING, Any

from ..base import likeness
from ..base.refusal import Refused
from ..cluster import orders
from ..cluster.leases import Elsewhere
from ..store import accounts as stored
from ..store import schema
from ..store.errors import refusing
from ..store.seats import hashed, new_secret
from ..table import obeying
from . import passkeys, phrases

if TYPE_CHECKING:
    from ..base.settings import Limits
    from ..store.accounts import Account, Passkey
    from ..store.store import Known, Store
    from ..table.registry import Tables
    from .passkeys import Site

log = logging.getLogger("sevenhex.accounts")

SHORTEST = 2  # letters of a registered name, after alike ones are joined
BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"), ("Linux", "Linux")),
)


def device_name(agent: str) -> str:
    """By what its owner knows a browser again; nothing else of what it tells is kept."""
    found = [next((name for mark, name in kinds if mark in agent), "") for kinds in (BROWSERS, SYSTEMS)]
    return ", ".join(part for part in found if part) or "?"


class Accounts:
    def __init__(self, store: Store, tables: Tables, limits: Limits) -> None:
        self.store, self.tables, self.limits = store, tables, limits
        self.after: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in list(self.after):
            task.cancel()
        await asyncio.gather(*self.after, return_exceptions=True)

    # --- names

    async def free_name(self, name: str) -> frozenset[str]:
        """The looks of a name that nobody has; else a refusal."""
        looks = frozenset(look[: schema.LOOK] for look in likeness.looks(name))
        if any(len(re.findall(r"\w", look)) < SHORTEST for look in looks):
            raise Refused("malformed", "name_short", least=SHORTEST)
        with refusing():
            taken = await stored.owner_of_name(self.store, looks)
        if taken is not None:
            raise Refused("illegal", "name_registered")
        return looks

    async def check_new(self, known: Known, name: str) -> frozenset[str]:
        if known.registered:
            raise Refused("illegal", "registered_already")
        with refusing():
            if await stored.count(self.store) >= self.limits.accounts:
                raise Refused("too_many", "too_many_accounts")
        return await self.free_name(name)

    # --- keeping what one has

    async def register(
        self, known: Known, name: str, agent: str, phrase: str | None = None, key: stored.NewPasskey | None = None, login: str | None = None
    ) -> None:
        looks = await self.check_new(known, name)
        with refusing():
            device = await stored.register(
                self.store, known.id, name, looks, device_name(agent), phrases.hash_of(phrase) if phrase else None, key, login
            )
            if device is None:
                raise Refused("illegal", "name_registered")
            await self.tell_all(orders.MOVE, f"{known.id}>{known.id}")
        log.info("an account was made")

    async def new_phrase(self, account: Account) -> str:
        """Shown once; the former one opens nothing any more."""
        phrase = phrases.new()
        with refusing():
            await stored.set_phrase(self.store, account.player, phrases.hash_of(phrase))
        return phrase

    # --- passkeys

    async def ask_new_key(self, site: Site, player: str, name: str, purpose: str, known: list[Passkey]) -> dict[str, Any]:
        challenge = await self.challenge(purpose, player, name)
        return passkeys.creation(site, player, name, challenge, known)

    async def ask_key(self, site: Site) -> dict[str, Any]:
        return passkeys.request(site, await self.challenge(passkeys.SIGN_IN, None, ""))

    async def challenge(self, purpose: str, player: str | None, name: str) -> bytes:
        made = passkeys.new_challenge()
        with refusing():
            room = await stored.add_challenge(
                self.store, passkeys.id_of(made), purpose, player, name, passkeys.SECONDS, passkeys.MOST_WAITING
            )
        if not room:
            raise Refused("too_many", "too_many_requests", retry_after=passkeys.SECONDS)
        return made

    async def answered(self, answer: dict[str, Any], *purposes: str) -> tuple[bytes, stored.Challenge]:
        """The question of ours that this answers, for the first time and in time."""
        challenge = passkeys.challenge_of(answer["response"]["clientDataJSON"])
        with refusing():
            asked = await stored.take_challenge(self.store, passkeys.id_of(challenge))
        if asked is None or asked.purpose not in purposes:
            raise Refused("forbidden", "passkey_late")
        return challenge, asked

    async def key_made(self, site: Site, known: Known, answer: dict[str, Any], agent: str) -> None:
        """The browser has made a passkey: for a new account, or one more for an old one."""
        challenge, asked = await self.answered(answer, passkeys.REGISTER, passkeys.ADD)
        if asked.player != known.id:
            raise Refused("forbidden", "passkey_late")
        key = await asyncio.to_thread(passkeys.created, site, answer, challenge, device_name(agent))
        if asked.purpose == passkeys.REGISTER:
            await self.register(known, asked.name, agent, key=key)
            return
        with refusing():
            if len(await stored.passkeys(self.store, known.id)) >= self.limits.passkeys_per_account:
                raise Refused("too_many", "too_many_passkeys", most=self.limits.passkeys_per_account)
            if not await stored.add_passkey(self.store, known.id, key):
                raise Refused("illegal", "passkey_known")

    # --- coming back

    async def by_key(self, site: Site, answer: dict[str, Any]) -> str:
        """Whose passkey this is. Every failure has the same answer."""
        challenge, _ = await self.answered(answer, passkeys.SIGN_IN)
        try:
            raw = passkeys.data(answer["rawId"])
        except ValueError:
            raise Refused("malformed", "passkey_unread") from None
        with refusing():
            key = await stored.passkey_of(self.store, passkeys.id_of(raw))
        if key is None:
            raise Refused("forbidden", "sign_in_failed")
        count = await asyncio.to_thread(passkeys.check, site, answer, challenge, key)
        with refusing():
            await stored.passkey_used(self.store, key.id, count)
        return key.player

    async def by_phrase(self, phrase: str) -> str:
        with refusing():
            player = await stored.owner_of_phrase(self.store, phrases.hash_of(phrase))
        if player is None:
            raise Refused("forbidden", "sign_in_failed")
        return player

    async def sign_in(self, player: str, known: Known | None, agent: str) -> str:
        """The secret of a new device. What its browser did as a guest goes over to the account."""
        self.tables.bans.refuse_player(player)
        guest = known.id if known is not None and not known.registered else None
        secret = new_secret()
        with refusing():
            if guest is not None:
                both = set(await stored.unfinished_of(self.store, guest)) & set(await stored.unfinished_of(self.store, player))
                if both:
                    raise Refused("illegal", "two_seats", table=sorted(both)[0])
                await self.tell_all(orders.MOVE, f"{guest}>{player}")
            device = await stored.sign_in(self.store, player, hashed(secret), device_name(agent), self.limits.devices_per_account, guest)
            if device is None:
                raise Refused("forbidden", "sign_in_failed")
            if guest is not None:
                await self.tell_all(orders.MOVE, f"{guest}>{player}")
        return secret

    async def drop_device(self, player: str, device: str) -> None:
        """Sign a browser out: its lines are cut, and tokens of the player's seats are void."""
        with refusing():
            await self.tell_all(orders.REVOKE, player)
            if not await stored.drop_device(self.store, player, device):
                raise Refused("unknown_table", "no_such_device")
            await self.tell_all(orders.REVOKE, player)

    async def drop_passkey(self, player: str, key: str) -> None:
        with refusing():
            if not await stored.drop_passkey(self.store, player, key):
                raise Refused("illegal", "last_passkey")

    # --- going

    async def delete(self, player: str) -> None:
        """Everything that is the player's alone goes; games of others stay whole, with nobody's name at that seat.

        The order stands until all is done. When this server is killed meanwhile, the next one finishes it (`orders.finish`); when the
        store fails meanwhile, `obeying.watch` does so after a minute.
        """
        with refusing():
            alone = await stored.alone_at(self.store, player)  # before the order: who carries it out meanwhile takes the name from them
            order = await self.store.give_order(orders.FORGET, player)
            for code in alone:
                await self.drop_table(code)
            await obeying.carry_out(self.tables, orders.FORGET, player)
            if self.tables.leases is not None:
                await asyncio.sleep(2 * orders.LOOK_SECONDS)
            await self.store.delete_player(player)
            await obeying.carry_out(self.tables, orders.FORGET, player)
            if self.tables.leases is None:
                await self.store.drop_order(order)
            else:
                self.keep_for_a_moment(order)
        log.info("an account was deleted")

    async def drop_table(self, code: str) -> None:
        with contextlib.suppress(Elsewhere):  # it is at another process, which forgets the player there
            await self.tables.own(code)
            table = self.tables.live.get(code)
            if table is None:
                await self.store.delete_table(code)
                return
            async with table.lock:
                if not table.record.has_ended:
                    await table.ready()
                    await table.abort()
                await table.delete()
                self.tables.live.pop(code, None)
            table.listeners.cut()

    # --- over all processes

    async def tell_all(self, what: str, subject: str) -> None:
        """Here at once; other processes within a second."""
        await obeying.carry_out(self.tables, what, subject)
        if self.tables.leases is None:
            return
        order = await self.store.give_order(what, subject)
        if what == orders.MOVE:
            await asyncio.sleep(2 * orders.LOOK_SECONDS)
        self.keep_for_a_moment(order)

    def keep_for_a_moment(self, order: str) -> None:
        task = asyncio.create_task(self.drop_later(order), name="an order stands for a moment")
        self.after.add(task)
        task.add_done_callback(self.after.discard)

    async def drop_later(self, order: str) -> None:
        await asyncio.sleep(orders.PATIENCE)
        await self.store.drop_order(order)
