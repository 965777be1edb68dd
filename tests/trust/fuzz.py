"""Mutated states, positions, records, JSON and steps of environments, with every index checked (`SEVENHEX_BOUNDSCHECK=1`).

    python tests/trust/fuzz.py --workers 13 --seconds 480 --seed 1 --out fuzz-1.json
    python tests/trust/fuzz.py --sum fuzz-1.json fuzz-2.json

Every worker is a process with its own seed and its own games; the time is shared out among the kinds. Needs the package, no test tools.
What fails stands in the file with its input, and the run ends with 1. `--sum` adds such files up in docs/reliability.md.
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import multiprocessing
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent / "src")]
if __name__ == "__main__":
    os.environ["SEVENHEX_BOUNDSCHECK"] = "1"  # before anything is compiled; the workers inherit it

import mutants  # noqa: E402
import numpy as np  # noqa: E402

import mutations as texts  # noqa: E402
import stories  # noqa: E402
from sevenhex.editions import load  # noqa: E402
from sevenhex.editions.loader import NAMES  # noqa: E402
from sevenhex.editions.options import OPTIONS  # noqa: E402
from sevenhex.editions.start import new_state  # noqa: E402
from sevenhex.env.vector import VectorEnv  # noqa: E402
from sevenhex.errors import ActionError, OptionError, SevenhexError  # noqa: E402
from sevenhex.game.game import Game  # noqa: E402
from sevenhex.playout.batch import checked_game  # noqa: E402
from sevenhex.playout.generator import stream, word  # noqa: E402
from sevenhex.rules.check import check  # noqa: E402
from sevenhex.rules.jit import CHECKED, digest  # noqa: E402
from sevenhex.rules.options import MAX_ACTIONS  # noqa: E402
from sevenhex.rules.state import RECORD, State, copy  # noqa: E402
from sevenhex.rules.totals import totals_of  # noqa: E402

Tally = dict[str, int]
PLAYERS = (2, 3, 4, 5, 6)
OPPONENTS = ("random", "greedy", "steady", "planner:quick", "planner", "scholar:quick")
MOST_BOT_STEPS = 400
OWN_GAMES = 40  # whose positions and records a worker changes beside those of the tests


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


class Found(Exception):
    """Something that must not happen, with the input that showed it."""

    def __init__(self, sentence: str, given: str = "") -> None:
        super().__init__(sentence)
        self.given = given


def attack_states(seed: int, count: int, until: float = math.inf) -> Tally:
    """Changed bytes: what `check` accepts is played on, every state of it checked, some to the end."""
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
        raise Found(f"A state that was accepted could not be played: {problem}", base64.b64encode(origin.tobytes()).decode())
    return {"accepted": int(tally[mutants.ACCEPTED]), "whole": int(tally[mutants.ENDED]), "steps": int(tally[mutants.STEPS])}


def play_on(state: State, seed: int) -> tuple[int, int]:
    """Play a sound state on at random, every state checked, now and then to its end; returns the steps, and 1 if the end was reached."""
    state, totals = copy(state), np.zeros(5, np.int64)
    totals_of(state[0], totals)
    limit = mutants.LIMIT if seed % mutants.WHOLE == 0 else mutants.SHORT
    out = np.zeros(MAX_ACTIONS, np.int64)
    found, steps = checked_game(state[0], word(stream(seed, 2)), seed & 32 == 0, limit, totals, out)
    assert found == 0 or (found == -1 and steps == limit), f"stuck or unsound: {check(state)}"
    return int(steps), int(found == 0)


# --- texts


def crossed(text: str, rng: Random) -> str:
    """Fields of a position taken from others, given twice, left out, or with a word that belongs elsewhere."""
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


def add_texts(rng: Random, games: int) -> None:
    """Positions, records and JSON of games of any configuration, to be changed like those of the tests."""
    for _ in range(games):
        game = Game.new(some_configuration(rng), seed=rng.getrandbits(32))
        step = rng.choice((stories.step, stories.wild_step))
        for _ in range(rng.choice((0, 5, 20, 60, 200, 500))):
            if game.is_over:
                break
            step(game, rng)
        texts.SEEDS["position"].append(game.position())
        if len(game.log) <= 60:
            texts.SEEDS["record"].append(game.record())
            texts.SEEDS["json"].append(json.dumps(game.to_json()))


def attack_texts(kind: str) -> Callable[[int, int, float], Tally]:
    def attack(seed: int, count: int, until: float = math.inf) -> Tally:
        rng = Random(f"{kind} {seed}")
        tally = {"accepted": 0, "whole": 0, "steps": 0}
        for _ in range(count):
            text = rng.choice(texts.SEEDS[kind])
            if kind == "position" and rng.random() < 0.6:
                text = crossed(text, rng)
                text = texts.mutated(text, rng) if rng.random() < 0.2 else text
            else:
                text = texts.mutated(text, rng)
            try:
                found = texts.examine(kind, text)
                if found is None:
                    continue
                tally["accepted"] += 1
                if isinstance(found, Game) or found.is_complete:
                    steps, ended = play_on(found.state, rng.getrandbits(32))
                    tally["steps"] += steps
                    tally["whole"] += ended
            except Exception as error:
                raise Found(f"{type(error).__name__}: {error}", text) from error
        return tally

    return attack


# --- environments


INSIDE = (None, None, "random", "random", "greedy", "greedy", "steady", "planner:quick")  # who plays inside `step`


def attack_environment(seed: int, count: int, until: float = math.inf) -> Tally:
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
        while ended < count and time.monotonic() < until:
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


def gymnasium_or_less() -> None:
    """Where Gymnasium is not installed, as much of it as `TableEnv` asks for."""
    try:
        import gymnasium  # noqa: F401
    except ImportError:

        class Env:
            def __class_getitem__(cls, _: Any) -> type:
                return cls

            def reset(self, seed: int | None = None) -> None:
                self.np_random = np.random.default_rng(seed)

        spaces, package = ModuleType("gymnasium.spaces"), ModuleType("gymnasium")
        for name in ("Discrete", "Box", "Dict"):
            setattr(spaces, name, lambda *_: None)
        package.Env, package.spaces = Env, spaces  # type: ignore[attr-defined]
        sys.modules |= {"gymnasium": package, "gymnasium.spaces": spaces}


def attack_table(seed: int, count: int, until: float = math.inf) -> Tally:
    """One learner among bots that trade."""
    gymnasium_or_less()
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
            if time.monotonic() > until:
                return {"games": games, "steps": steps}
            seen, _, over, cut, _ = env.step(int(rng.choice(list(allowed))))
            steps += 1
            if over or cut:
                break
        games += 1
    return {"games": games, "steps": steps}


# --- all of them

# what is tried, how many at a time, its share of the time, and how
KINDS: dict[str, tuple[str, int, float, Callable[..., Tally]]] = {
    "states": ("mutated states", 500, 0.05, attack_states),
    "positions": ("mutated positions", 100, 0.1, attack_texts("position")),
    "records": ("mutated records", 50, 0.1, attack_texts("record")),
    "json": ("mutated JSON", 50, 0.05, attack_texts("json")),
    "env-games": ("games of environments", 100, 0.66, attack_environment),
    "bot-games": ("games of environments among trading bots", 1, 0.04, attack_table),
}
TEXTS = ("positions", "records", "json")


def run(kind: str, wanted: int, counts: dict[str, Any], seed: int = 0, until: float = math.inf) -> None:
    """Try so many more, in parts with a seed each; `counts` is brought up to date after every part."""
    _, part, _, attack = KINDS[kind]
    mine = counts.setdefault(kind, {"tried": 0, "parts": 0, "seconds": 0.0, "steps": 0})
    goal = mine["tried"] + wanted
    while mine["tried"] < goal and time.monotonic() < until:
        began = time.monotonic()
        size = min(part, goal - mine["tried"])
        own = Random(f"{seed} {kind} {mine['parts']}").getrandbits(60)
        mine["parts"] += 1
        try:
            found = attack(own, size, until)
        except Exception as error:
            raise Found(f"{kind}, seed {own}, {size} at a time: {error}", getattr(error, "given", "")) from error
        finally:
            mine["seconds"] += time.monotonic() - began
        mine["tried"] += found.pop("games", size)
        for name, number in found.items():
            mine[name] = mine.get(name, 0) + number


def work(number: int, seed: int, until: float, file: str) -> None:
    """One process: always the kind that has had least of its share; what was done is written after every part."""
    counts: dict[str, Any] = {}
    findings: list[dict[str, str]] = []
    add_texts(Random(f"{seed} {number}"), OWN_GAMES)
    while time.monotonic() < until:
        kind = min(KINDS, key=lambda kind: counts.get(kind, {"seconds": 0})["seconds"] / KINDS[kind][2])
        try:
            run(kind, KINDS[kind][1], counts, 1_000_000 * seed + number, until)
        except Found as found:
            findings.append({"what": str(found), "given": found.given})
        scratch = Path(file + ".new")
        scratch.write_text(json.dumps({"counts": counts, "findings": findings}))
        scratch.replace(file)


def added(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Counts and findings of several workers, or of several runs, as one."""
    counts: dict[str, Any] = {}
    for part in parts:
        for kind, found in part["counts"].items():
            mine = counts.setdefault(kind, {})
            for name, number in found.items():
                mine[name] = mine.get(name, 0) + number
    return {"counts": counts, "findings": [finding for part in parts for finding in part["findings"]]}


