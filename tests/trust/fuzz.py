"""Mutated states, positions, records, JSON and steps of environments, with every index checked (`SEVENHEX_BOUNDSCHECK=1`).

    python tests/trust/fuzz.py --states 1000000 --positions 500000 --records 300000 --json 200000 --env-games 100000 --bot-games 200

Each kind goes on where the last run ended (`--counts FILE`, by default in the user's cache) until its total is reached, so a long run can
be stopped and taken up again. What fails is kept in tests/failing and the run ends with 1. `--table` prints the counts as Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
if __name__ == "__main__":
    os.environ["SEVENHEX_BOUNDSCHECK"] = "1"  # before anything is compiled

import mutants  # noqa: E402
import numpy as np  # noqa: E402

import test_notation_fuzz as texts  # noqa: E402
from sevenhex.editions import load  # noqa: E402
from sevenhex.editions.loader import NAMES  # noqa: E402
from sevenhex.editions.options import OPTIONS  # noqa: E402
from sevenhex.editions.start import new_state  # noqa: E402
from sevenhex.env.vector import VectorEnv  # noqa: E402
from sevenhex.errors import ActionError, NotationError, OptionError, SevenhexError  # noqa: E402
from sevenhex.game import Game  # noqa: E402
from sevenhex.notation import reader  # noqa: E402
from sevenhex.playout.batch import checked_game  # noqa: E402
from sevenhex.playout.generator import stream, word  # noqa: E402
from sevenhex.rules.check import check, totals_of  # noqa: E402
from sevenhex.rules.jit import CHECKED, cache_home  # noqa: E402
from sevenhex.rules.options import MAX_ACTIONS  # noqa: E402
from sevenhex.rules.state import RECORD, State, copy  # noqa: E402

Tally = dict[str, int]
PLAYERS = (2, 3, 4, 5, 6)
OPPONENTS = ("random", "greedy", "steady", "planner", "scholar")
MOST_BOT_STEPS = 400


def some_configuration(rng: Random) -> Any:
    """Any edition, any number of players, any options that go together."""
    while True:
        options: dict[str, Any] = {}
        for name in rng.sample(list(OPTIONS), rng.choice((0, 0, 1, 2, 4, 8))):
            values = OPTIONS[name].values
            options[name] = rng.choice((True, False) if values is bool else list(values))  # type: ignore[arg-type]
        try:
            return load(rng.choice(list(NAMES))).configure(rng.choice(PLAYERS), **options)
        except SevenhexError:
            continue


# --- states


def attack_states(seed: int, count: int) -> Tally:
    """Changed bytes: what `check` accepts is played to its end, every state of it checked."""
    rng = Random(seed)
    pool = np.concatenate([new_state(some_configuration(rng), rng.getrandbits(32))[0] for _ in range(24)])
    totals = np.zeros((len(pool), 5), np.int64)
    for place in range(len(pool)):
        totals_of(pool[place], totals[place])
    mutant, origin, tally = np.zeros(1, RECORD), np.zeros(1, RECORD), np.zeros(mutants.TALLY, np.int64)
    running = pool.copy()
    arrays = (
        running,
        running.view(np.uint8).reshape(-1),
        mutant,
        mutant.view(np.uint8).reshape(-1),
        origin,
        np.zeros(MAX_ACTIONS, np.int64),
    )
    try:
        found = mutants.attack(pool, totals, word(stream(seed, 1)), count, *arrays, tally)
        problem = "" if found == 0 else "stuck" if found == -1 else "; ".join(check(mutant))
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    if problem:
        kept = keep_state(origin)
        raise AssertionError(f"A state that was accepted could not be played: {problem} (seed {seed}, kept as {kept})")
    return {"accepted": int(tally[mutants.ACCEPTED]), "played to the end": int(tally[mutants.ENDED]), "steps": int(tally[mutants.STEPS])}


def keep_state(state: State) -> Path:
    texts.FAILING.mkdir(exist_ok=True)
    file = texts.FAILING / f"state-{hash(state.tobytes()) & 0xFFFFFFFF:08x}.bin"
    file.write_bytes(state.tobytes())
    return file


def play_on(state: State, seed: int) -> int:
    """Play a sound state at random to its end, every state checked; returns the steps."""
    state, totals = copy(state), np.zeros(5, np.int64)
    totals_of(state[0], totals)
    found, steps = checked_game(state[0], word(stream(seed, 2)), seed & 1 == 0, mutants.LIMIT, totals, np.zeros(MAX_ACTIONS, np.int64))
    assert found == 0 or (found == -1 and steps == mutants.LIMIT), f"stuck or unsound: {check(state)}"
    return int(steps)


# --- texts


def crossed(text: str, rng: Random) -> str:
    """Fields of a position taken from others, told twice, left out, or with a word that belongs elsewhere."""
    words = text.split(" ")
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(words))
        other = rng.choice(texts.SEEDS["position"]).split(" ")
        name = words[at].partition("=")[0]
        same = [word for word in other if word.partition("=")[0] == name]
        match rng.randrange(5):
            case 0 | 1:
                words[at] = rng.choice(same or other)
            case 2:
                words.append(rng.choice(other))
            case 3:
                words[at] = f"{name}={rng.choice(other).partition('=')[2]}"
            case _:
                del words[at]
        words = words or ["sixth/4"]
    return " ".join(words)


def attack_texts(kind: str) -> Callable[[int, int], Tally]:
    def attack(seed: int, count: int) -> Tally:
        rng = Random(f"{kind} {seed}")
        tally = {"accepted": 0, "steps": 0}
        for _ in range(count):
            text = rng.choice(texts.SEEDS[kind])
            if kind == "position" and rng.random() < 0.6:
                text = crossed(text, rng)
                text = texts.mutated(text, rng) if rng.random() < 0.2 else text
            else:
                text = texts.mutated(text, rng)
            try:
                if texts.examine(kind, text):
                    tally["accepted"] += 1
                    tally["steps"] += play_text(kind, text, rng.getrandbits(32))
            except Exception as error:
                raise AssertionError(f"{type(error).__name__}: {error}; kept as {texts.keep(kind, text)}") from error
        return tally

    return attack


def play_text(kind: str, text: str, seed: int) -> int:
    if kind == "position":
        found = reader.read(text)
        return play_on(found.state, seed) if found.is_complete else 0
    try:
        return play_on((Game.load(text) if kind == "record" else Game.from_json(text)).state, seed)
    except NotationError:
        return 0


# --- environments


INSIDE = (None, None, "random", "random", "greedy", "greedy", "steady", "planner:quick")  # who plays inside `step`


def attack_environment(seed: int, count: int) -> Tally:
    """Games of one environment with any setting, legal and illegal indices, snapshots in between; at least so many games."""
    rng, chance = Random(seed), np.random.default_rng(seed)
    configuration = some_configuration(rng)
    players, illegal = configuration.players, rng.choice(("replace", "replace", "error"))
    env = VectorEnv(
        rng.choice((1, 16, 64)) if count < 64 else 64,
        seed=seed,
        threads=1,
        illegal=illegal,
        edition=configuration.edition.key,
        players=players,
        trade=rng.choice((False, True, True, "opponents")),
        skip_forced=rng.random() < 0.6,
        opponents=[None, *(rng.choice(INSIDE) for _ in range(players - 1))],
        seat=rng.choice((0, None)),
        limit=rng.choice((50, 1000, 20_000)),
        islands=8,
        deal=seed,
        **configuration.options.chosen(),
    )
    ended = steps = 0
    with env:
        batch = env.reset()
        counters = chance.integers(1 << 63, size=env.games).astype(np.uint64)
        while ended < count:
            chosen = env.sample(batch, counters)
            if rng.random() < 0.2:
                at = chance.random(env.games) < 0.3
                wild = chance.integers(-5, env.setting.menu_size + 5, env.games)
                wild[chance.random(env.games) < 0.1] = chance.integers(-(1 << 62), 1 << 62)
                odd = np.where(at, wild, chosen)
                try:
                    batch = env.step(odd)
                    ended += int((batch.done > 0).sum())
                except ActionError:
                    pass
            else:
                batch = env.step(chosen)
                ended += int((batch.done > 0).sum())
            steps += env.games
            if rng.random() < 0.002:
                batch = env.load(env.save())
        states = env.states()
        for place in range(env.games):
            wrong = check(states[place : place + 1], box(env.pool))
            assert not wrong, f"seed {seed}, place {place}: {wrong}"
    return {"games": ended, "steps": steps}


def box(starts: State) -> Any:
    totals = np.zeros(5, np.int64)
    totals_of(starts[0], totals)
    return totals


def attack_table(seed: int, count: int) -> Tally:
    """One learner among bots that trade."""
    from sevenhex.env.single import TableEnv

    rng = Random(seed)
    games = steps = 0
    while games < count:
        edition, players = rng.choice(list(NAMES)), rng.choice(PLAYERS)
        others = [rng.choice(OPPONENTS) for _ in range(players - 1)]
        try:
            env = TableEnv(opponents=others, edition=edition, players=players, trade=rng.random() < 0.5, limit=2000)
        except OptionError:
            continue
        seen, _ = env.reset(seed=rng.getrandbits(31))
        for _ in range(MOST_BOT_STEPS):
            allowed = np.flatnonzero(seen["mask"])
            if not len(allowed):
                break
            seen, _, over, cut, _ = env.step(int(rng.choice(list(allowed))))
            steps += 1
            if over or cut:
                break
        games += 1
    return {"games": games, "steps": steps}


# --- all of them

KINDS: dict[str, tuple[str, int, Callable[[int, int], Tally]]] = {
    "states": ("mutated states", 5000, attack_states),
    "positions": ("mutated positions", 100, attack_texts("position")),
    "records": ("mutated records", 50, attack_texts("record")),
    "json": ("mutated JSON", 50, attack_texts("json")),
    "env-games": ("games of environments", 100, attack_environment),
    "bot-games": ("games of environments among trading bots", 1, attack_table),
}


def run(kind: str, wanted: int, counts: dict[str, Any], advance: Callable[[int], None] = lambda _: None) -> None:
    """Go on until so many were tried in all; `counts` is brought up to date after every part."""
    _, part, attack = KINDS[kind]
    mine = counts.setdefault(kind, {"tried": 0, "parts": 0, "seconds": 0})
    while mine["tried"] < wanted:
        began = time.monotonic()
        size = min(part, wanted - mine["tried"])
        found = attack(1_000_000 * list(KINDS).index(kind) + mine["parts"], size)
        size = found.pop("games", size)
        for name, number in found.items():
            mine[name] = mine.get(name, 0) + number
        mine["tried"] += size
        mine["parts"] += 1
        mine["seconds"] = round(mine["seconds"] + time.monotonic() - began, 1)
        advance(size)


def table(counts: dict[str, Any]) -> str:
    lines = [
        "| tried with every index checked | number | of them accepted | steps played | outside an array | seconds |",
        "|---|---|---|---|---|---|",
    ]
    for kind, (title, _, _) in KINDS.items():
        found = counts.get(kind)
        if found:
            accepted = f"{found['accepted']:,}" if "accepted" in found else ""
            lines.append(f"| {title} | {found['tried']:,} | {accepted} | {found['steps']:,} | 0 | {found['seconds']:,.0f} |")
    return "\n".join(lines)


def main() -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for kind in KINDS:
        given.add_argument(f"--{kind}", type=int, default=0, help="altogether, earlier runs counted", metavar="N")
    given.add_argument("--counts", type=Path, default=cache_home() / "fuzz.json")
    given.add_argument("--table", action="store_true")
    chosen = given.parse_args()
    assert CHECKED, "compiled without checks"
    counts: dict[str, Any] = json.loads(chosen.counts.read_text()) if chosen.counts.exists() else {}
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as bar:
        for kind, (title, _, _) in KINDS.items():
            wanted = getattr(chosen, kind.replace("-", "_"))
            if not wanted:
                continue
            task = bar.add_task(title, total=wanted, completed=counts.get(kind, {}).get("tried", 0))

            def advance(size: int, task: Any = task) -> None:
                bar.advance(task, size)
                chosen.counts.parent.mkdir(parents=True, exist_ok=True)
                chosen.counts.write_text(json.dumps(counts, indent=1) + "\n")

            run(kind, wanted, counts, advance)
    if chosen.table:
        print(table(counts))


if __name__ == "__main__":
    main()
