"""Every page that has an address, at four sizes: axe-core finds nothing at all, nothing scrolls sideways, no word is cut off.

A run of a night (`make test-long`). `SEVENHEX_PICTURES=FOLDER` runs it too and keeps a picture of each, which is how they are looked at;
`SEVENHEX_LANGUAGE=de` speaks another language.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import prepared
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from test_web_access import OUTSIDE, moments  # noqa: F401
from test_web_study import START

from amounts import LONG
from sevenhex.server.store import accounts
from sevenhex.server.store.store import Store

Visit = Callable[..., Page]
SIZES = {"desktop": (1280, 800), "tablet": (768, 1024), "phone": (390, 664), "sideways": (844, 390)}
PICTURES = os.environ.get("SEVENHEX_PICTURES")
LANGUAGE = os.environ.get("SEVENHEX_LANGUAGE", "en")
PATIENCE = 180_000  # milliseconds: a busy machine is no fault of the page
nightly = pytest.mark.skipif(not (LONG or PICTURES), reason="all pages at all sizes take minutes: SEVENHEX_LONG=1")
ROUTER = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "router.svelte.ts"

# the address, and what is there when the page has come
ADDRESSES = {
    "lobby": ("", "quick-play"),
    "how": ("#/how", "how"),
    "lessons": ("#/learn", "lesson-place"),
    "lesson": ("#/learn/sixth/city", "lesson-text"),
    "rules": ("#/rules/sixth", "rules-search"),
    "rule": ("#/rules/sixth/BUILD-2", "rule"),
    "new": ("#/new/fourth/sixth", "compare"),
    "kit-sheet": ("#/kit/sheet/sixth/4", "sheet-board"),
    "kit-island": ("#/kit/island/sixth/4/77", "island-board"),
    "kit-dice": ("#/kit/dice/sixth/4", "kit-dice"),
    "kit-score": ("#/kit/score/sixth/4", "kit-score"),
    "kit-costs": ("#/kit/costs/sixth/4", "cost-cards"),
    "study": ("#/study", "study-page"),
    "board": (f"#/board/p.{quote(START)}", "study-board"),
    "review-none": ("#/review", "review-file"),
    "puzzles": ("#/puzzles", "puzzle-ask"),
    "drills": ("#/drills", "deck-due"),
    "openings": ("#/openings", "opening-ask"),
    "account": ("#/me", "account"),
    "profile": ("#/me/profile", "profile"),
    "who": ("#/who/Pages%20Ann", "profile"),
    "desk": ("#/desk", "desk-overview"),
    "desk-tables": ("#/desk/tables", "desk-tables"),
    "desk-bans": ("#/desk/bans", "desk-bans"),
    "desk-pairs": ("#/desk/pairs", "desk-pairs"),
    "desk-complaints": ("#/desk/complaints", "desk-complaints"),
    "tournaments": ("#/tournaments", "tournament-name"),
    "find": ("#/find", "find"),
    "people": ("#/people", "people"),
    "club": ("#/club", "club"),
    "nowhere": ("#/t/zzzzz", "gone"),
}

MOMENTS = ("main", "discard", "offer", "six", "zip", "end", "room", "replay", "review")  # of a table

# who looks at each page of the router
LOOKED_AT = {
    "lobby": "lobby", "study": "study", "how": "how", "me": "account", "clubs": "tournaments", "desk": "desk", "learn": "lesson",
    "rules": "rules", "new": "new", "kit": "kit-sheet", "table": "main", "replay": "replay",
}  # fmt: skip

# text that its own box cuts off without saying so by dots
CUT = """
() => [...document.querySelectorAll("button, a, h1, h2, h3, p, li, label, td, th, legend, summary, dt, dd")].filter((e) => {
  const style = getComputedStyle(e), box = e.getBoundingClientRect();
  const unseen = !box.width || !box.height || style.visibility === "hidden" || style.clipPath !== "none";
  if (unseen || e.closest(".hidden, .skip, .latest, svg, [aria-hidden=true]")) return false;
  const cuts = /hidden|clip/.test(style.overflowX) && style.textOverflow !== "ellipsis";
  return cuts && (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 4);
}).map((e) => `${e.tagName}.${e.className}: ${e.textContent.trim().slice(0, 60)}`)
"""
VIOLATIONS = """(options) => axe.run(options).then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
  nodes.map((node) => `${id} (${impact}): ${node.html.slice(0, 160)}: ${node.failureSummary.replace(/\\s+/g, " ")}`)))"""


@pytest.fixture(scope="module")
def operator(folder: Path) -> prepared.Person:
    """Somebody with an account who has played and may use the operator's desk."""
    person, other = prepared.people(folder, "Pages Ann", "Pages Ben")

    async def work(store: Store) -> None:
        await accounts.register(store, person.id, person.name, {"pagesann"}, "Chromium", "0" * 64, None)
        await accounts.set_shown(store, person.id, True)
        await accounts.set_operator(store, person.id, True)

    prepared.table(folder, prepared.finished(victory_points=5, seed=2), [person, other, "random", "random"], {"victory_points": 5})
    prepared.run(work, folder)
    return person


