"""Measure the page in a real Chromium on this machine: start of the server, first paint, time from an action to its showing, weight.

    python -m benchmarks.measure_page [--actions 80]
    python -m benchmarks.measure_page --fresh      # `make play` in a fresh clone with empty caches: to the page, and to the first move

Prints a Markdown table (the numbers of README.md). Uses the built page; `make web` builds it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

import hosting  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from visitor import Visitor  # noqa: E402

ROUNDS = 5
LOOKS = 250  # milliseconds between two looks of who plays: the page is not measured looking
WORK = {
    "script": {"FunctionCall", "EvaluateScript", "RunMicrotasks", "FireAnimationFrame", "EventDispatch"},
    "style and layout": {"UpdateLayoutTree", "Layout"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit"},
}
LANGUAGES = ("en", "de", "es", "fr")

# from the press of what sends an action to the frame in which the log tells it
WATCH = """
(() => {
  window.waits = [];
  let pressed = null;
  const sends = '[data-testid="spot"], [data-testid="roll"], button[data-testid="end"], [data-testid="build-card"], [data-testid="bank"]';
  addEventListener("click", (event) => { if (event.target.closest(sends)) pressed = event.timeStamp; }, true);
  new MutationObserver((changes) => {
    if (pressed === null || !changes.some((change) => change.target.closest?.('[data-testid="log"]'))) return;
    const since = pressed;
    pressed = null;
    requestAnimationFrame(() => window.waits.push(performance.now() - since));
  }).observe(document, { childList: true, subtree: true });
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration))).observe({ type: "longtask" });
  window.frameTimes = []; // between two frames while a card is in the air; only where they are counted, for asking for a frame costs time
  window.counting = false;
  let before = 0;
  const frame = (now) => {
    const flying = document.body.querySelector(":scope > .flying") !== null;
    if (before) window.frameTimes.push(now - before);
    before = flying ? now : 0;
    if (flying && window.counting) requestAnimationFrame(frame);
    else before = 0;
  };
  addEventListener("DOMContentLoaded", () =>
    new MutationObserver((changes) => {
      const added = changes.flatMap((change) => [...change.addedNodes]);
      if (window.counting && !before && added.some((node) => node.className?.startsWith?.("flying"))) {
        before = performance.now();
        requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame); });
      }
    }).observe(document.body, { childList: true }),
  );
  new MutationObserver((_, self) => {
    if (!document.querySelector('[data-testid="board"] [data-hex]')) return;
    self.disconnect();
    requestAnimationFrame(() => (window.boardShown = performance.now()));
  }).observe(document, { childList: true, subtree: true });
})()
"""


def weight() -> dict[str, int]:
    """Bytes of the built files, compressed as the server sends them."""
    static = hosting.PAGE.parent
    return {str(path.relative_to(static)): len(gzip.compress(path.read_bytes(), 5)) for path in static.rglob("*") if path.is_file()}


@contextmanager
def command(folder: Path) -> Iterator[tuple[str, float, float]]:
    """`sevenhex play` as a user starts it; yields its address, the seconds until it answers, and its processor time until then."""
    started = time.perf_counter()
    program = [sys.executable, "-m", "sevenhex", "play", "--no-browser", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(
        program,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        wait_for(found[0])
        yield found[0], time.perf_counter() - started, processor_time(process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:  # compiling, which cannot be interrupted
            process.kill()
            process.wait(10)


def first_move(browser: Browser, url: str) -> None:
    """From the lobby to the player's first settlement on the island."""
    page = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(300_000)
    page.goto("/")
    page.wait_for_selector('[data-testid="quick-play"]:enabled')
    page.get_by_test_id("quick-play").click()
    page.wait_for_selector('[data-testid="spot"]', state="attached")
    visitor = Visitor(page)
    visitor.place(visitor.look()["spots"][0][0])
    page.wait_for_selector('[data-building][data-owner="0"]', state="attached")
    page.context.close()


def fresh(browser: Browser, folder: Path) -> list[tuple[str, str]]:
    """`make play` as somebody new calls it: a clone, no packages at hand, nothing compiled."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "SEVENHEX_CACHE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out} | {
        "SEVENHEX_CACHE": str(folder / "compiled"), "PIP_CACHE_DIR": str(folder / "pip"), "npm_config_cache": str(folder / "npm"),
        "PYTHONUNBUFFERED": "1",
    }  # fmt: skip
    started = time.perf_counter()
    program = ["make", "play", f"ARGS=--no-browser --port 0 --data {folder / 'games'}"]
    process = subprocess.Popen(program, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stdout is not None
        found = next(match for line in process.stdout if (match := re.search(r"is at (http://\S+)", line)))
        wait_for(found[1])
        page = time.perf_counter() - started
        first_move(browser, found[1])
        moved, worked = time.perf_counter() - started, processor_time(process.pid)
        return [
            ("`make play` in a fresh clone, empty caches: the page answers after", f"{page:.0f} s"),
            ("and the player's first settlement stands after", f"{moved:.0f} s"),
            ("processor time of it all until then (browser apart)", f"{worked:.0f} s"),
        ]
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # a group of its own, see start_new_session
        process.wait(30)


def processor_time(group: int) -> float:
    """Seconds that the processes of a group and the children they waited for have computed."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()  # from the state on: the name before may hold anything
        except OSError:
            continue
        if int(fields[2]) == group:
            total += sum(int(field) for field in fields[11:15])
    return total / os.sysconf("SC_CLK_TCK")


