"""Somebody who plays through the page alone: looks at its controls, clicks or presses keys, and waits for what follows.

Nothing here knows a rule. What can be done is what the page rings, enables or asks for; which of it is good is guessed from the labels
that a screen reader would read.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
BUILDS = ("city", "settlement", "card", "road")
PATIENCE = 20.0
REACH = 2000.0  # milliseconds: for a button that was there a moment ago

# what a sheet with a trade in it offers
ANSWERING = (
    "give-",
    "get-",
    "rate-",
    "bank",
    "offer",
    "counter",
    "propose",
    "to-",
    "clear",
    "accept",
    "refuse",
    "confirm-",
    "take-",
    "decline-",
    "withdraw",
)

LOOK = (Path(__file__).parent / "look.js").read_text()

MIDDLE = (Path(__file__).parent / "middle.js").read_text()


def choose(page: Page, testid: str, value: str) -> None:
    """Open one of the page's own lists and take this value from it."""
    page.get_by_test_id(testid).click()
    page.get_by_test_id(f"{testid}-list").locator(f'[data-value="{value}"]').click()
    expect(page.get_by_test_id(testid)).to_have_attribute("data-value", value)


def join(page: Page, code: str, name: str, seat: int) -> None:
    """From the lobby to a seat of somebody's table."""
    page.get_by_test_id("join-code").fill(code)
    page.get_by_test_id("join").click()
    page.get_by_test_id("room-name").fill(name)
    page.get_by_test_id(f"sit-{seat}").click()


