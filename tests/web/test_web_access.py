"""For everybody: axe-core finds no serious fault, nothing scrolls sideways on a phone, and it works without sound, motion or colour."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from visitor import Visitor

Visit = Callable[..., Page]

# elements that stick out of the window and are not inside something with its own scroll bar
OUTSIDE = """
() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = (e) => { for (let p = e.parentElement; p; p = p.parentElement) { const o = getComputedStyle(p); if (p !== document.body && /auto|scroll|hidden|clip/.test(o.overflowX)) return true; } return false; };
  const found = [...document.body.querySelectorAll("*")].filter((e) => {
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    return box.width > 2 && box.height > 2 && style.visibility !== "hidden" && (box.right > wide + 1 || box.left < -1) && !scrolls(e) && !e.closest(".skip, .hidden, svg");
  }).map((e) => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().left)}..${Math.round(e.getBoundingClientRect().right)}`);
  return [document.documentElement.scrollWidth, wide, found.slice(0, 5)];
}
"""  # noqa: E501


def faults(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """Serious and critical findings of axe-core, with where they are; what a notice that comes up meanwhile shifts is looked at again."""
    found = serious(page, rules)
    if found:
        page.wait_for_timeout(1000)
        again = serious(page, rules)
        found = {what: why for what, why in again.items() if what in found}
    return [f"{what}: {why}" for what, why in found.items()]


def serious(page: Page, rules: tuple[str, ...]) -> dict[str, str]:
    options = {"resultTypes": ["violations"], **({"runOnly": {"type": "rule", "values": list(rules)}} if rules else {})}
    found = Axe().run(page, options=options).response["violations"]
    return {
        f"{each['id']}: {node['html'][:160]}": node["failureSummary"]
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    }


def stays_inside(page: Page) -> None:
    scroll, wide, outside = page.evaluate(OUTSIDE)
    assert scroll <= wide, f"the page is {scroll} wide in a window of {wide}: {outside}"
    assert not outside


@pytest.fixture(scope="module")
def moments(folder: Path) -> dict[str, tuple[str, prepared.Person]]:
    """Tables at moments that look different."""
    ann, ben = prepared.people(folder, "Ann with quite a long name", "Ben")
    rich = {"brick": 2, "lumber": 2, "wool": 2, "grain": 3, "ore": 3}
    cards = prepared.scene(hands={0: rich, 1: {"brick": 1}})
    discard = prepared.scene(rolled=False, hands={0: rich, 1: {"brick": 1}})
    prepared.roll(discard, 3, 4)
    offer = prepared.scene(seat=1, hands={0: rich, 1: {"brick": 1}})
    offer.play("offer 1 brick for 1 ore")
    six = prepared.scene(players=6, hands={0: rich})
    drawn = prepared.scene(edition="zip", hands={0: rich})
    return {
        "main": (prepared.table(folder, cards, [ann, ben, "random"], clock=300), ann),
        "discard": (prepared.table(folder, discard, [ann, ben, "random"]), ann),
        "offer": (prepared.table(folder, offer, [ann, ben, "random"]), ann),
        "six": (prepared.table(folder, six, [ann, *["random"] * 5]), ann),
        "zip": (prepared.table(folder, drawn, [ann, *["random"] * 2]), ann),
        "end": (prepared.table(folder, prepared.finished(victory_points=5), [ann, *["random"] * 3], {"victory_points": 5}), ann),
    }


@pytest.mark.parametrize(("look", "rules"), [("light", ()), ("dark", ("color-contrast",))], ids=["light", "dark"])
def test_axe_finds_nothing_serious(
    visit: Visit, moments: dict[str, tuple[str, prepared.Person]], look: str, rules: tuple[str, ...]
) -> None:
    """Every rule in the light; in the dark, where only colours differ, those of the colours."""
    lobby = visit("", color_scheme=look)
    expect(lobby.get_by_test_id("quick-play")).to_be_enabled()
    found = {"lobby": faults(lobby, rules)}
    lobby.get_by_test_id("friends").click()
    lobby.get_by_test_id("new-more").click()
    expect(lobby.get_by_test_id("qr")).to_be_visible()
    found["room"] = faults(lobby, rules)
    lobby.goto("/#/how")
    lobby.get_by_test_id("word-settlement").first.click()
    expect(lobby.get_by_test_id("means")).to_be_visible()
    found["how-to"] = faults(lobby, rules)
    lobby.goto("/#/learn")
    expect(lobby.get_by_test_id("lesson-place")).to_be_visible()
    found["lessons"] = faults(lobby, rules)
    lobby.get_by_test_id("lesson-city").click()
    expect(lobby.get_by_test_id("lesson-text")).to_be_visible()
    found["lesson"] = faults(lobby, rules)
    for moment, (code, person) in moments.items():
        page = visit(f"#/t/{code}", person, color_scheme=look)
        expect(page.get_by_test_id("board")).to_be_visible()
        assert page.locator("html").get_attribute("data-theme") == look
        if moment == "main":
            page.get_by_test_id("build-road").click()
            expect(page.get_by_test_id("build-road")).to_have_attribute("aria-pressed", "true")
        if moment == "end":
            page.get_by_test_id("show-result").click()
            expect(page.get_by_test_id("score")).to_be_visible()
        found[moment] = faults(page, rules)
        page.context.close()
    code, person = moments["end"]
    replay = visit(f"#/r/{code}/40", person, color_scheme=look)
    expect(replay.get_by_test_id("turning")).to_be_visible()
    found["replay"] = faults(replay, rules)
    violations = {fault: moment for moment, said in found.items() for fault in said}
    assert not violations, "\n".join(f"{moment}: {fault}" for fault, moment in violations.items())


def test_nothing_scrolls_sideways_on_a_phone(visit: Visit, moments: dict[str, tuple[str, prepared.Person]]) -> None:
    lobby = visit("", phone=True)
    expect(lobby.get_by_test_id("quick-play")).to_be_enabled()
    stays_inside(lobby)
    lobby.get_by_test_id("friends").click()
    expect(lobby.get_by_test_id("fill-start")).to_be_visible()
    stays_inside(lobby)
    assert lobby.evaluate("() => document.documentElement.scrollHeight") < 2 * 844, "two screens at most, with the rules folded away"
    lobby.get_by_test_id("room-rules").locator("> summary").click()
    lobby.get_by_test_id("new-more").click()
    stays_inside(lobby)
    lobby.goto("/#/how")
    expect(lobby.get_by_test_id("how")).to_be_visible()
    stays_inside(lobby)
    for moment, (code, person) in moments.items():
        page = visit(f"#/t/{code}", person, phone=True)
        expect(page.get_by_test_id("board")).to_be_visible()
        if moment == "end":
            page.get_by_test_id("show-result").click()
            expect(page.get_by_test_id("score")).to_be_visible()
            stays_inside(page)
            page.get_by_test_id("to-replay").click()
            expect(page.get_by_test_id("replay-count")).to_be_visible()
        stays_inside(page)
        page.context.close()


def test_the_whole_island_is_on_the_phone_at_once(visit: Visit, moments: dict[str, tuple[str, prepared.Person]]) -> None:
    """Island, the sentence that says what to do and the primary button share the first screen."""
    for moment in ("main", "six"):
        code, person = moments[moment]
        page = visit(f"#/t/{code}", person, phone=True)
        for testid in ("board", "turn-sentence", "end"):
            box = page.get_by_test_id(testid).bounding_box()
            assert box is not None
            assert box["y"] >= 0, (moment, testid, box)
            assert box["y"] + box["height"] <= 844, (moment, testid, box)


def test_tabs_follow_the_pattern_of_aria(visit: Visit, folder: Path) -> None:
    """One stop of the Tab key; arrows, Home and End choose; only tabs are in the list, and each controls a panel of its own."""
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(players=3, seed=6), [ann, 'random', 'random'])}", ann)
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(3)
    assert page.get_by_role("tablist").evaluate("(list) => [...list.children].map((each) => each.getAttribute('role'))") == ["tab"] * 3
    panels = tabs.evaluate_all(
        "(all) => all.map((tab) => document.getElementById(tab.getAttribute('aria-controls')))\
        .map((panel) => [panel.getAttribute('role'), document.getElementById(panel.getAttribute('aria-labelledby')).dataset.testid])"
    )
    assert panels == [["tabpanel", f"tab-{name}"] for name in ("log", "chat", "dice")]

    def chosen(name: str) -> None:
        tab = page.get_by_test_id(f"tab-{name}")
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
        assert tabs.evaluate_all("(all) => all.filter((tab) => tab.tabIndex === 0).map((tab) => tab.dataset.testid)") == [f"tab-{name}"]
        expect(page.get_by_role("tabpanel")).to_have_count(1)  # the others are hidden
        assert page.get_by_role("tabpanel").get_attribute("aria-labelledby") == tab.get_attribute("id")

    page.get_by_test_id("tab-log").focus()
    for key, name in (
        ("ArrowRight", "chat"),
        ("ArrowRight", "dice"),
        ("ArrowRight", "log"),
        ("ArrowLeft", "dice"),
        ("Home", "log"),
        ("End", "dice"),
    ):
        page.keyboard.press(key)
        chosen(name)
    page.keyboard.press("Tab")  # the dice have nothing to press: their panel takes the focus
    expect(page.get_by_role("tabpanel")).to_be_focused()
    page.get_by_test_id("tab-chat").click()
    chosen("chat")


def test_what_happens_is_announced(visit: Visit, folder: Path) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(rolled=False, hands={0: {"wool": 2}}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    expect(page.get_by_test_id("roll")).to_be_visible()
    page.keyboard.press("l")
    expect(page.get_by_test_id("announcer")).to_contain_text("2 wool")
    page.keyboard.press("r")
    expect(page.get_by_test_id("announcer")).to_contain_text("You roll ")


def test_the_keys_are_listed_and_do_not_disturb_typing(visit: Visit, folder: Path) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    visitor = Visitor(page)
    assert visitor.look()["mine"]
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("end the turn")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("c")
    page.keyboard.type("here we are")  # e and r are keys, but not here
    expect(page.get_by_test_id("chat-input")).to_have_value("here we are")
    assert visitor.look(0.3)["mine"]
