"""Slow tables: days for a move, nobody has to be there, through restarts; answers given in advance. The clock is moved, nobody waits."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest
from serving import Server, until

from sevenhex.game.game import Game
from sevenhex.rules.ids import Phase
from sevenhex.server.base.wall import Wall
from sevenhex.server.store.seats import HUMAN, Seat, hashed, new_code, new_id, new_secret
from sevenhex.server.store.store import PLAYING, LogEntry, Store, TableRecord
from sevenhex.server.table import deadlines, housekeeping, slow

DAY = 24 * 3600.0


class Days:
    """A time of day that tests move."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def days():
    return Days()


def on_loop(server, work):
    return asyncio.run_coroutine_threadsafe(work, server.app.state.tables.watch.get_loop()).result(60)


def prepare(folder, game, seconds, days, rated=False, **clock):
    """A running table of people in the store: its code, and the cookies of the players."""
    people = [(new_id(), new_secret()) for _ in range(game.players)]
    seats = [Seat(n, HUMAN, id, f"P{n}", colour) for n, ((id, _), colour) in enumerate(zip(people, game.colours, strict=True))]
    record = TableRecord(
        new_code(), "Slow", game.configuration.edition.key, game.players, {}, False, seconds, people[0][0], bytes(32).hex(), PLAYING,
        opening=game.until(0).to_json(), seats=seats, rated=rated, **clock,
    )  # fmt: skip
    entries = [LogEntry(n + 1, seat, int(action), time=days.at) for n, (seat, action) in enumerate(game.log)]

    async def fill():
        store = Store(str(folder))
        await store.open()
        for id, secret in people:
            await store.add_player(id, hashed(secret), "P")
        await store.save(record, entries)
        await store.close()

    asyncio.run(fill())
    return record.code, [secret for _, secret in people]


def until_phase(wanted, seed=1):
    """A game of three at the first moment of this kind."""
    source = random.Random(seed)
    game = Game.new("sixth", 3, seed=seed)
    while not wanted(game):
        if game.awaits_chance:
            game.resolve(source)
        else:
            seat = game.to_act[0]
            game.play(source.choice(game.legal(seat)), seat)
    return game


def hand_of(game, seat):
    return game.view(seat).to_json()["seats"][seat]["hand"]


def browser(server, secret):
    found = server.browser()
    found.cookies.set("sevenhex", secret)
    return found


def look(server, code):
    """What the server does unasked every half minute, and at every tick."""
    tables = server.app.state.tables

    async def work():
        await slow.look(tables)
        table = tables.live.get(code)
        if table is not None:
            await deadlines.run_due(table, 0.0)
        return None if table is None else table.version

    return on_loop(server, work())


def drop(server, code):
    async def work():
        server.app.state.tables.live.pop(code, None)

    on_loop(server, work())


@pytest.mark.parametrize("rated", [False, True])
def test_days_pass_and_the_table_acts_through_a_restart(tmp_path, days, compiled, rated):
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, 3 * DAY, days, rated)
    version = len(game.log)
    with Server(tmp_path, now=days) as server:
        days.at += 2 * DAY
        assert look(server, code) is None  # nobody is late: it does not even come into memory
        table = browser(server, secrets[0]).get(f"/api/tables/{code}").json()
        assert table["clock"] == {"seconds": 3 * DAY, "left": DAY, "part": DAY, "running": True, "reserves": {}}
        assert table["away"] is None  # being away is the way to play here
    with Server(tmp_path, now=days) as server:
        days.at += 1.2 * DAY  # the time of the third day passes beside a restart
        assert look(server, code) > version
        shown = browser(server, secrets[1]).get(f"/api/tables/{code}").json()
        assert shown["status"] == "playing"
        assert shown["clock"]["left"] == 3 * DAY  # the next one has all the time
        assert not any(seat["bot_plays"] for seat in shown["seats"])  # the seat stays its player's
        held = server.table(code).version
        assert look(server, code) == held  # once, not again


def test_a_reserve_of_days_is_a_holiday_that_is_used_once_and_kept_through_a_restart(tmp_path, days, compiled):
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    seat, version = game.actor, len(game.log)
    code, secrets = prepare(tmp_path, game, DAY, days, reserve_seconds=5 * DAY, increment_seconds=DAY / 2)
    with Server(tmp_path, now=days) as server:
        days.at += 3 * DAY
        assert look(server, code) == version  # two days of the holiday have gone
        shown = browser(server, secrets[seat]).get(f"/api/tables/{code}").json()
        assert (shown["clock"]["part"], shown["clock"]["left"]) == (0, 3 * DAY)
        assert shown["clock"]["reserves"] == {str(n): (3 if n == seat else 5) * DAY for n in range(3)}
        with server.player(code, additional_headers={"Cookie": f"sevenhex={secrets[seat]}"}) as player:
            assert player.act("end")["type"] == "done"
    with Server(tmp_path, now=days) as server:
        clock = browser(server, secrets[0]).get(f"/api/tables/{code}").json()["clock"]
        assert clock["reserves"] == {str(n): (3.5 if n == seat else 5) * DAY for n in range(3)}  # half a day came back with the turn
        version = server.table(code).version
        days.at += 6 * DAY - 10
        assert look(server, code) == version
        days.at += 20
        assert look(server, code) > version
        reserves = browser(server, secrets[0]).get(f"/api/tables/{code}").json()["clock"]["reserves"]
        assert reserves[str((seat + 1) % 3)] <= DAY / 2  # all of it was used


