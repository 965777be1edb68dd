"""The host's rights: remove, ban, lock, mute; names are unique at a table; the operator's bans."""

from __future__ import annotations

import ipaddress
import json
import math
from types import SimpleNamespace

import pytest
from serving import Server, until
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sevenhex.cli import app
from sevenhex.errors import SevenhexError
from sevenhex.server.base import likeness
from sevenhex.server.store.bans import Bans, subject_of
from sevenhex.server.table import hosting

BOT = {"bot": "random"}


def table_of(server, *names, **wanted):
    """A table of Ann's at which these sit; the browsers, Ann's first, and what they were given."""
    people = [server.browser() for _ in names]
    opened = server.open(people[0], edition="sixth", players=3, player=names[0], **wanted)
    given = [opened] + [
        person.post(f"/api/tables/{opened['code']}/join", json={"name": name}).json()
        for person, name in zip(people[1:], names[1:], strict=True)
    ]
    return opened["code"], people, given


def test_the_host_removes_somebody_and_the_seat_is_free_again(server):
    code, (ann, ben), given = table_of(server, "Ann", "Ben")
    assert ben.post(f"/api/tables/{code}/remove", json={"seat": 0}).json()["code"] == "forbidden"
    assert ann.post(f"/api/tables/{code}/remove", json={"seat": 0}).json()["code"] == "illegal"  # herself
    assert ann.post(f"/api/tables/{code}/remove", json={"seat": 2}).json()["code"] == "illegal"  # nobody
    assert ann.post(f"/api/tables/{code}/remove", json={"seat": 5}).json()["code"] == "malformed"
    with server.player(code, given[1]["token"]) as line:
        assert ann.post(f"/api/tables/{code}/remove", json={"seat": 1}).json()["seats"][1]["kind"] == "open"
        said = line.wait("refused")
        assert (said["id"], said["key"], said["code"]) == (None, "removed", "forbidden")
        with pytest.raises(ConnectionClosed):  # nothing more is sent
            line.wait("nothing that is ever sent")
    assert ben.post(f"/api/tables/{code}/join", json={"name": "Ben"}).status_code == 200  # removed is not banned


def test_a_banned_player_does_not_come_back_even_as_somebody_new(server):
    code, (ann, ben), given = table_of(server, "Ann", "Ben")
    with server.player(code, given[1]["token"]) as line:
        ann.post(f"/api/tables/{code}/remove", json={"seat": 1, "ban": True})
        assert line.wait("refused")["key"] == "removed"
        with pytest.raises(ConnectionClosed):
            line.wait("nothing that is ever sent")
    refused = ben.post(f"/api/tables/{code}/join", json={"name": "Benjamin"})
    assert refused.status_code == 403
    assert "banned" in refused.json()["sentence"]
    stranger = server.browser()  # the same person without the cookie, from the same address
    assert stranger.post(f"/api/tables/{code}/join", json={"name": "Eve"}).status_code == 403
    assert [seat["kind"] for seat in ann.get(f"/api/tables/{code}").json()["seats"]] == ["human", "open", "open"]
    assert ben.delete(f"/api/tables/{code}/bans").status_code == 403
    assert ann.delete(f"/api/tables/{code}/bans").status_code == 200
    assert stranger.post(f"/api/tables/{code}/join", json={"name": "Eve"}).status_code == 200


