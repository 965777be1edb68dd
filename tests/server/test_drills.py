"""Decks: own mistakes become drills only where one answer is clear; asked again at growing intervals; nobody else's are seen."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from dataclasses import replace

import pytest
from serving import QUICK, Server, until

from sevenhex.server.people import drills as people_drills
from sevenhex.server.people import memory
from sevenhex.server.review.played import log_of
from sevenhex.server.store import drills as stored
from sevenhex.server.store.seats import BOT, HUMAN, Seat, hashed, new_code, new_id, new_secret
from sevenhex.server.store.store import OVER, PLAYING, LogEntry, Store, TableRecord
from sevenhex.study import drills as checking
from sevenhex.study import puzzles

DAY = 86_400.0
CLEAREST = max(puzzles.shipped().puzzles, key=lambda each: each.margin)


class Time:
    """A time of day that the test moves."""

    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


def in_store(folder, work):
    async def inside():
        store = Store(str(folder))
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(inside())


async def a_person(store, name="Ann"):
    id, secret = new_id(), new_secret()
    await store.add_player(id, hashed(secret), name)
    return id, secret


async def a_game(store, player, wrong=True, status=OVER, others=()):
    """A table that began at the clearest puzzle and ended after one action of the player's; it was called a blunder."""
    game = CLEAREST.game()
    seat, opening = CLEAREST.seat, game.until(0).to_json()
    action = CLEAREST.answer if not wrong else next(each for each, _ in CLEAREST.choices if each != CLEAREST.answer)
    game.play(action, seat)
    code = new_code()
    people = {seat: player, **{(seat + 1 + n) % game.players: other for n, other in enumerate(others)}}
    seats = [
        Seat(n, HUMAN, people[n], f"Person {n}", colour) if n in people else Seat(n, BOT, None, "Greedy", colour, bot="greedy")
        for n, colour in enumerate(game.colours)
    ]
    record = TableRecord(
        code, "A game", "sixth", game.players, {}, False, None, player, "00" * 32, status, opening=opening, seats=seats,
        result={"winner": 0, "points": [10] * game.players, "turns": 9} if status == OVER else None,
    )  # fmt: skip
    await store.save(record, [LogEntry(n + 1, by, int(each)) for n, (by, each) in enumerate(game.log[:1])])
    row = {"n": 0, "turn": 9, "seat": seat, "action": action, "grade": "blunder", "lost": 9.0, "share": 30.0}
    player_rows = [{"seat": n, "decisions": 1, "grades": {}, "lost": 9.0, "luck": 0.0} for n in range(game.players)]
    review = {"players": player_rows, "openings": [], "decisions": [row], "trades": []}
    await store.set_review(code * 4, code, json.dumps(review).encode(), 10**9)
    return code


async def a_drill(store, player, number, due=0.0, theme="robber"):
    """One that is ready, without a search."""
    code = f"made{number}"
    await stored.feed(store, player, code, 0, [7], 10**6)
    body = {**CLEAREST.to_json(), "id": f"{code}-7", "theme": theme, "why": CLEAREST.why(), "did": CLEAREST.choices[-1][0]}
    await stored.checked(store, player, f"{code}-7", body, due)
    return f"{code}-7"


def browser_of(server, secret):
    browser = server.browser()
    browser.cookies.set("sevenhex", secret)
    return browser


@pytest.fixture
def clock():
    return Time()


def test_a_mistake_becomes_a_drill_where_one_answer_is_clear_and_only_its_owner_has_it(tmp_path, compiled, clock):
    """Of three games one was played rightly, and one is still going on: neither brings a drill."""

    async def fill(store):
        ann, ben = await a_person(store), await a_person(store, "Ben")
        codes = [await a_game(store, ann[0], others=[ben[0]]), await a_game(store, ann[0], wrong=False)]
        return ann, ben, [*codes, await a_game(store, ann[0], status=PLAYING)]

    ann, ben, (code, right, running) = in_store(tmp_path, fill)
    with Server(tmp_path, now=clock) as server:
        browser, other = browser_of(server, ann[1]), browser_of(server, ben[1])
        assert browser.get("/api/drills").json()["waiting"] == 3
        until(lambda: browser.get("/api/drills").json()["waiting"] == 0)
        deck = browser.get("/api/drills").json()
        assert (deck["ready"], deck["due"]) == (1, 1)
        assert deck["session"][0] == {"id": f"{code}-0", "own": True}
        drill = browser.get(f"/api/drills/{code}-0").json()
        assert (drill["answer"], drill["did"] != drill["answer"], drill["own"]) == (CLEAREST.answer, True, True)
        assert {drill["answer"], drill["did"]} <= {action for action, _ in drill["choices"]}
        assert drill["why"]["code"]
        for gone in (f"{right}-0", f"{running}-0"):
            assert browser.get(f"/api/drills/{gone}").status_code == 404
        assert other.get("/api/drills").json()["ready"] == 0
        absent, theirs = other.get("/api/drills/nothing-0"), other.get(f"/api/drills/{code}-0")
        assert (theirs.status_code, theirs.json()) == (absent.status_code, absent.json()) == (404, absent.json())
        for way in (other, server.browser()):
            assert way.post(f"/api/drills/{code}-0", json={"tries": [drill["answer"]], "times": 0}).status_code == 404
            assert way.delete(f"/api/drills/{code}-0").status_code == 404
        assert "Ben" not in json.dumps(drill)
        assert "Person" not in json.dumps(drill)
        assert browser.get("/api/drills").json()["due"] == 1  # nothing that others did has changed it


