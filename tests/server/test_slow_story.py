"""A slow game of three people over simulated days: push, webhook, answers given in advance, a holiday, a pause, a restart in between."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import contextmanager

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from serving import Server, until
from test_notices import AUTH, Endpoint, encoded
from test_slow import DAY, Days, browser, hand_of, look, on_loop, prepare

from sevenhex.game.game import Game
from sevenhex.rules.ids import CARD_NAMES, RESOURCE_NAMES, Phase
from sevenhex.server.table import slow

ALLOWED = {"table", "name", "what", "hours"}


class Story:
    """Three people who come to their table once in a while."""

    def __init__(self, code, secrets, chance, days):
        self.code, self.secrets, self.chance, self.days = code, secrets, chance, days
        self.server, self.sent = None, 0

    def awaited(self):
        return list(self.server.table(self.code).game.to_act)

    @contextmanager
    def line(self, seat):
        with self.server.player(self.code, additional_headers={"Cookie": f"sevenhex={self.secrets[seat]}"}) as player:
            self.sent += 1000
            player.sent = self.sent  # a command has an id of its own
            yield player

    def come(self, seat):
        """The player looks in and does what there is to do; returns what was done."""
        done = []
        with self.line(seat) as player:
            while player.view["winner"] is None and seat in player.view["to_act"]:
                action = self.chance.choice(player.legal)
                if player.act(action)["type"] == "done":
                    done.append(action)
        return done

    def api(self, seat, method, path, **body):
        answer = browser(self.server, self.secrets[seat]).request(method, path, json=body or None)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def table(self, seat=0):
        return self.api(seat, "GET", f"/api/tables/{self.code}")


def at_a_seven(seed=1):
    """A short game of three at the first seven that takes cards."""
    source = random.Random(seed)
    game = Game.new("sixth", 3, seed=seed, victory_points=6)
    while game.phase != Phase.DISCARD:
        if game.awaits_chance:
            game.resolve(source)
        else:
            legal = game.legal(game.to_act[0])
            game.push(source.choice(legal), game.to_act[0])
    return game


def test_a_slow_game_of_three_over_days(tmp_path, compiled):
    days, key, game = Days(), ec.generate_private_key(ec.SECP256R1()), at_a_seven()
    public = encoded(key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint))
    code, secrets = prepare(tmp_path, game, 2 * DAY, days)
    began = days.at
    careful = game.to_act[0]  # discards as was said beforehand; has no notices
    pushed, hooked = (careful + 1) % 3, (careful + 2) % 3
    story = Story(code, secrets, random.Random(3), days)
    with Endpoint() as endpoint:

        def said(path):
            found = []
            for where, _, body in list(endpoint.got):
                if where == path == "/push":
                    found.append(json.loads(http_ece.decrypt(body, private_key=key, auth_secret=AUTH)))
                elif where == path:
                    found.append(json.loads(body))
            return found

        def settle(seat):
            """Everybody who has come to be awaited meanwhile has heard of it."""
            path = {pushed: "/push", hooked: "/hook"}.get(seat)
            before = heard[seat]
            if path is not None:
                until(lambda: len(said(path)) > before)
                heard[seat] = len(said(path))

        heard = Counter()
        with Server(tmp_path, now=days, notify=(endpoint.url,)) as story.server:
            story.api(pushed, "POST", "/api/notices", kind="push", address=f"{endpoint.url}/push", p256dh=public, auth=encoded(AUTH))
            story.api(hooked, "POST", "/api/notices", kind="discord", address=f"{endpoint.url}/hook")
            # answers given in advance: the most plentiful cards go first, and no offer interests the third
            order = sorted(RESOURCE_NAMES, key=lambda name: -hand_of(game, careful).get(name, 0))
            story.api(careful, "POST", f"/api/tables/{code}/advance", discard=order)
            story.api(hooked, "POST", f"/api/tables/{code}/advance", refuse=["all"])
            until(lambda: careful not in story.awaited() or story.server.table(code).game.phase != Phase.DISCARD)
            own = [action for who, action in story.server.table(code).game.log[len(game.log) :] if who == careful]
            assert story.server.table(code).game.say(own[0]) == f"discard {order[0]}"
            for _ in range(4):  # some days: the one who is awaited comes in the evening
                days.at += 0.5 * DAY
                seat = story.awaited()[0]
                story.come(seat)
                if (now := story.awaited()[:1]) and now[0] != seat:
                    settle(now[0])
            version = story.server.table(code).version

        with Server(tmp_path, now=days, notify=(endpoint.url,)) as story.server:  # the machine was started again
            assert story.table()["version"] == version
            assert story.api(hooked, "GET", f"/api/tables/{code}")["advance"]["refuse"] == ["all"]
            offered = offer_somewhere(story, hooked)
            answers = story.server.table(code).game.view(None).to_json()["offer"]
            assert answers is None or answers["answers"][str(hooked)] == "refused", offered
            come_to(story, pushed)  # until it is the turn of the one who gets pushes
            version = story.server.table(code).version
            days.at += 1.6 * DAY
            assert on_loop(story.server, slow.remind(story.server.app.state.tables)) == 1
            until(lambda: said("/push") and said("/push")[-1]["what"] == "left")
            assert said("/push")[-1] == {"table": code, "name": "Slow", "what": "left", "hours": 10}
            assert on_loop(story.server, slow.remind(story.server.app.state.tables)) == 0  # once
            # a holiday: nobody plays for somebody who is away for a week
            until_when = story.api(pushed, "POST", "/api/holiday", days=7)["until"]
            assert until_when == days.at + 7 * DAY
            assert story.table()["seats"][pushed]["holiday"] == until_when
            days.at += 6.9 * DAY
            assert look(story.server, code) == version
            days.at += 0.6 * DAY  # the holiday is over, and the rest of the two days
            assert look(story.server, code) > version
            # a pause that everybody wants
            for seat in range(3):
                story.api(seat, "POST", f"/api/tables/{code}/pause", wanted=True)
            version = story.server.table(code).version
            days.at += 10 * DAY
            assert look(story.server, code) == version
            with story.line(story.awaited()[0]) as player:
                assert player.act(player.legal[0])["key"] == "paused"
            story.api(careful, "POST", f"/api/tables/{code}/pause", wanted=False)
            while story.table()["status"] == "playing":
                days.at += 0.2 * DAY
                story.come(story.awaited()[0])
            assert Game.load(browser(story.server, secrets[0]).get(f"/api/tables/{code}/record").text).is_over
            assert days.at - began > 20 * DAY
    everything = [*said("/push"), *said("/hook")]
    assert len(everything) > 10
    for each in said("/push"):
        assert set(each) <= ALLOWED
        assert each["table"] == code
    texts = " ".join(str(value) for each in everything for value in each.values()).lower()
    assert not [name for name in (*RESOURCE_NAMES, *CARD_NAMES) if name in texts]  # no card, hidden or not
    assert {each["what"] for each in said("/push")} == {"turn", "left"}
    assert all(f"/#/t/{code}" in each["content"] for each in said("/hook"))


def come_to(story, wanted):
    """Turns pass until this seat is awaited, and was not when others were."""
    story.come(story.awaited()[0])
    while story.awaited()[0] != wanted or len(story.awaited()) > 1:
        story.days.at += 0.1 * DAY
        story.come(story.awaited()[0])


def offer_somewhere(story, asked):
    """Somebody else offers a card for another; the one who refuses everything in advance need not come."""
    for _ in range(200):
        story.days.at += 0.05 * DAY
        seat = story.awaited()[0]
        if seat == asked:
            story.come(seat)
            continue
        with story.line(seat) as player:
            while player.view["winner"] is None and seat in player.view["to_act"]:
                hand = player.view["seats"][seat]["hand"]
                have = [name for name, count in hand.items() if count]
                if player.view["phase"] == "main" and have and player.view["offer"] is None:
                    text = f"offer 1 {have[0]} for 1 {next(name for name in hand if name != have[0])}"
                    if player.act(text)["type"] == "done":
                        player.wait_until(lambda seen: not seen.view["offer"] or seen.view["offer"]["answers"][str(asked)] == "refused")
                        return text
                player.act(story.chance.choice(player.legal))
    raise AssertionError("nobody could offer anything")
