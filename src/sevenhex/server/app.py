"""The web application, put together: what it shares while it runs, its routes, and what every request passes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from sevenhex import __version__

from .base.limits import Budgets, Flooders, Meter, Usage
from .base.metrics import Metrics
from .base.settings import Settings
from .base.watchdog import Watchdog
from .clubs.board import Board
from .clubs.circles import Circles
from .clubs.origins import Origins
from .clubs.seeks import Seeks
from .clubs.tournaments import Tournaments
from .cluster import orders, relay
from .people.accounts import Accounts
from .people.club import Club
from .people.desk import Desk
from .people.drills import Drills
from .people.feeds import Feeds
from .people.notices import Notices
from .people.profile import Profiles
from .people.programs import Programs
from .review.books import Shelf
from .review.chances import Curves
from .review.histories import Histories
from .review.rated import RatedIslands
from .review.ratings import Ratings
from .review.reviews import Reviews
from .review.turns import Rank
from .review.workers import Workers
from .socket.connection import SocketServices
from .store.lock import only_server
from .store.probe import Probe
from .store.store import Store
from .table.registry import Tables
from .web.errors import add_refusals
from .web.files import Files
from .web.hosts import HostCheck
from .web.middleware import Gate
from .web.proxies import Proxies
from .web.routes import (
    account,
    catalogue,
    clubs,
    desk,
    drills,
    health,
    host,
    lobby,
    pages,
    play,
    profile,
    programs,
    records,
    reviews,
    slow,
    study,
    tables,
    tournaments,
)
from .web.routes import (
    notices as notice_routes,
)
from .web.security import SecureHeaders
from .web.services import Services

log = logging.getLogger("sevenhex.app")

ROUTES = (
    catalogue,
    account,
    profile,
    notice_routes,
    slow,
    desk,
    programs,
    lobby,
    tables,
    host,
    clubs,
    tournaments,
    records,
    reviews,
    study,
    drills,
    play,
    health,
    pages,
)  # `pages` takes every path, so it comes last


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application with its own store, tables and counters."""
    settings = settings or Settings()
    state = Services()
    state.settings = settings
    state.requests = Meter(settings.limits.requests_per_second, settings.limits.request_burst)
    state.files = Meter(settings.limits.files_per_second, settings.limits.file_burst)
    state.flooders = Flooders(settings.limits)
    state.pages = Files()
    state.new_tables = Meter(settings.limits.new_tables_per_minute / 60, settings.limits.new_table_burst)

    state.new_guests = Meter(settings.limits.new_guests_per_minute / 60, settings.limits.new_guest_burst)
    state.new_accounts = Meter(settings.limits.new_accounts_per_minute / 60, settings.limits.new_account_burst)
    state.sign_ins = Meter(settings.limits.sign_ins_per_minute / 60, settings.limits.sign_in_burst)
    state.new_tournaments = Meter(settings.limits.new_tournaments_per_minute / 60, settings.limits.new_tournament_burst)
    state.askings = Meter(settings.limits.askings_per_minute / 60, settings.limits.asking_burst)
    state.archives = Meter(settings.limits.archives_per_minute / 60, settings.limits.archive_burst)
    state.histories = Meter(settings.limits.histories_per_second, settings.limits.history_burst)
    state.complaints = Meter(settings.limits.complaints_per_minute / 60, settings.limits.complaint_burst)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        state.store = Store(settings.store, settings.store_patience)
        with only_server(state.store.file):
            async with running(state):
                yield

    app = FastAPI(
        title="Sevenhex", version=__version__, openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan,
        description="Lobby and records of a Sevenhex server; play itself is a WebSocket (docs/protocol.md).",
    )  # fmt: skip
    app.state = state
    for module in ROUTES:  # not `include_router`, which would work out every call's types again for each application, at its first request
        app.router.routes += module.router.routes
    add_refusals(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Gate, state=state, settings=settings)
    app.add_middleware(HostCheck, settings=settings)
    app.add_middleware(SecureHeaders)
    app.add_middleware(Proxies, trusted=settings.proxies)
    return app


@asynccontextmanager
async def running(state: Services) -> AsyncIterator[None]:
    """Everything that is opened with the application and closed with it."""
    settings, limits, memory, usage = state.settings, state.settings.limits, state.settings.limits.bytes_of_a_worker, Usage()
    store = state.store
    await store.open()
    await orders.finish(store)
    state.probe = Probe(store)
    state.metrics = metrics = Metrics()
    state.tables = tables = Tables(store, settings, metrics)
    await tables.bans.read()
    await tables.holidays.read(store, tables.settings.now())
    tables.start()
    state.uploads = uploads = Workers(
        "uploads", limits.uploads_at_once, limits.uploads_per_address, limits.uploads_waiting, limits.upload_seconds, memory, usage
    )
    state.reviews = workers = Workers(
        "reviews", limits.games_at_once, limits.reviews_per_address, limits.reviews_waiting, limits.review_seconds, memory, usage
    )
    state.curves = Curves(workers)
    state.game_reviews = game_reviews = Reviews(store, workers, uploads, limits, usage)
    state.house = SocketServices(tables, limits, Budgets(limits), Histories(workers))
    state.books = Shelf()
    state.ratings = Ratings(store)
    state.rated = RatedIslands(store)
    state.accounts = Accounts(store, tables, limits)
    state.notices = notices = Notices(store, settings)
    notices.start()
    tables.services.awaited, tables.services.reminds = notices.awaited, bool(notices.allowed)
    state.profiles = Profiles(store, state.ratings)
    state.club = Club(store, state.accounts, settings)
    state.drills = Drills(store, state.profiles, workers, settings)
    state.programs = Programs(store, tables, state.accounts, limits)
    state.desk = Desk(store, tables, workers, settings)
    state.origins = origins = Origins(store)
    state.tournaments = driven = Tournaments(store, tables, origins, notices)
    driven.start()
    state.seeks = Seeks(store, tables, origins, state.ratings, notices)
    state.circles = Circles(store, limits, notices)
    state.feeds = Feeds(store, tables)
    state.board = Board(store)
    tables.when_moved.append(state.ratings.moved)
    state.peers = relay.new_client()
    tables.warm_up()
    watchdog = Watchdog(metrics)
    watchdog.start()
    first_worker = asyncio.create_task(prepare(tables, workers, state.books)) if settings.workers_ready else None
    log.info("server started", extra={"version": __version__})
    yield
    if first_worker is not None:
        first_worker.cancel()
    await driven.close()
    await tables.close()
    await game_reviews.close()
    await state.accounts.close()
    await state.drills.close()
    await notices.close()
    await asyncio.gather(uploads.close(), workers.close(), state.peers.aclose())
    await store.close()
    watchdog.stop()
    log.info("server stopped")


async def prepare(tables: Tables, workers: Workers, books: Shelf) -> None:
    """One worker is ready before somebody needs it, but after the rules are, which are compiled only once; then the rulebooks are."""
    await tables.warmed.wait()
    await workers.prepare()
    await books.fill(lambda job: workers.compute(job, rank=Rank.BACKGROUND, pack=True))
