"""Wishes for a game, friends, people one does not want to meet again, invitations by name, and the server's own page."""

from __future__ import annotations

import itertools
import json
import sqlite3
from contextlib import closing

import pytest
from serving import Server, until
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.server.base.settings import Limits
from sevenhex.server.clubs.seeks import agree, common, gathered
from sevenhex.server.store import schema
from sevenhex.server.store.seeks import Seek, Wish

names = itertools.count(1)


def ok(answer):
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def refused(answer, status, key):
    assert (answer.status_code, answer.json()["key"]) == (status, key), answer.text


def member(server, name=None, **headers):
    """A browser with an account, and the account's name."""
    browser, name = server.browser(**headers), name or f"Member {next(names)}"
    ok(browser.post("/api/account", json={"name": name}))
    return browser, name


def people(browser, *kinds):
    return [each["name"] for each in ok(browser.get("/api/people"))["people"] if each["kind"] in (kinds or ("friend",))]


def seek(browser, players=3, **wanted):
    return ok(browser.post("/api/seeks", json={"editions": ["sixth"], "players": players, "turn_seconds": 77, **wanted}))["own"]


def found(browser):
    return [each["table"] for each in ok(browser.get("/api/seeks"))["own"]]


@pytest.fixture
def fresh(tmp_path, compiled):
    """A server of its own: what is sought there, is sought by this test."""
    with Server(tmp_path) as running:
        yield running


# --- wishes


def test_as_soon_as_enough_people_want_the_same_they_have_a_table_and_its_game_begins_when_all_have_come(fresh):
    three = [fresh.browser() for _ in range(3)]
    for n, browser in enumerate(three):
        own = seek(browser, name=f"Seeker {n}", editions=["fourth", "sixth"] if n else ["sixth"])
    code = own[0]["table"]
    assert code is not None
    assert [found(browser) for browser in three] == [[code]] * 3
    table = ok(three[1].get(f"/api/tables/{code}"))
    assert (table["edition"], table["turn_seconds"], table["public"], table["rated"]) == ("sixth", 77, False, False)
    assert [seat["name"] for seat in table["seats"]] == ["Seeker 0", "Seeker 1", "Seeker 2"]
    assert ok(three[0].get(f"/api/tables/{code}"))["creator"] is True  # who waited longest
    headers = [{"additional_headers": {"Cookie": f"sevenhex={browser.cookies['sevenhex']}"}} for browser in three]
    with fresh.player(code, **headers[0]) as one, fresh.player(code, **headers[1]) as two:
        for player in (one, two):
            player.ask(type="word", text="a word")
        assert ok(three[0].get(f"/api/tables/{code}"))["status"] == "waiting"
        with fresh.player(code, **headers[2]) as last:
            last.ask(type="word", text="a word")
            until(lambda: ok(three[0].get(f"/api/tables/{code}"))["status"] == "playing")
    assert ok(fresh.browser().get("/api/seeks"))["all"] == []


def test_what_is_sought_is_shown_without_saying_by_whom(fresh):
    one, name = member(fresh)
    seek(one, low=10, high=40, rated=True)
    text = fresh.browser().get("/api/seeks").text
    assert json.loads(text)["all"] == [{"editions": ["sixth"], "players": 3, "turn_seconds": 77, "rated": True, "language": "", "count": 1}]
    assert name not in text
    own = ok(one.get("/api/seeks"))["own"]
    assert (own[0]["low"], own[0]["high"]) == (10, 40)
    ok(one.delete(f"/api/seeks/{own[0]['id']}"))
    refused(one.delete(f"/api/seeks/{own[0]['id']}"), 404, "no_such_seek")
    assert ok(fresh.browser().get("/api/seeks"))["all"] == []


def wish(name, **more):
    wanted = {"editions": ("sixth",), "players": 3, "turn_seconds": None, "rated": False, "low": None, "high": None, "language": ""}
    strength = more.pop("strength", 25.0)
    return Seek(name, name, name, False, Wish(**{**wanted, **more}), strength, name, 0.0, 0.0)


