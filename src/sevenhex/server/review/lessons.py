"""The lessons as they travel: each with all the messages that a table would send to the learner, made once by the real engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw

from sevenhex import editions
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.protocol.patch import Can
from sevenhex.rulebook import lessons
from sevenhex.rulebook.examples import Staged, Step, seat_of
from sevenhex.rulebook.lessons import LEARNER, Lesson, LessonStep, Said
from sevenhex.rulebook.texts import language as spoken
from sevenhex.rules.ids import CHANCE

from ..base.encoder import encode
from ..base.refusal import Refused
from ..table.encoding import Encoder, EventsEncoder
from ..table.undo import NOTHING_DONE_REASON

FORMAT = 1
OWN: Can = {"hint": None, "undo": NOTHING_DONE_REASON}  # the table's own buttons


class Lessons(msgspec.Struct, tag=True, frozen=True):
    """All lessons with an edition's words in a language."""

    edition: str
    language: str

    def answer(self) -> bytes:
        edition = editions.load(self.edition)
        found = [Script(lesson, lessons.stage(lesson, edition), self.language).data() for lesson in lessons.lessons().values()]
        return encode({"format": FORMAT, "edition": edition.key, "language": self.language, "name": edition.name, "lessons": found})


def wanted(edition: str, language: str) -> Lessons:
    """What is asked for, or a refusal that names the nearest."""
    try:
        found = editions.load(edition)
    except SevenhexError as error:
        raise Refused("unknown_table", "no_such_edition", detail=str(error)) from None
    if not lessons.taught(found):
        detail = f"There are no lessons for {edition!r}: they are played on the small island."
        raise Refused("unknown_table", "no_such_edition", detail=detail)
    try:
        spoken(language)
    except SevenhexError as error:
        raise Refused("unknown_table", "no_such_language", detail=str(error)) from None
    return Lessons(edition, language)


class Script:
    """One lesson, played from its position to its end."""

    def __init__(self, lesson: Lesson, given: Staged, code: str) -> None:
        self.lesson, self.given, self.said = lesson, given, Said(given, code)
        self.game: Game = given.game()
        self.encoder = Encoder()
        self.version = 0

    def data(self) -> dict[str, Any]:
        first = self.encoder.situation(self.game, LEARNER, self.version, OWN)
        assert first.view is not None
        return {
            "id": self.lesson.id,
            "title": self.said(self.lesson.title),
            "done": self.said(self.lesson.done),
            "position": self.given.position,
            "view": Raw(first.view.encode()),
            "legal": first.legal,
            "can": first.can,
            "steps": [self.step(step) for step in self.lesson.steps],
        }

    def step(self, step: LessonStep) -> dict[str, Any]:
        wrong = [self.wrong(lessons.own(self.given, each.action), self.said(each.text)) for each in step.wrong]
        return {
            "text": self.said(step.text),
            "otherwise": self.said(step.otherwise),
            "point": list(step.point),
            "wrong": wrong,
            "moves": [self.move(entries) for entries in lessons.entries(self.given, step)],
        }

    def wrong(self, action: str, text: str) -> dict[str, Any]:
        """A move of the learner's that is not wanted; `reason` where the rules refuse it."""
        reasons = self.game.why_not(action, LEARNER)
        return {"action": action, "text": text} | ({"reason": reasons[0].to_json()} if reasons else {})

    def move(self, entries: list[Step]) -> dict[str, Any]:
        """A wanted move, and the messages about it and what follows."""
        return {"action": entries[0].action, "updates": [self.update(each) for each in together(entries, self.game)]}

    def update(self, entries: list[Step]) -> Raw:
        since = len(self.game.log)
        for colour, action in entries:
            self.game.play(action, seat_of(self.game, colour))
        self.version += 1
        change = self.encoder.update(self.game, LEARNER, self.version, OWN)
        return Raw(change.encode(EventsEncoder(self.game.events_since(since)).to(LEARNER), False))


def together(entries: list[Step], game: Game) -> Iterator[list[Step]]:
    """A table tells an action and what chance made of it at once."""
    group: list[Step] = []
    for each in entries:
        if group and seat_of(game, each.colour) != CHANCE:
            yield group
            group = []
        group.append(each)
    yield group