def violations(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """All that axe-core finds, however slight. What moves meanwhile is looked at again."""
    options = {"resultTypes": ["violations"], **({"runOnly": {"type": "rule", "values": list(rules)}} if rules else {})}
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(VIOLATIONS, options)
    if found:
        page.wait_for_timeout(1000)
        found = [each for each in page.evaluate(VIOLATIONS, options) if each in found]
    return list(found)


def look(page: Page, name: str, rules: tuple[str, ...] = (), sizes: dict[str, tuple[int, int]] = SIZES) -> list[str]:
    """What is wrong with a page, at each size."""
    faults = []
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{size}.png")
        scroll, wide, outside = page.evaluate(OUTSIDE)
        found = [f"is {scroll} wide in {wide}: {outside}"] if scroll > wide or outside else []
        found += [f"cut off: {each}" for each in page.evaluate(CUT)]
        faults += [f"{name}, {size}: {each}" for each in found + violations(page, rules)]
    return faults


@nightly
@pytest.mark.parametrize("part", range(4))
def test_every_page_is_sound_at_every_size(visit: Visit, operator: prepared.Person, part: int) -> None:
    """In four parts, which several workers share."""
    page = visit("", operator, locale=LANGUAGE)
    faults = []
    for name, (path, waited) in list(ADDRESSES.items())[part::4]:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"/{path}")
        expect(page.get_by_test_id(waited).first).to_be_visible(timeout=PATIENCE)
        page.wait_for_load_state("networkidle")
        faults += look(page, name)
    assert not faults, "\n".join(faults)


def test_no_page_is_forgotten() -> None:
    """The router knows no page that is not looked at here."""
    known = set(re.findall(r'page: "(\w+)"', ROUTER.read_text("utf-8").partition("function")[0]))
    assert known == set(LOOKED_AT)
    assert set(LOOKED_AT.values()) <= {*ADDRESSES, *MOMENTS}


@nightly
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_of_a_table_is_sound_at_every_size(
    visit: Visit,
    moments: dict[str, tuple[str, prepared.Person]],  # noqa: F811
    moment: str,
) -> None:
    code, person = moments.get(moment, moments["end"])
    path = {"room": "", "replay": f"#/r/{code}/40", "review": f"#/review/{code}"}.get(moment, f"#/t/{code}")
    page = visit(path, person, locale=LANGUAGE)
    if moment == "room":
        page.get_by_test_id("friends").click()
        page.get_by_test_id("new-more").click()
        expect(page.get_by_test_id("qr")).to_be_visible()
    elif moment in ("replay", "review"):
        expect(page.get_by_test_id("turning" if moment == "replay" else "review-curve")).to_be_visible(timeout=PATIENCE)
    else:
        expect(page.get_by_test_id("board")).to_be_visible()
    if moment == "main":
        page.get_by_test_id("build-road").click()
    if moment == "end":
        page.get_by_test_id("show-result").click()
        expect(page.get_by_test_id("score")).to_be_visible()
    faults = look(page, f"table-{moment}")
    assert not faults, "\n".join(faults)