def test_people_agree_in_everything_or_do_not_meet():
    one = wish("one", low=20, high=30, language="de", editions=("sixth", "fourth"))
    assert agree(one, wish("two"))
    assert agree(one, wish("two", language="de", low=0))
    for other in (
        {"players": 4}, {"turn_seconds": 60}, {"rated": True}, {"editions": ("zip",)}, {"language": "fr"}, {"strength": 31}, {"low": 26},
        {"strength": 19.9},
    ):  # fmt: skip
        assert not agree(one, wish("two", **other)), other
        assert not agree(wish("two", **other), one), other
    assert not agree(one, wish("one"))  # nobody plays with oneself


def test_everybody_at_a_table_agrees_with_everybody():
    new, two, three, four = wish("new"), wish("two", language="de"), wish("three", language="fr"), wish("four")
    assert gathered(new, [two, three], ()) is None  # two and three speak no common language
    assert gathered(new, [two, three, four], ()) == [new, two, four]
    assert gathered(new, [two, three, four], {frozenset(("two", "four"))}) == [new, three, four]
    assert gathered(new, [two, three, four], {frozenset(("new", "four"))}) is None
    one = wish("a", editions=("sixth", "zip")), wish("b", editions=("zip", "fourth")), wish("c", editions=("sixth", "fourth"))
    assert gathered(one[0], one[1:], ()) is None  # each two have a common edition, all three have none
    assert common([one[0], one[1]]) == ["zip"]


def test_many_wishes_cost_a_newcomer_little():
    many = [wish(f"{n}", editions=("sixth", f"e{n}"), players=6, language=["de", "fr"][n % 2]) for n in range(2000)]
    apart = {frozenset((one.player, two.player)) for one, two in itertools.combinations(many[:40], 2)}
    assert gathered(wish("new", players=6), many[:40], apart) is None


def test_wishes_have_shares_and_bad_ones_change_nothing(tmp_path, compiled):
    limits = Limits(seeks_per_player=1, seeks_per_address=2, seeks=3, new_table_burst=100, request_burst=1e6)
    with Server(tmp_path, limits=limits) as server:
        at = [server.browser(**{"X-Forwarded-For": f"192.0.2.{n}"}) for n in (1, 1, 1, 2, 3)]
        seek(at[0])
        refused(at[0].post("/api/seeks", json={"editions": ["sixth"], "players": 3}), 429, "too_many_seeks")
        seek(at[1], players=4)
        refused(at[2].post("/api/seeks", json={"editions": ["sixth"], "players": 5}), 429, "seek_share")
        seek(at[3], players=5)
        refused(at[4].post("/api/seeks", json={"editions": ["sixth"], "players": 6}), 429, "no_room_for_seek")
        for body in (
            {"editions": []}, {"editions": ["none"]}, {"editions": ["sixth"], "players": 9}, {"editions": ["sixth"], "low": 9, "high": 8},
            {"editions": ["sixth"], "language": "deutsch"}, {"editions": ["fourth"], "players": 6},
        ):  # fmt: skip
            assert at[4].post("/api/seeks", json=body).status_code == 400, body
        assert sum(each["count"] for each in ok(at[4].get("/api/seeks"))["all"]) == 3


def test_people_who_came_in_together_do_not_meet_at_rated_tables_of_strangers(tmp_path, compiled):
    with Server(tmp_path, strangers=True) as server:
        home, also_home, away, far = (server.browser(**{"X-Forwarded-For": f"192.0.2.{n}"}) for n in (1, 1, 2, 3))
        assert ok(home.get("/api/club"))["strangers"] is True
        seek(home, rated=True)
        seek(also_home, rated=True)
        assert seek(away, rated=True)[0]["table"] is None
        code = seek(far, rated=True)[0]["table"]
        assert code is not None
        assert [found(each) for each in (home, away, far)] == [[code]] * 3
        assert found(also_home) == [None]
        # nor do they sit down beside each other at a public one
        opened = server.open(home, players=3, public=True, rated=True)["code"]
        refused(also_home.post(f"/api/tables/{opened}/join", json={"name": "B"}), 403, "together")
        ok(away.post(f"/api/tables/{opened}/join", json={"name": "C"}))
        friendly = server.open(home, players=3, public=True)["code"]
        ok(also_home.post(f"/api/tables/{friendly}/join", json={"name": "B"}))


# --- friends


