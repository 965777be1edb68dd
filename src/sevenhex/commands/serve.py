"""Host games for others: a server with logs, limits and a store of your choice."""

from __future__ import annotations

import gc
import sys
from typing import Annotated, Any

import typer

from ._interrupt import remembered
from .play import Data, check_store, data_folder, free_socket


def checked_peer(peer: str | None, store: str | None) -> str | None:
    """Several processes need a store that they can share, and an address that fits beside it."""
    from sevenhex.errors import SevenhexError
    from sevenhex.server.cluster.leases import ADDRESS

    if peer is None:
        return None
    if not (store or "").startswith(("postgresql://", "postgres://")):
        raise SevenhexError("--peer is for several processes over one PostgreSQL; give --store postgresql://... too.")
    if not peer.startswith(("http://", "https://")) or len(peer) > ADDRESS:
        raise SevenhexError(f"Expected --peer http://HOST:PORT of at most {ADDRESS} characters, got {peer!r}.")
    return peer


def checked_club(issuer: str, client: str, secret: str | None, name: str) -> dict[str, Any]:
    """A club's login has an address and knows this server by a name."""
    from sevenhex.errors import SevenhexError
    from sevenhex.server.people import club

    if not issuer:
        return {}
    if not issuer.startswith("https://") or not client:
        raise SevenhexError(f"Expected --club-login https://ISSUER with --club-client ID, got {issuer!r} and {client!r}.")
    if not club.installed():
        raise SevenhexError("--club-login needs Authlib: pip install 'sevenhex[people]'.")
    return {"club_issuer": issuer, "club_client": client, "club_secret": secret, "club_name": name}


def command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.")] = 8000,
    data: Data = None,
    store: Annotated[str | None, typer.Option(help="postgresql://... instead of a file in the data folder.")] = None,
    peer: Annotated[str | None, typer.Option(help="http://... where other processes over the same PostgreSQL reach this one.")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="A further origin (https://...) whose pages may play; may be repeated.")] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name that the server answers to, beside addresses and this machine's own; may be repeated."),
    ] = None,
    notify: Annotated[
        list[str] | None,
        typer.Option(help="https://HOST to which notices of a player's turn may be sent (push services, webhooks); repeatable."),
    ] = None,
    club_login: Annotated[str, typer.Option(help="The issuer (https://...) of a club's own login by OpenID Connect; off by default.")] = "",
    club_client: Annotated[str, typer.Option(help="As which client that login knows this server.")] = "",
    club_secret: Annotated[str | None, typer.Option(envvar="SEVENHEX_CLUB_SECRET", help="Its secret; none for a public one.")] = None,
    club_name: Annotated[str, typer.Option(help="What the page calls that login; its host if not given.")] = "",
    strangers: Annotated[
        bool, typer.Option("--strangers", help="Keep people who came in together (one address, friends) apart at rated tables.")
    ] = False,
    proxies: Annotated[
        str, typer.Option(help="Proxies whose X-Forwarded headers are believed: addresses and networks; '*': every client is one.")
    ] = "127.0.0.1",
    open_metrics: Annotated[bool, typer.Option("--open-metrics", help="Show /metrics to everybody, not to this machine only.")] = False,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            envvar="SEVENHEX_METRICS_TOKEN", help="Show /metrics to who sends this word (Authorization: Bearer ...), from anywhere."
        ),
    ] = None,
    keep_days: Annotated[float | None, typer.Option(help="Delete finished games after so many days; results of rated ones stay.")] = None,
    bot_seconds: Annotated[float, typer.Option(help="The most that a bot thinks about one action.")] = 5.0,
    bot_pause: Annotated[float, typer.Option(help="Seconds that bots seem to think, on average.")] = 0.6,
    no_limits: Annotated[bool, typer.Option("--no-limits", help="No rate limits: for load tests.")] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Start a server; logs are JSON lines on standard error."""
    from sevenhex.processes import one_thread

    one_thread()  # bots of several tables think at once
    import uvicorn

    from sevenhex.server.app import create_app
    from sevenhex.server.base import files, logs
    from sevenhex.server.base.settings import Limits, Settings
    from sevenhex.server.web.doors import uvicorn_options

    logs.set_up(log_level)
    settings = Settings(
        store=store or str(data or data_folder()),
        peer=checked_peer(peer, store),
        origins=tuple(origin or ()),
        names=tuple(name or ()),
        notify=tuple(notify or ()),
        **checked_club(club_login, club_client, club_secret, club_name),
        strangers=strangers,
        proxies=proxies,
        workers_ready=True,
        metrics_for_all=open_metrics,
        metrics_token=metrics_token,
        keep_days=keep_days,
        bot_seconds=bot_seconds,
        bot_pause=(bot_pause * 0.5, bot_pause * 1.5),
        limits=files.make_room(Limits.none() if no_limits else Limits()),
    )
    check_store(settings.store)
    with remembered():
        listening = free_socket(host, port)
        typer.echo(f"http://{host}:{listening.getsockname()[1]}")
        app = create_app(settings)
        config = uvicorn.Config(app, **uvicorn_options(app), timeout_graceful_shutdown=5)
        gc.collect()
    gc.freeze()  # what is loaded now stays: the collector need not look at it again and again
    gc.set_threshold(20_000, 50, 100)
    sys.setswitchinterval(0.001)  # a thread that returns from the disk waits no longer than this for its turn
    uvicorn.Server(config).run(sockets=[listening])
