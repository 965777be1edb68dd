"""What is sent is what the views and the reasons say, however it was put together."""

from __future__ import annotations

import json
import random

import pytest

from sevenhex.game import Game
from sevenhex.reasons import WHOLE, why_no
from sevenhex.server.table import encoding
from sevenhex.views import open_view


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("sixth", 4, {"victory_points": 5}), ("fourth", 3, {}), ("extension", 6, {}), ("zip", 2, {"open_hands": True}), ("summary", 5, {})],
)
def test_updates_say_what_views_and_reasons_say(edition: str, players: int, options: dict[str, object]) -> None:
    try:
        game = Game.new(edition, players, seed=7, **options)
    except ValueError:
        game = Game.new(edition, players, seed=7)
    luck, outgoing = random.Random(3), encoding.Wire()
    for version in range(400):
        if game.is_over:
            break
        if game.awaits_chance:
            game.push(game.pick(luck.getrandbits(32)), -1)
            continue
        seat = luck.choice(game.to_act)
        game.push(luck.choice(game.legal(seat, menu=luck.random() < 0.3)), seat)
        if luck.random() < 0.05:
            back = luck.randint(1, 4)
            game.undo(back)
            if game.awaits_chance:
                continue
        for viewer in (None, *range(players)):
            view = open_view(game, viewer) if game.is_over else game.view(viewer)
            shown = json.loads(outgoing.view(game, viewer, version))
            assert shown == view.to_json() | {"version": version}
            if viewer is not None:
                assert json.loads(outgoing.legal(game, viewer)) == game.legal_texts(viewer)
                told = json.loads(f"{{{outgoing.buttons(game, viewer, version)}}}")
                for what in WHOLE:
                    reasons = why_no(game, what, viewer)
                    assert told[what] == (encoding.said(reasons[0]) if reasons else None), what
