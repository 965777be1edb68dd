"""Mutated positions, records and JSON: an error with its place or a sound game, never anything else and never a half-loaded game.

Every day a few thousand inputs, each night (`-m nightly`) more than 20,000. An input that once failed is kept in tests/failing/.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import amount
from mutations import FAILING, SEEDS, examine, keep, mutated

PER_EXAMPLE = 20


def attack(kind: str, seed: int, inputs: int = PER_EXAMPLE) -> int:
    rng = Random(seed)
    accepted = 0
    for _ in range(inputs):
        text = mutated(rng.choice(SEEDS[kind]), rng)
        try:
            accepted += examine(kind, text) is not None
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}; kept as {keep(kind, text)}") from error
    return accepted


@pytest.mark.parametrize("kind", list(SEEDS))
def test_the_unchanged_texts_are_accepted(kind):
    assert all(examine(kind, text) is not None for text in SEEDS[kind])


@pytest.mark.parametrize("kind", list(SEEDS))
@settings(max_examples=amount(30, 60, checked=8))
@given(seed=st.integers(0, 2**32 - 1))
def test_mutations_are_refused_or_sound(kind, seed):
    attack(kind, seed)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", list(SEEDS))
@settings(max_examples=400)
@given(seed=st.integers(0, 2**32 - 1))
def test_many_mutations_are_refused_or_sound(kind, seed):
    attack(kind, seed)


@pytest.mark.parametrize("kind", list(SEEDS))
@given(text=st.text(max_size=200))
def test_any_text_is_refused_or_sound(kind, text):
    examine(kind, text)


@pytest.mark.parametrize("file", sorted(FAILING.glob("*.txt")), ids=lambda file: file.stem)
def test_what_once_failed(file):
    examine(file.stem.split("-")[0], file.read_bytes().decode("utf-8", "surrogatepass"))


def test_the_mutations_reach_deep_enough():
    """Some are accepted, so the checks behind the syntax are tried too."""
    assert all(attack(kind, 1, 60) > 0 for kind in SEEDS)
