"""Rate bots over several arenas at once: other tables, editions, numbers of players; trading or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenhex.errors import SevenhexError

if TYPE_CHECKING:
    from sevenhex.arena.rating import Game


def command(
    files: Annotated[list[Path], typer.Argument(help="Files that `sevenhex arena --out` kept.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """One rating for each bot, fitted to the games of all files, with its 95% interval."""
    from rich.console import Console
    from rich.table import Table

    from sevenhex.arena.rating import fit

    games: list[Game] = []
    kinds: dict[str, int] = {}
    for file in files:
        kind, found = read(file)
        kinds[kind] = kinds.get(kind, 0) + len(found)
        games += found
    rated = fit(games)
    seats = {name: sum(list(names).count(name) for names, _ in games) for name in rated}
    wins = {name: sum(names[winner] == name for names, winner in games) for name in rated}
    if as_json:
        bots = [
            {"name": name, "rating": round(each.rating, 1), "low": round(each.low, 1), "high": round(each.high, 1), "games": seats[name]}
            for name, each in rated.items()
        ]
        typer.echo(json.dumps({"bots": bots, "games": len(games), "tables": kinds}))
        return
    shown = Table("Bot", "Rating", "95% interval", "Seats", "Wins", title=f"{len(games):,} games, all fitted at once")
    for name, each in rated.items():
        shown.add_row(name, f"{each.rating:.0f}", f"{each.low:.0f} - {each.high:.0f}", f"{seats[name]:,}", f"{wins[name]:,}")
    console = Console()
    console.print(shown)
    for kind, count in sorted(kinds.items()):
        console.print(f"{kind}: {count:,} games", highlight=False)


def read(file: Path) -> tuple[str, list[Game]]:
    """What was played there, and its games."""
    from sevenhex.arena import Plan, Tournament
    from sevenhex.arena.statistics import games_of

    try:
        with file.open(encoding="utf-8") as lines:
            stored = json.loads(lines.readline())["plan"]
        plan = Plan(**{**stored, "entrants": tuple(stored["entrants"])})
    except OSError as error:
        raise SevenhexError(f"Cannot read {file}: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError):
        raise SevenhexError(f"{file} is no file of an arena; expected one that `sevenhex arena --out` kept.") from None
    kind = f"{plan.edition}, {plan.players} players{'' if plan.trade else ', nobody trades'}"
    return kind, games_of(plan, Tournament(plan, file).finished)
