"""People at a table with each other: a word with one tap, codes that are said aloud, notices that cover nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from visitor import choose

Visit = Callable[..., Page]
PHONE = {"width": 390, "height": 664}
COVERED = """
(what) => {
  const all = [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect()).filter((box) => box.width && box.height);
  const notes = [...document.querySelectorAll(".notices .note")].map((e) => e.getBoundingClientRect());
  const inside = (x, y, box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  return all.filter((box) => notes.some((note) => inside(box.left + box.width / 2, box.top + box.height / 2, note))).length;
}
"""


def company(folder: Path, *more: str) -> tuple[str, prepared.Person, prepared.Person]:
    """A table with two people, in Ann's turn."""
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(hands={0: {"brick": 2, "lumber": 2}})
    return prepared.table(folder, game, [ann, ben, "random"]), ann, ben


def test_a_word_with_one_tap_shows_beside_the_name(visit: Visit, folder: Path) -> None:
    code, ann, ben = company(folder)
    anns, bens = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben, viewport=PHONE, has_touch=True)
    anns.get_by_test_id("react").click()
    expect(anns.get_by_test_id("phrasebook")).to_be_visible()
    anns.get_by_test_id("phrasebook").get_by_role("button", name="Good luck!").click()
    expect(anns.get_by_test_id("phrasebook")).to_be_hidden()
    expect(bens.get_by_test_id("said-0")).to_have_text("Good luck!")
    bens.get_by_test_id("facts-0").tap()  # on a phone from the panel of anybody
    bens.get_by_test_id("facts-dialog").get_by_role("button", name="👍").tap()
    expect(bens.get_by_test_id("facts-dialog")).to_have_count(0)
    expect(anns.get_by_test_id("said-1")).to_have_text("👍")
    expect(anns.get_by_test_id("said-1")).to_have_count(0, timeout=20_000)  # and makes room again
    anns.get_by_test_id("tab-chat").click()
    expect(anns.get_by_test_id("chat-lines")).to_contain_text("Good luck!")


def test_nothing_is_said_to_bots(visit: Visit, folder: Path) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(), [ann, 'random', 'random'])}", ann)
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("react")).to_have_count(0)


def test_a_long_name_leaves_the_points_in_their_panel(visit: Visit, folder: Path) -> None:
    ann, ben = prepared.people(folder, "Ann with quite a long name", "Ben")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(players=6), [ann, ben, *['random'] * 4])}", ann)
    panel, points = page.get_by_test_id("panel-0"), page.get_by_test_id("panel-0").locator(".points")
    expect(points).to_be_visible()
    whole, part = panel.bounding_box(), points.bounding_box()
    assert whole is not None
    assert part is not None
    assert part["x"] + part["width"] <= whole["x"] + whole["width"]


@pytest.mark.parametrize(
    "size", [{"width": 1280, "height": 800}, PHONE, {"width": 768, "height": 1024}], ids=["desktop", "phone", "tablet"]
)
def test_somebody_away_covers_neither_the_log_nor_a_place(visit: Visit, folder: Path, size: dict[str, int]) -> None:
    code, ann, ben = company(folder)
    friend = visit(f"#/t/{code}", ben)
    page = visit(f"#/t/{code}", ann, viewport=size)
    expect(page.get_by_test_id("board")).to_be_visible()
    friend.context.close()
    expect(page.get_by_test_id("away")).to_be_visible()
    if size["width"] < 900:  # over the sea: it can be folded, and comes back
        page.get_by_test_id("away-fold").click()
        page.get_by_test_id("away-unfold").click()
        page.get_by_test_id("away-fold").click()
    page.get_by_test_id("build-road").click()
    expect(page.get_by_test_id("spot").first).to_be_attached()
    assert page.get_by_test_id("spot").count() > 1
    for what in ('[data-testid="spot"] .hit', '[data-testid="log"] .line', '[data-testid^="panel-"]', '[data-testid="end"]'):
        assert page.evaluate(COVERED, what) == 0, what


def test_somebody_away_covers_no_discard_on_a_phones_side(visit: Visit, folder: Path) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(rolled=False, hands={0: dict.fromkeys(prepared.RESOURCES, 2), 1: {"brick": 1}})
    prepared.roll(game, 3, 4)
    code = prepared.table(folder, game, [ann, ben, "random"])
    friend = visit(f"#/t/{code}", ben)
    page = visit(f"#/t/{code}", ann, viewport={"width": 844, "height": 390})
    expect(page.get_by_test_id("chooser-discard")).to_be_visible()
    friend.context.close()
    expect(page.get_by_test_id("away")).to_be_visible()
    assert page.locator('[data-testid^="choose-"]').count() > 1
    assert page.evaluate(COVERED, '[data-testid^="choose-"]') == 0


