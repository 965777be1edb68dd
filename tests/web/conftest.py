"""Fixtures of the browser tests."""

from __future__ import annotations

import contextlib
import os
from asyncio import events
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hosting
import prepared
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

# SEVENHEX_SLOW=1: a quarter of the processor and answers a fifth of a second late, which shows what a page or a test does not wait for
SLOW = os.environ.get("SEVENHEX_SLOW") == "1"

# What a page draws at random is the same in every run: words that it seals for the dice, which puzzle or opening comes next. Ids of
# commands (`crypto.randomUUID`) stay chance, as they must differ from those of an earlier visit, and so do the longer ones by which
# Playwright knows the lines that it holds.
PAGE_CHANCE = """(() => {
  const bytes = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array.length === 12 ? array.fill(7) : bytes(array));
  let drawn = 20_000_000;
  Math.random = () => (drawn = (drawn * 48271) % 2147483647) / 2147483647;
})()"""

expect.set_options(timeout=60_000)  # a busy machine is no fault of the page


@contextlib.contextmanager
def its_loop() -> Iterator[None]:
    """Playwright's event loop is this thread's again in the end: other tests may have come between (see `tests/conftest.py`)."""
    loop = events._get_running_loop()
    yield
    events._set_running_loop(loop)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        with its_loop():
            yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A real Chromium, or a skip that says how to get one."""
    if hosting.find_browser(playwright) is None:
        pytest.skip(hosting.NO_BROWSER)
    found = hosting.launch(playwright)
    with its_loop():
        yield found
    found.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[hosting.Host]:
    """One server for the session; bots answer at once, and the table may vote a second after somebody left."""
    trouble = hosting.build_page()
    if trouble:
        pytest.fail(trouble)
    with hosting.Host(tmp_path_factory.mktemp("web"), grace_seconds=1.0) as found:
        yield found
    assert not found.complaints()


@pytest.fixture
def visit(browser: Browser, host: hosting.Host) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser of its own (a context with own cookies); a script error on any of them fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(
        path: str = "", person: prepared.Person | None = None, phone: bool = False, tolerant: bool = False, **settings: Any
    ) -> Page:
        wanted = {
            "viewport": PHONE if phone else DESKTOP,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "service_workers": "block",
            **settings,
        }
        context = browser.new_context(base_url=host.url, **wanted)
        context.set_default_timeout(60_000)
        contexts.append(context)
        if person is not None:
            context.add_cookies([{"name": "sevenhex", "value": person.secret, "url": host.url, "httpOnly": True}])
        context.add_init_script(PAGE_CHANCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        if not tolerant:
            page.on("console", lambda said: errors.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        if SLOW and settings.get("service_workers") != "allow":  # (the tools that slow a network down would also switch it on again)
            slow_down(page)
        page.goto(f"/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


def slow_down(page: Page) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    tools.send("Network.emulateNetworkConditions", {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1})


@pytest.fixture(scope="session")
def folder(host: hosting.Host) -> Path:
    return host.folder