def test_who_is_asked_and_accepts_is_a_friend_on_both_sides(server):
    (one, first), (two, second) = member(server), member(server)
    ok(one.post("/api/people/friends", json={"name": second.upper()}))
    asking = ok(two.get("/api/people"))["asking"]
    assert [each["name"] for each in asking] == [first]
    assert people(one, "asked") == [second.upper()]  # as it was written
    ok(two.post(f"/api/people/friends/{asking[0]['id']}/accept"))
    assert (people(one), people(two)) == ([second], [first])
    assert people(one, "asked") == []
    ok(one.delete(f"/api/people/{ok(one.get('/api/people'))['people'][0]['id']}"))
    assert (people(one), people(two)) == ([], [])


def test_who_asks_back_is_a_friend_at_once(server):
    (one, first), (two, second) = member(server), member(server)
    ok(one.post("/api/people/friends", json={"name": second}))
    ok(two.post("/api/people/friends", json={"name": first}))
    assert (people(one), people(two)) == ([second], [first])
    ok(one.post("/api/people/friends", json={"name": second}))
    assert people(one, "friend", "asked") == [second]


def test_asking_for_a_name_gives_nothing_away(server):
    """Nobody's name, somebody's, somebody's who has blocked the asker: every answer and the asker's own lists are alike."""
    asker, _ = member(server)
    blocker, blocked = member(server)
    ok(blocker.post("/api/people/apart", json={"kind": "blocked", "name": ok(asker.get("/api/account"))["name"]}))
    _, free = member(server)
    code = server.open(asker, players=4)["code"]
    for path in ("/api/people/friends", f"/api/tables/{code}/invitations", "/api/people/apart"):
        answers = [asker.post(path, json={"name": name}) for name in (blocked, free, "Nobody at all")]
        assert len({(answer.status_code, answer.text, str(sorted(answer.headers))) for answer in answers}) == 1
        assert answers[0].status_code == 204
    lists = ok(asker.get("/api/people"))["people"]
    by_name = {name: [set(each) for each in lists if each["name"] == name] for name in (blocked, free, "Nobody at all")}
    assert len({str(fields) for fields in by_name.values()}) == 1
    assert ok(blocker.get("/api/people"))["asking"] == ok(blocker.get("/api/people"))["invitations"] == []


def test_a_refused_asking_looks_as_before(server):
    (one, _), (two, second) = member(server), member(server)
    ok(one.post("/api/people/friends", json={"name": second}))
    before = ok(one.get("/api/people"))
    ok(two.delete(f"/api/people/{ok(two.get('/api/people'))['asking'][0]['id']}"))
    assert ok(one.get("/api/people")) == before
    assert ok(two.get("/api/people"))["asking"] == []


def test_nobody_touches_anothers_lists(server):
    (one, first), (two, second), (three, _) = member(server), member(server), member(server)
    ok(one.post("/api/people/friends", json={"name": second}))
    ok(one.post("/api/people/apart", json={"name": "Anybody"}))
    asking = ok(two.get("/api/people"))["asking"][0]["id"]
    refused(three.post(f"/api/people/friends/{asking}/accept"), 404, "no_such_relation")
    refused(one.post(f"/api/people/friends/{asking}/accept"), 404, "no_such_relation")
    for entry in ok(one.get("/api/people"))["people"]:
        refused(three.delete(f"/api/people/{entry['id']}"), 404, "no_such_relation")
    refused(one.post("/api/people/friends", json={"name": first}), 409, "own_name")
    refused(server.browser().post("/api/people/friends", json={"name": first}), 403, "not_registered")
    assert len(people(one, "asked", "avoided")) == 2


# --- not again


