"""The seven: discards and the robber."""

from __future__ import annotations

from sevenhex.rules import engine
from sevenhex.rules.actions import NONE
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import RESOURCE_NAMES

from .inquiry import PHASE, Inquiry


def ask_discard(inquiry: Inquiry, resource: int) -> None:
    if inquiry.now.discard_left[inquiry.seat] <= 0:
        if inquiry.phase == PHASE.DISCARD:
            inquiry.add("nothing_to_discard", "SEVEN-1", limit=inquiry.now.discard_limit)
        else:
            inquiry.add("nothing_to_discard", "SEVEN-1", "now")
    if not counts(inquiry.hand)[resource]:
        inquiry.add("not_held", "SEVEN-1", "kind", resource=RESOURCE_NAMES[resource])


def ask_robber(inquiry: Inquiry, tile: int, victim: int) -> None:
    if inquiry.phase != PHASE.ROBBER:
        inquiry.add("robber_stays", "ROB-4")
    name = inquiry.geometry.hex_names[tile]
    if tile == inquiry.now.robber:
        inquiry.add("robber_must_move", "ROB-1", place=name)
        return  # who stands there is not the question
    if not int(engine.robber_goals(inquiry.states, inquiry.seat)) >> tile & 1:
        inquiry.add("friendly_robber", "HOUSE-2", place=name)
        return
    around = int(engine.owners_around(inquiry.states, tile))
    victims = around & ~(1 << inquiry.seat)
    if victim == NONE:
        if victims:
            inquiry.add("must_rob", "ROB-2", place=name, who=inquiry.chosen(victims))
    elif victim == inquiry.seat:
        inquiry.add("own_building", "ROB-2")
    elif not victims >> victim & 1:
        others = {"others": inquiry.chosen(victims)} if victims else {}
        inquiry.add("not_there", "ROB-2", "others" if victims else "", who=inquiry.colours[victim], place=name, **others)
