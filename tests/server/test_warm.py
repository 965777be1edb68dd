"""After warming up nothing is compiled any more: it would take seconds of a thread and 20 MB of memory in the middle of somebody's game."""

from __future__ import annotations

import subprocess
import sys

import pytest

PLAYED = """
import random, sys
import numba.core.caching as caching
from sevenhex.bots import Guard, Limit, make_own
from sevenhex.game.game import Game
from sevenhex.knowledge.views import counter_of, open_view
from sevenhex.server.table import warmup

warmup.rules()
warmup.bots()
late = []
load = caching.Cache.load_overload
caching.Cache.load_overload = lambda self, signature, context: late.append(self._name) or load(self, signature, context)
luck = random.Random(3)
for edition, players in (("sixth", 4), ("fourth", 3), ("extension", 6), ("zip", 2)):
    for bot in ("steady", "planner", "greedy", "scholar", "master:quick"):
        game = Game.new(edition, players, seed=1, victory_points=4)
        guards = [Guard(make_own(bot, seed=seat), Limit()) for seat in range(players)]
        while not game.is_over and len(game.log) < 300:
            if game.awaits_chance:
                game.resolve(luck)
                continue
            seat = luck.choice(game.to_act)
            legal = game.legal(seat)
            game.push(guards[seat].choose(game.view(seat), legal) if luck.random() < 0.8 else luck.choice(legal), seat)
            if luck.random() < 0.05:
                counter_of(game, seat).sharp_ranges(), open_view(game).to_json(), game.view(seat).to_json(), game.events_since(0)
                [warmup.why_no(game, what, seat) for what in warmup.WHOLE]
                [game.why_not(text, seat) for text in ("bank 7 wool for 1 brick", "offer 1 wool for 1 brick", "settle B2.SE", "end")]
            if luck.random() < 0.03 and len(game.log) > 1:
                game.undo(1)
sys.exit("\\n".join(sorted(set(late))))
"""


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_nothing_is_compiled_while_people_play():
    done = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
