"""Counts of five kinds of card in one 64-bit word: eight bits a kind, so that paying is one subtraction.

A hand, the supply, a cost, a harvest, a player's development cards and the deck are all such words. The top bit of each
byte is never used by a count (the largest is 24); `covers` borrows against it to compare five counts at once.
"""

from __future__ import annotations

from .ids import Card, Resource
from .jit import rule

BITS = 8
FIELD = (1 << BITS) - 1
ONES = sum(1 << (BITS * kind) for kind in range(5))
GUARD = ONES << (BITS - 1)
KINDS = 5


def pack(*counts: int) -> int:
    """Five counts as one word, in the order of `Resource` (or of `Card`)."""
    return sum(int(count) << (BITS * kind) for kind, count in enumerate(counts))


def counts(word: int) -> list[int]:
    """The five counts of a word."""
    word = int(word)
    return [(word >> (BITS * kind)) & FIELD for kind in range(KINDS)]


ROAD_COST = pack(1, 1, 0, 0, 0)
SETTLEMENT_COST = pack(1, 1, 1, 1, 0)
CITY_COST = pack(0, 0, 0, 2, 3)
CARD_COST = pack(0, 0, 1, 1, 1)

assert (Resource.BRICK, Resource.ORE, Card.KNIGHT, Card.MONOPOLY) == (0, 4, 0, 4)


@rule
def one(kind: int) -> int:
    """A word with a single card of this kind."""
    return 1 << (BITS * kind)


@rule
def count(word: int, kind: int) -> int:
    """How many cards of this kind."""
    return (word >> (BITS * kind)) & FIELD


@rule
def total(word: int) -> int:
    """How many cards of all kinds together (at most 120)."""
    pairs = (word & 0xFF00FF00FF) + ((word >> BITS) & 0xFF00FF)
    return (pairs + (pairs >> (2 * BITS)) + (pairs >> (4 * BITS))) & FIELD


@rule
def covers(word: int, cost: int) -> bool:
    """Does the word hold at least the cost, kind by kind?"""
    return ((word | GUARD) - cost) & GUARD == GUARD


@rule
def kinds_with(word: int, least: int) -> int:
    """The top bit of each kind that has at least this many cards."""
    return ((word | GUARD) - least * ONES) & GUARD


@rule
def only(word: int, kind: int) -> int:
    """The word reduced to this kind."""
    return word & (FIELD << (BITS * kind))


@rule
def nth_kind(word: int, index: int) -> int:
    """The kind of the card at this position when the cards lie sorted in a row (for drawing one at random)."""
    kind = 0
    while kind < KINDS - 1:
        held = (word >> (BITS * kind)) & FIELD
        if index < held:
            return kind
        index -= held
        kind += 1
    return kind
