"""Why nothing of a kind (a whole button) can be done."""

from __future__ import annotations

from collections.abc import Sequence

from sevenhex.errors import ActionError, one_of
from sevenhex.rules.ids import LAST_CHANCE_PHASE, Phase
from sevenhex.rules.survey import survey

from .action import ask_time_and_price
from .bargain import BARGAINS, ask_answer, ask_domestic_trade
from .cards import ask_free_roads
from .inquiry import KIND, PHASE, Enough, GameLike, Inquiry
from .reason import Reason
from .supply import ask_rates
from .turn import discards_first, is_running, not_in_turn, not_trading

WHOLE = {  # the buttons of `why_no`
    "roll": KIND.ROLL,
    "end": KIND.END,
    "stop": KIND.STOP,
    "road": KIND.ROAD,
    "settlement": KIND.SETTLE,
    "city": KIND.CITY,
    "card": KIND.BUY,
    "bank": KIND.BANK,
    "offer": KIND.OFFER,
    "propose": KIND.PROPOSE,
    "knight": KIND.KNIGHT,
    "road_building": KIND.ROAD_BUILDING,
    "plenty": KIND.PLENTY,
    "monopoly": KIND.MONOPOLY,
}
HELD_UP = frozenset({*(phase for phase in Phase if phase <= LAST_CHANCE_PHASE), PHASE.OVER, PHASE.DISCARD})  # nobody may do as they like


def why_no(table: GameLike, what: str, seat: int) -> list[Reason]:
    """Why nothing of this kind (a whole button) can be done now; none when something can."""
    if what not in WHOLE:
        raise ActionError(f"{what!r} is no kind of action here; {one_of(what, WHOLE)}.", action=what)
    inquiry = Inquiry(table, seat)
    ask_whole(inquiry, WHOLE[what])
    return [reason.with_sentence(table.words) for reason in inquiry.reasons]


def why_none(table: GameLike, seat: int) -> dict[str, Reason | None]:
    """For every button the first reason why it is of no use now, or None: as `why_no` for each, without sentences."""
    return Buttons(table).of(seat)


class Buttons:
    """The buttons of one moment, for one seat after the other: what seats have in common is asked once."""

    def __init__(self, table: GameLike, kinds: Sequence[int] = ()) -> None:
        """`kinds` are those of a survey, if there is one."""
        self.kinds = kinds or survey(table.state, table.snapshot.players).kinds
        self.inquiry = Inquiry(table, 0)
        self.others: dict[str, Reason | None] = {}

    def of(self, seat: int) -> dict[str, Reason | None]:
        """For every button the first reason. What all who are not in turn have in common is put into `others` by the first of them."""
        inquiry, others = self.inquiry, self.others
        inquiry.turn_to(seat)
        inquiry.kinds = self.kinds[seat]
        if seat == inquiry.actor and inquiry.phase not in HELD_UP:
            return {what: None if inquiry.can(kind) else first(inquiry, kind) for what, kind in WHOLE.items()}
        if not others:
            same = first(inquiry, KIND.ROLL)
            others.update(dict.fromkeys(WHOLE, same))
            if inquiry.phase not in HELD_UP:
                others["offer"] = first(inquiry, KIND.OFFER)
                others["bank"] = first(inquiry, KIND.BANK)
        found = others.copy()
        if inquiry.phase not in HELD_UP:
            found["propose"] = None if inquiry.can(KIND.PROPOSE) else first(inquiry, KIND.PROPOSE)
        return found


def first(inquiry: Inquiry, kind: int) -> Reason | None:
    """The first reason why nothing of this kind can be done."""
    inquiry.reasons, inquiry.first_only = [], True
    try:
        ask_whole(inquiry, kind)
    except Enough:
        return inquiry.reasons[0]
    return None


def ask_whole(inquiry: Inquiry, kind: int) -> None:
    if not 0 <= inquiry.seat < inquiry.players:
        inquiry.add("no_such_seat", "TURN-1", seat=inquiry.seat, last=inquiry.players - 1)
        return
    if inquiry.can(kind) or not is_running(inquiry):
        return
    if inquiry.phase == PHASE.DISCARD:
        discards_first(inquiry)
    elif kind in BARGAINS:
        ask_whole_bargain(inquiry, kind)
    elif inquiry.seat != inquiry.actor:
        not_in_turn(inquiry, kind)
    else:
        ask_whole_in_turn(inquiry, kind)
    if not inquiry.reasons:
        nowhere(inquiry, kind)


def ask_whole_bargain(inquiry: Inquiry, kind: int) -> None:
    mine = inquiry.seat == inquiry.actor
    if kind == KIND.OFFER and not mine:
        not_trading(inquiry)
    if kind == KIND.PROPOSE and mine:
        inquiry.add("own_turn", "TRADE-2")
    ask_domestic_trade(inquiry, mine)
    if kind == KIND.PROPOSE and not mine:
        ask_answer(inquiry, kind)
    if not inquiry.hand:
        inquiry.add("not_held", "TRADE-5", "any")


def ask_whole_in_turn(inquiry: Inquiry, kind: int) -> None:
    ask_time_and_price(inquiry, kind)
    if kind == KIND.ROAD_BUILDING:
        ask_free_roads(inquiry)


def nowhere(inquiry: Inquiry, kind: int) -> None:
    """Time and price are right, but there is no place, or nothing to take."""
    if kind == KIND.ROAD:
        inquiry.add("no_place", "BUILD-1", "road")
    elif kind == KIND.SETTLE:
        inquiry.add("no_place", "BUILD-2", "settlement")
    elif kind == KIND.CITY:
        inquiry.add("no_settlement", "BUILD-3", "none")
    elif kind == KIND.PLENTY:
        inquiry.add("supply_short", "DEV-5", "empty")
    else:
        ask_rates(inquiry)
