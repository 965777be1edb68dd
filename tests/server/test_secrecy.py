"""What a seat must not know never leaves the process: these tests read every frame that was sent."""

from __future__ import annotations

import asyncio
import json
import random

from serving import Server

from clauses import clause
from sevenhex.server.store import drills
from sevenhex.study import puzzles

HIDDEN = {"drew": "card", "robbed": "resource", "discarded": "resource"}


def open_table(server, victory_points=7):
    browsers = [server.browser() for _ in range(3)]
    opened = server.open(browsers[0], edition="sixth", players=3, seats=["me", "open", "open"], options={"victory_points": victory_points})
    tokens = [opened["token"], *[b.post(f"/api/tables/{opened['code']}/join", json={}).json()["token"] for b in browsers[1:]]]
    browsers[0].post(f"/api/tables/{opened['code']}/start")
    return opened["code"], tokens, browsers


def look_through(frames, seat):
    """Check every frame that one listener got while the game was on; returns how many hidden things passed by."""
    passed = 0
    for text in frames:
        message = json.loads(text)
        view, patch = message.get("view"), message.get("patch", {})
        if (view or patch.get("view", {})).get("winner") is not None:
            continue  # nothing is secret any more
        rows = {str(place["seat"]): place for place in view["seats"]} if view else patch.get("seats", {})
        for place, row in rows.items():
            if place != str(seat):
                for secret in ("hand", "dev", "dev_fresh", "total_points"):
                    assert row.get(secret) is None, (secret, row)
        for event in message.get("events", []):
            secret = HIDDEN.get(event["kind"])
            if secret and event["data"].get("count", 1):
                knows = seat is not None and (seat == event["seat"] or seat == event["data"].get("victim"))
                assert (secret in event["data"]) == knows, event
                passed += not knows
    return passed


@clause("ROB-5", "DEV-2", "SEVEN-1")
def test_no_frame_tells_a_watcher_or_a_seat_what_it_must_not_know(server):
    code, tokens, _ = open_table(server)
    chance = random.Random(5)
    with (
        server.player(code) as watcher,
        server.player(code, tokens[0]) as one,
        server.player(code, tokens[1]) as two,
        server.player(code, tokens[2]) as three,
    ):
        players = [one, two, three]
        while one.view["winner"] is None:
            seat = one.view["to_act"][0]
            player = players[seat]
            player.reach(one.version)
            wanted = [action for action in player.legal if action.split()[0] in ("buy", "knight", "robber")] or player.legal
            player.act(chance.choice(wanted))
            for other in (*players, watcher):  # a client that does not read is cut off
                other.reach(player.version)
        watcher.wait_until(lambda w: w.view["winner"] is not None)
        # the last frame shows everything: the game is over (WIN-4)
        assert watcher.view["seats"][0]["hand"] is not None
        seeds = server.table(code).record.seed
        passed = 0
        for listener, seat in ((watcher, None), (one, 0), (two, 1), (three, 2)):
            passed += look_through(listener.frames, seat)
            everything = "".join(listener.frames)
            assert not any(token in everything for token in tokens)
            assert seeds not in everything
        assert passed > 10  # there was something to hide


def test_a_running_game_is_replayed_and_recorded_with_own_knowledge_only(server):
    code, tokens, browsers = open_table(server, victory_points=20)
    chance = random.Random(2)
    with server.player(code, tokens[0]) as one, server.player(code, tokens[1]) as two, server.player(code, tokens[2]) as three:
        players = [one, two, three]
        for _ in range(150):
            seat = one.view["to_act"][0]
            players[seat].reach(one.version)
            wanted = [action for action in players[seat].legal if action.split()[0] in ("buy", "knight", "robber")] or players[seat].legal
            players[seat].act(chance.choice(wanted))
            one.reach(players[seat].version)
            if one.view["winner"] is not None:
                break
    stranger = server.browser()
    passed = 0
    for browser, seat in ((browsers[0], 0), (browsers[1], 1), (stranger, None)):
        frames = browser.get(f"/api/tables/{code}/replay").json()["frames"]
        passed += look_through([json.dumps(frame) for frame in frames], seat)
        assert [frame["n"] for frame in frames] == list(range(len(frames)))
    assert passed > 0
    record = stranger.get(f"/api/tables/{code}/record").text
    assert " ?" in record
    assert "draw knight" not in record
    fair = stranger.get(f"/api/tables/{code}/fair").json()
    assert fair["seed"] is None
    assert fair["numbers"] is None
    assert server.table(code).record.seed not in json.dumps(fair)
    assert stranger.get(f"/api/tables/{code}/report").json()["code"] == "illegal"


