"""The command line finds commands by their files, imports only the one called, and refuses in one sentence."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
import typer
from typer.testing import CliRunner

from sevenhex import __version__, cli
from sevenhex.errors import SevenhexError


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command line with three commands of our own: one plain, one group, one that cannot be imported."""
    monkeypatch.setattr(cli, "COMMANDS", tmp_path)
    for name, said in (("play", "Play a game."), ("shelf", "Look after the shelf."), ("broken", "Never imported by --help.")):
        (tmp_path / f"{name}.py").write_text(f'"""{said}\n\nMore.\n"""\n')
    (tmp_path / "_helper.py").write_text("")

    play, shelf = ModuleType("sevenhex.commands.play"), ModuleType("sevenhex.commands.shelf")

    def command(edition: str = "sixth", interrupt: bool = False) -> None:
        """Play."""
        if interrupt:
            raise KeyboardInterrupt
        if edition != "sixth":
            raise SevenhexError(f"There is no edition {edition!r}.")
        typer.echo(f"playing {edition}")

    play.command = command
    shelf.app = typer.Typer()
    shelf.app.command("check")(lambda: typer.echo("shelf is sound"))
    shelf.app.command("empty")(lambda: None)
    for module in (play, shelf):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return lambda *words: CliRunner().invoke(cli.app, list(words))


def test_the_version(run):
    assert run("--version").output == f"sevenhex {__version__}\n"


def test_help_lists_commands_without_importing_them(run):
    said = run("--help").output
    assert "Never imported by --help." in said
    assert "Look after the shelf." in said
    assert "helper" not in said


def test_no_command_means_play(run):
    assert run().output == "playing sixth\n"


def test_a_group_of_commands(run):
    assert run("shelf", "check").output == "shelf is sound\n"


def test_a_refusal_is_one_sentence(run):
    result = run("play", "--edition", "ninth")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", "There is no edition 'ninth'.\n")


def test_an_interrupt_is_quiet(run):
    result = run("play", "--interrupt")
    assert (result.exit_code, result.output) == (130, "")


def test_an_unknown_command_is_refused_with_a_suggestion(run):
    result = run("pley")
    assert result.exit_code == 2
    assert "Did you mean 'play'?" in result.stderr
