"""A message draws only what it changed, and nothing shows itself that nobody asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, expect
from visitor import Visitor

Visit = Callable[..., Page]
PLENTY = {"brick": 2, "lumber": 3, "wool": 1, "grain": 2, "ore": 2}

# every change of the document by where it happens
WATCH = """
() => {
  window.changed = { island: 0, spoken: 0, panels: 0 };
  const count = (where, selector) =>
    new MutationObserver((changes) => (window.changed[where] += changes.filter((change) => change.target.closest?.(selector)).length))
      .observe(document.querySelector(selector), { attributes: true, childList: true, subtree: true, characterData: true });
  count("island", "svg.still");
  count("panels", '[data-testid="panel-2"]');
  for (const line of document.querySelectorAll('[data-testid="log"] [data-n]'))
    new MutationObserver((changes) => (window.changed.spoken += changes.length)).observe(line, { attributes: true, childList: true, subtree: true, characterData: true });
}
"""  # noqa: E501


def at_ann(folder: Path, visit: Visit, rolled: bool = True, dice: str | None = None, **settings: int) -> Page:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.scene(rolled=rolled, hands={0: PLENTY})
    seed = prepared.seed_for(game, dice) if dice else None
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'greedy', 'greedy'], seed=seed)}", ann, **settings)
    expect(page.get_by_test_id("board")).to_be_visible()
    return page


def test_a_message_touches_only_what_it_changed(folder: Path, visit: Visit) -> None:
    """A road of one's own: the island under it, the story so far and another player's panel stay as they are."""
    page = at_ann(folder, visit)
    lines = page.locator('[data-testid="log"] [data-n]')
    before, roads = lines.count(), page.locator("[data-road]").count()
    page.get_by_test_id("build-road").click()
    page.evaluate(WATCH)
    visitor = Visitor(page)
    visitor.place(visitor.look()["spots"][0][0])
    expect(page.locator("[data-road]")).to_have_count(roads + 1)
    expect(lines).to_have_count(before + 1)
    assert page.evaluate("() => window.changed") == {"island": 0, "spoken": 0, "panels": 0}


def test_the_reason_of_a_button_waits_until_somebody_points_at_it(folder: Path, visit: Visit) -> None:
    """A seven: "End turn" comes under the pointer that pressed "Roll", and must not cover what is to be done."""
    page = at_ann(folder, visit, rolled=False, dice="dice 3 4")
    page.get_by_test_id("roll").click()
    expect(page.get_by_test_id("chooser-discard")).to_be_visible()
    expect(page.get_by_test_id("end-why")).to_be_attached()
    expect(page.get_by_test_id("end-why")).to_be_hidden()
    page.get_by_test_id("end").hover()
    page.mouse.move(
        *(
            page.evaluate("""() => {
      const box = document.querySelector('[data-testid="end"]').getBoundingClientRect();
      return [box.x + box.width / 3, box.y + box.height / 3];
    }""")
        )
    )
    expect(page.get_by_test_id("end-why")).to_be_visible()


def test_without_motion_a_change_reaches_everything_in_the_same_moment(folder: Path, visit: Visit) -> None:
    """Signs inside of what comes back are seen with it, not a frame later."""
    page = at_ann(folder, visit)
    seen = page.evaluate("""() => {
      const facts = document.querySelector(".facts"), sign = () => getComputedStyle(facts.querySelector("use")).visibility;
      facts.classList.add("behind");
      const hidden = sign();
      facts.classList.remove("behind");
      return [hidden, sign()];
    }""")
    assert seen == ["hidden", "visible"]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 664)])
def test_six_players_on_a_narrow_phone(folder: Path, visit: Visit, width: int, height: int) -> None:
    """Nothing sticks out of a player's chip but an award's badge on its corner, and the dice lie on no harbor."""
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.scene(players=6, hands={0: PLENTY, 1: {"ore": 11}, 2: {"wool": 5}})
    page = visit(f"#/t/{prepared.table(folder, game, [ann, *['greedy'] * 5])}", ann, viewport={"width": width, "height": height})
    expect(page.get_by_test_id("board")).to_be_visible()
    out = page.evaluate("""() => [...document.querySelectorAll('[data-panel]')].flatMap((chip) => {
      for (const fact of [...chip.querySelectorAll(".fact")].slice(-2)) fact.classList.add("award"); // as if everybody held both
      const box = chip.getBoundingClientRect();
      return [...chip.querySelectorAll(".fact, .points")].filter((each) => {
        const own = each.getBoundingClientRect(), slack = each.classList.contains("award") ? 8 : 1;
        return own.width > 0 && (own.right > box.right + slack || own.left < box.left - 1);
      }).map((each) => each.outerHTML.slice(0, 120));
    })""")
    assert not out
    covered = page.evaluate("""() => {
      const dice = document.querySelector('[data-testid="dice"]').getBoundingClientRect();
      return [...document.querySelectorAll("[data-harbor] circle")].map((each) => each.getBoundingClientRect())
        .filter((box) => box.left < dice.right && dice.left < box.right && box.top < dice.bottom && dice.top < box.bottom).length;
    }""")
    assert covered == 0
