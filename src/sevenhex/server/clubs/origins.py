"""Where a visitor comes from, as a hash that only this server can make: two people of one household share it. No address is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from ..base.address import share_of
from ..store import notices as stored
from ..store.errors import refusing

if TYPE_CHECKING:
    from ..store.store import Store


class Origins:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = b""

    async def of(self, address: str) -> str:
        if not self.key:
            with refusing():
                self.key = bytes.fromhex(await stored.own_key(self.store, "origins", secrets.token_hex(32)))
        return hmac.new(self.key, share_of(address).encode(), hashlib.sha256).hexdigest()[:32]
