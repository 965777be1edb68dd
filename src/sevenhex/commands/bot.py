"""A bot of your own: write a small one to begin with."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="A bot of your own: write a small one to begin with.", no_args_is_help=True)

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
LANGUAGES = {
    "python": {"{name}.py": "bot.py.txt", "test_{name}.py": "test_python.py.txt"},
    "node": {"{name}.mjs": "bot.mjs.txt", "test_{name}.py": "test_program.py.txt"},
    "rust": {
        "{name}/src/main.rs": "main.rs.txt",
        "{name}/Cargo.toml": "Cargo.toml.txt",
        "test_{name}.py": "test_program.py.txt",
    },
}
RUN = {
    "python": "{name}.py:{cls}",
    "node": "exec:node {name}.mjs",
    "rust": "exec:{name}/target/release/{name}",
}


@app.callback()
def main() -> None:
    """A bot of your own."""


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Its name: small letters, digits and underscores.")],
    python: Annotated[bool, typer.Option("--python", help="A Python class (the default).")] = False,
    node: Annotated[bool, typer.Option("--node", help="A JavaScript program for Node.")] = False,
    rust: Annotated[bool, typer.Option("--rust", help="A Rust program.")] = False,
    folder: Annotated[Path, typer.Option("--in", help="The folder to write to.")] = Path(),
) -> None:
    """Write a small bot that beats `random`, and a test of it."""
    from sevenhex.errors import SevenhexError

    chosen = [language for language, asked in (("python", python), ("node", node), ("rust", rust)) if asked] or ["python"]
    if len(chosen) > 1:
        raise SevenhexError(f"Expected one language, got --{' and --'.join(chosen)}.")
    if not NAME.fullmatch(name):
        raise SevenhexError(f"{name!r} is no name for a bot here; expected small letters, digits and underscores, as in my_bot.")
    language = chosen[0]
    words = {"name": name, "cls": "".join(part.title() for part in name.split("_"))}
    words["run"] = RUN[language].format(**words)
    wanted = {folder / file.format(**words): filled(template, words) for file, template in LANGUAGES[language].items()}
    standing = [str(file) for file in wanted if file.exists()]
    if standing:
        raise SevenhexError(f"{' and '.join(standing)} is there already; nothing was written.")
    for file, text in wanted.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise SevenhexError(f"Cannot write {file}: {error.strerror}.") from None
        typer.echo(f"Wrote {file}")
    if language == "rust":
        typer.echo(f"Build it: cargo build --release --manifest-path {folder / name / 'Cargo.toml'}")
    typer.echo(f"Let it play: sevenhex arena --bots '{words['run']},random,random,random' --games 20")
    typer.echo(f"At your own tables: sevenhex play --bot '{name}={words['run']}'")


def filled(template: str, words: dict[str, str]) -> str:
    """A template with its words put in."""
    text = (files("sevenhex.bots") / "templates" / template).read_text("utf-8")
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