def test_answers_bring_a_drill_back_at_growing_intervals_through_a_restart(tmp_path, compiled, clock):
    (_, secret), id = in_store(tmp_path, lambda store: with_drills(store, 1, clock.now))
    waits = []
    for _ in range(2):
        with Server(tmp_path, now=clock) as server:
            browser = browser_of(server, secret)
            for _ in range(3):
                drill = browser.get(f"/api/drills/{id}").json()
                noted = browser.post(f"/api/drills/{id}", json={"tries": [drill["answer"]], "times": drill["times"], "seconds": 20}).json()
                assert (noted["found"], noted["noted"], noted["times"]) == (True, True, drill["times"] + 1)
                waits.append(noted["due"] - clock.now)
                again = browser.post(f"/api/drills/{id}", json={"tries": [], "times": drill["times"]}).json()
                assert (again["noted"], again["due"]) == (False, noted["due"])  # a repeated answer changes nothing
                assert browser.get("/api/drills").json()["due"] == 0
                clock.now = noted["due"] + 1
                assert browser.get("/api/drills").json()["due"] == 1
    assert waits == sorted(waits)
    assert waits[-1] > 30 * DAY
    with Server(tmp_path, now=clock) as server:
        browser = browser_of(server, secret)
        missed = browser.post(f"/api/drills/{id}", json={"tries": ["end", "roll"], "times": 6}).json()
        assert not missed["found"]
        assert missed["due"] - clock.now < DAY


async def with_drills(store, number, due=0.0):
    person = await a_person(store)
    ids = [await a_drill(store, person[0], n, due) for n in range(number)]
    return person, ids[-1]


def test_a_day_of_practice_is_added_up_and_days_in_a_row_are_counted(tmp_path, compiled, clock):
    (_, secret), _ = in_store(tmp_path, lambda store: with_drills(store, 4))
    with Server(tmp_path, now=clock) as server:
        browser = browser_of(server, secret)
        for number, tries in enumerate(([CLEAREST.answer], ["end", CLEAREST.answer], [])):
            browser.post(f"/api/drills/made{number}-7", json={"tries": tries, "times": 0, "seconds": 30 if number else 9000})
        deck = browser.get("/api/drills").json()
        assert deck["today"] == {"seconds": people_drills.MOST_SECONDS + 60, "answered": 3, "found": 2}
        assert deck["days"] == 1
        clock.now += DAY
        deck = browser.get("/api/drills").json()
        assert (deck["today"]["answered"], deck["days"]) == (0, 1)
        browser.post("/api/drills/made3-7", json={"tries": [], "times": 0})
        assert browser.get("/api/drills").json()["days"] == 2
    assert people_drills.in_a_row([], 5) == people_drills.in_a_row([3, 2], 5) == 0
    assert people_drills.in_a_row([5, 4, 2], 5) == 2


def test_shipped_puzzles_come_into_the_deck_by_being_answered_and_a_session_begins_with_what_is_due(tmp_path, compiled, clock):
    (_, secret), _ = in_store(tmp_path, lambda store: with_drills(store, 2))
    with Server(tmp_path, now=clock) as server:
        browser, guest = browser_of(server, secret), server.browser()
        session = browser.get("/api/drills?level=900").json()["session"]
        assert [each["own"] for each in session] == [True, True] + [False] * (people_drills.SESSION - 2)
        robbers = browser.get("/api/drills", params={"theme": "trade"}).json()["session"]
        by_id = {each.id: each for each in puzzles.shipped().puzzles}
        assert {by_id[each["id"]].theme for each in robbers} == {"trade"}  # the two own ones are of another theme
        first = session[2]["id"]
        assert abs(by_id[first].rating - 900) == min(abs(each.rating - 900) for each in by_id.values())
        for way in (browser, guest):  # somebody who was not known gets a cookie by it
            noted = way.post(f"/api/drills/{first}", json={"tries": [by_id[first].answer], "times": 0}).json()
            assert (noted["noted"], noted["times"]) == (True, 1)
        assert guest.cookies.get("sevenhex")
        assert guest.get("/api/drills").json()["ready"] == 1
        assert first not in {each["id"] for each in browser.get("/api/drills?level=900").json()["session"]}
        assert guest.delete(f"/api/drills/{first}").status_code == 204
        assert guest.get("/api/drills").json()["ready"] == 0
        refused = guest.post(f"/api/drills/{first}", json={"tries": [by_id[first].answer], "times": 0})
        assert refused.json()["key"] == "no_such_drill"  # taken out is taken out


