"""What an operator may set; the defaults suit one machine and a few friends."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """What one connection, one address and one player may ask for."""

    messages_per_second: float = 20.0  # per connection, and...
    message_burst: float = 60.0
    requests_per_second: float = 10.0  # per address, and...
    request_burst: float = 120.0
    new_tables_per_minute: float = 20.0  # per address, and...
    new_table_burst: float = 30.0
    connections_per_address: int = 200
    spectators_per_table: int = 100
    open_tables_per_player: int = 50
    open_tables: int = 5_000
    body_bytes: int = 256 * 1024
    outgoing_bytes: int = 512 * 1024  # waiting for a slow reader before it is dropped
    bot_tables_per_address: int = 3  # at which bots play among themselves, and...
    bot_tables: int = 30  # in all
    entries: int = 10_000  # of a table's log, then nothing more is offered or taken back; at twice as many the game ends

    @classmethod
    def none(cls) -> Limits:
        """For load tests: only the sizes are limited."""
        lots = 1e9
        most = 10**9
        return cls(lots, lots, lots, lots, lots, lots, most, most, most, most, bot_tables_per_address=most, bot_tables=most)


@dataclass(frozen=True)
class Settings:
    """How the server behaves."""

    store: str = "."
    host: str = "127.0.0.1"  # the address it listens on: can friends on the network reach it?
    bot_pause: tuple[float, float] = (0.35, 0.9)  # seconds a bot seems to think
    bot_threads: int = 2
    bot_seconds: float = 5.0  # the most a bot may think about one action; then a quick choice is played instead
    offer_seconds: float = 30.0  # how long a bot waits for people's answers to its offer
    grace_seconds: float = 30.0  # away this long, and the table may vote
    idle_seconds: float = 120.0  # nobody there this long, and a table leaves memory
    waiting_hours: float = 24.0  # nothing happened this long, and a table that has not begun ends
    rated_hours: float = 24.0  # the same for a rated game: whoever plays it has lost
    playing_days: float = 14.0  # and for a game that is not rated
    keep_days: float | None = None  # finished games are deleted after this long; None: never. Results of rated ones stay
    store_patience: float = 10.0
    peer: str | None = None  # where other processes over the same PostgreSQL reach this one; None: it is the only one
    origins: tuple[str, ...] = ()  # further origins that may open WebSockets, beside the server's own
    metrics_for_all: bool = False  # else only for this machine
    limits: Limits = field(default_factory=Limits)