def test_a_ban_holds_for_the_whole_network_of_a_household():
    """However its addresses are written; a machine's own IPv4 address is one, also where the system calls it an IPv6 one."""
    table = SimpleNamespace(code="abc")
    network = {hosting.digest(table, address) for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:0:1:2:3:4")}
    assert len(network) == 1
    assert hosting.digest(table, "2001:db8:0:1::1") not in network
    assert hosting.digest(table, "192.0.2.7") == hosting.digest(table, "::ffff:192.0.2.7") != hosting.digest(table, "192.0.2.8")


def test_a_locked_table_lets_nobody_in_but_those_who_sit_there(server):
    code, (ann, ben), given = table_of(server, "Ann", "Ben")
    assert ben.post(f"/api/tables/{code}/lock", json={"locked": True}).status_code == 403
    assert ann.post(f"/api/tables/{code}/lock", json={"locked": True}).json()["locked"] is True
    eve = server.browser()
    assert "locked" in eve.post(f"/api/tables/{code}/join", json={"name": "Eve"}).json()["sentence"]
    with server.player(code, given[1]["token"]) as line:
        assert line.table["locked"] is True
    assert watch(server, code)["code"] == "forbidden"
    ann.post(f"/api/tables/{code}/lock", json={"locked": False})
    assert watch(server, code)["type"] == "welcome"
    assert eve.post(f"/api/tables/{code}/join", json={"name": "Eve"}).status_code == 200


@pytest.mark.parametrize("how", ["locked", "banned"])
def test_lock_and_ban_hold_for_every_way_in(server, how):
    """Reading over REST is a way in too: the table, its record, replay, dice and report."""
    code, (ann, ben), _ = table_of(server, "Ann", "Ben")
    eve = server.browser()
    if how == "locked":
        ann.post(f"/api/tables/{code}/lock", json={"locked": True})
    else:
        ann.post(f"/api/tables/{code}/remove", json={"seat": 1, "ban": True})
    paths = ["", "/record", "/replay", "/fair", "/report"]
    answers = {path: eve.get(f"/api/tables/{code}{path}") for path in paths}
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(paths, 403)
    assert all(how in answer.json()["sentence"] for answer in answers.values())
    assert ann.get(f"/api/tables/{code}").status_code == 200  # the host comes and goes
    assert ben.get(f"/api/tables/{code}").status_code == (200 if how == "locked" else 403)


def watch(server, code, token=None):
    """What a newcomer receives first; without a token it is a stranger who wants to watch."""
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/play") as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))
        return json.loads(socket.recv(timeout=60))


def test_a_muted_player_says_nothing(server):
    code, (ann, ben), given = table_of(server, "Ann", "Ben")
    assert ben.post(f"/api/tables/{code}/mute", json={"seat": 0}).status_code == 403
    with server.player(code, given[1]["token"]) as line:
        assert line.ask(type="chat", text="one")["type"] == "done"
        assert ann.post(f"/api/tables/{code}/mute", json={"seat": 1}).json()["muted"] == [1]
        answer = line.ask(type="chat", text="two")
        assert (answer["code"], "muted" in answer["sentence"]) == ("forbidden", True)
        ann.post(f"/api/tables/{code}/mute", json={"seat": 1, "muted": False})
        assert line.ask(type="chat", text="three")["type"] == "done"
    assert [line.text for line in server.table(code).chat] == ["one", "three"]


@pytest.mark.parametrize("name", ["Ann", "ANN", "a n n", "Ａnn", "A\u0301nn"])
def test_nobody_takes_the_hosts_name(server, name):
    code, (ann,), _ = table_of(server, "Ann")
    refused = server.browser().post(f"/api/tables/{code}/join", json={"name": name})
    assert refused.status_code == 409
    assert "called Ann" in refused.json()["sentence"]
    assert ann.post(f"/api/tables/{code}/join", json={"name": name}).status_code == 200  # one's own name may be written otherwise


LOOK_ALIKES = [
    ("Ann", "\u0410nn"),  # Cyrillic
    ("Ann", "\u0391nn"),  # Greek
    ("Ann", "A\u0578\u0578"),  # Armenian
    ("Ann", "\U0001d400\U0001d427\U0001d427"),  # mathematical
    ("Ann", "Ann\u3164"),  # with a filler
    ("Bill", "BiII"),  # capital i
    ("Bill", "Bi11"),
    ("Bill", "B\u0456ll"),  # Cyrillic
    ("Bob", "B0b"),
    ("Bob", "B\u043eb"),  # Cyrillic
    ("Bob", "\u0392\u03bfb"),  # Greek
    ("Emma", "Ernrna"),
    ("paula", "\u0440\u0430ul\u0430"),
]


@pytest.mark.parametrize(("name", "like"), LOOK_ALIKES)
def test_nobody_takes_a_name_that_only_looks_like_anothers(server, name, like):
    code, _, _ = table_of(server, name)
    refused = server.browser().post(f"/api/tables/{code}/join", json={"name": like})
    assert (refused.status_code, refused.json()["key"]) == (409, "name_taken")


def test_names_that_differ_are_not_alike():
    names = [
        "Ann",
        "Anna",
        "Hannah",
        "Ben",
        "Bea",
        "Emma",
        "Ema",
        "Lin",
        "Lim",
        "Zoë",
        "Żaneta",
        "Юлия",
        "Юля",
        "Νίκος",
        "李",
        "王",
        "עדי",
        "علي",
    ]
    assert [(one, other) for one in names for other in names if one < other and likeness.alike(one, other)] == []


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u200b", "\u115f\u1160", "\u202e", "\uffa0", "\u00ad"])
def test_an_invisible_name_is_refused(server, name):
    code, _, _ = table_of(server, "Ann")
    refused = server.browser().post(f"/api/tables/{code}/join", json={"name": name})
    assert refused.status_code == 400
    assert "can be seen" in refused.json()["sentence"]
    assert server.browser().post(f"/api/tables/{code}/join", json={"name": "  "}).status_code == 200  # no name is no false name


def test_in_a_running_game_the_host_may_leave_a_seat_to_a_bot_but_not_in_a_rated_one(server):
    code, (ann, _), _ = table_of(server, "Ann", "Ben", seats=["me", "open", BOT])
    ann.post(f"/api/tables/{code}/start")
    assert ann.post(f"/api/tables/{code}/remove", json={"seat": 1}).json()["seats"][1]["kind"] == "bot"
    code, (ann, _), _ = table_of(server, "Ann", "Ben", seats=["me", "open", BOT], rated=True)
    ann.post(f"/api/tables/{code}/start")
    assert ann.post(f"/api/tables/{code}/remove", json={"seat": 1}).json()["code"] == "forbidden"
    assert ann.get(f"/api/tables/{code}").json()["seats"][1]["kind"] == "human"


def test_what_the_host_decided_outlives_the_memory(server):
    code, (ann, _), _ = table_of(server, "Ann", "Ben")
    ann.post(f"/api/tables/{code}/mute", json={"seat": 1})
    ann.post(f"/api/tables/{code}/lock", json={"locked": True})
    tables = server.app.state.tables
    until(lambda: tables.live[code].idle)
    del tables.live[code]
    shown = ann.get(f"/api/tables/{code}").json()
    assert (shown["locked"], shown["muted"]) == (True, [1])


def test_decisions_that_cannot_be_so_are_none():
    house = {"muted": 7, "banned": [1, "x"], "locked": "yes"}
    somewhere = SimpleNamespace(record=SimpleNamespace(house=house), seats=[])
    assert hosting.muted(somewhere) == []
    assert hosting.decided(somewhere, "banned") == ["x"]
    assert not hosting.locked(somewhere)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("2001:DB8::1", "2001:db8::1"),
        ("0123456789ABCDEF", "0123456789abcdef"),
    ],
)
def test_what_the_operator_bans_has_one_spelling(text, subject):
    assert subject_of(text) == subject


