"""Several processes over one PostgreSQL: who owns which table. A lease expires unless it is renewed; each new one has a higher fence.

The owner alone keeps a table in memory and writes to it. Every write checks the fence in its own transaction (`writer.hold`), so a
process that was stopped for a while and believes that it still owns a table cannot write. The clock is the database's.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection

from sqlalchemy import Float, Table, case, cast, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..store import schema
from ..store.errors import StoreError
from ..store.store import Store

SECONDS = 3.0  # a dead process's tables are free after this long
RENEW_SECONDS = 1.0
TRIES = 5
ADDRESS = 48  # the owner's column has 64 characters, 16 of them for the process

now = cast(func.extract("epoch", func.clock_timestamp()), Float)


class Elsewhere(Exception):
    """Another process owns the table; it is reached at this address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Leases:
    """What this process owns of one part of the store: its tables, or its tournaments. `address` is where the others reach it."""

    def __init__(self, store: Store, address: str, part: Table = schema.tables, key: str = "code") -> None:
        self.store, self.address = store, address.rstrip("/")
        self.part, self.key = part, part.c[key]
        self.name = f"{self.address}#{secrets.token_hex(6)}"

    async def take(self, code: str) -> int:
        """Own a table that nobody owns: its fence. Raises `Elsewhere` with the owner's address."""
        found: list[tuple[int | None, str | None]] = []

        async def work(connection: AsyncConnection) -> None:
            table = self.part.c
            free = or_(table.owner.is_(None), table.owner == self.name, table.lease < now)
            taken = await connection.execute(
                update(self.part)
                .where(self.key == code, free)
                .values(owner=self.name, fence=table.fence + 1, lease=now + SECONDS)
                .returning(table.fence)
            )
            fence = taken.scalar_one_or_none()
            owner = None if fence is not None else await connection.scalar(select(self.part.c.owner).where(self.key == code))
            found[:] = [(fence, owner)]

        for _ in range(TRIES):
            await self.store.writer.write(work)
            fence, owner = found[0]
            if fence is not None:
                return fence
            if owner:
                raise Elsewhere(owner.partition("#")[0])
            # let go between the two questions: nobody owns it now
        raise StoreError("This table is just moving to another server process; try again in a moment.")

    async def renew(self, codes: Collection[str]) -> set[str]:
        """Keep these; returns those that are lost."""
        kept: set[str] = set()

        async def work(connection: AsyncConnection) -> None:
            renewed = await connection.execute(
                update(self.part)
                .where(self.key.in_(list(codes)), self.part.c.owner == self.name)
                .values(lease=now + SECONDS)
                .returning(self.key)
            )
            kept.update(renewed.scalars())

        await self.store.writer.write(work)
        return set(codes) - kept

    async def release(self, codes: Collection[str]) -> None:
        """Let others have these at once."""

        async def work(connection: AsyncConnection) -> None:
            mine = (self.key.in_(list(codes)), self.part.c.owner == self.name)
            await connection.execute(update(self.part).where(*mine).values(owner=None, lease=None))

        if codes:
            await self.store.writer.write(work)

    async def owners(self) -> dict[str, int]:
        """How many tables each live process owns."""
        alive = case((self.part.c.lease >= now, self.part.c.owner), else_=None)
        rows = await self.store.read(select(alive.label("owner"), func.count().label("number")).group_by(alive))
        return {row.owner: row.number for row in rows if row.owner}
