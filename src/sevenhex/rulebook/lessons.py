"""Lessons for newcomers: fixed positions with fixed dice, where every step is a move of the learner's, and the answer to a wrong one.

The data stands in `lessons/`, one file a lesson, in the order of their names; positions and moves are written as in the examples, and lie
on the same stage. The learner has the first seat.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sevenhex.errors import SevenhexError, one_of

from .examples import COLOUR, Example, Staged, island_of, seat_of, staged
from .examples import Step as Turn
from .examples import step as turn
from .facts import of_edition
from .template import render
from .texts import LANGUAGES, language

if TYPE_CHECKING:
    from sevenhex.editions import Edition

FOLDER = Path(__file__).with_name("lessons")
LEARNER = 0
PLAYERS = 3

Texts = Mapping[str, str]  # one for each language


@dataclass(frozen=True)
class Wrong:
    """A move that is not wanted, and what the lesson says of it beside the engine's reason, if the rules refuse it."""

    action: str
    text: Texts


@dataclass(frozen=True)
class LessonStep:
    """What is said, the moves wanted in their order, and what others and chance do after the last of them."""

    text: Texts
    do: tuple[str, ...]
    then: tuple[Turn, ...] = ()
    point: tuple[str, ...] = ()  # places of the island, or `:name` of what the page calls so
    wrong: tuple[Wrong, ...] = ()
    otherwise: Texts | None = None  # of everything else


@dataclass(frozen=True)
class Lesson:
    id: str
    title: Texts
    done: Texts
    position: str
    steps: tuple[LessonStep, ...]

    def example(self) -> Example:
        """Its position, to be staged as those of the rulebook are."""
        return Example(self.id, "", {}, self.position, stage="small", players=PLAYERS)


def texts(row: Mapping[str, Any]) -> Texts:
    return {code: str(row[code]) for code in LANGUAGES if code in row}


def read_step(row: Mapping[str, Any]) -> LessonStep:
    return LessonStep(
        texts(row),
        tuple(row["do"]),
        tuple(turn(text) for text in row.get("then", ())),
        tuple(row.get("point", ())),
        tuple(Wrong(each["action"], texts(each)) for each in row.get("wrong", ())),
        texts(row["otherwise"]) if "otherwise" in row else None,
    )


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by name, in the order in which they are learnt."""
    found = {}
    for source in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(source.read_text(encoding="utf-8"))
        steps = tuple(read_step(row) for row in data["step"])
        found[data["id"]] = Lesson(data["id"], texts(data["title"]), texts(data["done"]), data["position"], steps)
    return found


def find(name: str) -> Lesson:
    if name not in lessons():
        raise SevenhexError(f"There is no lesson {name!r}; {one_of(name, lessons())}.")
    return lessons()[name]


def taught(edition: Edition) -> bool:
    """Are there lessons with this edition's words? They lie on the small island."""
    first = next(iter(lessons().values()))
    return not edition.source and PLAYERS in edition.players and island_of(first.example(), edition) is not None


class Said:
    """The sentences of a lesson in one edition's words and one language."""

    def __init__(self, given: Staged, code: str) -> None:
        self.facts, self.spoken = of_edition(given.edition), language(code)
        self.names = {name: self.spoken.colours[own] for name, own in given.colours.items()}

    def __call__(self, text: Texts | None) -> str:
        return render(text[self.spoken.code], self.facts, self.spoken, self.names) if text else ""


def stage(lesson: Lesson, edition: Edition) -> Staged:
    return staged(lesson.example(), edition)


def own(given: Staged, text: str) -> str:
    """An action with the edition's own colours."""
    return COLOUR.sub(lambda found: given.colours.get(found[1], found[1]), text)


def entries(given: Staged, step: LessonStep) -> Iterator[list[Turn]]:
    """For each wanted move all that is played with it: the last one brings what others and chance do."""
    me = given.edition.colours(given.players)[LEARNER]
    for place, action in enumerate(step.do, 1):
        after = step.then if place == len(step.do) else ()
        yield [Turn(me, own(given, action)), *(Turn(own(given, each.colour), own(given, each.action)) for each in after)]


def problems(lesson: Lesson, edition: Edition) -> list[str]:
    """Everything in which the engine and the lesson disagree."""
    given = stage(lesson, edition)
    where = f"lesson {lesson.id!r} in {edition.key!r}"
    try:
        game = given.game()
    except SevenhexError as error:
        return [f"{where}: the position cannot be read: {error} [{given.position}]"]
    found: list[str] = []
    for number, step in enumerate(lesson.steps, 1):
        if LEARNER not in game.to_act:
            return [*found, f"{where}, step {number}: it is not the learner's move"]
        for wrong in step.wrong:
            if wrong.action in step.do:
                found.append(f"{where}, step {number}: {wrong.action!r} is wanted and wrong")
            try:
                game.why_not(own(given, wrong.action), LEARNER)
            except SevenhexError as error:
                found.append(f"{where}, step {number}: {wrong.action!r} is no action: {error}")
        for moves in entries(given, step):
            for colour, action in moves:
                try:
                    game.play(action, seat_of(game, colour))
                except SevenhexError as error:
                    return [*found, f"{where}, step {number}: {colour} cannot play {action!r}: {error}"]
    return found
