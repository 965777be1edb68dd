"""Write `editions/zip_pad.toml`: fifty fair maps from one seed. The printed pad's pictures are not known; these are our own.

PYTHONPATH=src python scripts/make_zip_pad.py
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from fair_start import corner_pips, fair_start

from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import DESERT, Island
from sevenhex.rules.topology import GEOMETRY

SEED = "sevenhex zip pad 1"
MAPS = 50
PAD = Path(__file__).parent.parent / "src/sevenhex/editions/zip_pad.toml"
LETTERS = ("Hi", "Fo", "Pa", "Fi", "Mo", "De")
COUNTS = (3, 4, 4, 4, 3, 1)
TOKENS = (2, 12, *(3, 4, 5, 6, 8, 9, 10, 11) * 2)
HARBORS = ("31", "31", "31", "31", "Br", "Lu", "Wo", "Gr", "Or")
COLOURS = ["red", "blue", "green", "black"]
PIPS_A_HEX = (2.6, 3.9)  # the mean of all eighteen is 3.2
MOST_AT_A_CORNER = 11

HEAD = f"""# SETUP-7: fifty maps of our own. The printed pad's pictures are not known to us; scripts/make_zip_pad.py drew these once
# from the seed "{SEED}". On each: no two red numbers and no two equal numbers side by side, no corner above {MOST_AT_A_CORNER} pips,
# and every resource between {PIPS_A_HEX[0]} and {PIPS_A_HEX[1]} pips a hex.
# Hexes in reading order, then the nine harbors clockwise from A1.NW.
"""


def is_fair(terrain: list[int], numbers: list[int]) -> bool:
    geometry = GEOMETRY[Island.SMALL]
    for place, around in enumerate(geometry.hex_neighbors):
        for other in around:
            if other > place and numbers[place] and numbers[other]:
                both = {numbers[place], numbers[other]}
                if both <= {6, 8} or len(both) == 1 or both == {2, 12}:
                    return False
    for code, count in enumerate(COUNTS[:DESERT]):
        mean = sum(int(WAYS[number]) for number, ground in zip(numbers, terrain, strict=True) if ground == code) / count
        if not PIPS_A_HEX[0] <= mean <= PIPS_A_HEX[1]:
            return False
    for place, around in enumerate(geometry.hex_neighbors):
        if sum(other >= 0 and terrain[other] == terrain[place] for other in around) > 1:
            return False
    best: int = max(corner_pips(Island.SMALL, corner, numbers) for corner in range(len(geometry.corner_points)))
    return best <= MOST_AT_A_CORNER


def draw(rng: Random) -> tuple[list[int], list[int]]:
    while True:
        terrain = [code for code, count in enumerate(COUNTS) for _ in range(count)]
        rng.shuffle(terrain)
        tokens = list(TOKENS)
        for _ in range(40):
            rng.shuffle(tokens)
            left = iter(tokens)
            numbers = [0 if code == DESERT else next(left) for code in terrain]
            if is_fair(terrain, numbers):
                return terrain, numbers


def main() -> None:
    rng = Random(SEED)
    lines, start = [], {}
    for number in range(1, MAPS + 1):
        terrain, numbers = draw(rng)
        harbors = rng.sample(HARBORS, len(HARBORS))
        hexes = " ".join(f"{LETTERS[code]}{token or ''}" for code, token in zip(terrain, numbers, strict=True))
        lines.append(f'    "{hexes} | {" ".join(harbors)}",')
        if number == 1:
            start = fair_start(Island.SMALL, terrain, numbers, COLOURS, rng)
    placed = "\n".join(f"{colour} = {settlements}".replace("'", '"') for colour, settlements in start.items())
    maps = "\n".join(lines)
    PAD.write_text(f"{HEAD}\nmaps = [\n{maps}\n]\n\n[start]    # map 1: settlement, road; the star gives cards\n{placed}\n", "utf-8")


if __name__ == "__main__":
    main()
