"""Whole games through the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from visitor import Toucher, Typist, Visitor, choose

from sevenhex import editions

RICH = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}  # a short way to the end, with something to do on it


def open_table(
    page: Page, edition: str = "sixth", players: int = 4, bot: str = "gentle/normal", points: int | None = 4, **options: str
) -> None:
    """Set a room up, as a person would, and start the game."""
    page.get_by_test_id("create").click()
    choose(page, "new-edition", edition)
    if edition == "zip":
        expect(page.get_by_test_id("pad")).to_be_visible()
    choose(page, "new-players", str(players))
    page.get_by_test_id("new-more").click()
    if points is not None:
        page.get_by_test_id("option-victory_points").fill(str(points))
        page.get_by_test_id("option-victory_points").blur()
        expect(page.get_by_test_id("differences")).to_contain_text(str(points))
    for name, value in options.items():
        choose(page, "new-map" if name == "new_map" else f"option-{name}", value)
    for seat in range(1, players):
        choose(page, f"new-seat-{seat}", bot)
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("board")).to_be_visible()


def see_the_end(page: Page) -> None:
    """The result: score table, luck report, revealed hands."""
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_test_id("score").locator("tr.winner")).to_have_count(1)
    expect(dialog.get_by_test_id("luck")).to_be_visible()
    expect(dialog.get_by_test_id("revealed")).to_be_attached()


def test_a_whole_game_by_clicks(visit: Callable[..., Page]) -> None:
    """To the end, and then the dice are checked in the page."""
    page = visit()
    open_table(page)
    visitor = Visitor(page)
    visitor.play()
    see_the_end(page)
    print(dict(visitor.done))
    assert visitor.done["place settlement"] >= 2
    page.get_by_test_id("end-fair").click()
    page.get_by_test_id("fair-check").click()
    verdict = page.get_by_test_id("fair-verdict")
    expect(verdict).to_have_attribute("data-good", "true")
    expect(verdict).to_contain_text("These dice were fair")
    expect(page.get_by_role("dialog")).to_contain_text(f"sevenhex verify {page.url}")


def test_a_whole_game_by_keys_alone(visit: Callable[..., Page]) -> None:
    page = visit()
    typist = Typist(page)
    typist.tab_to("create")
    page.keyboard.press("Enter")
    typist.tab_to("new-more")
    page.keyboard.press("Enter")
    typist.tab_to("option-victory_points")
    page.keyboard.press("Control+a")
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("differences")).to_contain_text("3")
    for seat in (1, 2, 3):
        typist.tab_to(f"new-seat-{seat}")
        page.keyboard.press("Enter")
        page.keyboard.type("Bot: Easy")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id(f"new-seat-{seat}")).to_have_attribute("data-value", "gentle/normal")
    expect(page.get_by_test_id("start")).to_be_enabled()
    typist.tab_to("start")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("board")).to_be_visible()
    typist.play()
    see_the_end(page)
    print(dict(typist.done))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390)], ids=["upright", "on its side"])
def test_a_whole_game_by_touch(visit: Callable[..., Page], folder: Path, width: int, height: int) -> None:
    """On a phone, from the roll of a seven to the end; whatever is pressed is on the screen, and nothing scrolls."""
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.scene(rolled=False, players=3, hands={0: RICH, 1: {"wool": 3}}, victory_points=5)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], {"victory_points": 5}, seed=prepared.seed_for(game, "dice 3 4"))
    page = visit(f"#/t/{code}", ann, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    expect(page.get_by_test_id("board")).to_be_visible()
    toucher = Toucher(page)
    toucher.play()
    print(dict(toucher.done))
    assert {"discard", "place robber"} <= set(toucher.done)
    see_the_end(page)


def test_six_players_in_paired_turns(visit: Callable[..., Page], folder: Path) -> None:
    """Both markers are shown, and the player's own part as player 2 comes and ends."""
    (ann,) = prepared.people(folder, "Ann")
    # the bot opposite has rolled and has nothing to build with: Ann's part comes next, and her cards end the game in her own turn
    game = prepared.scene(seat=3, players=6, hands={0: RICH}, victory_points=5)
    page = visit(f"#/t/{prepared.table(folder, game, [ann, *['greedy'] * 5], {'victory_points': 5})}", ann)
    visitor = Visitor(page, trades=False)
    visitor.until(lambda now: "as player 2" in now["sentence"] and now["mine"] and not now["spots"])
    marker = page.get_by_test_id("panel-0").get_by_label("player 2 of this turn")
    expect(marker).to_be_visible()
    expect(page.get_by_test_id("panel-3").get_by_label("holds the dice")).to_be_visible()
    expect(page.get_by_label("holds the dice")).to_have_count(1)
    expect(page.get_by_test_id("end")).to_have_text("End my part")
    # trade with others belongs to player 1 of the turn
    page.get_by_test_id("offer").hover()
    expect(page.get_by_test_id("offer-why")).to_contain_text("PAIR-")
    page.get_by_test_id("end").click()
    expect(marker).to_have_count(0)
    visitor.play()
    see_the_end(page)


