"""Texts with a few changes, and what every reader must do with them: refuse with the place of the error, or give a sound game.

Plain Python and the package only: `trust/fuzz.py` also runs where no test tools are installed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

from sevenhex.errors import NotationError
from sevenhex.game.game import Game
from sevenhex.notation import position, reader
from sevenhex.notation.position import Position
from sevenhex.rules.check import check
from stories import story

HERE = Path(__file__).parent
FAILING = HERE / "failing"


def various_positions() -> list[str]:
    """Positions of the golden games that together have every field and every phase."""
    chosen, seen = [], set[str]()
    for name in ("sixth-4-house", "extension-5-inactive-colour", "summary-6-special-building", "zip-3-map-7", "sixth-4-whole"):
        game = Game.load((HERE / "golden" / f"{name}.txt").read_text(encoding="utf-8"))
        for n in range(0, len(game.log) + 1, 3):
            text = game.until(n).position()
            traits = {word.partition("=")[0] for word in text.split()[1:]} | {word for word in text.split() if word.startswith("phase=")}
            if traits - seen:
                seen |= traits
                chosen.append(text)
    seen_by = Game.load((HERE / "golden" / "sixth-3.txt").read_text(encoding="utf-8")).view(1)
    return [*chosen, position.write(position.of_view(seen_by))]


SEEDS = {
    "position": various_positions(),
    "record": [story("sixth", 2, 1, most=70).record(), story("fourth", 3, 2, most=60).record(), story("summary", 5, 3, most=80).record()],
}
SEEDS["json"] = [json.dumps(Game.load(text).to_json()) for text in SEEDS["record"]]
PIECES = [
    " ",
    "=",
    ",",
    ";",
    ":",
    "/",
    "+",
    "?",
    "-",
    "\n",
    "\r",
    "\0",
    "é",
    "²",
    "0",
    "7",
    "99999999999",
    "red",
    "blue",
    "robber",
    "dice 1 1",
    "end",
    "{",
    "}",
    "[",
    '"',
]


def mutated(text: str, rng: Random) -> str:
    """One to four small changes: letters, words and lines lost, doubled, swapped, invented; ends cut off; parts of other texts."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((1, 1, 2, 5, 30)))
        match rng.randrange(9):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 2:
                text = text[:at] + rng.choice(PIECES) + text[to:]
            case 3:
                text = text[:at] + text[at:to] * 2 + text[to:]
            case 4:
                text = text[:at]
            case 5:
                words = text.split(" ")
                one, other = rng.randrange(len(words)), rng.randrange(len(words))
                words[one], words[other] = words[other], words[one]
                text = " ".join(words)
            case 6:
                digits = [place for place, sign in enumerate(text) if sign.isdigit()]
                if digits:
                    place = rng.choice(digits)
                    text = text[:place] + str(rng.randrange(10)) + text[place + 1 :]
            case 7:
                lines = text.split("\n")
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
            case _:
                other_text = rng.choice(rng.choice(list(SEEDS.values())))
                start = rng.randrange(len(other_text))
                text = text[:at] + other_text[start : start + rng.randrange(60)] + text[to:]
    return text


def examine(kind: str, text: str) -> Position | Game | None:
    """Read it; what is accepted must be sound and come back the same. None if it was refused."""
    try:
        if kind == "position":
            found = reader.read(text)
            if found.is_complete:
                assert not check(found.state)
            assert reader.read(position.write(found)) == found
            return found
        game = Game.load(text) if kind == "record" else Game.from_json(text)
        assert not check(game.state)
        assert Game.load(game.record()) == game
    except NotationError as error:
        if kind != "json":
            lines = text.split("\n")
            assert 1 <= error.line <= len(lines), error  # noqa: PT017
            assert 1 <= error.column <= len(lines[error.line - 1]) + 1, error  # noqa: PT017
        return None
    return game


def keep(kind: str, text: str) -> Path:
    """Remember an input that failed."""
    FAILING.mkdir(exist_ok=True)
    file = FAILING / f"{kind}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}.txt"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return file
