"""Accounts in the store: a player who has a name of its own and can come back from another browser.

An account is a player's row and more: what the player did as a guest belongs to it from the first moment. Its browsers are `devices`, each
with a secret of its own; a guest's only secret stands in `players`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..base import likeness
from . import drills, relations, schema, tournaments
from .errors import Conflict
from .seats import HUMAN, new_id
from .store import PLAYING, WAITING, Store

account, name_of, device, passkey, challenge = (
    part.c for part in (schema.accounts, schema.names, schema.devices, schema.passkeys, schema.challenges)
)
seat, table = schema.seats.c, schema.tables.c

USED_EVERY = 3600.0  # seconds: a device that is used more often is not noted each time


@dataclass(frozen=True)
class Account:
    player: str
    name: str
    created: float
    has_phrase: bool
    shown: bool
    operator: bool = False
    program: bool = False  # a program's, for ever


@dataclass(frozen=True)
class Device:
    id: str
    name: str
    created: float
    used: float


@dataclass(frozen=True)
class Passkey:
    id: str
    player: str
    credential: str
    public_key: str
    count: int
    name: str
    created: float
    used: float


@dataclass(frozen=True)
class NewPasskey:
    id: str
    credential: str
    public_key: str
    count: int
    name: str


@dataclass(frozen=True)
class Challenge:
    purpose: str
    player: str | None
    name: str


# --- reading


async def find(store: Store, player: str) -> Account | None:
    rows = await store.read(select(schema.accounts).where(account.player == player))
    if not rows:
        return None
    row = rows[0]
    return Account(row.player, row.name, row.created, row.phrase_hash is not None, row.shown, row.operator, row.program)


async def owner_of_name(store: Store, looks: Iterable[str]) -> str | None:
    """Whose name looks like this one."""
    rows = await store.read(select(name_of.player).where(name_of.look.in_(list(looks))).limit(1))
    return rows[0].player if rows else None


async def owner_of_phrase(store: Store, phrase_hash: str) -> str | None:
    rows = await store.read(select(account.player).where(account.phrase_hash == phrase_hash))
    return rows[0].player if rows else None


async def devices(store: Store, player: str) -> list[Device]:
    rows = await store.read(select(schema.devices).where(device.player == player).order_by(device.created, device.id))
    return [Device(row.id, row.name, row.created, row.used) for row in rows]


async def passkeys(store: Store, player: str) -> list[Passkey]:
    rows = await store.read(select(schema.passkeys).where(passkey.player == player).order_by(passkey.created, passkey.id))
    return [Passkey(**row._asdict()) for row in rows]


async def passkey_of(store: Store, id: str) -> Passkey | None:
    rows = await store.read(select(schema.passkeys).where(passkey.id == id))
    return Passkey(**rows[0]._asdict()) if rows else None


async def count(store: Store) -> int:
    return int((await store.read(select(func.count()).select_from(schema.accounts)))[0][0])


async def unfinished_of(store: Store, player: str) -> list[str]:
    """Tables that wait or play, at which the player sits."""
    query = select(table.code).join_from(schema.tables, schema.seats)
    rows = await store.read(query.where(seat.player == player, table.status.in_((WAITING, PLAYING)), seat.resigned.is_(None)))
    return [row.code for row in rows]


async def alone_at(store: Store, player: str) -> list[str]:
    """Tables that concern nobody else: the player sits there or has opened them, and no other person does."""
    other = select(seat.code).where(seat.code == table.code, seat.kind == HUMAN, seat.player != player).exists()
    nameless = select(seat.code).where(seat.code == table.code, seat.kind == HUMAN, seat.player.is_(None)).exists()
    own = select(seat.code).where(seat.code == table.code, seat.player == player).exists()
    paired = select(schema.pairings.c.code).where(schema.pairings.c.code == table.code).exists()  # a tournament's results stay
    rows = await store.read(select(table.code).where(own | (table.creator == player), ~other, ~nameless, ~paired))
    return [row.code for row in rows]


async def has_rated(store: Store, player: str) -> bool:
    query = select(table.code).join_from(schema.tables, schema.seats)
    return bool(await store.read(query.where(seat.player == player, table.rated.is_(True), table.result.is_not(None)).limit(1)))


# --- writing: each function is one transaction


async def register(
    store: Store,
    player: str,
    name: str,
    looks: Iterable[str],
    device_name: str,
    phrase_hash: str | None,
    key: NewPasskey | None,
    login: str | None = None,
) -> str | None:
    """A guest gets an account; its browser is the first device (its id). None: somebody has the name, or the account exists."""
    now, new_device = time.time(), new_id()

    async def work(connection: AsyncConnection) -> None:
        players = schema.players.c
        secret = await connection.scalar(select(players.secret_hash).where(players.id == player))
        await connection.execute(
            insert(schema.accounts).values(player=player, name=name, created=now, phrase_hash=phrase_hash, shown=False)
        )
        await connection.execute(insert(schema.names), [{"look": look, "player": player} for look in sorted(set(looks))])
        await connection.execute(
            insert(schema.devices).values(id=new_device, player=player, secret_hash=secret, name=device_name, created=now, used=now)
        )
        # no secret has this hash: from now on the device's own row opens the account
        await connection.execute(update(schema.players).where(players.id == player).values(secret_hash=f"account:{player}", name=name))
        if key is not None:
            await connection.execute(insert(schema.passkeys).values(player=player, created=now, used=now, **vars(key)))
        if login is not None:
            await connection.execute(insert(schema.logins).values(id=login, player=player, created=now))
        await name_seats(connection, player, name)

    try:
        await store.writer.write(work)
    except Conflict:
        return None
    return new_device


async def name_seats(connection: AsyncConnection, player: str, name: str) -> None:
    """The player's seats at unfinished tables bear the registered name, with a number where somebody there is called so already."""
    unfinished = select(table.code).where(table.status.in_((WAITING, PLAYING)))
    own = (seat.player == player, seat.code.in_(unfinished))
    rows = (await connection.execute(select(seat.code, seat.seat).where(*own))).all()
    for row in rows:
        others = await connection.execute(select(seat.name).where(seat.code == row.code, seat.seat != row.seat))
        shown = likeness.distinct(name, others.scalars().all())
        await connection.execute(
            update(schema.seats).where(seat.code == row.code, seat.seat == row.seat).values(name=shown, registered=True)
        )


