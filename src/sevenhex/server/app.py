"""The web application: pages, REST for lobby and records, WebSocket for play."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from fastapi import Body, FastAPI, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection

from sevenhex import __version__
from sevenhex.errors import SevenhexError

from .base.address import address_of
from .base.encoder import encode
from .base.limits import Budgets, Meter, Usage
from .base.metrics import Metrics
from .base.refusal import Refused
from .base.settings import Settings
from .base.watchdog import Watchdog
from .cluster import relay
from .cluster.leases import Elsewhere
from .review import chances, jobs, replay
from .review.histories import Histories
from .review.played import Played
from .review.rated import RatedIslands
from .review.ratings import Ratings, anchors
from .review.reviews import Reviews
from .review.workers import Workers
from .socket import messages
from .socket.connection import POLICY, TRY_AGAIN, Connection, SocketServices
from .store.errors import StoreError
from .store.store import OVER, PAGE, Store
from .table import bot_pool, broadcast, catalogue, hints, hosting, leaving, lobby, room
from .table.registry import Tables
from .table.table import Table
from .web.answers import packed
from .web.errors import DOCUMENTED, add_refusals
from .web.hosts import HostCheck
from .web.middleware import Gate
from .web.proxies import Proxies
from .web.requests import Changed, Following, Join, Lock, Mute, NewTable, Opened, Rearranged, Removal, SeatChange, Seated
from .web.room import add_room, preparing, with_standings
from .web.security import COOKIE, SecureHeaders, bearer, give_cookie, same_origin
from .web.study import REVIEWED, add_study, shut_islands, standing

log = logging.getLogger("sevenhex.app")

MOST = 2**31 - 1  # entries of any log
From = Annotated[int, Query(alias="from", ge=0, le=MOST)]
To = Annotated[int | None, Query(alias="to", ge=0, le=MOST)]
Sentences = Annotated[bool, Query(description="with the events' English sentences")]
STATIC = Path(__file__).parent / "static"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sevenhex</title>
<h1>Sevenhex</h1><p>The server runs, but the page is not built. From a checkout: <code>make web</code>.</p></html>"""


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application with its own store, tables and counters."""
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.store, settings.store_patience)
        await store.open()
        metrics = Metrics()
        tables = Tables(store, settings, metrics)
        await tables.bans.read()
        tables.start()
        limits, memory, usage = settings.limits, settings.limits.worker_bytes, Usage()
        app.state.store, app.state.tables, app.state.metrics = store, tables, metrics
        app.state.uploads = uploads = Workers(
            "uploads", limits.uploads_at_once, limits.uploads_per_address, limits.uploads_waiting, limits.upload_seconds, memory, usage
        )
        app.state.reviews = reviews = Workers(
            "reviews", limits.games_at_once, limits.reviews_per_address, limits.reviews_waiting, limits.review_seconds, memory, usage
        )
        app.state.curves = chances.Curves(reviews)
        app.state.game_reviews = game_reviews = Reviews(store, reviews, uploads, limits, usage)
        app.state.house = SocketServices(tables, limits, Budgets(limits), Histories(reviews))
        app.state.ratings = Ratings(store)
        app.state.rated = RatedIslands(store)
        tables.warm_up()
        watchdog = Watchdog(metrics)
        watchdog.start()
        first_worker = asyncio.create_task(prepare(tables, reviews)) if settings.workers_ready else None
        log.info("server started", extra={"version": __version__})
        yield
        if first_worker is not None:
            first_worker.cancel()
        await tables.close()
        await game_reviews.close()
        await asyncio.gather(uploads.close(), reviews.close())
        await store.close()
        watchdog.stop()
        log.info("server stopped")

    app = FastAPI(
        title="Sevenhex", version=__version__, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None, lifespan=life,
        description="Lobby and records of a Sevenhex server; play itself is a WebSocket (docs/protocol.md).",
    )  # fmt: skip
    app.state.settings = settings
    app.state.requests = Meter(settings.limits.requests_per_second, settings.limits.request_burst)
    app.state.new_tables = Meter(settings.limits.new_tables_per_minute / 60, settings.limits.new_table_burst)
    add_lobby(app)
    add_room(app)
    add_records(app)
    add_study(app)
    add_play(app)
    add_operation(app)
    add_refusals(app)
    add_pages(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Gate, state=app.state, settings=settings)
    app.add_middleware(HostCheck, settings=settings)
    app.add_middleware(SecureHeaders)
    app.add_middleware(Proxies, trusted=settings.proxies)
    return app


async def prepare(tables: Tables, workers: Workers) -> None:
    """One worker is ready before somebody needs it, but after the rules are, which are compiled only once."""
    await tables.warmed.wait()
    await workers.prepare()


# --- who asks


def tables_of(request: HTTPConnection) -> Tables:
    found: Tables = request.app.state.tables
    return found


async def asker(request: HTTPConnection) -> tuple[str, str] | None:
    """The player behind the cookie."""
    return await tables_of(request).player(request.cookies.get(COOKIE))


async def asker_or_new(request: Request, response: Response, name: str) -> tuple[str, str]:
    """The player behind the cookie, or a new one who gets a cookie."""
    tables = tables_of(request)
    known = await asker(request)
    if known is None:
        player, secret = await tables.new_player(name)
        give_cookie(response, request, secret)
        return player, name
    if name and name != known[1]:
        await tables.store.rename_player(known[0], name)
    return known[0], name or known[1]


async def visit(request: HTTPConnection, code: str) -> tuple[Table, int | None, str | None]:
    """A table, with the asker's seat and id: by token, or by cookie. Lock and bans of the table hold for every way in."""
    tables, address = tables_of(request), address_of(request)
    table = await tables.obtain(code, address)
    token = bearer(request.headers)
    known = None if token else await asker(request)
    seat, player = lobby.who(table, token, known[0] if known else None)
    tables.bans.refuse_player(player)
    hosting.admit(table, seat, player, address)
    return table, seat, player


