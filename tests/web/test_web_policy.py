"""The browser enforces the server's content policy, and no page of ours breaks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import prepared
from playwright.sync_api import Page, expect
from visitor import Visitor

WATCH = """() => {
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`);
  });
}"""
TRY = """() => new Promise((resolve) => {
  document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true });
  document.body.insertAdjacentHTML("beforeend", '<p style="color: red">inline</p>');
  setTimeout(() => resolve(""), 2000);
})"""


def violations(page: Page) -> list[str]:
    return list(page.evaluate("window.violations"))


def test_no_page_breaks_the_policy_that_the_browser_enforces(folder: Path, visit: Callable[..., Page]) -> None:
    (ann,) = prepared.people(folder, "Ann")
    running = prepared.table(folder, prepared.scene(rolled=False), [ann, "greedy", "greedy"])
    over = prepared.table(
        folder, prepared.finished(players=3, victory_points=5), [ann, "greedy", "greedy"], {"victory_points": 5}, public=True
    )
    page = visit("", ann, tolerant=True, reduced_motion="no-preference")
    policy = page.request.get("/").headers["content-security-policy"]
    assert "unsafe" not in policy
    page.add_init_script(f"({WATCH})()")
    page.reload()
    expect(page.get_by_test_id("quick-play")).to_be_enabled()
    assert violations(page) == []
    page.goto(f"/#/t/{running}")
    page.reload()
    expect(page.get_by_test_id("board")).to_be_visible()
    Visitor(page).play(actions=12)  # cards fly, rings blink, choosers open
    assert violations(page) == []
    page.goto(f"/#/r/{over}/30")
    page.reload()
    expect(page.get_by_test_id("replay-count")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(TRY) == "style-src-attr"  # it would have been noticed