async def sign_in(store: Store, player: str, secret_hash: str, device_name: str, most: int, guest: str | None) -> str | None:
    """A new device; what its browser did as a guest becomes the account's. Beyond `most` devices the longest unused one goes.

    None: the account is gone.
    """
    now, new_device = time.time(), new_id()
    found: list[str] = []

    async def work(connection: AsyncConnection) -> None:
        found.clear()
        name = await connection.scalar(select(account.name).where(account.player == player))
        if name is None:
            return
        await connection.execute(
            insert(schema.devices).values(id=new_device, player=player, secret_hash=secret_hash, name=device_name, created=now, used=now)
        )
        kept = select(device.id).where(device.player == player).order_by(device.used.desc(), device.created.desc(), device.id)
        too_many = (await connection.execute(kept)).scalars().all()[most:]
        if too_many:
            await connection.execute(delete(schema.devices).where(device.id.in_(too_many)))
        if guest is not None:
            await move(connection, guest, player)
            await name_seats(connection, player, name)
        found.append(new_device)

    await store.writer.write(work)
    return found[0] if found else None


async def move(connection: AsyncConnection, guest: str, player: str) -> None:
    """Everything that a guest has becomes the player's; the guest is nobody any more."""
    for part in (schema.seats, schema.chat):
        await connection.execute(update(part).where(part.c.player == guest).values(player=player))
    await connection.execute(update(schema.tables).where(table.creator == guest).values(creator=player))
    await drills.move(connection, guest, player)
    await connection.execute(delete(schema.feeds).where(schema.feeds.c.player == guest))  # the account has its own, or makes one
    for part in (schema.notices, schema.holidays, schema.complaints):
        await connection.execute(update(part).where(part.c.player == guest).values(player=player))
    await connection.execute(update(schema.complaints).where(schema.complaints.c.about == guest).values(about=player))
    await connection.execute(delete(schema.challenges).where(challenge.player == guest))
    await tournaments.move(connection, guest, player)
    await relations.move(connection, guest, player)
    await connection.execute(delete(schema.players).where(schema.players.c.id == guest))


async def drop_device(store: Store, player: str, id: str) -> bool:
    """The device is signed out, and every token that was given for the player's seats is void. False: there is no such device."""
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        gone = await connection.execute(delete(schema.devices).where(device.player == player, device.id == id))
        removed = gone.rowcount
        if removed:
            await connection.execute(update(schema.seats).where(seat.player == player).values(token_hash=None))

    await store.writer.write(work)
    return removed > 0


