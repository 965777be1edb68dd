"""What a hand can do at the table beside buttons: discards by the cards themselves, a player's facts by a tap; a guest, a lost network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import prepared
from playwright.sync_api import Page, Route, expect

Visit = Callable[..., Page]
SMALL = {"width": 390, "height": 664}


def test_discards_are_chosen_in_the_hand_and_filled_in_where_nothing_is_to_choose(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    scene = prepared.scene(rolled=False, hands={0: {"brick": 6, "ore": 3}, 1: {"wool": 9}})
    prepared.roll(scene, 3, 4)
    code = prepared.table(folder, scene, [ann, ben, "random"])
    page = visit(f"#/t/{code}", ann)
    done = page.get_by_test_id("choose-done")
    expect(done).to_be_disabled()
    for resource in ("brick", "brick", "brick", "ore"):
        page.get_by_test_id(f"hand-{resource}").click()
    expect(done).to_contain_text("4/4")
    page.get_by_test_id("hand-ore").click()  # no more than are due
    expect(done).to_contain_text("4/4")
    done.click()
    expect(page.get_by_test_id("hand-brick")).to_have_attribute("data-count", "3")
    expect(page.get_by_test_id("hand-ore")).to_have_attribute("data-count", "2")
    other = visit(f"#/t/{code}", ben)
    expect(other.get_by_test_id("choose-done")).to_be_enabled()  # all of one kind


def test_a_held_button_goes_on(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    scene = prepared.scene(rolled=False, hands={0: {"brick": 6, "ore": 3}})
    prepared.roll(scene, 3, 4)
    page = visit(f"#/t/{prepared.table(folder, scene, [ann, 'random', 'random'])}", ann)
    page.get_by_test_id("choose-brick").hover()
    page.mouse.down()
    expect(page.get_by_test_id("choose-done")).to_contain_text("4/4")
    page.mouse.up()


def test_a_tap_on_a_player_shows_what_everybody_may_know(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(), [ann, 'random', 'random'])}", ann, viewport=SMALL, has_touch=True)
    page.get_by_test_id("facts-1").tap()
    facts = page.get_by_test_id("facts-dialog")
    for what in ("victory points", "knights played", "longest chain of roads", "development"):
        expect(facts).to_contain_text(what)


def test_a_guest_who_follows_a_link_is_asked_for_a_name_first(visit: Visit) -> None:
    host = visit()
    host.get_by_test_id("friends").click()
    expect(host.get_by_test_id("code")).to_be_visible()
    guest = visit(host.url.partition("/")[2].partition("/")[2].partition("/")[2])
    expect(guest.get_by_test_id("invited")).to_contain_text("Guest invites you")
    guest.get_by_test_id("room-name").fill("Bea")
    guest.get_by_test_id("sit-now").click()
    expect(guest.get_by_test_id("seat-1")).to_contain_text("Bea")
    expect(guest.get_by_test_id("invited")).to_have_count(0)
    expect(host.get_by_test_id("seat-1")).to_contain_text("Bea")


def test_a_browser_without_a_network_says_so_at_once(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(), [ann, 'random', 'random'])}", ann, tolerant=True)
    expect(page.get_by_test_id("board")).to_be_visible()
    page.context.set_offline(True)
    expect(page.get_by_test_id("line")).to_be_visible(timeout=5000)
    page.context.set_offline(False)
    expect(page.get_by_test_id("line")).to_have_count(0)


def test_a_curve_that_is_not_ready_is_asked_for_again(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.finished(players=3), [ann, "random", "random"])
    page = visit("", ann, tolerant=True)
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        refusal = {"code": "unavailable", "key": "unavailable", "facts": {}, "sentence": "Busy.", "reasons": []}
        if len(asked) == 1:
            route.fulfill(status=503, json=refusal)
        else:
            route.continue_()

    page.route("**/chances", busy)
    page.clock.install()
    page.goto(f"/#/r/{code}")
    page.reload()
    expect(page.get_by_test_id("replay-range")).to_be_visible()
    while not asked:
        page.wait_for_timeout(20)
    page.clock.fast_forward(5_000)
    expect(page.get_by_test_id("curve")).to_be_visible()
    assert len(asked) == 2
