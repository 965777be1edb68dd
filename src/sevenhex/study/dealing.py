"""Islands for a real table: dealt by the engine from a seed, with figures that say how fair each is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import to_builtins

from sevenhex.bots.greedy import chances
from sevenhex.bots.opening import ways
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.protocol.encoding import buildings_on, island_data, roads_on
from sevenhex.protocol.schema import Described
from sevenhex.rules.actions import first
from sevenhex.rules.ids import DESERT, RESOURCE_NAMES, Phase
from sevenhex.rules.routes import owner

if TYPE_CHECKING:
    from sevenhex.rules.state import State

RED = (6, 8)
LONGEST_SEED = 60


@dataclass
class Share:
    """What a resource brings: its hexes, and how many of the 36 rolls pay one of them, counted for each hex."""

    hexes: int
    chances: int


@dataclass
class Figures:
    """How fair an island is. Chances are of 36 rolls, summed over the hexes of a corner."""

    resources: dict[str, Share]
    best: Annotated[int, Described("Chances of the corner that has most.")]
    reds: Annotated[int, Described("Pairs of 6 and 8 side by side.")]
    equal: Annotated[int, Described("Pairs of the same number side by side.")]
    seats: Annotated[list[int], Described("Chances of each seat's two settlements, if all take the best corner in turn.")]
    spread: Annotated[int, Described("Between the best seat and the worst.")]


@dataclass
class Dealt:
    seed: str
    setup: str
    position: str
    robber: str
    buildings: list[Any]
    roads: list[Any]
    colours: list[str]
    figures: Figures


def neighbours(game: Game) -> list[tuple[int, int]]:
    """Hexes that lie side by side."""
    points = game.naming.geometry.hex_points
    count = len(game.naming.geometry.hex_names)
    return [
        (one, two)
        for one in range(count)
        for two in range(one + 1, count)
        if (abs(points[one][0] - points[two][0]), abs(points[one][1] - points[two][1])) in ((2, 0), (1, 3))
    ]


def drafted(given: Game) -> list[int]:
    """The chances of every seat after a set-up in which everybody takes the most frequent corner that is free, or as it is printed."""
    game, seats = given.copy(), [0] * given.players
    for corner, piece in enumerate(given.snapshot.building):
        if piece and owner(piece) < given.players:
            seats[owner(piece)] += int(chances(given.state[0], corner))
    while game.phase in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD):
        legal, seat = game.legal(game.actor), game.actor
        if game.phase == Phase.SETUP_SETTLEMENT:
            best = max(legal, key=lambda action: chances(game.state[0], int(first(action))))
            seats[seat] += int(chances(game.state[0], int(first(best))))
            game.play(best, seat)
        else:
            game.play(legal[0], seat)
    return seats


def figures(game: Game) -> Figures:
    state: State = game.state
    count = len(game.naming.geometry.hex_names)
    terrain, numbers = state[0].terrain[:count].tolist(), state[0].number[:count].tolist()
    shares = {name: Share(0, 0) for name in RESOURCE_NAMES}
    for land, number in zip(terrain, numbers, strict=True):
        if land != DESERT:
            shares[RESOURCE_NAMES[land]].hexes += 1
            shares[RESOURCE_NAMES[land]].chances += int(ways(number))
    beside = [(numbers[one], numbers[two]) for one, two in neighbours(game) if numbers[one] and numbers[two]]
    seats = drafted(game)
    return Figures(
        shares,
        max(int(chances(state[0], corner)) for corner in range(len(game.naming.geometry.corner_names))),
        sum(one in RED and two in RED for one, two in beside),
        sum(one == two for one, two in beside),
        seats,
        max(seats) - min(seats),
    )


def deal(seed: str, edition: str = "sixth", players: int = 4, setup: str = "") -> dict[str, Any]:
    """The island of a seed: where everything lies, what stands already, and its figures."""
    if not seed or len(seed) > LONGEST_SEED:
        raise SevenhexError(f"An island is dealt from a seed of 1 to {LONGEST_SEED} characters; got {len(seed)}.")
    game = Game.new(edition, players, seed=seed, starter=0, **({"setup": setup} if setup else {}))
    ground = to_builtins(island_data(game.state, game.snapshot, game.configuration, game.words))
    found = Dealt(
        seed,
        str(ground["options"]["setup"]),
        game.position(),
        game.naming.geometry.hex_names[int(game.state[0].robber)],
        [to_builtins(each) for each in buildings_on(game.snapshot)],
        [to_builtins(each) for each in roads_on(game.snapshot)],
        list(game.colours),
        figures(game),
    )
    data: dict[str, Any] = to_builtins(found)
    return {**ground, **data}