def test_who_is_avoided_is_met_neither_by_a_wish_nor_in_a_tournament_and_does_not_see_it(fresh):
    (one, _), (two, second) = member(fresh), member(fresh)
    ok(one.post("/api/people/apart", json={"kind": "avoided", "name": second}))
    seek(one)
    before = ok(two.get("/api/people"))
    seek(two)
    three = fresh.browser()
    code = seek(three)[0]["table"]
    assert code is None  # three people, but two of them do not meet
    four = fresh.browser()
    code = seek(four)[0]["table"]
    assert sorted(map(str, (found(one)[0], found(two)[0]))) == sorted([str(code), "None"])
    assert before["people"] == before["asking"] == []

    id = ok(one.post("/api/tournaments", json={"name": "Cup", "bots": 6, "bot": "random", "rounds": 1, "wait": 600}))["id"]
    for each in (one, two):
        ok(each.post(f"/api/tournaments/{id}/join", json={}))
    ok(one.post(f"/api/tournaments/{id}/start"))
    until(lambda: ok(one.get(f"/api/tournaments/{id}"))["tables"])
    # the first round is drawn by lot, the next ones keep them apart; both follow from what the driver knows
    driven = fresh.app.state.tournaments
    import asyncio

    async def apart():
        return await driven.apart(await driven.find(id))

    pairs = asyncio.run_coroutine_threadsafe(apart(), driven.driving.get_loop()).result(30)
    mine = {each["entrant"] for each in ok(one.get(f"/api/tournaments/{id}"))["standing"] if each["bot"] is None}
    assert [set(pair) for pair in pairs] == [mine]


def test_somebody_is_avoided_by_the_seat_and_only_by_who_sat_there(server):
    one, two, watcher = server.browser(), server.browser(), server.browser()
    code = server.open(one, players=3, player="Ann")["code"]
    ok(two.post(f"/api/tables/{code}/join", json={"name": "Ben"}))
    server.open(watcher, players=3, player="W")
    refused(watcher.post("/api/people/apart", json={"table": code, "seat": 1}), 403, "not_here")
    refused(one.post("/api/people/apart", json={"table": code, "seat": 0}), 409, "own_seat")
    refused(one.post("/api/people/apart", json={"table": code, "seat": 2}), 409, "nobody_there")
    refused(one.post("/api/people/apart", json={"table": code, "seat": 5}), 409, "nobody_there")
    ok(one.post("/api/people/apart", json={"table": code, "seat": 1}))
    assert people(one, "avoided") == ["Ben"]
    assert ok(two.get("/api/people"))["people"] == []
    ok(one.post("/api/people/apart", json={"kind": "blocked", "table": code, "seat": 1}))
    assert (people(one, "avoided"), people(one, "blocked")) == ([], ["Ben"])


def test_a_blocked_friend_is_no_friend_and_cannot_invite(server):
    (one, first), (two, second) = member(server), member(server)
    ok(one.post("/api/people/friends", json={"name": second}))
    ok(two.post("/api/people/friends", json={"name": first}))
    ok(one.post("/api/people/apart", json={"kind": "blocked", "name": second}))
    assert people(one) == people(two) == []
    code = server.open(two, players=3)["code"]
    ok(two.post(f"/api/tables/{code}/invitations", json={"name": first}))
    ok(two.post("/api/people/friends", json={"name": first}))
    seen = ok(one.get("/api/people"))
    assert seen["invitations"] == seen["asking"] == []


# --- invitations


def test_an_invitation_by_name_is_there_until_the_table_begins(server):
    (one, first), (two, second) = member(server), member(server)
    code = server.open(one, players=2, edition="zip")["code"]
    ok(one.post(f"/api/tables/{code}/invitations", json={"name": second}))
    ok(one.post(f"/api/tables/{code}/invitations", json={"name": second}))
    invitation = ok(two.get("/api/people"))["invitations"]
    assert [(each["table"], each["name"]) for each in invitation] == [(code, first)]
    refused(one.delete(f"/api/invitations/{invitation[0]['id']}"), 404, "no_such_invitation")
    ok(two.delete(f"/api/invitations/{invitation[0]['id']}"))
    assert ok(two.get("/api/people"))["invitations"] == []
    ok(one.post(f"/api/tables/{code}/invitations", json={"name": second}))
    ok(two.post(f"/api/tables/{code}/join", json={}))
    ok(one.post(f"/api/tables/{code}/start"))
    assert ok(two.get("/api/people"))["invitations"] == []
    refused(one.post(f"/api/tables/{code}/invitations", json={"name": second}), 409, "begun")
    other = server.open(two, players=3)["code"]
    refused(one.post(f"/api/tables/{other}/invitations", json={"name": second}), 403, "not_here")
    ok(two.post(f"/api/tables/{other}/lock", json={"locked": True}))
    refused(one.post(f"/api/tables/{other}/invitations", json={"name": second}), 403, "locked")  # the same door as for every way in
    refused(one.post(f"/api/tables/{server.open(one, players=3)['code']}/invitations", json={"name": first}), 409, "own_name")


