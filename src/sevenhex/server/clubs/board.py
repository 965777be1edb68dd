"""The server's own page: its name, the rules of the house, and a pinned text. The operator writes them; they are shown as plain text."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sevenhex.errors import SevenhexError

from ..base.text import clean
from ..store import clubs as stored
from ..store.errors import refusing

if TYPE_CHECKING:
    from ..store.store import Store

LONGEST = {"name": 60, "rules": 20_000, "pinned": 1000}  # characters
KEPT = 5.0  # seconds, until the store is asked again


def lines(text: str) -> str:
    """Without characters that hide, turn round or pile up; lines stay lines."""
    return "\n".join(clean(line) for line in text.splitlines()).strip()


async def write(store: Store, changed: Mapping[str, str]) -> None:
    cleaned = {name: clean(text) if name == "name" else lines(text) for name, text in changed.items()}
    for name, text in cleaned.items():
        if len(text) > LONGEST[name]:
            raise SevenhexError(f"The {name} has {len(text)} characters; at most {LONGEST[name]} fit.")
    await stored.write(store, cleaned)


async def read(store: Store) -> dict[str, str]:
    found = await stored.read(store)
    return {name: found.get(name, "") for name in LONGEST}


class Board:
    """What stands there, kept for a moment: every lobby asks for it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.texts: dict[str, str] = {}
        self.asked = -KEPT

    async def read(self) -> dict[str, str]:
        if time.monotonic() - self.asked >= KEPT:
            with refusing():
                self.texts = await read(self.store)
            self.asked = time.monotonic()
        return self.texts
