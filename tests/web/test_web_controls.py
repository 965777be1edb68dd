"""The page's own controls do what the native ones did: with the pointer, with keys, and for those who hear them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from visitor import choose

Visit = Callable[..., Page]


def test_a_list_opens_and_chooses_with_the_pointer(visit: Visit) -> None:
    page = visit()
    choose(page, "language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_test_id("language-list")).to_have_count(0)


def test_a_list_is_walked_with_keys(visit: Visit) -> None:
    page = visit()
    choice = page.get_by_test_id("language")
    choice.focus()
    page.keyboard.press("ArrowDown")
    expect(choice).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("d")  # the first word that begins so
    expect(page.get_by_test_id("language-list").locator(".at")).to_have_text("Deutsch")
    active = page.locator(f"id={choice.get_attribute('aria-activedescendant')}")
    expect(active).to_have_text("Deutsch")
    page.keyboard.press("Escape")
    expect(choice).to_have_attribute("data-value", "en")
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    expect(choice).to_have_attribute("data-value", "de")
    expect(choice).to_be_focused()


def test_a_click_elsewhere_closes_the_list(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("language").click()
    expect(page.get_by_test_id("language-list")).to_be_visible()
    page.mouse.click(640, 600)
    expect(page.get_by_test_id("language-list")).to_have_count(0)
    expect(page.get_by_test_id("language")).to_have_attribute("data-value", "en")


def test_settings_are_kept(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("settings").click()
    page.get_by_test_id("theme-dark").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_test_id("pace-calm").check(force=True)
    page.get_by_test_id("sound-on").click()
    expect(page.get_by_test_id("volume")).to_be_disabled()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_test_id("settings").click()
    expect(page.get_by_test_id("pace-calm")).to_be_checked()
    expect(page.get_by_test_id("sound-on")).to_have_attribute("aria-checked", "false")