@dataclass
class Visitor:
    """One player at a page that shows a table."""

    page: Page
    seed: int = 1
    trades: bool = True
    every: int = 16
    """Milliseconds between two looks: a measurement looks seldom, for a look costs the page a millisecond."""
    last: str = ""
    done: Counter[str] = field(default_factory=Counter)
    tried: set[str] = field(default_factory=set)
    waits: list[float] = field(default_factory=list)
    """Milliseconds from an action to its showing, as the page itself measures them (see `watch_actions`)."""

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    # --- the hands: overridden by those who only have a keyboard

    TRAY: ClassVar = ("give-", "get-", "rate-", "bank", "offer", "counter", "propose", "to-", "clear", "withdraw")

    def press(self, testid: str) -> None:
        if testid.startswith(self.TRAY):
            self.open_tray()
        self.click(f'[data-testid="{testid}"]')

    def open_tray(self) -> None:
        """On a small screen the trade comes up from below."""
        opener, tray = self.page.get_by_test_id("trade-open"), self.page.get_by_test_id("trade")
        if not tray.is_visible() and opener.is_visible():
            try:
                self.hit(opener)
            except PlaywrightTimeout:
                if not opener.is_visible():  # somebody was quicker: look again
                    return
                opener.click()
            expect(tray).to_be_visible()

    def close_tray(self) -> None:
        """Uncover what is behind the sheet, which a finished trade closes, perhaps while we reach for its button."""
        close = self.page.get_by_test_id("trade-close")
        if not close.is_visible():
            return
        try:
            self.hit(close)
        except PlaywrightTimeout:
            expect(close).to_be_hidden()

    def hit(self, button: Locator) -> None:
        button.click(timeout=REACH)

    def place(self, spot: str) -> None:
        self.click(f'[data-testid="spot"][data-spot="{spot}"]')

    def click(self, selector: str) -> None:
        """A click in the middle, which nothing may cover. (Playwright's own finds no width in a ring around an upright edge.)"""
        if not any(part in selector for part in ANSWERING):
            self.close_tray()
        found = self.page.evaluate(MIDDLE, selector)
        if found is None:
            return  # somebody was quicker: look again
        assert "covered" not in found, f"{selector} is covered by {found['covered']}"
        self.page.mouse.click(found["x"], found["y"])

    # --- the eyes

    def look(self, patience: float = PATIENCE) -> dict[str, Any]:
        """Wait until something is to be done here and the page shows something new."""
        now, self.last = self.page.evaluate(LOOK, [self.last, patience, self.every])
        return dict(now)

    # --- play

    def play(self, actions: int = 4000, seconds: float = 600.0) -> dict[str, Any]:
        """Play until the game is over, or `actions` have been done."""
        limit = time.monotonic() + seconds
        for _ in range(actions):
            now = self.look()
            if now["over"]:
                return now
            assert time.monotonic() < limit, f"still playing after {seconds:g} s: {now}"
            if now["mine"]:
                self.step(now)
        return now

    def until(self, reached: Any, actions: int = 600) -> dict[str, Any]:
        """Play until the page shows what is looked for."""
        for _ in range(actions):
            now = self.look()
            assert not now["over"], "the game ended before"
            if reached(now):
                return now
            if now["mine"]:
                self.step(now)
        raise AssertionError(f"not reached: {now}")

    def step(self, now: dict[str, Any]) -> None:
        """One thing that the page offers."""
        assert not now["refusal"], f"the page offered something that was refused: {now['refusal']}"
        if now["chooser"]:
            self.choose(now)
        elif now["spots"]:
            self.do(f"place {now['placing']}", self.best(now["spots"], now["placing"]))
        elif now["incoming"]:
            self.answer(now)
        elif now["answers"]:
            self.press(now["answers"][0])
            self.done[now["answers"][0].split("-")[0]] += 1
        elif "roll" in now["usable"]:
            self.tried.clear()
            knight = [card for card in now["cards"] if card == "play-knight"]
            self.do("card", knight[0]) if knight and self.random.random() < 0.5 else self.do("roll", "roll")
        else:
            self.spend(now)

    def do(self, what: str, target: str) -> None:
        self.done[what] += 1
        self.place(target) if what.startswith("place ") else self.press(target)

    def best(self, spots: list[list[str]], piece: str) -> str:
        """The place whose label promises most."""

        def worth(label: str) -> float:
            numbers = [int(number) for number in re.findall(r"\b(\d\d?)\b(?!:)", label.split(": ", 1)[-1])]
            return sum(6 - abs(7 - number) for number in numbers if 2 <= number <= 12) + self.random.random() * (
                1 if piece != "road" else 9
            )

        return max(spots, key=lambda spot: worth(spot[1]))[0]

    def choose(self, now: dict[str, Any]) -> None:
        """Discards, victims, the resources of a card."""
        self.done[now["chooser"]] += "choose-done" in now["choose"] or now["chooser"] in ("victim", "monopoly")
        if "choose-done" in now["choose"]:
            self.press("choose-done")
            return
        options = [each for each in now["choose"] if each != "choose-done"]
        if now["chooser"] == "discard":
            hand = now["hand"]
            options.sort(key=lambda each: -hand.get(each.removeprefix("choose-"), 0))
            for option in options[:1]:
                self.press(option)
        elif options:  # none while the choice is on its way
            self.press(self.random.choice(options))

    def answer(self, now: dict[str, Any]) -> None:
        if "accept" in now["usable"] and self.random.random() < 0.7:
            self.do("accept", "accept")
        else:
            self.do("refuse", "refuse")

    def spend(self, now: dict[str, Any]) -> None:
        """The middle of a turn: build, play a card, trade, end."""
        usable, hand = now["usable"], now["hand"]
        for what in BUILDS:
            wanted = what != "road" or "build-settlement" in self.tried or self.random.random() < 0.5
            if f"build-{what}" in now["build"] and wanted:
                self.do(f"build {what}", f"build-{what}")
                return
        fresh = [card for card in now["cards"] if card not in self.tried]
        if fresh:
            self.tried.add(fresh[0])
            self.do("card", fresh[0])
        elif now["offered"] and "withdraw" in usable:
            self.do("withdraw", "withdraw")
        elif self.trades and now["rates"] and "bank" not in self.tried:
            self.tried.add("bank")
            self.supply(now)
        elif self.trades and "offer" not in self.tried and sum(hand.values()) and self.random.random() < 0.4:
            self.tried.add("offer")
            self.offer(hand)
        elif "end" in usable:
            self.do("end", "end")
        elif "cancel" in usable:
            self.press("cancel")

    def supply(self, now: dict[str, Any]) -> None:
        """Trade what is plenty for what is scarce."""
        rate = max(now["rates"], key=lambda each: now["hand"][each.split("-")[1]] - int(each.split("-")[2]))
        scarce = min((each for each in RESOURCES if each != rate.split("-")[1]), key=lambda each: now["hand"][each])
        self.press(rate)
        self.press(f"get-{scarce}")
        if "bank" in self.look(0.2)["usable"]:
            self.do("bank", "bank")

    def offer(self, hand: dict[str, int]) -> None:
        give = max(RESOURCES, key=lambda each: hand[each])
        scarce = min((each for each in RESOURCES if each != give), key=lambda each: hand[each])
        self.compose({give: 1}, {scarce: 1})
        self.send("offer")

    def compose(self, give: dict[str, int], get: dict[str, int]) -> None:
        """Fill the trade tray, which may still hold an older thought."""
        self.page.wait_for_selector('[data-testid="trade"]', state="attached")
        if "clear" in self.look(0.01)["usable"]:
            self.press("clear")
        for side, bundle in (("give", give), ("get", get)):
            for resource, count in bundle.items():
                for _ in range(count):
                    self.press(f"{side}-{resource}")

    def send(self, verb: str) -> None:
        """Press offer, counter or propose once the server has found the bundle good."""
        limit = time.monotonic() + PATIENCE
        while verb not in self.look(0.05)["usable"] and time.monotonic() < limit:
            pass
        self.do(verb, verb)


