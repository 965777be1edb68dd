"""The editions, and as Markdown everything in which they differ."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sevenhex.editions.options import Option

HEADING = """# Editions

What differs between the editions, read from their data files by `sevenhex editions --markdown` (a test keeps this page up to date).
What every edition shares is not listed; `sevenhex rules --edition sixth` prints all clauses, `sevenhex rules --diff fourth sixth` two
editions side by side. "(or ...)" are choices beside the standard: of the edition's own book, "by another book", or "by house rule",
which no book has and we offer.
"""


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def offered(option: Option) -> str:
    """The values of an option in words."""
    if isinstance(option.values, range):
        return f"{option.values[0]} to {option.values[-1]}"
    return ", ".join(option.values) if isinstance(option.values, tuple) else "yes, no"


def markdown() -> str:
    """The page docs/editions.md."""
    from sevenhex.editions import load, names
    from sevenhex.editions.difference import NONE, facts
    from sevenhex.editions.options import OPTIONS

    editions = [load(name) for name in names()]
    rows = [facts(edition) for edition in editions]
    keys = list(dict.fromkeys(key for each in rows for key in each))
    lines = [HEADING, row("key", "name", "rulebook", "players", "options"), row(*["---"] * 5)]
    for edition in editions:
        choices = {name for each in edition.choices.values() for name, values in each.items() if values}
        counts = ", ".join(str(count) for count in edition.players)
        lines.append(row(f"`{edition.key}`", edition.name, edition.rulebook, counts, ", ".join(f"`{name}`" for name in sorted(choices))))
    for title, wanted in (("Rules and components", False), ("Words", True)):
        lines += [
            "",
            f"## {title}",
            "",
            row("what", "clause", *[f"`{edition.key}`" for edition in editions]),
            row(*["---"] * (2 + len(editions))),
        ]
        for topic, clause in keys:
            values = [each.get((topic, clause), NONE) for each in rows]
            if (clause == "COMP-9") == wanted and len(set(values)) > 1:
                lines.append(row(topic.removeprefix("Word for "), clause, *values))
    lines += ["", "## Options that every table may choose", "", row("option", "about", "values", "clause"), row(*["---"] * 4)]
    for name, option in OPTIONS.items():
        if option.house:
            lines.append(row(f"`{name}`", option.topic, offered(option), option.clause))
    return "\n".join([*lines, ""])


def command(
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print docs/editions.md.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """One line each; `sevenhex rules --edition KEY` tells more."""
    from sevenhex.editions import load, names

    if as_markdown:
        typer.echo(markdown(), nl=False)
        return
    if as_json:
        found = [load(name) for name in names()]
        facts = [{"key": each.key, "name": each.name, "rulebook": each.rulebook, "players": list(each.players)} for each in found]
        typer.echo(json.dumps({"editions": facts}))
        return
    for name in names():
        edition = load(name)
        typer.echo(f"{edition.key:10} {edition.name}, {', '.join(str(count) for count in edition.players)} players")
