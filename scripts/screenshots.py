"""Pictures of the page for the documentation, from real games in a real Chromium: docs/screens/*.png.

    python scripts/screenshots.py [--only table-desktop]

Each is quantised to 256 colours, which keeps it under 300 kB.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

import hosting  # noqa: E402
import prepared  # noqa: E402
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright  # noqa: E402

from sevenhex import bots  # noqa: E402
from sevenhex.game.game import Game  # noqa: E402
from sevenhex.rules.ids import Phase  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 664}  # what a phone's browser leaves to the page
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
MOST_BYTES = 300_000
# the celebration waits for a slow camera
LINGER = (
    "const later = window.setTimeout; window.setTimeout = (work, wait, ...more) => later(work, wait === 3000 ? 600000 : wait, ...more);"
)
expect.set_options(timeout=60_000)


def evening(edition: str, players: int, seed: int, rounds: int, human: int = 0, **options: Any) -> Game:
    """A game between steady bots, stopped in a turn of the human's seat with something to do, or played to its end (`rounds` 0)."""
    source = random.Random(seed)
    game = Game.new(edition, players, seed=seed, **options)
    partners = [bots.make("steady", seed=seed + n) for n in range(players)]
    while not game.is_over:
        if game.awaits_chance:
            game.resolve(source)
            continue
        seat = game.to_act[0]
        if rounds and seat == human and game.phase == Phase.MAIN and game.state[0].turn > rounds * players:
            built = sum(text.split()[0] in ("road", "settle", "city", "buy") for text in game.legal_texts(seat))
            if built and not game.state[0].offer and 4 <= game.view(None).hand_sizes[human] <= 8:
                return game
        game.play(partners[seat].choose(game.view(seat), game.legal(seat), bots.Limit(0.5)), seat)
    return game


