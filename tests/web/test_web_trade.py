"""Two browsers at one table: offers, counteroffers, proposals, and a closed trade that both pages show."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import prepared
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from visitor import Visitor

Visit = Callable[..., Page]


def hand(page: Page) -> dict[str, int]:
    """The cards that the page shows as one's own."""
    return {name: int(page.get_by_test_id(f"hand-{name}").get_attribute("data-count") or 0) for name in prepared.RESOURCES}


def expect_hand(page: Page, **counts: int) -> None:
    for name in prepared.RESOURCES:
        expect(page.get_by_test_id(f"hand-{name}")).to_have_attribute("data-count", str(counts.get(name, 0)))


@pytest.fixture
def market(folder: Path, visit: Visit) -> tuple[Page, Page]:
    """Ann is in turn with wool, Ben has brick; a third seat is a bot's with nothing to give."""
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(hands={0: {"wool": 3, "ore": 1}, 1: {"brick": 3}})
    code = prepared.table(folder, game, [ann, ben, "random"])
    return visit(f"#/t/{code}", ann), visit(f"#/t/{code}", ben)


def test_offer_counteroffer_and_a_closed_trade(market: tuple[Page, Page]) -> None:
    ann, ben = market
    expect_hand(ann, wool=3, ore=1)
    seller, buyer = Visitor(ann), Visitor(ben)
    seller.compose({"wool": 1}, {"brick": 1})
    seller.send("offer")
    incoming = ben.get_by_test_id("incoming")
    expect(incoming).to_contain_text("Ann")
    expect(ben.get_by_test_id("accept")).to_be_visible()

    # Ben wants two wool for it
    ben.get_by_test_id("counter-start").click()
    ben.get_by_test_id("get-wool").click()
    buyer.send("counter")
    proposal = ann.get_by_test_id("proposal-1")
    expect(proposal).to_contain_text("Ben")
    ann.get_by_test_id("take-1").click()

    expect_hand(ann, wool=1, ore=1, brick=1)
    expect_hand(ben, wool=2, brick=2)
    for page in market:
        expect(page.get_by_test_id("log").locator('[data-kind="traded"]').last).to_be_visible()
        expect(page.get_by_test_id("proposal-1")).to_have_count(0)


def test_the_offerer_chooses_among_those_who_accept(market: tuple[Page, Page]) -> None:
    ann, ben = market
    seller = Visitor(ann)
    seller.compose({"wool": 1}, {"brick": 2})
    ann.get_by_test_id("to-2").click()  # not to the bot
    seller.send("offer")
    ben.get_by_test_id("accept").click()
    expect(ann.get_by_test_id("answer-1")).to_contain_text("accepts")
    expect(ann.get_by_test_id("answer-2")).to_have_count(0)
    ann.get_by_test_id("confirm-1").click()
    expect_hand(ann, wool=2, ore=1, brick=2)
    expect_hand(ben, wool=1, brick=1)


def test_a_proposal_out_of_turn(market: tuple[Page, Page]) -> None:
    ann, ben = market
    buyer = Visitor(ben)
    buyer.compose({"brick": 1}, {"ore": 1})
    buyer.send("propose")
    expect(ann.get_by_test_id("proposal-1")).to_contain_text("Ben")
    ann.get_by_test_id("decline-1").click()
    expect(ben.get_by_test_id("proposal-1")).to_have_count(0)
    expect_hand(ben, brick=3)


def test_a_trade_that_cannot_be_says_why(market: tuple[Page, Page]) -> None:
    ann, _ = market
    expect(ann.get_by_test_id("give-brick")).to_be_disabled()  # none in hand
    bank = ann.get_by_test_id("bank")
    expect(bank).to_have_attribute("aria-disabled", "true")
    bank.hover()
    expect(ann.get_by_test_id("bank-why")).to_be_visible()


def test_reload_and_reconnect_in_the_middle_of_a_trade(market: tuple[Page, Page]) -> None:
    ann, ben = market
    seller = Visitor(ann)
    seller.compose({"wool": 1}, {"brick": 1})
    seller.send("offer")
    expect(ben.get_by_test_id("incoming")).to_be_visible()
    ben.reload()
    expect(ben.get_by_test_id("incoming")).to_contain_text("Ann")
    ann.reload()
    expect(ann.get_by_test_id("my-offer")).to_be_visible()
    ben.get_by_test_id("accept").click()
    ann.reload()
    ann.get_by_test_id("confirm-1").click()
    expect_hand(ann, wool=2, ore=1, brick=1)
    expect_hand(ben, wool=1, brick=2)


def test_chat_reaches_the_other_page_as_plain_text(market: tuple[Page, Page]) -> None:
    ann, ben = market
    said = "<b>wool</b> for anybody? <img src=x onerror=alert(1)>"
    expect(ann.get_by_test_id("tab-chat")).to_be_visible()  # a key before the table is there means nothing
    ann.keyboard.press("c")
    expect(ann.get_by_test_id("chat-input")).to_be_focused()
    ann.keyboard.type(said)
    ann.keyboard.press("Enter")
    ben.get_by_test_id("tab-chat").click()
    expect(ben.get_by_test_id("chat-lines")).to_contain_text(said)
    expect(ben.get_by_test_id("chat-lines").locator("img")).to_have_count(0)


def test_a_second_click_is_no_second_action(folder: Path, visit: Visit) -> None:
    """The answer to the first is still on its way."""
    ann, ben = prepared.people(folder, "Ann", "Ben")
    game = prepared.scene(hands={0: {"wool": 2}, 1: {"brick": 2}})
    game.play(f"offer 1 wool for 1 brick to {game.colours[1]}", 0)
    code = prepared.table(folder, game, [ann, ben, "random"])
    visit(f"#/t/{code}", ben)
    page = visit("", ann)
    sent: list[str] = []
    held: list[str | bytes] = []
    late = [False]
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()
        line.on_message(lambda said: (sent.append(str(said)), server.send(said)))
        server.on_message(lambda said: held.append(said) if late[0] else line.send(said))

    page.route_web_socket(re.compile("/play$"), through)
    page.goto(f"/#/t/{code}")
    page.reload()  # a new hash alone keeps the page that was there before the route
    expect(page.get_by_test_id("withdraw")).to_be_visible()
    late[0] = True
    for _ in range(2):
        page.get_by_test_id("withdraw").click()
    while not any('"done"' in str(said) for said in held):
        page.wait_for_timeout(20)
    late[0] = False
    for said in held:
        lines[-1].send(said)
    expect(page.get_by_test_id("my-offer")).to_have_count(0)
    expect(page.get_by_test_id("refusal")).to_have_count(0)
    assert sum('"withdraw"' in said for said in sent) == 1


def test_a_closed_trade_is_taken_back_when_the_partner_allows_it(market: tuple[Page, Page]) -> None:
    ann, ben = market
    expect_hand(ann, wool=3, ore=1)
    seller = Visitor(ann)
    seller.compose({"wool": 1}, {"brick": 1})
    seller.send("offer")
    ben.get_by_test_id("accept").click()
    ann.get_by_test_id("confirm-1").click()
    expect_hand(ann, wool=2, ore=1, brick=1)
    ann.get_by_test_id("undo").click()
    expect(ben.get_by_test_id("undo-what")).to_contain_text("Ann gives you 1wool for 1brick")  # pictures stand between them
    expect_hand(ann, wool=2, ore=1, brick=1)
    ben.get_by_test_id("undo-allow").click()
    expect_hand(ann, wool=3, ore=1)
    expect_hand(ben, brick=3)