class Values(dict):
    """What stands in a path; parts that nothing is known of are 1."""

    def __missing__(self, key):
        return "1"


FRIEND, MISTAKE = "Nobody at 4711", "discard everything-that-ann-had"


def a_drill(server, cookie):
    """A mistake in the deck of the one with this cookie; its id."""
    tables, puzzle = server.app.state.tables, puzzles.shipped().puzzles[0]

    async def work():
        player = (await tables.player(cookie)).id
        await drills.feed(tables.store, player, "a" * 10, 0, [7], 100)
        body = {**puzzle.to_json(), "id": f"{'a' * 10}-7", "why": puzzle.why(), "did": MISTAKE}
        await drills.checked(tables.store, player, body["id"], json.loads(json.dumps(body)), 0.0)
        return body["id"]

    return asyncio.run_coroutine_threadsafe(work(), tables.watch.get_loop()).result(60)


HOOK = "https://hooks.invalid/a-secret-of-ann"


def test_what_is_one_persons_own_is_shown_to_nobody_else(tmp_path):
    """Every call that only reads, those to come too, asked by somebody at the same table and by a stranger."""
    with Server(tmp_path, notify=("https://hooks.invalid",)) as server:
        ann, ben, stranger = (server.browser() for _ in range(3))
        phrase = ann.post("/api/account", json={"name": "Ann Own"}).json()["phrase"]
        seats = {"edition": "zip", "players": 2, "seats": ["me", "open"], "turn_seconds": 86_400, "player": "Ann Own"}
        opened = server.open(ann, **seats)
        code = opened["code"]
        joined = ben.post(f"/api/tables/{code}/join", json={"name": "Ben"}).json()
        ann.post(f"/api/tables/{code}/start")
        notice = ann.post("/api/notices", json={"kind": "plain", "address": HOOK}).json()["id"]
        orders = {"refuse": ["ore", "wool"], "discard": ["grain", "brick"]}
        assert ann.post(f"/api/tables/{code}/advance", json=orders).status_code == 200
        device = ann.get("/api/account").json()["devices"][0]["id"]
        cookies = [browser.cookies["sevenhex"] for browser in (ann, ben)]
        known = {"phrase": phrase, "notice": notice, "address": HOOK, "device": device, "cookie": cookies[0], "token": opened["token"]}
        known["seed"] = server.table(code).record.seed
        # whom Ann avoids, what she wishes, complains about and takes part in; and a program of hers
        assert ann.post("/api/people/apart", json={"name": "Unpleasant Person"}).status_code == 204
        wish = {"editions": ["sixth"], "players": 6, "low": 187.25}
        known["wish"] = ann.post("/api/seeks", json=wish).json()["own"][0]["id"]
        complaint = {"seat": 1, "kind": "abuse", "text": "what Ann complains about"}
        assert ann.post(f"/api/tables/{code}/complaint", json=complaint).status_code == 201
        cup = ann.post("/api/tournaments", json={"name": "Cup"}).json()["id"]
        ann.post(f"/api/tournaments/{cup}/join", json={})
        program = server.browser()
        program.post("/api/account", json={"name": "Robo"})
        program.post("/api/account/program", json={"name": "Robo"})
        made = program.post("/api/account/tokens", json={"name": "of Robo"}).json()
        known["feed"] = ann.post("/api/feed").json()["path"].rpartition("/")[2]
        assert ann.post("/api/holiday", json={"days": 1}).status_code == 201
        known |= {"avoided": "Unpleasant Person", "rating wished": "187.25", "complaint": complaint["text"]}
        known |= {
            "program's token": made["token"],
            "its id": made["id"],
            "id": ann.get("/api/account/export").json()["everything"]["player"]["id"],
        }
        assert "Unpleasant Person" in ann.get("/api/people").text
        # lists of people, a feed, a deck, a hidden profile
        ann.post("/api/people/friends", json={"name": FRIEND})
        assert ann.post("/api/people/apart", json={"kind": "blocked", "table": code, "seat": joined["seat"]}).status_code == 204
        drill = a_drill(server, cookies[0])
        known |= {"friend": FRIEND, "deck": MISTAKE}
        names = Values(code=code, edition="zip", language="en", known="sixth", name="Ann Own", id=cup, drill=drill)
        read = [path for path, calls in server.app.openapi()["paths"].items() if "get" in calls]
        assert {"/api/profiles/{name}", "/api/notices", "/api/account/export"} <= set(read)
        shown = {}
        with server.player(code, joined["token"]) as player:
            player.ask(type="chat", text="hello")
            shown["Ben's line"] = "".join(player.frames)
        for who, browser in (("Ben", ben), ("a stranger", stranger)):
            for path in read:
                asked = {"seed": "1"} if "islands" in path or "opening" in path else {}
                shown[f"{who}: {path}"] = browser.get(path.format_map(names), params=asked).text
        for where, text in shown.items():
            assert [name for name, secret in known.items() if secret in text] == [], where
            if where != "Ben: /api/mine":
                assert not any(f'"advance":{{{text_of}' in text for text_of in ('"refuse"', '"discard"')), where
        assert '"kind":"blocked"' not in shown["Ben: /api/people"]  # nobody sees it
        assert all("no_such_profile" in text for where, text in shown.items() if where.endswith("/api/profiles/{name}"))
        own = {
            path: ann.get(path.format_map(names)).text
            for path in ("/api/tables/{code}", "/api/notices", "/api/account", "/api/people", "/api/drills/{drill}")
        }
        assert FRIEND in own["/api/people"]
        assert '"kind":"blocked"' in own["/api/people"]
        assert MISTAKE in own["/api/drills/{drill}"]
        assert '"advance":{"' in own["/api/tables/{code}"]  # Ann herself sees all of it
        assert notice in own["/api/notices"]
        assert device in own["/api/account"]


def test_logs_hold_no_secret(tmp_path, caplog):
    caplog.set_level("DEBUG")
    with Server(tmp_path, notify=("https://hooks.invalid",)) as server:
        browser = server.browser()
        opened = server.open(browser, edition="sixth", players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)
        with server.player(opened["code"], opened["token"]) as player:
            player.ask(type="chat", text="a secret between us")
        seed = server.table(opened["code"]).record.seed
        first = browser.cookies["sevenhex"]
        phrase = browser.post("/api/account", json={"name": "Ann Own"}).json()["phrase"]
        assert browser.post("/api/notices", json={"kind": "plain", "address": HOOK}).status_code == 201
        server.browser().post("/api/signin/phrase", json={"phrase": phrase})
        server.browser().post("/api/signin/phrase", json={"phrase": f"not {phrase}"})
        feed = browser.post("/api/feed").json()["path"]
        assert server.browser().get(feed).status_code == 200
    said = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records if record.name.startswith("sevenhex"))
    assert "table opened" in said
    assert "an account was made" in said
    for secret in (opened["token"], first, browser.cookies["sevenhex"], "a secret between us", seed, phrase, HOOK, "Ann Own", feed):
        assert secret not in said