class Studio:
    """Opens pages as one person and takes their pictures."""

    def __init__(self, browser: Browser, host: hosting.Host) -> None:
        self.browser, self.host = browser, host
        self.ann, self.ben = prepared.people(host.folder, "Ann", "Ben")

    def open(
        self,
        path: str,
        phone: bool = False,
        dark: bool = False,
        who: prepared.Person | None = None,
        sideways: bool = False,
        calm: bool = True,
    ) -> Page:
        small = phone or sideways
        context = self.browser.new_context(
            base_url=self.host.url, viewport=SIDEWAYS if sideways else PHONE if phone else DESKTOP, device_scale_factor=2 if small else 1,
            color_scheme="dark" if dark else "light", reduced_motion="reduce" if calm else "no-preference", locale="en-GB",
            has_touch=small, is_mobile=small, service_workers="block",
        )  # fmt: skip
        person = who or self.ann
        context.add_cookies([{"name": "sevenhex", "value": person.secret, "url": self.host.url}])
        page = context.new_page()
        if not calm:
            page.add_init_script(LINGER)
        page.goto(f"/{path}")
        return page

    def shoot(self, page: Page, name: str) -> None:
        page.mouse.move(0, 0)
        page.wait_for_timeout(300)
        path = SCREENS / f"{name}.png"
        page.screenshot(path=path)
        page.context.close()
        Image.open(path).convert("RGB").quantize(256, kmeans=3, dither=Image.Dither.NONE).save(path, optimize=True)
        size = path.stat().st_size
        print(f"{path.relative_to(ROOT)}: {size / 1000:.0f} kB", flush=True)
        assert size < MOST_BYTES, f"{path} has {size} bytes; {MOST_BYTES} are the most"

    # --- the moments

    def lobby(self, phone: bool) -> Page:
        page = self.open("", phone)
        expect(page.get_by_test_id("quick-play")).to_be_enabled()
        return page

    def room(self, phone: bool) -> Page:
        page = self.lobby(phone)
        page.get_by_test_id("friends").click()
        code = page.get_by_test_id("code").inner_text()
        friend = self.open(f"#/t/{code}", who=self.ben)
        friend.get_by_test_id("room-name").fill("Ben")
        friend.get_by_test_id("sit-1").click()
        friend.get_by_test_id("chat-input").fill("Hello! One moment, my tea is ready.")
        friend.get_by_test_id("chat-send").click()
        expect(page.get_by_test_id("chat-lines")).to_contain_text("tea")
        expect(page.get_by_test_id("qr")).to_be_visible()
        return page

    def how_to(self, phone: bool) -> Page:
        page = self.open("#/how", phone)
        expect(page.get_by_test_id("how")).to_be_visible()
        return page

    def guide(self, phone: bool) -> Page:
        page = self.lobby(phone)
        page.get_by_test_id("new-here").click()
        page.get_by_test_id("guide-next").click()
        expect(page.get_by_test_id("guide")).to_have_attribute("data-step", "numbers")
        expect(page.get_by_test_id("banner")).to_have_count(0)
        return page

    def table(self, phone: bool, dark: bool = False, sideways: bool = False) -> Page:
        game = evening("sixth", 4, 20, 11)
        code = prepared.table(self.host.folder, game, [self.ann, "steady", "steady", "steady"])
        page = self.open(f"#/t/{code}", phone, dark, sideways=sideways)
        expect(page.get_by_test_id("board")).to_be_visible()
        return page

    def seven(self, phone: bool) -> Page:
        """Ann rolls a seven with nine cards in her hand."""
        hands = {0: {"brick": 2, "lumber": 3, "wool": 1, "grain": 2, "ore": 1}, 1: {"wool": 4}, 2: {"ore": 5}, 3: {"grain": 3}}
        game = prepared.scene(players=4, seed=6, rolled=False, hands=hands)
        code = prepared.table(self.host.folder, game, [self.ann, *["steady"] * 3], seed=prepared.seed_for(game, "dice 3 4"))
        page = self.open(f"#/t/{code}", phone)
        page.get_by_test_id("roll").click()
        expect(page.locator(".banner.seven")).to_be_visible()
        return page

    def victory(self, phone: bool) -> Page:
        """The last city of a game, and what follows in the first second."""
        game = next(game for seed in range(1, 60) if last_words(game := evening("sixth", 4, seed, 0)).startswith("city "))
        seat, place = game.log[-1][0], last_words(game).split()[1]
        seats: list[prepared.Person | str] = ["steady"] * 4
        seats[seat] = self.ann
        before = game.until(len(game.log) - 1)
        page = self.open(f"#/t/{prepared.table(self.host.folder, before, seats)}", phone, calm=False)
        expect(page.get_by_test_id("board")).to_be_visible()
        page.get_by_test_id("build-city").click()
        page.locator(f'[data-testid="spot"][data-spot="{place}"]').dispatch_event("click")
        expect(page.locator(".banner.won")).to_be_visible()
        page.wait_for_timeout(500)  # the confetti is in the air
        return page

    def replay(self, phone: bool) -> Page:
        game = evening("sixth", 4, 1, 0)
        code = prepared.table(self.host.folder, game, [self.ann, *["steady"] * 3])
        page = self.open(f"#/r/{code}/{len(game.log) * 2 // 3}", phone)
        expect(page.get_by_test_id("turning")).to_be_attached()
        return page

    def trade(self, phone: bool) -> Page:
        """Ann looks at Ben's offer and composes a counteroffer."""
        game = evening("sixth", 4, 23, 9, human=1)
        give = max(prepared.RESOURCES, key=lambda name: count(game, 1, name))
        get = max((name for name in prepared.RESOURCES if name != give), key=lambda name: count(game, 0, name))
        game.play(f"offer 1 {give} for 1 {get} to {game.colours[0]} {game.colours[2]}", 1)
        code = prepared.table(self.host.folder, game, [self.ann, self.ben, "steady", "steady"])
        self.open(f"#/t/{code}", who=self.ben)  # else the table would wait for him
        page = self.open(f"#/t/{code}", phone)
        expect(page.get_by_test_id("incoming")).to_be_visible()
        page.get_by_test_id("counter-start").click()
        page.get_by_test_id(f"get-{give}").click()
        if phone:
            page.get_by_test_id("trade").scroll_into_view_if_needed()
        return page

    def end(self, phone: bool) -> Page:
        game = evening("sixth", 4, 1, 0)
        page = self.open(f"#/t/{prepared.table(self.host.folder, game, [self.ann, 'steady', 'steady', 'steady'])}", phone)
        page.get_by_test_id("show-result").click()
        expect(page.get_by_test_id("score")).to_be_visible()
        return page

    def review(self, phone: bool) -> Page:
        game = evening("sixth", 4, 1, 0)
        page = self.open(f"#/review/{prepared.table(self.host.folder, game, [self.ann, *['steady'] * 3])}", phone)
        expect(page.get_by_test_id("review-curve")).to_be_visible(timeout=300_000)  # every decision is judged first
        return page

    def analysis(self, phone: bool) -> Page:
        game = evening("sixth", 4, 1, 0)
        code = prepared.table(self.host.folder, game, [self.ann, *["steady"] * 3])
        page = self.open(f"#/board/t.{code}.{len(game.log) // 2}", phone)
        page.get_by_test_id("judge-start").click()
        expect(page.get_by_test_id("judge-chances")).to_be_visible()
        page.evaluate("() => scrollTo(0, 0)")
        return page

    def puzzle(self, phone: bool) -> Page:
        page = self.open("#/puzzles", phone)
        expect(page.get_by_test_id("puzzle-ask")).to_be_visible()
        return page

    def opening(self, phone: bool) -> Page:
        page = self.open("#/openings", phone)
        expect(page.get_by_test_id("opening-ask")).to_be_visible()
        page.get_by_test_id("opening-heat").click(force=True)
        expect(page.get_by_test_id("opening-corners")).to_be_visible()
        return page

    def six(self) -> Page:
        game = evening("sixth", 6, 7, 8)
        page = self.open(f"#/t/{prepared.table(self.host.folder, game, [self.ann, *['steady'] * 5])}")
        expect(page.get_by_test_id("board")).to_be_visible()
        page.locator('[data-testid="build"] button:not([aria-disabled="true"])').first.click()
        return page

    def drawn(self) -> Page:
        game = evening("zip", 4, 5, 8)
        page = self.open(f"#/t/{prepared.table(self.host.folder, game, [self.ann, *['steady'] * 3])}")
        expect(page.get_by_test_id("board")).to_be_visible()
        return page


