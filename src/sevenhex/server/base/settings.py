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

    @classmethod
    def none(cls) -> Limits:
        """For load tests: only the sizes are limited."""
        lots = 1e9
        return cls(lots, lots, lots, lots, lots, lots, 10**9, 10**9, 10**9, 10**9)


@dataclass(frozen=True)
class Settings:
    """How the server behaves."""

    store: str = "."
    host: str = "127.0.0.1"  # the address it listens on: can friends on the network reach it?
    bot_pause: tuple[float, float] = (0.35, 0.9)  # seconds a bot seems to think
    bot_threads: int = 2
    bot_seconds: float = 1.0  # the most a bot may think about one action
    offer_seconds: float = 30.0  # how long a bot waits for people's answers to its offer
    grace_seconds: float = 30.0  # away this long, and the table may vote
    idle_seconds: float = 120.0  # nobody there this long, and a table leaves memory
    store_patience: float = 10.0
    peer: str | None = None  # where other processes over the same PostgreSQL reach this one; None: it is the only one
    origins: tuple[str, ...] = ()  # further origins that may open WebSockets, beside the server's own
    metrics_for_all: bool = False  # else only for this machine
    limits: Limits = field(default_factory=Limits)
