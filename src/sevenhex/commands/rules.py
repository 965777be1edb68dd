"""The rules of an edition in our words, clause by clause; or what differs between two."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sevenhex.editions import Edition

WIDTH = 100  # columns
INDENT = " " * 11
STANDARD, OPTION, ABSENT = "holds", "may be chosen", "-"
GROUPS = {
    "COMP": "Components",
    "SETUP": "Set-up",
    "TURN": "The turn",
    "PROD": "Production",
    "SEVEN": "Rolling a seven",
    "ROB": "The [robber]",
    "TRADE": "Trade",
    "BUILD": "Building",
    "ROUTE": "[longest_road]",
    "DEV": "Development [cards]",
    "WIN": "Winning",
    "PAIR": "Five and six players",
    "HOUSE": "House rules, off by default",
}


def standing(edition: Edition, clause: str) -> str:
    """Does a clause hold in an edition, or may it be chosen? Read from the edition's data where an option decides it."""
    from sevenhex.clauses import clauses
    from sevenhex.editions import names
    from sevenhex.editions.options import OPTIONS

    if clause.startswith("HOUSE"):
        return OPTION
    for name, option in OPTIONS.items():
        if clause in option.clause_of and isinstance(option.values, tuple):
            values = {value for value, each in zip(option.values, option.clause_of, strict=True) if each == clause}
            if any(rules.get(name) in values for rules in edition.rules.values()):
                return STANDARD
            if any(values & set(choices.get(name, ())) for choices in edition.choices.values()):
                return OPTION
    known = clauses()[clause].editions
    return STANDARD if edition.key in known or edition.key not in names() else ABSENT


def print_rules(edition: Edition) -> None:
    from sevenhex.clauses import clauses
    from sevenhex.editions.wording import in_words, text_of, title_of

    typer.echo(f"{edition.name}\n{edition.rulebook}; players: {', '.join(str(count) for count in edition.players)}")
    group = ""
    for clause in clauses().values():
        holds = standing(edition, clause.id)
        if holds == ABSENT:
            continue
        if clause.id.split("-")[0] != group:
            group = clause.id.split("-")[0]
            typer.echo(f"\n{in_words(GROUPS.get(group, group), edition.words)}")
        chosen = " (may be chosen)" if holds == OPTION and group != "HOUSE" else ""
        typer.echo(f"  {clause.id:8} {title_of(clause, edition)}{chosen}")
        typer.echo(wrapped(f"{text_of(clause, edition)} [{source(edition, clause.id)}]"))


def source(edition: Edition, clause: str) -> str:
    """Where the rule is read: in the edition's own book, in another one, or in none."""
    from sevenhex.editions.edition import OTHER

    origin = edition.origin(clause)
    return f"another book: {edition.cite(clause)}" if origin == OTHER else edition.cite(clause)


def wrapped(text: str) -> str:
    """Lines that fit beside the numbers."""
    return textwrap.fill(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)


def print_difference(left: Edition, right: Edition) -> None:
    from rich.console import Console
    from rich.table import Table

    from sevenhex.clauses import clauses
    from sevenhex.editions import difference
    from sevenhex.editions.loader import ISLANDS
    from sevenhex.editions.wording import title_of

    table = Table("clause", "what", left.key, right.key, title=f"{left.name} | {right.name}")
    islands = set(left.islands) & set(right.islands)
    for clause in clauses().values():
        one, other = standing(left, clause.id), standing(right, clause.id)
        # What is only about an island that one of them has not is no difference of the rules.
        if one != other and (not clause.island or ISLANDS[clause.island] in islands):
            table.add_row(clause.id, title_of(clause, right if one == ABSENT else left), one, other)
    table.add_section()
    for row in difference(left, right):
        table.add_row(row.clause, row.topic, row.left, row.right)
    Console(width=WIDTH).print(table)


def command(
    edition: Annotated[str, typer.Option(help="Whose rules.")] = "sixth",
    diff: Annotated[tuple[str, str], typer.Option(help="Two editions: only what differs between them.")] = ("", ""),
) -> None:
    """Every rule has a number; refusals and tests name it."""
    from sevenhex.editions import load

    if diff[0]:
        print_difference(load(diff[0]), load(diff[1]))
    else:
        print_rules(load(edition))