async def ended(request: HTTPConnection, code: str, otherwise: str) -> Played:
    """A game that is over."""
    table, _, _ = await visit(request, code)
    async with table.lock:
        await table.ready()
        if table.status != OVER or table.game is None:
            raise Refused("illegal", otherwise)
        return jobs.played(table)


async def review(request: Request, job: jobs.Job, pack: bool = True) -> bytes:
    """What a worker says about a game of ours."""
    workers: Workers = request.app.state.reviews
    return await workers.compute(job, address_of(request), pack=pack)


async def speaker(request: Request, code: str) -> tuple[Table, str]:
    table, _, player = await visit(request, code)
    if player is None:
        raise Refused("not_seated", "not_here")
    return table, player


# --- the lobby


def add_lobby(app: FastAPI) -> None:
    @app.get("/api/editions", tags=["lobby"])
    async def editions() -> list[dict[str, Any]]:
        """Editions with their options."""
        return await asyncio.to_thread(catalogue.all_editions)

    @app.get("/api/bots", tags=["lobby"])
    async def bots() -> list[dict[str, Any]]:
        """Bots that a seat can be given to."""
        return list(await asyncio.to_thread(bot_pool.known))

    @app.get("/api/rules/{edition}", tags=["lobby"], responses=DOCUMENTED)
    async def rules(edition: str) -> list[dict[str, Any]]:
        """The rules' clauses in our words."""
        try:
            return catalogue.rules_of(edition)
        except SevenhexError as error:
            raise Refused("unknown_table", "no_such_edition", detail=str(error)) from None

    @app.post("/api/tables", tags=["lobby"], responses=DOCUMENTED, status_code=201)
    async def open_table(request: Request, response: Response, wanted: NewTable) -> Opened:
        """Open a table, sit down if a seat says "me", and start at once if asked."""
        if not request.app.state.new_tables.allows(address_of(request)):
            raise Refused("too_many", "too_many_new_tables")
        player, name = await asker_or_new(request, response, wanted.player)
        table, seat, token = await tables_of(request).create(player, name, wanted.model_dump(), address_of(request))
        return Opened(code=table.code, seat=seat, token=token)

    @app.get("/api/tables", tags=["lobby"])
    async def public_tables(request: Request) -> list[dict[str, Any]]:
        """Public tables that wait or play."""
        known = await asker(request)
        records = await tables_of(request).store.public_tables()
        summaries = [broadcast.describe(record, known[0] if known else None) for record in records]
        return await with_standings(tables_of(request), records, summaries)

    @app.get("/api/mine", tags=["lobby"])
    async def mine(request: Request) -> list[dict[str, Any]]:
        """The asker's tables, running ones first."""
        known = await asker(request)
        if known is None:
            return []
        records = await tables_of(request).store.tables_of(known[0])
        return await with_standings(tables_of(request), records, [broadcast.describe(record, known[0]) for record in records], load=True)

    @app.get("/api/ratings", tags=["lobby"])
    async def ratings(request: Request) -> dict[str, Any]:
        """Where the asker stands among the bots, by the rated tables played to their end."""
        known = await asker(request)
        own = await request.app.state.ratings.of(known[0] if known else None)
        return {"you": own.to_json(), "bots": dict(anchors())}

    @app.get("/api/past", tags=["lobby"], responses=DOCUMENTED)
    async def past(request: Request, page: Annotated[int, Query(ge=1, le=10_000)] = 1) -> dict[str, Any]:
        """Finished games: public ones and the asker's own."""
        known = await asker(request)
        player = known[0] if known else None
        records = await tables_of(request).store.past(player, page)
        return {"page": page, "games": [broadcast.describe(record, player) for record in records], "more": len(records) == PAGE}

    @app.get("/api/tables/{code}", tags=["lobby"], responses=DOCUMENTED)
    async def one_table(request: Request, code: str) -> dict[str, Any]:
        """One table as the asker may see it."""
        table, seat, player = await visit(request, code)
        async with table.lock:
            await table.ready()
            return broadcast.table_json(table, player, seat)

    @app.post("/api/tables/{code}/join", tags=["lobby"], responses=DOCUMENTED)
    async def join(request: Request, response: Response, code: str, wanted: Join) -> Seated:
        """Sit down at a free seat."""
        table = await tables_of(request).obtain(code, address_of(request))
        player, name = await asker_or_new(request, response, wanted.name)
        seat, token = await lobby.join(table, player, name, wanted.colour, wanted.word, address_of(request))
        return Seated(seat=seat, token=token)

    @app.post("/api/tables/{code}/seats/{number}", tags=["lobby"], responses=DOCUMENTED)
    async def change_seat(request: Request, code: str, number: int, wanted: SeatChange) -> Changed:
        """Give a seat to a bot, open it, or take another colour."""
        table, player = await speaker(request, code)
        return Changed(seat=await lobby.change_seat(table, player, number, wanted.model_dump(exclude_defaults=True)))

    @app.post("/api/tables/{code}/start", tags=["lobby"], responses=DOCUMENTED)
    async def start(request: Request, code: str) -> dict[str, Any]:
        """Begin; every seat must be taken."""
        table, player = await speaker(request, code)
        await tables_of(request).start_game(table, player)
        return broadcast.table_json(table, player, table.seat_of(player))

    @app.post("/api/tables/{code}/leave", tags=["lobby"], responses=DOCUMENTED)
    async def leave(request: Request, code: str) -> dict[str, Any]:
        """Give one's seat up; in a running game this is resigning."""
        table, player = await speaker(request, code)
        await leaving.leave(table, player)
        return broadcast.table_json(table, player, None)

    @app.post("/api/tables/{code}/resign", tags=["lobby"], responses=DOCUMENTED)
    async def resign(request: Request, code: str) -> dict[str, Any]:
        """Give the running game up; a bot plays on, and a rated game is lost."""
        table, player = await speaker(request, code)
        await leaving.leave(table, player, resign=True)
        return broadcast.table_json(table, player, None)

    @app.post("/api/tables/{code}/remove", tags=["host"], responses=DOCUMENTED)
    async def remove(request: Request, code: str, wanted: Removal) -> dict[str, Any]:
        """The host removes somebody from a seat, and may ban the player."""
        table, player = await speaker(request, code)
        await hosting.remove(table, player, wanted.seat, wanted.ban)
        return broadcast.table_json(table, player, table.seat_of(player))

    @app.delete("/api/tables/{code}/bans", tags=["host"], responses=DOCUMENTED)
    async def lift_bans(request: Request, code: str) -> dict[str, Any]:
        """The host lets everybody in again who was banned."""
        table, player = await speaker(request, code)
        await hosting.lift_bans(table, player)
        return broadcast.table_json(table, player, table.seat_of(player))

    @app.post("/api/tables/{code}/lock", tags=["host"], responses=DOCUMENTED)
    async def lock(request: Request, code: str, wanted: Lock) -> dict[str, Any]:
        """The host locks the table, or opens it again: nobody else sits down or watches."""
        table, player = await speaker(request, code)
        await hosting.lock(table, player, wanted.locked)
        return broadcast.table_json(table, player, table.seat_of(player))

    @app.post("/api/tables/{code}/mute", tags=["host"], responses=DOCUMENTED)
    async def mute(request: Request, code: str, wanted: Mute) -> dict[str, Any]:
        """The host mutes somebody's chat, or lets it be heard again."""
        table, player = await speaker(request, code)
        await hosting.mute(table, player, wanted.seat, wanted.muted)
        return broadcast.table_json(table, player, table.seat_of(player))

    @app.post("/api/tables/{code}/rules", tags=["lobby"], responses=DOCUMENTED)
    async def rearrange(request: Request, code: str, wanted: Rearranged) -> dict[str, Any]:
        """Whoever opened the table changes its edition, players, rules, clock or name before the start."""
        table, player = await speaker(request, code)
        await room.rearrange(table, player, wanted.model_dump())
        return broadcast.table_json(table, player, table.seat_of(player))

    @app.post("/api/tables/{code}/rematch", tags=["lobby"], responses=DOCUMENTED)
    async def rematch(request: Request, code: str) -> Following:
        """After the end: a table with the same rules, people and bots. All are told its code."""
        table, player = await speaker(request, code)
        return Following(code=await room.rematch(tables_of(request), table, player))

    @app.delete("/api/tables/{code}", tags=["lobby"], responses=DOCUMENTED, status_code=204)
    async def erase(request: Request, code: str) -> None:
        """Throw a game away that nobody else plays; of a finished one with others, forget the own part."""
        table, player = await speaker(request, code)
        await room.erase(tables_of(request), table, player)