async def note_use(store: Store, id: str) -> None:
    """A device is there again; more often than once an hour this changes nothing."""
    now = time.time()
    rows = await store.read(select(device.used).where(device.id == id))
    if not rows or rows[0].used > now - USED_EVERY:
        return

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.devices).where(device.id == id).values(used=now))

    await store.writer.write(work)


async def set_phrase(store: Store, player: str, phrase_hash: str) -> None:
    """A new recovery phrase; the former one opens nothing any more."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.accounts).where(account.player == player).values(phrase_hash=phrase_hash))

    await store.writer.write(work)


async def set_shown(store: Store, player: str, shown: bool) -> None:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.accounts).where(account.player == player).values(shown=shown))

    await store.writer.write(work)


async def set_operator(store: Store, player: str, operator: bool) -> None:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.accounts).where(account.player == player).values(operator=operator))

    await store.writer.write(work)


async def operators(store: Store) -> list[str]:
    """Their names."""
    return [row.name for row in await store.read(select(account.name).where(account.operator.is_(True)).order_by(account.name))]


async def add_passkey(store: Store, player: str, key: NewPasskey) -> bool:
    """False: this passkey is known already."""
    now = time.time()

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(insert(schema.passkeys).values(player=player, created=now, used=now, **vars(key)))

    try:
        await store.writer.write(work)
    except Conflict:
        return False
    return True


async def passkey_used(store: Store, id: str, count: int) -> None:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.passkeys).where(passkey.id == id).values(count=count, used=time.time()))

    await store.writer.write(work)


async def drop_passkey(store: Store, player: str, id: str) -> bool:
    """False: there is no such passkey, or it is the only way back in."""
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        removed = 0
        phrase = await connection.scalar(select(account.phrase_hash).where(account.player == player))
        others = await connection.scalar(
            select(func.count()).select_from(schema.passkeys).where(passkey.player == player, passkey.id != id)
        )
        logins = await connection.scalar(select(func.count()).select_from(schema.logins).where(schema.logins.c.player == player))
        if phrase is not None or others or logins:
            gone = await connection.execute(delete(schema.passkeys).where(passkey.player == player, passkey.id == id))
            removed = gone.rowcount

    await store.writer.write(work)
    return removed > 0


# --- the club's own login


async def owner_of_login(store: Store, login: str) -> str | None:
    rows = await store.read(select(schema.logins.c.player).where(schema.logins.c.id == login))
    return rows[0].player if rows else None


async def has_login(store: Store, player: str) -> bool:
    return bool(await store.read(select(schema.logins.c.id).where(schema.logins.c.player == player).limit(1)))


async def add_login(store: Store, player: str, login: str) -> bool:
    """False: it opens an account already."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.logins).where(schema.logins.c.player == player))
        await connection.execute(insert(schema.logins).values(id=login, player=player, created=time.time()))

    try:
        await store.writer.write(work)
    except Conflict:
        return False
    return True


async def drop_login(store: Store, player: str) -> bool:
    """False: there is none, or it is the only way back in."""
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        phrase = await connection.scalar(select(account.phrase_hash).where(account.player == player))
        keys = await connection.scalar(select(func.count()).select_from(schema.passkeys).where(passkey.player == player))
        if phrase is not None or keys:
            removed = (await connection.execute(delete(schema.logins).where(schema.logins.c.player == player))).rowcount

    await store.writer.write(work)
    return removed > 0


# --- challenges


async def add_challenge(store: Store, id: str, purpose: str, player: str | None, name: str, seconds: float, most: int) -> bool:
    """A question for a passkey. What nobody answered in time goes; False when too many wait even then."""
    now = time.time()
    added: list[bool] = []

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.challenges).where(challenge.until < now))
        waiting = await connection.scalar(select(func.count()).select_from(schema.challenges))
        added[:] = [(waiting or 0) < most]
        if added[0]:
            await connection.execute(
                insert(schema.challenges).values(id=id, purpose=purpose, player=player, name=name, until=now + seconds)
            )

    await store.writer.write(work)
    return added[0]


async def take_challenge(store: Store, id: str) -> Challenge | None:
    """The question that this answers; it is answered once."""
    found: list[Challenge] = []

    async def work(connection: AsyncConnection) -> None:
        found.clear()
        row = (await connection.execute(select(schema.challenges).where(challenge.id == id))).first()
        gone = await connection.execute(delete(schema.challenges).where(challenge.id == id))
        if row is not None and gone.rowcount and row.until >= time.time():
            found.append(Challenge(row.purpose, row.player, row.name))

    await store.writer.write(work)
    return found[0] if found else None
