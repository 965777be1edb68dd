"""Profiles: right by an independent recount, private unless shown, and as files."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import sqlite3

import pytest
from serving import Server

from benchmarks import people
from sevenhex.rating import rate
from sevenhex.server.review import digest, ratings
from sevenhex.server.store.store import Store

GAMES, PEOPLE = 24, 6


@pytest.fixture(scope="module")
def club(tmp_path_factory, compiled):
    """A server with a few accounts and their games: the server, and the accounts' ids and secrets."""
    folder = tmp_path_factory.mktemp("club")

    async def fill():
        store = Store(str(folder))
        await store.open()
        made = await people.make(store, PEOPLE, GAMES)
        await store.close()
        return made

    made = asyncio.run(fill())
    with Server(folder) as server:
        yield server, folder, made


@pytest.fixture
def rows(club):
    """What the store says, read without the server's code."""
    base = sqlite3.connect(club[1] / "sevenhex.db")
    base.row_factory = sqlite3.Row
    yield lambda query, *values: [dict(row) for row in base.execute(query, values)]
    base.close()


def browser_of(club, number):
    server, _, made = club
    browser = server.browser()
    browser.cookies.set("sevenhex", made[number][1])
    return browser


def test_results_are_right_by_a_recount(club, rows):
    for number, (player, _) in enumerate(club[2]):
        profile = browser_of(club, number).get("/api/profile").json()
        played = rows("SELECT t.*, s.seat FROM tables t JOIN seats s ON s.code = t.code WHERE s.player = ?", player)
        won, by = 0, {}
        for row in played:
            result = json.loads(row["result"])
            mine = result["winner"] == row["seat"] and row["seat"] not in result.get("forfeited", [])
            won += mine
            sums = by.setdefault((row["edition"], row["players"]), [0, 0, 0])
            by[row["edition"], row["players"]] = [sums[0] + 1, sums[1] + mine, sums[2] + result["points"][row["seat"]]]
        assert (profile["games"], profile["won"]) == (len(played), won)
        assert {(each["edition"], each["players"]): [each["games"], each["won"]] for each in profile["results"]} == {
            key: sums[:2] for key, sums in by.items()
        }
        for each in profile["results"]:
            games, _, points = by[each["edition"], each["players"]]
            assert each["points"] == round(points / games, 2)


def test_the_rating_over_time_is_right_by_a_recount(club, rows):
    known, history = {}, {}
    for row in rows("SELECT * FROM tables WHERE rated ORDER BY ended, code"):
        seats = rows("SELECT * FROM seats WHERE code = ? ORDER BY seat", row["code"])
        bot = ratings.Rating(ratings.anchors()["steady"], ratings.SURE)
        before = [known.get(seat["player"], ratings.UNKNOWN) if seat["kind"] == "human" else bot for seat in seats]
        result = json.loads(row["result"])
        for seat, moved in zip(seats, rate(before, result["winner"], result["points"], result.get("forfeited", ())), strict=True):
            if seat["kind"] == "human":
                known[seat["player"]] = moved
                history.setdefault(seat["player"], []).append((row["ended"], round(moved.strength, 1)))
    for number, (player, _) in enumerate(club[2]):
        profile = browser_of(club, number).get("/api/profile").json()
        assert [(each["time"], each["strength"]) for each in profile["history"]] == history[player]
        assert profile["rating"]["games"] == len(history[player])


def test_reviews_are_added_up(club, rows):
    player = club[2][0][0]
    profile = browser_of(club, 0).get("/api/profile").json()["reviewed"]
    read = [
        json.loads(row["body"])
        for row in rows("SELECT d.body FROM digests d JOIN seats s ON s.code = d.code AND s.seat = d.seat WHERE s.player = ?", player)
    ]
    assert (profile["games"], profile["decisions"]) == (len(read), 60 * len(read))
    assert profile["luck"] == pytest.approx(sum(each["luck"] for each in read), abs=0.011)
    assert profile["mistakes"][0] == {"kind": "settle", "count": len(read), "lost": 3.5 * len(read)}


