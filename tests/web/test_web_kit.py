"""Help for a real table, what is new between two editions, a table's own rules: by mouse and keyboard, on a phone, offline."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, unquote

import prepared
from playwright.sync_api import Page, Route, expect
from test_web_access import faults, stays_inside
from test_web_rules import SIZES, window

from sevenhex.game import fairdice

Visit = Callable[..., Page]
PARTS = ("sheet", "island", "dice", "score", "costs")


@SIZES
def test_every_part_is_there_for_mouse_and_keyboard(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("#/kit/sheet/sixth/4", **window(size))
    expect(page.get_by_test_id("sheet-tokens").locator("li")).to_have_count(18)
    expect(page.get_by_test_id("sheet-board")).to_be_visible()  # the pictured first game
    for part in PARTS:
        if part == "sheet":
            page.get_by_test_id("tab-sheet").focus()
        else:
            page.keyboard.press("ArrowRight")
        expect(page.get_by_test_id(f"tab-{part}")).to_be_focused()
        expect(page.get_by_test_id("cost-cards" if part == "costs" else f"kit-{part}")).to_be_visible()
        assert page.url.endswith(f"#/kit/{part}/sixth/4") or part == "island"
        assert not faults(page)
        stays_inside(page)


def test_the_sheet_follows_edition_and_players(visit: Visit) -> None:
    page = visit("#/kit/sheet/sixth/4", locale="de-DE")
    page.get_by_test_id("kit-players-6").check(force=True)
    expect(page.get_by_test_id("sheet-tokens").locator("li")).to_have_count(28)
    expect(page.get_by_test_id("kit-sheet").locator("h2").first).to_have_text("Was ihr zu sechst braucht")
    page.goto("/#/kit/sheet/zip/6")  # which has no game for six
    expect(page.get_by_test_id("kit-players-3")).to_be_checked()


def test_the_steps_go_as_ones_hands_go(visit: Visit) -> None:
    page = visit("#/kit/sheet/extension/6")
    steps = page.get_by_test_id("kit-sheet").locator("ol.steps [data-testid=clause]")
    expect(steps.first).to_have_text("SETUP-13")  # the frame comes before what lies in it
    assert steps.all_inner_texts() == [f"SETUP-{number}" for number in (13, 3, 6, 4, 8, 9, 10, 11, 12)]


def test_an_island_is_the_same_for_everybody_and_stays_without_a_network(visit: Visit) -> None:
    page = visit("#/kit/island/sixth/4/77", service_workers="allow", tolerant=True)
    board = page.get_by_test_id("island-board")
    expect(board).to_be_visible()
    spread = page.get_by_test_id("island-spread").inner_text()
    page.get_by_test_id("island-deal").click()
    expect(page.get_by_test_id("island-kept").get_by_role("button")).to_have_count(2)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()  # now through the worker
    expect(board).to_be_visible()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('sevenhex-kit-spare-sixth-4') ?? '[]').length === 6")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("island-kept").get_by_role("button")).to_have_count(2)
    page.get_by_test_id("island-kept").get_by_role("button", name="77").click()
    expect(page.get_by_test_id("island-spread")).to_have_text(spread)
    page.get_by_test_id("island-seed").fill("never dealt")
    page.get_by_test_id("island-seed").press("Enter")
    expect(page.get_by_test_id("island-problem")).to_contain_text("No network")
    seeds = page.get_by_test_id("island-kept").get_by_role("button")
    page.get_by_test_id("island-deal").click()  # one that was dealt ahead, and that nobody has seen
    expect(seeds).to_have_count(3)
    expect(page.get_by_test_id("island-problem")).to_have_count(0)
    for part in ("dice", "score"):  # these never need one
        page.get_by_test_id(f"tab-{part}").click()
        page.get_by_test_id("dice-roll" if part == "dice" else "score-next").click()
    expect(page.get_by_test_id("score-turn")).to_contain_text("Turn 2")


def test_an_island_that_comes_late_pulls_nobody_back(visit: Visit) -> None:
    held: list[Route] = []
    page = visit("#/kit/costs/sixth/4")
    expect(page.get_by_test_id("cost-cards")).to_be_visible()
    page.route("**/api/islands/**", lambda route: held.append(route))
    with page.expect_request("**/api/islands/**"):
        page.get_by_test_id("tab-island").click()
    page.get_by_test_id("tab-dice").click()
    expect(page.get_by_test_id("kit-dice")).to_be_visible()
    with page.expect_response("**/api/islands/**"):
        held[0].continue_()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('sevenhex-kit-islands') ?? '[]').length === 1")  # kept all the same
    assert page.url.endswith("#/kit/dice/sixth/4")


def test_every_roll_follows_from_the_promise_and_a_changed_one_is_found(visit: Visit) -> None:
    """The page's rolls are made anew here by the dice of the game itself."""
    page = visit("#/kit/dice/sixth/4")
    promise = page.get_by_test_id("dice-commit").inner_text()
    page.get_by_test_id("dice-word").fill("Über 7")
    for n in range(1, 13):
        page.get_by_test_id("dice-roll").click()
        expect(page.get_by_test_id("dice-chart")).to_contain_text(f"{n} roll")
    page.reload()  # a series outlives the page
    expect(page.get_by_test_id("dice-chart")).to_contain_text("12 rolls")
    expect(page.get_by_test_id("dice-secret")).to_have_count(0)
    page.get_by_test_id("dice-end").click()
    expect(page.get_by_test_id("dice-verdict")).to_have_text("All 12 rolls follow from the promise.")
    link = str(page.get_by_test_id("dice-share").get_attribute("data-link"))
    shared = json.loads(unquote(link))
    seed = bytes.fromhex(shared["seed"])
    assert shared["commit"] == promise == fairdice.commit(seed)
    pairs = [fairdice.number(seed, fairdice.mix({0: "Über 7"}), fairdice.FIRST_OUTCOME + n) * 36 >> 32 for n in range(12)]
    assert shared["rolls"] == "".join(f"{pair // 6 + 1}{pair % 6 + 1}" for pair in pairs)
    other = visit(f"#/kit/dice/sixth/4/{link}")  # somebody else's telephone
    expect(other.get_by_test_id("dice-verdict")).to_have_text("All 12 rolls follow from the promise.")
    fourth = "66" if shared["rolls"][6:8] != "66" else "11"
    changed = shared | {"rolls": shared["rolls"][:6] + fourth + shared["rolls"][8:]}
    other.goto(f"/#/kit/dice/sixth/4/{quote(json.dumps(changed))}")
    expect(other.get_by_test_id("dice-verdict")).to_have_text("Roll 4 does not follow from the promise.")
    other.goto(f"/#/kit/dice/sixth/4/{quote(json.dumps(shared | {'seed': '0' * 64}))}")
    expect(other.get_by_test_id("dice-verdict")).to_have_text("The secret does not belong to the promise.")
    other.goto("/#/kit/dice/sixth/4/nonsense")
    expect(other.get_by_test_id("dice-unreadable")).to_be_visible()


