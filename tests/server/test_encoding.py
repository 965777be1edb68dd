"""What is sent is what the views and the reasons say: whole, and as patches put in one after the other."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from sevenhex.game.game import Game
from sevenhex.knowledge.views import open_view
from sevenhex.protocol.patch import applied
from sevenhex.protocol.reasons import why_none
from sevenhex.rules.ids import CHANCE
from sevenhex.server.table.encoding import Encoder, reason
from walks import KINDS, begin

OWN = {"hint": None, "undo": reason("nothing")}


class Listener:
    """What a client makes of the messages that it gets."""

    def __init__(self, encoder: Encoder, game: Game, seat: int | None, version: int) -> None:
        self.encoder, self.game, self.seat = encoder, game, seat
        self.patches = self.wholes = 0
        self.welcome(version)

    @property
    def own(self) -> dict[str, Any] | None:
        return None if self.seat is None or self.game.is_over else OWN

    def welcome(self, version: int) -> None:
        now = self.encoder.situation(self.game, self.seat, version, self.own)
        assert now.view is not None
        self.view = json.loads(now.view.encode())
        self.legal, self.can = list(now.legal), plain(now.can)
        self.version = version

    def hear(self, version: int) -> None:
        message = json.loads(self.encoder.update(self.game, self.seat, version, self.own).encode("[]", whole=False))
        assert message["type"] == "update"
        if "patch" in message:
            assert message["from"] == self.version
            self.view, self.legal, self.can = applied(message["patch"], version, self.view, self.legal, self.can)
            self.patches += 1
        else:
            self.view, self.legal, self.can = message["view"], message["legal"], message["can"]
            self.wholes += 1
        self.version = version

    def check(self) -> None:
        """All that it has is what a view and the reasons say now."""
        game = self.game
        view = open_view(game, self.seat) if game.is_over else game.view(self.seat)
        assert self.view == view.to_json() | {"version": self.version}
        assert json.loads(view.data().encode()) == view.to_json()
        if self.own is None or self.seat is None:
            assert (self.legal, self.can) == ([], {})
        else:
            assert self.legal == game.legal_texts(self.seat)
            assert self.can == plain({**why_none(game, self.seat), **OWN})


def plain(can: Any) -> dict[str, Any]:
    return {what: why.to_json() if why else None for what, why in can.items()}


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_patches_put_in_one_after_the_other_are_the_view(kind: int) -> None:
    game, luck, encoder = begin(kind), random.Random(kind), Encoder()
    listeners = [Listener(encoder, game, seat, 0) for seat in (None, *range(game.players))]
    version = 0
    while version < 350 and not game.is_over:
        if luck.random() < 0.04 and len(game.log) > 4:
            game.undo(luck.randint(1, 4))
        else:
            talking = luck.random() < 0.1
            seat = luck.randrange(game.players) if talking else luck.choice(game.to_act) if not game.awaits_chance else CHANCE
            actions = game.legal(seat, menu=talking) if seat != CHANCE else [game.pick(luck.getrandbits(32))]
            if not actions:
                continue
            game.push(luck.choice(actions), seat)
        while game.awaits_chance:
            game.push(game.pick(luck.getrandbits(32)), CHANCE)
        version += 1
        for listener in listeners:
            if luck.random() < 0.03:
                listener.welcome(version)  # the line broke
            else:
                listener.hear(version)
            listener.check()
    assert all(listener.patches > 250 for listener in listeners)
    assert all(listener.wholes <= 1 for listener in listeners), "whole only when the game ends, and its buttons with it"


def test_patches_are_small_and_whole_views_are_given_on_request() -> None:
    game, luck, encoder = begin(0), random.Random(1), Encoder()
    for seat in range(4):
        encoder.situation(game, seat, 0, OWN)
    sizes = []
    for version in range(1, 200):
        seat = game.to_act[0]
        game.push(luck.choice(game.legal(seat)), seat)
        while game.awaits_chance:
            game.push(game.pick(luck.getrandbits(32)), CHANCE)
        for viewer in range(4):
            change = encoder.update(game, viewer, version, OWN)
            sizes.append(len(change.encode("[]", whole=False)))
            whole = json.loads(change.encode("[]", whole=True))
            assert whole["view"] == game.view(viewer).to_json() | {"version": version}
    assert sum(sizes) / len(sizes) < 1200


def test_a_listener_without_the_last_version_gets_everything() -> None:
    game, luck, encoder = begin(0), random.Random(1), Encoder()
    for version in (1, 2, 3):
        while game.awaits_chance:
            game.push(game.pick(luck.getrandbits(32)), CHANCE)
        game.push(game.legal(game.to_act[0])[0], game.to_act[0])
        change = encoder.update(game, 0, version, OWN)
        assert (change.patch is None) == (version == 1)
    encoder.forget()
    assert encoder.update(game, 0, 4, OWN).patch is None
    assert encoder.update(game, None, 5, None).patch is None
    twin = game.copy()  # read anew from the store
    assert encoder.update(twin, 0, 6, OWN).patch is None


def test_two_at_one_seat_who_know_different_buttons_are_sent_everything() -> None:
    game, luck, encoder = begin(0), random.Random(1), Encoder()
    encoder.situation(game, 0, 0, OWN)
    encoder.situation(game, 0, 0, {**OWN, "hint": reason("several_people")})
    while game.awaits_chance:
        game.push(game.pick(luck.getrandbits(32)), CHANCE)
    assert encoder.update(game, 0, 1, OWN).patch is None
    assert encoder.update(game, 0, 2, OWN).patch is not None
