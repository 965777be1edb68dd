"""What an operator may set; the defaults suit one machine and a few friends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .wall import Wall


@dataclass(frozen=True)
class Limits:
    """What one connection, one address and one player may ask for."""

    messages_per_second: float = 20.0  # per connection and per seat, frames of every kind, and...
    message_burst: float = 60.0
    messages_per_address: float = 200.0  # a second, over all its connections, and...
    address_burst: float = 600.0
    chat_per_second: float = 2.0  # lines of one seat, and...
    chat_burst: float = 20.0
    hellos_per_second: float = 10.0  # per address, and...
    hello_burst: float = 100.0
    tellings_per_second: float = 2.0  # of whole long games, per address, and...
    telling_burst: float = 40.0
    requests_per_second: float = 10.0  # per address, and...
    request_burst: float = 120.0
    files_per_second: float = 15.0  # pages and their parts, per address, and...
    file_burst: float = 400.0
    refusals_per_second: float = 5.0  # that an address may collect for too many requests, and...
    refusal_burst: float = 200.0
    cut_seconds: float = 30.0  # then nothing of it is answered for so long
    new_tables_per_minute: float = 20.0  # per address, and...
    new_table_burst: float = 30.0
    connections_per_address: int = 200
    spectators_per_table: int = 100
    spectators_per_address: int = 20  # of those at a table
    open_tables_per_player: int = 50
    open_tables_per_address: int = 200
    open_tables: int = 5_000
    body_bytes: int = 256 * 1024
    outgoing_bytes: int = 512 * 1024  # waiting for a slow reader before it is dropped
    bot_tables_per_address: int = 3  # at which bots play among themselves, and...
    bot_tables: int = 30  # in all
    entries: int = 10_000  # of a table's log, then nothing more is offered or taken back; at twice as many the game ends
    connections: int = 4_000  # of all kinds, over all addresses
    sockets_per_address: int = 256  # of all kinds, half-sent requests too
    head_bytes: int = 32 * 1024  # of a request, before its body
    head_seconds: float = 10.0  # for a request's head, from its first byte or the connection's beginning
    body_seconds: float = 20.0
    answer_seconds: float = 240.0  # to compute and to be read; the first start may compile the rules
    uploads_at_once: int = 3  # worker processes for what strangers send: one for quick questions, the others for slow ones too
    uploads_per_address: int = 2  # computed or waiting
    uploads_waiting: int = 64  # over all addresses; where more wait, the address that used most is refused
    upload_seconds: float = 20.0
    games_at_once: int = 3  # worker processes for the server's own games
    reviews_per_address: int = 8  # of the server's own games, computed or waiting
    reviews_waiting: int = 64
    review_seconds: float = 60.0
    judged_per_address: int = 2  # reviews under way or waiting
    judged_at_once: int = 64  # over all addresses
    judged_entries: int = 5_000  # of a game that is reviewed
    judged_seconds: float = 600.0  # of computing for one review; then it ends with the decisions graded so far
    judged_bytes: int = 256 * 1024 * 1024  # of reviews of sent records that are kept in the store
    accounts: int = 100_000
    new_guests_per_minute: float = 20.0  # browsers that are kept from now on, per address, and...
    new_guest_burst: float = 100.0
    new_accounts_per_minute: float = 0.2  # names asked for, per address, and...
    new_account_burst: float = 10.0
    sign_ins_per_minute: float = 6.0  # tries, per address, and...
    sign_in_burst: float = 20.0
    histories_per_second: float = 1.0  # profiles and lists of games, per address, and...
    history_burst: float = 20.0
    archives_per_minute: float = 2.0  # of a hundred records, per address, and...
    archive_burst: float = 10.0
    devices_per_account: int = 20  # beyond them the longest unused one is signed out
    passkeys_per_account: int = 20
    notices_per_player: int = 10
    holiday_days: float = 30.0  # of a player in 365 days, at slow tables
    tokens_per_program: int = 10
    streams: int = 200  # of programs' events, over all addresses, and...
    streams_per_address: int = 20
    drills_per_player: int = 2_000
    complaints_per_minute: float = 0.05  # per address: some seventy a day of all that may wait for the operator, and...
    complaint_burst: float = 5.0
    complaints_per_day: int = 10  # of one player
    complaints_open: int = 1_000  # that wait for the operator
    tournaments: int = 50  # that are not over, and...
    tournaments_per_player: int = 3
    tournaments_per_address: int = 10
    new_tournaments_per_minute: float = 0.2  # per address, and...
    new_tournament_burst: float = 5.0
    entrants: int = 64  # of a tournament, and...
    entrants_per_address: int = 16  # people of one address
    tournament_bots: int = 32  # in one that a player has made
    relations_per_player: int = 500  # friends, asked, avoided and blocked
    invitations_per_player: int = 20  # open ones that somebody has
    askings_per_minute: float = 6.0  # for a friend or a guest by name, per address, and...
    asking_burst: float = 20.0
    seeks_per_player: int = 3
    seeks_per_address: int = 12
    seeks: int = 2_000
    worker_bytes: int = 768 * 1024 * 1024  # that a worker may take on top of what it begins with, and...
    workers_bytes: int = 3 * 1024 * 1024 * 1024  # that all of them may take together

    @property
    def bytes_of_a_worker(self) -> int:
        return min(self.worker_bytes, self.workers_bytes // (self.uploads_at_once + self.games_at_once))

    @classmethod
    def none(cls) -> Limits:
        """For load tests: only sizes and times are limited."""
        rate, many = 1e9, 10**9
        return cls(
            messages_per_second=rate, message_burst=rate, messages_per_address=rate, address_burst=rate, chat_per_second=rate,
            chat_burst=rate, hellos_per_second=rate, hello_burst=rate, tellings_per_second=rate, telling_burst=rate,
            requests_per_second=rate, request_burst=rate,
            new_tables_per_minute=rate, new_table_burst=rate, connections_per_address=many, spectators_per_table=many,
            spectators_per_address=many, open_tables_per_address=many, files_per_second=rate, file_burst=rate, refusals_per_second=rate,
            refusal_burst=rate,
            open_tables_per_player=many, open_tables=many, connections=many, sockets_per_address=many, uploads_per_address=many,
            uploads_waiting=many, reviews_per_address=many, reviews_waiting=many, judged_per_address=many, judged_at_once=many,
            bot_tables_per_address=many, bot_tables=many, new_accounts_per_minute=rate, new_account_burst=rate, sign_ins_per_minute=rate,
            sign_in_burst=rate, histories_per_second=rate, history_burst=rate, complaints_per_minute=rate, complaint_burst=rate,
            tournaments=many, tournaments_per_player=many, tournaments_per_address=many, streams_per_address=many,
            new_guests_per_minute=rate, new_guest_burst=rate, archives_per_minute=rate, archive_burst=rate,
            new_tournaments_per_minute=rate, new_tournament_burst=rate, entrants_per_address=many, askings_per_minute=rate,
            asking_burst=rate, seeks_per_player=many, seeks_per_address=many, seeks=many,
        )  # fmt: skip


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
    reveal_seconds: float = 10.0  # for the pages to show the words that they have sealed
    waiting_hours: float = 24.0  # nothing happened this long, and a table that has not begun ends
    rated_hours: float = 24.0  # the same for a rated game: the absent player has lost
    playing_days: float = 14.0  # and for a game that is not rated
    keep_days: float | None = None  # finished games are deleted after this long; None: never. Results of rated ones stay
    store_patience: float = 10.0
    peer: str | None = None  # where other processes over the same PostgreSQL reach this one; None: it is the only one
    origins: tuple[str, ...] = ()  # further origins that may open WebSockets, beside the server's own
    notify: tuple[str, ...] = ()  # origins (https://HOST) to which notices may be sent; nobody else gets any
    club_issuer: str = ""  # of the club's own login (OpenID Connect); nothing: there is none
    club_client: str = ""  # as which the club knows this server
    club_secret: str | None = None
    club_name: str = ""  # as people call it
    names: tuple[str, ...] = ()  # host names that the server answers to, beside addresses and this machine's own name
    proxies: str = "127.0.0.1"  # whose X-Forwarded headers are believed; "*": every client is a proxy
    workers_ready: bool = False  # start a worker before somebody needs one
    metrics_for_all: bool = False  # else only for this machine, or for who knows...
    metrics_token: str | None = None  # ...this word
    limits: Limits = field(default_factory=Limits)
    strangers: bool = False  # people who came in together are kept apart at rated tables of strangers
    now: Callable[[], float] = field(default_factory=Wall)  # the time of day; tests move it
    began: float = 0.0  # by it, when the server began