def test_an_offer_and_its_answers_are_one_line(visit: Visit, folder: Path) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(seat=1, hands={0: {"ore": 2}, 1: {"brick": 1}})
    game.play("offer 1 brick for 1 ore")
    page = visit(f"#/t/{prepared.table(folder, game, [ann, ben, 'random'])}", ann)
    log = page.get_by_test_id("log")
    answers = log.locator('[data-kind="offered"] .answers')
    expect(answers).to_contain_text("✗")  # the bot has nothing to give
    page.get_by_test_id("accept").click()
    expect(answers).to_contain_text("✓")
    expect(answers.locator(".gain")).to_have_count(2)
    expect(log.locator('[data-kind="refused"], [data-kind="accepted"]')).to_have_count(0)
    line = log.locator('button[data-kind="offered"]')
    expect(line).to_have_attribute("aria-expanded", "false")
    line.click()
    expect(log.get_by_test_id("log-single").locator("li")).to_have_count(3)  # the offer and two answers, each in a sentence
    expect(log.get_by_test_id("log-single")).to_contain_text("You accept")
    line.press("Enter")
    expect(log.get_by_test_id("log-single")).to_have_count(0)


def test_an_offer_that_nobody_wants_and_a_whole_discard_are_one_line_each(visit: Visit, folder: Path) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(seat=1, hands={0: {"ore": 1}, 1: {"brick": 1}})
    game.play("offer 1 brick for 1 ore")
    page = visit(f"#/t/{prepared.table(folder, game, [ann, ben, 'random'])}", ann)
    log = page.get_by_test_id("log")
    page.get_by_test_id("refuse").click()
    bens = visit(page.url, ben)
    bens.get_by_test_id("withdraw").or_(bens.get_by_test_id("end")).first.click()  # the page may be quicker: all have refused
    expect(page.get_by_test_id("incoming")).to_have_count(0)
    expect(log.locator('[data-kind="withdrew"]')).to_have_count(0)
    log.locator('[data-kind="offered"]').click()
    expect(log.get_by_test_id("log-single").locator("li")).to_have_count(4)

    game = prepared.scene(rolled=False, hands={0: {"brick": 8}, 1: {"brick": 1}})
    prepared.roll(game, 3, 4)
    page = visit(f"#/t/{prepared.table(folder, game, [ann, ben, 'random'])}", ann)
    warned: list[str] = []
    page.on("console", lambda said: warned.append(said.text) if "svelte.dev" in said.text else None)
    for _ in range(4):
        if "choose-brick" in page.content() and page.get_by_test_id("choose-done").is_disabled():
            page.get_by_test_id("choose-brick").click()
    page.get_by_test_id("choose-done").click()
    expect(page.get_by_test_id("log").locator('[data-kind="discarded"]')).to_have_count(1)
    expect(page.get_by_test_id("log").locator('[data-kind="returned"]')).to_have_count(0)
    page.get_by_test_id("log").locator('[data-kind="discarded"]').click()
    expect(page.get_by_test_id("log-single").locator("li")).to_have_count(5)
    assert not warned  # what is gone is asked nothing


def test_a_code_is_said_in_two_words_and_typed_as_it_was_heard(visit: Visit) -> None:
    host = visit()
    host.get_by_test_id("friends").click()
    words = host.get_by_test_id("code").locator("span")
    expect(words).to_have_count(2)
    first, second = words.all_inner_texts()
    assert host.url.endswith(f"/{first}{second}")
    guest = visit()
    guest.get_by_test_id("join-code").fill(f" {first.upper()} - {second} ")
    guest.get_by_test_id("join").click()
    expect(guest.get_by_test_id("invited")).to_be_visible()
    guest.goto("/")
    guest.get_by_test_id("join-code").fill(host.url)  # a link does, too
    guest.get_by_test_id("join").click()
    expect(guest.get_by_test_id("invited")).to_be_visible()


def test_the_form_says_that_two_share_a_turn(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_test_id("quick-play")).to_be_enabled()
    choose(page, "quick-edition", "sixth")
    choose(page, "quick-players", "4")
    expect(page.get_by_test_id("shares")).to_have_count(0)
    choose(page, "quick-players", "6")
    expect(page.get_by_test_id("shares")).to_contain_text("Two players share each turn")
    page.get_by_test_id("friends").click()
    expect(page.get_by_test_id("room-shares")).to_contain_text("Two players share each turn")
    page.get_by_test_id("new-more").click()
    choose(page, "option-turn", "special building")
    expect(page.get_by_test_id("room-shares")).to_contain_text("everybody else may build")
