"""Moments of a game in the page: interrupted, taken back, abandoned, watched, explained."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import prepared
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from visitor import Visitor, choose

Visit = Callable[..., Page]
CLAUSE = re.compile(r"[A-Z]+-\d+")


def test_reload_in_the_middle_of_a_discard(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(rolled=False, hands={0: {"wool": 9}, 1: {"brick": 4, "ore": 4}})
    prepared.roll(game, 3, 4)
    code = prepared.table(folder, game, [ann, ben, "random"])
    first, second = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    for page, due in ((first, 4), (second, 4)):  # both at once
        expect(page.get_by_test_id("chooser-discard")).to_contain_text(f"Give back {due}")
    second.get_by_test_id("choose-brick").click()
    second.reload()
    for _ in range(3):
        second.get_by_test_id("choose-ore").click()
    expect(second.get_by_test_id("choose-done")).to_be_disabled()
    second.get_by_test_id("choose-brick").click()
    second.get_by_test_id("choose-done").click()
    expect(second.get_by_test_id("chooser-discard")).to_have_count(0)
    expect(second.get_by_test_id("hand-ore")).to_have_attribute("data-count", "1")
    expect(second.get_by_test_id("hand-brick")).to_have_attribute("data-count", "3")
    expect(first.get_by_test_id("choose-done")).to_contain_text("4/4")  # all of one kind: nothing is to be chosen
    first.get_by_test_id("choose-done").click()
    expect(first.get_by_test_id("board")).to_have_attribute("data-placing", "robber")


def test_reload_in_the_middle_of_a_robber_move(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(rolled=False, hands={1: {"brick": 1}, 2: {"ore": 1}})
    prepared.roll(game, 3, 4)
    victims = {text.split()[1]: text.split()[-1] for text in game.legal_texts(0) if "rob blue" in text}
    code = prepared.table(folder, game, [ann, ben, "random"])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    tile = next(iter(victims))
    expect(page.get_by_test_id("board")).to_have_attribute("data-placing", "robber")
    page.reload()
    expect(page.locator(f'[data-testid="spot"][data-spot="{tile}"]')).to_be_visible()
    page.locator(f'[data-testid="spot"][data-spot="{tile}"]').click()
    choice = page.get_by_test_id("rob-blue")
    if choice.count():  # two neighbours: a choice that a reload leaves open
        page.reload()
        page.locator(f'[data-testid="spot"][data-spot="{tile}"]').click()
        page.get_by_test_id("rob-blue").click()
    expect(page.get_by_test_id("robber")).to_have_attribute("data-at", tile)
    expect(page.get_by_test_id("hand-brick")).to_have_attribute("data-count", "1")
    expect(other.get_by_test_id("hand-brick")).to_have_attribute("data-count", "0")
    # the victim sees what was taken
    expect(other.get_by_test_id("log").locator('[data-kind="robbed"]').last).to_contain_text("brick")


def test_a_lost_line_comes_back_by_itself_and_loses_nothing(folder: Path, visit: Visit) -> None:
    """The connection is cut right after an action was sent: it is repeated under its id, and done once."""
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"brick": 2, "lumber": 2}}), [ann, "random", "random"])
    page = visit("", ann)
    lines: list[WebSocketRoute] = []
    cut = [False]

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def upward(said: str | bytes) -> None:
            server.send(said)
            if cut[0] and '"act"' in str(said):
                cut[0] = False
                line.close()  # the answer never arrives

        line.on_message(upward)

    page.route_web_socket(re.compile("/play$"), through)
    page.goto(f"/#/t/{code}")
    page.reload()  # a new hash alone keeps the page that was there before the route
    expect(page.get_by_test_id("build-road")).not_to_have_attribute("aria-disabled", "true")
    mine = page.locator('[data-road][data-owner="0"]')
    before = mine.count()
    cut[0] = True
    page.get_by_test_id("build-road").click()
    visitor = Visitor(page)
    visitor.place(visitor.look()["spots"][0][0])
    expect(mine).to_have_count(before + 1)
    expect(page.get_by_test_id("line")).to_have_count(0)
    expect(page.get_by_test_id("hand-brick")).to_have_attribute("data-count", "1")
    expect(page.get_by_test_id("refusal")).to_have_count(0)  # the repeated command was known, not refused
    assert len(lines) >= 2
    assert [entry.seat for entry in prepared.log_of(folder, code)].count(0) == 2  # the roll that was prepared, and one road


def test_a_table_that_takes_its_time_says_why(folder: Path, visit: Visit) -> None:
    """After an update the first table waits until the rules are compiled."""
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(), [ann, "random", "random"])
    page = visit("", ann)
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    slow = [True]

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: held.append((line, said)) if slow[0] else line.send(said))

    page.route_web_socket(re.compile("/play$"), through)
    page.goto(f"/#/t/{code}")
    page.reload()  # a new hash alone keeps the page that was there before the route
    expect(page.locator("main")).to_contain_text("Connecting")
    expect(page.locator("main")).to_contain_text("How to play")  # slow, but the server said nothing of rules
    assert held
    held[0][0].send('{"type": "preparing", "ready": false, "waits_for": "rules", "slow": false}')
    expect(page.locator("main")).to_contain_text("Preparing the rules")
    slow[0] = False
    for line, said in held:
        line.send(said)
    expect(page.get_by_test_id("board")).to_be_visible()


def test_undo_is_free_until_something_was_shown(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    hands = {0: {"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}}
    code = prepared.table(folder, prepared.scene(hands=hands), [ann, ben, "random"])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    mine = page.locator('[data-road][data-owner="0"]')
    expect(mine.first).to_be_attached()
    before = mine.count()
    visitor = Visitor(page)
    page.get_by_test_id("build-road").click()
    visitor.place(visitor.look()["spots"][0][0])
    expect(mine).to_have_count(before + 1)
    page.get_by_test_id("undo").click()
    expect(mine).to_have_count(before)
    expect(page.get_by_test_id("hand-brick")).to_have_attribute("data-count", "1")

    # a drawn card was seen: the others are asked
    page.get_by_test_id("build-card").click()
    expect(page.get_by_test_id("hand-ore")).to_have_attribute("data-count", "0")
    page.get_by_test_id("undo").click()
    expect(other.get_by_test_id("undo-request")).to_contain_text("Ann")
    other.get_by_test_id("undo-deny").click()
    expect(page.get_by_test_id("undo-request")).to_have_count(0)
    expect(page.get_by_test_id("hand-ore")).to_have_attribute("data-count", "0")
    page.get_by_test_id("undo").click()
    other.get_by_test_id("undo-allow").click()
    expect(page.get_by_test_id("hand-ore")).to_have_attribute("data-count", "1")
    expect(page.get_by_test_id("dev")).to_have_count(0)


def test_what_the_table_did_when_time_was_up_stays_in_log_and_chat(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(rolled=False, hands={}), [ann, ben, "random"], clock=3)
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben, locale="de-DE")
    for reader, said in ((page, "Time was up: the table rolled for"), (other, "Die Zeit war um: Der Tisch hat für")):
        notice = reader.get_by_test_id("log").locator('[data-kind="notice"]').first
        expect(notice).to_contain_text(said)
        after = notice.locator("xpath=following::*[@data-kind][1]")
        expect(after).to_have_attribute("data-kind", "rolled")  # it stands before what it explains
    page.get_by_test_id("tab-chat").click()
    expect(page.get_by_test_id("chat-lines")).to_contain_text("Time was up: the table rolled for")


def test_the_table_votes_about_somebody_who_left(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(seat=1, rolled=False, hands={}), [ann, ben, "random"], clock=60)
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    expect(page.get_by_test_id("turn-sentence")).to_contain_text("Ben")
    expect(page.get_by_test_id("clock")).to_be_visible()
    other.close()
    expect(page.get_by_test_id("away")).to_contain_text("Ben")
    expect(page.get_by_test_id("clock")).to_have_class(re.compile("paused"))
    page.get_by_test_id("vote-bot").click()  # waits until the grace time is over
    # a bot plays Ben's turn, and the bot beside him its own: Ann is next
    expect(page.get_by_test_id("roll")).to_be_visible()
    expect(page.get_by_test_id("away")).to_have_count(0)
    again = visit(f"#/t/{code}", ben)
    expect(again.get_by_test_id("hand")).to_be_visible()
    seats = again.evaluate(f"() => fetch('/api/tables/{code}').then((answer) => answer.json())")["seats"]
    assert seats[1]["bot_plays"] is False
    assert seats[1]["present"] is True


def test_disabled_buttons_tell_the_reason_and_its_clause(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"ore": 1}}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    for what, said in {"road": "brick", "settlement": "grain", "city": "ore", "card": "wool"}.items():
        button, bubble = page.get_by_test_id(f"build-{what}"), page.get_by_test_id(f"build-{what}-why")
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(bubble).to_be_hidden()
        button.hover()
        expect(bubble).to_be_visible()
        assert CLAUSE.search(bubble.inner_text()), bubble.inner_text()
        words = page.evaluate("() => document.querySelector('[data-testid=\"hand\"]').innerText.toLowerCase()")
        assert any(word in bubble.inner_text().lower() for word in [said, *words.split()])
    city = page.get_by_test_id("build-city-why")
    expect(city).to_contain_text("A city costs 3 ore and 2 wheat; you have 1 ore and 0 wheat.")  # made of facts by the page
    # by the keyboard too: the key moves the focus to the button, and its description is what is shown
    page.keyboard.press("3")
    focused = page.evaluate("() => [document.activeElement.dataset.testid, document.activeElement.getAttribute('aria-describedby')]")
    assert focused[0] == "build-city"
    expect(page.locator(f"id={focused[1]}")).to_be_visible()


def test_reasons_are_said_in_the_language_of_the_page(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"ore": 1}}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann, locale="de-DE")
    expect(page.get_by_test_id("build-city-why")).to_contain_text("Stadt: kostet 3 Erz und 2 Weizen; du hast 1 Erz und 0 Weizen.")


def test_before_the_roll_the_page_says_that_the_roll_comes_first(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    everything = dict.fromkeys(prepared.RESOURCES, 1)
    code = prepared.table(folder, prepared.scene(rolled=False, hands={0: everything}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    page.get_by_test_id("build-road").hover()
    bubble = page.get_by_test_id("build-road-why")
    expect(bubble).to_contain_text(re.compile("roll", re.IGNORECASE))
    assert CLAUSE.search(bubble.inner_text())


def test_german(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(rolled=False), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann)
    expect(page.get_by_test_id("roll")).to_have_text("Roll")
    page.get_by_test_id("settings").click()
    choose(page, "language-choice", "de")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("roll")).to_have_text("Würfeln")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_test_id("hand-grain")).to_contain_text(re.compile("Getreide|Weizen"))
    page.reload()
    expect(page.get_by_test_id("roll")).to_have_text("Würfeln")


def test_touch_asks_before_it_builds(folder: Path, visit: Visit) -> None:
    (ann,) = prepared.people(folder, "Ann")
    code = prepared.table(folder, prepared.scene(hands={0: {"brick": 1, "lumber": 1}}), [ann, "random", "random"])
    page = visit(f"#/t/{code}", ann, phone=True, has_touch=True, is_mobile=True)
    mine = page.locator('[data-road][data-owner="0"]')
    expect(mine.first).to_be_attached()
    before = mine.count()
    page.get_by_test_id("build-road").tap()
    spot = page.evaluate(
        """() => { const box = document.querySelector('[data-testid="spot"]').getBoundingClientRect();
                   return [box.x + box.width / 2, box.y + box.height / 2]; }"""
    )
    page.touchscreen.tap(*spot)
    expect(page.get_by_test_id("place-here")).to_be_visible()
    assert mine.count() == before
    page.get_by_test_id("place-here").tap()
    expect(mine).to_have_count(before + 1)


def test_bad_messages_are_answered_and_the_table_goes_on(folder: Path, visit: Visit) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(rolled=False), [ann, ben, "random"])
    page, other = visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)
    expect(page.get_by_test_id("roll")).to_be_visible()
    bad = [
        "{",
        '{"type":"dance"}',
        '{"type":"act","id":"a","version":0,"action":"roll"}',  # before hello
        '{"type":"hello","version":null}',
        "x" * 5000,
        '{"type":"act","id":"b","version":0,"action":"roll"}',  # Ann's roll, said by Ben
        '{"type":"act","id":"c","version":9999,"action":"roll"}',
        '{"type":"act","id":"d","version":0,"action":"fly"}',
        '{"type":"act","id":"e","version":0,"action":"roll","seat":0}',
    ]
    answers = other.evaluate(
        """async ([code, bad]) => {
          const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/play`), heard = [];
          socket.onmessage = (event) => heard.push(JSON.parse(event.data));
          await new Promise((resolve) => (socket.onopen = resolve));
          for (const text of bad) socket.send(text);
          const refused = () => heard.filter((each) => each.type === "refused");
          while (refused().length < bad.length - 1) await new Promise((resolve) => setTimeout(resolve, 20));
          socket.close();
          return refused().map((each) => [each.id, each.code]);
        }""",
        [code, bad],
    )
    assert answers[:4] == [[None, "malformed"], [None, "malformed"], ["a", "malformed"], [None, "too_large"]]
    codes = dict(answers[4:])
    assert codes["b"] in ("illegal", "stale")
    assert codes["c"] in ("illegal", "stale")
    assert codes["d"] in ("illegal", "malformed")
    assert codes["e"] == "malformed"
    page.get_by_test_id("roll").click()
    expect(page.get_by_test_id("dice")).to_be_visible()
    expect(other.get_by_test_id("dice")).to_be_visible()


def test_a_server_that_is_away_is_reported_in_the_lobby(visit: Visit) -> None:
    page = visit(tolerant=True)
    expect(page.get_by_test_id("quick-play")).to_be_enabled()

    def refuse(route: Route) -> None:
        route.fulfill(
            status=503,
            json={"code": "unavailable", "key": "store", "facts": {"detail": "The store sleeps."}, "sentence": "", "reasons": []},
        )

    page.route("**/api/tables", refuse)
    page.get_by_test_id("quick-play").click()
    expect(page.get_by_test_id("problem")).to_contain_text("The store sleeps.")
