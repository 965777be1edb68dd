"""Opening, joining and filling tables over REST."""

from __future__ import annotations

import pytest

BOT = {"bot": "random"}


def test_editions_name_their_options(server):
    editions = server.browser().get("/api/editions").json()
    assert [edition["key"] for edition in editions] == ["fourth", "summary", "extension", "sixth", "zip"]
    sixth = next(edition for edition in editions if edition["key"] == "sixth")
    assert sixth["words"]["lumber"] == "wood"
    assert sixth["colours"]["3"] == ["red", "blue", "orange"]
    names = [option["name"] for option in sixth["options"]["4"]]
    assert {"victory_points", "friendly_robber", "setup"} <= set(names)
    for options in sixth["options"].values():
        for option in options:
            assert option["clause"]
            assert option["help"]


def test_bots_and_rules_are_listed(server):
    browser = server.browser()
    assert {"name", "title", "description", "levels"} <= set(browser.get("/api/bots").json()[0])
    assert browser.get("/api/rules/sixth").json()[0]["id"] == "COMP-1"
    assert browser.get("/api/rules/none").status_code == 404


def test_a_rulebook_is_made_once_for_everybody(server):
    browser = server.browser()
    found = browser.get("/api/rulebook/sixth/de")
    assert found.status_code == 200
    assert found.headers["cache-control"] == "no-cache"
    book = found.json()
    assert (book["edition"], book["language"]) == ("sixth", "de")
    assert set(book["examples"]) >= {name for clause in book["clauses"].values() for name in clause["examples"]}
    shelf = server.app.state.books
    kept = dict(shelf.kept)
    assert server.browser().get("/api/rulebook/sixth/de", headers={"accept-encoding": "identity"}).json() == book
    assert shelf.kept == kept
    assert [(job.edition, job.language) for job in kept] == [("sixth", "de")]


def test_what_is_new_a_tables_own_rules_and_an_island(server):
    """Each is small, for everybody, and refused in words where it asks for what does not exist."""
    browser = server.browser()
    new = browser.get("/api/rulebook/sixth/fr/known/fourth").json()
    assert (new["left"], new["right"]) == ("fourth", "sixth")
    assert "TURN-4" in [row["clause"] for row in new["rows"]]
    asked = {"players": 4, "options": {"friendly_robber": True}}
    own = browser.post("/api/rulebook/sixth/en/table", json=asked).json()
    assert (own["rules"][0]["id"], own["changes"][0]["option"]) == ("HOUSE-2", "friendly_robber")
    one, two = (browser.get("/api/islands/sixth", params={"seed": "abc", "players": 3}).json() for _ in range(2))
    assert one == two
    assert len(one["hexes"]) == 19
    for path, nearest in (
        ("rulebook/sixth/en/known/forth", "'fourth'"),
        ("islands/sixt?seed=1", "'sixth'"),
        ("rulebook/sixth/xx/known/zip", "'en'"),
    ):
        refused = browser.get(f"/api/{path}")
        assert refused.status_code == 404
        assert nearest in refused.json()["sentence"]
    assert browser.get("/api/islands/zip?seed=1&players=6").status_code == 400
    assert browser.get("/api/islands/sixth?seed=1&setup=none").status_code == 400
    assert browser.get("/api/islands/sixth?seed=").status_code in (400, 422)
    assert browser.post("/api/rulebook/sixth/en/table", json={"options": {"tokens": "printed"}}).status_code == 400


def test_lessons_come_with_all_that_follows_from_their_moves(server):
    browser = server.browser()
    found = browser.get("/api/lessons/sixth/es")
    assert found.status_code == 200
    assert found.headers["cache-control"] == "no-cache"
    assert len(browser.get("/api/lessons/sixth/es", headers={"accept-encoding": "identity"}).content) < 400_000
    lessons = found.json()["lessons"]
    assert 6 <= len(lessons) <= 8
    for lesson in lessons:
        assert lesson["view"]["seats"][1]["hand"] is None  # a learner knows what a player knows
        updates = [update for step in lesson["steps"] for move in step["moves"] for update in move["updates"]]
        for version, update in enumerate(updates):
            assert (update["from"], update["version"]) == (version, version + 1)
            assert "hand" not in update["patch"].get("seats", {}).get("1", {})
    shelf = server.app.state.books
    kept = dict(shelf.kept)
    server.browser().get("/api/lessons/sixth/es")
    assert shelf.kept == kept


@pytest.mark.parametrize(("path", "said"), [("sixt/en", "'sixth'"), ("sixth/dee", "'de'"), ("extension/en", "small island")])
def test_unknown_lessons_are_refused_with_the_reason(server, path, said):
    refused = server.browser().get(f"/api/lessons/{path}")
    assert refused.status_code == 404
    assert said in refused.json()["sentence"]


@pytest.mark.parametrize(("path", "nearest"), [("sixt/en", "'sixth'"), ("sixth/dee", "'de'"), ("sixth/..", ""), ("%2e%2e/en", "")])
def test_an_unknown_rulebook_is_refused_with_the_nearest(server, path, nearest):
    refused = server.browser().get(f"/api/rulebook/{path}")
    assert refused.status_code == 404
    assert nearest in refused.json()["sentence"]


