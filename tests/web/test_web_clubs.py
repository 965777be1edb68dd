"""Where people meet, in a real browser: tournaments, wishes for a game, friends, the server's page; at three sizes, in all languages."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import hosting
import prepared
import pytest
from playwright.sync_api import Page, expect
from test_web_access import faults, stays_inside
from visitor import choose

Visit = Callable[..., Page]
SIZES = {"desk": (1280, 800), "phone": (390, 664), "wide": (844, 390)}
PICTURES = os.environ.get("SEVENHEX_PICTURES")  # a folder: the pages as they look


def look(page: Page, name: str) -> None:
    """No serious fault, nothing that scrolls sideways, at any size."""
    assert not faults(page)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        stays_inside(page)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{size}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 800})


def register(page: Page, name: str) -> None:
    page.goto("/#/me")
    page.get_by_test_id("account-name").fill(name)
    page.get_by_test_id("keep-phrase").click()
    expect(page.get_by_test_id("account")).to_have_attribute("data-registered", "true")


def test_a_tournament_is_made_joined_begun_and_brings_everybody_to_a_table(visit: Visit) -> None:
    one, two = visit(), visit()
    register(one, "Club Maker")
    one.goto("/#/tournaments")
    one.get_by_test_id("tournament-name").fill("Evening cup")
    choose(one, "tournament-rounds", "1")
    choose(one, "tournament-bots", "2")
    look(one, "tournaments")
    one.get_by_test_id("tournament-create").press("Enter")
    expect(one.get_by_test_id("tournament")).to_have_attribute("data-status", "open")
    for bot in ("Medium 1", "Medium 2"):  # as its level is called everywhere
        expect(one.get_by_test_id("standing").get_by_text(bot)).to_be_visible()
    one.get_by_test_id("tournament-join").click()
    expect(one.get_by_test_id("tournament-leave")).to_be_visible()
    two.goto(one.url)
    two.get_by_test_id("entry-name").fill("Club Guest")
    two.get_by_test_id("entry-name").press("Enter")
    expect(two.get_by_test_id("tournament-leave")).to_be_visible()
    expect(one.get_by_test_id("standing").get_by_text("Club Guest")).to_be_visible()
    look(one, "tournament-open")
    one.get_by_test_id("tournament-start").click()
    for page in (one, two):  # nobody has to look for the table
        expect(page.get_by_test_id("appointed").or_(page.get_by_test_id("board"))).to_be_visible()
    expect(one.get_by_test_id("board")).to_be_visible()  # it begins automatically when both are there
    one.goto(one.url.partition("#")[0] + "#/tournaments")
    one.get_by_role("link", name="Evening cup: running").click()
    expect(one.get_by_test_id("round-1")).to_be_visible()
    expect(one.get_by_test_id("my-table")).to_be_visible()
    look(one, "tournament-running")
    for page in (one, two):
        page.goto("/#/tournaments")
        page.get_by_role("link", name="Evening cup: running").click()
        page.get_by_test_id("tournament-leave").click()
        page.get_by_test_id("sure-yes").click()
        expect(page.get_by_test_id("tournament-leave")).to_be_hidden()


def test_people_who_want_the_same_game_find_each_other(visit: Visit) -> None:
    one, two = visit("#/find"), visit("#/find")
    for page, name in ((one, "Seeker A"), (two, "Seeker B")):
        page.get_by_test_id("seek-name").fill(name)
    choose(one, "seek-players", "2")
    one.get_by_test_id("seek-edition-sixth").uncheck()
    expect(one.get_by_test_id("seek")).to_be_disabled()
    one.get_by_test_id("seek-edition-sixth").check()
    one.get_by_test_id("seek").press("Enter")
    expect(one.get_by_test_id("own-seek")).to_be_visible()
    expect(two.get_by_test_id("sought")).to_contain_text("2")
    look(two, "find")
    two.get_by_test_id("agree").click()
    expect(two.get_by_test_id("seek-found")).to_be_visible()
    expect(one.get_by_test_id("seek-found")).to_be_visible()
    look(one, "find-found")
    for page in (one, two):
        page.get_by_test_id("seek-go").click()
    expect(one.get_by_test_id("board")).to_be_visible()


def test_friends_invitations_and_people_not_to_meet_again(visit: Visit) -> None:
    one, two = visit(), visit()
    register(one, "Friend One")
    register(two, "Friend Two")
    one.goto("/#/people")
    one.get_by_test_id("friend-name").fill("Friend Two")
    one.get_by_test_id("friend-name").press("Enter")
    expect(one.get_by_test_id("people-said")).to_be_visible()
    expect(one.get_by_test_id("asked")).to_contain_text("Friend Two")
    look(one, "people-asked")
    two.goto("/#/people")
    two.get_by_test_id("accept").click()
    expect(two.get_by_test_id("friends")).to_contain_text("Friend One")
    one.goto("/#/")
    one.get_by_test_id("friends").click()
    one.get_by_test_id("invite-name").fill("Friend Two")
    one.get_by_test_id("invite-send").click()
    expect(one.get_by_test_id("invite-said")).to_contain_text("Friend Two")
    look(one, "room-invite")
    two.reload()
    expect(two.get_by_test_id("invitations")).to_contain_text("Friend One")
    look(two, "people-invited")
    two.goto("/#/")
    expect(two.get_by_test_id("people-link")).to_contain_text("1")
    two.get_by_test_id("people-link").click()
    two.get_by_test_id("invitation-go").click()
    expect(two.get_by_test_id("invited")).to_be_visible()


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_every_page_speaks_the_chosen_language(visit: Visit, language: str) -> None:
    page = visit("#/club")
    expect(page.get_by_test_id("club")).to_be_visible()  # a page that comes takes the focus, and with it a list that is open
    choose(page, "language", language)
    english = {"find": "Find players", "tournaments": "Tournaments", "people": "Friends", "club": "This server"}
    for part, title in english.items():
        page.goto(f"/#/{part}")
        expect(page.get_by_test_id(part)).to_be_visible()
        expect(page.get_by_role("heading", level=1)).not_to_have_text(title)
        look(page, f"{part}-{language}")


def test_what_the_operator_has_written_stands_in_the_lobby_as_plain_text(visit: Visit, host: hosting.Host, folder: Path) -> None:
    prepared.club(folder, name="Café Hex", rules="Be <b>kind</b>.\nAnd patient.", pinned="Mondays at eight")
    page = visit()
    while not page.evaluate("() => fetch('/api/club').then((answer) => answer.json()).then((club) => club.pinned)"):
        page.wait_for_timeout(200)  # the server asks its store every few seconds
    page.reload()
    expect(page.get_by_test_id("pinned")).to_contain_text("Mondays at eight")
    page.get_by_test_id("club-link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Café Hex")
    expect(page.get_by_test_id("club-rules")).to_contain_text("Be <b>kind</b>.")
    look(page, "club")
    prepared.club(folder, name="", rules="", pinned="")
