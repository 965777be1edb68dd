"""Tournaments: made, joined, played round by round by people and bots, restarted in the middle, and their results right."""

from __future__ import annotations

import asyncio
import csv
import io
import itertools
import json
import random
import sqlite3
import threading
from contextlib import closing

import pytest
import random_client
from serving import Server, until

from sevenhex.server.base import likeness
from sevenhex.server.base.settings import Limits
from sevenhex.server.clubs import tournaments


def ok(answer):
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def refused(answer, status, key):
    assert (answer.status_code, answer.json()["key"]) == (status, key), answer.text


def register(browser, name):
    ok(browser.post("/api/account", json={"name": name}))
    return browser


def make(browser, **wanted):
    return ok(browser.post("/api/tournaments", json={"name": "Cup", "bot": "random", "wait": 1, "pause": 0, **wanted}))["id"]


def at(browser, id):
    return ok(browser.get(f"/api/tournaments/{id}"))


QUICK = {"rated": False, "options": {"victory_points": 3}}


def play_all(server, browsers, id, seconds=300):
    """Every person plays whatever table the tournament gives, at random, until it is over."""

    async def person(browser, seed):
        chance = random.Random(seed)
        while True:
            found = await asyncio.to_thread(at, browser, id)
            if found["status"] == "over":
                return
            if found["table"] is None:
                await asyncio.sleep(0.1)
                continue
            answer = await asyncio.to_thread(browser.get, f"/api/tables/{found['table']}")
            if answer.json().get("status") in ("waiting", "playing"):
                await play(server.url, found["table"], browser.cookies["sevenhex"], chance)
            else:
                await asyncio.sleep(0.1)

    async def everybody():
        await asyncio.wait_for(asyncio.gather(*(person(browser, n) for n, browser in enumerate(browsers))), seconds)

    asyncio.run(everybody())


