"""Many matches side by side in a given time: the ladder of docs/bots.md.

    python -m benchmarks.matches --out build/matches --workers 14 --seconds 500 --games 1000
    python -m benchmarks.matches --out build/matches --only master   # only those whose name begins so
    sevenhex ladder build/matches/*.jsonl

Every match is one against the others, seats rotated, games in groups with the same island and dice. Each is kept in its own file, as
`sevenhex arena --out` keeps it; the same command again goes on where it stopped. Games of all matches are played in turn, so that a cut
leaves all of them equally far.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from functools import partial
from pathlib import Path

from sevenhex.processes import after, one_thread, results

one_thread()  # before NumPy: a game is one process's work

from sevenhex.arena import Plan, Result, Tournament  # noqa: E402
from sevenhex.arena.match import play_match  # noqa: E402
from sevenhex.arena.statistics import wilson  # noqa: E402

SEED = 5000  # not one by which anything was chosen


def one_against(one: str, others: str, players: int = 4, edition: str = "sixth", trade: bool = True) -> Plan:
    return Plan((one, *[others] * (players - 1)), 1, players, edition, SEED, trade=trade)


MATCHES = {
    "master-scholar": one_against("master", "scholar"),
    "master-scholar-no-trade": one_against("master", "scholar", trade=False),
    "master-planner": one_against("master", "planner"),
    "master-scholar-3": one_against("master", "scholar", 3),
    "master-scholar-5": one_against("master", "scholar", 5),
    "master-scholar-6": one_against("master", "scholar", 6),
    "master-scholar-fourth": one_against("master", "scholar", edition="fourth"),
    "master-scholar-zip": one_against("master", "scholar", edition="zip"),
    "master-quick-scholar": one_against("master:quick", "scholar"),
    "scholar-planner": one_against("scholar", "planner"),
    "scholar-quick-planner": one_against("scholar:quick", "planner"),
    "planner-steady": one_against("planner", "steady"),
    "planner-quick-steady": one_against("planner:quick", "steady"),
    "steady-greedy": one_against("steady", "greedy"),
    "greedy-random": one_against("greedy", "random"),
}


def played(name: str, plan: Plan, game: int) -> tuple[str, Result]:
    return name, play_match(plan, game)


def line_of(name: str, plan: Plan, finished: list[Result]) -> str:
    wins = sum(result.is_won_by(0) for result in finished)
    low, high = wilson(wins, len(finished))
    one, others = plan.entrants[0], plan.entrants[1]
    table = f"{plan.edition}, {plan.players} players{'' if plan.trade else ', nobody trades'}"
    seconds = sum(sum(result.seconds) for result in finished) / len(finished)
    share = f"{wins} of {len(finished)}, {wins / len(finished):.1%}"
    return f"| `{name}` | `{one}` | `{others}` | {table} | {share} | {low:.1%} - {high:.1%} | {seconds:.1f} |"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--out", type=Path, required=True, help="folder of the files")
    reader.add_argument("--games", type=int, default=1000, help="of each match")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    reader.add_argument("--seconds", type=float, default=3600.0, help="after which no new game is begun")
    reader.add_argument("--only", nargs="*", default=[], help="beginnings of names")
    given = reader.parse_args()
    chosen = {name: plan for name, plan in MATCHES.items() if not given.only or name.startswith(tuple(given.only))}
    given.out.mkdir(parents=True, exist_ok=True)
    running = {name: Tournament(replace(plan, games=given.games), given.out / f"{name}.jsonl") for name, plan in chosen.items()}
    for name, each in running.items():
        each.save(given.out / f"{name}.jsonl")
    missing = sorted((game, name) for name, each in running.items() for game in each.missing)
    games = [partial(played, name, running[name].plan, game) for game, name in missing]
    for name, result in results(games, given.workers, after(given.seconds)):
        running[name].note(result)
    print("| match | one | the others | table | wins | 95% | s a game |\n|---|---|---|---|---|---|---|")
    for name, each in running.items():
        each.close()
        if each.finished:
            print(line_of(name, each.plan, each.finished))


if __name__ == "__main__":
    main()