def last_words(game: Game) -> str:
    seat, action = game.log[-1]
    return game.until(len(game.log) - 1).say(action, seat)


def count(game: Game, seat: int, resource: str) -> int:
    hand = game.view(seat).to_json()["seats"][seat]["hand"]
    return int(hand.get(resource, 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", help="make the pictures whose name contains this")
    asked = parser.parse_args()
    trouble = hosting.build_page()
    if trouble:
        raise SystemExit(trouble)
    SCREENS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, hosting.Host(Path(folder)) as host:
        try:
            browser = hosting.launch(playwright)
        except LookupError as error:
            raise SystemExit(str(error)) from None
        studio = Studio(browser, host)
        wanted: dict[str, Callable[[], Page]] = {}
        for name in (
            "lobby",
            "room",
            "how_to",
            "guide",
            "table",
            "trade",
            "seven",
            "victory",
            "end",
            "replay",
            "review",
            "analysis",
            "puzzle",
            "opening",
        ):
            for size in ("desktop", "phone"):
                wanted[f"{name.replace('_', '-')}-{size}"] = partial(getattr(studio, name), size == "phone")
        wanted |= {
            "table-sideways": lambda: studio.table(False, sideways=True), "table-dark": lambda: studio.table(False, dark=True),
            "six-desktop": studio.six, "zip-desktop": studio.drawn,
        }  # fmt: skip
        for name, take in wanted.items():
            if not asked.only or asked.only in name:
                studio.shoot(take(), name)
        browser.close()


if __name__ == "__main__":
    main()
