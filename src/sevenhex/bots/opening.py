"""The best corners to open on, with reasons: chances, variety, harbor, room to grow, and who could be shut out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenhex.errors import SevenhexError
from sevenhex.knowledge.sample import sample
from sevenhex.rules.actions import KIND_BITS
from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import DESERT, GENERIC, NOBODY, Island, Kind, Phase, Resource
from sevenhex.rules.legal import GENERIC_RATE, SPECIAL_RATE
from sevenhex.rules.topology import CORNER_HEXES, CORNER_NEIGHBORS, GEOMETRY
from sevenhex.search.rollouts import rank

from . import minds
from .thinker import memory_of

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

GOOD_NUMBERS = 10  # chances of 36: a corner that deserves the word
FEW = 6


@dataclass(frozen=True)
class Corner:
    """A place to open on."""

    corner: int
    name: str
    chance: float  # to win after settling here, as the evaluation sees it
    score: float  # 1 for the best, 0 for the worst of the free corners
    pips: int
    resources: tuple[str, ...]
    numbers: tuple[int, ...]
    harbor: str | None
    why: tuple[dict[str, Any], ...]  # what speaks for and against it: a code, the facts, and a sentence

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(reason["sentence"] for reason in self.why)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def explore(view: View, seat: int | None = None) -> list[Corner]:
    """All free corners for the seat that places now, the best first."""
    if view.phase != Phase.SETUP_SETTLEMENT:
        raise SevenhexError("Corners can be compared while settlements of the set-up are placed; this position is past that, or before it.")
    who = view.actor if seat is None else seat
    memory = memory_of(sample(view, np.random.default_rng(1))[0])
    memory.states[0].actor = who
    state = view.state[0]
    corners = free_corners(state)
    actions = np.array([Kind.SETTLE | corner << KIND_BITS for corner in corners])
    worths = np.zeros(len(actions))
    rank(who, minds.mind("scholar", view.players), memory, actions, worths)
    low, high = float(worths.min()), float(worths.max())
    found = [
        describe(view, who, corner, float(worth), (float(worth) - low) / (high - low) if high > low else 1.0)
        for corner, worth in zip(corners, worths, strict=True)
    ]
    return sorted(found, key=lambda each: (-each.score, each.corner))


def free_corners(state: Any) -> list[int]:
    size = len(GEOMETRY[Island(int(state["island"]))].corner_points)
    return [corner for corner in range(size) if int(state["open_corners"][corner // 60]) >> corner % 60 & 1]


def around(state: Any, corner: int) -> list[tuple[int, int]]:
    """Resource and number of the producing hexes at a corner."""
    tiles = [int(tile) for tile in CORNER_HEXES[state["island"], corner] if tile >= 0]
    return [(int(state["terrain"][tile]), int(state["number"][tile])) for tile in tiles if state["terrain"][tile] != DESERT]


def ways(number: int) -> int:
    return int(WAYS[number])


def describe(view: View, seat: int, corner: int, chance: float, score: float) -> Corner:
    state = view.state[0]
    hexes = around(state, corner)
    pips = sum(ways(number) for _, number in hexes)
    kinds = sorted({kind for kind, _ in hexes})
    words = [view.words[Resource(kind).name.lower()] for kind in kinds]
    kind = int(state["corner_harbor"][corner])
    harbor = None if kind == NOBODY else "any" if kind == GENERIC else Resource(kind).name.lower()
    numbers = tuple(sorted(number for _, number in hexes))
    return Corner(
        corner,
        GEOMETRY[Island(int(state["island"]))].corner_names[corner],
        round(chance, 4),
        round(score, 4),
        pips,
        tuple(words),
        numbers,
        harbor,
        tuple({"code": code, **facts, "sentence": sentence} for code, facts, sentence in reasons(view, seat, corner, pips, hexes, harbor)),
    )


Reason = tuple[str, dict[str, Any], str]


def reasons(view: View, seat: int, corner: int, pips: int, hexes: list[tuple[int, int]], harbor: str | None) -> list[Reason]:
    """What speaks for and against a corner, in the edition's words."""
    state = view.state[0]
    name = {int(kind): view.words[kind.name.lower()] for kind in Resource}
    how = ", among the best numbers" if pips >= GOOD_NUMBERS else ", few" if pips <= FEW else ""
    reasons: list[Reason] = [("numbers", {"pips": pips, "good": pips >= GOOD_NUMBERS, "few": pips <= FEW}, f"{pips} chances of 36{how}")]
    kinds = {kind for kind, _ in hexes}
    if len(kinds) == len(hexes) == 3:
        reasons.append(("variety", {}, "three different resources"))
    elif len(kinds) < len(hexes):
        reasons.append(("twice", {}, "the same resource twice"))
    numbers = [number for _, number in hexes]
    if len(set(numbers)) < len(numbers):
        reasons.append(("same_number", {}, "one number twice: feast or famine"))
    own = {kind for other in range(len(state["building"])) if int(state["building"][other]) == 1 + seat for kind, _ in around(state, other)}
    if own and kinds - own:
        new = sorted(kinds - own)
        reasons.append(
            ("adds", {"resources": [Resource(kind).name.lower() for kind in new]}, "adds " + " and ".join(name[kind] for kind in new))
        )
    if harbor is not None:
        reasons.append(harbor_reason(view, harbor, kinds | own))
    shut = [near for near in CORNER_NEIGHBORS[state["island"], corner] if near >= 0 and state["open_corners"][near // 60] >> near % 60 & 1]
    best = max((sum(ways(number) for _, number in around(state, int(near))) for near in shut), default=0)
    if best >= GOOD_NUMBERS:
        reasons.append(("blocks", {"pips": best}, f"shuts others out of a corner with {best} chances"))
    return reasons


def harbor_reason(view: View, harbor: str, produced: set[int]) -> Reason:
    if harbor == "any":
        return "harbor", {"resource": None, "rate": GENERIC_RATE, "fits": False}, f"a {GENERIC_RATE}:1 {view.words['harbor']}"
    fits = int(Resource[harbor.upper()]) in produced
    which = ", which you would produce" if fits else ""
    sentence = f"a {SPECIAL_RATE}:1 {view.words['harbor']} for {view.words[harbor]}{which}"
    return "harbor", {"resource": harbor, "rate": SPECIAL_RATE, "fits": fits}, sentence


__all__ = ["Corner", "explore"]
