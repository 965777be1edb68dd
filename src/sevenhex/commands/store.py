"""Look after the store: check, back up, restore, migrate."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from sevenhex.errors import SevenhexError

from .play import data_folder

if TYPE_CHECKING:
    from sevenhex.server.store.store import Store

app = typer.Typer(no_args_is_help=True, help="Look after the store: check, back up, restore, migrate.")
Where = Annotated[str | None, typer.Option("--store", help="A file, a folder or postgresql://...; by default the user's data folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Result = TypeVar("Result")


def must_exist(given: str) -> None:
    """Complain about a file or folder that holds no store."""
    from sevenhex.server.store.store import file_of

    file = file_of(given)
    if file is not None and not file.exists():
        raise SevenhexError(f"There is no store at {file}; expected the folder or file of a server's games (--store).")


def with_store(where: str | None, work: Callable[[Store], Awaitable[Result]], create: bool = False) -> Result:
    """Open the store (its schema is brought up to date), do the work, close it. One that is not there is made only where that is asked."""
    from sevenhex.server.store.store import Store

    given = where or str(data_folder())
    if not create:
        must_exist(given)

    async def run() -> Result:
        store = Store(given)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


@app.command()
def check(store: Where = None, as_json: Json = False) -> None:
    """Replay every table's log and check every game's dice; exit with 1 when anything is wrong."""
    from rich.progress import track

    from sevenhex.server.store.audit import audit_table, codes

    async def work(opened: Store) -> tuple[int, list[str]]:
        faults: list[str] = []
        for code in track(await codes(opened), "checking tables", transient=True, disable=as_json):
            faults += [f"{code}: {fault}" for fault in await audit_table(opened, code)]
        return await opened.count(), faults

    total, faults = with_store(store, work)
    if as_json:
        typer.echo(json.dumps({"tables": total, "faults": faults}))
    else:
        typer.echo(f"{total} tables checked, {len(faults)} faults")
        for fault in faults:
            typer.echo(fault)
    if faults:
        raise typer.Exit(1)


@app.command()
def migrate(store: Where = None) -> None:
    """Bring the schema to this version."""

    async def work(opened: Store) -> None:
        typer.echo(f"{opened.engine.url.render_as_string(hide_password=True)} is up to date")

    with_store(store, work)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write (JSON lines); `restore` reads it, into any kind of store.")],
    store: Where = None,
) -> None:
    """Write everything to one file, while the server may run."""
    from sevenhex.server.store.audit import dump

    async def work(opened: Store) -> int:
        count = 0
        part = file.with_name(file.name + ".part")
        part.unlink(missing_ok=True)
        with open(part, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as out:  # it holds secret seeds
            async for row in dump(opened):
                out.write(json.dumps(row) + "\n")
                count += 1
        part.replace(file)
        return count

    typer.echo(f"{with_store(store, work)} rows in {file}")


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="What `backup` wrote.", exists=True)], store: Where = None) -> None:
    """Fill an empty store from a backup."""
    from sevenhex.server.store.audit import fill

    def rows() -> Any:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield json.loads(line)
                except ValueError:
                    raise SevenhexError(f"{file}, line {number}: this is no JSON; the backup is damaged, nothing was restored.") from None

    typer.echo(f"{with_store(store, lambda opened: fill(opened, rows()), create=True)} rows restored")