async def play(url, code, cookie, chance):
    """One game, with a word for the dice given in the open; until it is over or the line is cut."""
    headers = {"Cookie": f"sevenhex={cookie}"}
    sent = 0
    try:
        async with random_client.connect(
            f"{url.replace('http', 'ws', 1)}/api/tables/{code}/play", max_size=None, additional_headers=headers
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "whole": True}))
            await socket.send(json.dumps({"type": "word", "id": "w", "text": "mine"}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] not in ("welcome", "update"):
                    continue
                version, view = message["version"], message["view"]
                if view and view["winner"] is not None:
                    return
                if view and view["seat"] in view["to_act"]:
                    sent += 1
                    act = {"type": "act", "id": f"{version}-{sent}", "version": version, "action": chance.choice(message["legal"])}
                    await socket.send(json.dumps(act))
    except (OSError, random_client.ConnectionClosed):
        await asyncio.sleep(0.1)


makers = itertools.count()


def entered(server, people=2, bots=2, **wanted):
    """A tournament, its maker and everybody else who takes part."""
    maker = f"Maker {next(makers)}"
    browsers = [register(server.browser(), maker), *(server.browser() for _ in range(people - 1))]
    id = make(browsers[0], bots=bots, **{**QUICK, **wanted})
    for n, browser in enumerate(browsers):
        ok(browser.post(f"/api/tournaments/{id}/join", json={"name": f"P{n}"}))
    return id, browsers


def begin(browser, id):
    ok(browser.post(f"/api/tournaments/{id}/start"))
    until(lambda: at(browser, id)["tables"])
    found = at(browser, id)
    until(lambda: all(browser.get(f"/api/tables/{table['code']}").is_success for table in found["tables"][0]))
    return found


# --- played


def test_people_and_bots_play_its_rounds_and_everybody_can_count_again(server):
    id, browsers = entered(server, people=2, bots=2, rounds=2, wait=600)  # so that both words are there before it begins
    ok(browsers[0].post(f"/api/tournaments/{id}/start"))
    play_all(server, browsers, id)
    found = at(browsers[0], id)
    assert [len(tables) for tables in found["tables"]] == [1, 1]
    played = [table for tables in found["tables"] for table in tables]
    for each in found["standing"]:
        seats = [(table, table["entrants"].index(each["entrant"])) for table in played]
        assert each["games"] == len(seats) == 2
        assert each["wins"] == sum(table["winner"] == seat for table, seat in seats)
        assert each["points"] == sum(table["points"][seat] for table, seat in seats)
        assert len({seat for _, seat in seats}) == 2, "seats take turns"
    file = ok(server.browser().get(f"/api/tournaments/{id}/file"))
    assert [(row["name"], row["points"]) for row in file["standing"]] == [(row["name"], row["points"]) for row in found["standing"]]
    text = server.browser().get(f"/api/tournaments/{id}/file?form=csv").text
    assert [int(row["points"]) for row in csv.DictReader(io.StringIO(text))] == [row["points"] for row in found["standing"]]
    table = ok(browsers[0].get(f"/api/tables/{played[0]['code']}"))
    assert (table["tournament"], table["status"]) == (id, "over")
    assert len(table["fair"]["words"]) == 2, "people's words are in the dice, as at any table"


def test_who_never_comes_is_played_for_and_has_lost_and_after_two_such_games_is_out(server):
    id, browsers = entered(server, people=2, bots=2, rounds=3)
    begin(browsers[0], id)
    play_all(server, browsers[:1], id)
    found = at(browsers[1], id)
    absent = next(each for each in found["standing"] if each["you"])
    assert (absent["wins"], absent["points"], absent["games"], absent["gone"]) == (0, 0, 2, True)
    assert all(table["left"] == [table["entrants"].index(absent["entrant"])] for tables in found["tables"][:2] for table in tables)
    assert all(absent["entrant"] not in table["entrants"] for table in found["tables"][2])
    there = next(each for each in found["standing"] if each["name"].startswith("Maker"))
    assert (there["games"], there["gone"]) == (3, False)


def test_who_leaves_a_game_has_lost_it_and_it_goes_on(server):
    id, browsers = entered(server, people=2, bots=2, rounds=1)
    code = begin(browsers[0], id)["tables"][0][0]["code"]
    ok(browsers[1].post(f"/api/tables/{code}/leave"))
    ok(browsers[0].post(f"/api/tables/{code}/leave"))  # nobody is left: the bots play to the end
    until(lambda: at(browsers[0], id)["status"] == "over")
    table = at(browsers[0], id)["tables"][0][0]
    assert sorted(table["left"]) == sorted(n for n, who in enumerate(table["entrants"]) if who in (2, 3))
    assert table["winner"] is not None
    assert max(table["points"]) >= 3
    lost = [each for each in at(browsers[0], id)["standing"] if each["bot"] is None]
    assert [(each["wins"], each["points"]) for each in lost] == [(0, 0)] * 2


def test_who_withdraws_leaves_the_table_too_and_is_not_paired_again(server):
    id, browsers = entered(server, people=2, bots=2, rounds=2)
    begin(browsers[0], id)
    ok(browsers[1].post(f"/api/tournaments/{id}/leave"))
    play_all(server, browsers[:1], id)
    found = at(browsers[1], id)
    gone = next(each for each in found["standing"] if each["you"])
    assert (gone["games"], gone["gone"], gone["points"]) == (1, True, 0)
    assert all(gone["entrant"] not in table["entrants"] for table in found["tables"][1])
    refused(browsers[1].post(f"/api/tournaments/{id}/leave"), 409, "tournament_not_in")


def test_it_goes_on_after_a_restart(tmp_path):
    with Server(tmp_path) as first:
        id, browsers = entered(first, people=1, bots=3, rounds=2)
        code = begin(browsers[0], id)["tables"][0][0]["code"]
        secret = browsers[0].cookies["sevenhex"]
    with Server(tmp_path) as second:
        again = second.browser()
        again.cookies.set("sevenhex", secret)
        play_all(second, [again], id)
        assert at(again, id)["tables"][0][0]["code"] == code
        assert [each["games"] for each in at(again, id)["standing"]] == [2] * 4


def test_a_killed_server_makes_the_tables_that_are_missing(tmp_path):
    """The pairings are stored before the tables are made."""
    with Server(tmp_path) as first:
        id, browsers = entered(first, people=2, bots=2, rounds=1)
        code = begin(browsers[0], id)["tables"][0][0]["code"]
        until(lambda: browsers[0].get(f"/api/tables/{code}").is_success)
        secrets = [browser.cookies["sevenhex"] for browser in browsers]
    with closing(sqlite3.connect(tmp_path / "sevenhex.db")) as store:
        for part in ("entries", "seats", "checkpoints", "tables"):
            store.execute(f"DELETE FROM {part} WHERE code = ?", (code,))
        store.commit()
    with Server(tmp_path) as second:
        browsers = [second.browser() for _ in secrets]
        for browser, secret in zip(browsers, secrets, strict=True):
            browser.cookies.set("sevenhex", secret)
        play_all(second, browsers, id)
        assert at(browsers[0], id)["tables"][0][0]["code"] == code


def test_nobody_is_sent_to_a_table_that_is_not_made_yet(server, monkeypatch):
    """The page goes to its table as soon as the tournament names one."""
    id, browsers = entered(server, people=2, bots=2, rounds=1)
    tables, may_go_on = server.app.state.tables, threading.Event()
    place = tables.place

    async def later(record, share):
        await asyncio.to_thread(may_go_on.wait, 60)
        await place(record, share)

    monkeypatch.setattr(tables, "place", later)
    ok(browsers[0].post(f"/api/tournaments/{id}/start"))
    until(lambda: at(browsers[0], id)["tables"])
    assert [at(browser, id)["table"] for browser in browsers] == [None, None]
    may_go_on.set()
    until(lambda: all(at(browser, id)["table"] for browser in browsers))
    assert all(browser.get(f"/api/tables/{at(browser, id)['table']}").is_success for browser in browsers)


def test_somebody_who_comes_late_takes_the_seat_back(server):
    id, browsers = entered(server, people=1, bots=3, rounds=1)
    code = begin(browsers[0], id)["tables"][0][0]["code"]
    until(
        lambda: (
            any(seat["bot_plays"] for seat in ok(browsers[0].get(f"/api/tables/{code}"))["seats"])
            or at(browsers[0], id)["status"] == "over"
        )
    )
    play_all(server, browsers, id)
    found = at(browsers[0], id)
    if not found["tables"][0][0]["left"]:  # unless the bots were quicker
        assert next(each for each in found["standing"] if each["you"])["points"] > 0


# --- its tables are nobody's


def test_seats_of_its_tables_stay_as_they_were_drawn_and_its_games_are_not_thrown_away(server):
    id, browsers = entered(server, people=2, bots=2, rounds=1, wait=600)
    code = begin(browsers[0], id)["tables"][0][0]["code"]
    until(lambda: browsers[0].get(f"/api/tables/{code}").is_success)
    table = ok(browsers[0].get(f"/api/tables/{code}"))
    assert (table["status"], table["creator"]) == ("waiting", False)
    other = next(seat["colour"] for seat in table["seats"] if seat["seat"] != table["your_seat"] and seat["kind"] == "bot")
    refused(browsers[0].post(f"/api/tables/{code}/seats/{table['your_seat']}", json={"colour": other}), 409, "appointed")
    refused(server.browser().post(f"/api/tables/{code}/join", json={"name": "X"}), 409, "appointed")
    refused(browsers[0].delete(f"/api/tables/{code}"), 409, "appointed")
    refused(browsers[0].post(f"/api/tables/{code}/start"), 403, "host_only")
    refused(browsers[0].post(f"/api/tables/{code}/rules", json={}), 403, "host_only")


# --- who may do what


def test_guests_take_part_but_make_none(server):
    refused(server.browser().post("/api/tournaments", json={"name": "X"}), 403, "no_tournament_guests")
    refused(server.browser().post("/api/tournaments", json={"name": ""}), 400, "unreadable")


def test_only_its_maker_arranges_it_and_only_before_the_start(server):
    id, browsers = entered(server, people=2, bots=2, rounds=1)
    for what, body in (("bots", {"count": 1}), ("start", None), ("cancel", None)):
        refused(browsers[1].post(f"/api/tournaments/{id}/{what}", json=body), 403, "tournament_not_yours")
    assert ok(browsers[0].post(f"/api/tournaments/{id}/bots", json={"bot": "random", "count": 5}))["bots"] == 5
    ok(browsers[0].post(f"/api/tournaments/{id}/cancel"))
    for what, body in (("bots", {"count": 1}), ("start", None), ("cancel", None), ("join", {})):
        refused(browsers[0].post(f"/api/tournaments/{id}/{what}", json=body), 409, "tournament_closed")
    assert at(browsers[0], id)["status"] == "cancelled"


@pytest.mark.parametrize("id", ["none", "x" * 40, "a-b", "%00"])
def test_what_is_not_there_is_said_alike(server, id):
    refused(server.browser().get(f"/api/tournaments/{id}"), 404, "no_such_tournament")
    refused(server.browser().post(f"/api/tournaments/{id}/join", json={}), 404, "no_such_tournament")


@pytest.mark.parametrize(
    "wanted",
    [
        {"edition": "none"}, {"edition": "extension"}, {"options": {"victory_points": 3}}, {"bot": "none"}, {"rounds": 0}, {"size": 5},
        {"starts": 1.0}, {"starts": 9e10}, {"most": 1}, {"wait": 0}, {"extra": 1}, {"level": "none"},
    ],
)  # fmt: skip
def test_a_tournament_that_cannot_be_is_refused_and_nothing_is_made(server, wanted):
    one = register(server.browser(), f"Wisher {random.getrandbits(40)}")
    answer = one.post("/api/tournaments", json={"name": "X", **wanted})
    assert answer.status_code == 400, answer.text
    assert not [each for each in ok(one.get("/api/tournaments")) if each["name"] == "X"]


def test_one_that_is_not_listed_is_found_by_its_link_only(server):
    id, browsers = entered(server, people=2, bots=0, public=False)
    assert id not in [each["id"] for each in ok(server.browser().get("/api/tournaments"))]
    assert id in [each["id"] for each in ok(browsers[1].get("/api/tournaments"))]
    assert at(server.browser(), id)["people"] == 2


def test_it_begins_by_itself_at_its_time_and_bots_fill_the_last_table(server):
    one = register(server.browser(), "Timely")
    id = make(one, starts=0.1 + server.settings.now(), bots=3, rounds=1, most=16, **QUICK)
    two = server.browser()
    answer = two.post(f"/api/tournaments/{id}/join", json={"name": "Two"})
    until(lambda: at(one, id)["status"] in ("over", "running"))
    found = at(one, id)
    assert found["bots"] + found["people"] == 4, answer.text


def test_each_has_a_share(tmp_path, compiled):
    limits = Limits(
        tournaments=3, tournaments_per_player=2, entrants_per_address=2, tournament_bots=4, new_tournament_burst=4,
        new_tournaments_per_minute=0.01, new_account_burst=100, request_burst=1e6, histories_per_second=1e6, history_burst=1e6,
    )  # fmt: skip
    with Server(tmp_path, limits=limits) as server:
        one, two = (register(server.browser(**{"X-Forwarded-For": f"192.0.2.{n}"}), f"Maker {n}") for n in (1, 2))
        first, _ = make(one), make(one)
        refused(one.post("/api/tournaments", json={"name": "X"}), 429, "too_many_tournaments")
        make(two)
        refused(two.post("/api/tournaments", json={"name": "X"}), 429, "no_room_for_tournament")
        refused(one.post("/api/tournaments", json={"name": "X", "bots": 5}), 429, "too_many_bots")
        refused(one.post("/api/tournaments", json={"name": "X"}), 429, "too_many_requests")  # the address has asked too often
        assert two.post("/api/tournaments", json={"name": "X"}).json()["key"] == "no_room_for_tournament"
        household = [server.browser(**{"X-Forwarded-For": "192.0.2.7"}) for _ in range(3)]
        for each in household[:2]:
            ok(each.post(f"/api/tournaments/{first}/join", json={"name": "H"}))
        refused(household[2].post(f"/api/tournaments/{first}/join", json={"name": "H"}), 429, "tournament_share")
        ok(two.post(f"/api/tournaments/{first}/join", json={}))


def test_tournaments_of_one_address_have_one_share_together(tmp_path, compiled):
    """Of places for tournaments, and of the bots' thinking."""
    limits = Limits(tournaments_per_address=2, new_account_burst=100, request_burst=1e6, histories_per_second=1e6, history_burst=1e6)
    with Server(tmp_path, limits=limits, bot_pause=(600.0, 600.0)) as server:
        one, two = (register(server.browser(**{"X-Forwarded-For": f"2001:db8::{n}"}), f"Maker {n}") for n in (1, 2))
        away = register(server.browser(**{"X-Forwarded-For": "192.0.2.1"}), "Maker 3")
        ids = [make(each, bots=3, size=3, **QUICK) for each in (one, two)]
        refused(two.post("/api/tournaments", json={"name": "X"}), 429, "tournaments_from_address")
        ids.append(make(away, bots=3, size=3, **QUICK))
        codes = [begin(each, id)["tables"][0][0]["code"] for each, id in zip((one, two, away), ids, strict=True)]
        shares = [server.table(code).address for code in codes]
        assert shares[0] == shares[1] != shares[2]
        assert "2001:db8" not in one.get(f"/api/tournaments/{ids[0]}").text
        ok(one.post("/api/account/delete", json={"name": "Maker 1"}))
        with closing(sqlite3.connect(server.app.state.store.file)) as store:
            rows = store.execute("SELECT creator, wish FROM tournaments").fetchall()
        assert sum(not creator and not json.loads(wish)["origin"] for creator, wish in rows) == 1


def test_one_that_nobody_begins_keeps_its_place_for_two_months(server):
    one = register(server.browser(), "Forgetful")
    old, new, timed = make(one, **QUICK), make(one, **QUICK), make(one, starts=server.settings.now() + 3600, **QUICK)
    with closing(sqlite3.connect(server.app.state.store.file)) as store:
        store.execute("UPDATE tournaments SET created = created - 61 * 86400 WHERE id IN (?, ?)", (old, timed))
        store.commit()
    driven = server.app.state.tournaments
    driven.tidied -= 2 * tournaments.TIDY
    until(lambda: at(one, old)["status"] == "cancelled")
    assert [at(one, id)["status"] for id in (new, timed)] == ["open", "open"]


def test_at_its_tables_too_no_name_looks_like_anothers(server):
    id, browsers = entered(server, people=2, bots=1, rounds=1, size=3)
    for browser, name in zip(browsers, ("Paul", "PAU1"), strict=True):
        ok(browser.post(f"/api/tournaments/{id}/join", json={"name": name}))
    code = begin(browsers[0], id)["tables"][0][0]["code"]
    seats = [seat["name"] for seat in ok(browsers[0].get(f"/api/tables/{code}"))["seats"]]
    assert len(seats) == 3
    assert not any(likeness.alike(a, b) for a, b in itertools.combinations(seats, 2)), seats


# --- people who become accounts, or go


def test_a_guest_who_registers_takes_the_entry_along(server):
    id, browsers = entered(server, people=2, bots=0)
    register(browsers[1], "Was a guest")
    assert at(browsers[1], id)["joined"]
    later = server.browser()
    ok(later.post(f"/api/tournaments/{id}/join", json={"name": "On the phone"}))
    phrase = ok(browsers[1].post("/api/account/phrase"))["phrase"]
    ok(later.post("/api/signin/phrase", json={"phrase": phrase}))  # both take part: the guest's entry is given up
    found = at(later, id)
    assert [each["name"] for each in found["standing"] if each["you"]] == ["P1"]
    assert [each["gone"] for each in found["standing"]] == [False, False, True]


def test_deleting_an_account_leaves_the_results_of_others_whole(server):
    id, browsers = entered(server, people=2, bots=2, rounds=1)
    waiting = make(browsers[0], **QUICK)
    ok(browsers[1].post(f"/api/tournaments/{waiting}/join", json={"name": "P1"}))
    ok(browsers[0].post(f"/api/tournaments/{id}/start"))
    play_all(server, browsers, id)
    before = at(browsers[0], id)
    ok(browsers[1].post("/api/account/delete", json={}))
    after = at(browsers[0], id)
    assert [each["points"] for each in after["standing"]] == [each["points"] for each in before["standing"]]
    assert sorted(each["name"] for each in after["standing"])[::3] == ["", "Random 2"]
    assert after["tables"] == before["tables"]
    assert browsers[0].get(f"/api/tables/{after['tables'][0][0]['code']}/record").is_success
    assert at(browsers[0], waiting)["people"] == 0
    assert "P1" not in server.browser().get(f"/api/tournaments/{id}/file").text


def test_nothing_that_only_the_server_knows_is_told(server):
    """No player's id, no origin, no seed of the lot, no secret: not in the list, the page or the files."""
    id, browsers = entered(server, people=2, bots=2, rounds=1)
    begin(browsers[0], id)
    with closing(sqlite3.connect(server.app.state.store.file)) as store:
        rows = store.execute("SELECT player, origin FROM entrants WHERE tournament = ? AND player IS NOT NULL", (id,)).fetchall()
        seed = json.loads(store.execute("SELECT wish FROM tournaments WHERE id = ?", (id,)).fetchone()[0])["seed"]
    hidden = [text for row in rows for text in row] + [str(seed)]
    assert len(hidden) == 5
    for path in ("", f"/{id}", f"/{id}/file", f"/{id}/file?form=csv"):
        for browser in (*browsers, server.browser()):
            text = browser.get(f"/api/tournaments{path}").text
            assert not [secret for secret in hidden if secret in text]


def test_a_name_is_no_formula_in_a_file(server):
    id, _ = entered(server, people=1, bots=0)
    ok(server.browser().post(f"/api/tournaments/{id}/join", json={"name": "=1+1"}))
    assert "'=1+1" in server.browser().get(f"/api/tournaments/{id}/file?form=csv").text
