"""What once cost a turn at the table, each fault with the test that would have found it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, Route, expect
from visitor import Visitor

from sevenhex import bots
from sevenhex.game.game import Game
from sevenhex.rules.ids import Phase

Visit = Callable[..., Page]
RICH = {"brick": 2, "lumber": 2, "wool": 2, "grain": 3, "ore": 3}
SIZES = [(1280, 800), (1366, 650), (1024, 768), (390, 664), (360, 640), (844, 390)]
ISLAND = """() => {
  const boxes = [...document.querySelectorAll("[data-hex]")].map((hex) => hex.getBoundingClientRect());
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}"""
STEP_IN_SIGHT = """() => {
  const log = document.querySelector("[data-testid=log]"), line = log.querySelector(".current");
  const top = line ? line.offsetTop - log.scrollTop : NaN;
  return log.scrollTop > 0 && top >= -20 && top < log.clientHeight;
}"""
AT_END = "(log) => log.scrollHeight - log.scrollTop - log.clientHeight"


def sized(width: int, height: int) -> dict[str, object]:
    small = width < 900
    return {"viewport": {"width": width, "height": height}, "has_touch": small, "is_mobile": small}


def story(turns: int = 10, players: int = 3, seed: int = 4) -> Game:
    """A game with a past, before a roll of seat 0."""
    source = random.Random(seed)
    game = Game.new("sixth", players, seed=seed)
    partners = [bots.make("greedy", seed=seed + n) for n in range(players)]
    while not (game.phase == Phase.ROLL and game.state[0].actor == 0 and game.state[0].turn > turns * players):
        if game.awaits_chance:
            game.resolve(source)
        else:
            who = game.to_act[0]
            game.play(partners[who].choose(game.view(who), game.legal(who), bots.Limit(1.0)), who)
    return game


def inside(page: Page, testid: str) -> None:
    """Wholly on the screen, and nothing over its middle."""
    found = page.get_by_test_id(testid).first
    expect(found).to_be_visible()
    box = found.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= -1, (testid, box)
    assert box["y"] >= -1, (testid, box)
    assert box["x"] + box["width"] <= size["width"] + 1, (testid, box)
    assert box["y"] + box["height"] <= size["height"] + 1, (testid, box)
    free = found.evaluate(
        "(e) => { const b = e.getBoundingClientRect(), top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);"
        " return e.contains(top) || (top?.contains(e) ?? false); }"
    )
    assert free, f"{testid} is covered"


# --- 1: nothing that one clicks moves because one clicked


def test_two_clicks_at_one_place_give_two_of_the_same(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(hands={0: RICH}), [ann, 'random', 'random'])}", ann)
    tray = page.get_by_test_id("trade").locator("[data-testid^=give-], [data-testid^=get-]")
    expect(tray.first).to_be_visible()
    where = """(all) => all.filter((e) => !e.dataset.testid.endsWith("-less"))
      .map((e) => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width]; })"""
    before = tray.evaluate_all(where)
    for testid in ("give-lumber", "get-ore", "give-wool"):
        box = page.get_by_test_id(testid).bounding_box()
        assert box is not None
        for _ in range(2):
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.get_by_test_id(testid)).to_have_attribute("aria-label", re.compile(r"\(2\)$"))
        assert tray.evaluate_all(where) == before


# --- 2: a second click on "Roll" does not end the turn


def test_a_double_click_on_roll_rolls_and_no_more(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(rolled=False), [ann, 'random', 'random'])}", ann)
    expect(page.get_by_test_id("roll")).to_be_visible()
    # in the page, so that 300 ms are 300 ms on a busy machine too
    page.evaluate(
        """async () => {
          const press = () => { const b = document.querySelector("[data-testid=roll], [data-testid=end]").getBoundingClientRect();
            document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2).closest("button").click(); };
          const wait = (time) => new Promise((done) => setTimeout(done, time));
          const there = new Promise((done) => {
            const look = () => document.querySelector("[data-testid=end]") && done();
            new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
          });
          press();
          await there;
          const later = wait(300); // from the moment it came, however late the rest is drawn
          await wait(0);
          press();
          await later;
          press();
        }"""
    )
    expect(page.get_by_test_id("dice")).to_be_visible()
    assert [entry.seat for entry in prepared.log_of(folder, page.url.rsplit("/", 1)[-1])].count(0) == 1  # the roll
    page.wait_for_selector('[data-testid="end"]:not(.resting)')
    page.get_by_test_id("end").click()
    expect(page.get_by_test_id("last-dice")).to_be_visible()


# --- 3: what a choice needs is on the screen


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 640), (844, 390)])
def test_choices_are_on_the_screen_of_a_phone(folder: Path, visit: Visit, width: int, height: int) -> None:
    (ann,) = prepared.people(folder, "Ann")
    discard = prepared.scene(rolled=False, hands={0: RICH})
    prepared.roll(discard, 3, 4)
    page = visit(f"#/t/{prepared.table(folder, discard, [ann, 'random', 'random'])}", ann, **sized(width, height))
    for name in prepared.RESOURCES:
        inside(page, f"choose-{name}")
    for name, count in (("ore", 3), ("grain", 3)):
        for _ in range(count):
            page.get_by_test_id(f"choose-{name}").tap()
    inside(page, "choose-done")
    page.get_by_test_id("choose-done").tap()
    expect(page.get_by_test_id("hand-ore")).to_have_attribute("data-count", "0")
    expect(page.get_by_test_id("board")).to_have_attribute("data-placing", "robber")
    inside(page, "turn-sentence")

    # two neighbours at a hex: whom to rob
    game = prepared.scene(rolled=False, hands={0: {"ore": 1}, 1: {"brick": 1}, 2: {"wool": 1}})
    prepared.roll(game, 3, 4)
    texts = [text.split() for text in game.legal_texts(0)]
    several = [tile for tile in {text[1] for text in texts} if sum(text[1] == tile and "rob" in text for text in texts) > 1]
    if not several:
        return
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'random', 'random'])}", ann, **sized(width, height))
    spot = page.locator(f'[data-testid="spot"][data-spot="{several[0]}"]')
    expect(spot).to_be_visible()
    spot.tap()
    page.get_by_test_id("place-here").tap()
    for colour in game.colours[1:]:
        inside(page, f"rob-{colour}")


# --- 4: the island is large in every window, and nothing is cut


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_island_is_large_and_nothing_is_cut(folder: Path, visit: Visit, width: int, height: int) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(
        f"#/t/{prepared.table(folder, prepared.scene(players=4, hands={0: RICH}), [ann, *['random'] * 3])}", ann, **sized(width, height)
    )
    expect(page.get_by_test_id("board")).to_be_visible()
    island = page.evaluate(ISLAND)
    wanted = {(1280, 800): 500, (1366, 650): 400, (1024, 768): 380, (390, 664): 250, (360, 640): 230, (844, 390): 270}
    assert island["height"] >= wanted[width, height], island
    assert island["top"] >= 0
    assert island["bottom"] <= height
    needed = [f"hand-{name}" for name in prepared.RESOURCES]
    needed += [
        "build-road",
        "build-settlement",
        "build-city",
        "build-card",
        "end",
        "undo",
        "turn-sentence",
        *[f"panel-{n}" for n in range(4)],
    ]
    for testid in needed:
        inside(page, testid)
    assert page.evaluate(
        "() => [document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth]"
    ) == [
        True,
        True,
    ]
    # counts are not cut by their boxes
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".fact, .stock span, .points, [data-hand] b, .piece small")].filter((e) => e.offsetWidth)
          .filter((e) => {
            const box = e.getBoundingClientRect(), panel = (e.closest(".panel, .piece, [data-hand]") ?? e).getBoundingClientRect();
            return box.right > panel.right + 8 || e.scrollWidth > e.clientWidth + 2; }).map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert cut == []


# --- 5: edges and corners share names


def test_a_hint_for_a_road_points_at_its_edge(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = Game.new("sixth", 3, seed=3, starter=0)
    game.play(next(text for text in game.legal_texts(0) if text.startswith("settle ")), 0)
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'random', 'random'])}", ann)
    page.get_by_test_id("hint").click()
    place = re.search(r"Road at (\S+?)\.? ", page.get_by_test_id("hint-text").inner_text() + " ")
    assert place, page.get_by_test_id("hint-text").inner_text()
    pointed = page.get_by_test_id("pointed")
    expect(pointed).to_have_attribute("data-kind", "edge")
    spot = page.locator(f'[data-testid="spot"][data-spot="{pointed.get_attribute("data-place")}"]')
    middles = [
        found.evaluate("(e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }")
        for found in (pointed, spot)
    ]
    assert all(abs(one - two) < 3 for one, two in zip(*middles, strict=True)), middles


def _edges_named_like_a_built_corner() -> Iterator[tuple[Game, str]]:
    """A position, and a road to be built in it whose name a settlement or city has as well."""
    for seed in range(100):  # how the bots play decides which of them has one
        game = prepared.scene(seed=seed, hands={0: {"brick": 5, "lumber": 5}})
        corners = {building["corner"] for building in game.view(0).to_json()["buildings"]}
        for text in game.legal_texts(0):
            if text.startswith("road ") and text.split()[1] in corners:
                yield game, text.split()[1]


def test_a_new_road_does_not_mark_an_old_settlement(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game, road = next(_edges_named_like_a_built_corner())
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'random', 'random'])}", ann)
    page.get_by_test_id("build-road").click()
    Visitor(page).place(road)
    expect(page.locator(f'[data-road="{road}"]')).to_have_class(re.compile(r"\blatest\b"))
    expect(page.locator(f'[data-building="{road}"]')).not_to_have_class(re.compile(r"\blatest\b"))


# --- 7: nothing passes in silence, and nothing stands where it does not belong


def test_an_offer_that_all_refuse_is_withdrawn_by_itself(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(players=2, hands={0: {"wool": 3}, 1: {"brick": 2}})
    code = prepared.table(folder, game, [ann, ben])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    seller = Visitor(page)
    seller.compose({"wool": 1}, {"brick": 1})
    seller.send("offer")
    expect(page.get_by_test_id("turn-sentence")).to_contain_text("waiting")
    other.get_by_test_id("refuse").click()
    expect(page.get_by_test_id("my-offer")).to_have_count(0)
    expect(page.get_by_test_id("note")).to_contain_text("Everybody refused")
    expect(page.get_by_test_id("turn-sentence")).not_to_contain_text("offer")


def test_a_counteroffer_is_withdrawn_where_it_stands(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(hands={0: {"wool": 3}, 1: {"brick": 2}})
    code = prepared.table(folder, game, [ann, ben, "random"])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    seller, buyer = Visitor(page), Visitor(other)
    seller.compose({"wool": 1}, {"brick": 1})
    seller.send("offer")
    other.get_by_test_id("counter-start").click()
    other.get_by_test_id("get-wool").click()
    buyer.send("counter")
    expect(other.get_by_test_id("proposal-1").get_by_test_id("withdraw")).to_be_visible()
    expect(other.get_by_test_id("incoming").get_by_test_id("withdraw")).to_have_count(0)


def test_refuse_all_this_turn(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(players=2, hands={0: {"wool": 3, "ore": 2}, 1: {"brick": 2}})
    code = prepared.table(folder, game, [ann, ben])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    seller = Visitor(page)
    seller.compose({"wool": 1}, {"brick": 1})
    seller.send("offer")
    other.get_by_test_id("refuse-all").click()
    expect(page.get_by_test_id("my-offer")).to_have_count(0)
    seller.compose({"ore": 1}, {"brick": 1})
    seller.send("offer")
    expect(other.get_by_test_id("note")).to_contain_text("Refused for you")
    expect(page.get_by_test_id("note")).to_contain_text("Everybody refused")


def test_a_refused_undo_is_reported(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(hands={0: RICH}), [ann, ben, "random"])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    page.get_by_test_id("build-card").click()
    expect(page.get_by_test_id("hand-ore")).to_have_attribute("data-count", "2")
    page.get_by_test_id("undo").click()
    other.get_by_test_id("undo-deny").click()
    expect(page.get_by_test_id("note")).to_contain_text("not granted")
    # and one that was granted is no refusal
    page.get_by_test_id("undo").click()
    other.get_by_test_id("undo-allow").click()
    expect(page.get_by_test_id("hand-ore")).to_have_attribute("data-count", "3")
    expect(page.get_by_test_id("note")).to_have_count(0)


def test_a_clock_that_ran_out_is_reported(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(hands={0: RICH}), [ann, ben, "random"], clock=4)
    visit(f"#/t/{code}", ben)
    page = visit(f"#/t/{code}", ann)
    expect(page.get_by_test_id("clock")).to_be_visible()
    expect(page.get_by_test_id("note")).to_contain_text("time was up")


def test_a_spectator_has_no_empty_trade_box(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(players=3, hands={0: {"wool": 3}, 1: {"brick": 2}})
    code = prepared.table(folder, game, [ann, ben, "random"], public=True)
    page, watcher = visit(f"#/t/{code}", ann), visit(f"#/t/{code}")
    visit(f"#/t/{code}", ben)
    expect(watcher.get_by_test_id("board")).to_be_visible()
    expect(watcher.get_by_test_id("trade")).to_have_count(0)
    seller = Visitor(page)
    seller.compose({"wool": 1}, {"brick": 1})
    seller.send("offer")
    expect(watcher.get_by_test_id("incoming")).to_contain_text("Ann")


def test_the_hint_leaves_the_coachs_list_in_sight(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, Game.new('sixth', 3, seed=3, starter=0), [ann, 'random', 'random'])}", ann)
    page.get_by_test_id("coach").click()
    first = page.get_by_test_id("coach-list").get_by_role("button").first
    expect(first).to_be_visible()
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).to_be_visible()
    one, two = page.get_by_test_id("hint-text").bounding_box(), page.get_by_test_id("coach-list").bounding_box()
    assert one is not None
    assert two is not None
    apart = one["x"] >= two["x"] + two["width"] or two["x"] >= one["x"] + one["width"] or one["y"] >= two["y"] + two["height"]
    assert apart, (one, two)


# --- 8: the log


def test_the_log_stays_at_its_end_and_tells_names(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, story(), [ann, ben, "random"])
    visit(f"#/t/{code}", ben)
    page = visit(f"#/t/{code}", ann)
    log = page.get_by_test_id("log")
    expect(log).to_contain_text("You roll")
    expect(log).to_contain_text("Ben rolls")
    assert "Blue" not in log.inner_text()
    page.get_by_test_id("roll").click()
    expect(page.get_by_test_id("dice")).to_be_visible()
    page.wait_for_function("() => document.querySelector('[data-testid=log]').scrollTop > 0")
    # one line for a roll: what it paid stands in it
    assert log.locator('[data-kind="produced"]').count() == 0 or log.locator('[data-kind="rolled"] .gain').count() > 0
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[data-testid=log]')) < 12")
    page.set_viewport_size({"width": 1280, "height": 600})  # what is above and below takes room away
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[data-testid=log]')) < 12")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[data-testid=log]')) < 12")


# much comes at once, and the end of a scroll is reported before the next frame brings the log to its end
MUCH = """() => {
  const log = document.querySelector('[data-testid="log"]'), much = document.createElement("div");
  much.style.height = "200px";
  log.append(much);
  log.dispatchEvent(new Event("scroll"));
}"""


def test_the_log_stays_at_its_end_when_much_happens_at_once(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    page = visit(f"#/t/{prepared.table(folder, story(), [ann, ben, 'random'])}", ann)
    page.set_viewport_size({"width": 1280, "height": 560})
    expect(page.get_by_test_id("log")).to_contain_text("You roll")
    at_end = f"() => [document.querySelector('[data-testid=log]')].every((log) => log.scrollTop > 0 && ({AT_END})(log) < 12)"
    page.wait_for_function(at_end)
    page.evaluate(MUCH)
    before = page.get_by_test_id("log").locator("[data-n]").count()
    page.get_by_test_id("roll").click()
    page.wait_for_function("(n) => document.querySelectorAll('[data-testid=log] [data-n]').length > n", arg=before)
    page.wait_for_function(at_end)


def test_the_log_is_filtered_and_shows_places(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, story(), [ann, 'random', 'random'])}", ann)
    log = page.get_by_test_id("log")
    page.get_by_test_id("log-build").click()
    expect(log.locator('[data-kind="rolled"]')).to_have_count(0)
    log.locator('[data-kind="built"]').last.click()
    expect(page.get_by_test_id("pointed")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("pointed")).to_have_count(0)


def test_a_replay_names_its_steps_and_keeps_its_place_in_the_log(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.finished(players=3, victory_points=5)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], {"victory_points": 5})
    page = visit(f"#/r/{code}/40", ann)
    log, said = page.get_by_test_id("log"), page.get_by_test_id("replay-said")
    expect(log.locator(".current")).to_have_count(1)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        assert said.inner_text().strip() not in ("roll", "end", "")
        current = log.locator(".current")
        expect(current).to_have_count(1)
        page.wait_for_function(STEP_IN_SIGHT)


def test_a_replay_keeps_its_place_in_the_log_when_the_chances_come_late(folder: Path, visit: Visit) -> None:
    """Their curve stands above the log and takes more than half of its room."""
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.finished(players=3, victory_points=5)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], {"victory_points": 5})
    page = visit("", ann)
    held: list[Route] = []
    page.route("**/api/tables/*/chances*", lambda route: held.append(route))
    page.goto(f"/#/r/{code}/60")
    current = page.get_by_test_id("log").locator(".current")
    expect(current).to_have_count(1)
    for _ in range(6):  # to a step that stands low in the log
        page.keyboard.press("ArrowRight")
    page.wait_for_function(STEP_IN_SIGHT)
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.get_by_test_id("curve")).to_be_visible()
    page.wait_for_function(STEP_IN_SIGHT)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 640), (844, 390)])
def test_a_replay_on_a_phone_shows_the_whole_island_and_does_not_move_sideways(folder: Path, visit: Visit, width: int, height: int) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.finished(players=3, victory_points=5)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], {"victory_points": 5})
    page = visit(f"#/r/{code}/40", ann, reduced_motion="no-preference", **sized(width, height))  # waves that move reach further
    expect(page.get_by_test_id("curve")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    island = page.evaluate(ISLAND)
    assert island["top"] >= 0, island
    assert island["bottom"] <= height, island
    assert island["left"] >= 0, island
    assert island["right"] <= width, island


def test_a_replay_goes_by_turns_and_to_turning_points_and_shows_hands(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.finished(players=3, victory_points=5)
    code = prepared.table(folder, game, [ann, "greedy", "greedy"], {"victory_points": 5})
    page = visit(f"#/r/{code}/0", ann)
    page.get_by_test_id("replay-next-turn").click()
    expect(page.get_by_test_id("replay-previous-turn")).to_contain_text("Turn 1")
    page.get_by_test_id("replay-next-turn").click()
    expect(page.get_by_test_id("replay-previous-turn")).to_contain_text("Turn 2")
    hands = page.get_by_test_id("replay-hands").locator("tr")
    expect(hands).to_have_count(3)
    page.get_by_test_id("turning").get_by_role("button").last.click()
    expect(page.get_by_test_id("turning").locator(".now")).to_have_count(1)


@pytest.mark.parametrize(("edition", "word", "never"), [("fourth", "Bank", "supply"), ("sixth", "Supply", "bank")])
def test_one_edition_has_one_word_for_the_supply(folder: Path, visit: Visit, edition: str, word: str, never: str) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.scene(edition=edition, hands={0: {"wool": 6}})
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'random', 'random'])}", ann)
    expect(page.get_by_test_id("bank")).to_have_text(re.compile(rf"^{word} \d:1$"))
    page.get_by_test_id("rate-wool-4").click()
    page.get_by_test_id("get-ore").click()
    page.get_by_test_id("bank").click()
    expect(page.get_by_test_id("log")).to_contain_text(f"the {word.lower()}")
    assert never not in page.locator("body").inner_text().lower()


# --- the card counter


def test_the_card_counter_opens_by_touch_and_not_at_a_rated_table(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    game = prepared.scene(hands={0: {"wool": 2}, 1: {"ore": 3}})
    page = visit(f"#/t/{prepared.table(folder, game, [ann, 'random', 'random'])}", ann, **sized(390, 664))
    page.get_by_test_id("menu").tap()
    page.get_by_test_id("menu-counter").tap()
    expect(page.get_by_test_id("counts-0")).to_contain_text("2")
    expect(page.get_by_test_id("counts-1")).to_contain_text("3")
    # an island of its own: while it runs, the study judges nothing there
    rated = visit(f"#/t/{prepared.table(folder, prepared.scene(seed=6), [ann, 'random', 'random'], rated=True)}", ann)
    expect(rated.get_by_test_id("board")).to_be_visible()
    expect(rated.get_by_test_id("counter-1")).to_have_count(0)
    rated.keyboard.press("k")
    expect(rated.get_by_role("dialog")).to_contain_text("rated")
    expect(rated.get_by_test_id("counts-1")).to_have_count(0)


# --- drafts


def test_a_draft_survives_what_happens_meanwhile(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(rolled=False, hands={0: {"wool": 1}, 1: {"brick": 2}}), [ann, ben, "random"])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    other.get_by_test_id("hand-brick").click()  # a card of the hand is given by a click on it
    other.get_by_test_id("get-wool").click()
    page.get_by_test_id("roll").click()
    expect(other.get_by_test_id("dice")).to_be_visible()
    expect(other.get_by_test_id("give-brick")).to_have_attribute("aria-label", re.compile(r"\(1\)$"))
    expect(other.get_by_test_id("get-wool")).to_have_attribute("aria-label", re.compile(r"\(1\)$"))