def wait_for(url: str) -> None:
    while True:
        try:
            urllib.request.urlopen(f"{url}/healthz", timeout=5).close()
            return
        except OSError:
            time.sleep(0.02)


def loaded(browser: Browser, url: str, language: str) -> int:
    """Bytes of script that a visitor of this language loads for the lobby and a game, as they come over the line."""
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}, locale=language, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(180_000)
    page.goto("/")
    page.wait_for_selector('[data-testid="quick-play"]:enabled')
    page.get_by_test_id("quick-play").click()
    page.wait_for_selector('[data-testid="board"]')
    each = "performance.getEntriesByType('resource').filter((file) => file.name.endsWith('.js')).map((file) => file.encodedBodySize)"
    found = sum(page.evaluate(f"() => {each}"))
    context.close()
    return int(found)


def quick_game(browser: Browser, url: str) -> tuple[Page, float]:
    """From the press of "Play now" to the painted island, in milliseconds."""
    page = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(WATCH)
    page.goto("/")
    page.set_default_timeout(180_000)  # the first game after an update waits for the compiler
    page.wait_for_selector('[data-testid="quick-play"]:enabled')
    page.evaluate("() => addEventListener('click', (event) => (window.playPressed ??= event.timeStamp), true)")
    page.get_by_test_id("quick-play").click()
    page.wait_for_function("() => window.boardShown")
    return page, float(page.evaluate("() => window.boardShown - window.playPressed"))


def direct(browser: Browser, url: str, page: Page) -> tuple[float, float]:
    """First paint and the painted island of a table that is opened by its link in a fresh browser, in milliseconds."""
    state = page.context.storage_state()
    fresh = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}, storage_state=state).new_page()
    fresh.add_init_script(WATCH)
    fresh.set_default_timeout(180_000)
    fresh.goto(page.url.removeprefix(url))
    fresh.wait_for_function("() => window.boardShown")
    first = fresh.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN")
    shown = fresh.evaluate("() => window.boardShown")
    fresh.context.close()
    return float(first), float(shown)


@dataclass(frozen=True)
class Play:
    """What a stretch of play measured, in milliseconds."""

    waits: list[float]
    """from each of the player's actions to its showing"""
    work: dict[str, float]
    """processor time of the page's main thread for one message of the server, by kind of work, no matter who acted"""
    frames: list[float]
    """between two frames while cards fly"""
    tasks: list[float]
    """pieces of work of more than 50 ms by the clock, which is what browsers call long"""
    longest: float
    """the longest piece of work in the processor's own time, which other programs do not stretch"""


def actions(browser: Browser, folder: Path, count: int) -> Play:
    """Play so many actions with all motion on, and measure what the player feels."""
    with hosting.Host(folder, bot_pause=[0.15, 0.3]) as host:  # quicker than in play (0.35 to 0.9 s), but not at once
        page = browser.new_context(base_url=host.url, viewport={"width": 1280, "height": 800}).new_page()
        page.add_init_script(WATCH)
        page.set_default_timeout(180_000)
        page.goto("/")
        page.get_by_test_id("quick-bot-gentle/normal").check(force=True)
        page.get_by_test_id("quick-play").click()
        page.wait_for_function("() => window.boardShown")
        heard: list[int] = []
        page.on("websocket", lambda line: line.on("framereceived", lambda _: heard.append(1)))
        page.reload()
        page.wait_for_function("() => window.boardShown")
        visitor = Visitor(page, trades=False, every=LOOKS)
        page.evaluate("() => (window.counting = true)")
        while len(page.evaluate("() => window.waits")) < count / 4 and not visitor.play(actions=5)["over"]:
            pass
        page.evaluate("() => { window.counting = false; window.tasks.length = 0; }")  # from here on the page is alone
        heard.clear()
        browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
        while len(page.evaluate("() => window.waits")) < count and not visitor.play(actions=10)["over"]:
            pass
        waits, frames, tasks = page.evaluate("() => [window.waits, window.frameTimes, window.tasks]")
        events = main_thread(browser.stop_tracing())
        longest = max((each.get("tdur", 0) / 1000 for each in events if "RunTask" in each["name"]), default=0.0)
        return Play(waits, {kind: time / max(1, len(heard)) for kind, time in work(events).items()}, frames, tasks, longest)


