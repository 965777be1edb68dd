"""Print the first placement of the six colours for `editions/extension.toml`: the book's own is not known to us, this one is ours.

PYTHONPATH=src python scripts/make_extension_start.py
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

from fair_start import fair_start

from sevenhex.rules.ids import Island

SEED = "sevenhex extension start 1"
EDITION = Path(__file__).parent.parent / "src/sevenhex/editions/extension.toml"
TERRAIN = ("Hi", "Fo", "Pa", "Fi", "Mo", "De")
COLOURS = ["red", "blue", "orange", "white", "green", "brown"]


def main() -> None:
    rows = tomllib.loads(EDITION.read_text("utf-8"))["beginner"]["rows"]
    words = " ".join(rows).split()
    terrain = [TERRAIN.index(word[:2]) for word in words]
    numbers = [int(word[2:] or 0) for word in words]
    for colour, settlements in fair_start(Island.LARGE, terrain, numbers, COLOURS, Random(SEED)).items():
        print(f"{colour} = {settlements}".replace("'", '"'))


if __name__ == "__main__":
    main()
