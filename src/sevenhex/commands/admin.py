"""Look after a server: list, inspect and end tables; ban; compare pairs; name operators; export or delete what is kept about a player."""

from __future__ import annotations

import json
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenhex.errors import SevenhexError

from .store import Json, Where, with_store

if TYPE_CHECKING:
    from sevenhex.server.store.store import Store, TableRecord

app = typer.Typer(no_args_is_help=True, help="List, inspect and end tables; ban; export or delete what is kept about a player.")
Code = Annotated[str, typer.Argument(help="The table's code.")]
Player = Annotated[str, typer.Argument(help="The player's id, as `inspect` shows it.")]


async def found(store: Store, code: str) -> TableRecord:
    record = await store.table(code)
    if record is None:
        raise SevenhexError(f"There is no table {code!r}; `sevenhex admin list` shows all.")
    return record


@app.command("list")
def list_tables(
    status: Annotated[str | None, typer.Option(help="waiting, playing, over or aborted.")] = None,
    limit: Annotated[int, typer.Option(help="How many, latest first.")] = 50,
    store: Where = None,
    as_json: Json = False,
) -> None:
    """Tables, latest first."""
    from rich.console import Console
    from rich.table import Table

    from sevenhex.server.base.logs import fingerprint
    from sevenhex.server.store import schema

    async def work(opened: Store) -> list[TableRecord]:
        conditions = [schema.tables.c.status == status] if status else []
        return await opened.tables(*conditions, limit=limit)

    records = with_store(store, work)
    if as_json:
        names = ("code", "name", "edition", "status", "updated")
        tables = [
            {name: getattr(record, name) for name in names}
            | {
                "in_logs": fingerprint(record.code),
                "seats": [{"colour": seat.colour, "kind": seat.kind, "name": seat.name} for seat in record.seats],
            }
            for record in records
        ]
        typer.echo(json.dumps({"tables": tables}))
        return
    shown = Table("code", "in logs", "name", "edition", "status", "seats", "last change")
    for record in records:
        seats = ", ".join(f"{seat.colour}: {seat.name or seat.kind}" for seat in record.seats)
        changed = time.strftime("%F %T", time.localtime(record.updated))
        shown.add_row(record.code, fingerprint(record.code), record.name, record.edition, record.status, seats, changed)
    Console().print(shown)


@app.command()
def inspect(code: Code, store: Where = None) -> None:
    """One table as JSON: settings, seats (with players' ids, without secrets), length of its log, faults."""
    from sevenhex.server.store.audit import audit_table

    async def work(opened: Store) -> dict[str, object]:
        record = await found(opened, code)
        entries = await opened.entries(code)
        return {
            "code": record.code, "name": record.name, "edition": record.edition, "players": record.players, "options": record.options,
            "public": record.public, "status": record.status, "creator": record.creator, "result": record.result,
            "created": record.created, "updated": record.updated, "entries": len(entries), "last": entries[-1].time if entries else None,
            "seats": [{name: getattr(seat, name) for name in ("seat", "kind", "player", "name", "bot")} for seat in record.seats],
            "faults": await audit_table(opened, code),
        }  # fmt: skip

    typer.echo(json.dumps(with_store(store, work), indent=2))


@app.command()
def end(code: Code, store: Where = None) -> None:
    """Abort a table; a running server ends it at once and tells those who are there."""
    from sevenhex.server.cluster import orders

    async def work(opened: Store) -> None:
        record = await found(opened, code)
        if record.status in ("over", "aborted"):
            raise SevenhexError(f"Table {code} is already {record.status}.")
        await orders.end(opened, code)

    with_store(store, work)
    typer.echo(f"{code} is aborted")


