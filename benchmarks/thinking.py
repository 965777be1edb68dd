"""Does thinking longer bring more? `master` with growing effort, one against three `scholar` where nobody trades, always the same games.

    python -m benchmarks.thinking --out build/thinking --workers 2 --seconds 1200 --games 1000
    python -m benchmarks.thinking --out build/graph --weights src/sevenhex/nets/weights/graph.npz   # by the network of another file

Efforts take turns, so that a cut leaves all of them equally far; the same command again goes on where it stopped. Prints a table, and
draws wins against the positions that the network judged (thinking.svg).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from functools import partial
from pathlib import Path
from typing import Any

from sevenhex.processes import after, one_thread, results

one_thread()  # before NumPy: a game is one process's work

from sevenhex.arena import Plan  # noqa: E402
from sevenhex.arena.match import play_match, warm_up  # noqa: E402
from sevenhex.arena.statistics import wilson  # noqa: E402
from sevenhex.bots import master  # noqa: E402
from sevenhex.bots.lookahead import Lookahead  # noqa: E402
from sevenhex.bots.master import MasterEffort  # noqa: E402
from sevenhex.nets.network import Network  # noqa: E402
from sevenhex.tools import chart  # noqa: E402

SEED = 6000  # not one by which anything was chosen
NORMAL = MasterEffort(tries=12, samples=48, worlds=12, rotations=6)
EFFORTS = {
    "the policy alone": MasterEffort(tries=1, samples=1, worlds=1),
    "6 actions, twice each": MasterEffort(tries=6, samples=2, worlds=2),
    "6 actions, 8 times each": MasterEffort(tries=6, samples=8, worlds=4),
    "the same, six rotations of the island": MasterEffort(tries=6, samples=8, worlds=4, rotations=6),
    "12 actions, 48 times each, six rotations": NORMAL,
    "the same, each line in five ways and three actions deep": NORMAL._replace(kept=6, branches=5, depth=2),
    "the same, judged after the next roll": NORMAL._replace(kept=6, branches=5, depth=2, rolls=1),
}


def play(effort: str, game: int, games: int, entrant: str) -> dict[str, Any]:
    """One game with this effort, and how many positions the network saw in it."""
    master.EFFORTS["normal"] = EFFORTS[effort]
    plan = Plan((entrant, "scholar", "scholar", "scholar"), games, 4, "sixth", SEED, trade=False)
    warm_up(tuple(plan.names), plan.level, plan.edition, plan.players)  # else the first game of a process would count it too
    looked, evaluate = 0, Lookahead.evaluate

    def counted(self: Lookahead, seen: Any, policy: bool = True, rotations: int = 1) -> Any:
        nonlocal looked
        before = self.judged
        found = evaluate(self, seen, policy, rotations)
        looked += (self.judged - before) * (rotations if isinstance(self.network, Network) else 1)
        return found

    Lookahead.evaluate = counted  # type: ignore[method-assign]
    begun = time.process_time()
    try:
        result = play_match(plan, game)
    finally:
        Lookahead.evaluate = evaluate  # type: ignore[method-assign]
    return {"effort": effort, "game": game, "won": result.is_won_by(0), "positions": looked, "seconds": time.process_time() - begun}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--out", type=Path, required=True, help="folder of the results")
    reader.add_argument("--games", type=int, default=1000, help="with each effort")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    reader.add_argument("--seconds", type=float, default=3600.0, help="after which no new game is begun")
    reader.add_argument("--efforts", type=int, default=len(EFFORTS), help="only the first so many")
    reader.add_argument("--weights", type=Path, help="a weight file instead of the shipped networks")
    given = reader.parse_args()
    entrant = f"search:{given.weights.resolve()}" if given.weights else "master"
    given.out.mkdir(parents=True, exist_ok=True)
    kept = given.out / "thinking.jsonl"
    rows = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()] if kept.exists() else []
    known = {(row["game"], row["effort"]) for row in rows}
    efforts = list(EFFORTS)[: given.efforts]
    missing = [(game, effort) for game in range(given.games) for effort in efforts if (game, effort) not in known]
    games = [partial(play, effort, game, given.games, entrant) for game, effort in missing]
    with kept.open("a", encoding="utf-8") as file:
        for row in results(games, given.workers, after(given.seconds)):
            rows.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()
    print("| effort | wins | 95% | positions a game | s a game |\n|---|---|---|---|---|")
    points = []
    for effort in EFFORTS:
        here = [row for row in rows if row["effort"] == effort]
        if here:
            wins = sum(row["won"] for row in here)
            low, high = wilson(wins, len(here))
            positions, seconds = (sum(row[name] for row in here) / len(here) for name in ("positions", "seconds"))
            print(
                f"| {effort} | {wins} of {len(here)}, {wins / len(here):.1%} | {low:.1%} - {high:.1%} | {positions:,.0f} | {seconds:.2f} |"
            )
            points.append((positions, 100 * wins / len(here)))
    title = "master against three scholar, nobody trades"
    drawn = chart.draw({"% won": sorted(points)}, title, "positions judged in a game", "% won", log_x=True, level=(25.0, "chance"))
    (given.out / "thinking.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
