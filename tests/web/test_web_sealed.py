"""Two people whose pages seal a word each: a whole game, and both pages find the dice fair, or not when somebody meddles."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect
from visitor import Visitor, choose, join

SECONDS = 500.0


def play_together(*visitors: Visitor) -> None:
    """Each does what its own page offers, until all pages show the end."""
    limit = time.monotonic() + SECONDS
    over: set[int] = set()
    while len(over) < len(visitors):
        assert time.monotonic() < limit, f"still playing after {SECONDS:g} s"
        for place, visitor in enumerate(visitors):
            now = visitor.look(0.0)
            if now["over"]:
                over.add(place)
            elif now["mine"]:
                visitor.step(now)


def promised(page: Page, code: str) -> dict[str, object]:
    """What this browser has kept of the table's promise."""
    found = json.loads(page.evaluate("(code) => localStorage.getItem(`sevenhex.pledge.${code}`)", code))
    assert isinstance(found, dict)
    return found


def judge(page: Page, good: bool) -> str:
    page.get_by_test_id("end-fair").click()
    page.get_by_test_id("fair-check").click()
    verdict = page.get_by_test_id("fair-verdict")
    expect(verdict).to_have_attribute("data-good", str(good).lower())
    return verdict.inner_text()


def test_two_people_seal_their_words_play_and_both_find_the_dice_fair(visit: Callable[..., Page]) -> None:
    host, guest = visit(), visit()
    host.get_by_test_id("name").fill("Ann")
    host.get_by_test_id("friends").click()
    choose(host, "new-players", "2")
    host.get_by_test_id("new-more").click()
    host.get_by_test_id("option-victory_points").fill("3")
    host.get_by_test_id("option-victory_points").blur()
    code = host.get_by_test_id("code").inner_text()
    join(guest, code, "Ben", 1)
    expect(host.get_by_test_id("seat-1")).to_contain_text("Ben")
    guest.get_by_test_id("room-fair").click()
    guest.get_by_test_id("fair-word").fill("luck be with me")
    guest.get_by_test_id("fair-add").click()
    expect(guest.get_by_test_id("fair-sealed")).to_contain_text("Ann")  # both are sealed: nobody can read either
    expect(guest.get_by_test_id("fair-sealed")).to_contain_text("Ben")
    expect(guest.get_by_test_id("fair").get_by_text("luck be with me")).to_have_count(0)
    guest.keyboard.press("Escape")
    code = host.evaluate("() => location.hash.split('/').pop()")
    host.get_by_test_id("start").click()
    for page in (host, guest):
        expect(page.get_by_test_id("board")).to_be_visible()
    kept = [promised(page, code) for page in (host, guest)]
    assert kept[0]["commit"] == kept[1]["commit"]
    assert kept[0]["seals"] == kept[1]["seals"] == {"0": kept[0]["seal"], "1": kept[1]["seal"]}
    play_together(Visitor(host, seed=1, trades=False), Visitor(guest, seed=2, trades=False))
    for page in (host, guest):
        assert "These dice were fair" in judge(page, good=True)
        expect(page.get_by_test_id("fair")).to_contain_text("luck be with me")  # shown since the start

    def other_seed(route: Route) -> None:
        """A server that tells another seed than the promised one."""
        answer = route.fetch()
        body = answer.json()
        body["seed"] = "00" * (len(body["seed"]) // 2)
        route.fulfill(response=answer, json=body)

    guest.route("**/fair", other_seed)
    guest.get_by_test_id("fair-check").click()
    expect(guest.get_by_test_id("fair-verdict")).to_have_attribute("data-good", "false")