# --- records


def add_records(app: FastAPI) -> None:
    @app.get("/api/tables/{code}/record", tags=["records"], responses={**DOCUMENTED, 200: {"content": {"text/plain": {}}}})
    async def record(request: Request, code: str) -> Response:
        """The game as text; of a running game only what the asker knows."""
        table, seat, _ = await visit(request, code)
        async with table.lock:
            await table.ready()
            job = jobs.Record(jobs.played(table), seat, replay.headers_of(table) if table.status == OVER else None)
        return await packed(request, await review(request, job), "text/plain; charset=utf-8")

    @app.get("/api/tables/{code}/replay", tags=["records"], responses=DOCUMENTED)
    async def frames(
        request: Request,
        code: str,
        first: From = 0,
        last: To = None,
        sentences: Sentences = False,
    ) -> Response:
        """The game move by move, with the asker's knowledge; with everything once it is over."""
        table, seat, _ = await visit(request, code)
        async with table.lock:
            await table.ready()
            job = jobs.Frames(jobs.played(table), seat, table.status == OVER, first, last, sentences)
        return await packed(request, await review(request, job))

    @app.post("/api/replay", tags=["records"], responses=DOCUMENTED)
    async def read_record(
        request: Request,
        text: Annotated[str, Body(media_type="text/plain", max_length=200_000)],
        first: From = 0,
        last: To = None,
        sentences: Sentences = False,
    ) -> Response:
        """The same for a record sent as text."""
        job = jobs.SentFrames(text, first, last, sentences)
        return await packed(request, await request.app.state.uploads.compute(job, address_of(request), pack=True))

    @app.get("/api/tables/{code}/fair", tags=["records"], responses=DOCUMENTED)
    async def fair(request: Request, code: str) -> Response:
        """The promise and the words; after the end the seed and every number."""
        table, _, _ = await visit(request, code)
        async with table.lock:
            await table.ready()
            shown = replay.fairness(table)
            job = jobs.Fair(jobs.played(table), shown["seed"], shown["mixed"], shown) if shown["seed"] else None
        return await packed(request, await review(request, job) if job else encode(shown))

    @app.get("/api/tables/{code}/report", tags=["records"], responses=DOCUMENTED)
    async def after(request: Request, code: str) -> Response:
        """After the end: scores, luck, points over time, cards."""
        played = await ended(request, code, "not_over_report")
        known: chances.Curves = request.app.state.curves
        report = await review(request, jobs.Report(played), pack=False)
        known.begin(code, played, address_of(request))  # the page asks for it when the rest is shown
        ready = known.ready(code)
        return await packed(request, jobs.with_parts(report, {"chances": ready} if ready else {}))

    @app.get("/api/tables/{code}/chances", tags=["records"], responses=DOCUMENTED)
    async def chances_of_table(request: Request, code: str) -> Response:
        """After the end: everybody's chance to win, turn by turn."""
        played = await ended(request, code, "not_over_chances")
        return await packed(
            request, jobs.with_parts(b"{}", {"chances": await request.app.state.curves.of(code, played, address_of(request))})
        )

    @app.post("/api/replay/chances", tags=["records"], responses=DOCUMENTED)
    async def chances_of_record(request: Request, text: Annotated[str, Body(media_type="text/plain", max_length=200_000)]) -> Response:
        """The same for a record sent as text."""
        return await packed(
            request,
            await request.app.state.uploads.compute(jobs.SentChances(text, await shut_islands(request)), address_of(request), pack=True),
        )

    @app.post("/api/tables/{code}/review", tags=["records"], responses=REVIEWED)
    async def review_of_table(request: Request, code: str) -> Response:
        """After the end: the review, or (202) how far it is; the first call begins it."""
        played = await ended(request, code, "not_over_report")
        return await standing(request, request.app.state.game_reviews.table(code, played, address_of(request)))

    @app.delete("/api/tables/{code}/review", tags=["records"], responses=DOCUMENTED, status_code=204)
    async def cancel_review_of_table(request: Request, code: str) -> None:
        """Stop a review that the asker's address has begun; it goes on where others wait for it too."""
        await ended(request, code, "not_over_report")
        request.app.state.game_reviews.cancel(f"t-{code}", address_of(request))

    @app.get("/api/tables/{code}/coach", tags=["play"], responses=DOCUMENTED)
    async def coach(request: Request, code: str) -> dict[str, Any]:
        """In the set-up of a game against bots: the free corners, the best first, with reasons."""
        table, seat, _ = await visit(request, code)
        return await hints.coach(table, seat)