def test_nobody_loses_a_turn_while_the_server_is_away(tmp_path, days, compiled):
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, DAY, days)
    days.at += 30 * DAY
    with Server(tmp_path, now=days) as server:
        assert look(server, code) == len(game.log)
        assert browser(server, secrets[0]).get(f"/api/tables/{code}").json()["clock"]["left"] == DAY / 2
        days.at += DAY / 2 - 1
        assert look(server, code) == len(game.log)
        days.at += 2
        assert look(server, code) > len(game.log)


def test_all_cards_of_a_seven_are_discarded_in_one_time(tmp_path, days, compiled):
    game = until_phase(lambda game: game.phase == Phase.DISCARD)
    code, _ = prepare(tmp_path, game, DAY, days)
    with Server(tmp_path, now=days) as server:
        days.at += 1.1 * DAY
        look(server, code)
        assert server.table(code).game.phase != Phase.DISCARD


def test_a_slow_table_is_not_abandoned_so_soon_but_in_the_end(tmp_path, days, compiled):
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, _ = prepare(tmp_path, game, 10 * DAY, days, rated=True)
    with Server(tmp_path, now=days) as server:
        tables = server.app.state.tables
        updated = on_loop(server, tables.store.table(code)).updated
        moved = max(updated, days.at)
        on_loop(server, housekeeping.tidy(tables, moved + 20 * DAY))
        assert on_loop(server, tables.store.table(code)).status == "playing"
        on_loop(server, housekeeping.tidy(tables, moved + 40 * DAY))
        assert on_loop(server, tables.store.table(code)).status == "aborted"


def test_a_quick_table_has_its_clock_as_before(server):
    browser = server.browser()
    seats = ["me", {"bot": "random"}, {"bot": "random"}]
    code = server.open(browser, players=3, seats=seats, turn_seconds=3600, start=True)["code"]
    assert slow.due(server.table(code)) is None
    assert server.table(code).clock is not None
    assert browser.post("/api/tables", json={"players": 3, "turn_seconds": 15 * DAY}).status_code == 400


# --- answers given in advance


def test_discards_given_in_advance_happen_by_themselves(tmp_path, days, compiled):
    game = until_phase(lambda game: game.phase == Phase.DISCARD)
    seat = game.to_act[0]
    before = hand_of(game, seat)
    code, secrets = prepare(tmp_path, game, DAY, days)
    order = sorted(before, key=lambda name: -before[name])
    with Server(tmp_path, now=days) as server:
        mine, other = browser(server, secrets[seat]), browser(server, secrets[(seat + 1) % 3])
        shown = mine.post(f"/api/tables/{code}/advance", json={"discard": order})
        assert shown.status_code == 200, shown.text
        assert mine.get(f"/api/tables/{code}").json()["advance"] == {"refuse": [], "discard": order}
        assert other.get(f"/api/tables/{code}").json()["advance"] is None
        assert server.browser().get(f"/api/tables/{code}").json()["advance"] is None
        until(lambda: seat not in server.table(code).game.to_act)
        first = next(action for who, action in server.table(code).game.log[len(game.log) :] if who == seat)
        assert server.table(code).game.say(first) == f"discard {order[0]}"
        assert mine.post(f"/api/tables/{code}/advance", json={}).json()["advance"] is None


@pytest.mark.parametrize(("refused", "expected"), [(["ore"], True), (["all"], True), (["wool"], False)])
def test_offers_for_a_card_are_refused_in_advance(tmp_path, days, compiled, refused, expected):
    def has_something(game):
        hand = hand_of(game, game.actor) if game.phase == Phase.MAIN else {}
        return any(count for name, count in hand.items() if name != "ore") and game.is_legal(game.read(offer(hand), game.actor), game.actor)

    def offer(hand):
        return f"offer 1 {next(name for name, count in hand.items() if count and name != 'ore')} for 1 ore"

    game = until_phase(has_something)
    actor = game.actor
    text = offer(hand_of(game, actor))
    code, secrets = prepare(tmp_path, game, DAY, days)
    with Server(tmp_path, now=days) as server:
        others = [seat for seat in range(3) if seat != actor]
        for seat in others:
            assert browser(server, secrets[seat]).post(f"/api/tables/{code}/advance", json={"refuse": refused}).is_success
        with server.player(code, additional_headers={"Cookie": f"sevenhex={secrets[actor]}"}) as player:
            assert player.act(text)["type"] == "done"
            assert set(player.view["offer"]["answers"]) == {str(seat) for seat in others}
            if expected:
                player.wait_until(lambda seen: not seen.view["offer"] or set(seen.view["offer"]["answers"].values()) == {"refused"})
            else:
                assert slow.next_answer(server.table(code)) is None
                assert "refused" not in player.view["offer"]["answers"].values()


def test_orders_survive_a_restart_and_belong_to_who_plays(tmp_path, days, compiled):
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, DAY, days)
    with Server(tmp_path, now=days) as server:
        one = browser(server, secrets[0])
        one.post(f"/api/tables/{code}/advance", json={"refuse": ["all"]})
        assert one.post(f"/api/tables/{code}/advance", json={"refuse": ["gold"]}).status_code == 400
        assert server.browser().post(f"/api/tables/{code}/advance", json={}).status_code == 403
    with Server(tmp_path, now=days) as server:
        one = browser(server, secrets[0])
        assert one.get(f"/api/tables/{code}").json()["advance"]["refuse"] == ["all"]
        one.post(f"/api/tables/{code}/resign")
        assert server.table(code).record.advance == {}


def test_the_time_of_day_goes_on_evenly(monkeypatch):
    wall = Wall()
    before = wall()
    monkeypatch.setattr("time.time", lambda: before + 10 * DAY)
    assert wall() - before < DAY


def test_settings_keep_their_clock():
    from sevenhex.server.base.settings import Settings

    days = Days()
    assert replace(Settings(now=days), store="x").now is days
