"""Whole games through the page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from visitor import Typist, Visitor


def open_table(
    page: Page, edition: str = "sixth", players: int = 4, bot: str = "greedy/normal", points: int | None = 5, **options: str
) -> None:
    """Fill in the form for a new table, as a person would, and start it."""
    page.get_by_test_id("create").click()
    page.get_by_test_id("new-edition").select_option(edition)
    page.get_by_test_id("new-players").select_option(str(players))
    page.get_by_test_id("new-more").click()
    if points is not None:
        page.get_by_test_id("option-victory_points").fill(str(points))
        page.get_by_test_id("option-victory_points").blur()
    for name, value in options.items():
        page.get_by_test_id(name if name == "new_map" else f"option-{name}").select_option(value)
    for seat in range(1, players):
        page.get_by_test_id(f"new-seat-{seat}").select_option(bot)
    page.get_by_test_id("new-open").click()
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("board")).to_be_visible()


def see_the_end(page: Page) -> None:
    """The result: score table, charts, and a way to look at the island again."""
    dialog = page.get_by_test_id("end")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("table").first).to_be_visible()


def test_a_whole_game_by_clicks(visit: Callable[..., Page]) -> None:
    page = visit()
    open_table(page)
    visitor = Visitor(page)
    visitor.play()
    see_the_end(page)
    print(dict(visitor.done))


def test_a_whole_game_by_keys_alone(visit: Callable[..., Page]) -> None:
    page = visit()
    typist = Typist(page)
    typist.tab_to("create")
    page.keyboard.press("Enter")
    typist.tab_to("new-more")
    page.keyboard.press("Enter")
    typist.tab_to("option-victory_points")
    page.keyboard.press("Control+a")
    page.keyboard.type("4")
    for seat in (1, 2, 3):
        typist.tab_to(f"new-seat-{seat}")
        page.keyboard.type("Bot: Greedy")
    typist.tab_to("new-open")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("start")).to_be_enabled()
    typist.tab_to("start")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("board")).to_be_visible()
    typist.play()
    see_the_end(page)
    print(dict(typist.done))
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("end")).to_be_hidden()