def test_a_table_is_opened_joined_and_started(server):
    ann, bob = server.browser(), server.browser()
    opened = server.open(
        ann, edition="sixth", players=3, seats=["me", "open", BOT], player="Ann", options={"victory_points": 12}, public=True
    )
    code = opened["code"]
    assert opened["seat"] == 0
    table = bob.get(f"/api/tables/{code}").json()
    assert table["status"] == "waiting"
    assert table["your_seat"] is None
    assert not table["creator"]
    assert any("12" in change for change in table["changes"])
    assert [seat["kind"] for seat in table["seats"]] == ["human", "open", "bot"]
    assert code in [found["code"] for found in bob.get("/api/tables").json()]
    assert ann.post(f"/api/tables/{code}/start").json()["code"] == "illegal"  # a seat is open
    joined = bob.post(f"/api/tables/{code}/join", json={"name": "Bob"}).json()
    assert joined["seat"] == 1
    assert bob.post(f"/api/tables/{code}/start").status_code == 403
    assert ann.post(f"/api/tables/{code}/start").json()["status"] == "playing"
    assert ann.get("/api/mine").json()[0]["code"] == code
    assert server.browser().post(f"/api/tables/{code}/join", json={}).json()["code"] == "illegal"
    # sitting down again gives the same seat and a new token
    again = bob.post(f"/api/tables/{code}/join", json={}).json()
    assert again["seat"] == 1
    assert again["token"] != joined["token"]


def test_the_creator_fills_and_opens_seats(server):
    ann, bob = server.browser(), server.browser()
    code = server.open(ann, edition="sixth", players=3, seats=["me", "open", "open"])["code"]
    bob.post(f"/api/tables/{code}/join", json={"name": "Bob"})
    assert bob.post(f"/api/tables/{code}/seats/2", json=BOT).status_code == 403
    assert ann.post(f"/api/tables/{code}/seats/2", json=BOT).status_code == 200
    assert ann.get(f"/api/tables/{code}").json()["seats"][2]["bot"] == "random"
    assert ann.post(f"/api/tables/{code}/seats/2", json={"open": True}).status_code == 200
    assert ann.post(f"/api/tables/{code}/seats/1", json=BOT).status_code == 403  # Bob sits there
    assert ann.post(f"/api/tables/{code}/seats/9", json=BOT).json()["code"] == "malformed"
    answer = ann.post(f"/api/tables/{code}/seats/2", json={"bot": "exec:rm -rf /"}).json()
    assert answer["code"] == "malformed"
    assert "random" in answer["sentence"]


def test_a_player_chooses_a_colour(server):
    ann, bob = server.browser(), server.browser()
    opened = server.open(ann, edition="sixth", players=3, seats=["me", "open", BOT], word="mine")
    code = opened["code"]
    bob.post(f"/api/tables/{code}/join", json={"name": "Bob", "colour": "blue"})
    assert ann.post(f"/api/tables/{code}/seats/0", json={"colour": "blue"}).json()["code"] == "illegal"
    assert ann.post(f"/api/tables/{code}/seats/0", json={"colour": "orange"}).json() == {"seat": 2}
    table = ann.get(f"/api/tables/{code}").json()
    assert [(seat["colour"], seat["kind"]) for seat in table["seats"]] == [("red", "bot"), ("blue", "human"), ("orange", "human")]
    assert table["your_seat"] == 2
    assert table["fair"]["words"] == {"2": "mine"}
    with server.player(code, opened["token"]) as player:
        assert player.frames[0].count('"seat":2') >= 1


def test_leaving_opens_the_seat_or_leaves_it_to_a_bot(server):
    ann, bob, eve = server.browser(), server.browser(), server.browser()
    code = server.open(ann, edition="sixth", players=3, seats=["me", "open", "open"])["code"]
    bob.post(f"/api/tables/{code}/join", json={"name": "Bob"})
    assert bob.post(f"/api/tables/{code}/leave").json()["seats"][1]["kind"] == "open"
    assert bob.post(f"/api/tables/{code}/leave").json()["code"] == "not_seated"
    bob.post(f"/api/tables/{code}/join", json={"name": "Bob"})
    eve.post(f"/api/tables/{code}/join", json={"name": "Eve"})
    ann.post(f"/api/tables/{code}/start")
    assert bob.post(f"/api/tables/{code}/leave").json()["seats"][1]["kind"] == "bot"


@pytest.mark.parametrize(
    "wanted",
    [
        {"edition": "seventh"},
        {"players": 7},
        {"players": 4, "seats": ["me"]},
        {"players": 2, "seats": ["me", "me"]},
        {"seats": ["me", "you", "open", "open"]},
        {"options": {"victory_points": 99}},
        {"options": {"no_such": 1}},
        {"options": {"turn": "paired"}, "players": 4},
        {"turn_seconds": 1},
        {"name": "x" * 41},
        {"unknown": 1},
        {"players": "many"},
    ],
)
def test_a_table_that_cannot_be_is_malformed(server, wanted):
    answer = server.browser().post("/api/tables", json=wanted)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"
    assert len(answer.json()["sentence"]) > 10


def test_unknown_calls_and_tables_look_alike(server):
    browser = server.browser()
    private = server.open(edition="sixth", players=3)["code"]
    unknown = private[:-1] + ("a" if private[-1] != "a" else "b")
    answers = [browser.get(f"/api/tables/{code}") for code in (unknown, "x", "..%2f..%2fetc", "é", "a" * 300)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text for answer in answers[:2]}) == 1
    assert private not in browser.get("/api/tables").text
    assert browser.get("/api/nothing").json()["code"] == "unknown_table"