@app.command()
def ban(
    subject: Annotated[str, typer.Argument(help="A player's id (`inspect` shows it), an address, or a network such as 192.0.2.0/24.")],
    reason: Annotated[str, typer.Option(help="For your own list.")] = "",
    days: Annotated[float | None, typer.Option(min=0.001, max=3650, help="For so many days; without it until `unban`.")] = None,
    chat: Annotated[bool, typer.Option("--chat", help="A player may play on, but not write.")] = False,
    store: Where = None,
) -> None:
    """Shut a player or an address out of the server; running servers do it at once."""
    from sevenhex.server.cluster import orders
    from sevenhex.server.store import bans

    known = bans.subject_of(subject)
    if chat and not bans.PLAYER.fullmatch(known):
        raise SevenhexError(f"The chat can be taken from a player only, and {known} is an address.")
    seconds = None if days is None else days * 24 * 3600.0
    with_store(store, lambda opened: orders.ban(opened, known, reason, seconds, bans.CHAT if chat else bans.ALL))
    typer.echo(f"{known} may not write" if chat else f"{known} is banned")


@app.command("operator")
def name_operator(
    name: Annotated[str | None, typer.Argument(help="A registered name; without it the operators are listed.")] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="No operator any more.")] = False,
    store: Where = None,
) -> None:
    """Who may use the operator's desk in the page (#/desk): tables, complaints, bans, pairs."""
    from sevenhex.server.base import likeness
    from sevenhex.server.store import accounts

    async def work(opened: Store) -> list[str]:
        if name is not None:
            player = await accounts.owner_of_name(opened, likeness.looks(name))
            if player is None:
                raise SevenhexError(f"Nobody has registered the name {name!r} here; an operator needs an account (#/me in the page).")
            await accounts.set_operator(opened, player, not revoke)
        return await accounts.operators(opened)

    found = with_store(store, work)
    typer.echo(f"operators: {', '.join(found)}" if found else "There is no operator; `sevenhex admin operator NAME` names one.")


@app.command()
def unban(subject: Annotated[str, typer.Argument(help="As `bans` lists it.")], store: Where = None) -> None:
    """Let a player or an address in again."""
    from sevenhex.server.cluster import orders
    from sevenhex.server.store import bans

    known = bans.subject_of(subject)
    if not with_store(store, lambda opened: orders.lift(opened, known)):
        raise SevenhexError(f"{known} is not banned; `sevenhex admin bans` lists who is.")
    typer.echo(f"{known} may come back")


@app.command("bans")
def list_bans(store: Where = None, as_json: Json = False) -> None:
    """Who is shut out, since when and why."""
    from sevenhex.server.store import bans

    rows = with_store(store, bans.listed)
    if as_json:
        typer.echo(json.dumps({"bans": [row._asdict() for row in rows]}))
        return
    for row in rows:
        since, until = (time.strftime("%F %T", time.localtime(moment)) if moment else "no end" for moment in (row.time, row.until))
        typer.echo(f"{row.subject}  {since}  until {until}  {'chat only  ' if row.what == 'chat' else ''}{row.reason}".rstrip())


@app.command("pairs")
def show_pairs(
    least: Annotated[int, typer.Option(min=1, help="Rated games together before a pair is shown.")] = 5,
    limit: Annotated[int, typer.Option(min=1, help="How many, the most unusual giving first.")] = 20,
    store: Where = None,
    as_json: Json = False,
) -> None:
    """How people treat each other at rated tables, in standard deviations from treating all alike. Nothing follows from it at once."""
    from rich.console import Console
    from rich.table import Table

    from sevenhex.server.review import pairs

    shown = pairs.ranked(with_store(store, pairs.of_store).values(), least)[:limit]
    if as_json:
        typer.echo(json.dumps({"pairs": [each.to_json() for each in shown]}))
        return
    table = Table("who", "whom", "games", "giving", "exchanges", "cards given", "robbed", "tables")
    for each in shown:
        counts = [f"{count.happened:g} ({count.unusual:+.1f})" for count in (each.exchanges, each.cards, each.robbed)]
        table.add_row(each.one, each.other, str(len(each.games)), f"{each.giving:+.1f}", *counts, " ".join(each.games[-3:]))
    Console().print(table)
    typer.echo("`sevenhex admin inspect TABLE` shows names; friends trade more readily and rivals rob each other: look at the games first.")


