"""A little of the long run of `fuzz.py` with every suite; with `SEVENHEX_BOUNDSCHECK=1` (make checked) every index is checked too."""

from __future__ import annotations

import fuzz
import pytest

from amounts import amount

SIZES = {
    "states": amount(2000, 20_000, checked=2000),
    "positions": amount(150, 1000, checked=100),
    "records": amount(150, 300, checked=100),
    "json": amount(100, 300, checked=60),
    "env-games": amount(80, 500, checked=70),
}


@pytest.mark.parametrize("kind", SIZES)
def test_mutants_are_refused_or_can_be_played(kind):
    counts = {}
    fuzz.run(kind, SIZES[kind], counts)
    assert counts[kind]["tried"] >= SIZES[kind]
    assert counts[kind].get("accepted", 1) > 0
    assert counts[kind]["steps"] > 0


def test_a_worker_stops_in_time_and_its_file_can_be_added_up(tmp_path, monkeypatch):
    monkeypatch.setattr(fuzz, "OWN_GAMES", 2)
    monkeypatch.setattr(fuzz.texts, "SEEDS", {kind: list(seeds) for kind, seeds in fuzz.texts.SEEDS.items()})
    file = tmp_path / "0.json"
    fuzz.work(0, 7, 0.0, str(file))
    assert not file.exists()
    counts = {}
    fuzz.run("json", 3, counts, seed=7)
    part = {"counts": counts, "findings": []}
    whole = fuzz.added([part, part])
    assert whole["counts"]["json"]["tried"] == 6
    assert "mutated JSON | 6" in fuzz.table(whole)
    assert "0 findings" in fuzz.table(whole)


def test_what_goes_wrong_is_reported_with_its_input(monkeypatch):
    def refuse(kind, text):
        raise RuntimeError("broken")

    monkeypatch.setattr(fuzz.texts, "examine", refuse)
    with pytest.raises(fuzz.Found, match=r"records, seed \d+, 1 at a time: RuntimeError: broken") as caught:
        fuzz.run("records", 1, {})
    assert caught.value.given
