"""Accounts beside the cookie: kept, found again from another browser, signed out, taken along, deleted."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from authenticator import Authenticator
from serving import Server
from websockets.exceptions import ConnectionClosed

from sevenhex.server.base import likeness
from sevenhex.server.base.refusal import Refused
from sevenhex.server.base.settings import Limits
from sevenhex.server.people import phrases
from sevenhex.server.people.accounts import device_name
from sevenhex.server.table import obeying


@pytest.fixture
def browser(server):
    return lambda **headers: server.browser(**headers)


def register(browser, name):
    answer = browser.post("/api/account", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()["phrase"]


def sign_in(browser, phrase):
    return browser.post("/api/signin/phrase", json={"phrase": phrase})


def ok(answer):
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def refused(answer, status, key):
    assert (answer.status_code, answer.json()["key"]) == (status, key), answer.text


def mine(browser):
    return [table["code"] for table in ok(browser.get("/api/mine"))]


def seat(browser, code, n=0):
    return ok(browser.get(f"/api/tables/{code}"))["seats"][n]


# --- a guest


def test_a_guest_needs_no_account_and_is_marked(server, browser):
    one = browser()
    assert ok(one.get("/api/account"))["registered"] is False
    code = server.open(one, players=3, player="Gust")["code"]
    assert seat(one, code)["guest"] is True
    assert seat(one, code, 1)["guest"] is False  # nobody sits there


def test_what_a_guest_had_becomes_the_accounts(server, browser):
    one, two = browser(), browser()
    code = server.open(one, players=3, player="Whoever")["code"]
    phrase = register(one, "Keeper")
    assert mine(one) == [code]
    assert (seat(one, code)["name"], seat(one, code)["guest"]) == ("Keeper", False)
    later = server.open(one, players=3, player="Another name")["code"]
    assert seat(one, later)["name"] == "Keeper"  # a registered player goes by the registered name
    played = server.open(two, players=3, player="On the phone")["code"]
    assert sign_in(two, phrase).status_code == 204
    assert set(mine(two)) == {code, later, played} == set(mine(one))
    assert (seat(one, played)["name"], seat(one, played)["guest"]) == ("Keeper", False)
    found = ok(one.get("/api/account"))
    assert (found["name"], found["has_phrase"], len(found["devices"])) == ("Keeper", True, 2)
    assert [each["here"] for each in found["devices"]] == [True, False]


def test_it_is_so_after_a_restart(tmp_path):
    with Server(tmp_path) as first:
        one = first.browser()
        code = first.open(one, players=3)["code"]
        phrase = register(one, "Stays")
        cookies = dict(one.cookies)
    with Server(tmp_path) as second:
        again, other = second.browser(), second.browser()
        again.cookies.update(cookies)
        assert mine(again) == [code]
        assert sign_in(other, phrase).status_code == 204
        assert mine(other) == [code]


def test_one_person_does_not_sit_twice_at_a_table(server, browser):
    one, two = browser(), browser()
    code = server.open(one, players=3, player="Host")["code"]
    ok(two.post(f"/api/tables/{code}/join", json={"name": "Guest"}))
    phrase = register(one, "Double")
    refused(sign_in(two, phrase), 409, "two_seats")
    assert mine(two) == [code]  # nothing has changed
    ok(two.post(f"/api/tables/{code}/leave"))
    assert sign_in(two, phrase).status_code == 204


# --- names


@pytest.mark.parametrize("name", ["Unique", "unique", " U n i q u e", "Uniqu\u0435", "Ｕｎｉｑｕｅ"])
def test_a_registered_name_is_one_persons(server, browser, name):
    first = browser()
    if ok(first.get("/api/account"))["registered"] is False:
        first.post("/api/account", json={"name": "Unique"})
    refused(browser().post("/api/account", json={"name": name}), 409, "name_registered")


@pytest.mark.parametrize("live", [True, False], ids=["in memory", "in the store"])
def test_nobody_gets_anothers_name_at_a_table_by_registering_it(server, browser, live):
    """The account has the name, but at this table somebody is called so already."""
    ann, other = browser(), browser()
    name = f"Ann {live}"
    code = server.open(ann, players=3, player=name)["code"]
    ok(other.post(f"/api/tables/{code}/join", json={"name": "Somebody"}))
    tables = server.app.state.tables
    if not live:
        del tables.live[code]
    register(other, name.upper().replace("N", "\u039d"))  # a Greek letter that looks the same
    seats = ok(ann.get(f"/api/tables/{code}"))["seats"]
    assert seats[0]["name"] == name
    assert seats[1]["name"].endswith(" 2")
    assert not likeness.alike(seats[0]["name"], seats[1]["name"])
    phone = browser()
    ok(phone.post(f"/api/tables/{code}/join", json={"name": "Guest"}))
    register(phone, f"Third {live}")
    assert ok(ann.get(f"/api/tables/{code}"))["seats"][2]["name"] == f"Third {live}"


@pytest.mark.parametrize("name", ["", "x", "!!", "\u200b\u200b"])
def test_a_name_must_be_one(browser, name):
    assert browser().post("/api/account", json={"name": name}).status_code == 400


def test_asking_for_names_is_limited(tmp_path):
    with Server(tmp_path, limits=Limits(new_account_burst=2, new_accounts_per_minute=0.001)) as server:
        for n in range(2):
            register(server.browser(), f"Somebody {n}")
        refused(server.browser().post("/api/account", json={"name": "Somebody 0"}), 429, "too_many_sign_ins")


# --- recovery phrases


def test_a_phrase_is_read_however_it_is_written():
    phrase = phrases.new()
    assert phrases.hash_of(phrase) == phrases.hash_of(phrase.upper().replace(" ", " - ")) == phrases.hash_of(f"  {phrase},\n")
    assert len(phrase.split()) == phrases.WORDS
    assert len({phrases.word(bits) for bits in range(2**16)}) == 2**16
    assert phrases.hash_of("a") != phrases.hash_of("b")


def test_a_stolen_phrase_can_be_replaced(browser):
    one = browser()
    old = register(one, "Robbed")
    new = ok(one.post("/api/account/phrase"))["phrase"]
    refused(sign_in(browser(), old), 403, "sign_in_failed")
    assert sign_in(browser(), new).status_code == 204


def test_tries_are_limited_and_say_nothing(tmp_path):
    with Server(tmp_path, limits=Limits(sign_in_burst=3, sign_ins_per_minute=0.001)) as server:
        tries = [sign_in(server.browser(), f"bobob {n}") for n in range(4)]
        assert [each.json()["key"] for each in tries] == ["sign_in_failed"] * 3 + ["too_many_sign_ins"]


def test_secrets_are_kept_as_hashes(server, browser):
    one = browser()
    phrase = register(one, "Hashed")
    stored = b"".join(path.read_bytes() for path in Path(server.settings.store).iterdir())
    assert b"Hashed" in stored
    assert phrase.encode() not in stored
    assert one.cookies["sevenhex"].encode() not in stored


# --- devices


def test_a_device_is_signed_out_and_its_lines_and_tokens_end(server, browser):
    one, two = browser(**{"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"}), browser()
    phrase = register(one, "Twice")
    sign_in(two, phrase)
    opened = server.open(one, players=3)
    devices = ok(two.get("/api/account"))["devices"]
    first = next(each for each in devices if not each["here"])
    assert first["name"] == "Firefox, Linux"
    with server.player(opened["code"], opened["token"]) as line:
        ok(two.delete(f"/api/account/devices/{first['id']}"))
        with pytest.raises(ConnectionClosed):
            line.wait("nothing that a server says")
    assert ok(one.get("/api/account"))["registered"] is False
    assert mine(one) == []
    assert mine(two) == [opened["code"]]
    refused(one.get(f"/api/tables/{opened['code']}", headers={"Authorization": f"Bearer {opened['token']}"}), 403, "unknown_token")
    refused(two.delete(f"/api/account/devices/{first['id']}"), 404, "no_such_device")


def test_nobody_signs_out_another_persons_device(browser):
    one, two = browser(), browser()
    register(one, "Owner one")
    register(two, "Owner two")
    device = ok(one.get("/api/account"))["devices"][0]["id"]
    refused(two.delete(f"/api/account/devices/{device}"), 404, "no_such_device")
    assert ok(one.get("/api/account"))["registered"] is True


def test_the_longest_unused_device_makes_room(tmp_path):
    with Server(tmp_path, limits=Limits(devices_per_account=2, sign_in_burst=100)) as server:
        one = server.browser()
        phrase = register(one, "Many")
        others = [server.browser() for _ in range(3)]
        for other in others:
            sign_in(other, phrase)
        assert [ok(each.get("/api/account"))["registered"] for each in [one, *others]].count(True) == 2
        assert ok(others[-1].get("/api/account"))["registered"] is True


def test_signing_out_leaves_a_guest(browser):
    one = browser()
    phrase = register(one, "Leaver")
    assert one.post("/api/signout").status_code == 204
    assert ok(one.get("/api/account"))["registered"] is False
    assert sign_in(one, phrase).status_code == 204
    refused(browser().post("/api/signout"), 403, "not_registered")


def test_what_a_device_tells_of_itself():
    assert device_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1") == "Safari, iPhone"
    assert device_name("curl/8") == "?"


# --- passkeys


@pytest.fixture
def local(server):
    """Browsers keep passkeys for names, not for addresses."""
    return f"http://localhost:{server.url.rpartition(':')[2]}"


def keep_by_passkey(browser, local, name, key):
    asked = ok(browser.post(f"{local}/api/account/passkeys/ask", json={"name": name}))
    return browser.post(f"{local}/api/account/passkeys", json=key.create(asked["options"]))


def test_a_passkey_opens_the_account(server, browser, local):
    one, two, key = browser(), browser(), Authenticator(local)
    assert keep_by_passkey(one, local, "Locksmith", key).status_code == 204
    account = ok(one.get(f"{local}/api/account"))
    assert (account["registered"], account["has_phrase"], len(account["passkeys"])) == (True, False, 1)
    answer = key.get(ok(two.post(f"{local}/api/signin/ask"))["options"])
    assert two.post(f"{local}/api/signin/passkey", json=answer).status_code == 204
    assert ok(two.get(f"{local}/api/account"))["name"] == "Locksmith"
    refused(browser().post(f"{local}/api/signin/passkey", json=answer), 403, "passkey_late")  # an answer counts once
    refused(one.delete(f"{local}/api/account/passkeys/{account['passkeys'][0]['id']}"), 409, "last_passkey")
    ok(one.post(f"{local}/api/account/phrase"))
    assert one.delete(f"{local}/api/account/passkeys/{account['passkeys'][0]['id']}").status_code == 204
    again = key.get(ok(browser().post(f"{local}/api/signin/ask"))["options"])
    refused(browser().post(f"{local}/api/signin/passkey", json=again), 403, "sign_in_failed")


def test_a_passkey_of_another_page_or_another_key_opens_nothing(browser, local):
    one, key = browser(), Authenticator(local)
    keep_by_passkey(one, local, "Guarded", key)
    fake = Authenticator(local)
    fake.id = key.id
    phished = Authenticator("http://localhost.example.org")
    phished.id, phished.key, phished.count = key.id, key.key, 50
    for wrong in (fake, phished):
        answer = wrong.get(ok(browser().post(f"{local}/api/signin/ask"))["options"])
        refused(browser().post(f"{local}/api/signin/passkey", json=answer), 403, "sign_in_failed")
    answer = key.get(ok(browser().post(f"{local}/api/signin/ask"))["options"])
    answer["response"]["clientDataJSON"] = "e30"
    refused(browser().post(f"{local}/api/signin/passkey", json=answer), 400, "passkey_unread")


def test_nobody_adds_a_passkey_for_another(browser, local):
    one, two, key = browser(), browser(), Authenticator(local)
    asked = ok(one.post(f"{local}/api/account/passkeys/ask", json={"name": "Mine alone"}))
    ok(two.post(f"{local}/api/account/passkeys/ask", json={"name": "Other one"}))
    refused(two.post(f"{local}/api/account/passkeys", json=key.create(asked["options"])), 403, "passkey_late")
    assert ok(two.get(f"{local}/api/account"))["registered"] is False


def test_an_address_keeps_no_passkeys(server, browser):
    one = browser()
    assert ok(one.get("/api/account"))["passkeys_here"] is False
    refused(one.post("/api/account/passkeys/ask", json={"name": "Numbers"}), 409, "no_passkeys")


# --- everything


def test_everything_is_taken_along(server, browser):
    one = browser()
    code = server.open(one, players=3)["code"]
    phrase = register(one, "Collector")
    exported = ok(one.get("/api/account/export"))["everything"]
    assert [table["code"] for table in exported["tables"]] == [code]
    assert exported["account"]["name"] == "Collector"
    assert len(exported["account"]["devices"]) == 1
    assert phrase not in json.dumps(exported)
    refused(browser().get("/api/account/export"), 403, "not_registered")


def test_deleting_leaves_the_games_of_others_whole(server, browser):
    one, two = browser(), browser()
    alone = server.open(one, players=3, player="Vanisher")["code"]
    phrase = register(one, "Vanisher")
    shared = server.open(two, players=3, player="Host")["code"]
    ok(one.post(f"/api/tables/{shared}/join", json={}))
    own = server.open(one, players=3, name="Vanisher's table")["code"]
    ok(two.post(f"/api/tables/{own}/join", json={"name": "Friend"}))
    refused(one.post("/api/account/delete", json={"name": "vanish"}), 409, "other_name_given")
    assert one.post("/api/account/delete", json={"name": "Vanisher"}).status_code == 204
    assert "sevenhex" not in one.cookies
    refused(sign_in(browser(), phrase), 403, "sign_in_failed")
    assert two.get(f"/api/tables/{alone}").status_code == 404
    assert [seat(two, shared, n)["name"] for n in range(2)] == ["Host", ""]
    assert ok(two.get(f"/api/tables/{own}"))["name"] == ""
    base = Path(server.settings.store) / "sevenhex.db"
    with sqlite3.connect(base) as opened:
        kept = "\n".join(opened.iterdump())
    opened.close()
    assert "Vanisher" not in kept
    register(browser(), "Vanisher")  # the name is free again


@pytest.mark.parametrize("step", ["delete_table", "delete_player"])
def test_deleting_is_finished_by_the_next_server_when_one_is_killed_meanwhile(tmp_path, step):
    def killed(*_):
        raise OSError("killed")

    with Server(tmp_path) as server, pytest.MonkeyPatch.context() as patch:
        one, two = server.browser(), server.browser()
        alone = server.open(one, players=3)["code"]
        phrase = register(one, "Vanisher")
        shared = server.open(two, players=3)["code"]
        ok(one.post(f"/api/tables/{shared}/join", json={}))
        patch.setattr(server.app.state.store, step, killed)
        assert one.post("/api/account/delete", json={"name": "Vanisher"}).status_code == 500
    with Server(tmp_path) as server:
        two = server.browser()
        refused(sign_in(two, phrase), 403, "sign_in_failed")
        left = two.get(f"/api/tables/{alone}")  # gone, unless the dying server had come as far as to take the name away
        assert left.status_code == 404 or left.json()["seats"][0]["name"] == ""
        assert seat(two, shared, 1)["name"] == ""
        register(two, "Vanisher")


def test_two_at_once_do_not_get_one_name(server, browser):
    asking = [browser() for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda each: each.post("/api/account", json={"name": "Racer"}).status_code, asking))
    assert sorted(answers) == [201] + [409] * 5


def test_nothing_of_a_deleted_account_is_kept_by_who_carries_its_order_out_meanwhile(server, browser, monkeypatch):
    """The watcher of orders sees the order at once, and waits for the same tables; a table that is gone is not written again."""
    one, two = browser(), browser()
    alone = [server.open(one, players=3)["code"] for _ in range(3)]
    register(one, "Evanescent")
    tables, store = server.app.state.tables, server.app.state.store
    given, deleted = store.give_order, store.delete_table

    async def give_order(what, subject):
        order = await given(what, subject)
        await obeying.carry_out(tables, what, subject)  # sooner than the one who gave it
        return order

    async def delete_table(code):
        waiting.append(asyncio.create_task(obeying.forget_here(tables.live[code], "nobody")))
        await asyncio.sleep(0)  # it waits for the table's lock
        await deleted(code)

    waiting = []
    monkeypatch.setattr(store, "give_order", give_order)
    monkeypatch.setattr(store, "delete_table", delete_table)
    assert one.post("/api/account/delete", json={"name": "Evanescent"}).status_code == 204
    assert len(waiting) == 3
    assert all(isinstance(task.exception(), Refused) for task in waiting)
    assert [two.get(f"/api/tables/{code}").status_code for code in alone] == [404] * 3
