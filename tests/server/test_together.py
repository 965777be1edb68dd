"""Undo by right and by consent, people who go away and come back, votes, words for the dice."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from serving import Server

from sevenhex.rules.ids import Kind
from sevenhex.server.base.refusal import sentence
from sevenhex.server.table import deadlines, leaving

NAMES = ("Ann", "Bob", "Eve")


class Party:
    """Three people at a table."""

    def __init__(self, server, stack, **wanted):
        self.server, self.stack = server, stack
        self.browsers = [server.browser() for _ in NAMES]
        opened = server.open(self.browsers[0], edition="sixth", players=3, seats=["me", "open", "open"], player="Ann", **wanted)
        self.code = opened["code"]
        joined = [
            b.post(f"/api/tables/{self.code}/join", json={"name": n}).json() for b, n in zip(self.browsers[1:], NAMES[1:], strict=True)
        ]
        self.tokens = [opened["token"], *[each["token"] for each in joined]]

    def start(self):
        self.browsers[0].post(f"/api/tables/{self.code}/start")
        self.players = [self.stack.enter_context(self.server.player(self.code, token)) for token in self.tokens]
        for player in self.players:
            player.wait_until(lambda p: p.table["away"] is None)
        return self

    @property
    def turn(self):
        return self.players[0].view["to_act"][0]

    def act(self, action=None):
        player = self.players[self.turn]
        answer = player.act(action or player.legal[0])
        assert answer["type"] == "done", answer
        self.together()
        return player

    def together(self):
        last = max(player.version for player in self.players)
        for player in self.players:
            player.reach(last)


@pytest.fixture
def party(server):
    with ExitStack() as stack:
        yield Party(server, stack).start()


def test_the_last_own_action_is_taken_back_freely(party):
    before = party.players[0].view
    player = party.act()
    assert player.ask(type="undo")["type"] == "done"
    party.together()
    after = party.players[0].view
    assert after["buildings"] == before["buildings"]
    assert after["to_act"] == before["to_act"]
    assert after["version"] == before["version"] + 2
    party.act()


def test_undo_twice_by_one_command_is_one_undo(party):
    player = party.act()
    first = player.ask(type="undo", id="u1")
    assert player.ask(type="undo", id="u1") == first
    party.together()
    assert player.version == first["version"]


def test_after_others_acted_all_must_agree(party):
    first = party.turn
    party.act()
    party.act()  # settlement and road
    party.act()  # the next player's settlement
    asker = party.players[first]
    others = [player for player in party.players if player is not asker]
    version = asker.version
    assert asker.ask(type="undo")["type"] == "done"
    asker.wait_until(lambda p: p.table["undo"] is not None)
    assert asker.version == version
    assert others[0].ask(type="agree", undo=True)["type"] == "done"
    assert others[0].version == version
    assert others[1].ask(type="agree", undo=True)["type"] == "done"
    party.together()
    assert asker.version == version + 1
    assert len(asker.view["roads"]) == 0
    assert len(asker.view["buildings"]) == 1
    assert party.turn == first


def test_one_refusal_ends_the_request(party):
    first = party.turn
    party.act()
    party.act()
    party.act()
    party.players[first].ask(type="undo")
    other = party.players[(first + 1) % 3]
    other.wait_until(lambda p: p.table["undo"] is not None)
    assert party.players[first].ask(type="undo", id="again")["code"] == "illegal"
    assert other.ask(type="agree", undo=False)["type"] == "done"
    other.wait_until(lambda p: p.table["undo"] is None)
    assert other.ask(type="agree", undo=True)["code"] == "illegal"


def trade(party):
    """Play until two people have closed a trade; who is in turn, the partner, and what was given and got."""
    while True:
        player = party.players[party.turn]
        if "end" not in player.legal:
            party.act()
            continue
        own = party.turn
        hands = [hand_of(party, seat) for seat in range(3)]
        deals = [
            (give, get, other)
            for other in range(3)
            for give in (name for name, count in hands[own].items() if count)
            for get in (name for name, count in hands[other].items() if count)
            if other != own and give != get
        ]
        if not deals:
            party.act("end")
            continue
        give, get, other = deals[0]
        party.act(f"offer 1 {give} for 1 {get}")
        assert party.players[other].act("accept")["type"] == "done"
        party.together()
        assert player.act(f"confirm {player.view['seats'][other]['colour']}")["type"] == "done"
        party.together()
        return own, other, give, get


def hand_of(party, seat):
    return party.players[seat].view["seats"][seat]["hand"]


def test_a_trade_with_a_person_is_taken_back_only_with_that_persons_consent(party):
    own, other, give, get = trade(party)
    asker, partner, third = (party.players[seat] for seat in (own, other, 3 - own - other))
    version, hand = asker.version, hand_of(party, other)
    assert asker.ask(type="undo")["type"] == "done"
    partner.wait_until(lambda p: p.table["undo"] is not None)
    assert partner.version == version
    asked = partner.table["undo"]
    assert (asked["seat"], asked["needed"], asked["actions"]) == (own, [other], 1)
    facts = {"give": {give: 1}, "get": {get: 1}, "with": other}
    assert [(event["kind"], event["seat"], event["data"]) for event in asked["events"]] == [("traded", own, facts)]
    assert third.ask(type="agree", undo=True)["key"] == "undo_not_you"
    assert partner.ask(type="agree", undo=True)["type"] == "done"
    party.together()
    assert asker.version == version + 1
    assert hand_of(party, other) != hand


def test_a_request_names_the_action_and_every_trade_since(party):
    own, other, *_ = trade(party)
    partner = party.players[other]  # takes the acceptance back, and with it the trade
    assert partner.ask(type="undo")["type"] == "done"
    partner.wait_until(lambda p: p.table["undo"] is not None)
    asked = partner.table["undo"]
    assert asked["actions"] == 2
    assert [(event["kind"], event["seat"]) for event in asked["events"]] == [("accepted", other), ("traded", own)]


def test_nothing_done_is_nothing_to_take_back(party):
    idle = party.players[(party.turn + 1) % 3]
    assert idle.ask(type="undo")["code"] == "illegal"
    assert idle.can["undo"]["code"] == "nothing"


def test_a_roll_taken_back_comes_again_the_same(server):
    opened = server.open(edition="sixth", players=2, seats=["me", {"bot": "random"}], start=True)
    with server.player(opened["code"], opened["token"]) as player:
        while "roll" not in player.legal:
            if 0 in player.view["to_act"]:
                player.act(player.legal[0])
            else:
                player.take()
        player.wait_until(lambda p: "roll" in p.legal)
        player.act("roll")
        dice = player.view["dice"]
        assert player.ask(type="undo")["type"] == "done"  # bots do not mind
        player.wait_until(lambda p: "roll" in p.legal)
        player.act("roll")
        assert player.view["dice"] == dice


def test_words_are_mixed_in_before_the_start_only(server):
    with ExitStack() as stack:
        party = Party(server, stack)
        with server.player(party.code, party.tokens[1]) as bob:
            assert bob.view is None
            assert bob.ask(type="word", text="  lucky\n me ")["type"] == "done"
            bob.wait_until(lambda p: p.table["fair"]["words"] == {"1": "lucky me"})
            assert bob.ask(type="act", version=0, action="roll")["code"] == "illegal"
        party.start()
        assert party.players[1].ask(type="word", text="too late")["code"] == "illegal"


def test_the_table_votes_for_a_bot_and_the_player_takes_the_seat_back(server):
    with ExitStack() as stack:
        party = Party(server, stack).start()
        gone = party.turn
        party.players[gone].socket.close()
        here = [player for n, player in enumerate(party.players) if n != gone]
        for player in here:
            player.wait_until(lambda p: p.table["away"] and p.table["away"]["seats"] == [gone])
            assert player.table["away"]["voting"]
        assert here[0].ask(type="vote", choice="bot")["type"] == "done"
        assert here[0].view["to_act"] == [gone]
        assert here[1].ask(type="vote", choice="bot")["type"] == "done"
        here[0].wait_until(lambda p: p.view["to_act"] != [gone])
        with server.player(party.code, party.tokens[gone]) as back:
            back.wait_until(lambda p: not p.table["seats"][gone]["bot_plays"])
            here[1].wait_until(lambda p: p.table["away"] is None and not p.table["seats"][gone]["bot_plays"])
            assert here[0].ask(type="vote", choice="bot")["code"] == "illegal"


def test_the_table_votes_to_wait_or_to_abort(server):
    with ExitStack() as stack:
        party = Party(server, stack).start()
        party.players[2].socket.close()
        one, two = party.players[:2]
        one.wait_until(lambda p: p.table["away"])
        assert one.table["away"]["choices"] == ["wait", "bot", "abort"]
        assert one.ask(type="vote", choice="wait")["type"] == "done"
        assert two.ask(type="vote", choice="abort")["type"] == "done"  # a tie waits
        two.wait_until(lambda p: p.table["away"] and p.table["away"]["votes"] == {})
        assert two.table["status"] == "playing"
        assert one.ask(type="vote", choice="abort")["type"] == "done"
        assert two.ask(type="vote", choice="abort")["type"] == "done"
        one.wait_until(lambda p: p.table["status"] == "aborted")
        assert one.act("roll")["code"] == "over"


def test_a_rated_table_is_not_asked_whether_to_abort(server):
    with ExitStack() as stack:
        party = Party(server, stack, rated=True).start()
        party.players[2].socket.close()
        one, two = party.players[:2]
        one.wait_until(lambda p: p.table["away"])
        assert one.table["away"]["choices"] == ["wait", "bot"]
        refused = one.ask(type="vote", choice="abort")
        assert (refused["code"], "rated" in refused["sentence"]) == ("illegal", True)
        assert one.ask(type="vote", choice="bot")["type"] == "done"
        two.wait_until(lambda p: p.table["away"] and p.table["away"]["votes"] == {"0": "bot"})
        assert two.table["status"] == "playing"


def test_nobody_votes_within_the_grace_time(tmp_path):
    with Server(tmp_path, grace_seconds=60.0) as server, ExitStack() as stack:
        party = Party(server, stack).start()
        party.players[2].socket.close()
        party.players[0].wait_until(lambda p: p.table["away"])
        assert "60" in party.players[0].ask(type="vote", choice="abort")["sentence"]


def chat_lines(player):
    return [message for message in map(json.loads, player.frames) if message["type"] == "chat"]


def test_when_the_time_is_up_the_turn_goes_on(server):
    with ExitStack() as stack:
        party = Party(server, stack, turn_seconds=10).start()
        table = server.table(party.code)
        assert party.players[0].table["clock"]["seconds"] == 10
        turn, begun = party.turn, len(table.game.log)
        table.clock.spent[turn] = 9.9
        party.players[0].wait_until(lambda p: len(p.view["buildings"]) == 1)
        party.players[0].wait_until(lambda p: p.view["to_act"] != [turn])
        assert len(party.players[0].view["roads"]) == 1
        party.players[0].wait_until(lambda p: len(chat_lines(p)) == 2)
        lines = chat_lines(party.players[0])
        facts = [{"colour": table.seats[turn].colour, "entry": entry} for entry in (begun, begun + 1)]
        assert [(line["key"], line["facts"]) for line in lines] == [("time_up_place", each) for each in facts]
        with server.player(party.code) as late:  # the lines stay
            assert [line["text"] for line in late.welcome["chat"]] == [line["text"] for line in lines]


def test_the_table_says_once_what_it_discarded_for_somebody(monkeypatch):
    said, cards = [], [1, 1, 1]

    async def commit(seat, action, command):
        cards.pop()

    async def announce(table, notice):
        said.append((notice.key, notice.facts))

    monkeypatch.setattr(deadlines.chat, "announce", announce)
    discard = int(Kind.DISCARD)
    game = SimpleNamespace(legal=lambda seat: [discard] * len(cards), is_legal=lambda action, seat: True, log=[])
    table = SimpleNamespace(commit_action=commit, seats=[SimpleNamespace(colour="blue")])
    for _ in range(3):
        asyncio.run(deadlines.play_for(table, game, 0))
    assert said == [("time_up_discard", {"colour": "blue", "entry": 0})]


def test_every_action_for_somebody_whose_time_was_up_has_a_sentence():
    table = SimpleNamespace(seats=[SimpleNamespace(colour="blue")])
    for kind in Kind:
        said = deadlines.time_up(table, 0, int(kind), 7)
        assert "blue" in sentence(said.key, said.facts)
    rolled = deadlines.time_up(table, 0, int(Kind.ROLL), 7)
    assert sentence(rolled.key, rolled.facts) == "Time was up: the table rolled for blue."


def test_a_reserve_is_shown_to_everybody_used_up_and_kept_through_a_restart(tmp_path, compiled):
    with Server(tmp_path) as server, ExitStack() as stack:
        party = Party(server, stack, turn_seconds=60, reserve_seconds=300, increment_seconds=5).start()
        turn, code = party.turn, party.code
        assert party.players[0].table["clock"]["reserves"] == {"0": 300, "1": 300, "2": 300}
        server.table(code).clock.spent[turn] = 160.0  # a hundred seconds over
        party.act()
        party.act()  # settlement and road: the next one is awaited
        party.players[0].wait_until(lambda p: p.table["clock"]["reserves"][str(turn)] < 210)
        kept = party.players[0].table["clock"]["reserves"]
        assert 195 < kept[str(turn)] <= 205
        seat = party.tokens[0]
        party.act()  # what is stored stands beside an action
    with Server(tmp_path) as server, server.player(code, seat) as player:
        again = player.table["clock"]["reserves"]
        assert again[str(turn)] == kept[str(turn)]
        assert sum(left >= 295 for left in again.values()) == 2


def test_a_reserve_without_a_time_for_a_turn_is_refused(server):
    browser = server.browser()
    refused = browser.post("/api/tables", json={"players": 3, "reserve_seconds": 60})
    assert (refused.status_code, refused.json()["key"]) == (400, "reserve_alone")
    code = server.open(browser, players=3, turn_seconds=60, reserve_seconds=120, increment_seconds=10)["code"]
    rules = {"players": 3, "turn_seconds": None, "increment_seconds": 10}
    assert browser.post(f"/api/tables/{code}/rules", json=rules).json()["key"] == "reserve_alone"
    shown = browser.get(f"/api/tables/{code}").json()
    assert (shown["turn_seconds"], shown["reserve_seconds"], shown["increment_seconds"]) == (60, 120, 10)


@pytest.mark.parametrize("rated", [False, True])
def test_a_bot_takes_over_by_consent_and_everybody_hears_of_it(server, rated):
    with ExitStack() as stack:
        party = Party(server, stack, rated=rated).start()
        turn = party.turn
        browser, other = party.browsers[turn], party.players[(turn + 1) % 3]
        stranger = server.browser().post(f"/api/tables/{party.code}/bot", json={"plays": True})
        assert stranger.json()["code"] == "not_seated"
        assert browser.post(f"/api/tables/{party.code}/bot", json={"plays": True}).status_code == 200
        other.wait_until(lambda p: p.view["to_act"] != [turn])  # the bot has built
        assert other.table["seats"][turn]["bot_plays"]
        seats = server.table(party.code).seats
        assert leaving.forfeits(server.table(party.code).record) == ({"forfeited": [turn]} if rated else {})  # if it ended now
        assert browser.post(f"/api/tables/{party.code}/bot", json={"plays": True}).status_code == 200  # twice is once
        refused = party.players[turn].ask(type="act", version=other.version, action="end")
        assert "bot plays for you" in refused["sentence"]
        assert browser.post(f"/api/tables/{party.code}/bot", json={"plays": False}).status_code == 200
        other.wait_until(lambda p: not p.table["seats"][turn]["bot_plays"])
        assert leaving.forfeits(server.table(party.code).record) == {}
        other.wait_until(lambda p: [line["key"] for line in chat_lines(p)] == ["bot_plays_on", "plays_again"])
        assert browser.post(f"/api/tables/{party.code}/resign").status_code == 200
        other.wait_until(lambda p: chat_lines(p)[-1]["key"] == ("left_rated" if rated else "left_game"))
        assert chat_lines(other)[-1]["facts"] == {"colour": seats[turn].colour}
        assert browser.post(f"/api/tables/{party.code}/bot", json={"plays": False}).json()["code"] == "not_seated"


def test_a_lost_connection_is_no_departure(server):
    """Nobody plays for somebody whose line is cut, and nothing is lost by it, until the table decides or the game ends without them."""
    with ExitStack() as stack:
        party = Party(server, stack, rated=True).start()
        party.players[2].socket.close()
        party.players[0].wait_until(lambda p: p.table["away"] and p.table["away"]["seats"] == [2])
        record = server.table(party.code).record
        assert not record.seats[2].bot_plays
        assert leaving.forfeits(record) == {}
        back = stack.enter_context(server.player(party.code, party.tokens[2]))
        assert back.welcome["seat"] == 2
        party.players[0].wait_until(lambda p: p.table["away"] is None)
        assert chat_lines(party.players[0]) == []


def test_the_clock_stands_still_while_the_awaited_player_is_away(server):
    with ExitStack() as stack:
        party = Party(server, stack, turn_seconds=10).start()
        turn = party.turn
        other = party.players[(turn + 1) % 3]
        other.wait_until(lambda p: p.table["clock"]["running"])
        party.players[turn].socket.close()
        other.wait_until(lambda p: not p.table["clock"]["running"])
        server.table(party.code).clock.spent[turn] = 60.0
        time.sleep(0.5)
        assert other.view["to_act"] == [turn]
