"""Openings: every free corner with the chance to win after settling there, and islands dealt to train on."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from sevenhex.bots.opening import Corner, describe, explore, free_corners
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.knowledge import views
from sevenhex.rules.actions import KIND_BITS, first
from sevenhex.rules.ids import Kind, Phase

from .judge import hundredths, lookahead, network_for, proposals, worlds_of
from .review import after_setup

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View
    from sevenhex.nets.shipped import AnyNetwork

MOST_FIRST = 3  # corners among which those who settle before are spread


class OpeningError(SevenhexError):
    """A position without a settlement to place, or a place in the order that does not exist."""


def corners(game: Game) -> list[dict[str, Any]]:
    """The free corners for the settlement that is due, the best first: `chance` and `lost` in hundredths, and reasons."""
    if game.phase != Phase.SETUP_SETTLEMENT:
        raise OpeningError("Corners can be compared while settlements of the set-up are placed; this position is past that, or before it.")
    return ranked(views.open_view(game, game.actor))


def ranked(view: View) -> list[dict[str, Any]]:
    """The same for the seat that looks: hints, the coach, the openings' page, reviews and `sevenhex opening` say what is said here."""
    if view.phase != Phase.SETUP_SETTLEMENT:
        raise OpeningError("Corners can be compared while settlements of the set-up are placed; this position is past that, or before it.")
    seat = view.actor
    network = network_for(view.state)
    if network is None:
        found = explore(view, seat)
        worths = {corner.corner: corner.chance for corner in found}
    else:
        worths = settled(network, view, seat)
        found = []
    low, high = min(worths.values()), max(worths.values())
    span = high - low or 1.0
    rows: list[Corner] = found or [describe(view, seat, corner, worth, (worth - low) / span) for corner, worth in worths.items()]
    shown = [{**row.to_json(), "chance": hundredths(row.chance), "lost": hundredths(high - row.chance)} for row in rows]
    return sorted(shown, key=lambda row: (-row["chance"], row["corner"]))


def settled(network: AnyNetwork, view: View, seat: int) -> dict[int, float]:
    """The seat's chance after settling on each corner, the rest of the set-up played by the policy. Nothing that is hidden matters yet."""
    world = worlds_of(view, 1, 1)[0]
    legal = [int(Kind.SETTLE) | corner << KIND_BITS for corner in free_corners(world[0])]
    own = after_setup(lookahead(network, world, open_cards=True), world, seat, legal)
    return {int(first(action)): float(worth) for action, worth in zip(legal, own, strict=True)}


def best(view: View) -> int:
    """The action of the seat that settles: the first of the ranked corners."""
    return int(Kind.SETTLE) | int(ranked(view)[0]["corner"]) << KIND_BITS


def deal(seed: int | str, edition: str = "sixth", players: int = 4, place: int = 0) -> Game:
    """An island on which `place` settlements stand already: it is the turn of the next in the order."""
    game = Game.new(edition, players, seed=seed, starter=0)
    if not 0 <= place < 2 * players:
        raise OpeningError(f"With {players} players the settlements are numbered 0 to {2 * players - 1}; got {place}.")
    network = network_for(game.state)
    rng = Random(f"{seed}/opening")
    placed = 0
    while placed < place or game.phase != Phase.SETUP_SETTLEMENT:
        if game.phase not in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD):
            raise OpeningError("This edition has no settlements to place.")
        seat, is_settlement = game.actor, game.phase == Phase.SETUP_SETTLEMENT
        game.push(preferred(network, game, seat, rng if is_settlement else None), seat)
        placed += is_settlement
    return game


def preferred(network: AnyNetwork | None, game: Game, seat: int, rng: Random | None) -> int:
    """What the policy would do; of settlements one of the first few."""
    legal = game.legal(seat)
    if network is None:
        return (rng or Random(0)).choice(legal)
    ahead = lookahead(network, game.state)
    (root,) = ahead.put_open([game.state])
    liked = proposals(ahead, root, seat, legal)
    return liked[0] if rng is None else rng.choice(liked[:MOST_FIRST])


def grade(game: Game, corner: str) -> dict[str, Any]:
    """How good it is to settle on a corner: its rank, what it loses, and the best."""
    rows = corners(game)
    for rank, row in enumerate(rows, 1):
        if row["name"] == corner:
            return {"corner": row, "rank": rank, "of": len(rows), "lost": row["lost"], "best": rows[0]}
    raise OpeningError(f"Nobody can settle on {corner!r} here.")
