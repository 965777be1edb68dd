"""A newcomer at a lesson: taps or types what the step asks for, and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

RESOURCE = {"brick", "lumber", "wool", "grain", "ore"}
BUILD = {"road": "road", "settle": "settlement", "city": "city"}
TRADE = re.compile(r"(offer|bank) (\d+) (\w+) for (\d+) (\w+)")


@dataclass
class Newcomer:
    """By touch: a place is tapped and confirmed, sheets come up from below."""

    page: Page
    moves: int = 0

    # --- hands

    def press(self, testid: str) -> None:
        button = self.page.get_by_test_id(testid)
        expect(button).not_to_have_class(re.compile("resting"))  # "End turn" rests where "Roll" was
        button.tap()

    def place(self, spot: str) -> None:
        box = self.page.locator(f'[data-testid="spot"][data-spot="{spot}"]')
        expect(box).to_be_attached()
        at = box.evaluate(
            "e => { const r = (e.querySelector('.hit') ?? e).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }"
        )
        self.page.touchscreen.tap(*at)
        self.press("place-here")

    def sheet(self, name: str) -> None:
        """On a phone the trade comes up from below."""
        if not self.page.get_by_test_id("give-wool").is_visible():
            self.press(f"{name}-open")

    def card(self, name: str) -> None:
        self.press(f"play-{name}")
        if self.page.get_by_test_id("choose-done").is_visible():
            self.press("choose-done")

    # --- what an action needs

    def do(self, action: str) -> None:
        self.moves += 1
        verb, _, rest = action.partition(" ")
        trade = TRADE.fullmatch(action)
        if trade:
            self.sheet("trade")
            for side, number, resource in (("give", trade[2], trade[3]), ("get", trade[4], trade[5])):
                for _ in range(int(number)):
                    self.press(f"{side}-{resource}")
            self.press(trade[1])
        elif verb == "confirm":
            self.press("confirm-1")
        elif verb in BUILD:
            if not self.page.get_by_test_id("board").get_attribute("data-placing"):
                self.press(f"build-{BUILD[verb]}")
            self.place(rest)
        elif verb == "robber":
            self.place(rest.split()[0])
        elif verb == "buy":
            self.press("build-card")
        elif verb == "knight":
            self.card("knight")
        elif verb == "discard":
            self.discard([action])
        else:
            self.press(verb)

    def discard(self, actions: list[str]) -> None:
        for action in actions:
            self.press(f"choose-{action.split()[1]}")
        self.press("choose-done")

    # --- a lesson

    def step(self, step: dict[str, Any]) -> None:
        actions = [move["action"] for move in step["moves"]]
        if actions[0].startswith("discard"):
            self.moves += len(actions)
            self.discard(actions)
        else:
            for action in actions:
                self.do(action)

    def err(self, wrong: dict[str, Any]) -> None:
        """Do what is not wanted, and see it explained."""
        before = int(self.page.get_by_test_id("teacher").get_attribute("data-slips") or 0)
        if wrong["action"].startswith("discard"):  # together with others, which are wanted
            self.discard([wrong["action"], *["discard ore"] * 3])
        else:
            self.do(wrong["action"])
        expect(self.page.get_by_test_id("teacher")).to_have_attribute("data-slips", str(before + 1))
        expect(self.page.get_by_test_id("lesson-correction")).to_contain_text(wrong["text"])
        if TRADE.fullmatch(wrong["action"]):
            self.press("clear")

    def learn(self, lesson: dict[str, Any]) -> None:
        for number, step in enumerate(lesson["steps"], 1):
            expect(self.page.get_by_test_id("teacher")).to_have_attribute("data-step", str(number))
            expect(self.page.get_by_test_id("lesson-text")).to_have_text(step["text"])
            self.step(step)
        expect(self.page.get_by_test_id("lesson-done")).to_have_text(lesson["done"])


class Typist(Newcomer):
    """The same with a keyboard alone."""

    KEYS = {"roll": "r", "end": "e", "buy": "4", "road": "1", "settlement": "2", "city": "3"}  # noqa: RUF012

    def press(self, testid: str) -> None:
        button = self.page.get_by_test_id(testid)
        expect(button).to_be_visible()
        expect(button).not_to_have_class(re.compile("resting"))
        key = self.KEYS.get(testid.removeprefix("build-"))
        if testid == "build-card":
            key = "4"
        if key:
            self.page.keyboard.press(key)
            return
        button.focus()  # where Tab would come to
        self.page.keyboard.press("Enter")

    def place(self, spot: str) -> None:
        wanted = self.page.locator(f'[data-testid="spot"][data-spot="{spot}"]')
        expect(wanted).to_be_attached()
        self.page.keyboard.press("i")
        spots = self.page.get_by_test_id("spot")
        expect(self.page.locator('[data-testid="spot"]:focus')).to_have_count(1)
        for _ in range(spots.count() * 4):
            here = self.page.locator('[data-testid="spot"]:focus')
            if here.get_attribute("data-spot") == spot:
                break
            self.page.keyboard.press(self.towards(here.bounding_box(), wanted.bounding_box()))
        else:
            wanted.focus()
        self.page.keyboard.press("Enter")

    @staticmethod
    def towards(here: Any, there: Any) -> str:
        across = there["x"] + there["width"] / 2 - here["x"] - here["width"] / 2
        down = there["y"] + there["height"] / 2 - here["y"] - here["height"] / 2
        if abs(across) > abs(down):
            return "ArrowRight" if across > 0 else "ArrowLeft"
        return "ArrowDown" if down > 0 else "ArrowUp"
