"""Ten minutes a day in a real browser: the deck, a drill that explains its answer, what comes back and when."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from test_web_access import faults, stays_inside
from test_web_study import solve

from sevenhex.server.store import drills as stored
from sevenhex.server.store.store import Store
from sevenhex.study import puzzles

Visit = Callable[..., Page]
LONG = 180_000
SIDEWAYS = {"width": 844, "height": 390}


def deck_of(folder: Path, name: str, number: int = 2) -> tuple[prepared.Person, list[puzzles.Puzzle]]:
    """Somebody with drills from own games: puzzles in which the worst of the listed choices was made."""
    person = prepared.people(folder, name)[0]
    chosen = [each for each in puzzles.shipped().puzzles if each.theme in ("robber", "building") and len(each.choices) > 2][:number]

    async def work(store: Store) -> None:
        for n, puzzle in enumerate(chosen):
            id = f"{person.id[:8]}{n}-7"
            await stored.feed(store, person.id, id[:-2], 0, [7], 100)
            body = json.loads(json.dumps({**puzzle.to_json(), "id": id, "why": puzzle.why(), "did": puzzle.choices[-1][0]}))
            await stored.checked(store, person.id, id, body, float(n))

    prepared.run(work, folder)
    return person, chosen


@pytest.mark.parametrize(("settings", "language"), [({}, "en"), ({"phone": True}, "de"), ({"viewport": SIDEWAYS}, "fr"), ({}, "es")])
def test_a_drill_is_found_explained_and_comes_back_later(visit: Visit, folder: Path, settings: dict[str, object], language: str) -> None:
    person, (first, second) = deck_of(folder, f"Driller {language}")
    page = visit("#/me/drills", person=person, locale=language, **settings)
    expect(page.get_by_test_id("deck-due")).to_contain_text("2")
    stays_inside(page)
    assert not faults(page)
    page.get_by_test_id("drill-start").press("Enter")
    expect(page.get_by_test_id("puzzle-ask")).to_be_visible(timeout=LONG)
    assert not faults(page)
    solve(page, first.answer)
    expect(page.get_by_test_id("puzzle-verdict")).to_have_attribute("data-good", "true")
    expect(page.get_by_test_id("drill-did")).to_be_visible()
    expect(page.get_by_test_id("drill-again")).to_be_visible()
    expect(page.get_by_test_id("puzzle-choices").locator("li")).to_have_count(len(first.choices))
    stays_inside(page)
    assert not faults(page)
    expect(page.get_by_test_id("drill-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("puzzle-verdict")).to_have_count(0)
    page.get_by_test_id("drill-give-up").press("Enter")
    expect(page.get_by_test_id("puzzle-verdict")).to_have_attribute("data-good", "false")
    expect(page.get_by_test_id("drill-again")).to_be_visible()
    page.goto("/#/study")
    page.get_by_test_id("hub-drills").click()
    expect(page.get_by_test_id("deck-themes")).to_be_visible()
    expect(page.get_by_test_id("drill-start")).to_be_visible()  # new ones of the collection
    assert second.id


def test_a_visitor_without_anything_begins_with_the_collection(visit: Visit) -> None:
    page = visit("#/drills/trade")
    expect(page.get_by_test_id("deck")).to_be_visible()
    page.get_by_test_id("drill-start").click()
    expect(page.get_by_test_id("puzzle-ask")).to_be_visible(timeout=LONG)
    expect(page.get_by_test_id("drill-own")).to_contain_text("collection")
    page.get_by_test_id("drill-give-up").click()
    expect(page.get_by_test_id("drill-again")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.get_by_test_id("drill-out").click()
    page.goto("/#/drills")
    expect(page.get_by_test_id("deck-themes")).to_have_count(0)
