"""What the routes share, as `app.state`: with types, so that a route that asks for something unknown is found before it runs."""

from __future__ import annotations

import httpx
from starlette.datastructures import State
from starlette.requests import HTTPConnection

from ..base.limits import Flooders, Meter
from ..base.metrics import Metrics
from ..base.settings import Settings
from ..clubs.board import Board
from ..clubs.circles import Circles
from ..clubs.origins import Origins
from ..clubs.seeks import Seeks
from ..clubs.tournaments import Tournaments
from ..people.accounts import Accounts
from ..people.club import Club
from ..people.desk import Desk
from ..people.drills import Drills
from ..people.feeds import Feeds
from ..people.notices import Notices
from ..people.profile import Profiles
from ..people.programs import Programs
from ..review.books import Shelf
from ..review.chances import Curves
from ..review.rated import RatedIslands
from ..review.ratings import Ratings
from ..review.reviews import Reviews
from ..review.workers import Workers
from ..socket.connection import SocketServices
from ..store.probe import Probe
from ..store.store import Store
from ..table.registry import Tables
from .files import Files


class Services(State):
    """Settings and meters stand from the beginning; the rest while the application runs."""

    settings: Settings
    requests: Meter
    files: Meter
    pages: Files
    flooders: Flooders
    new_tables: Meter
    new_guests: Meter
    new_accounts: Meter
    sign_ins: Meter
    histories: Meter
    archives: Meter
    complaints: Meter
    new_tournaments: Meter
    askings: Meter
    store: Store
    probe: Probe
    tables: Tables
    metrics: Metrics
    uploads: Workers
    reviews: Workers
    curves: Curves
    game_reviews: Reviews
    house: SocketServices
    books: Shelf
    ratings: Ratings
    rated: RatedIslands
    accounts: Accounts
    profiles: Profiles
    notices: Notices
    drills: Drills
    feeds: Feeds
    club: Club
    desk: Desk
    programs: Programs
    origins: Origins
    tournaments: Tournaments
    seeks: Seeks
    circles: Circles
    board: Board
    peers: httpx.AsyncClient


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state
    return found


async def shut_islands(connection: HTTPConnection) -> list[str]:
    """Those of running rated games: nobody gets a judgement about them. Every route that judges what somebody sent asks for this."""
    return await services(connection).rated.shut()
