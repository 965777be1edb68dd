"""Play in the browser: start a server on this machine and open the page."""

from __future__ import annotations

import os
import re
import socket
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import _first
from ._interrupt import remembered

if TYPE_CHECKING:
    from sevenhex.server.table.bot_pool import Partner

LAST_PORT = 65535
NICKNAME = re.compile(r"[a-z][a-z0-9_-]{0,23}")
Host = Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets friends on your network join.")]
Port = Annotated[int, typer.Option(help="Port; 0 takes a free one.")]
Data = Annotated[Path | None, typer.Option(help="Folder for the games; by default the user's data folder.")]


def data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("sevenhex", appauthor=False)


def free_socket(host: str, port: int) -> socket.socket:
    """A bound socket, so that nobody takes the port between finding and using it."""
    from sevenhex.errors import SevenhexError

    if not 0 <= port <= LAST_PORT:
        raise SevenhexError(f"Expected --port from 0 to {LAST_PORT}, got {port}.")
    try:
        return socket.create_server((host, port), reuse_port=False, backlog=512)
    except OSError as error:
        raise SevenhexError(f"Cannot listen on {host}:{port} ({error.strerror}). Choose another --port, or 0 for a free one.") from None


def check_store(where: str) -> None:
    """Open and close the store, so that a fault in it is reported before the server starts."""
    import asyncio

    from sevenhex.server.store.lock import only_server
    from sevenhex.server.store.store import Store

    async def look() -> None:
        store = Store(where)
        with only_server(store.file):
            await store.open()
            await store.close()

    asyncio.run(look())


def show_when_ready(url: str) -> None:
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=1):
                break
        except OSError:
            time.sleep(0.05)
    webbrowser.open(url)


def tell(host: str, port: int) -> str:
    """Say where the page is; returns the address for this machine's own browser."""
    from sevenhex.server.base.address import network_address

    everywhere = host in ("0.0.0.0", "::")
    url = f"http://{'127.0.0.1' if everywhere else host}:{port}"
    typer.echo(f"Sevenhex is at {url} (Ctrl+C stops it; unfinished games wait for you).")
    friends = network_address() if everywhere else None
    if friends:
        typer.echo(f"Friends on your network: http://{friends}:{port}")
    elif everywhere:
        typer.echo("This machine seems to be on no network: friends cannot reach it.")
    return url


def bring(given: str) -> None:
    """Let tables of this server have a bot of the person's own."""
    from functools import partial

    from sevenhex import bots
    from sevenhex.errors import SevenhexError
    from sevenhex.server.table import bot_pool

    name, equals, wanted = given.partition("=")
    if not equals or not wanted or not NICKNAME.fullmatch(name):
        raise SevenhexError(f"--bot is given {given!r}; expected NAME=BOT with a short name in small letters, as in mine=mybot.py:Mine.")
    if name in bots.names():
        raise SevenhexError(f"--bot names {name!r}, which is a bot of this package; choose another name.")
    bots.make(wanted).close()  # whatever is wrong with it is said now
    bot_pool.bring(name, partial(made, wanted))


def made(wanted: str, seed: int) -> Partner:
    from sevenhex import bots

    return bots.make(wanted, seed=seed)


def command(
    host: Host = "127.0.0.1",
    port: Port = 0,
    data: Data = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="A bot of your own for your tables, as NAME=BOT: mine=mybot.py:Mine, mine='exec:node bot.js'. May be repeated."),
    ] = None,
) -> None:
    """Start a server on this machine and open the page."""
    from sevenhex.processes import one_thread

    one_thread()  # bots of several tables think at once
    for given in bot or ():
        bring(given)
    former = _first.inherited()
    listening = former or free_socket(host, port)
    if former is None and _first.must_be_plain():
        _first.begin_again(listening.detach(), from_play=True)
    import uvicorn

    from sevenhex.server.app import create_app
    from sevenhex.server.base import files, logs
    from sevenhex.server.base.settings import Limits, Settings
    from sevenhex.server.web.doors import uvicorn_options

    logs.set_up("warning")
    check_store(str(data or data_folder()))
    if former is None or _first.is_plain():
        url = tell(host, listening.getsockname()[1])
        if browser:
            threading.Thread(target=show_when_ready, args=(url,), daemon=True).start()
    limits = files.make_room(Limits())
    with remembered():
        app = create_app(Settings(store=str(data or data_folder()), host=host, limits=limits, workers_ready=not _first.is_plain()))
        server = uvicorn.Server(uvicorn.Config(app, **uvicorn_options(app), timeout_graceful_shutdown=3))
    if not _first.is_plain():
        server.run(sockets=[listening])
        return
    kept = os.dup(listening.fileno())  # uvicorn closes the one that it is given
    compiled = threading.Event()

    def restart() -> None:
        compiled.set()
        server.should_exit = True

    with _first.compiling(restart):
        server.run(sockets=[listening])
    if compiled.is_set():
        _first.begin_again(kept, from_play=False)