def test_a_profile_is_private_unless_its_owner_shows_it(club):
    """Number 0 shows it, number 1 does not; a hidden one and one that is not there look the same."""
    stranger = club[0].browser()
    assert stranger.get("/api/profiles/Player 0").json()["games"] > 0
    assert stranger.get("/api/profiles/pLAYER 0").json()["name"] == "Player 0"
    hidden, absent = stranger.get("/api/profiles/Player 1"), stranger.get("/api/profiles/Player 99")
    assert (hidden.status_code, hidden.json()) == (absent.status_code, absent.json())
    assert hidden.json()["key"] == "no_such_profile"
    owner = browser_of(club, 1)
    assert owner.post("/api/account/shown", json={"shown": True}).status_code == 204
    assert stranger.get("/api/profiles/Player 1").status_code == 200
    owner.post("/api/account/shown", json={"shown": False})
    assert stranger.get("/api/profiles/Player 1").status_code == 404
    assert stranger.get("/api/profile").json()["games"] == 0


def test_nobody_else_is_in_ones_files(club):
    browser = browser_of(club, 2)
    profile = browser.get("/api/profile").json()
    lines = [json.loads(line) for line in browser.get("/api/profile/games").text.splitlines()]
    assert len(lines) == profile["games"]
    assert set(lines[0]) == {"code", "edition", "players", "rated", "ended", "seat", "colour", "points", "turns", "won", "left"}
    pq = pytest.importorskip("pyarrow.parquet")
    assert pq.read_table(io.BytesIO(browser.get("/api/profile/games?form=parquet").content)).to_pylist() == lines
    assert browser.get("/api/profile/games?form=exe").status_code == 400


def test_reviews_from_before_are_read_when_they_are_asked_for(club, rows):
    player = club[2][3][0]
    without = "SELECT s.code FROM seats s WHERE s.player = ? AND s.code NOT IN (SELECT code FROM digests) LIMIT 1"
    code = rows(without, player)[0]["code"]
    seat = {"decisions": 7, "grades": {"best": 7}, "lost": 0.0, "luck": 1.5}
    review = {"players": [{"seat": n, **seat} for n in range(5)], "openings": [], "decisions": [], "trades": []}
    base = sqlite3.connect(club[1] / "sevenhex.db", timeout=20)
    body = gzip.compress(json.dumps(review).encode())
    base.execute("INSERT INTO reviews (content, code, body, size, used) VALUES (?, ?, ?, ?, 0)", ("c" * 64, code, body, len(body)))
    base.commit()
    base.close()
    before = len(rows("SELECT 1 FROM digests"))
    profile = browser_of(club, 3).get("/api/profile").json()["reviewed"]
    assert len(rows("SELECT 1 FROM digests")) == before + 5
    assert profile["decisions"] % 60 == 7


def test_a_digest_tells_both_sides_of_a_trade_and_poor_decisions_by_kind():
    review = {
        "players": [{"seat": n, "decisions": 2, "grades": {}, "lost": 5.0, "luck": 0.0} for n in range(2)],
        "openings": [{"seat": 0, "rank": 3, "lost": 1.5}, {"seat": 0, "rank": 1, "lost": 0.0}],
        "trades": [{"seat": 0, "other": 1, "own": 2.0, "theirs": -1.0}],
        "decisions": [
            {"seat": 0, "grade": "mistake", "action": "settle A1.N", "lost": 3.0},
            {"seat": 0, "grade": "blunder", "action": "settle A2.N", "lost": 2.0},
            {"seat": 1, "grade": "good", "action": "roll", "lost": 0.1},
        ],
    }  # fmt: skip
    one, two = digest.digest(review)
    assert (one["trades"], two["trades"]) == ({"count": 1, "own": 2.0, "theirs": -1.0}, {"count": 1, "own": -1.0, "theirs": 2.0})
    assert one["openings"] == {"count": 2, "rank": 4, "lost": 1.5}
    assert (one["mistakes"], two["mistakes"]) == ({"settle": [2, 5.0]}, {})
