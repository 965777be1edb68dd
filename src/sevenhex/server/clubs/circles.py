"""Friends, people to avoid, and invitations by name.

Nobody learns whether a name exists, or whether its owner has blocked the asker: every request for a name gets the same answer, and stands
in the asker's own list as it was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base import likeness
from ..base.refusal import Refused
from ..people.notices import INVITED, News
from ..store import accounts, relations, schema
from ..store.errors import refusing
from ..store.relations import APART, ASKED, BLOCKED, FRIEND, Invitation, Relation
from ..store.seats import HUMAN
from ..store.store import OVER, WAITING, Store
from ..table import appointment

if TYPE_CHECKING:
    from ..base.settings import Limits
    from ..people.notices import Notices
    from ..store.store import Known
    from ..table.table import Table

LOOKED_AT = 12  # finished tables, for those one has played with


class Circles:
    def __init__(self, store: Store, limits: Limits, notices: Notices) -> None:
        self.store, self.limits, self.notices = store, limits, notices

    # --- what one sees: the own lists

    async def own(self, player: str) -> tuple[list[Relation], list[tuple[Relation, str]], list[Invitation]]:
        """The own lists, who asks to be a friend (with the registered name), and invitations."""
        with refusing():
            asking = []
            for each in await relations.asking(self.store, player):
                account = await accounts.find(self.store, each.player)
                if account is not None:
                    asking.append((each, account.name))
            return await relations.own(self.store, player), asking, await relations.invitations(self.store, player)

    async def met(self, player: str) -> list[tuple[str, int, str, float]]:
        """Table, seat, name and time of people with whom the player has finished a game lately, each name once."""
        found: dict[str, tuple[str, int, str, float]] = {}
        with refusing():
            records = await self.store.tables(self.store.seated(player), schema.tables.c.status == OVER, limit=LOOKED_AT)
        for record in records:
            for seat in record.seats:
                if seat.kind == HUMAN and seat.player not in (None, player) and seat.name:
                    found.setdefault(seat.name, (record.code, seat.seat, seat.name, record.ended or record.updated))
        return list(found.values())

    # --- by name

    async def owner(self, name: str) -> str | None:
        with refusing():
            return await accounts.owner_of_name(self.store, [look[: schema.LOOK] for look in likeness.looks(name)])

    async def ask(self, known: Known, name: str) -> None:
        """To be friends. Who has asked the same before is a friend at once."""
        other = await self.other(known, name)
        with refusing():
            lists = await relations.own(self.store, known.id)
            if other is not None:
                if any(each.kind == FRIEND and each.other == other for each in lists):
                    return
                for each in await relations.asking(self.store, known.id):
                    if each.player == other and await relations.accept(
                        self.store, known.id, known.name, each.id, self.limits.relations_per_player
                    ):
                        return
            await self.add(known.id, ASKED, other, name)

    async def other(self, known: Known, name: str) -> str | None:
        """Whose name it is, if it is anybody's; not the asker's own."""
        other = await self.owner(name)
        if other == known.id:
            raise Refused("illegal", "own_name")
        return other

    async def add(self, player: str, kind: str, other: str | None, name: str) -> None:
        with refusing():
            if not await relations.add(self.store, player, kind, other, name, self.limits.relations_per_player):
                raise Refused("too_many", "too_many_relations", most=self.limits.relations_per_player)

    async def accept(self, known: Known, id: str) -> None:
        with refusing():
            if not await relations.accept(self.store, known.id, known.name, id, self.limits.relations_per_player):
                raise Refused("unknown_table", "no_such_relation")

    async def drop(self, player: str, id: str) -> None:
        with refusing():
            if not await relations.drop(self.store, player, id):
                raise Refused("unknown_table", "no_such_relation")

    # --- kept apart

    async def avoid_name(self, known: Known, kind: str, name: str) -> None:
        await self.add(known.id, kind if kind in APART else BLOCKED, await self.other(known, name), name)

    async def avoid_seat(self, known: Known, kind: str, code: str, number: int) -> None:
        """Somebody with whom the player sits, or has sat, at a table."""
        with refusing():
            record = await self.store.table(code) if code.isascii() and code.isalnum() else None
        if record is None or not any(seat.player == known.id for seat in record.seats):
            raise Refused("not_seated", "not_here")
        seat = record.seats[number] if number < len(record.seats) else None
        if seat is None or seat.kind != HUMAN or seat.player is None:
            raise Refused("illegal", "nobody_there")
        if seat.player == known.id:
            raise Refused("illegal", "own_seat")
        await self.add(known.id, kind, seat.player, seat.name)

    # --- invitations

    async def invite(self, known: Known, table: Table, name: str) -> None:
        """To a table that waits, by somebody who sits there or has opened it."""
        if table.seat_of(known.id) is None and table.record.creator != known.id:
            raise Refused("not_seated", "not_here")
        if table.status != WAITING:
            raise Refused("illegal", "begun")
        appointment.refuse(table.record)
        other = await self.other(known, name)
        with refusing():
            if other is not None and not await relations.has_blocked(self.store, other, known.id):
                await relations.invite(self.store, table.code, known.id, other, known.name, self.limits.invitations_per_player)
                self.notices.tell(other, News(INVITED, table.code, known.name))

    async def drop_invitation(self, player: str, id: str) -> None:
        with refusing():
            if not await relations.drop_invitation(self.store, player, id):
                raise Refused("unknown_table", "no_such_invitation")
