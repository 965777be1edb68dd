"""Laying out an island: every set-up that needs luck. The caller brings the generator, so a seed repeats a deal."""

from __future__ import annotations

from random import Random

from ..rules.ids import DESERT, NEUTRAL, NOBODY
from ..rules.layout import Harbor, Layout, StartPiece
from ..rules.topology import GEOMETRY, Geometry
from .configuration import Configuration
from .edition import FramePiece, Printed, Stock
from .loader import frame_harbors

RED = (6, 8)


def deal(configuration: Configuration, rng: Random) -> Layout:
    """The island of one game, by the configuration's set-up."""
    edition, options = configuration.edition, configuration.options
    if options.setup == "variable":
        return _variable(configuration, rng)
    if edition.pad:
        number = options.map or rng.randrange(2, len(edition.pad) + 1)
        return _printed(configuration, edition.pad[number - 1], rng, number)
    assert edition.beginner is not None
    return _printed(configuration, edition.beginner, rng, 0)


def _variable(configuration: Configuration, rng: Random) -> Layout:
    """SETUP-3: hexes shuffled, then numbers, harbors and the robber."""
    stock, options = configuration.stock, configuration.options
    terrain = [code for code, count in enumerate(stock.terrain) for _ in range(count)]
    rng.shuffle(terrain)
    if options.tokens == "random":
        numbers = random_numbers(stock, terrain, rng)
    else:
        numbers = spiral_numbers(stock, terrain, rng.choice(GEOMETRY[stock.island].spiral_corners))
    return Layout(
        island=stock.island,
        terrain=tuple(terrain),
        numbers=tuple(numbers),
        harbors=_harbors(stock, options.harbors, rng),
        robber=_desert(terrain, rng),
        colours=configuration.colours,
    )


def _desert(terrain: list[int] | tuple[int, ...], rng: Random) -> int:
    """SETUP-8: on the desert; with two, on either."""
    return rng.choice([place for place, code in enumerate(terrain) if code == DESERT])


def spiral_numbers(stock: Stock, terrain: list[int], corner: int) -> list[int]:
    """SETUP-4: by letter from a corner hex, counter-clockwise and inward, past the deserts."""
    numbers = [0] * len(terrain)
    tokens = iter(stock.tokens)
    for place in GEOMETRY[stock.island].spiral(corner):
        if terrain[place] != DESERT:
            numbers[place] = next(tokens)
    return numbers


def random_numbers(stock: Stock, terrain: list[int], rng: Random) -> list[int]:
    """SETUP-5: any order, no two red numbers side by side. Whole deals are rejected, so that every allowed one is equally likely."""
    neighbors = GEOMETRY[stock.island].hex_neighbors
    land = [place for place, code in enumerate(terrain) if code != DESERT]
    reds = sum(token in RED for token in stock.tokens)
    rest = [token for token in stock.tokens if token not in RED]
    # Only the red hexes can clash: draw those until they do not, then everything else freely.
    while True:
        places = rng.sample(land, reds)
        if not any(other in places for place in places for other in neighbors[place]):
            break
    tokens = [token for token in stock.tokens if token in RED]
    rng.shuffle(tokens)
    rng.shuffle(rest)
    numbers = [0] * len(terrain)
    for place, token in zip(places, tokens, strict=True):
        numbers[place] = token
    for place, token in zip((place for place in land if place not in places), rest, strict=True):
        numbers[place] = token
    return numbers


def _harbors(stock: Stock, how: str, rng: Random) -> tuple[Harbor, ...]:
    """SETUP-6: the frame as numbered, harbor pieces shuffled over its places, or its pieces shuffled."""
    geometry = GEOMETRY[stock.island]
    fixed = frame_harbors(stock.frame, geometry)
    if how == "shuffled pieces":
        kinds = [harbor.kind for harbor in fixed]
        rng.shuffle(kinds)
        return tuple(Harbor(harbor.edge, kind) for harbor, kind in zip(fixed, kinds, strict=True))
    if how == "shuffled frame":
        return shuffled_frame(stock.frame, geometry, rng)
    return fixed


def shuffled_frame(frame: tuple[FramePiece, ...], geometry: Geometry, rng: Random) -> tuple[Harbor, ...]:
    """Long pieces change places with long ones, small with small. On the large island two harbors could meet: such orders are redrawn."""
    while True:
        piles: dict[int, list[FramePiece]] = {}
        for piece in frame:
            piles.setdefault(piece.sides, []).append(piece)
        for pile in piles.values():
            rng.shuffle(pile)
        harbors = frame_harbors(tuple(piles[piece.sides].pop() for piece in frame), geometry)
        corners = [corner for harbor in harbors for corner in geometry.edge_corners[harbor.edge]]
        if len(set(corners)) == len(corners):
            return harbors


def _printed(configuration: Configuration, picture: Printed, rng: Random, number: int) -> Layout:
    """SETUP-1, SETUP-7: as the picture shows it; the pieces of colours that nobody plays are not placed."""
    colours = configuration.colours
    inactive = ""
    if configuration.colours_by_lot:
        # SETUP-14: each seat draws its colour; the one that nobody drew stays on the board (SETUP-2).
        colours = tuple(rng.sample(picture.colours, configuration.players))
        (inactive,) = set(picture.colours) - set(colours)
    start = tuple(
        StartPiece(colours.index(placed.colour), placed.corner, placed.edge, placed.gives_cards)
        for placed in picture.start
        if placed.colour in colours
    )
    neutral = tuple(StartPiece(NEUTRAL, placed.corner, NOBODY, False) for placed in picture.start if placed.colour == inactive)
    robber = _desert(picture.terrain, rng)
    return Layout(picture.island, picture.terrain, picture.numbers, picture.harbors, robber, start + neutral, colours, inactive, number)
