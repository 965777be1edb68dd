"""What several commands are given on the command line: options of a game, a file or a text."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sevenhex.errors import NotationError, OptionError, SevenhexError, one_of

if TYPE_CHECKING:
    from rich.console import Console

    from sevenhex.game.game import Game

LARGEST_FILE = 50_000_000


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


def text_of(file: Path) -> str:
    """A file's text, or a refusal that a person understands."""
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise SevenhexError(f"{file} has more than {LARGEST_FILE // 1_000_000} MB; that is no game.")
        return file.read_text(encoding="utf-8-sig")  # without the mark that some editors write first
    except OSError as error:
        raise SevenhexError(f"Cannot read {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise SevenhexError(f"{file} is no text in UTF-8.") from None


def file_or_text(given: str) -> str:
    """The text itself, or the contents of the file of that name."""
    try:
        is_file = Path(given).is_file()
    except (OSError, ValueError):  # too long for a name
        is_file = False
    return text_of(Path(given)) if is_file else given


def game_from(given: str) -> Game:
    """A game from a record, its JSON form or a position: a file's name or the text itself."""
    from sevenhex.game.game import Game

    text = file_or_text(given)
    if text.lstrip().startswith("{"):
        return Game.from_json(text)
    return Game.load(text) if text.lstrip().startswith("[") else Game.at(text.strip())