def test_asking_by_name_is_limited_and_lists_have_an_end(tmp_path, compiled):
    limits = Limits(askings_per_minute=0.01, asking_burst=4, relations_per_player=2, invitations_per_player=1, new_account_burst=100)
    with Server(tmp_path, limits=limits) as server:
        browser, _ = member(server, **{"X-Forwarded-For": "192.0.2.1"})
        for name in ("A", "B"):
            ok(browser.post("/api/people/friends", json={"name": name}))
        refused(browser.post("/api/people/apart", json={"name": "C"}), 429, "too_many_relations")
        other, name = member(server, **{"X-Forwarded-For": "192.0.2.2"})
        ok(browser.post(f"/api/tables/{server.open(browser, players=3)['code']}/invitations", json={"name": name}))
        refused(browser.post("/api/people/friends", json={"name": "D"}), 429, "too_many_requests")
        third, _ = member(server, **{"X-Forwarded-For": "192.0.2.3"})
        last = server.open(third, players=3)["code"]
        ok(third.post(f"/api/tables/{last}/invitations", json={"name": name}))
        assert [each["table"] for each in ok(other.get("/api/people"))["invitations"]] == [last]  # the older one made room


def test_nobody_pushes_out_the_invitations_of_others(tmp_path, compiled):
    with Server(tmp_path, limits=Limits(invitations_per_player=3, new_account_burst=100, request_burst=1e6)) as server:
        (guest, name), (friend, _), (pushing, _) = member(server), member(server), member(server)
        wanted = server.open(friend, players=3)["code"]
        ok(friend.post(f"/api/tables/{wanted}/invitations", json={"name": name}))
        codes = [server.open(pushing, players=3)["code"] for _ in range(5)]
        for code in codes:
            ok(pushing.post(f"/api/tables/{code}/invitations", json={"name": name}))
        assert {each["table"] for each in ok(guest.get("/api/people"))["invitations"]} == {wanted, *codes[-2:]}


# --- going


def test_all_that_is_kept_about_somebody_is_taken_along_and_nothing_that_others_decided(fresh):
    (one, first), (two, second) = member(fresh), member(fresh)
    ok(one.post("/api/people/friends", json={"name": second}))
    ok(one.post("/api/people/apart", json={"name": "Nobody", "kind": "blocked"}))
    ok(two.post("/api/people/apart", json={"name": first}))
    code = fresh.open(two, players=3)["code"]
    ok(two.post(f"/api/tables/{code}/invitations", json={"name": first}))
    seek(one)
    id = ok(one.post("/api/tournaments", json={"name": "Cup"}))["id"]
    ok(one.post(f"/api/tournaments/{id}/join", json={}))
    everything = ok(one.get("/api/account/export"))["everything"]
    assert [(each["kind"], each["name"]) for each in everything["people"]] == [("asked", second), ("blocked", "Nobody")]
    assert [each["code"] for each in everything["invited"]] == [code]
    assert [json.loads(each["wish"])["players"] for each in everything["seeks"]] == [3]
    assert [(each["tournament"], each["name"]) for each in everything["tournaments"]] == [(id, first)]
    assert [each["id"] for each in everything["tournaments_made"]] == [id]
    assert "avoided" not in json.dumps(everything)


OF_A_PLAYER = {  # every table of the store that names a player, and where the export tells of it
    "accounts": "account", "devices": "account", "passkeys": "account", "tokens": "account", "logins": "account", "names": "account",
    "tables": "tables", "seats": "tables", "chat": "chat", "drills": "drills", "practice": "practice", "complaints": "complaints",
    "relations": "people", "invitations": "invitations", "seeks": "seeks", "entrants": "tournaments", "tournaments": "tournaments_made",
    "notices": "notices", "feeds": "account", "holidays": "holidays",
    "challenges": None,  # for minutes
}  # fmt: skip


def test_the_export_knows_every_table_that_names_a_player(fresh):
    named = {table.name for table in schema.metadata.tables.values() if {"player", "creator"} & set(table.c.keys())}
    assert named == set(OF_A_PLAYER)
    one, _ = member(fresh)
    assert set(filter(None, OF_A_PLAYER.values())) <= set(ok(one.get("/api/account/export"))["everything"])


