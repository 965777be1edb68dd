"""Trade among players."""

from __future__ import annotations

from sevenhex.rules import engine, legal
from sevenhex.rules.actions import Action, get_of, give_of
from sevenhex.rules.cards import counts, covers, pack
from sevenhex.rules.ids import RESOURCE_NAMES, Answer

from .inquiry import KIND, PART, PHASE, Inquiry, amounts
from .turn import need_main, not_trading

ANSWERS = frozenset({KIND.ACCEPT, KIND.REFUSE, KIND.COUNTER, KIND.PROPOSE})  # what only the others say
SPEECHES = frozenset({*ANSWERS, KIND.WITHDRAW})
BARGAINS = frozenset({*SPEECHES, KIND.OFFER, KIND.CONFIRM, KIND.TAKE, KIND.DECLINE})


def ask_bargain(inquiry: Inquiry, value: Action) -> None:
    kind = value.kind
    mine = inquiry.seat == inquiry.actor
    if kind in ANSWERS and mine:
        inquiry.add("own_turn", "TRADE-2")
    if kind not in SPEECHES and not mine:
        not_trading(inquiry)
    ask_domestic_trade(inquiry, mine)
    if kind == KIND.OFFER and mine:
        ask_recipients(inquiry, value.arguments[0])
    if value.give or value.get:
        ask_bundle(inquiry, pack(*value.give), pack(*value.get))
    if kind == KIND.WITHDRAW:
        ask_withdraw(inquiry, mine)
    elif kind in ANSWERS and not mine:
        ask_answer(inquiry, kind)
    elif kind in (KIND.CONFIRM, KIND.TAKE, KIND.DECLINE) and mine:
        ask_close(inquiry, kind, value.arguments[0])


def ask_domestic_trade(inquiry: Inquiry, mine: bool) -> None:
    if engine.domestic_trade_is_open(inquiry.states):
        return
    if inquiry.part != PART.FIRST:
        clause = "PAIR-2" if inquiry.part == PART.PAIRED else "PAIR-5"
        inquiry.add("no_trade_now", clause, "roller", who=inquiry.colours[inquiry.now.roller])
    elif mine and inquiry.phase == PHASE.MAIN:
        inquiry.add("trade_before_build", "TURN-4")
    elif inquiry.phase == PHASE.MAIN:
        inquiry.add("trade_before_build", "TURN-4", "other", who=inquiry.colours[inquiry.actor])
    elif mine:
        need_main(inquiry, "TURN-5", "trade")
    else:
        inquiry.add("no_trade_now", "TRADE-1", who=inquiry.colours[inquiry.actor])


def ask_recipients(inquiry: Inquiry, recipients: int) -> None:
    if not recipients:
        inquiry.add("no_recipients", "TRADE-2")
    if recipients >> inquiry.seat & 1:
        inquiry.add("own_offer", "TRADE-2")


def ask_bundle(inquiry: Inquiry, give: int, get: int) -> None:
    """TRADE-3 to 5 for what is offered, proposed or countered."""
    if not legal.is_fair_bundle(give, get):
        if not give or not get:
            inquiry.add("no_gifts", "TRADE-3")
        both = [RESOURCE_NAMES[kind] for kind, pair in enumerate(zip(counts(give), counts(get), strict=True)) if all(pair)]
        if both:
            inquiry.add("like_for_like", "TRADE-4", "both", kinds=both)
    if not engine.is_in_box(inquiry.states, get):
        inquiry.add("not_in_box", "TRADE-5", get=amounts(get, get), most=inquiry.now.cards_each)
    if not covers(inquiry.hand, give):
        inquiry.add("not_held", "TRADE-5", give=amounts(give, give), held=inquiry.against(give))


def ask_withdraw(inquiry: Inquiry, mine: bool) -> None:
    if not engine.can_withdraw(inquiry.states, inquiry.seat):
        inquiry.add("nothing_to_withdraw", "TRADE-2", "" if mine else "answer")


def ask_answer(inquiry: Inquiry, kind: int) -> None:
    asked = engine.is_asked(inquiry.states, inquiry.seat)
    if kind == KIND.PROPOSE:
        if asked:
            inquiry.add("answer_first", "TRADE-2", who=inquiry.colours[inquiry.actor])
        return
    if not asked:
        inquiry.add("not_asked", "TRADE-2", "again" if inquiry.now.answer[inquiry.seat] else "")
    elif kind == KIND.ACCEPT and not engine.can_accept(inquiry.states, inquiry.seat):
        wanted = int(get_of(inquiry.now.offer))
        inquiry.add("not_held", "TRADE-5", give=amounts(wanted, wanted), held=inquiry.against(wanted))


def ask_close(inquiry: Inquiry, kind: int, other: int) -> None:
    """Confirm an acceptance, take or decline a proposal."""
    if other == inquiry.seat:
        inquiry.add("own_offer", "TRADE-2", "alone")
        return
    colour = inquiry.colours[other]
    if kind == KIND.CONFIRM:
        deal = inquiry.now.offer
        if not deal:
            inquiry.add("no_offer", "TRADE-2")
        elif inquiry.now.answer[other] != Answer.ACCEPTED:
            inquiry.add("not_accepted", "TRADE-2", who=colour)
        elif not engine.can_confirm(inquiry.states, other):
            ask_holdings(inquiry, int(give_of(deal)), int(get_of(deal)), other)
        return
    deal = inquiry.now.proposal[other]
    if not deal:
        inquiry.add("no_proposal", "TRADE-2", who=colour)
    elif kind == KIND.TAKE and not engine.can_take(inquiry.states, other):
        ask_holdings(inquiry, int(get_of(deal)), int(give_of(deal)), other)


def ask_holdings(inquiry: Inquiry, mine: int, theirs: int, other: int) -> None:
    """TRADE-5: who no longer holds what the trade takes. Of the other hand no more is said than that."""
    if not covers(inquiry.hand, mine):
        inquiry.add("not_held", "TRADE-5", give=amounts(mine, mine), held=inquiry.against(mine))
    if not covers(inquiry.now.hand[other], theirs):
        inquiry.add("partner_lacks", "TRADE-5", who=inquiry.colours[other], cards=amounts(theirs, theirs))
