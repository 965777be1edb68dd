"""What comes and goes leaves everything else where it was, and nothing is wider than its frame."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from visitor import Visitor

from sevenhex.game.game import Game

Visit = Callable[..., Page]
HAND = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}


def island(page: Page) -> dict[str, float]:
    """Where the island is on the page, wherever that is scrolled to."""
    expect(page.get_by_test_id("board")).to_be_visible()
    found: dict[str, float] = page.evaluate(
        "() => { const box = document.querySelector('[data-testid=board]').getBoundingClientRect();"
        " return { x: box.x, y: box.y + scrollY, width: box.width, height: box.height }; }"
    )
    return found


def opening() -> tuple[Game, int]:
    """A game before its first settlement, and who places it."""
    game = Game.new("sixth", 3, seed=3)
    source = random.Random(3)
    while game.awaits_chance:
        game.resolve(source)
    return game, game.to_act[0]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_hint_and_coach_do_not_move_the_island(folder: Path, visit: Visit, phone: bool) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game, seat = opening()
    page = visit(f"#/t/{prepared.table(folder, game, [ann if n == seat else 'greedy' for n in range(3)])}", ann, phone=phone)
    before = island(page)
    page.get_by_test_id("coach").click()
    expect(page.get_by_test_id("coach-list").locator("li").first).to_be_visible()
    assert island(page) == before
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).to_be_in_viewport()
    assert island(page) == before


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_somebody_away_does_not_move_the_island(folder: Path, visit: Visit, phone: bool) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(hands={0: HAND}), [ann, ben, "greedy"])
    page, other = visit(f"#/t/{code}", ann, phone=phone), visit(f"#/t/{code}", ben)
    expect(other.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("away")).to_have_count(0)
    before = island(page)
    other.close()
    expect(page.get_by_test_id("away")).to_be_in_viewport()
    assert island(page) == before


def test_a_choice_takes_the_place_of_the_build_buttons(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.scene(rolled=False, hands={0: HAND})
    before = island(visit(f"#/t/{prepared.table(folder, game, [ann, 'greedy', 'greedy'])}", ann))
    prepared.roll(game, 3, 4)
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'greedy', 'greedy'])}", ann)
    expect(page.get_by_test_id("chooser-discard")).to_be_visible()
    assert island(page) == before


def test_the_result_scrolls_in_one_place(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.finished(players=3), [ann, 'greedy', 'greedy'])}", ann)
    page.get_by_test_id("show-result").click()
    expect(page.get_by_test_id("revealed")).to_be_attached()
    page.get_by_test_id("end").evaluate("(dialog) => dialog.scrollTo(0, 9999)")
    expect(page.get_by_test_id("dialog-close")).to_be_in_viewport()


def test_the_waiting_room_fits_a_german_phone(visit: Visit) -> None:
    page = visit(phone=True, locale="de-DE", is_mobile=True, has_touch=True)
    page.get_by_test_id("friends").click()
    expect(page.get_by_test_id("fill-start")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tisch von Gast")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_what_is_scrolled_to_is_not_behind_the_bar_of_a_phone(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(hands={0: HAND}), [ann, 'greedy', 'greedy'])}", ann, phone=True)
    expect(page.get_by_test_id("board")).to_be_visible()
    visitor = Visitor(page)
    visitor.press("give-ore")
    visitor.press("hint")  # the sheet of the trade is closed first, as it lies over the bar
    expect(page.get_by_test_id("hint-text")).to_be_in_viewport()
    page.evaluate("() => scrollTo(0, 0)")
    visitor.press("give-wool")  # fails where something covers it
    page.evaluate("() => scrollTo(0, 0)")
    visitor.press("build-card")


def after_roll(total: int) -> Game:
    game = prepared.scene(rolled=False, players=4)
    prepared.roll(game, total // 2, total - total // 2)
    return game


def test_a_long_line_of_news_does_not_widen_a_phone_on_its_side(folder: Path, visit: Visit) -> None:
    """What is cut off at the end of the line has words for screen readers, which have no place of their own."""
    (ann,) = prepared.people(folder, "Ann")
    game = max(
        (after_roll(total) for total in (4, 5, 6, 8, 9, 10)),
        key=lambda each: sum(seat["cards"] for seat in each.view(0).to_json()["seats"]),
    )
    code = prepared.table(folder, game, [ann, "greedy", "greedy", "greedy"])
    page = visit(f"#/t/{code}", ann, viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    news = page.get_by_test_id("news")
    expect(news.locator(".hidden").last).to_be_attached()
    assert news.evaluate("(news) => news.querySelector('.text').getBoundingClientRect().right") > 844  # or this test proves nothing
    assert page.evaluate("() => [innerWidth, document.documentElement.scrollWidth]") == [844, 844]


def test_stepping_through_a_replay_keeps_the_island_on_the_phone(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.finished(players=3), [ann, "greedy", "greedy"])
    page = visit(f"#/r/{code}/60", ann, phone=True)
    for _ in range(3):
        page.get_by_test_id("replay-next").click()
    expect(page.get_by_test_id("replay-count")).to_contain_text("63")
    log = page.get_by_test_id("log")
    assert page.evaluate("() => scrollY") == 0
    assert log.evaluate("(log) => log.clientHeight") > 200
    page.wait_for_function(
        """() => { const log = document.querySelector("[data-testid=log]"), line = [...log.querySelectorAll(".current")].pop();
          return log.scrollTop > 0 && line && line.offsetTop - log.scrollTop < log.clientHeight; }"""
    )