def fuzz(workers: int, seconds: float, seed: int) -> dict[str, Any]:
    """All workers at once until the time is over. One that dies is a finding."""
    began = time.monotonic()
    until = began + seconds
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{number}.json" for number in range(workers)]
        crew = [spawn.Process(target=work, args=(number, seed, until, file), daemon=True) for number, file in enumerate(files)]
        for worker in crew:
            worker.start()
        for worker in crew:
            worker.join(max(0.0, until + GRACE - time.monotonic()))
        late = [worker for worker in crew if worker.is_alive()]
        for worker in late:
            worker.kill()
            worker.join()
        died = [
            {"what": f"worker {number} ended with {signal.Signals(-code).name if code < 0 else code}", "given": ""}
            for number, worker in enumerate(crew)
            if worker not in late and (code := worker.exitcode or 0) != 0
        ]
        result = added([json.loads(Path(file).read_text()) for file in files if Path(file).exists()])
    result["findings"] += died
    return result | {
        "seed": seed,
        "workers": workers,
        "seconds": round(time.monotonic() - began),
        "late": len(late),
        "machine": platform.machine(),
        "sources": digest(HERE / "fuzz.py", HERE / "mutants.py"),
    }


GRACE = 45.0  # seconds that a part may go on after the end
DOC = HERE.parent.parent / "docs" / "reliability.md"
MARKS = ("<!-- fuzz -->", "<!-- end of fuzz -->")


