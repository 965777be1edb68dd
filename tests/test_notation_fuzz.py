"""Mutated positions, records and JSON: an error with its place or a sound game, never anything else and never a half-loaded game.

Every day a few thousand inputs, each night (`-m nightly`) more than 20,000. An input that once failed is kept in tests/failing/.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenhex.errors import NotationError
from sevenhex.game import Game
from sevenhex.notation import position, reader
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
PER_EXAMPLE = 20


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


def examine(kind: str, text: str) -> bool:
    """Read it; what is accepted must be sound and come back the same. Returns whether it was accepted."""
    try:
        if kind == "position":
            found = reader.read(text)
            if found.is_complete:
                assert not check(found.state)
            assert reader.read(position.write(found)) == found
        else:
            game = Game.load(text) if kind == "record" else Game.from_json(text)
            assert not check(game.state)
            assert Game.load(game.record()) == game
    except NotationError as error:
        if kind != "json":
            lines = text.split("\n")
            assert 1 <= error.line <= len(lines), error  # noqa: PT017
            assert 1 <= error.column <= len(lines[error.line - 1]) + 1, error  # noqa: PT017
        return False
    return True


def keep(kind: str, text: str) -> Path:
    """Remember an input that failed."""
    FAILING.mkdir(exist_ok=True)
    file = FAILING / f"{kind}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}.txt"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return file


def attack(kind: str, seed: int, inputs: int = PER_EXAMPLE) -> int:
    rng = Random(seed)
    accepted = 0
    for _ in range(inputs):
        text = mutated(rng.choice(SEEDS[kind]), rng)
        try:
            accepted += examine(kind, text)
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}; kept as {keep(kind, text)}") from error
    return accepted


@pytest.mark.parametrize("kind", list(SEEDS))
def test_the_unchanged_texts_are_accepted(kind):
    assert all(examine(kind, text) for text in SEEDS[kind])


@pytest.mark.parametrize("kind", list(SEEDS))
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1))
def test_mutations_are_refused_or_sound(kind, seed):
    attack(kind, seed)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", list(SEEDS))
@settings(max_examples=400)
@given(seed=st.integers(0, 2**32 - 1))
def test_many_mutations_are_refused_or_sound(kind, seed):
    attack(kind, seed)


@pytest.mark.parametrize("kind", list(SEEDS))
@given(text=st.text(max_size=200))
def test_any_text_is_refused_or_sound(kind, text):
    examine(kind, text)


@pytest.mark.parametrize("file", sorted(FAILING.glob("*.txt")), ids=lambda file: file.stem)
def test_what_once_failed(file):
    examine(file.stem.split("-")[0], file.read_bytes().decode("utf-8", "surrogatepass"))


def test_the_mutations_reach_deep_enough():
    """Some are accepted, so the checks behind the syntax are tried too."""
    assert all(attack(kind, 1, 60) > 0 for kind in SEEDS)
