"""Why one action is refused: its kind decides what is asked."""

from __future__ import annotations

from sevenhex.rules import engine
from sevenhex.rules.actions import Action, typed
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_KIND, LAST_CHANCE_PHASE

from .arguments import knows_arguments
from .bargain import BARGAINS, ask_bargain
from .building import COSTS, PIECES, ask_place, ask_purchase
from .cards import CARD_OF, ask_card, ask_card_use, ask_stop
from .inquiry import KIND, PHASE, GameLike, Inquiry
from .reason import Reason
from .robber import ask_discard, ask_robber
from .supply import ask_bank, ask_supply_trade
from .turn import ask_roll, discards_first, is_running, need_main, not_in_turn


def why_not(table: GameLike, action: int, seat: int) -> list[Reason]:
    """Every reason why the seat (or chance, -1) may not do this now; none when it may."""
    inquiry = Inquiry(table, seat)
    ask(inquiry, int(action))
    return [reason.with_sentence(table.words) for reason in inquiry.reasons]


def ask(inquiry: Inquiry, action: int) -> None:
    if inquiry.seat != CHANCE and not 0 <= inquiry.seat < inquiry.players:
        inquiry.add("no_such_seat", "TURN-1", seat=inquiry.seat, last=inquiry.players - 1)
        return
    try:
        value = typed(action) if 0 < action < 1 << 63 else None
    except ValueError:
        value = None
    if value is None:
        inquiry.add("malformed", "TURN-1", action=str(action))
    elif inquiry.seat == CHANCE:
        ask_chance(inquiry, value, action)
    elif value.kind <= LAST_CHANCE_KIND:
        inquiry.add("chance_only", "TURN-1")
    elif knows_arguments(inquiry, value) and is_running(inquiry):
        ask_kind(inquiry, value)


def ask_chance(inquiry: Inquiry, value: Action, action: int) -> None:
    if engine.is_legal(inquiry.states, CHANCE, action):
        return
    if value.kind > LAST_CHANCE_KIND:
        inquiry.add("not_by_chance", "TURN-1")
    elif inquiry.phase > LAST_CHANCE_PHASE:
        inquiry.add("not_left_to_chance", "TURN-1")
    else:
        inquiry.add("impossible_outcome", "TURN-1")


def ask_kind(inquiry: Inquiry, value: Action) -> None:
    kind = value.kind
    if kind == KIND.DISCARD:
        ask_discard(inquiry, value.arguments[0])
    elif inquiry.phase == PHASE.DISCARD:
        discards_first(inquiry)
    elif kind in BARGAINS:
        ask_bargain(inquiry, value)
    elif inquiry.seat != inquiry.actor:
        not_in_turn(inquiry, kind)
    else:
        ask_in_turn(inquiry, value)


def ask_in_turn(inquiry: Inquiry, value: Action) -> None:
    kind = value.kind
    ask_time_and_price(inquiry, kind)
    if kind in PIECES:
        ask_place(inquiry, kind, value.arguments[0])
    elif kind in CARD_OF:
        ask_card_use(inquiry, value)
    elif kind == KIND.ROBBER:
        ask_robber(inquiry, *value.arguments)
    elif kind == KIND.BANK:
        ask_bank(inquiry, *value.arguments)


def ask_time_and_price(inquiry: Inquiry, kind: int) -> None:
    """Whatever the place or the cards, of somebody in turn."""
    if kind in COSTS:
        ask_purchase(inquiry, kind)
    elif kind in CARD_OF:
        ask_card(inquiry, kind)
    elif kind == KIND.ROLL:
        ask_roll(inquiry)
    elif kind == KIND.END:
        need_main(inquiry, "TURN-1", "end")
    elif kind == KIND.STOP:
        ask_stop(inquiry)
    elif kind == KIND.BANK:
        ask_supply_trade(inquiry)
