"""Every lesson, played through by the engine in every edition that has lessons; its sentences in four languages."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from sevenhex.editions import load, names
from sevenhex.errors import SevenhexError
from sevenhex.rulebook import LANGUAGES, lessons
from sevenhex.rulebook.examples import seat_of

MOST_WORDS = 20
TAUGHT = [edition for edition in names() if lessons.taught(load(edition))]
LESSONS = list(lessons.lessons().values())


def sentences(lesson: lessons.Lesson) -> Iterator[lessons.Texts]:
    yield from (lesson.title, lesson.done)
    for step in lesson.steps:
        yield step.text
        yield from (wrong.text for wrong in step.wrong)
        yield from [step.otherwise] if step.otherwise else []


def test_there_are_six_to_eight_and_every_step_is_a_move():
    assert 6 <= len(LESSONS) <= 8
    assert len(TAUGHT) >= 4
    for lesson in LESSONS:
        assert 3 <= len(lesson.steps) <= 6
        assert all(step.do for step in lesson.steps)
        assert any(step.wrong for step in lesson.steps), f"{lesson.id}: no wrong move is explained"


@pytest.mark.parametrize("edition", TAUGHT)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_solution_is_legal_from_its_first_move_to_its_last(lesson, edition):
    assert not lessons.problems(lesson, load(edition))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_wrong_move_is_refused_by_the_rules_or_another_than_the_wanted(lesson):
    given = lessons.stage(lesson, load("sixth"))
    game = given.game()
    for step in lesson.steps:
        for wrong in step.wrong:
            action = lessons.own(given, wrong.action)
            reasons = game.why_not(action, lessons.LEARNER)
            assert bool(reasons) != game.is_legal(action, lessons.LEARNER)
            assert wrong.action not in step.do
        for moves in lessons.entries(given, step):
            for colour, action in moves:
                game.play(action, seat_of(game, colour))


@pytest.mark.parametrize("edition", TAUGHT)
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_has_more_than_twenty_words(edition, code):
    for lesson in LESSONS:
        say = lessons.Said(lessons.stage(lesson, load(edition)), code)
        for text in sentences(lesson):
            assert code in text, f"{lesson.id}: a sentence is missing in {code}: {text}"
            said = say(text)
            assert 1 <= len(said.split()) <= MOST_WORDS, f"{lesson.id}, {code}: {said}"


def test_they_speak_the_editions_own_words():
    def whole(edition: str) -> str:
        return " ".join(lessons.Said(lessons.stage(each, load(edition)), "en")(text) for each in LESSONS for text in sentences(each))

    assert "wheat" in whole("sixth")
    assert "grain" not in whole("sixth")
    assert "grain" in whole("fourth")


def test_a_lesson_that_the_rules_do_not_allow_is_reported():
    first = LESSONS[0]
    bad = dataclasses.replace(first, steps=(dataclasses.replace(first.steps[0], do=("settle A1.SS",)), *first.steps[1:]))
    assert "cannot play 'settle A1.SS'" in lessons.problems(bad, load("sixth"))[0]
    asleep = dataclasses.replace(first, steps=(*first.steps[:2], dataclasses.replace(first.steps[1], then=())))
    assert lessons.problems(asleep, load("sixth"))


def test_an_unknown_lesson_names_the_nearest():
    with pytest.raises(SevenhexError, match="'robber'"):
        lessons.find("rober")
