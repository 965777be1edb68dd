"""A complaint at the table, and the operator's desk that receives it, in a real browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from test_web_access import faults, stays_inside

Visit = Callable[..., Page]
PARTS = ("overview", "complaints", "tables", "bans", "pairs")


@pytest.mark.parametrize(("phone", "dark", "language"), [(False, True, "en"), (True, False, "de")])
def test_a_complaint_goes_from_the_table_to_the_desk(visit: Visit, folder: Path, phone: bool, dark: bool, language: str) -> None:
    ann, ben, boss = prepared.people(folder, f"Ann {language}", f"Ben {language}", f"Boss {language}")
    code = prepared.table(folder, prepared.scene(), [ann, ben, "greedy"])
    look = {"phone": phone, "color_scheme": "dark" if dark else "light", "locale": language}
    player = visit(f"#/t/{code}", person=ann, **look)
    if phone:
        player.get_by_test_id("menu").click()
    menu = player.get_by_test_id("menu-dialog") if phone else player
    menu.get_by_test_id("table-menu").click()
    player.get_by_test_id("complain-1").click()
    player.get_by_test_id("complaint-text").fill("He waits until the last second.")
    stays_inside(player)
    assert not faults(player)
    player.get_by_test_id("complaint-send").press("Enter")
    expect(player.get_by_test_id("complained")).to_be_visible()

    desk = visit("#/desk", person=boss, tolerant=True, **look)
    expect(desk.get_by_test_id("desk-problem")).to_be_visible()  # an account, and named on the command line, is needed
    desk.goto(desk.url.partition("#")[0] + "#/me")
    desk.get_by_test_id("account-name").fill(boss.name)
    desk.get_by_test_id("keep-phrase").click()
    expect(desk.get_by_test_id("phrase")).to_be_visible()
    named = ["-m", "sevenhex", "admin", "operator", boss.name, "--store", str(folder)]  # beside the running server, as operators do it
    subprocess.run([sys.executable, *named], check=True, capture_output=True, timeout=120)
    desk.reload()
    desk.get_by_test_id("to-desk").click()
    for part in PARTS:
        desk.get_by_test_id(f"desk-{part}").click()
        expect(desk.get_by_test_id(f"desk-{part}")).to_have_attribute("aria-current", "page")
        desk.wait_for_load_state("networkidle")
        expect(desk.get_by_test_id("desk-problem")).to_have_count(0)
        stays_inside(desk)
        assert not faults(desk)
    desk.get_by_test_id("desk-complaints").click()
    line = desk.get_by_test_id("complaints").get_by_role("listitem").filter(has_text=ben.name)
    line.get_by_role("button").press("Enter")
    expect(desk.get_by_test_id("complaint")).to_contain_text("He waits until the last second.")
    assert not faults(desk)
    desk.get_by_test_id("silence").click()
    expect(desk.get_by_test_id("desk-said")).to_be_visible()
    desk.get_by_test_id("note").fill("asked to hurry")
    desk.get_by_test_id("close-complaint").click()
    expect(line).to_have_count(0)
    desk.get_by_test_id("closed-complaints").click()
    expect(desk.get_by_test_id("complaints")).to_contain_text("asked to hurry")
    desk.get_by_test_id("desk-bans").click()
    stays_inside(desk)
    desk.get_by_test_id("lift").first.click()
    expect(desk.get_by_test_id("lift")).to_have_count(0)
    desk.get_by_test_id("desk-tables").click()
    desk.get_by_test_id(f"end-{code}").click()
    desk.get_by_test_id("end-yes").click()
    expect(desk.get_by_test_id(f"end-{code}")).to_have_count(0)
