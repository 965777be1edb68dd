"""Studying in a real browser: the analysis board with variations and judge, positions put together, reviews, puzzles, openings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import prepared
import pytest
from playwright.sync_api import Page, Route, expect
from visitor import MIDDLE

from sevenhex.game.game import Game
from sevenhex.study import openings, puzzles, tree

Visit = Callable[..., Page]
NATIVE = {"de": "Deutsch", "fr": "Français", "es": "Español", "en": "English"}
LONG = 180_000  # milliseconds: a busy machine is no fault of the page
START = (
    "sixth/4 island=Fo5,Hi8,Pa4/Mo2,Fi10,Fi3,Hi11/Fo6,Fo9,Mo11,Fo6,Fi12/Pa3,Hi4,Pa5,Mo9/Pa8,De,Fi10 "
    "harbors=A1.NW:any,A2.NE:brick,B4.NE:any,C5.E:any,D4.SE:grain,E2.SE:ore,D1.SW:lumber,C1.W:any,B1.NW:wool robber=E2 "
    "red=s:A2.SE,C4.SE;r:A3.SW,C4.E;h:4w2g3o blue=s:A3.SE,B3.SE,D3.SE;r:A3.SE,B3.E,D3.E;h:3o orange=s:B2.S,C1.SE;r:B2.SE,C2.SW;h:2l "
    "white=s:A1.SE,C3.SE;r:A1.E,C3.E phase=roll turn=9 starter=red roller=red actor=red setup=8"
)


def board_at(visit: Visit, position: str = START, **settings) -> Page:
    page = visit(f"#/board/p.{quote(position)}", **settings)
    expect(page.get_by_test_id("study-board")).to_be_visible(timeout=LONG)
    return page


def shows(page: Page, position: str) -> None:
    expect(page.get_by_test_id("position-text")).to_have_text(position)


# --- 1. the analysis board


def test_a_position_is_played_for_all_seats_with_chance_chosen_or_drawn(visit: Visit) -> None:
    page = board_at(visit)
    page.locator('[data-action="roll"]').click()
    page.locator('[data-outcome="dice 1 1"]').click()
    expect(page.get_by_test_id("place-city")).to_be_visible()
    page.get_by_test_id("place-city").click()
    page.locator('[data-spot="C4.SE"]').click()
    expect(page.locator('[data-building="C4.SE"][data-kind="city"]')).to_be_visible()
    page.locator('[data-action="end"]').click()
    page.locator('[data-action="roll"]').click()  # blue's
    page.get_by_test_id("draw-chance").click()
    expect(page.locator('[data-node="end"]')).to_be_visible()
    expect(page.get_by_test_id("outcomes")).to_have_count(0)
    expect(page.get_by_test_id("tree").locator("[data-node]")).to_have_count(6)


def test_an_action_may_be_typed_and_a_bad_one_is_refused(visit: Visit) -> None:
    page = board_at(visit, tolerant=True)
    page.get_by_test_id("typed").fill("city A1.N")
    page.get_by_test_id("typed").press("Enter")
    expect(page.get_by_test_id("board-problem")).to_be_visible()
    page.get_by_test_id("board-problem").get_by_test_id("clause").click()  # and leads to its rule
    expect(page.get_by_test_id("rule-dialog").get_by_test_id("example-board")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-node]")).to_have_count(0)
    page.get_by_test_id("typed").fill("roll")
    page.get_by_test_id("typed").press("Enter")
    expect(page.locator('[data-node="roll"]')).to_be_visible()
    expect(page.get_by_test_id("board-problem")).to_have_count(0)


def test_variations_are_named_saved_opened_and_shared(visit: Visit, tmp_path: Path) -> None:
    page = board_at(visit, tolerant=True)
    page.get_by_test_id("study-name").fill("Rolls")
    page.locator('[data-action="roll"]').click()
    for dice in ("dice 1 1", "dice 1 2"):
        page.locator(f'[data-outcome="{dice}"]').click()
        expect(page.locator(f'[data-node="{dice}"]')).to_be_visible()
        page.locator('[data-node="roll"]').click()
        expect(page.get_by_test_id("outcomes")).to_be_visible()
    page.locator('[data-node="dice 1 2"]').click()
    expect(page.locator('[data-node="dice 1 2"]')).to_have_attribute("aria-current", "step")
    page.get_by_test_id("node-name").fill("Three")
    page.get_by_test_id("node-comment").fill("nobody has that")
    page.get_by_test_id("promote").click()
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    file = tmp_path / "study.json"
    download.value.save_as(file)
    found = tree.load(file.read_text())
    assert found.name == "Rolls"
    assert [child.action for child in found.root.children[0].children] == ["dice 1 2", "dice 1 1"]
    assert found.root.children[0].children[0].comment == "nobody has that"

    page.get_by_test_id("share").click()
    page.wait_for_function("location.hash.startsWith('#/board/s.')")
    link = page.evaluate("location.hash")
    assert tree.unpack(link.removeprefix("#/board/s.")) == found
    other = visit(link)
    expect(other.get_by_test_id("study-name")).to_have_value("Rolls", timeout=LONG)
    other.locator('[data-node="dice 1 2"]').click()
    expect(other.locator('[data-node="dice 1 2"]')).to_have_attribute("aria-current", "step")
    expect(other.get_by_test_id("node-comment")).to_have_value("nobody has that")
    other.get_by_test_id("remove").click()
    expect(other.locator('[data-node="dice 1 2"]')).to_have_count(0)

    third = board_at(visit, tolerant=True)
    third.get_by_test_id("open-file").set_input_files(file)
    expect(third.locator('[data-node="dice 1 1"]')).to_be_visible()
    third.get_by_test_id("open-file").set_input_files(files=[{"name": "bad.json", "mimeType": "text/plain", "buffer": b"nothing"}])
    expect(third.get_by_test_id("board-problem")).to_be_visible()


def test_the_judge_thinks_shows_progress_and_stops(visit: Visit) -> None:
    page = board_at(visit, START.replace("phase=roll", "phase=main").replace(" setup=8", " dice=1+1 flags=rolled setup=8"))
    page.get_by_test_id("judge-start").click()
    expect(page.get_by_test_id("judge-chances").locator("li")).to_have_count(4, timeout=LONG)
    page.get_by_test_id("judge-stop").click()
    expect(page.get_by_test_id("judge-start")).to_be_visible()
    best = page.get_by_test_id("judge-best").locator("li")
    expect(best).to_have_count(3)
    expect(best.first).to_contain_text("%")
    expect(page.get_by_test_id("judge-progress")).to_contain_text(re.compile(r"\d of 13|Certain after"))
    best.first.get_by_role("button").click()
    expect(page.locator("[data-node]")).to_have_count(1)
    expect(page.get_by_test_id("judge-chances")).to_have_count(0)  # it was about another position


def test_the_board_shows_what_a_seat_may_know(visit: Visit) -> None:
    page = board_at(visit)
    hands = page.get_by_test_id("study-hands").locator("tr")
    expect(hands.nth(1)).not_to_contain_text("–")
    page.get_by_test_id("viewer-0").check(force=True)
    expect(hands.nth(1)).to_contain_text("1–3")  # two of five cards could be either of two players'
    expect(hands.nth(0)).not_to_contain_text("–")
    page.get_by_test_id("viewer--1").check(force=True)
    expect(hands.nth(1)).not_to_contain_text("–")


def test_a_game_is_taken_to_the_board_from_its_replay(visit: Visit, folder: Path) -> None:
    game = prepared.finished(victory_points=4)
    code = prepared.table(folder, game, ["greedy"] * 4)
    page = visit(f"#/r/{code}/60")
    page.get_by_test_id("replay-analyse").click(timeout=LONG)
    expect(page.get_by_test_id("study-board")).to_be_visible(timeout=LONG)
    page.locator("summary").last.click()
    shows(page, game.until(60).position())


def test_an_island_in_its_set_up_has_a_heat_map_with_reasons(visit: Visit) -> None:
    page = board_at(visit, openings.deal("heat", place=2).position())
    page.get_by_test_id("board-heat").click()
    expect(page.get_by_test_id("board-corners").locator("li")).to_have_count(5, timeout=LONG)
    expect(page.get_by_test_id("board-corners").locator("li").first).to_contain_text("of 36")
    assert page.get_by_test_id("heat").locator("circle").count() > 30


# --- positions put together


def test_a_position_edited_by_clicks_survives_the_round_trip_through_text(visit: Visit) -> None:
    page = board_at(visit, tolerant=True)
    page.get_by_test_id("edit-open").click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    page.get_by_test_id("tool-robber").click()
    page.locator('[data-spot="B2"]').click()
    page.get_by_test_id("edit-colour-blue").check(force=True)
    page.get_by_test_id("tool-city").click()
    page.locator('[data-spot="D3.SE"]').click()
    page.get_by_test_id("tool-road").click()
    page.locator('[data-spot="D3.SE"]').click()
    page.get_by_test_id("hand-blue-wool").fill("2")
    page.get_by_test_id("hand-blue-wool").press("Tab")
    page.get_by_test_id("card-blue-knight").fill("1")
    page.get_by_test_id("card-blue-knight").press("Tab")
    page.get_by_test_id("actor-blue").check(force=True)
    page.get_by_test_id("phase-main").check(force=True)
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    expect(page.get_by_test_id("edit-text")).to_have_value(re.compile(r"actor=blue .*flags=rolled"))
    text = page.get_by_test_id("edit-text").input_value()
    game = Game.at(text)
    assert game.position() == text
    assert "c:D3.SE" in text
    assert "robber=B2" in text
    assert "h:2w3o" in text
    assert "d:1k" in text
    page.get_by_test_id("edit-done").click()
    expect(page.get_by_test_id("study-board")).to_be_visible()
    shows(page, text)
    page.get_by_test_id("edit-open").click()
    expect(page.get_by_test_id("edit-text")).to_have_value(text)


def test_done_waits_for_the_answer_to_the_last_click(visit: Visit) -> None:
    page = board_at(visit)
    page.get_by_test_id("edit-open").click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    held: list[Route] = []
    page.route("**/study/look", lambda route: held.append(route))
    page.get_by_test_id("tool-robber").click()
    page.locator('[data-spot="B2"]').click()
    page.get_by_test_id("edit-done").click()
    page.wait_for_timeout(50)
    expect(page.get_by_test_id("edit-done")).to_be_visible()  # the position before the click is not shown as if it were the answer
    for route in held:
        route.continue_()
    page.unroute("**/study/look")  # what came meanwhile goes on without us
    expect(page.get_by_test_id("position-text")).to_contain_text("robber=B2")


def test_hexes_numbers_and_harbors_are_set_by_clicks(visit: Visit) -> None:
    page = board_at(visit, tolerant=True)
    page.get_by_test_id("edit-open").click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    page.get_by_test_id("terrain-hills").click()
    page.locator('[data-spot="A1"]').click()
    expect(page.get_by_test_id("wrong-island")).to_contain_text("hexes")  # the box has three hills only
    page.get_by_test_id("terrain-forest").click()
    page.locator('[data-spot="A2"]').click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    page.get_by_test_id("number-8").click()
    page.locator('[data-spot="A1"]').click()
    expect(page.get_by_test_id("wrong-island")).to_contain_text("number")
    page.get_by_test_id("number-5").click()
    page.locator('[data-spot="A2"]').click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    page.get_by_test_id("harbor-ore").click()
    page.locator('[data-spot="A1.NW"]').click()
    expect(page.get_by_test_id("wrong-harbors")).to_be_visible()
    page.get_by_test_id("harbor-none").click()
    page.locator('[data-spot="A1.NW"]').click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    text = page.get_by_test_id("edit-text").input_value()
    assert "island=Hi8,Fo5,Pa4/" in text
    assert "A1.NW" not in text.split("harbors=")[1].split(" ")[0]
    assert Game.at(text).position() == text


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("robber=E2", "robber=Q9", "robber"),
        ("phase=roll", "phase=sleep", "phase"),
        ("h:3o", "h:30o", "blue"),
        ("sixth/4", "tenth/4", "edition"),
        ("turn=9", "turn=x", "turn"),
    ],
)
def test_an_impossible_text_is_refused_beside_its_field(visit: Visit, old: str, new: str, field: str) -> None:
    page = board_at(visit, tolerant=True)
    page.get_by_test_id("edit-open").click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()
    page.get_by_test_id("edit-text").fill(START.replace(old, new))
    page.get_by_test_id("edit-apply").click()
    expect(page.get_by_test_id(f"wrong-{field}")).to_be_visible()
    expect(page.get_by_test_id("edit-done")).to_be_disabled()
    page.get_by_test_id("edit-text").fill(START)
    page.get_by_test_id("edit-apply").click()
    expect(page.get_by_test_id("edit-good")).to_be_visible()


# --- 2. the review


def test_a_finished_game_is_reviewed_with_progress(visit: Visit, folder: Path) -> None:
    game = prepared.finished(victory_points=3)
    code = prepared.table(folder, game, ["greedy"] * 4)
    page = visit(f"#/r/{code}")
    page.get_by_test_id("replay-review").click(timeout=LONG)
    expect(page.get_by_test_id("review-progress")).to_be_visible(timeout=LONG)
    expect(page.get_by_test_id("review-curve")).to_be_visible(timeout=LONG)
    expect(page.get_by_test_id("review-turning").locator("li")).to_have_count(3)
    moments = page.get_by_test_id("moments")  # first of all, with the island beside
    expect(moments.get_by_test_id("study-board")).to_be_visible(timeout=LONG)
    expect(page.get_by_test_id("moment-place")).to_have_text(re.compile("^1 / [123]$"))
    page.get_by_test_id("moment-show-done").click()
    expect(page.get_by_test_id("moment-play")).to_have_attribute("href", re.compile(f"#/board/t.{code}[.]"))
    expect(page.get_by_test_id("review-players").locator("tbody tr")).to_have_count(4)
    expect(page.get_by_test_id("review-openings").locator("li")).to_have_count(8)
    page.get_by_test_id("review-shown-all").check(force=True)
    everybody = page.get_by_test_id("review-decisions").locator("li").count()
    page.get_by_test_id("review-player-1").check(force=True)
    expect(page.get_by_test_id("review-players").locator("tbody tr")).to_have_count(1)
    assert page.get_by_test_id("review-decisions").locator("li").count() < everybody
    page.reload()
    expect(page.get_by_test_id("review-curve")).to_be_visible(timeout=LONG)  # it was kept


def test_a_record_from_a_file_is_reviewed(visit: Visit) -> None:
    page = visit("#/review")
    text = prepared.finished(victory_points=3, seed=3).record()
    page.get_by_test_id("review-file").set_input_files(files=[{"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}])
    expect(page.get_by_test_id("review-curve")).to_be_visible(timeout=LONG)
    page.get_by_test_id("review-openings").locator("a").first.click()
    expect(page.get_by_test_id("study-board")).to_be_visible(timeout=LONG)


def test_a_review_shows_its_place_and_can_be_cancelled(visit: Visit, folder: Path) -> None:
    code = prepared.table(folder, prepared.finished(victory_points=3, seed=4), ["greedy"] * 4)
    page = visit("#/review")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        standing = {"key": f"t-{code}", "done": 0.25, "stage": "decisions", "turn": 7, "place": 2, "of": 3}
        route.fulfill(status=204 if route.request.method == "DELETE" else 202, json=standing)

    page.route(f"**/api/tables/{code}/review", answer)
    page.goto(page.url.partition("#")[0] + f"#/review/{code}")
    expect(page.get_by_test_id("review-place")).to_contain_text("2", timeout=LONG)
    expect(page.get_by_test_id("review-place")).to_contain_text("3")
    expect(page.get_by_test_id("review-stage")).to_contain_text("turn 7")  # the bar says what it does
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.get_by_test_id("review-cancel").click()
    expect(page.get_by_test_id("review-stopped")).to_be_visible()
    assert asked.count("DELETE") == 1
    page.get_by_test_id("review-stopped").get_by_role("button").click()
    expect(page.get_by_test_id("review-place")).to_be_visible(timeout=LONG)  # asked for again


# --- 3. puzzles


def press(page: Page, selector: str) -> None:
    """A click in the middle. (Playwright's own finds no width in a ring around an upright edge.)"""
    page.locator(selector).first.wait_for(state="attached")
    found = page.evaluate(MIDDLE, selector)
    assert found is not None
    assert "covered" not in found, f"{selector}: {found}"
    page.mouse.click(found["x"], found["y"])


def solve(page: Page, action: str) -> None:
    """Do an action on the page as a person does."""
    verb, _, place = action.partition(" ")
    page.get_by_test_id("study-board").wait_for()
    if verb in ("road", "settle", "city"):
        button = page.get_by_test_id("place-" + {"settle": "settlement"}.get(verb, verb))
        if button.count():
            button.click()
        press(page, f'[data-spot="{place}"]')
    elif verb == "robber":
        hexagon, *rest = place.split(" ")
        page.locator(f'[data-spot="{hexagon}"]').click()
        victim = page.get_by_test_id(f"rob-{rest[-1] if rest else 'nobody'}")
        if victim.count():
            victim.click()
    else:
        page.locator(f'[data-action="{action}"]').click()


def plain(action: str) -> bool:
    """An action that the page offers as it stands."""
    return not action.startswith(("offer", "counter", "propose"))


def test_a_streak_ends_with_the_first_wrong_answer(visit: Visit) -> None:
    page = visit("#/puzzles")
    expect(page.get_by_test_id("puzzle-ask")).to_be_visible(timeout=LONG)
    with page.expect_response(lambda answer: "/api/puzzles/" in answer.url):
        page.get_by_test_id("puzzle-mode-streak").check(force=True)
    expect(page.get_by_test_id("puzzle-page")).to_have_attribute("aria-busy", "false")
    run = page.get_by_test_id("puzzle-run")
    expect(run).to_contain_text("0")
    expect(page.get_by_test_id("puzzle-tries")).to_have_count(0)
    shown = next(each for each in puzzles.shipped().puzzles if page.url.endswith(each.id))
    solve(page, shown.answer)
    expect(run).to_contain_text("1")
    page.get_by_test_id("puzzle-follow").click()
    expect(page.get_by_test_id("study-board")).to_be_visible()
    with page.expect_response(lambda answer: "/api/puzzles/" in answer.url):
        page.get_by_test_id("puzzle-next").click()
    expect(page.get_by_test_id("puzzle-verdict")).to_have_count(0)
    shown = next(each for each in puzzles.shipped().puzzles if page.url.endswith(each.id))
    solve(page, next(text for text in shown.game().legal_texts(shown.seat) if text != shown.answer and plain(text)))
    expect(page.get_by_test_id("puzzle-over")).to_contain_text("1")
    page.get_by_test_id("puzzle-mode-timed").check(force=True)
    expect(page.get_by_test_id("puzzle-time")).to_be_visible()


def test_puzzles_are_solved_and_rated_without_an_account(visit: Visit) -> None:
    first = puzzles.shipped().puzzles[0]
    page = visit(f"#/puzzles/{first.id}")
    rating = page.get_by_test_id("puzzle-rating")
    expect(rating).to_have_text("1200", timeout=LONG)
    expect(page.get_by_test_id("puzzle-ask")).to_be_visible(timeout=LONG)
    solve(page, first.answer)
    verdict = page.get_by_test_id("puzzle-verdict")
    expect(verdict).to_have_attribute("data-good", "true")
    expect(page.get_by_test_id("puzzle-choices").locator("li")).to_have_count(len(first.choices))
    assert int(rating.text_content() or 0) > 1200
    page.get_by_test_id("puzzle-next").click()
    expect(verdict).to_have_count(0)
    second = next(each for each in puzzles.shipped().puzzles if page.url.endswith(each.id))
    assert second.id != first.id
    wrong = next(text for text in second.game().legal_texts(second.seat) if text != second.answer and plain(text))
    before = int(rating.text_content() or 0)
    solve(page, wrong)
    expect(page.get_by_test_id("puzzle-wrong").locator("li")).to_have_count(1)  # what it loses; two tries are left
    expect(page.get_by_test_id("puzzle-tries")).to_contain_text("2")
    expect(verdict).to_have_count(0)
    others = [text for text in second.game().legal_texts(second.seat) if text not in (second.answer, wrong) and plain(text)]
    for text in others[:2]:
        solve(page, text)
    expect(verdict).to_have_attribute("data-good", "false")
    assert int(rating.text_content() or 0) < before
    kept = rating.text_content()
    page.reload()
    expect(page.get_by_test_id("puzzle-rating")).to_have_text(kept or "", timeout=LONG)


# --- 4. openings


def test_openings_are_trained_for_every_place_in_the_order(visit: Visit) -> None:
    page = visit("#/openings/train")
    expect(page.get_by_test_id("opening-ask")).to_be_visible(timeout=LONG)
    for place in (0, 5):
        with page.expect_response(lambda answer: "/study/opening" in answer.url, timeout=LONG) as heard:
            page.get_by_test_id(f"opening-place-{place}").check(force=True)
        dealt = heard.value.json()
        expect(page.get_by_test_id("opening-ask")).to_contain_text(str(place + 1))
        corner = dealt["corners"][1]["name"]
        page.locator(f'[data-spot="{corner}"]').click()
        expect(page.get_by_test_id("opening-verdict")).to_have_attribute("data-rank", "2")
        expect(page.get_by_test_id("heat").locator("circle")).to_have_count(len(dealt["corners"]))
        expect(page.get_by_test_id("opening-corners").locator("li")).to_have_count(5)
        assert dealt["corners"] == json.loads(json.dumps(openings.corners(Game.at(dealt["position"]))))
    expect(page.get_by_test_id("opening-average")).to_be_visible()


# --- the pages themselves


def test_every_page_fits_a_phone_and_speaks_every_language(visit: Visit) -> None:
    page = visit("#/study", phone=True)
    expect(page.get_by_test_id("study-page").locator("h1")).to_be_visible(timeout=LONG)  # what comes later would close the list
    for language, title in (("de", "Lernen"), ("fr", "Étude"), ("es", "Estudio"), ("en", "Study")):
        page.get_by_test_id("language").click()
        page.get_by_role("option", name=NATIVE[language]).click()
        expect(page.get_by_test_id("study-page").locator("h1")).to_have_text(title, timeout=LONG)
    for part, there in (("openings", "opening-ask"), ("puzzles", "puzzle-ask"), ("board", "judge"), ("review", "review-page")):
        page.goto(f"/#/{part}")
        expect(page.get_by_test_id(there)).to_be_visible(timeout=LONG)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), part
