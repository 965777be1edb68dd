"""A fair first placement of settlements and roads, found by a seeded search. Used by the two scripts beside it."""

from __future__ import annotations

from random import Random

from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import DESERT, Island
from sevenhex.rules.topology import CORNER_EDGES, CORNER_HEXES, CORNER_NEIGHBORS, GEOMETRY

TRIES = 4000
STRONG = 8  # pips of a good corner
FAIR = 6  # pips of one that will do when good ones are too few


def corner_pips(island: Island, corner: int, numbers: list[int]) -> int:
    return sum(int(WAYS[numbers[tile]]) for tile in CORNER_HEXES[island, corner] if tile >= 0)


def yields(island: Island, corner: int, terrain: list[int]) -> set[int]:
    return {terrain[tile] for tile in CORNER_HEXES[island, corner] if tile >= 0 and terrain[tile] != DESERT}


def fair_start(island: Island, terrain: list[int], numbers: list[int], colours: list[str], rng: Random) -> dict[str, list[str]]:
    """Two settlements and roads a colour: strong corners, four resources or more each, sums of pips as equal as can be found."""
    geometry = GEOMETRY[island]
    inland = [c for c in range(len(geometry.corner_points)) if all(CORNER_HEXES[island, c] >= 0) and len(yields(island, c, terrain)) == 3]
    best, best_score = None, (99, 0)
    for attempt in range(TRIES):
        least = STRONG if attempt < TRIES // 2 else FAIR
        strong = [corner for corner in inland if corner_pips(island, corner, numbers) >= least]
        chosen: list[int] = []
        for corner in rng.sample(strong, len(strong)):
            if len(chosen) < 2 * len(colours) and not any(other in chosen for other in CORNER_NEIGHBORS[island, corner]):
                chosen.append(corner)
        if len(chosen) < 2 * len(colours):
            continue
        chosen.sort(key=lambda corner: corner_pips(island, corner, numbers))
        pairs = [(chosen[place], chosen[-1 - place]) for place in range(len(colours))]  # weakest with strongest
        if any(len(yields(island, a, terrain) | yields(island, b, terrain)) < 4 for a, b in pairs):
            continue
        sums = [corner_pips(island, a, numbers) + corner_pips(island, b, numbers) for a, b in pairs]
        score = (max(sums) - min(sums), -sum(sums))
        if score < best_score:
            best, best_score = pairs, score
    if best is None:
        raise SystemExit("No fair start found; try more.")
    rng.shuffle(best)
    taken = {corner for pair in best for corner in pair}
    roads: set[int] = set()
    start: dict[str, list[str]] = {}
    for colour, pair in zip(colours, best, strict=True):
        start[colour] = []
        for corner, star in zip(pair, ("", " *"), strict=True):
            ways = [int(edge) for edge in CORNER_EDGES[island, corner] if edge >= 0 and edge not in roads]
            # A road should lead toward a corner where a third settlement could stand.
            edge = max(ways, key=lambda way: (_room(island, corner, way, taken), rng.random()))
            roads.add(edge)
            start[colour].append(f"{geometry.corner_names[corner]} {geometry.edge_names[edge]}{star}")
    return start


def _room(island: Island, corner: int, edge: int, taken: set[int]) -> int:
    """How many corners beyond the road's end are open to a settlement."""
    end = next(c for c in GEOMETRY[island].edge_corners[edge] if c != corner)
    beyond = [int(c) for c in CORNER_NEIGHBORS[island, end] if c >= 0 and c != corner]
    return sum(c not in taken and not any(int(n) in taken for n in CORNER_NEIGHBORS[island, c]) for c in beyond)
