"""Check a finished game's dice: recompute its island and every roll, draw and steal from the revealed seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sevenhex.errors import SevenhexError
from sevenhex.notation.files import text_of

from ._given import naming

if TYPE_CHECKING:
    from sevenhex.game.game import Game

Claim = tuple["Game", bytes, dict[int, str], str, dict[int, str]]


def fetch(url: str) -> str:
    """The record of a table on a server, from the address of its page."""
    import urllib.request

    base, _, code = url.rstrip("/").rpartition("/")
    parts = base.split("/")
    try:
        with urllib.request.urlopen(f"{'/'.join(parts[:3])}/api/tables/{code}/record", timeout=20) as answer:
            text: str = answer.read(4_000_000).decode()
            return text
    except OSError as error:
        raise SevenhexError(f"{url} could not be read ({error}). Give the address of a finished game's page, or a file.") from None


def read(game: str) -> str:
    if game.startswith(("http://", "https://")):
        return fetch(game)
    return text_of(Path(game))


def claim(text: str) -> Claim:
    """The game and what its record says about the seed."""
    from sevenhex.game.game import Game

    game = Game.load(text)
    headers = game.headers
    missing = [name for name in ("Seed", "Commit") if name not in headers]
    if missing:
        raise SevenhexError(f"This record has no {' and no '.join(missing)}: only finished games of a server carry the seed of their dice.")
    try:
        seed = bytes.fromhex(headers["Seed"])
        words, seals = (
            {int(name.removeprefix(kind)): value for name, value in headers.items() if name.startswith(kind)} for kind in ("Word", "Seal")
        )
    except ValueError:
        raise SevenhexError(f"The seed {headers['Seed'][:80]!r} is not written in hexadecimal digits.") from None
    return game, seed, words, headers["Commit"], seals


def command(
    game: Annotated[str, typer.Argument(help="A record file, or the address of a finished game's page.")],
    every: Annotated[bool, typer.Option("--all", help="List every number.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Recompute the island and every roll, draw and steal of a finished game from its revealed seed."""
    from sevenhex.game.fairdice import verify

    with naming(game):
        claimed, seed, words, promised, seals = claim(read(game))
    verdict = verify(claimed, seed, words, promised, seals)
    if as_json:
        found: dict[str, Any] = {
            "holds": verdict.holds, "commit": verdict.commit_holds, "island": verdict.island_holds,
            "broken_seals": verdict.broken_seals, "unrevealed": verdict.unrevealed,
        }  # fmt: skip
        typer.echo(json.dumps(found | {"numbers": [check.to_json() for check in verdict.checks]}))
        raise typer.Exit(0 if verdict.holds else 1)
    if every:
        for check in verdict.checks:
            typer.echo(f"{check.n:5} {check.number:10} {check.found:24} {'' if check.holds else f'EXPECTED {check.expected}'}".rstrip())
    wrong = [check for check in verdict.checks if not check.holds]
    typer.echo(f"promise (SHA-256 of the seed): {'holds' if verdict.commit_holds else 'BROKEN'}")
    if seals:
        broken = ", ".join(f"seat {seat}" for seat in verdict.broken_seals)
        typer.echo(f"sealed words: {f'BROKEN ({broken})' if broken else 'hold'}")
    for seat in verdict.unrevealed:
        typer.echo(f"  seat {seat} sealed a word and did not reveal it; the game was played without it")
    typer.echo(f"island: {'follows from the seed' if verdict.island_holds else 'DOES NOT FOLLOW from the seed'}")
    typer.echo(f"rolls, draws and steals: {len(verdict.checks) - len(wrong)} of {len(verdict.checks)} follow from the seed")
    for check in wrong[:10]:
        typer.echo(f"  entry {check.n}: {check.found}, but the seed gives {check.expected}")
    if not verdict.holds:
        raise typer.Exit(1)