@SIZES
def test_the_scorekeeper_knows_awards_limits_and_whose_turn_it_is(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("#/kit/score/sixth/5", **window(size))
    turn, points, players = (page.get_by_test_id(name) for name in ("score-turn", "score-points", "score-player"))

    def more(part: str, times: int, key: str = "score-more") -> None:
        for _ in range(times):
            page.locator(f"[data-part={part}]").get_by_test_id(key).click()

    expect(turn).to_contain_text("Player 2: White")  # the third to the left of Red
    more("route", 4)
    expect(points.nth(0)).to_contain_text("4")  # two settlements, the route
    page.get_by_test_id("score-next").click()
    expect(players.nth(3)).to_have_attribute("aria-pressed", "true")
    more("route", 4)  # equal is not enough
    expect(points.nth(3)).to_contain_text("2")
    more("route", 1)
    expect(points.nth(3)).to_contain_text("4")
    expect(points.nth(0)).to_contain_text("2")
    more("knights", 3)
    more("cities", 2)
    expect(page.locator("[data-part=settlements] .value")).to_have_text("0")  # cities take their places
    expect(page.locator("[data-part=cities]").get_by_test_id("score-more")).to_be_disabled()
    expect(points.nth(3)).to_contain_text("8")
    more("cards", 2)
    expect(page.get_by_test_id("score-wins")).to_contain_text("White")
    page.get_by_test_id("score-undo").click()
    expect(page.get_by_test_id("score-wins")).to_have_count(0)
    page.get_by_test_id("score-next").click()
    expect(turn).to_contain_text("Turn 2")
    expect(turn).to_contain_text("Player 1: Blue")
    page.reload()
    expect(turn).to_contain_text("Turn 2")
    expect(points.nth(3)).to_contain_text("9")


@SIZES
def test_what_is_new_is_said_and_can_be_played_on_both_sides(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("#/rules/sixth", **window(size))
    page.get_by_test_id("to-news").click()
    row = page.get_by_test_id("difference").and_(page.locator("[data-clause='TURN-4']"))
    summary = row.locator("summary")
    summary.focus()
    page.keyboard.press("Enter")
    boards = row.get_by_test_id("example")
    expect(boards).to_have_count(2)
    for side, result in enumerate(("refused", "allowed")):  # the same action
        boards.nth(side).get_by_test_id("try").first.press("Enter")
        expect(boards.nth(side).get_by_test_id("example-says")).to_have_attribute("data-result", result)
    assert not faults(page)
    stays_inside(page)
    page.goto("/#/new/sixth/sixth")
    expect(page.get_by_test_id("compare")).to_contain_text("Choose two different editions.")


def test_a_tables_own_rules_stand_beside_it(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    scene = prepared.scene(victory_points=12, friendly_robber=True)
    code = prepared.table(folder, scene, [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    page.get_by_test_id("help").click()
    page.get_by_test_id("help-rules").click()
    dialog = page.get_by_test_id("table-rules")
    expect(dialog.get_by_test_id("table-rule").first).to_contain_text("HOUSE-1")
    expect(dialog.get_by_test_id("table-changes")).to_contain_text("12 (the book: 10)")
    assert not faults(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("help-rules")).to_be_focused()