def test_deleting_an_account_leaves_nothing_of_it_in_anybodys_lists(fresh):
    (one, first), (two, second), (three, third) = member(fresh), member(fresh), member(fresh)
    ok(one.post("/api/people/friends", json={"name": second}))
    ok(two.post("/api/people/friends", json={"name": first}))
    ok(two.post("/api/people/apart", json={"name": third}))
    ok(three.post("/api/people/friends", json={"name": second}))
    code = fresh.open(two, players=3)["code"]
    ok(two.post(f"/api/tables/{code}/invitations", json={"name": first}))
    seek(two)
    ok(two.post("/api/account/delete", json={"name": second}))
    assert people(one, "friend", "asked") == []
    assert ok(one.get("/api/people"))["invitations"] == []
    assert ok(one.get("/api/seeks"))["all"] == []
    with closing(sqlite3.connect(fresh.app.state.store.file)) as store:
        left = [row for part in ("relations", "invitations", "seeks") for row in store.execute(f"SELECT * FROM {part}")]
    assert not left, "the third one's asking named nobody but the deleted one"


def test_a_guests_lists_are_the_accounts(server):
    guest, other = server.browser(), server.browser()
    code = server.open(guest, players=3, player="Guest")["code"]
    ok(other.post(f"/api/tables/{code}/join", json={"name": "Rude"}))
    ok(guest.post("/api/people/apart", json={"table": code, "seat": 1}))
    ok(guest.post(f"/api/tables/{code}/leave"))
    account, _ = member(server)
    phrase = ok(account.post("/api/account/phrase"))["phrase"]
    ok(guest.post("/api/signin/phrase", json={"phrase": phrase}))
    assert people(account, "avoided") == ["Rude"]


# --- the server's own page


def test_the_operator_writes_the_servers_page_and_visitors_read_it_as_it_is_written(tmp_path, compiled):
    rules = tmp_path / "rules.txt"
    rules.write_text("Be <b>kind</b>.\n\u202eNo shouting.\n")
    run = CliRunner()
    with Server(tmp_path / "games") as server:
        browser = server.browser()
        assert ok(browser.get("/api/club")) == {"name": "", "rules": "", "pinned": "", "strangers": False}
        store = str(tmp_path / "games")
        asked = ["admin", "club", "--name", "Chess Café", "--rules", str(rules), "--pinned", "Monday at eight", "--store", store]
        assert run.invoke(app, asked).exit_code == 0
        until(lambda: ok(browser.get("/api/club"))["name"] == "Chess Café")
        found = ok(browser.get("/api/club"))
        assert (found["rules"], found["pinned"]) == ("Be <b>kind</b>.\nNo shouting.", "Monday at eight")
        assert run.invoke(app, ["admin", "club", "--pinned", "", "--store", store]).exit_code == 0
        said = json.loads(run.invoke(app, ["admin", "club", "--store", store]).stdout)
        assert said == {"name": "Chess Café", "rules": found["rules"], "pinned": ""}
        too_long = run.invoke(app, ["admin", "club", "--name", "x" * 61, "--store", store])
        assert too_long.exit_code != 0
        assert "at most 60" in too_long.output


def test_the_operator_makes_a_tournament_and_cancels_it(tmp_path):
    run, store = CliRunner(), str(tmp_path / "games")
    made = run.invoke(app, ["admin", "tournament", "Cup", "--starts", "2030-01-01 20:00", "--bots", "3", "--store", store])
    assert made.exit_code == 0, made.output
    id = made.stdout.strip().rpartition("/")[2]
    with Server(tmp_path / "games") as server:
        found = ok(server.browser().get(f"/api/tournaments/{id}"))
        assert (found["name"], found["bots"], found["status"], found["yours"]) == ("Cup", 3, "open", False)
        assert run.invoke(app, ["admin", "cancel-tournament", id, "--store", store]).exit_code == 0
        assert ok(server.browser().get(f"/api/tournaments/{id}"))["status"] == "cancelled"
    assert run.invoke(app, ["admin", "cancel-tournament", id, "--store", store]).exit_code != 0
    for bad in (["--edition", "none"], ["--edition", "extension"], ["--bots", "99"], ["--bot", "none"]):
        assert run.invoke(app, ["admin", "tournament", "Cup", "--starts", "2030-01-01 20:00", *bad, "--store", store]).exit_code != 0
