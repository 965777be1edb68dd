"""The line to the table: one that dies without a word is noticed and opened anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import prepared
from playwright.sync_api import Page, WebSocketRoute, expect
from visitor import Visitor

Visit = Callable[..., Page]


def test_a_line_that_dies_silently_is_noticed_and_opened_anew(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"brick": 1, "lumber": 1}}), [ann, "random", "random"])
    page = visit("", ann)
    page.clock.install()
    lines: list[WebSocketRoute] = []
    dead = [0]  # how many of them, the first ones

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        server, own = line.connect_to_server(), len(lines)
        line.on_message(lambda said: None if own <= dead[0] else server.send(said))  # a dead one swallows everything and closes nothing
        server.on_message(lambda said: None if own <= dead[0] else line.send(said))

    page.route_web_socket(re.compile("/play$"), through)
    page.goto(f"/#/t/{code}")
    page.reload()  # a new hash alone keeps the page that was there before the route
    expect(page.get_by_test_id("build-road")).not_to_have_attribute("aria-disabled", "true")
    dead[0] = len(lines)
    page.clock.fast_forward(16_000)  # the ping leaves, and no answer comes
    expect(page.get_by_test_id("line")).to_have_count(0)
    page.clock.fast_forward(9_000)  # it is given up
    page.clock.fast_forward(1_000)  # and opened anew
    mine = page.locator('[data-road][data-owner="0"]')
    before = mine.count()
    page.clock.resume()
    page.get_by_test_id("build-road").click()
    visitor = Visitor(page)
    visitor.place(visitor.look()["spots"][0][0])
    expect(mine).to_have_count(before + 1)
    assert len(lines) == dead[0] + 1
    expect(page.get_by_test_id("line")).to_have_count(0)


def test_a_line_that_answers_is_kept(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(), [ann, "random", "random"])
    page = visit("", ann)
    page.clock.install()
    opened: list[str] = []
    pongs: list[str] = []

    def watch(line: object) -> None:
        opened.append("line")
        line.on("framereceived", lambda said: pongs.append(str(said)) if "pong" in str(said) else None)  # type: ignore[attr-defined]

    page.on("websocket", watch)
    page.goto(f"/#/t/{code}")
    page.reload()
    expect(page.get_by_test_id("build-road")).to_be_visible()
    opened.clear()
    for round_ in range(1, 4):
        page.clock.fast_forward(16_000)
        while len(pongs) < round_:
            page.wait_for_timeout(20)
    assert opened == []
