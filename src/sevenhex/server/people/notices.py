"""What players want to hear when they are not here, by Web Push (the server's own keys) or by a webhook, where the operator allows it.

It is your turn at a slow table; little time is left for it; somebody invites you; a game that you wished for, or your table in a
tournament, is ready.

Nothing is sent to anybody whom the operator has not named (`serve --notify https://HOST`), nothing into a private network unless the
operator named that very address, and no redirect is followed. A notice says which table waits, and nothing that happened there. It is sent
once; one that is lost with the server is not sent again, for the lobby tells the same, and little time is said in any case.
"""

from __future__ import annotations

import asyncio
import base64
import importlib.util
import ipaddress
import json
import logging
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

from ..base.refusal import Refused
from ..base.trusted import certificates
from ..store import notices as stored
from ..store.errors import StoreError, refusing

if TYPE_CHECKING:
    from ..base.settings import Settings
    from ..store.notices import Notice
    from ..store.store import Store
    from ..table.table import Table

log = logging.getLogger("sevenhex.notices")

PUSH, DISCORD, MATRIX, PLAIN = "push", "discord", "matrix", "plain"
TURN, LEFT, INVITED, FOUND, CALLED = "turn", "left", "invited", "found", "called"
TEXTS = {  # for webhooks; a browser says a push in its own language (web/src/app/worker.ts)
    TURN: "It is your turn at {name}.",
    LEFT: "It is still your turn at {name}; hours left: {hours}.",
    INVITED: "{name} invites you to a table.",
    FOUND: "A game that you wished for is ready: {name}.",
    CALLED: "Your table in a tournament is ready: {name}.",
}
WAITING = 1000  # notices that are still to be sent; more are dropped, and so are...
EACH = 50  # ...more than these of one player
SENDERS = 4  # that send at once, to different players, and...
OF_ONE = 2  # ...to one service: where it is away, the players of others do not wait for it
LATER = 0.05  # seconds, until the next is tried
SECONDS = 8.0  # for one
TRIES = 3
PAUSE = 2.0
KEEP = 24 * 3600  # seconds a push service keeps it
GONE = (404, 410)
LONGEST = 1000  # characters of an address


