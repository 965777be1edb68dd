"""Everything that a game calls is called once before the first game: compiled rules are loaded, or compiled after an update.

Compiling takes two minutes of one processor and would hold up every page, so a process of its own does it (`python -m
sevenhex.server.table.warmup`); this one then finds the machine code on the disk.
"""

from __future__ import annotations

import logging
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np

from sevenhex import search
from sevenhex.bots.protocol import Limit
from sevenhex.game.game import Game
from sevenhex.knowledge.hypotheses import spread
from sevenhex.knowledge.sample import sample
from sevenhex.knowledge.views import counter_of, open_view
from sevenhex.protocol.reasons import WHOLE, why_no
from sevenhex.rules import engine
from sevenhex.rules.actions import Action, first
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.jit import COMPILED, cache_home, digest

from ..base.encoder import encode
from . import bot_pool

ENTRIES = 260
LONGEST = 300.0  # seconds for compiling apart; after that it is done here

WATCHED = "--watched"

log = logging.getLogger(__name__)


def stamp() -> Path:
    """Stands on the disk when everything was compiled once from the present sources."""
    sources = sorted(Path(search.__file__).parent.glob("*.py"))
    return cache_home() / f"{digest(Path(engine.__file__), *sources)}.compiled"


def is_compiled() -> bool:
    return stamp().exists()


def compile_apart() -> None:
    """Fill the cache from another process, if these sources were never compiled here."""
    if not COMPILED or is_compiled():
        return
    quiet = subprocess.DEVNULL
    try:
        with subprocess.Popen([sys.executable, "-m", __name__, WATCHED], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet) as compiler:
            try:
                if compiler.wait(LONGEST) != 0:
                    log.warning("compiling apart failed, compiling here", extra={"problem": f"exit status {compiler.returncode}"})
            finally:
                compiler.kill()
    except (OSError, subprocess.SubprocessError) as problem:
        log.warning("compiling apart failed, compiling here", extra={"problem": str(problem)})


def end_with_parent() -> None:
    """The parent of this process holds the other end of its input: when that is gone, nobody needs the work any more."""
    os.read(0, 1)  # not through sys.stdin, whose lock Python wants back when it ends
    os._exit(1)


def game(entries: int = ENTRIES) -> Game:
    """A game of random actions, as far as this many entries."""
    chance = random.Random(1)
    played = Game.new("sixth", 4, seed=1)
    while len(played.log) < entries and not played.is_over:
        if played.awaits_chance:
            played.push(played.pick(chance.getrandbits(32)), -1)
        else:
            seat = played.to_act[0]
            listed = played.legal(seat)
            action = chance.choice(listed)
            played.is_legal(action, seat)
            played.push(action, seat)
    played.resolve(chance)
    return played


def rules() -> None:
    """What every table needs."""
    played = game()
    for seat in range(4):
        view = played.view(seat).to_json()
        texts = played.legal_texts(seat)
        reasons = [why_no(played, what, seat) for what in WHOLE]
        played.why_not("offer 1 wool for 1 brick", seat)
        played.why_not("bank 7 wool for 1 brick", seat)
        counter_of(played, seat).sharp_ranges()
        encode({"view": view, "legal": texts, "can": len(reasons)})
    seldom(played)
    open_view(played).to_json()
    played.events_since(0)
    Game.from_json(played.until(0).to_json())  # the first imports all that writes and reads positions


def seldom(played: Game) -> None:
    """What only some refusals, views and bargains call: compiled while people play, each would take a second and 20 MB."""
    engine.is_member(played.state, 0, int(Kind.ROAD), 0)
    engine.phases_allow_trade(played.state)
    sample(played.view(0), np.random.default_rng(1))
    first(played.legal(played.to_act[0])[0])
    int(Action(Kind.COUNTER, (), (1, 0, 0, 0, 0), (0, 1, 0, 0, 0)))
    spread(np.zeros((1, played.players), np.int64), np.zeros((2, played.players), np.int64))


def bots() -> None:
    """What the bots need on top."""
    played = game(40)
    seat = played.to_act[0]
    ours = [bot for bot in bot_pool.known() if bot["name"] not in bot_pool.brought]
    for bot in ours:  # at its usual level: what a quicker one leaves out would be compiled while people wait
        bot_pool.make(bot["name"], None, 1).choose(played.view(seat), played.legal(seat), Limit(1.0))
    bargains()


def bargains() -> None:
    """What bots call only when somebody offers them a trade."""
    from sevenhex.bots import haggler, minds, plans, thinker
    from sevenhex.knowledge.worlds import take_cards
    from sevenhex.search.trading import best_counter, gain_by_accepting, is_near_winning

    played = offered()
    asked = next(seat for seat in range(played.players) if seat != played.actor)
    view, memory = played.view(asked), thinker.memory_of(played.state[0])
    mind = minds.mind("scholar", played.players)
    gain_by_accepting(asked, mind, memory)
    best_counter(asked, mind, memory, 0.0, 0.0)
    is_near_winning(view.state[0], asked)
    haggler.why(view)
    plans.plan(view)
    take_cards(0, 0, np.zeros(0))
    for bot in haggler.GENTLE:
        haggler.seated(bot).choose(view, played.legal(asked), Limit(1.0))


def offered() -> Game:
    """A game in which an offer waits for answers."""
    played = game()
    for length in range(len(played.log), 0, -1):
        earlier = played.until(length)
        if earlier.phase == Phase.MAIN and not earlier.awaits_chance:
            hand = earlier.view(earlier.actor).to_json()["seats"][earlier.actor]["hand"]
            for give, get in ((give, get) for give, number in hand.items() if number for get in hand if get != give):
                offer = earlier.read(f"offer 1 {give} for 1 {get}", earlier.actor)
                if earlier.is_legal(offer, earlier.actor):
                    earlier.push(offer, earlier.actor)
                    return earlier
    raise AssertionError("nobody can offer anything in the game of warming up")


if __name__ == "__main__":
    if WATCHED in sys.argv:
        threading.Thread(target=end_with_parent, daemon=True).start()
    rules()
    bots()
    stamp().touch()
