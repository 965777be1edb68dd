"""An action is one int64: its kind in the low six bits, its arguments above. One vocabulary for log, wire, bots and tests.

Small arguments take eight bits each. A trade's two bundles take five bits a resource, and an offer's recipients one bit a seat.
"""

from __future__ import annotations

from typing import NamedTuple

from .cards import BITS, FIELD, KINDS
from .ids import Kind
from .jit import rule

KIND_BITS = 6
KIND_MASK = (1 << KIND_BITS) - 1
ARGUMENT_BITS = 8
BUNDLE_BITS = 5
GIVE_SHIFT = KIND_BITS
GET_SHIFT = GIVE_SHIFT + BUNDLE_BITS * KINDS
RECIPIENTS_SHIFT = GET_SHIFT + BUNDLE_BITS * KINDS
NONE = 255  # an argument left out: no victim, no second card

BUNDLE_KINDS = frozenset({Kind.OFFER, Kind.COUNTER, Kind.PROPOSE})


@rule
def act(kind: int, first: int = 0, second: int = 0, third: int = 0) -> int:
    """Encode an action with small arguments."""
    return kind | (first << KIND_BITS) | (second << (KIND_BITS + ARGUMENT_BITS)) | (third << (KIND_BITS + 2 * ARGUMENT_BITS))


@rule
def kind_of(action: int) -> int:
    return action & KIND_MASK


@rule
def first(action: int) -> int:
    return (action >> KIND_BITS) & 255


@rule
def second(action: int) -> int:
    return (action >> (KIND_BITS + ARGUMENT_BITS)) & 255


@rule
def third(action: int) -> int:
    return (action >> (KIND_BITS + 2 * ARGUMENT_BITS)) & 255


@rule
def squeeze(word: int) -> int:
    """A word of cards in five bits a kind."""
    small = 0
    for kind in range(KINDS):
        small |= ((word >> (BITS * kind)) & FIELD) << (BUNDLE_BITS * kind)
    return small


@rule
def spread(small: int) -> int:
    """The inverse of `squeeze`."""
    word = 0
    for kind in range(KINDS):
        word |= ((small >> (BUNDLE_BITS * kind)) & ((1 << BUNDLE_BITS) - 1)) << (BITS * kind)
    return word


@rule
def trade(kind: int, give: int, get: int, recipients: int = 0) -> int:
    """Encode an offer, counteroffer or proposal from two words of cards."""
    return kind | (squeeze(give) << GIVE_SHIFT) | (squeeze(get) << GET_SHIFT) | (recipients << RECIPIENTS_SHIFT)


@rule
def give_of(action: int) -> int:
    """What the speaker gives."""
    return spread((action >> GIVE_SHIFT) & ((1 << (BUNDLE_BITS * KINDS)) - 1))


@rule
def get_of(action: int) -> int:
    """What the speaker gets."""
    return spread((action >> GET_SHIFT) & ((1 << (BUNDLE_BITS * KINDS)) - 1))


@rule
def recipients_of(action: int) -> int:
    """The seats an offer is made to, one bit each."""
    return (action >> RECIPIENTS_SHIFT) & 63


# What each kind's small arguments are; the text form and the checks of `decode` follow from this table.
ARGUMENTS: dict[Kind, tuple[str, ...]] = {
    Kind.DICE: ("die", "die"),
    Kind.STEAL: ("resource",),
    Kind.DRAW: ("card",),
    Kind.ROLL: (),
    Kind.SETTLE: ("corner",),
    Kind.ROAD: ("edge",),
    Kind.CITY: ("corner",),
    Kind.BUY: (),
    Kind.KNIGHT: (),
    Kind.ROAD_BUILDING: (),
    Kind.PLENTY: ("resource", "resource?"),
    Kind.MONOPOLY: ("resource",),
    Kind.ROBBER: ("hex", "seat?"),
    Kind.DISCARD: ("resource",),
    Kind.BANK: ("resource", "resource", "rate"),
    Kind.OFFER: ("bundle", "bundle", "recipients"),
    Kind.ACCEPT: (),
    Kind.REFUSE: (),
    Kind.COUNTER: ("bundle", "bundle"),
    Kind.PROPOSE: ("bundle", "bundle"),
    Kind.CONFIRM: ("seat",),
    Kind.TAKE: ("seat",),
    Kind.DECLINE: ("seat",),
    Kind.WITHDRAW: (),
    Kind.END: (),
    Kind.STOP: (),
}


class Action(NamedTuple):
    """The typed form of an action: a kind, and its arguments as plain numbers (bundles as five counts)."""

    kind: Kind
    arguments: tuple[int, ...] = ()
    give: tuple[int, ...] = ()
    get: tuple[int, ...] = ()

    def __int__(self) -> int:
        if self.kind in BUNDLE_KINDS:
            words = [sum(count << (BITS * kind) for kind, count in enumerate(bundle)) for bundle in (self.give, self.get)]
            return int(trade(int(self.kind), words[0], words[1], *self.arguments))
        return int(act(int(self.kind), *self.arguments))


def typed(action: int) -> Action:
    """The typed form of an encoded action; raises ValueError for a number that encodes none."""
    action = int(action)
    try:
        kind = Kind(action & ((1 << KIND_BITS) - 1))
    except ValueError:
        raise ValueError(f"{action} encodes no action: its kind {action & KIND_MASK} is unknown") from None
    if kind in BUNDLE_KINDS:
        give, get = (tuple((int(word) >> (BITS * each)) & FIELD for each in range(KINDS)) for word in (give_of(action), get_of(action)))
        value = Action(kind, (int(recipients_of(action)),) if kind == Kind.OFFER else (), give, get)
    else:
        shifts = [KIND_BITS + ARGUMENT_BITS * place for place in range(len(ARGUMENTS[kind]))]
        value = Action(kind, tuple((action >> shift) & 255 for shift in shifts))
    if int(value) != action:
        raise ValueError(f"{action} encodes no action: it has bits that {kind.name} does not use")
    return value