@app.command()
def export(
    player: Player, file: Annotated[Path | None, typer.Option(help="Write here instead of printing.")] = None, store: Where = None
) -> None:
    """Everything that is kept about a player, as JSON."""
    text = json.dumps(with_store(store, lambda opened: opened.export(player)), indent=2)
    if file is None:
        typer.echo(text)
    else:
        file.write_text(text + "\n", encoding="utf-8")


@app.command()
def forget(player: Player, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False, store: Where = None) -> None:
    """Delete a player's name, secret and chat, in a running server's memory too. Games stay, without the name."""
    from sevenhex.server.cluster import orders

    if not yes:
        typer.confirm(f"Delete everything that says who {player} is?", abort=True)
    seats = with_store(store, lambda opened: orders.forget(opened, player))
    typer.echo(f"{player} is forgotten; {seats} seats have no name now")


@app.command("tournament")
def make_tournament(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    starts: Annotated[datetime, typer.Option(formats=["%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"], help="When, by this machine's clock.")],
    edition: Annotated[str, typer.Option()] = "sixth",
    size: Annotated[int, typer.Option(min=3, max=4, help="Of the tables.")] = 4,
    rounds: Annotated[int, typer.Option(min=1, max=12)] = 4,
    most: Annotated[int, typer.Option(min=2, help="Who may take part, bots included.")] = 32,
    bots: Annotated[int, typer.Option(min=0, help="Bots that take part.")] = 0,
    bot: Annotated[str, typer.Option(help="Which.")] = "steady",
    turn_seconds: Annotated[float | None, typer.Option(min=10, help="For a move; more than 3600: slow tables.")] = None,
    rated: Annotated[bool, typer.Option("--rated/--unrated", help="Does it count for ratings?")] = True,
    listed: Annotated[bool, typer.Option("--listed/--by-link", help="Does everybody find it, or who has the link?")] = True,
    store: Where = None,
) -> None:
    """Make a tournament; a running server begins it at its time, or at once after it."""
    from sevenhex.server.base.settings import Limits
    from sevenhex.server.base.text import visible
    from sevenhex.server.clubs import tournaments
    from sevenhex.server.store.tournaments import Wish

    limits = Limits()
    wish = tournaments.checked(
        Wish(edition=edition, size=size, rounds=rounds, most=most, turn_seconds=turn_seconds, rated=rated, bot=bot), limits
    )
    if not visible(name)[:40]:
        raise SevenhexError("A tournament needs a name.")
    if bots > wish.most:
        raise SevenhexError(f"{bots} bots are more than the {wish.most} who may take part (--most; {limits.entrants} at most).")
    made = with_store(
        store, lambda opened: tournaments.add(opened, visible(name)[:40], None, listed, wish, starts.timestamp(), bots), create=True
    )
    typer.echo(f"#/tournament/{made}")


@app.command("cancel-tournament")
def cancel_tournament(id: Annotated[str, typer.Argument(help="As its address names it.")], store: Where = None) -> None:
    """A tournament that has not begun does not take place."""
    from sevenhex.server.store import tournaments

    if not with_store(store, lambda opened: tournaments.cancel(opened, id)):
        raise SevenhexError(f"There is no tournament {id!r} that has not begun.")
    typer.echo(f"{id} is cancelled")


@app.command("club")
def set_club(
    name: Annotated[str | None, typer.Option(help="What the server is called.")] = None,
    rules: Annotated[Path | None, typer.Option(help="A text file: the rules of the house.", exists=True, dir_okay=False)] = None,
    pinned: Annotated[str | None, typer.Option(help="What stands in the lobby; nothing takes it away.")] = None,
    store: Where = None,
) -> None:
    """The server's own page: name, rules, and a text in the lobby, all of them plain text. Without options: what stands there."""
    from sevenhex.server.clubs import board

    given = {"name": name, "rules": rules.read_text(encoding="utf-8") if rules else None, "pinned": pinned}
    changed = {key: text for key, text in given.items() if text is not None}

    async def work(opened: Store) -> dict[str, str]:
        await board.write(opened, changed)
        return await board.read(opened)

    typer.echo(json.dumps(with_store(store, work, create=bool(changed)), indent=2, ensure_ascii=False))