def test_a_map_of_the_pad_is_drawn(visit: Callable[..., Page]) -> None:
    """`zip`: a room is opened on the seventh map of the pad, and victory points are counted on a track."""
    page = visit()
    open_table(page, "zip", players=3, points=3, new_map="7")
    expect(page.get_by_test_id("board")).to_have_class(re.compile(r"\bdrawn\b"))
    expect(page.get_by_test_id("track-0").locator("i")).to_have_count(3)


def test_a_drawn_game_on_a_map_of_the_pad(visit: Callable[..., Page], folder: Path) -> None:
    """`zip`: pieces drawn with a pen, victory points on a track, to the end."""
    (ann,) = prepared.people(folder, "Ann")
    options = {"victory_points": 5, "map": 7}
    game = prepared.scene(edition="zip", rolled=False, hands={0: RICH}, **options)
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'greedy', 'greedy'], options)}", ann)
    expect(page.get_by_test_id("board")).to_have_class(re.compile(r"\bdrawn\b"))
    expect(page.get_by_test_id("track-0").locator("i")).to_have_count(5)
    worth = {"settlement": 1, "city": 2}
    built = sum(worth[building["kind"]] for building in game.view(0).to_json()["buildings"] if building["seat"] == 0)
    expect(page.get_by_test_id("track-0").locator("i.full")).to_have_count(built)
    Visitor(page).play()
    see_the_end(page)


def test_trade_before_build_where_the_phases_are_separate(visit: Callable[..., Page], folder: Path) -> None:
    """`fourth`: after the first build of a turn the page refuses to trade, with the clause; then the game goes on to its end."""
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.scene(edition="fourth", hands={0: RICH}, victory_points=4)
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'greedy', 'greedy'], {'victory_points': 4})}", ann)
    expect(page.get_by_test_id("turn-sentence")).to_contain_text("Trade first")
    visitor = Visitor(page)
    page.get_by_test_id("build-road").click()
    visitor.place(visitor.look()["spots"][0][0])
    expect(page.get_by_test_id("turn-sentence")).to_contain_text("Build on")
    for button in ("bank", "offer"):
        page.get_by_test_id(button).hover()
        expect(page.get_by_test_id(f"{button}-why")).to_contain_text("TURN-")
    visitor.play()
    see_the_end(page)


def test_friends_join_by_code_and_choose_colours(visit: Callable[..., Page]) -> None:
    host, guest = visit(), visit()
    host.get_by_test_id("name").fill("Ann")
    host.get_by_test_id("friends").click()
    choose(host, "new-players", "3")
    code = host.get_by_test_id("code").inner_text()
    guest.get_by_test_id("join-code").fill(f"  {code.upper()} ")
    guest.get_by_test_id("join").click()
    guest.get_by_test_id("room-name").fill("Ben")
    guest.get_by_test_id("sit-2").click()
    expect(host.get_by_test_id("seat-2")).to_contain_text("Ben")
    guest.get_by_test_id("colour-blue").click()
    expect(host.get_by_test_id("seat-1")).to_contain_text("Ben")
    expect(host.get_by_test_id("start")).to_have_count(0)  # a seat is open
    choose(host, "new-seat-2", "random/normal")
    guest.get_by_test_id("room-fair").click()
    guest.get_by_test_id("fair-word").fill("my own words")
    guest.get_by_test_id("fair-add").click()
    guest.keyboard.press("Escape")
    host.get_by_test_id("start").click()
    for page in (host, guest):
        expect(page.get_by_test_id("board")).to_be_visible()
    host.get_by_test_id("fair-open").click()
    expect(host.get_by_role("dialog")).to_contain_text("my own words")
    host.keyboard.press("Escape")
    host.get_by_test_id("home").click()
    expect(host.get_by_test_id(f"table-{code}")).to_contain_text("Ann0,Ben0")


def test_the_pad_of_maps_is_chosen_by_its_pictures(visit: Callable[..., Page]) -> None:
    page = visit()
    page.get_by_test_id("create").click()
    choose(page, "new-edition", "zip")
    expect(page.get_by_test_id("pad").get_by_role("button")).to_have_count(50)
    page.get_by_test_id("pad-7").click()
    expect(page.get_by_test_id("new-map")).to_have_attribute("data-value", "7")
    expect(page.get_by_test_id("pad-7")).to_have_attribute("aria-pressed", "true")
    choose(page, "new-map", "50")
    expect(page.get_by_test_id("pad-50")).to_be_in_viewport()
    shown = page.get_by_test_id("pad-50").locator("text").all_text_contents()
    assert shown == [str(number) for number in editions.load("zip").pad[49].numbers if number]


@pytest.mark.nightly
@pytest.mark.timeout(1500)
@pytest.mark.parametrize(("edition", "players"), [("sixth", 4), ("extension", 6), ("summary", 5), ("zip", 4), ("fourth", 3), ("sixth", 2)])
def test_a_real_game_to_ten_points(visit: Callable[..., Page], edition: str, players: int) -> None:
    page = visit(reduced_motion="no-preference")
    open_table(page, edition, players, points=None)
    visitor = Visitor(page)
    visitor.play(seconds=1200)
    see_the_end(page)
    print(edition, players, dict(visitor.done))