Event = dict[str, Any]


def main_thread(trace: bytes) -> list[Event]:
    """What the main thread of the page did, outer pieces before those inside them."""
    events: list[Event] = json.loads(trace)["traceEvents"]
    main = {(each["pid"], each["tid"]) for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"}
    found = [each for each in events if each["ph"] == "X" and (each["pid"], each["tid"]) in main]
    return sorted(found, key=lambda each: (each["pid"], each["tid"], each["ts"], -each["dur"]))


def work(events: list[Event]) -> dict[str, float]:
    """Milliseconds of processor time by kind of work. What this script itself makes the page do (looks, clicks) is of no kind."""
    total = dict.fromkeys(WORK, 0.0)
    around: list[Event] = []
    for each in events:
        while around and (each["tid"] != around[-1]["tid"] or each["ts"] >= around[-1]["ts"] + around[-1]["dur"]):
            around.pop()
        for kind, names in WORK.items():
            if each["name"] in names:
                total[kind] += each.get("tdur", 0) / 1000
            if around and around[-1]["name"] in names:
                total[kind] -= each.get("tdur", 0) / 1000
        around.append(each)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--actions", type=int, default=80, help="how many actions of the player to measure")
    parser.add_argument("--fresh", action="store_true", help="measure the first minute of a fresh clone instead")
    asked = parser.parse_args()
    if asked.fresh:
        with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
            tell([*fresh(hosting.launch(playwright), Path(name)), load_of_machine()])
        return
    trouble = hosting.build_page()
    if trouble:
        raise SystemExit(trouble)
    sizes = weight()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        try:
            browser = hosting.launch(playwright)
        except LookupError as error:
            raise SystemExit(str(error)) from None
        with command(folder / "play") as (url, start, computed):
            page, first_game = quick_game(browser, url)
            games = [quick_game(browser, url)[1] for _ in range(ROUNDS - 1)]
            paints = [direct(browser, url, page) for _ in range(ROUNDS)]
            loads = [loaded(browser, url, language) for language in LANGUAGES]
        played = actions(browser, folder / "actions", asked.actions)
        browser.close()
    waits = played.waits
    rows = [
        ("`sevenhex play` answers after", f"{start:.1f} s ({computed:.1f} s of processor time)"),
        ("“Play now” to the painted island, first game after the start", f"{first_game:.0f} ms"),
        (f"“Play now” to the painted island, median of the next {len(games)}", f"{statistics.median(games):.0f} ms"),
        (f"a table opened by link: first paint, median of {ROUNDS}", f"{statistics.median(first for first, _ in paints):.0f} ms"),
        (f"a table opened by link: painted island, median of {ROUNDS}", f"{statistics.median(shown for _, shown in paints):.0f} ms"),
        (
            f"an action of the player shows, median of {len(waits)}",
            f"{statistics.median(waits):.0f} ms (95 % within {within(waits):.0f} ms)",
        ),
        (
            "processor time of the page for a message of the server, mean",
            f"{sum(played.work.values()):.1f} ms ({', '.join(f'{kind} {time:.1f}' for kind, time in played.work.items())})",
        ),
        (
            f"frames per second while cards fly, median of {len(played.frames)}",
            f"{1000 / statistics.median(played.frames):.0f} (95 % of the frames within {within(played.frames):.0f} ms)",
        ),
        (
            f"tasks of the page of more than 50 ms in these {len(waits)} actions and the turns between",
            f"{len(played.tasks)} by the clock{f' (the longest {max(played.tasks):.0f} ms)' if played.tasks else ''}; "
            f"the longest of all in processor time {played.longest:.0f} ms",
        ),
        load_of_machine(),
        ("page weight, compressed", f"{sum(sizes.values()) / 1000:.0f} kB in {len(sizes)} files"),
        ("of it script, with every language and every part that is loaded later", f"{scripts(sizes) / 1000:.0f} kB"),
        (
            f"script that a visitor loads for the lobby and a game ({', '.join(LANGUAGES)})",
            " / ".join(f"{load / 1000:.0f} kB" for load in loads),
        ),
    ]
    tell(rows)


def within(values: list[float]) -> float:
    """What 95 of 100 stay under."""
    return statistics.quantiles(values, n=20)[-1]


def scripts(sizes: dict[str, int]) -> int:
    return sum(size for name, size in sizes.items() if name.endswith(".js"))


def load_of_machine() -> tuple[str, str]:
    return "load of the machine meanwhile (processes per core)", f"{os.getloadavg()[0] / (os.cpu_count() or 1):.1f}"


def tell(rows: list[tuple[str, str]]) -> None:
    print("| what | measured |\n|---|---|")
    for what, measured in rows:
        print(f"| {what} | {measured} |")


if __name__ == "__main__":
    main()