def test_a_deck_has_an_end(tmp_path, compiled, clock):
    limits = replace(QUICK.limits, drills_per_player=3)
    (ann, secret), _ = in_store(tmp_path, lambda store: with_drills(store, 2))
    with Server(tmp_path, now=clock, limits=limits) as server:
        browser = browser_of(server, secret)
        fresh = [each["id"] for each in browser.get("/api/drills").json()["session"] if not each["own"]]
        assert browser.post(f"/api/drills/{fresh[0]}", json={"tries": [], "times": 0}).status_code == 200
        refused = browser.post(f"/api/drills/{fresh[1]}", json={"tries": [], "times": 0})
        assert (refused.status_code, refused.json()["key"]) == (429, "too_many_drills")
        assert browser.get("/api/drills").json()["ready"] == 3
    in_store(tmp_path, lambda store: stored.feed(store, ann, "more", 0, [1, 2, 3], 3))
    assert in_store(tmp_path, lambda store: stored.count(store, ann)) == 3


def test_a_deck_goes_with_its_player_into_an_account_into_the_export_and_away(tmp_path, compiled, clock):
    async def fill(store):
        ann = await a_person(store)
        await a_drill(store, ann[0], 1)
        return ann

    ann = in_store(tmp_path, fill)
    with Server(tmp_path, now=clock) as server:
        first, second = browser_of(server, ann[1]), server.browser()
        puzzle = puzzles.shipped().puzzles[0]
        for browser in (first, second):
            assert browser.post(f"/api/drills/{puzzle.id}", json={"tries": [puzzle.answer], "times": 0, "seconds": 5}).status_code == 200
        phrase = first.post("/api/account", json={"name": "Decked Ann"}).json()["phrase"]
        other = puzzles.shipped().puzzles[1].id
        second.post(f"/api/drills/{other}", json={"tries": [], "times": 0, "seconds": 5})
        assert second.post("/api/signin/phrase", json={"phrase": phrase}).status_code == 204
        deck = second.get("/api/drills").json()
        assert (deck["ready"], deck["today"]["answered"]) == (3, 3)  # what both had is there once, and the practice of both counts
        everything = second.get("/api/account/export").json()["everything"]
        assert {each["id"] for each in everything["drills"]} == {"made1-7", puzzle.id, other}
        assert everything["practice"][0]["answered"] == 3
        assert second.post("/api/account/delete", json={"name": "Decked Ann"}).status_code == 204
    for part in ("drills", "practice"):
        assert in_store(tmp_path, lambda store, part=part: rows_of(store, part)) == 0


async def rows_of(store, name):
    from sqlalchemy import func, select

    from sevenhex.server.store import schema

    return (await store.read(select(func.count()).select_from(schema.metadata.tables[name])))[0][0]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("get", "/api/drills?theme=nothing", None),
        ("get", "/api/drills?level=-1", None),
        ("get", "/api/drills/" + "x" * 41, None),
        ("post", "/api/drills/x", {"tries": ["end"] * 6, "times": 0}),
        ("post", "/api/drills/x", {"tries": [], "times": -1}),
        ("post", "/api/drills/x", {"tries": []}),
        ("post", "/api/drills/x", {"tries": [], "times": 0, "seconds": -5}),
    ],
)
def test_bad_input_changes_nothing(server, method, path, body):
    answer = server.browser().request(method, path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_review_is_read_once_and_a_game_of_many_mistakes_comes_dearest_first():
    rows = [{"n": n, "seat": n % 2, "grade": grade, "share": share} for n, (grade, share) in enumerate(
        [("mistake", 12.0), ("blunder", 90.0), ("blunder", 40.0), ("good", 1.0), ("inaccuracy", 9.0), ("mistake", 15.0)]
    )]  # fmt: skip
    assert checking.mistakes({"decisions": rows}, 0) == [2, 0]
    assert checking.mistakes({"decisions": rows}, 1) == [1, 5]


def test_what_was_taken_back_is_not_in_the_game_that_is_checked():
    entries = [LogEntry(1, 0, 5), LogEntry(2, 0, 6), LogEntry(3, 0, None, undo_to=1), LogEntry(4, 1, 7)]
    assert log_of(entries) == [(0, 5), (1, 7)]


def test_the_memory_asks_sooner_for_what_was_found_late_or_not_at_all():
    now = time.time()
    kept, due = memory.after(None, memory.rating_of(True, 0), now)
    kept, due = memory.after(kept, memory.rating_of(True, 0), due)
    waits = Counter()
    for name, rating in (("found", (True, 0)), ("late", (True, 1)), ("missed", (False, 2))):
        waits[name] = memory.after(json.loads(json.dumps(kept)), memory.rating_of(*rating), due)[1] - due
    assert waits["found"] > waits["late"] > waits["missed"]