def origin_of(address: str) -> str:
    """Scheme, host and port in their one spelling; nothing for what is no web address, or names somebody in front of the host."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None or parts.password is not None:
        return ""
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != usual else "")


def is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


async def is_public(address: str) -> bool:
    """Does a name lead into the open network only? An address that the operator wrote as numbers is what the operator wants."""
    host = urlsplit(address).hostname or ""
    if is_literal(host):
        return True
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except OSError:
        return False
    return all(ipaddress.ip_address(str(each[4][0]).partition("%")[0]).is_global for each in found)


def plain_text(text: str) -> str:
    return " ".join(text.split())[:80]


@dataclass(frozen=True)
class News:
    """What is said: at which table, and the name of the table or of who invites."""

    what: str
    code: str
    name: str
    hours: int | None = None

    @property
    def text(self) -> str:
        return TEXTS[self.what].format(name=plain_text(self.name) or self.code, hours=self.hours)

    def to_json(self) -> dict[str, Any]:
        more = {} if self.hours is None else {"hours": self.hours}
        return {"table": self.code, "name": plain_text(self.name), "what": self.what, **more}


@dataclass
class Waiting:
    """What is still to be said to a player: where it was said already, and whether something is left."""

    news: News
    sent: set[str] = field(default_factory=set)  # ids of the player's places
    put_off: bool = False


class Notices:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.allowed = frozenset(filter(None, map(origin_of, settings.notify)))
        self.waiting: dict[str, deque[Waiting]] = {}  # by player
        self.busy: Counter[str] = Counter()  # services to which something is sent now
        self.next: asyncio.Queue[str] = asyncio.Queue()  # players, each once: one whose services are slow holds one sender, not all
        self.client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False, verify=certificates())
        self.senders: list[asyncio.Task[None]] = []
        self.private_key: Any = None

    def start(self) -> None:
        if self.allowed:
            self.senders = [asyncio.create_task(self.send_all(), name="notices") for _ in range(SENDERS)]

    async def close(self) -> None:
        for each in self.senders:
            each.cancel()
        await asyncio.gather(*self.senders, return_exceptions=True)
        await self.client.aclose()

    # --- who wants notices

    @property
    def can_push(self) -> bool:
        return bool(self.allowed) and importlib.util.find_spec("pywebpush") is not None

    async def public_key(self) -> str | None:
        """By which browsers know this server's pushes."""
        if not self.can_push:
            return None
        from cryptography.hazmat.primitives import serialization

        key = (await self.vapid()).public_key
        raw: bytes = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    async def vapid(self) -> Any:
        from py_vapid import Vapid02

        if self.private_key is None:
            made = Vapid02()
            made.generate_keys()
            with refusing():
                found = await stored.own_key(self.store, "vapid", made.private_pem().decode())
            self.private_key = Vapid02.from_pem(found.encode())
        return self.private_key

    def allows(self, address: str) -> bool:
        """Does it lead to an origin that the operator has named, as our HTTP client reads it too?"""
        try:
            return {origin_of(address), origin_of(str(httpx.URL(address)))} <= self.allowed
        except httpx.InvalidURL:
            return False

    async def add(self, player: str, kind: str, address: str, p256dh: str, auth: str, site: str, most: int) -> str:
        if len(address) > LONGEST or not self.allows(address) or (kind == PUSH and not self.can_push):
            raise Refused("forbidden", "not_notified")
        with refusing():
            added = await stored.add(self.store, player, kind, address, p256dh, auth, site[:200], most)
        if added is None:
            raise Refused("too_many", "too_many_notices", most=most)
        return added

    # --- telling

    def awaited(self, table: Table, seats: list[int], left: float | None) -> None:
        """These seats of a slow table are waited for from now on; or still are, for so many seconds."""
        news = News(TURN if left is None else LEFT, table.code, table.record.name, None if left is None else round(left / 3600))
        for seat in seats:
            if not table.presence.is_here(seat):
                self.tell(table.seats[seat].player, news)

    def tell(self, player: str | None, news: News) -> None:
        if player is not None and self.allowed:
            self.add_waiting(player, news)

    def add_waiting(self, player: str, news: News) -> None:
        mine = self.waiting.get(player)
        if mine is not None and any(each.news.code == news.code for each in mine):  # it will be said anyway
            return
        if (mine is not None and len(mine) >= EACH) or sum(map(len, self.waiting.values())) >= WAITING:
            log.warning("too many notices wait; one is dropped", extra={"table": news.code})
            return
        if mine is None:
            mine = self.waiting[player] = deque()
            self.next.put_nowait(player)
        mine.append(Waiting(news))

    async def send_all(self) -> None:
        """One of the senders: a notice of the next player, who then stands at the end again."""
        while True:
            player = await self.next.get()
            waiting = self.waiting[player].popleft()
            try:
                for each in await stored.of(self.store, player):
                    await self.send_once(each, waiting)
                if waiting.put_off:
                    waiting.put_off = False
                    self.waiting[player].appendleft(waiting)
                    await asyncio.sleep(LATER)
            except StoreError as error:
                log.info("a notice could not be sent", extra={"problem": str(error)})
            except Exception:
                log.exception("a notice failed")
            if self.waiting[player]:
                self.next.put_nowait(player)
            else:
                del self.waiting[player]

    async def send_once(self, notice: Notice, waiting: Waiting) -> None:
        """Unless it was sent there already; where too many are sent to the same service, later."""
        service = origin_of(notice.address)
        if notice.id in waiting.sent:
            return
        if self.busy[service] >= OF_ONE:
            waiting.put_off = True
            return
        waiting.sent.add(notice.id)
        self.busy[service] += 1
        try:
            await self.send(notice, waiting.news)
        finally:
            self.busy[service] -= 1
            self.busy += Counter()  # services to which nothing is sent are forgotten

    async def send(self, notice: Notice, news: News) -> None:
        if not self.allows(notice.address) or not await is_public(notice.address):
            return
        if notice.kind == PUSH:
            try:
                body, headers = await self.packed(notice, news)
            except Exception as error:  # the browser's keys are none: whatever the library finds wrong with them
                log.info("a push could not be packed", extra={"problem": type(error).__name__})
                await stored.drop(self.store, notice.player, notice.id)
                return
        else:
            body, headers = webhook(notice.kind, news, notice.site)
        for attempt in range(TRIES):
            try:
                async with self.client.stream("POST", notice.address, content=body, headers=headers) as answer:
                    status = answer.status_code  # what it says beyond that is not read
            except httpx.HTTPError:
                status = 599
            if status in GONE and notice.kind == PUSH:
                await stored.drop(self.store, notice.player, notice.id)
            if status < 500:
                return
            await asyncio.sleep(PAUSE * 2**attempt)
        log.info("a notice was not taken", extra={"kind": notice.kind})

    async def packed(self, notice: Notice, news: News) -> tuple[bytes, dict[str, str]]:
        """For a browser's push service, which cannot read it."""
        from pywebpush import WebPusher

        payload = json.dumps(news.to_json()).encode()
        pusher = WebPusher({"endpoint": notice.address, "keys": {"p256dh": notice.p256dh, "auth": notice.auth}})
        body = await asyncio.to_thread(lambda: pusher.encode(payload)["body"])
        key = await self.vapid()
        claims = {"aud": origin_of(notice.address), "exp": int(time.time()) + KEEP // 2, "sub": "mailto:nobody@sevenhex.invalid"}
        signed: dict[str, str] = key.sign(claims)
        return bytes(body), {
            **signed,
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEEP),
            "Urgency": "normal",
            "Content-Type": "application/octet-stream",
        }


def webhook(kind: str, news: News, site: str) -> tuple[bytes, dict[str, str]]:
    """In the form that the service reads, with the way to the table; nobody is called by a table's name."""
    link = f"{site}/#/t/{news.code}" if site else ""
    text = f"Sevenhex: {news.text} {link}".strip()
    payload: dict[str, Any] = {"text": text, "table": news.code, "what": news.what, "link": link}
    if kind == DISCORD:
        payload = {"content": text, "allowed_mentions": {"parse": []}}
    elif kind == MATRIX:
        payload = {"text": text, "username": "Sevenhex"}
    return json.dumps(payload).encode(), {"Content-Type": "application/json"}
