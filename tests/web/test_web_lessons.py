"""The lessons: a newcomer does them all by touch on a phone, another by keyboard; wrong moves are explained and tried again."""

from __future__ import annotations

from typing import Any

from newcomer import Newcomer, Typist
from playwright.sync_api import Page, expect

SMALL = {"width": 390, "height": 664}
NAMES = ["place", "roll", "road", "settlement", "robber", "trade", "city", "cards"]


def lessons_of(page: Page, language: str = "en") -> dict[str, Any]:
    found = page.request.get(f"/api/lessons/sixth/{language}").json()["lessons"]
    assert [each["id"] for each in found] == NAMES
    return {each["id"]: each for each in found}


def test_a_newcomer_does_all_lessons_by_touch(visit):
    page = visit("#/learn", viewport=SMALL, has_touch=True)
    newcomer = Newcomer(page)
    page.get_by_test_id("lesson-place").tap()
    for name, lesson in lessons_of(page).items():
        newcomer.learn(lesson)
        expect(page.get_by_test_id("teacher").locator("[data-stars]")).to_have_attribute("data-stars", "3")
        page.get_by_test_id("lesson-next").tap()
        assert name == "cards" or page.url.split("/")[-1] != name
    expect(page.get_by_test_id("lessons").locator("li [data-stars='3']")).to_have_count(8)
    page.reload()  # the stars stay
    expect(page.get_by_test_id("lessons").locator("li [data-stars='3']")).to_have_count(8)


def test_a_newcomer_errs_and_tries_again_in_all_lessons_by_keyboard(visit):
    page = visit("#/learn/sixth/place")
    newcomer = Typist(page)
    for lesson in lessons_of(page).values():
        wrongs = 0
        for number, step in enumerate(lesson["steps"], 1):
            expect(page.get_by_test_id("teacher")).to_have_attribute("data-step", str(number))
            for wrong in step["wrong"]:
                newcomer.err(wrong)
                if wrong.get("reason", {}).get("clause"):
                    expect(page.get_by_test_id("lesson-correction").get_by_test_id("clause")).to_have_text(wrong["reason"]["clause"])
                page.keyboard.press("Escape")
                wrongs += 1
            newcomer.step(step)
        assert wrongs, f"{lesson['id']}: no wrong move is explained"
        stars = page.get_by_test_id("teacher").locator("[data-stars]")
        expect(stars).to_have_attribute("data-stars", "2" if wrongs <= 2 else "1")
        expect(page.get_by_test_id("lesson-next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("lessons").locator("li [data-stars]:not([data-stars='0'])")).to_have_count(8)


def test_a_hint_shows_the_move_and_costs_a_star(visit):
    page = visit("#/learn/sixth/city")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).to_contain_text("City")
    expect(page.get_by_test_id("teacher")).to_have_attribute("data-slips", "1")


def test_a_lesson_speaks_the_chosen_language(visit):
    page = visit("#/learn/fourth/roll", locale="de-DE")
    expect(page.get_by_test_id("teacher")).to_contain_text("Würfeln und ernten")
    expect(page.get_by_test_id("lesson-text")).to_have_text("Dein Zug beginnt mit den Würfeln. Wirf!")


def test_unknown_lessons_are_reported(visit):
    page = visit("#/learn/extension", tolerant=True)
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_short_match_is_to_five_points(visit):
    page = visit("#/learn")
    page.get_by_test_id("lesson-match").click()
    expect(page.get_by_test_id("board")).to_be_visible()
    code = page.url.split("/")[-1]
    table = page.request.get(f"/api/tables/{code}").json()
    assert table["options"] == {"victory_points": 5}
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot", "bot"]
