"""Write the golden game records, tests/golden/*.txt: `python scripts/make_golden.py [NAME ...]`.

Run it only when the rules or the notation are meant to change, and read the diff.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich.progress import track

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from sevenhex.rules.ids import Kind  # noqa: E402
from stories import TABLES, annotated, story  # noqa: E402

GOLDEN = ROOT / "tests" / "golden"
SHORTER = {"victory_points": 6}  # enough for every kind of action, short enough to read
EXTRA: dict[str, tuple[str, int, dict[str, Any]]] = {
    "sixth-4-whole": ("sixth", 4, {}),
    "fourth-4-stops": ("fourth", 4, {**SHORTER, "discards": "hidden"}),
    "fourth-3-beginner": ("fourth", 3, {**SHORTER, "setup": "beginner"}),
    "extension-5-inactive-colour": ("extension", 5, {**SHORTER, "setup": "beginner"}),
    "summary-6-special-building": ("summary", 6, {**SHORTER, "turn": "special building"}),
    "zip-3-map-7": ("zip", 3, {**SHORTER, "map": 7}),
    "sixth-4-house": (
        "sixth",
        4,
        {**SHORTER, "friendly_robber": True, "dice": "deck", "no_seven_rounds": 2, "discard_limit": 9, "supply_counts": "hidden"},
    ),
}

STOPPING = {"fourth-4-stops"}  # somebody must leave a free road unbuilt (DEV-4)
STOP = int(Kind.STOP)


def main() -> None:
    wanted = {f"{edition}-{players}": (edition, players, SHORTER) for edition, players in TABLES} | EXTRA
    for name in track(sys.argv[1:] or list(wanted), description="Golden games"):
        edition, players, options = wanted[name]
        # the shortest of a few games: easier to read
        games = [story(edition, players, seed, **options) for seed in range(1, 7 if name not in STOPPING else 30)]
        games = [game for game in games if game.is_over and (name not in STOPPING or STOP in {action for _, action in game.log})]
        game = min(games, key=lambda game: len(game.log))
        (GOLDEN / f"{name}.txt").write_text(annotated(game).record(), encoding="utf-8")


if __name__ == "__main__":
    main()
