"""For first games: one step ahead by the few things that a beginner sees, generous in trade, sparing with the robber."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sevenhex.rules.actions import NONE, first, get_of, give_of, kind_of, second
from sevenhex.rules.cards import total
from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import DESERT, Kind
from sevenhex.rules.routes import owner
from sevenhex.rules.topology import HEX_CORNERS
from sevenhex.search.evaluation import PLACE, SHAPES
from sevenhex.search.policy import decide
from sevenhex.search.trading import gain_by_accepting

from . import minds
from .bargaining import is_asked
from .protocol import Limit
from .thinker import Thinker, memory_of

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

# What it sees of a position; everything else that `steady` knows counts nothing: awards, harbors, roads, what a building still lacks.
SEES = ("points", "points_near_end", "brick", "lumber", "wool", "grain", "ore", "cards_over_limit", "place_now", "soon_card")
GENEROUS = 0.03  # chances to win that it gives away with an exchange of as many cards


@cache
def narrowed(players: int) -> minds.Mind:
    """The mind of `steady` that knows these terms alone."""
    mind = minds.mind("steady", players).copy()
    known = {f"{time}_{name}" for time in ("early", "late") for name in SEES} | set(SHAPES)
    for name, place in PLACE.items():
        if name not in known:
            mind[:, place] = 0.0
    return mind


class Gentle(Thinker):
    name = "gentle"
    title = "Gentle"
    description = (
        "For first games. It sees points, what hexes yield and where it may settle now, and nothing behind that: no award, no harbor, "
        "no building to save for. It trades with anybody who gives as many cards as they take, and never robs somebody whom the "
        "robber is troubling already."
    )
    levels = ("normal",)

    def mind(self, view: View) -> minds.Mind:
        return narrowed(view.players)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        assert view.seat is not None
        self.begin(view, legal)
        if is_asked(view):
            return self.answer(view, legal)
        if legal == [Kind.END]:
            return int(Kind.END)
        if kind_of(legal[0]) == Kind.ROBBER:
            return rob(view, legal)
        return int(decide(view.seat, self.mind(view), memory_of(next(self.worlds(view))[0])))

    def answer(self, view: View, legal: list[int]) -> int:
        """It takes whatever brings as many cards and costs it little."""
        assert view.seat is not None
        offer = int(view.state["offer"][0])
        fair = Kind.ACCEPT in legal and total(give_of(offer)) >= total(get_of(offer))
        if fair and gain_by_accepting(view.seat, self.mind(view), memory_of(next(self.worlds(view))[0])) > -GENEROUS:
            return int(Kind.ACCEPT)
        return int(Kind.REFUSE)


def neighbors(state: Any, tile: int) -> set[int]:
    """The seats with a building at this hex."""
    pieces = (int(state["building"][corner]) for corner in HEX_CORNERS[int(state["island"]), tile])
    return {int(owner(piece)) for piece in pieces if piece}


def rob(view: View, legal: list[int]) -> int:
    """To the best hex of the leader, but never from a seat at the hex where the robber has just been, no matter who sent it there."""
    state = view.state[0]
    tile = int(state["robber"])
    spared = neighbors(state, tile) if state["terrain"][tile] != DESERT else set()
    allowed = [action for action in legal if int(second(action)) not in spared] or legal

    def worth(action: int) -> tuple[bool, int, int]:
        victim, tile = int(second(action)), int(first(action))
        points = -1 if victim == NONE else int(state["points"][victim])
        return view.seat not in neighbors(state, tile), points, int(WAYS[int(state["number"][tile])])

    return max(allowed, key=worth)