# --- play


def add_play(app: FastAPI) -> None:
    @app.websocket("/api/tables/{code}/play")
    async def play(socket: WebSocket, code: str) -> None:
        """See docs/protocol.md."""
        state, address = app.state, address_of(socket)
        places = state.house.budgets.sockets
        if not same_origin(socket, state.settings.origins):
            await socket.close(POLICY, "this page may not play here")
        elif state.tables.bans.has_address(address):
            await socket.close(POLICY, "the operator has shut you out")
        elif not state.requests.allows(address) or not places.take(address):
            await socket.close(TRY_AGAIN, "too many connections from your address")
        else:  # from here on it counts, whatever it waits for
            state.metrics.connections.inc()
            try:
                await socket.accept()
                await attend(socket, code, address)
            finally:
                state.metrics.connections.dec()
                places.give_back(address)

    async def attend(socket: WebSocket, code: str, address: str) -> None:
        house: SocketServices = app.state.house
        try:
            try:
                async with preparing(socket, house.tables):
                    table = await house.tables.obtain(code, address)
            except Elsewhere as owner:
                await relay.socket(socket, owner.address, code)
                return
            known = await asker(socket)
        except (Refused, StoreError) as error:
            refused = error if isinstance(error, Refused) else Refused("unavailable", "store", detail=str(error))
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # the visitor may be gone by now
                await socket.send_json(messages.refusal(refused, None))
                await socket.close(POLICY if refused.code == "unknown_table" else TRY_AGAIN)
            return
        await Connection(socket, house, table, known[0] if known else None, address).run()


