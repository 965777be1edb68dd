"""Every combination of opponents, trade, forced moves, players and edition: games end, masks are right, nothing is written outside an array
(`SEVENHEX_BOUNDSCHECK=1` has every index checked)."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest

from sevenhex.editions import load, names
from sevenhex.env import VectorEnv
from sevenhex.env.play import RUNNING
from sevenhex.observation import menu
from sevenhex.rules import engine
from sevenhex.rules.check import check
from sevenhex.rules.ids import Kind
from sevenhex.rules.options import MAX_ACTIONS

OPPONENTS = ((), "random", "greedy", "steady", "planner:quick")
TRADE = (False, True, "opponents")
TABLES = [(key, players) for key in names() for players in load(key).all_players]
GAMES, STEPS, LIMIT = 3, 30, 80
LIST = np.zeros(MAX_ACTIONS, np.int64)
TALK = {Kind.OFFER, Kind.ACCEPT, Kind.REFUSE, Kind.COUNTER, Kind.PROPOSE, Kind.CONFIRM, Kind.TAKE, Kind.DECLINE, Kind.WITHDRAW}


def menu_of(env, state, note, seat):
    """The indices that the mask must show, by the rules and the limit on offers alone."""
    left = note["offers"] < 3 or note["offers_turn"] != state["turn"][0]
    size = engine.legal_actions(state, seat, env.setting.trade is True and bool(left), LIST)
    return {int(menu.index_of(state[0], seat, action)) for action in LIST[:size]}


def check_batch(env, batch):
    states, notes = env.states(), env.notes()
    for game in range(env.games):
        seat, state = int(batch.seat[game]), states[game : game + 1]
        assert check(state) == []
        awaited = int(engine.awaited(state))
        assert awaited & -awaited == 1 << seat
        place = (seat - int(notes["seat_shift"][game])) % env.setting.players
        assert env.setting.bots[place] is None
        wanted = menu_of(env, state, notes[game], seat)
        assert set(np.flatnonzero(batch.mask[game]).tolist()) == wanted
        assert wanted
        assert min(wanted) >= 0
        assert not env.setting.skip_forced or len(wanted) > 1
        if env.setting.trade is not True:
            assert not any(int(menu.action_at(state[0], seat, index)) & 63 in TALK for index in wanted)


@pytest.mark.parametrize(("edition", "players"), TABLES, ids=lambda value: str(value))
def test_every_setting_plays(edition, players):
    ended = 0
    for opponents, trade, forced in itertools.product(OPPONENTS, TRADE, (True, False)):
        if trade == "opponents" and not opponents:
            continue
        settings = {"edition": edition, "players": players, "opponents": opponents, "trade": trade, "skip_forced": forced}
        settings |= {"seat": None if opponents else 0, "victory_points": 5, "limit": LIMIT, "islands": 2}
        with VectorEnv(GAMES, seed=players, threads=1, **settings) as env:
            batch, counters = env.reset(), np.arange(GAMES, dtype=np.uint64)
            check_batch(env, batch)
            for step in range(STEPS):
                batch = env.step(env.sample(batch, counters))
                ended += int((batch.done != RUNNING).sum())
                if step % 10 == 0:
                    check_batch(env, batch)
            assert (env.notes()["actions"] < LIMIT).all()
    assert ended > 20


def test_games_against_thinkers_are_won_not_only_cut():
    with VectorEnv(8, seed=1, opponents=["steady", "planner:quick", "greedy"], trade="opponents", seat=None, victory_points=6) as env:
        batch, counters, winners = env.reset(), np.arange(8, dtype=np.uint64), 0
        for _ in range(600):
            batch = env.step(env.sample(batch, counters))
            assert not (batch.done == 2).any()
            winners += int((batch.done == 1).sum())
            if winners > 8:
                break
        assert winners > 8


SIMULATED = """
import itertools
import numpy as np
from sevenhex.editions import load, names
from sevenhex.env.gpu import GpuEnv
from sevenhex.env.vector import NAMES, VectorEnv

GAMES, STEPS, LIMIT = 2, 3, 8
tables = [(key, players) for key in names() for players in load(key).all_players]
ways = list(itertools.product(((), "random", "greedy"), (False, True, "opponents"), (True, False)))
ways = [way for way in ways if way[0] or way[1] != "opponents"]
played, ended = set(), 0
for number, (edition, players) in enumerate(tables):
    # Every third way at each table, so that every way meets several editions and numbers of players: the rules are plain Python here.
    for opponents, trade, forced in ways[number % 3 :: 3]:
        settings = {"edition": edition, "players": players, "opponents": opponents, "trade": trade, "skip_forced": forced}
        settings |= {"seat": None if opponents else 0, "victory_points": 5, "limit": LIMIT, "islands": 1, "seed": number}
        here, there = VectorEnv(GAMES, threads=1, **settings), GpuEnv(GAMES, **settings)
        batch, twin, counters = here.reset(), there.reset(), np.arange(GAMES, dtype=np.uint64)
        for step in range(STEPS):
            for name in NAMES:
                assert (getattr(batch, name) == getattr(twin, name).copy_to_host()).all(), (settings, step, name)
            chosen = here.sample(batch, counters)
            batch, twin = here.step(chosen), there.step(chosen)
            ended += int((batch.done > 0).sum())
        assert here.save() == there.save() and there.replaced() == 0, settings
        played.add((opponents, trade, forced))
assert played == set(ways) and ended > 20, (len(played), ended)
print("same")
"""


def test_the_same_combinations_on_the_gpu():
    """Under the CUDA simulator: step by step what `VectorEnv` shows, whose masks and states are checked above."""
    pytest.importorskip("numba_cuda")
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", SIMULATED], env=environment, capture_output=True, text=True, check=False)
    assert said.stdout.strip() == "same", said.stderr[-2000:]
