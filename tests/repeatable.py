"""Servers of tests draw the same dice, islands and bots every time, so that what passes once passes again.

This is done to the process of a test; the program knows nothing of it. Codes, ids and secrets stay as they are, for nothing in a game
follows from them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

SEED = bytes(range(1, 33))  # of every new table's dice
BOTS = 1  # the seed of every bot: what it does follows from this and from what it sees


class SameBits(random.Random):
    """Every request for a seed gets the same one."""

    def getrandbits(self, k: int) -> int:
        return BOTS


def fix_chance(put: Callable[[Any, str, Any], None] = setattr) -> None:
    """`put` sets an attribute: pytest's own way of doing so takes it back afterwards."""
    from sevenhex.server.table import bot_driver, deadlines, lobby

    put(lobby, "new_seed", lambda: SEED)
    for module in (bot_driver, deadlines):
        put(module, "random", SameBits(BOTS))
