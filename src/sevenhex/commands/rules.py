"""The rulebook of an edition in our words: rules, course, almanac, answers to questions, what differs between two, files to print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sevenhex.errors import SevenhexError, one_of

if TYPE_CHECKING:
    from sevenhex.editions import Edition

WIDTH = 100  # columns
PARTS = ("course", "clause", "almanac", "ask", "new", "coverage")
FORMATS = ("md", "html", "pdf")


def print_difference(left: Edition, right: Edition) -> None:
    from rich.console import Console
    from rich.table import Table

    from sevenhex.clauses import clauses
    from sevenhex.editions import difference
    from sevenhex.editions.loader import ISLANDS
    from sevenhex.rulebook import rules
    from sevenhex.rulebook.standing import standing

    table = Table("clause", "what", left.key, right.key, title=f"{left.name} | {right.name}")
    islands = set(left.islands) & set(right.islands)
    titles = {number: page.title for edition in (left, right) for number, page in rules(edition).items()}
    for clause in clauses().values():
        one, other = standing(left, clause.id), standing(right, clause.id)
        # What is only about an island that one of them has not is no difference of the rules.
        if one != other and (not clause.island or ISLANDS[clause.island] in islands):
            table.add_row(clause.id, titles[clause.id], one, other)
    table.add_section()
    for row in difference(left, right):
        table.add_row(row.clause, row.topic, row.left, row.right)
    Console(width=WIDTH).print(table)


def shown(words: list[str], edition: Edition, language: str) -> str:
    """One part of the rulebook, as plain text."""
    from sevenhex.rulebook import book, terminal
    from sevenhex.rulebook.compare import compare
    from sevenhex.rulebook.coverage import coverage
    from sevenhex.rulebook.search import ask

    part, given = words[0], " ".join(words[1:])
    needs = {"clause": "a number such as ROB-1", "ask": "a question in quotes"}
    if part in needs and not given:
        raise SevenhexError(f"`sevenhex rules {part}` expects {needs[part]} after it.")
    if part == "coverage":
        return terminal.coverage(coverage())
    if part == "ask":
        return terminal.answers(book(edition, language or "en"), ask(given, edition, language or None))
    if part == "new":
        if len(words) != 3:
            raise SevenhexError(
                "`sevenhex rules new` expects two editions: the one you know and the other one, as in: rules new fourth sixth"
            )
        return terminal.summary(compare(words[1], words[2], language or "en"))
    whole = book(edition, language or "en", examples=part == "clause")
    if part == "course":
        return terminal.course(whole)
    if part == "clause":
        return terminal.clause(whole, given)
    if part == "almanac":
        return terminal.entry(whole, given) if given else terminal.almanac(whole)
    raise SevenhexError(f"There is no part {part!r} of the rulebook; {one_of(part, PARTS)}.")


def as_data(words: list[str], edition: Edition, language: str) -> dict[str, Any]:
    """Rules, one of them, or the answers to a question, as data."""
    from dataclasses import asdict

    from sevenhex.rulebook import rules
    from sevenhex.rulebook.book import known_clause, nearest
    from sevenhex.rulebook.search import ask

    pages = rules(edition, language or "en")
    part, given = (words[0], " ".join(words[1:])) if words else ("", "")
    if part == "ask":
        return {"edition": edition.key, "question": given, "answers": [each._asdict() for each in ask(given, edition, language or None)]}
    if part not in ("", "clause"):
        raise SevenhexError("--json has all rules, `clause NUMBER` and `ask QUESTION`; --format md has the whole rulebook.")
    if part == "clause":
        found = known_clause(given)
        if found not in pages:
            raise SevenhexError(f"The edition {edition.key!r} has no clause {found}; {nearest(found, list(pages))}")
        pages = {found: pages[found]}
    return {"edition": edition.key, "rules": [asdict(page) for page in pages.values()]}


def printed(edition: Edition, language: str, kind: str, paper: str, out: Path | None = None) -> bytes:
    """The whole rulebook as a file; the pictures of one in Markdown are written into a folder beside it."""
    from sevenhex.rulebook import book, pdf, printed

    if kind not in FORMATS:
        raise SevenhexError(f"There is no format {kind!r}; {one_of(kind, FORMATS)}.")
    if paper not in printed.PAPERS:
        raise SevenhexError(f"There is no paper {paper!r}; {one_of(paper, printed.PAPERS)}.")
    whole = book(edition, language or "en")
    if kind == "pdf":
        return pdf.pdf(whole, paper)
    if kind == "html":
        return printed.html(whole, paper).encode()
    if out is None:
        return printed.markdown(whole).encode()
    folder = out.with_suffix(".pictures")
    try:
        folder.mkdir(exist_ok=True)
        for name, drawing in printed.pictures(whole).items():
            (folder / name).write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise SevenhexError(f"Cannot write {folder}: {error.strerror}.") from None
    return printed.markdown(whole, folder.name).encode()


def command(
    part: Annotated[
        list[str] | None, typer.Argument(help="course; clause NUMBER; almanac [KEYWORD]; ask QUESTION; new EDITION EDITION; coverage.")
    ] = None,
    edition: Annotated[str, typer.Option(help="Whose rules.")] = "sixth",
    language: Annotated[str, typer.Option(help="en, de, fr or es.")] = "",
    diff: Annotated[tuple[str, str], typer.Option(help="Two editions: only what differs between them.")] = ("", ""),
    file_format: Annotated[str, typer.Option("--format", help="The whole rulebook as md, html or pdf.")] = "",
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    out: Annotated[
        Path | None, typer.Option(help="The file to write (md: with pictures beside it); without it md and html go to the terminal.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object: the rules, a clause, or the answers to a question.")
    ] = False,
) -> None:
    """Every rule has a number; refusals and tests name it."""
    from sevenhex.editions import load
    from sevenhex.rulebook import book, terminal
    from sevenhex.rulebook.compare import compare

    if as_json and (diff[0] or file_format):
        raise SevenhexError("--json goes with the rules, a clause or a question; leave out --diff and --format.")
    if as_json:
        typer.echo(json.dumps(as_data(part or [], load(edition), language)))
    elif diff[0]:
        left, right = load(diff[0]), load(diff[1])
        print_difference(left, right)
        typer.echo(terminal.comparison(compare(left, right, language or "en")))
    elif file_format:
        made = printed(load(edition), language, file_format, paper, out)
        if out is None and file_format == "pdf":
            out = Path(f"rules-{edition}.pdf")
        if out is None:
            typer.echo(made.decode(), nl=False)
        else:
            write(out, made)
    elif part:
        typer.echo(shown(part, load(edition), language))
    else:
        typer.echo(terminal.rules(book(load(edition), language or "en", examples=False)))


def write(out: Path, made: bytes) -> None:
    try:
        out.write_bytes(made)
    except OSError as error:
        raise SevenhexError(f"Cannot write {out}: {error.strerror}.") from None
    typer.echo(f"{out}: {len(made):,} bytes")
