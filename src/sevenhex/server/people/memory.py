"""When a drill is asked again: FSRS models how well it is remembered, and the better, the longer the wait."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fsrs import Card, Rating, Scheduler

LONGEST = 365  # days
scheduler = Scheduler(desired_retention=0.9, maximum_interval=LONGEST, enable_fuzzing=False)


def rating_of(found: bool, wrong: int) -> Rating:
    """Of an answer that was found after so many wrong tries, or not at all."""
    return Rating.Again if not found else Rating.Hard if wrong else Rating.Good


def after(memory: dict[str, Any] | None, rating: Rating, now: float) -> tuple[dict[str, Any], float]:
    """The memory after an answer, and when it is asked again (seconds since 1970)."""
    card = Card.from_dict(memory) if memory is not None else Card(card_id=0)  # type: ignore[arg-type]
    asked, _ = scheduler.review_card(card, rating, datetime.fromtimestamp(now, UTC))
    return dict(asked.to_dict()), asked.due.timestamp()
