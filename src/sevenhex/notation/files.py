"""Games in files: text read with a limit, and refusals that name the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from sevenhex.errors import NotationError, SevenhexError

if TYPE_CHECKING:
    from sevenhex.game.game import Game

LARGEST_FILE = 50_000_000
JSON_SUFFIX = ".json"


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


def game_of_text(text: str, make: type[Game]) -> Game:
    """A game from a record, its JSON form or a position."""
    start = text.lstrip()[:1]
    return make.from_json(text) if start == "{" else make.load(text) if start == "[" else make.at(text.strip())


def load(file: Path, make: type[Game]) -> Game:
    """The game in a file, whichever of the three forms it has."""
    text = text_of(file)
    try:
        return game_of_text(text, make)
    except NotationError as error:
        raise NotationError(f"{file}: {error}") from None


def save(game: Game, file: Path) -> None:
    """As JSON where the file's name ends so, else as a record. It is there whole or not at all."""
    text = json.dumps(game.to_json()) + "\n" if file.suffix == JSON_SUFFIX else game.record()
    part = file.with_name(file.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise SevenhexError(f"Cannot write {file}: {error.strerror}.") from None
