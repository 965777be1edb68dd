"""An account in a real browser, with Chromium's own virtual authenticator: kept, found again, signed out, deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import hosting
import prepared
import pytest
from playwright.sync_api import CDPSession, Page, expect
from test_web_access import faults, stays_inside
from visitor import choose

Visit = Callable[..., Page]
KEY_HOLDER = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
    "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture
def local(host: hosting.Host) -> str:
    """Browsers keep passkeys for names, not for addresses."""
    return host.url.replace("127.0.0.1", "localhost")


def key_holder(page: Page) -> tuple[CDPSession, str]:
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    return tools, tools.send("WebAuthn.addVirtualAuthenticator", {"options": KEY_HOLDER})["authenticatorId"]


def account_of(page: Page, local: str) -> None:
    page.goto(f"{local}/#/me")
    expect(page.get_by_test_id("account")).to_have_attribute("data-registered", "true")


def test_a_guest_keeps_games_by_a_passkey_and_finds_them_on_another_device(visit: Visit, local: str) -> None:
    first = visit()
    first.goto(f"{local}/")
    tools, holder = key_holder(first)
    first.get_by_test_id("quick-play").click()  # a guest plays
    expect(first.get_by_test_id("board")).to_be_visible()
    code = first.url.rpartition("/")[2]
    first.goto(f"{local}/#/me")
    first.get_by_test_id("account-name").fill("Passkey Pam")
    first.get_by_test_id("keep-passkey").click()
    expect(first.get_by_test_id("account")).to_have_attribute("data-registered", "true")
    expect(first.get_by_role("heading", level=1)).to_have_text("Passkey Pam")
    assert not faults(first)

    second = visit(tolerant=True)  # another browser, to which the passkey has been synchronised
    second.goto(f"{local}/#/me")
    others, other_holder = key_holder(second)
    for credential in tools.send("WebAuthn.getCredentials", {"authenticatorId": holder})["credentials"]:
        others.send("WebAuthn.addCredential", {"authenticatorId": other_holder, "credential": credential})
    second.get_by_test_id("use-passkey").click()
    expect(second.get_by_test_id("account")).to_have_attribute("data-registered", "true")
    expect(second.get_by_test_id("device")).to_have_count(2)
    second.goto(f"{local}/#/")
    expect(second.get_by_test_id(f"table-{code}")).to_be_visible()  # the guest's game

    first.goto(f"{local}/#/t/{code}")
    expect(first.get_by_test_id("hand")).to_be_visible()
    account_of(second, local)
    second.get_by_test_id("revoke").click()
    expect(second.get_by_test_id("device")).to_have_count(1)
    expect(first.get_by_test_id("hand")).to_be_hidden()  # its line was cut, and it may only watch now
    first.goto(f"{local}/#/me")
    expect(first.get_by_test_id("account")).to_have_attribute("data-registered", "false")

    second.get_by_test_id("delete").click()
    expect(second.get_by_test_id("delete-yes")).to_be_disabled()
    second.get_by_test_id("delete-name").fill("Passkey Pam")
    second.get_by_test_id("delete-yes").click()
    expect(second.get_by_test_id("account")).to_have_attribute("data-registered", "false")
    assert second.request.get(f"{local}/api/tables/{code}").status == 404  # nobody else played it
    second.get_by_test_id("use-passkey").click()
    expect(second.get_by_test_id("account-problem")).to_have_text("This opens no account here.")


@pytest.mark.parametrize("language", ["de", "fr", "es", "en"])
def test_a_phrase_does_the_same_where_there_are_no_passkeys(visit: Visit, language: str) -> None:
    first, second = visit("#/me", phone=True, locale=language), visit("#/me", locale=language)
    expect(first.get_by_test_id("keep-passkey")).to_have_count(0)  # an address has none
    name = f"Phrase {language}"
    first.get_by_test_id("account-name").fill(name)
    first.get_by_test_id("account-name").press("Enter")
    phrase = first.get_by_test_id("phrase").inner_text()
    assert len(phrase.split()) == 8
    stays_inside(first)
    first.get_by_test_id("phrase-kept").click()
    expect(first.get_by_test_id("phrase")).to_have_count(0)
    second.get_by_test_id("phrase-input").fill(phrase.upper())
    second.get_by_test_id("phrase-input").press("Enter")
    expect(second.get_by_role("heading", level=1)).to_have_text(name)
    assert not faults(second)
    second.get_by_test_id("sign-out").click()
    expect(second.get_by_test_id("account")).to_have_attribute("data-registered", "false")


def test_a_name_that_is_taken_is_refused_in_the_readers_language(visit: Visit) -> None:
    first, second = visit("#/me"), visit("#/me", locale="de", tolerant=True)
    for page in (first, second):
        page.get_by_test_id("account-name").fill("Only one of me")
        page.get_by_test_id("keep-phrase").click()
    expect(second.get_by_test_id("account-problem")).to_contain_text("schon angemeldet")


@pytest.mark.parametrize(("phone", "dark"), [(False, True), (True, False)])
def test_a_profile_is_shown_and_seen_by_others_only_when_its_owner_says_so(visit: Visit, folder: Path, phone: bool, dark: bool) -> None:
    person = prepared.people(folder, f"Profiled {phone}")[0]
    game = prepared.finished(players=3, victory_points=4)
    assert game.outcome is not None
    for seat in (game.outcome.winner, (game.outcome.winner + 1) % 3):
        prepared.table(folder, game, [person if n == seat else "greedy" for n in range(3)], {"victory_points": 4})
    owner = visit("#/me", person=person, phone=phone, color_scheme="dark" if dark else "light")
    owner.get_by_test_id("account-name").fill(person.name)
    owner.get_by_test_id("keep-phrase").click()
    expect(owner.get_by_test_id("phrase")).to_be_visible()
    owner.get_by_test_id("part-profile").click()
    expect(owner.get_by_test_id("profile-games")).to_contain_text("2 games, 1 won (50%)")
    stays_inside(owner)
    assert not faults(owner)
    stranger = visit(f"#/who/{person.name}", tolerant=True)
    expect(stranger.get_by_test_id("profile-problem")).to_be_visible()
    with owner.expect_response("**/api/account/shown"):
        owner.get_by_test_id("show-profile").click()
    stranger.reload()
    expect(stranger.get_by_test_id("profile-games")).to_contain_text("2 games, 1 won")


def test_at_a_slow_table_days_are_shown_and_answers_given_in_advance(visit: Visit, folder: Path) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(), [ann, ben, "greedy"], clock=3 * 86400.0)
    page = visit(f"#/t/{code}", person=ann)
    expect(page.get_by_test_id("clock")).to_have_text(re.compile(r"\d+ [dh]"))
    page.get_by_test_id("table-menu").click()
    page.get_by_test_id("refuse-ore").click()
    expect(page.get_by_test_id("refuse-ore")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("discard-wool").click()
    expect(page.get_by_test_id("discard-wool")).to_contain_text("1.")
    assert not faults(page)
    page.reload()
    page.get_by_test_id("table-menu").click()
    expect(page.get_by_test_id("refuse-ore")).to_have_attribute("aria-pressed", "true")
    other = visit(f"#/t/{code}", person=ben)
    other.get_by_test_id("table-menu").click()
    expect(other.get_by_test_id("refuse-ore")).to_have_attribute("aria-pressed", "false")


def test_a_room_offers_days(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("friends").click()
    choose(page, "new-clock", "259200")
    expect(page.get_by_test_id("new-clock")).to_contain_text("3 days")


def test_nothing_is_offered_where_the_operator_allows_no_notices_and_webhooks_where_one_is(visit: Visit) -> None:
    page = visit("#/me")
    page.get_by_test_id("account-name").fill("Noticed")
    page.get_by_test_id("keep-phrase").click()
    expect(page.get_by_test_id("devices")).to_be_visible()
    expect(page.get_by_test_id("notices")).to_have_count(0)
    notices = {
        "allowed": ["https://chat.example"],
        "key": None,
        "notices": [{"id": "1", "kind": "matrix", "address": "https://chat.example/x", "created": 0}],
    }
    page.route("**/api/notices", lambda route: route.fulfill(json=notices))
    page.reload()
    expect(page.get_by_test_id("notices")).to_contain_text("chat.example")
    expect(page.get_by_test_id("notice")).to_have_count(1)
    assert not faults(page)


def test_an_account_is_given_to_a_program_and_its_token_is_shown_once(visit: Visit) -> None:
    owner = visit("#/me", phone=True, locale="fr")
    owner.get_by_test_id("account-name").fill("Automate")
    owner.get_by_test_id("keep-phrase").click()
    owner.get_by_test_id("phrase-kept").click()
    owner.get_by_test_id("program").click()
    expect(owner.get_by_test_id("program-yes")).to_be_disabled()  # it cannot be taken back, so the name is asked for
    owner.get_by_test_id("program-name").fill("Automate")
    owner.get_by_test_id("program-yes").click()
    owner.get_by_test_id("token-name").fill("portable")
    owner.get_by_test_id("token-name").press("Enter")
    expect(owner.get_by_test_id("fresh-token")).to_have_text(re.compile(r"^program_\S+$"))
    stays_inside(owner)
    assert not faults(owner)
    owner.reload()
    expect(owner.get_by_test_id("token")).to_contain_text("portable")
    expect(owner.get_by_test_id("fresh-token")).to_have_count(0)


def test_a_holiday_is_taken_and_ended_and_a_feed_has_an_address(visit: Visit) -> None:
    page = visit("#/me", phone=True, locale="de")
    page.get_by_test_id("account-name").fill("Ferien Frieda")
    page.get_by_test_id("keep-phrase").click()
    page.get_by_test_id("phrase-kept").click()
    choose(page, "holiday-days", "3")
    page.get_by_test_id("take-holiday").click()
    expect(page.get_by_test_id("holiday-until")).to_contain_text("im Urlaub bis")
    page.reload()
    page.get_by_test_id("end-holiday").click()
    expect(page.get_by_test_id("take-holiday")).to_be_visible()
    page.get_by_test_id("new-feed").click()
    address = page.get_by_test_id("feed-address").inner_text()
    assert address.endswith("?language=de")
    stays_inside(page)
    assert not faults(page)
    assert "was auf dich wartet" in page.request.get(address).text()
    page.reload()
    expect(page.get_by_test_id("drop-feed")).to_be_visible()
    expect(page.get_by_test_id("feed-address")).to_have_count(0)  # it is shown once


def test_two_people_agree_to_a_pause_and_one_of_them_goes_on(visit: Visit, folder: Path) -> None:
    ann, ben = prepared.people(folder, "Ann", "Ben")
    code = prepared.table(folder, prepared.scene(), [ann, ben, "greedy"], clock=600.0)
    one, two = visit(f"#/t/{code}", person=ann), visit(f"#/t/{code}", person=ben, phone=True, locale="de")
    expect(two.get_by_test_id("board")).to_be_visible()
    one.get_by_test_id("table-menu").click()
    one.get_by_test_id("pause").click()
    one.get_by_test_id("dialog-close").click()
    expect(one.get_by_test_id("pause-note")).to_contain_text("Ann would like a pause")
    expect(two.get_by_test_id("pause-note")).to_contain_text("Ann")
    stays_inside(two)
    assert not faults(two)
    two.get_by_test_id("pause-agree").click()
    for page in (one, two):
        expect(page.get_by_test_id("pause-end")).to_be_visible()
    expect(one.get_by_test_id("turn-sentence")).to_have_text("The game has a pause.")
    expect(one.get_by_test_id("clock")).to_have_class(re.compile("paused"))
    assert not faults(one)
    one.get_by_test_id("pause-end").click()
    expect(two.get_by_test_id("pause-note")).to_have_count(0)
    expect(one.get_by_test_id("turn-sentence")).not_to_contain_text("pause")
