"""Puzzles: positions where one action is clearly the best. Make them, check them, list them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenhex.errors import SevenhexError
from sevenhex.notation.files import text_of

if TYPE_CHECKING:
    from collections import Counter

    from sevenhex.study.puzzles import Collection

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)
TRIES = 3
LOWEST, BIN, BINS = 600, 150, 10  # of the histogram of ratings
ASKED = {
    "win": "win this turn.",
    "break": "break the longest route.",
    "settle": "where do you settle?",
    "first_road": "where does the road lead?",
    "rob": "find the best place for the robber.",
    "deal": "what do you answer?",
    "turn": "find the best move.",
}
CHECK_SEED = 2026  # other dice than those that puzzles are made with

File = Annotated[Path | None, typer.Argument(help="A file of puzzles; without it those that come with the package.")]
Workers = Annotated[int, typer.Option(min=1, max=256, help="Processes.")]


def collection(file: Path | None) -> Collection:
    from sevenhex.study import puzzles

    return puzzles.shipped() if file is None else puzzles.read(text_of(file))


@app.command("make")
def make_them(
    out: Annotated[Path, typer.Option(help="Write the puzzles to this file.")],
    wanted: Annotated[int, typer.Option(min=1, help="How many puzzles.")] = 240,
    seed: Annotated[int, typer.Option(min=0, help="Decides games and dice.")] = 1,
    workers: Workers = 1,
    games: Annotated[int | None, typer.Option(min=1, help="Search so many games.")] = None,
    seconds: Annotated[float | None, typer.Option(min=1, help="Begin no further game after so many seconds.")] = None,
    theme: Annotated[str | None, typer.Option(help="Only this theme: a rare one needs many games.")] = None,
    record: Annotated[list[Path] | None, typer.Option(help="Search this record instead of simulated games; may be repeated.")] = None,
) -> None:
    """Search simulated games (or records of yours) for puzzles; what was rejected is counted in the file."""
    from rich.console import Console
    from rich.progress import Progress

    from sevenhex.study import puzzles

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)

        def report(found: int, counts: Counter[str]) -> None:
            progress.update(task, completed=counts["games"], description=f"{found} puzzles in {counts['games']} games")

        records = {file.stem: text_of(file) for file in record} if record else None
        made = puzzles.make(wanted, seed, workers, games, seconds, records, theme, report)
    made.made["command"] = " ".join(["sevenhex", *sys.argv[1:]])
    try:
        out.write_text(made.dump(), encoding="utf-8")
    except OSError as error:
        raise SevenhexError(f"Cannot write {out}: {error.strerror}.") from None
    show_counts(made)
    typer.echo(f"{len(made.puzzles)} puzzles written to {out}.")


@app.command("check")
def check_them(
    file: File = None,
    seed: Annotated[int, typer.Option(min=0, help="Decides the dice.")] = CHECK_SEED,
    workers: Workers = 1,
    keep: Annotated[Path | None, typer.Option(help="Write the puzzles that pass to this file.")] = None,
) -> None:
    """Search every puzzle four times as deep again, with other dice; exit status 1 when an answer is not the best."""
    from dataclasses import replace

    from rich.console import Console
    from rich.progress import Progress

    from sevenhex.study import puzzles

    given = collection(file)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("puzzles", total=len(given.puzzles))
        wrong = puzzles.check(given, seed, workers, lambda done: progress.update(task, completed=done))
    good = len(given.puzzles) - len(wrong)
    typer.echo(f"The answer is also the best of a search four times as deep in {good} of {len(given.puzzles)} puzzles (seed {seed}).")
    for ident in wrong:
        typer.echo(f"not so: {ident}")
    if keep is not None:
        counts = {**given.made.get("counts", {})}
        counts["rejected by the check with other dice"] = counts.get("rejected by the check with other dice", 0) + len(wrong)
        passed = tuple(puzzle for puzzle in given.puzzles if puzzle.id not in wrong)
        kept = replace(given, puzzles=passed, made={**given.made, "counts": counts, "checked": seed})
        keep.write_text(kept.dump(), encoding="utf-8")
    elif wrong:
        raise typer.Exit(1)


@app.command("join")
def join_them(
    files: Annotated[list[Path], typer.Argument(help="Files of puzzles.")],
    out: Annotated[Path, typer.Option(help="Write all of them to this file.")],
) -> None:
    """Put files together; what was rejected for each is added up, and how each was made is kept."""
    from collections import Counter

    from sevenhex.study import puzzles

    given = [puzzles.read(text_of(file)) for file in files]
    found = {puzzle.id: puzzle for each in given for puzzle in each.puzzles}
    counts: Counter[str] = Counter()
    for each in given:
        counts.update(each.made.get("counts", {}))
    how = [part for each in given for part in each.made.get("from", [{key: value for key, value in each.made.items() if key != "counts"}])]
    made = {"from": how, "counts": dict(sorted(counts.items()))}
    joined = puzzles.Collection(tuple(puzzles.balanced(list(found.values()), len(found))), made)
    out.write_text(joined.dump(), encoding="utf-8")
    show_counts(joined)
    typer.echo(f"{len(joined.puzzles)} puzzles written to {out}.")


@app.command("rate")
def rate_them(file: File = None, out: Annotated[Path, typer.Option(help="Write the puzzles to this file.")] = Path("puzzles.json")) -> None:
    """Let the panel of solvers try every puzzle: ratings, goals and lines anew. Single cards of a discard are dropped."""
    from dataclasses import replace

    from sevenhex.study import puzzles

    given = collection(file)
    kept = [puzzles.rated(puzzle) for puzzle in given.puzzles if not puzzle.answer.startswith("discard ")]
    rated = replace(given, puzzles=tuple(puzzles.balanced(kept, len(kept))))
    out.write_text(rated.dump(), encoding="utf-8")
    show_spread(rated)


@app.command("try")
def try_one(
    ident: Annotated[str | None, typer.Argument(help="The puzzle; without it one is drawn.")] = None,
    answer: Annotated[str | None, typer.Option(help="The action, as text; without it you are asked, three times at most.")] = None,
    theme: Annotated[str | None, typer.Option(help="Draw from this theme.")] = None,
    file: Annotated[Path | None, typer.Option(help="A file of puzzles; without it those that come with the package.")] = None,
) -> None:
    """Solve a puzzle: the position, three tries, then what each choice is worth and why. Exit status 1 when it was not found."""
    import random

    from sevenhex.study import puzzles

    puzzles.check_theme(theme)
    listed = [each for each in collection(file).puzzles if theme is None or each.theme == theme]
    found = next((each for each in listed if each.id == ident), None) if ident else random.choice(listed)
    if found is None:
        raise SevenhexError(f"There is no puzzle {ident!r}; `sevenhex puzzles list` names them.")
    game = found.game()
    typer.echo(f"{found.id}, {found.theme}, rating {found.rating}\n{found.position}")
    typer.echo(f"{game.colours[found.seat]}: {ASKED[found.goal]} All cards are open.")
    worths = dict(found.choices)
    for _ in range(1 if answer else TRIES):
        wanted = answer or typer.prompt("Action")
        try:
            text = game.say(game.read(wanted, found.seat), found.seat)
        except SevenhexError as error:
            typer.echo(str(error))
            continue
        if text == found.answer:
            break
        if not game.is_legal(text, found.seat):
            typer.echo(f"{text} is not allowed here.")
            continue
        lost = f" It loses {worths[found.answer] - worths[text]:.1f} hundredths." if text in worths else ""
        typer.echo(f"Not the best.{lost}")
        text = ""
    else:
        text = ""
    typer.echo(f"{'Right!' if text else 'The answer:'} {found.answer}. {found.why()['sentence']}")
    if found.line:
        typer.echo(f"Then: {'; '.join(found.line)}")
    for action, worth in found.choices:
        typer.echo(f"  {worth:5.1f}%  {action}")
    if not text:
        raise typer.Exit(1)


@app.command("list")
def list_them(
    file: File = None,
    theme: Annotated[str | None, typer.Option(help="Only this theme.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """The puzzles by theme, with what they ask for and their ratings, and how they were made. Answers are not shown: `puzzles try`."""
    from rich.console import Console
    from rich.table import Table

    from sevenhex.study import puzzles

    given = collection(file)
    shown = [puzzle for puzzle in given.puzzles if theme is None or puzzle.theme == theme]
    puzzles.check_theme(theme)
    if as_json:
        fields = ("id", "position", "seat", "theme", "goal", "rating", "margin", "error")
        typer.echo(json.dumps({"made": given.made, "puzzles": [{key: getattr(puzzle, key) for key in fields} for puzzle in shown]}))
        return
    table = Table("Puzzle", "Theme", "Goal", "Margin", "Rating")
    for puzzle in shown:
        table.add_row(puzzle.id, puzzle.theme, puzzle.goal, f"{puzzle.margin:.1f} ± {puzzle.error:.1f}", str(puzzle.rating))
    Console().print(table)
    show_counts(given)
    show_spread(given)


def show_spread(given: Collection) -> None:
    """Ratings in ten bins, and the kinds of answers."""
    from collections import Counter

    ratings = [puzzle.rating for puzzle in given.puzzles]
    if not ratings:
        return
    bins = Counter(min(BINS - 1, max(0, (rating - LOWEST) // BIN)) for rating in ratings)
    for place in range(BINS):
        typer.echo(f"{LOWEST + place * BIN:5} to {LOWEST + (place + 1) * BIN:4}: {bins[place]:4} {'#' * bins[place]}")
    kinds = Counter(puzzle.answer.split()[0] for puzzle in given.puzzles)
    typer.echo("Answers: " + ", ".join(f"{kind} {count} ({count / len(ratings):.0%})" for kind, count in kinds.most_common()) + ".")


def show_counts(given: Collection) -> None:
    from collections import Counter

    for name, count in given.made.get("counts", {}).items():
        typer.echo(f"{count:8} {name}")
    themes = Counter(puzzle.theme for puzzle in given.puzzles)
    typer.echo("By theme: " + ", ".join(f"{theme} {count}" for theme, count in sorted(themes.items())) + ".")