def test_a_ban_of_nothing_is_explained():
    with pytest.raises(SevenhexError, match="neither a player's id"):
        subject_of("ann")


def test_an_address_is_in_its_network():
    bans = Bans(None)
    bans.networks = ((ipaddress.ip_network("192.0.2.0/24"), math.inf),)
    assert bans.has_address("192.0.2.99")
    assert bans.has_address("::ffff:192.0.2.99")
    assert not bans.has_address("192.0.3.1")
    assert not bans.has_address("testclient")


def test_the_operator_shuts_out_players_and_addresses_at_once(tmp_path):
    with Server(tmp_path) as server:
        code, (ann, ben), given = table_of(server, "Ann", "Ben")
        player = server.table(code).seats[1].player
        with server.player(code, given[1]["token"]) as line:
            assert CliRunner().invoke(app, ["admin", "ban", player, "--reason", "spam", "--store", str(tmp_path)]).exit_code == 0
            with pytest.raises(ConnectionClosed):
                line.wait("nothing that is ever sent")
        assert ben.get("/api/mine").json()["code"] == "forbidden"
        assert watch(server, code, given[1]["token"])["code"] == "forbidden"
        bearer = {"Authorization": f"Bearer {given[1]['token']}"}
        assert server.browser(**bearer).get(f"/api/tables/{code}").status_code == 403
        assert ann.get("/api/mine").status_code == 200
        assert "spam" in CliRunner().invoke(app, ["admin", "bans", "--store", str(tmp_path)]).output
        assert CliRunner().invoke(app, ["admin", "unban", player, "--store", str(tmp_path)]).exit_code == 0
        assert ben.get("/api/mine").status_code == 200
        assert CliRunner().invoke(app, ["admin", "ban", "127.0.0.0/8", "--store", str(tmp_path)]).exit_code == 0
        assert ann.get("/api/mine").status_code == 403
        with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/play") as line:  # hears so, and nothing more
            assert json.loads(line.recv(timeout=60))["key"] == "banned"
            with pytest.raises(ConnectionClosed):
                line.recv(timeout=60)
    with Server(tmp_path) as server:  # it stands in the store
        assert server.browser().get("/api/editions").status_code == 403
    assert CliRunner().invoke(app, ["admin", "unban", "10.0.0.1", "--store", str(tmp_path)]).exit_code != 0
