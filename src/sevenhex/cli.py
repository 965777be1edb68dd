"""The command line: `sevenhex COMMAND`. Commands live in `sevenhex/commands/`, one module each, imported when called."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from . import __version__
from .errors import SevenhexError, printable

COMMANDS = Path(__file__).parent / "commands"
DEFAULT = "play"
REFUSED, INTERRUPTED = 2, 130


def summary(source: Path) -> str:
    """The first line of a module's docstring, read without importing it."""
    described = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return described.partition("\n")[0]


def load(name: str) -> Any:
    """Import a command's module and make its `command` or `app` a command that Typer can run."""
    module = import_module(f"sevenhex.commands.{name.replace('-', '_')}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        app.command(name)(module.command)
    else:
        app._add_completion = False  # only the whole program offers to install shell completion
    command = get_command(app)
    command.name = name
    return command


class Commands(TyperGroup):
    """Lists the commands by their files; imports the one that is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for source in sorted(COMMANDS.glob("[!_]*.py")):
            name = source.stem.replace("_", "-")
            self.commands[name] = TyperCommand(name, help=summary(source))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args:
            args = [DEFAULT] if DEFAULT in self.commands else ["--help"]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, load(name) if name else None, rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except SevenhexError as error:
            typer.secho(printable(str(error)), err=True, fg="red")
            raise typer.Exit(REFUSED) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(cls=Commands, pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]})


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sevenhex {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and stop.")] = False,
) -> None:
    """CATAN in five editions. Without a command: play in the browser."""


def main() -> None:
    """The entry point of the console script."""
    try:
        app(prog_name="sevenhex")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
