"""Watching and looking back: what a spectator's browser is sent, replays by link, fair dice checked in the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import frames
import hosting
import prepared
from playwright.sync_api import Browser, Page, expect
from visitor import Visitor

Visit = Callable[..., Page]
CARDS = ("knight", "victory point", "road building", "year of plenty", "monopoly")


def hidden(data: list[Any], own: int | None = None) -> None:
    """Nothing in there tells a hand, a development card or hidden points of another seat."""
    seen = 0
    for view in frames.views(data):
        for seat in view["seats"]:
            if seat["seat"] != own:
                seen += 1
                assert [seat["hand"], seat["dev"], seat["dev_fresh"], seat["total_points"]] == [None] * 4, seat
    assert seen > 50
    steals = draws = 0
    for event in frames.events(data):
        facts = event["data"]
        if event["kind"] == "robbed" and own not in (event["seat"], facts.get("victim")):
            steals += 1
            assert "resource" not in facts or facts["resource"] is None, event
            assert not re.search(r"\b(brick|lumber|wood|wool|grain|wheat|ore)\b", json.dumps(event)), event
        if event["kind"] == "bought" and own != event["seat"]:
            draws += 1
            assert facts.get("card") is None, event
            assert not any(card in json.dumps(event).lower() for card in CARDS), event
    print(f"{len(data)} messages, {seen} hands, {steals} steals, {draws} draws looked at")
    assert draws


def test_a_spectator_is_sent_no_hidden_card(browser: Browser, host: hosting.Host, folder: Path, visit: Visit) -> None:
    """Every WebSocket frame and every answer of the API that this browser gets, while a game with steals and draws goes on."""
    (ann,) = prepared.people(folder, "Ann")
    plenty = {seat: {"wool": 2, "grain": 2, "ore": 2, "brick": 1} for seat in range(3)}
    game = prepared.scene(rolled=False, hands=plenty)
    prepared.roll(game, 3, 4)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], public=True)
    context = browser.new_context(base_url=host.url)
    try:
        heard = frames.Frames(context)
        watcher = context.new_page()
        watcher.goto(f"/#/t/{code}")
        expect(watcher.get_by_test_id("board")).to_be_visible()
        expect(watcher.get_by_test_id("hand")).to_have_count(0)
        expect(watcher.get_by_test_id("build")).to_have_count(0)
        page = visit(f"#/t/{code}", ann)
        Visitor(page, trades=False).play(actions=40)
        watcher.reload()
        expect(watcher.get_by_test_id("log")).to_be_visible()
        for path in ("replay", "record", "report", "fair", ""):
            watcher.evaluate("(path) => fetch(path).then((answer) => answer.text())", f"/api/tables/{code}/{path}".rstrip("/"))
        watcher.goto(f"/#/r/{code}/5")
        expect(watcher.get_by_test_id("replay-count")).to_be_visible()
        watcher.goto("/#/")
        expect(watcher.get_by_test_id("quick-play")).to_be_enabled()
        hidden(heard.collect())
        record = watcher.evaluate("(path) => fetch(path).then((answer) => answer.text())", f"/api/tables/{code}/record")
        assert not re.search(r"draw (knight|victory|road|year|monopoly)|steal (brick|lumber|wool|grain|ore)", record)
    finally:
        context.close()


def test_a_replay_opens_at_the_move_of_its_link(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.finished(players=3, victory_points=5)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], {"victory_points": 5}, public=True)
    page = visit(f"#/r/{code}/30")
    count = page.get_by_test_id("replay-count")
    expect(count).to_have_text(re.compile(r"^Move 30 of \d+$"))
    before = page.get_by_test_id("replay-said").inner_text()
    page.get_by_test_id("replay-next").click()
    expect(count).to_have_text(re.compile(r"^Move 31 of"))
    expect(page).to_have_url(re.compile(f"#/r/{code}/31$"))
    expect(page.get_by_test_id("replay-said")).not_to_have_text(before)
    page.keyboard.press("End")
    expect(page.get_by_test_id("replay-said")).to_contain_text("win")
    page.get_by_test_id("replay-first").click()
    expect(page.locator("[data-building]")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_test_id("replay-download").click()
    path = download.value.path()
    # the saved record can be opened again as a file
    page.goto("/#/")
    page.get_by_test_id("record-file").set_input_files(path)
    expect(page.get_by_test_id("replay-count")).to_be_visible()
    page.get_by_test_id("replay-last").click()
    expect(page.get_by_test_id("replay-said")).to_contain_text("win")


def test_a_file_that_is_no_record_is_refused_in_words(visit: Visit, tmp_path: Path) -> None:
    page = visit(tolerant=True)
    bad = tmp_path / "bad.txt"
    bad.write_text("this is no game\n")
    page.get_by_test_id("record-file").set_input_files(bad)
    expect(page.get_by_test_id("problem")).to_contain_text("That file cannot be replayed")


def test_the_running_game_can_be_looked_back_on_with_own_knowledge(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"wool": 2}, 1: {"ore": 3}}), [ann, "random", "random"])
    page = visit(f"#/r/{code}", ann)
    expect(page.get_by_test_id("replay-count")).to_have_text("Move 0 of 2")
    expect(page.get_by_test_id("hand-wool")).to_have_attribute("data-count", "2")
    expect(page.get_by_text("you see what you know")).to_be_visible()


def test_an_address_without_the_sharp_sign_opens_the_table(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(), [ann, "random", "random"])
    page = visit(f"t/{code}", ann)
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/#/t/{code}$"))


def test_a_page_that_is_not_there_says_so(visit: Visit) -> None:
    page = visit("#/t/nosuchtabl", tolerant=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("does not exist")
    page.goto("/#/r/nosuchtabl/3")
    expect(page.get_by_role("alert")).to_be_visible()
