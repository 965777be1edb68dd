"""Answers about lessons."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from sevenhex.protocol.schema import ShownAs


class LessonWrong(TypedDict):
    """A move that is not wanted, and what is said of it; `reason` where the rules refuse it."""

    action: str
    text: str
    reason: NotRequired[Annotated[Any, ShownAs("Reason")]]


class LessonMove(TypedDict):
    """A wanted move, and the messages of a table about it and what follows."""

    action: str
    updates: Annotated[list[Any], ShownAs("PatchUpdate[]")]


class LessonStep(TypedDict):
    text: str
    otherwise: Annotated[str, Field(description="What is said of other moves; empty: the same as everywhere.")]
    point: Annotated[list[str], Field(description="Places of the island, or what the page calls `:name`.")]
    wrong: list[LessonWrong]
    moves: list[LessonMove]


class Lesson(TypedDict):
    """A position with the learner in its first seat, and the steps that lead on from it."""

    id: str
    title: str
    done: str
    position: str
    view: Annotated[Any, ShownAs("View")]
    legal: list[str]
    can: Annotated[Any, ShownAs("Can")]
    steps: list[LessonStep]


class Lessons(TypedDict):
    format: int
    edition: str
    language: str
    name: str
    lessons: list[Lesson]