# --- operation


def add_operation(app: FastAPI) -> None:
    @app.get("/healthz", tags=["operation"])
    async def health(request: Request) -> JSONResponse:
        """Does the server live, and its store?"""
        alive = await tables_of(request).store.alive()
        return JSONResponse({"status": "ok" if alive else "store unavailable", "version": __version__}, 200 if alive else 503)

    @app.get("/metrics", tags=["operation"], response_class=PlainTextResponse)
    async def metrics(request: Request) -> Response:
        """Counters for Prometheus; only for this machine unless set otherwise."""
        if not app.state.settings.metrics_for_all and address_of(request) not in ("127.0.0.1", "::1", "testclient"):
            return PlainTextResponse("not for you\n", 403)
        return Response(app.state.metrics.text(), media_type="text/plain; version=0.0.4")


# --- pages


def add_pages(app: FastAPI) -> None:
    """The built client; every path that is no file is a page of the client."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "There is no such call; see /api/openapi.json.")
        root = STATIC.resolve()
        wanted = file_at(root, path)
        if wanted is not None:
            forever = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(wanted, headers={"Cache-Control": forever})
        index = root / "index.html"
        if index.is_file() and "." not in path.rsplit("/", 1)[-1]:
            return FileResponse(index, headers={"Cache-Control": "no-cache"})
        if index.is_file():
            return PlainTextResponse("There is no such file.\n", 404)
        return HTMLResponse(NOT_BUILT, 200 if not path else 404)


def file_at(root: Path, path: str) -> Path | None:
    """A file inside this folder; None for every other path, sensible or not."""
    try:
        wanted = (root / path).resolve()
        return wanted if path and wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):  # longer than the system allows, or with characters that no name has
        return None