def table(result: dict[str, Any]) -> str:
    lines = [
        "| tried with every index checked | number | of them accepted | played to their end | steps played | seconds of one core |",
        "|---|---|---|---|---|---|",
    ]
    for kind, (title, _, _, _) in KINDS.items():
        found = result["counts"].get(kind)
        if found:
            accepted, whole = (f"{found[name]:,}" if name in found else "" for name in ("accepted", "whole"))
            lines.append(f"| {title} | {found['tried']:,} | {accepted} | {whole} | {found['steps']:,} | {found['seconds']:,.0f} |")
    tried = {kind: result["counts"].get(kind, {"tried": 0})["tried"] for kind in KINDS}
    as_text = sum(tried[kind] for kind in TEXTS)
    lines += [
        "",
        f"Altogether {tried['states'] + as_text:,} mutated positions and records, {as_text:,} of them as text, and "
        f"{tried['env-games'] + tried['bot-games']:,} games of environments; {len(result['findings'])} findings.",
    ]
    return "\n".join(lines)


def write_sum(files: Sequence[Path]) -> None:
    """Put the sum of several runs into the docs."""
    runs = [json.loads(file.read_text()) for file in files]
    described = "; ".join(f"seed {one['seed']}, {one['workers']} workers, {one['seconds']} s" for one in runs)
    whole = f"{table(added(runs))}\n\nRuns: {described}.\n"
    before, _, rest = DOC.read_text().partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    DOC.write_text(f"{before}{MARKS[0]}\n{whole}{MARKS[1]}{after}")
    print(whole)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--workers", type=int, default=1, help="processes")
    reader.add_argument("--seconds", type=float, default=60, help="altogether, compiling included")
    reader.add_argument("--seed", type=int, default=0, help="another one for each call")
    reader.add_argument("--out", type=Path, help="where counts and findings are written, as JSON")
    reader.add_argument("--sum", type=Path, nargs="+", metavar="FILE", help="add up files of earlier runs in docs/reliability.md")
    given = reader.parse_args()
    if given.sum:
        write_sum(given.sum)
        return
    assert CHECKED, "compiled without checks"
    result = fuzz(given.workers, given.seconds, given.seed)
    if given.out:
        given.out.write_text(json.dumps(result, indent=1) + "\n")
    print(table(result))
    for finding in result["findings"]:
        print(f"FOUND {finding['what']}", file=sys.stderr)
    sys.exit(1 if result["findings"] else 0)


if __name__ == "__main__":
    main()
