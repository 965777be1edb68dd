"""The past of a game as events, for clients that join late: encoded by a worker, and kept for the next request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.kept import Kept
from .jobs import Events
from .played import Played
from .turns import Rank
from .workers import Workers

SHORT = 40  # entries that are encoded at once; more would hold up everybody else
MOST_KEPT = 32 * 1024 * 1024  # bytes


@dataclass(frozen=True)
class EncodedEvents:
    """The events of the first `entries` entries, as JSON separated by commas; true while the table has not gone back behind them."""

    version: int
    entries: int
    text: bytes

    def holds(self, lengths: Sequence[int]) -> bool:
        """Is it still so? `lengths` are those that the log has had, version by version."""
        return self.version < len(lengths) and min(lengths[self.version :]) >= self.entries


class Histories:
    """What was encoded last, by table, seat and form."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.kept: Kept[EncodedEvents] = Kept(lambda encoded: len(encoded.text), MOST_KEPT)

    def known(self, code: str, seat: int | None, sentences: bool, lengths: Sequence[int]) -> EncodedEvents | None:
        """What is kept and still true."""
        encoded = self.kept.find((code, seat, sentences))
        return encoded if encoded is not None and encoded.holds(lengths) else None

    async def encode(
        self, code: str, seat: int | None, sentences: bool, played: Played, version: int, before: EncodedEvents | None, address: str
    ) -> EncodedEvents:
        """All of a game's past, from what was encoded before on."""
        more = await self.workers.compute(Events(played, seat, before.entries if before else 0, sentences), address, Rank.TABLE)
        encoded = EncodedEvents(version, len(played.log), b",".join(part for part in (before.text if before else b"", more) if part))
        self.kept.keep((code, seat, sentences), encoded)
        return encoded