class Toucher(Visitor):
    """The same with a finger: a place is tapped and then confirmed, and nothing is ever scrolled to."""

    def hit(self, button: Locator) -> None:
        button.tap(timeout=REACH)

    def click(self, selector: str) -> None:
        if not any(part in selector for part in ANSWERING):
            self.close_tray()
        found = self.page.evaluate(MIDDLE, selector)
        if found is None:
            return
        assert "covered" not in found, f"{selector} is covered by {found['covered']}"
        size = self.page.viewport_size
        assert size is not None
        assert self.page.evaluate("() => innerWidth") == size["width"], "the page is wider than the screen, and so is zoomed out"
        assert 0 <= found["x"] <= size["width"], f"{selector} is off the screen: {found}"
        assert 0 <= found["y"] <= size["height"], f"{selector} is off the screen: {found}"
        self.page.touchscreen.tap(found["x"], found["y"])

    def place(self, spot: str) -> None:
        super().place(spot)
        self.click('[data-testid="place-here"]')

    def play(self, actions: int = 4000, seconds: float = 600.0) -> dict[str, Any]:
        found = super().play(actions, seconds)
        assert self.page.evaluate("() => [scrollX, scrollY]") == [0, 0], "one screen is enough"
        return found


class Typist(Visitor):
    """The same without a pointer: every step is a key."""

    KEYS: ClassVar = {
        "roll": "r", "end": "e", "accept": "a", "refuse": "x", "undo": "u",
        "build-road": "1", "build-settlement": "2", "build-city": "3", "build-card": "4",
    }  # fmt: skip
    TABBED: ClassVar = (*Visitor.TRAY, "confirm-", "take-", "decline-")

    def press(self, testid: str) -> None:
        if testid in self.KEYS:
            self.page.keyboard.press(self.KEYS[testid])
            return
        if testid.startswith(self.TABBED):
            self.page.keyboard.press("t")
        elif testid.startswith("play-"):
            self.page.keyboard.press("5")
        if self.walk_to(testid):
            self.page.keyboard.press("Enter")
            return
        there = self.page.evaluate("(id) => !!document.querySelector(`[data-testid='${id}']:enabled`)", testid)
        assert not there, f"{testid} cannot be reached with the tab key"  # otherwise it has gone or rests meanwhile: look again

    def focused(self) -> str:
        found = self.page.evaluate("() => document.activeElement?.dataset?.testid ?? ''")
        return str(found)

    def tab_to(self, testid: str) -> None:
        assert self.walk_to(testid), f"{testid} cannot be reached with the tab key"

    def walk_to(self, testid: str, most: int = 120) -> bool:
        """Walk with the tab key, as somebody without a mouse must."""
        for _ in range(most):
            if self.focused() == testid:
                return True
            self.page.keyboard.press("Tab")
        return False

    def place(self, spot: str) -> None:
        """Walk to the place with the arrow keys, then Enter."""
        if self.focused() != "spot":
            self.page.keyboard.press("i")
        for _ in range(60):
            step = self.page.evaluate(
                """(wanted) => {
                  const here = document.activeElement, there = document.querySelector(`[data-spot="${wanted}"]`);
                  if (here?.dataset?.testid !== "spot") return "lost";
                  if (here === there) return null;
                  const a = here.getBoundingClientRect(), b = there.getBoundingClientRect();
                  const x = b.x + b.width / 2 - a.x - a.width / 2, y = b.y + b.height / 2 - a.y - a.height / 2;
                  return Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : (y > 0 ? "ArrowDown" : "ArrowUp");
                }""",
                spot,
            )
            if step is None:
                break
            if step == "lost":
                self.page.keyboard.press("i")
                continue
            before = self.page.evaluate("() => document.activeElement.dataset.spot")
            self.page.keyboard.press(step)
            if self.page.evaluate("() => document.activeElement.dataset.spot") == before:
                self.page.keyboard.press("ArrowUp" if step in ("ArrowLeft", "ArrowRight") and self.random.random() < 0.5 else "ArrowRight")
        self.page.keyboard.press("Enter")
