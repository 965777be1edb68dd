"""Options that several commands share: those of a game, a file or a text."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sevenhex.errors import NotationError, OptionError, SevenhexError, one_of
from sevenhex.notation.files import game_of_text, text_of

if TYPE_CHECKING:
    from rich.console import Console

    from sevenhex.game.game import Game


def options(given: list[str] | None) -> dict[str, Any]:
    """`victory_points=8` and the like, as the editions want them."""
    from sevenhex.editions.options import OPTIONS
    from sevenhex.notation.reader import read_option
    from sevenhex.notation.scrap import Scrap

    chosen: dict[str, Any] = {}
    for text in given or ():
        name, found, value = text.partition("=")
        if not found:
            raise OptionError(f"--option is given {text!r}; expected name=value, as in --option victory_points=8.", option=name)
        if name not in OPTIONS:
            raise OptionError(f"There is no option {name!r}: {one_of(name, OPTIONS)}.", option=name)
        try:
            # a number is judged by the edition, which says what it expects
            chosen[name] = int(value) if value.isdecimal() else read_option(name, Scrap(value))
        except NotationError as error:
            raise OptionError(f"--option {text}: {error}", option=name) from None
    return chosen


@contextmanager
def telling(console: Console) -> Iterator[None]:
    """Print a sentence for deprecated names: Python hides such warnings from people who only run a program."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", DeprecationWarning)
        yield
    for text in dict.fromkeys(str(warning.message) for warning in found):
        console.print(text, style="yellow", markup=False, highlight=False, soft_wrap=True)


def file_of(given: str) -> Path | None:
    """The file of that name, if there is one."""
    try:
        return Path(given) if Path(given).is_file() else None
    except (OSError, ValueError):  # too long for a name
        return None


def file_or_text(given: str) -> str:
    """The text itself, or the contents of the file of that name."""
    file = file_of(given)
    if file is not None:
        return text_of(file)
    if len(given.split()) == 1 and not given.startswith(("[", "{")):  # no game has so few words: a file was meant
        raise SevenhexError(f"There is no file {given!r}; expected the file of a game or a position, or the text itself.")
    return given


@contextmanager
def naming(given: str | Path) -> Iterator[None]:
    """Put the file's name before what is wrong in it."""
    try:
        yield
    except NotationError as error:
        file = given if isinstance(given, Path) else file_of(given)
        if file is None:
            raise
        raise NotationError(f"{file}: {error}") from None


def game_from(given: str | Path) -> Game:
    """A game from a record, its JSON form or a position: a file (or its name), or the text itself. Errors in a file name it."""
    from sevenhex.game.game import Game

    with naming(given):
        return game_of_text(text_of(given) if isinstance(given, Path) else file_or_text(given), Game)
