"""The rulebook in the page: course, rules, almanac and search; and from a refusal at a table to its rule, its example and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from test_web_access import faults, stays_inside

Visit = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [(1280, 800), (390, 664)], ids=["desktop", "phone"])


def window(size: tuple[int, int]) -> dict[str, dict[str, int]]:
    return {"viewport": {"width": size[0], "height": size[1]}}


@SIZES
def test_the_rulebook_has_a_course_rules_an_almanac_and_a_search(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("#/rules/sixth", **window(size))
    expect(page.get_by_test_id("rulebook").locator("h1")).to_have_text("CATAN, 6th edition (2025)")
    assert not faults(page)
    stays_inside(page)
    page.get_by_test_id("tab-course").focus()
    page.keyboard.press("ArrowRight")  # by keyboard
    expect(page.get_by_test_id("rule").first).to_be_visible()
    assert page.get_by_test_id("rule").count() > 60
    page.get_by_test_id("rule").and_(page.locator("[data-clause='TRADE-6']")).get_by_test_id("example-fold").first.locator(
        "summary"
    ).click()
    expect(page.get_by_test_id("example-board")).to_be_visible()
    assert not faults(page)
    stays_inside(page)
    page.get_by_test_id("tab-almanac").click()
    expect(page.locator("#at-harbors")).to_be_visible()
    page.get_by_test_id("rules-search").fill("village")  # the almanac says settlements
    expect(page.get_by_test_id("rules-result").first).to_be_visible()
    page.get_by_test_id("rules-search").fill("TRADE-6")
    expect(page.get_by_test_id("rules-result").first).to_have_attribute("data-id", "TRADE-6")
    page.get_by_test_id("rules-search").fill("qqqq")
    expect(page.get_by_test_id("rules-found")).to_have_text("Nothing was found")


def test_a_question_is_answered_whatever_its_spelling_and_its_language(visit: Visit) -> None:
    page = visit("#/rules/sixth")
    field, answers = page.get_by_test_id("rules-search"), page.get_by_test_id("rules-result")
    field.fill("can I put a setlement next to my own city")
    expect(answers.first).to_have_attribute("data-id", "BUILD-2")
    field.fill("darf ich jemandem etwas schenken")  # the other languages' books are fetched for it
    expect(answers.first).to_have_attribute("data-id", "TRADE-3")
    expect(answers.first.locator("h2 a")).to_have_text("No gifts")  # and answered in the page's own
    answers.first.locator("h2 a").press("Enter")
    expect(page.locator("#at-TRADE-3")).to_be_focused()


def test_a_step_of_the_course_has_a_picture_that_can_be_played(visit: Visit) -> None:
    page = visit("#/rules/sixth")
    steps = page.get_by_test_id("course-step")
    expect(steps).to_have_count(11)
    build = steps.and_(page.locator("[data-step=build]"))
    build.scroll_into_view_if_needed()
    expect(build.get_by_test_id("course-picture")).to_be_visible()
    build.get_by_test_id("course-try").press("Enter")
    build.get_by_test_id("try").first.press("Enter")
    expect(build.get_by_test_id("example-says")).to_have_attribute("data-result", re.compile("allowed|refused"))
    assert not faults(page)
    build.get_by_test_id("course-try").press("Enter")
    expect(build.get_by_test_id("course-picture")).to_be_visible()


def test_the_rulebook_is_in_the_language_of_the_page(visit: Visit) -> None:
    page = visit("#/rules/zip/TRADE-6", locale="de-DE", color_scheme="dark")
    expect(page.locator("#at-TRADE-6")).to_be_focused()
    expect(page.get_by_test_id("tab-almanac")).to_have_text("Almanach")
    expect(page.locator(".rule[data-clause='TRADE-6'] [data-testid=example-board] .drawn").first).to_be_attached()  # as its pieces are
    assert not faults(page, ("color-contrast",))


def test_an_unknown_edition_is_refused_in_words(visit: Visit) -> None:
    page = visit("#/rules/sixt", tolerant=True)
    expect(page.get_by_test_id("rulebook-problem")).to_contain_text("'sixth'")


@SIZES
def test_from_a_refused_road_to_its_rule_and_back(folder: Path, visit: Visit, size: tuple[int, int]) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"ore": 1}}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann, **window(size))
    road = page.get_by_test_id("build-road")
    expect(road).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("1")  # by keyboard: the key goes to the button, Tab to its clause
    expect(road).to_be_focused()
    page.keyboard.press("Tab")
    clause = page.get_by_test_id("build-road-why").get_by_test_id("clause")
    expect(clause).to_be_focused()
    number = clause.inner_text()
    page.keyboard.press("Enter")
    dialog = page.get_by_test_id("rule-dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator("h2")).to_have_text(number)
    expect(dialog.get_by_test_id("rule-here")).to_contain_text("you have 0 brick and 0 wood")  # the hand, not an example's
    expect(dialog.get_by_test_id("example-board")).to_be_visible()
    assert not faults(page)
    stays_inside(page)
    says = dialog.get_by_test_id("example-says")
    results = set()
    for attempt in dialog.get_by_test_id("try").all():
        attempt.press("Enter")
        expect(says).to_have_attribute("data-result", re.compile("allowed|refused"))
        results.add(says.get_attribute("data-result"))
        if says.get_attribute("data-result") == "refused":
            expect(says).to_contain_text(re.compile(r"[A-Z]+-\d+"))
    assert "refused" in results
    dialog.get_by_test_id("reset").click()
    expect(says).to_have_attribute("data-result", "")
    dialog.get_by_test_id("show-me").click()
    expect(says).to_have_attribute("data-result", "allowed")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(clause).to_be_focused()  # where one was
    assert page.url.endswith(f"#/t/{code}")
    page.keyboard.press("Escape")
    page.get_by_test_id("end").click()  # one's turn is still there
    expect(page.get_by_test_id("end")).to_have_count(0)


def test_a_press_holds_the_reason_so_that_its_rule_can_be_pressed(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"ore": 1}}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann, phone=True, has_touch=True)
    page.get_by_test_id("build-city").tap(force=True)
    page.get_by_test_id("build-city-why").get_by_test_id("clause").tap()
    expect(page.get_by_test_id("rule-dialog")).to_be_visible()


@pytest.mark.parametrize("size", [(844, 390), (390, 664), (360, 640)], ids=["on its side", "phone", "small"])
def test_a_reason_is_whole_wherever_its_button_stands(folder: Path, visit: Visit, size: tuple[int, int]) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"ore": 1}}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann, **window(size))
    for key, button in enumerate(("road", "settlement", "city", "card"), 1):
        expect(page.get_by_test_id(f"build-{button}")).to_be_visible()
        page.keyboard.press(str(key))
        why = page.get_by_test_id(f"build-{button}-why")
        expect(why).to_be_visible()
        for part in (why, why.get_by_test_id("clause")):
            box = part.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0], button


def test_an_example_is_played_on_its_island(visit: Visit) -> None:
    page = visit("#/rules/sixth/BUILD-1")
    example = page.locator("[data-clause='BUILD-1']").get_by_test_id("example").first
    spots = example.get_by_test_id("spot")
    expect(spots.first).to_be_visible()
    before = example.locator("[data-road]").count()
    results = []
    for i in range(spots.count()):
        spots.nth(i).click(force=True)
        says = example.get_by_test_id("example-says")
        expect(says).to_have_attribute("data-result", re.compile("allowed|refused"))
        results.append(str(says.get_attribute("data-result")))
        assert example.locator("[data-road]").count() == before + (results[-1] == "allowed")
        example.get_by_test_id("reset").click()
    assert set(results) == {"allowed", "refused"}


def test_lobby_and_help_lead_to_the_rulebook(folder: Path, visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("rulebook-link").click()
    expect(page.get_by_test_id("rulebook")).to_be_visible()
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(edition="fourth"), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    page.get_by_test_id("help").click()
    expect(page.get_by_test_id("help-rulebook")).to_have_attribute("href", "#/rules/fourth")


def test_a_rulebook_that_was_read_is_there_without_a_network(visit: Visit) -> None:
    page = visit("#/rules/sixth", service_workers="allow", tolerant=True)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()  # now through the worker
    expect(page.get_by_test_id("tab-course")).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("tab-course")).to_be_visible()


def test_log_and_end_lead_to_the_rules_behind_them(folder: Path, visit: Visit) -> None:
    """Why an award changed hands, why somebody has won: the number beside the line opens its rule."""
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.finished(players=3, victory_points=8)
    kinds = {event.kind for event in game.events_since(0)}
    assert {"award", "won"} <= kinds
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'greedy', 'greedy'], {'victory_points': 8})}", ann)
    end = page.get_by_test_id("end-rules").get_by_test_id("clause")
    page.get_by_test_id("show-result").click()
    expect(end).to_have_count(4)
    end.first.click()
    expect(page.get_by_test_id("rule-dialog").locator("h2")).to_have_text("WIN-1")
    totals = sorted((row.total for row in game.score_table()), reverse=True)
    expect(page.get_by_test_id("rule-here")).to_have_text(re.compile("".join(rf".* {total}\b" for total in totals)))
    page.keyboard.press("Escape")
    expect(end.first).to_be_focused()
    page.keyboard.press("Escape")
    for kind, clauses in (("won", "WIN-2"), ("award", "ROUTE-2|ROUTE-6|DEV-8")):
        line = page.locator(f".entry:has([data-kind='{kind}'])").last
        line.get_by_test_id("clause").click()
        first = str(line.locator("[data-kind]").text_content()).split()[0]
        expect(page.get_by_test_id("rule-here")).to_contain_text(first)
        expect(page.get_by_test_id("rule-dialog").locator("h2")).to_have_text(re.compile(f"^({clauses})$"))
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("rule-dialog")).to_have_count(0)
    assert not faults(page)
