"""No advice about rated games while they run: their islands are shut for everybody who asks for a judgement.

The island is enough: a record, a position and a position changed a little lie on the same one, and two games hardly ever share it.
"""

from __future__ import annotations

import asyncio

from sevenhex.game.game import Game
from sevenhex.study.island import island_key

from ..store.errors import refusing
from ..store.store import Store


class RatedIslands:
    """The islands of the rated games that are being played on this store, whichever process has them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.keys: dict[str, str] = {}  # by table; an island stays as it is

    async def shut(self) -> list[str]:
        with refusing():
            running = await self.store.rated_running()
            for code in running:
                if code not in self.keys:
                    record = await self.store.table(code)
                    if record is not None and record.opening is not None:
                        self.keys[code] = await asyncio.to_thread(key_of, record.opening)
        self.keys = {code: key for code, key in self.keys.items() if code in running}
        return sorted(set(self.keys.values()))


def key_of(opening: dict[str, object]) -> str:
    return island_key(Game.from_json(opening))
