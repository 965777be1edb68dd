"""Trade with the supply."""

from __future__ import annotations

from sevenhex.rules import engine
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import RESOURCE_NAMES, RESOURCES
from sevenhex.rules.legal import GENERAL_RATE, SPECIAL_RATE
from sevenhex.rules.survey import RATE_BITS

from .inquiry import PART, Inquiry
from .turn import need_main


def ask_supply_trade(inquiry: Inquiry) -> None:
    if not engine.supply_trade_is_open(inquiry.states):
        in_time = need_main(inquiry, "TURN-5", "trade")
        if in_time and not engine.phases_allow_trade(inquiry.states):
            inquiry.add("trade_before_build", "TURN-4")
        if inquiry.part == PART.SPECIAL:
            inquiry.add("no_trade_now", "PAIR-5", "special")


def ask_bank(inquiry: Inquiry, give: int, get: int, rate: int) -> None:
    if engine.can_bank(inquiry.states, inquiry.seat, give, get, rate):
        return
    if give == get:
        inquiry.add("like_for_like", "TRADE-6", resource=RESOURCE_NAMES[give])
    if not engine.is_entitled(inquiry.states, inquiry.seat, give, rate):
        inquiry.add("no_such_rate", "TRADE-6", resource=RESOURCE_NAMES[give], rate=rate, rates=rates(inquiry, give))
    held = counts(inquiry.hand)[give]
    if held < rate:
        inquiry.add("cannot_afford", "TRADE-6", "trade", rate=rate, resource=RESOURCE_NAMES[give], held=held)
    if not counts(inquiry.now.supply)[get]:
        inquiry.add("supply_empty", "TRADE-7", resource=RESOURCE_NAMES[get])


def ask_rates(inquiry: Inquiry) -> None:
    """TRADE-6, TRADE-7: nothing to give at any rate, or nothing to get."""
    best = [min(rates(inquiry, kind)) for kind in range(RESOURCES)]
    if any(held >= best[kind] for kind, held in enumerate(counts(inquiry.hand))):
        inquiry.add("supply_empty", "TRADE-7", "all")
        return
    kinds = {RESOURCE_NAMES[kind]: [held, best[kind]] for kind, held in enumerate(counts(inquiry.hand)) if held}
    inquiry.add("cannot_afford", "TRADE-6", "rates", kinds=kinds)


def rates(inquiry: Inquiry, resource: int) -> list[int]:
    bits = inquiry.entitled >> (resource * RATE_BITS)
    return [rate for rate in range(SPECIAL_RATE, GENERAL_RATE + 1) if bits >> rate & 1]
