"""The rules of an edition in our words, clause by clause; or what differs between two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sevenhex.editions import Edition

STANDARD, OPTION, ABSENT = "holds", "may be chosen", "-"
GROUPS = {
    "COMP": "Components",
    "SETUP": "Set-up",
    "TURN": "The turn",
    "PROD": "Production",
    "SEVEN": "Rolling a seven",
    "ROB": "The robber",
    "TRADE": "Trade",
    "BUILD": "Building",
    "ROUTE": "The longest route",
    "DEV": "Development cards",
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

    typer.echo(f"{edition.name}\n{edition.rulebook}; players: {', '.join(str(count) for count in edition.players)}")
    group = ""
    for clause in clauses().values():
        holds = standing(edition, clause.id)
        if holds == ABSENT:
            continue
        if clause.id.split("-")[0] != group:
            group = clause.id.split("-")[0]
            typer.echo(f"\n{GROUPS.get(group, group)}")
        chosen = " (may be chosen)" if holds == OPTION and group != "HOUSE" else ""
        typer.echo(f"  {clause.id:8} {clause.title}{chosen}. {clause.text} [{edition.cite(clause.id)}]")


def print_difference(left: Edition, right: Edition) -> None:
    from rich.console import Console
    from rich.table import Table

    from sevenhex.clauses import clauses
    from sevenhex.editions import difference

    table = Table("clause", "what", left.key, right.key, title=f"{left.name} | {right.name}")
    for clause in clauses().values():
        one, other = standing(left, clause.id), standing(right, clause.id)
        if one != other:
            table.add_row(clause.id, clause.title, one, other)
    table.add_section()
    for row in difference(left, right):
        table.add_row(row.clause, row.topic, row.left, row.right)
    Console(width=160).print(table)


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
