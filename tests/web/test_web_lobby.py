"""Around the table: the lobby, friends in a room, learning, languages, the page as an app."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from hosting import ROOT
from playwright.sync_api import Page, Route, expect
from visitor import Visitor, choose, join

Visit = Callable[..., Page]
LANGUAGES = sorted(path.stem for path in (ROOT / "web" / "src" / "words").glob("??.ts"))
YOU = {"en": "You", "de": "Du", "fr": "Vous", "es": "Tú"}

# the lesson that is shown, and whether there is none any more; one that waits for "Got it" gets it
NEXT = """() => {
  const bubble = document.querySelector('[data-testid="guide"]'), pill = document.querySelector('[data-testid="guide-wait"]');
  const next = document.querySelector('[data-testid="guide-next"]');
  const said = [bubble?.dataset.step ?? "", !bubble && !pill, next !== null];
  next?.click();
  return said;
}"""


# --- opponents and editions


def test_opponents_are_named_by_strength_with_a_sentence_each(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_test_id("quick-play")).to_be_enabled()
    ladder = page.get_by_test_id("quick-bot")
    assert [label.strip() for label in ladder.locator("label").all_inner_texts()] == ["Easy", "Medium", "Hard", "Expert", "Master"]
    said = set()
    for radio in ladder.get_by_role("radio").all():
        radio.check(force=True)
        said.add(ladder.locator("p").inner_text())
    assert len(said) == 5
    page.get_by_test_id("quick-bot-gentle/normal").check(force=True)
    page.get_by_test_id("quick-play").click()
    expect(page.get_by_test_id("board")).to_be_visible()


def test_every_edition_says_what_is_different_about_it(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_test_id("quick-play")).to_be_enabled()
    sentences = set()
    for edition in ("fourth", "summary", "extension", "sixth", "zip"):
        choose(page, "quick-edition", edition)
        sentences.add(page.get_by_test_id("different").inner_text())
    assert len(sentences) == 5
    page.get_by_test_id("different").get_by_role("link").first.click()
    expect(page.locator("#editions")).to_be_in_viewport()
    expect(page.locator("#editions article")).to_have_count(5)


# --- friends


def test_play_with_friends_opens_a_room_with_link_code_and_qr(visit: Visit) -> None:
    host = visit(permissions=["clipboard-read", "clipboard-write"])
    host.get_by_test_id("name").fill("Ann")
    host.get_by_test_id("friends").click()
    code = host.get_by_test_id("code").inner_text()
    expect(host.get_by_test_id("qr")).to_have_attribute("data-link", re.compile(f"#/t/{code}$"))
    assert host.get_by_test_id("qr").locator("path").get_attribute("d")
    host.get_by_test_id("copy-link").click()
    expect(host.get_by_test_id("copy-link")).to_contain_text("Copied")
    link = host.evaluate("() => navigator.clipboard.readText()")
    assert link == host.get_by_test_id("link").input_value()
    guest = visit(f"#/t/{code}")
    guest.get_by_test_id("room-name").fill("Ben")
    guest.get_by_test_id("sit-1").click()
    expect(host.get_by_test_id("seat-1")).to_contain_text("Ben")
    guest.get_by_test_id("phrases").get_by_role("button", name="Hello!").click()
    expect(host.get_by_test_id("chat-lines")).to_contain_text("Hello!")
    expect(guest.get_by_test_id("new-edition")).to_have_count(0)  # the rules are the host's
    choose(host, "new-players", "3")
    host.get_by_test_id("preset-short").check(force=True)
    expect(guest.get_by_test_id("differences")).to_contain_text("8")
    host.get_by_test_id("fill-start").click()
    for page in (host, guest):
        expect(page.get_by_test_id("board")).to_be_visible()


@pytest.mark.parametrize(
    ("network", "listening", "warned"),
    [(None, False, True), ("http://192.168.7.9:80", False, True), ("http://192.168.7.9:80", True, False)],
)
def test_the_room_says_whether_friends_can_reach_it(visit: Visit, network: str | None, listening: bool, warned: bool) -> None:
    page = visit()
    page.route("**/api/address", lambda route: route.fulfill(json={"network": network, "open": listening}))
    page.get_by_test_id("friends").click()
    said = page.get_by_test_id("network")
    if warned:
        expect(said).to_contain_text("this computer only")
    else:
        expect(said).to_contain_text("everybody on your network")
        expect(page.get_by_test_id("link")).to_have_value(re.compile("^http://192.168.7.9"))
    expect(said.locator("code")).to_have_count(1 if warned and network else 0)


def test_two_quick_changes_of_the_rules_are_both_kept(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("create").click()
    page.get_by_test_id("new-more").click()
    held: list[Route] = []
    page.route("**/rules", lambda route: held.append(route) if not held else route.continue_())
    page.get_by_test_id("option-friendly_robber").click()
    page.get_by_test_id("option-open_hands").click()  # before the first is answered
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.get_by_test_id("differences")).to_contain_text("Friendly robber")
    expect(page.get_by_test_id("differences")).to_contain_text("Open hands")


def test_shown_counts_of_the_supply_stay_beside_hidden_discards(visit: Visit) -> None:
    """The server hides the counts along with discards unless the request says otherwise, and it does."""
    page = visit()
    page.get_by_test_id("create").click()
    page.get_by_test_id("new-more").click()
    choose(page, "option-discards", "hidden")
    expect(page.get_by_test_id("option-supply_counts")).to_have_attribute("data-value", "hidden")
    choose(page, "option-supply_counts", "shown")
    page.get_by_test_id("option-open_hands").click()  # a later change forgets nothing
    expect(page.get_by_test_id("differences")).to_contain_text("Open hands")
    expect(page.get_by_test_id("option-supply_counts")).to_have_attribute("data-value", "shown")
    expect(page.get_by_test_id("differences")).not_to_contain_text("ounts of the supply")


def test_a_rematch_takes_everybody_along(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.finished(players=3, victory_points=5), [ann, ben, "greedy"], {"victory_points": 5})
    first, second = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    expect(second.get_by_test_id("board")).to_be_visible()
    first.get_by_test_id("show-result").click()
    first.get_by_test_id("again").click()
    expect(first.get_by_test_id("code")).to_be_visible()
    second.get_by_test_id("rematch-join").click()
    expect(second.get_by_test_id("seat-1")).to_contain_text("Ben")
    expect(first.get_by_test_id("seat-1")).to_contain_text("here")
    first.get_by_test_id("start").click()
    for page in (first, second):
        expect(page.get_by_test_id("board")).to_be_visible()


def test_a_game_is_deleted_from_the_lobby_after_a_question(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(), [ann, "random", "random"])
    page = visit("", ann)
    row = page.get_by_test_id(f"table-{code}")
    expect(row).to_contain_text("Your turn")
    expect(row).to_contain_text("round")
    page.get_by_test_id(f"erase-{code}").click()
    page.keyboard.press("Escape")
    expect(row).to_be_visible()
    page.get_by_test_id(f"erase-{code}").click()
    page.get_by_test_id("erase-yes").click()
    expect(row).to_have_count(0)


def test_ones_turn_is_reported_in_title_and_by_notification(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(), [ann, "random", "random"])
    page = visit("", ann, permissions=["notifications"])
    page.add_init_script(
        """window.shown = [];
        window.Notification = class { static permission = "granted"; constructor(title, more) { window.shown.push([title, more.body]); } };
        Object.defineProperty(document, "hidden", { get: () => window.elsewhere === true });"""
    )
    page.evaluate("() => localStorage.setItem('sevenhex', JSON.stringify({ notify: true, pace: 'quick' }))")
    page.goto(f"/#/t/{code}")
    page.reload()
    expect(page).to_have_title(re.compile("Your turn"))
    page.evaluate("() => (window.elsewhere = true)")
    page.get_by_test_id("end").click()
    page.wait_for_function("() => window.shown.length > 0")
    assert page.evaluate("() => window.shown[0][0]") == "Your turn"


# --- learning


def test_the_how_to_explains_words_on_a_tap_and_has_pictures(visit: Visit) -> None:
    page = visit("#/how")
    expect(page.get_by_test_id("how")).to_be_visible()
    assert page.locator("section > svg[role=img]").count() >= 4
    assert len(page.get_by_test_id("how").inner_text().split()) < 900  # three minutes
    page.get_by_test_id("word-robber").first.click()
    expect(page.get_by_test_id("means")).to_contain_text("pays nothing")
    expect(page.get_by_test_id("costs-table").get_by_role("row")).to_have_count(5)


def test_costs_and_points_are_at_hand_during_a_game(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    page = visit(f"#/t/{prepared.table(folder, prepared.scene(), [ann, 'random', 'random'])}", ann)
    page.get_by_test_id("costs").click()
    expect(page.get_by_test_id("costs-table")).to_contain_text("Settlement")
    expect(page.get_by_test_id("costs-table").get_by_label("wheat").first).to_be_visible()  # the edition's own words


def test_the_guided_first_game_teaches_one_idea_at_a_time(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("new-here").click()
    guide = page.get_by_test_id("guide")
    expect(guide).to_have_attribute("data-step", "place")  # placing is taught, too
    seen, texts = ["place"], {"place": guide.inner_text()}
    visitor = Visitor(page)
    for _ in range(1500):
        now = visitor.look(0.3)
        text = guide.inner_text() if guide.count() else ""
        step, over, read = page.evaluate(NEXT)  # after the look: what is taught at this moment is seen before it is done
        if step and step != seen[-1]:
            seen.append(step)
            texts.setdefault(step, text)
        if over or now["over"]:
            break
        if now["mine"] and not read:
            visitor.step(now)
    assert seen[:5] == ["place", "placeRoad", "placeSecond", "numbers", "roll"]
    assert seen[-1] == "done"
    assert set(seen) >= {"paid", "trade", "road"}
    assert "wood" in texts["road"]  # the edition's own word
    assert any(f"{number}!" in texts["paid"] for number in range(2, 13))  # what happened, not what might
    track = page.get_by_test_id("panel-0").inner_text()
    assert any(f"{points}" in track for points in range(3, 11)), track
    expect(page.get_by_test_id("board")).to_be_visible()


def test_the_guide_is_left_at_any_moment_and_the_game_goes_on(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("new-here").click()
    expect(page.get_by_test_id("guide")).to_be_visible()
    page.get_by_test_id("guide-leave").click()
    expect(page.get_by_test_id("guide")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("guide")).to_have_count(0)
    Visitor(page, trades=False).play(actions=3)


# --- what the page waits for


def test_the_lobby_says_that_rules_are_being_prepared_and_offers_the_how_to(visit: Visit) -> None:
    page = visit("#/how")
    answers = [{"ready": False, "waits_for": "rules", "slow": False}, {"ready": True, "waits_for": None, "slow": True}]
    page.route("**/api/ready", lambda route: route.fulfill(json=answers[0]))
    page.goto("/#/")
    expect(page.get_by_test_id("preparing")).to_contain_text("once after installing")
    expect(page.get_by_test_id("preparing").get_by_role("link", name="How to play")).to_be_visible()
    answers.pop(0)
    expect(page.get_by_test_id("slow")).to_be_visible()


# --- the page as an app


def test_the_page_starts_without_a_network_and_says_that_the_server_is_away(visit: Visit) -> None:
    page = visit("", service_workers="allow", tolerant=True)
    expect(page.get_by_test_id("quick-play")).to_be_enabled()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("away")).to_contain_text("The server is away")
    page.get_by_test_id("away").get_by_role("link").click()
    expect(page.get_by_test_id("how")).to_be_visible()
    page.get_by_test_id("home").click()
    expect(page.get_by_test_id("retry")).to_be_visible()  # the lobby has found the server away before it comes back
    page.context.set_offline(False)
    page.get_by_test_id("retry").click()
    expect(page.get_by_test_id("away")).to_have_count(0)
    expect(page.get_by_test_id("quick-play")).to_be_enabled()


def test_the_manifest_names_icons_that_are_there(visit: Visit) -> None:
    page = visit()
    answer = page.request.get("/manifest.webmanifest")
    assert "json" in answer.headers["content-type"]
    manifest = json.loads(answer.body())
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"].startswith("image/")


# --- languages


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_speaks_on_every_page(folder: Path, visit: Visit, language: str) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(rolled=False), [ann, "greedy", "greedy"])
    page = visit("", ann, locale=f"{language}-{language.upper() if language != 'en' else 'GB'}")
    expect(page.get_by_test_id("quick-play")).to_be_enabled()
    texts = [page.locator("body").inner_text()]
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_test_id("friends").click()
    expect(page.get_by_test_id("new-edition")).to_be_visible()
    page.get_by_test_id("new-more").click()
    texts.append(page.locator("body").inner_text())
    page.goto("/#/how")
    expect(page.get_by_test_id("how")).to_be_visible()
    texts.append(page.locator("body").inner_text())
    page.goto(f"/#/t/{code}")
    expect(page.get_by_test_id("roll")).to_be_visible()
    Visitor(page, trades=False).play(actions=4)
    texts.append(page.locator("body").inner_text())
    log = page.get_by_test_id("log").inner_text()
    assert re.search(rf"\b{YOU[language]}\b", log), log
    assert "Ann" not in log
    for text in texts:
        assert not re.search(r"undefined|\[object|NaN|=>", text)
    if language != "en":
        assert "Play with friends" not in texts[0]
        assert "How to play" not in texts[2]


def test_there_are_four_languages(visit: Visit) -> None:
    assert set(LANGUAGES) >= {"en", "de", "fr", "es"}
    page = visit()
    page.get_by_test_id("language").click()
    words = page.get_by_test_id("language-list").locator("[role=option]").all_inner_texts()
    assert [word.strip() for word in words] == ["English", "Deutsch", "Español", "Français"]


@pytest.mark.parametrize(("locale", "decimal", "share"), [("en-GB", r"\d\.\d", r"\d%"), ("fr-FR", r"\d,\d", r"\d\s%")])
def test_the_report_writes_numbers_as_the_language_does(folder: Path, visit: Visit, locale: str, decimal: str, share: str) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.finished(players=3, victory_points=5), [ann, "greedy", "greedy"], {"victory_points": 5})
    page = visit(f"#/t/{code}", ann, locale=locale)
    page.get_by_test_id("show-result").click()
    luck = page.get_by_test_id("luck").inner_text()
    assert re.search(decimal, luck), luck
    assert re.search(share, luck), luck
    assert ("." in luck) == (locale == "en-GB"), luck


# --- the table's menu


def test_the_host_locks_mutes_and_removes_and_anybody_resigns(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(), [ann, ben, "random"])
    first, second = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    expect(second.get_by_test_id("board")).to_be_visible()
    first.get_by_test_id("table-menu").click()
    first.get_by_test_id("lock").click()
    expect(first.get_by_test_id("lock")).to_be_checked()
    first.get_by_test_id("mute-1").click()
    expect(first.get_by_test_id("mute-1")).to_have_attribute("aria-pressed", "true")
    second.get_by_test_id("table-menu").click()
    expect(second.get_by_test_id("lock")).to_have_count(0)  # the host's alone
    second.get_by_test_id("resign").click()
    second.get_by_test_id("resign-yes").click()
    expect(second.get_by_test_id("quick-play")).to_be_visible()
    expect(first.get_by_test_id("mute-1")).to_have_count(0)  # a bot plays on


def test_the_host_is_asked_before_a_removal_and_the_removed_player_is_notified(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(seat=1), [ann, ben, "random"])
    first, second = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    expect(second.get_by_test_id("undo")).to_be_visible()
    first.get_by_test_id("table-menu").click()
    first.get_by_test_id("remove-1").click()
    first.get_by_test_id("remove-no").click()
    expect(first.get_by_test_id("remove-yes")).to_have_count(0)
    expect(second.get_by_test_id("undo")).to_be_visible()
    first.get_by_test_id("remove-1").click()
    expect(first.get_by_test_id("table-menu-dialog")).to_contain_text("Remove Ben")
    first.get_by_test_id("remove-yes").click()
    expect(second.get_by_test_id("gone")).to_contain_text("The host has removed you from this table.")
    for name in ("board", "undo", "table-menu", "line"):  # nothing to press, and no line that is opened anew
        expect(second.get_by_test_id(name)).to_have_count(0)
    expect(first.get_by_test_id("remove-1")).to_have_count(0)


def test_who_is_banned_and_reloads_is_told_so(folder: Path, visit: Visit) -> None:
    """Or stands before a locked table: in the page's language, and nothing is tried again."""
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(seat=1), [ann, ben, "random"])
    first, second = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben, locale="fr-FR")
    expect(second.get_by_test_id("undo")).to_be_visible()
    first.get_by_test_id("table-menu").click()
    first.get_by_test_id("lock").click()
    expect(first.get_by_test_id("lock")).to_be_checked()
    expect(visit(f"#/t/{code}").get_by_test_id("gone")).to_contain_text("The host has locked this table")
    first.get_by_test_id("ban-1").click()
    first.get_by_test_id("remove-yes").click()
    expect(second.get_by_test_id("gone")).to_be_visible()
    second.reload()
    expect(second.get_by_test_id("gone")).to_contain_text("exclu de cette table")
    expect(second.get_by_test_id("connecting")).to_have_count(0)


def test_a_refusal_is_said_in_the_language_of_the_page(visit: Visit) -> None:
    host, guest = visit(), visit(locale="de-DE", tolerant=True)  # a refused call is an error in the console
    host.get_by_test_id("name").fill("Ann")
    host.get_by_test_id("friends").click()
    code = host.get_by_test_id("code").inner_text()
    join(guest, code, "Ann", 2)
    expect(guest.get_by_test_id("room-problem")).to_have_text("An diesem Tisch heißt schon jemand Ann; wähle einen anderen Namen.")
