"""Free roads in the page: where the book says that they may be built they may be left, and a button says so (DEV-4)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from visitor import Visitor

from clauses import clause
from sevenhex.game.game import Game
from sevenhex.rules.cards import one
from sevenhex.rules.ids import Card

Visit = Callable[..., Page]


def building(edition: str) -> Game:
    """The first seat has just played Road Building."""
    scene = prepared.scene(edition=edition)
    state = scene.state.copy()
    card = one(Card.ROAD_BUILDING)
    state["deck"][0] -= card
    state["cards"][0, 0] += card
    game = Game(scene.configuration, state, scene.layout)
    game.play(next(text for text in game.legal_texts(0) if "road_building" in text), 0)
    return game


def opened(folder: Path, visit: Visit, edition: str) -> Page:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, building(edition), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    expect(page.get_by_test_id("board")).to_have_attribute("data-placing", "road")
    return page


@pytest.mark.parametrize("built", [0, 1])
@clause("DEV-4")
def test_free_roads_may_be_left_unbuilt_by_a_button(folder: Path, visit: Visit, built: int) -> None:
    page = opened(folder, visit, "fourth")
    stop = page.get_by_test_id("stop")
    expect(stop).to_be_enabled()
    expect(page.get_by_test_id("end")).to_have_count(0)
    for _ in range(built):
        Visitor(page).place(str(page.get_by_test_id("spot").first.get_attribute("data-spot")))
        expect(page.get_by_text("Place 1 more free road").first).to_be_attached()
    expect(stop).to_be_enabled()
    stop.click()
    expect(page.get_by_test_id("end")).to_be_enabled()
    expect(stop).to_have_count(0)
    left = "1 free road" if built else "2 free roads"
    expect(page.get_by_test_id("log").locator('[data-kind="stopped"]').last).to_contain_text(left)


@clause("DEV-4")
def test_the_key_that_ends_a_turn_leaves_the_roads_first(folder: Path, visit: Visit) -> None:
    page = opened(folder, visit, "fourth")
    page.keyboard.press("e")
    expect(page.get_by_test_id("log").locator('[data-kind="stopped"]').last).to_contain_text("2 free roads")
    expect(page.get_by_test_id("end")).to_be_enabled()  # the turn goes on


@clause("DEV-4")
def test_where_both_are_built_nothing_offers_to_stop(folder: Path, visit: Visit) -> None:
    page = opened(folder, visit, "sixth")
    expect(page.get_by_test_id("stop")).to_have_count(0)
    page.keyboard.press("e")
    expect(page.get_by_test_id("board")).to_have_attribute("data-placing", "road")
