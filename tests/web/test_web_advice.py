"""Advice in the page: the coach on the island, the hint button, winning chances in the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import prepared
from playwright.sync_api import Page, expect

from sevenhex.bots.hints import SENTENCES
from sevenhex.game.game import Game

Visit = Callable[..., Page]


def set_up() -> Game:
    return Game.new("sixth", 3, seed=3, starter=0)


def test_the_coach_shows_corners_and_why(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, set_up(), [ann, 'random', 'random'])}", ann)
    expect(page.get_by_test_id("spot").first).to_be_visible()
    expect(page.get_by_test_id("coach-list")).to_have_count(0)
    page.get_by_test_id("coach").click()
    items = page.get_by_test_id("coach-list").get_by_role("listitem")
    expect(items).to_have_count(5)
    expect(items.first).to_contain_text(re.compile(r"\d+ chances of 36"))
    expect(page.get_by_test_id("heat").locator("circle")).to_have_count(54)
    best = items.first.get_by_role("button").inner_text()
    expect(page.locator(f'[data-testid="spot"][data-spot="{best}"]')).to_have_attribute("aria-label", re.compile("coach's choice 1: "))
    items.first.get_by_role("button").click()
    page.get_by_test_id("place-here").click()
    expect(page.locator(f'[data-building="{best}"]')).to_have_count(1)
    expect(page.get_by_test_id("heat")).to_have_count(0)  # a road is due


def test_the_coach_speaks_german_and_can_be_sent_away(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, set_up(), [ann, 'random', 'random'])}", ann, locale="de-DE")
    page.get_by_test_id("coach").click()
    expect(page.get_by_test_id("coach-list")).to_contain_text("von 36 Würfen")
    page.get_by_test_id("coach").click()
    expect(page.get_by_test_id("heat")).to_have_count(0)


def test_a_hint_says_what_and_why(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, set_up(), [ann, 'random', 'random'])}", ann)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).to_contain_text("Settlement at ")
    expect(page.get_by_test_id("hint-text")).to_contain_text("36 rolls")
    expect(page.get_by_test_id("hint-text").get_by_test_id("clause")).to_have_text("SETUP-11")  # and the way to its rule


def test_a_hint_speaks_german(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, set_up(), [ann, 'random', 'random'])}", ann, locale="de-DE")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).to_contain_text(re.compile(r"Siedlung: .*von 36 Würfen"))


def test_with_another_person_there_is_no_advice(folder: Path, visit: Visit) -> None:
    ann, bo = prepared.people(folder, "Ann", "Bo")
    page = visit(f"#/t/{prepared.table(folder, set_up(), [ann, bo, 'random'])}", ann)
    expect(page.get_by_test_id("spot").first).to_be_visible()
    expect(page.get_by_test_id("hint")).to_have_count(0)
    expect(page.get_by_test_id("coach")).to_have_count(0)


def test_the_replay_and_the_result_show_the_chances(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.finished(players=3, seed=5, victory_points=5)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], options={"victory_points": 5})
    page = visit(f"#/r/{code}/40", ann)
    curve = page.get_by_test_id("curve")
    expect(curve.locator("path.line")).to_have_count(3)
    assert not curve.locator("path.line[stroke-dasharray]").count()
    shares = [int(text.split()[-1].rstrip("%")) for text in curve.locator(".end text").all_text_contents()]  # each line says whose it is
    assert len(shares) == 3
    assert 98 <= sum(shares) <= 102
    now = curve.locator(".now")
    expect(now).to_have_count(1)
    before = now.get_attribute("x1")
    page.get_by_test_id("replay-last").click()
    expect(now).not_to_have_attribute("x1", before or "")
    page.get_by_test_id("replay-result").click()
    expect(page.get_by_role("dialog").get_by_role("img", name="Winning chances")).to_be_visible()


LATE_RULES = """() => {
    const send = window.fetch;
    const late = (...given) => new Promise((go) => setTimeout(go, 1500)).then(() => send(...given));
    window.fetch = (...given) => (String(given[0].url ?? given[0]).endsWith("/rules") ? late : send)(...given);
}"""


def test_a_start_waits_for_the_rules_that_were_just_chosen(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("create").click()
    page.evaluate(LATE_RULES)
    page.get_by_test_id("new-rated").click()
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("rated")).to_be_visible()


def test_a_rated_table_is_opened_by_the_book_and_gives_no_advice(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("create").click()
    page.get_by_test_id("new-rated").click()
    expect(page.get_by_test_id("new-rated")).to_be_checked()
    page.get_by_test_id("preset-short").check(force=True)
    expect(page.get_by_test_id("new-rated")).to_be_disabled()
    page.get_by_test_id("preset-book").check(force=True)
    expect(page.get_by_test_id("new-rated")).to_be_enabled()
    page.get_by_test_id("new-rated").click()
    expect(page.get_by_test_id("new-rated")).to_be_checked()
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("rated")).to_be_visible()
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("hint")).to_have_count(0)
    expect(page.get_by_test_id("coach")).to_have_count(0)


def test_the_lobby_shows_where_one_stands(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    prepared.table(folder, prepared.finished(), [ann, "greedy", "greedy", "greedy"], rated=True)
    page = visit("", ann)
    ladder = page.get_by_test_id("rating")
    expect(ladder.get_by_role("listitem")).to_have_count(8)  # seven bots and oneself
    expect(ladder.locator(".you")).to_contain_text("You")
    expect(page.get_by_text("after 1 rated game.")).to_be_visible()


def test_every_reason_for_a_hint_is_said_in_german() -> None:
    german = (Path(__file__).parents[2] / "web" / "src" / "words" / "de.ts").read_text()
    why = german[german.index("  hint: {") : german.index("  coach: {")]
    assert {code for code in SENTENCES if f"      {code}: (" not in why} == set()
