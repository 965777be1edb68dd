"""Answers that are kept: so many bytes, and so long."""

from __future__ import annotations

from sevenhex.server.base.kept import Kept


def test_what_nobody_asks_for_is_forgotten():
    now = [0.0]
    kept = Kept(len, most=100, seconds=10, clock=lambda: now[0])
    for question in "abc":
        kept.keep(question, b"x" * 10)
    now[0] = 8.0
    assert kept.find("a") == b"x" * 10
    now[0] = 15.0
    kept.keep("d", b"y")
    assert list(kept.values) == ["a", "d"]
    assert kept.size == 11


def test_so_many_bytes_are_kept_and_the_longest_unused_goes_first():
    kept = Kept(len, most=100)
    for question in "abc":
        kept.keep(question, b"x" * 40)
    assert list(kept.values) == ["b", "c"]
    kept.keep("b", b"x" * 90)  # another answer to the same
    assert (list(kept.values), kept.size) == (["b"], 90)
    kept.keep("e", b"x" * 101)  # larger than all that is kept
    assert (list(kept.values), kept.size) == ([], 0)
