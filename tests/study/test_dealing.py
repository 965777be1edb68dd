"""Islands for a real table: the same from the same seed, with figures that add up."""

from __future__ import annotations

import pytest

from sevenhex.editions import load, names
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.study.dealing import deal

WAYS = {number: 6 - abs(7 - number) for number in range(2, 13)}


@pytest.mark.parametrize("key", names())
def test_an_island_for_every_edition_and_number_of_players(key):
    edition = load(key)
    for players in edition.players:
        for setup in map(str, edition.offers(players, "setup")):
            found = deal("a seed", key, players, setup)
            assert found == deal("a seed", key, players, setup)
            lands = [hex_ for hex_ in found["hexes"] if hex_["number"]]
            shares = found["figures"]["resources"]
            assert sum(share["hexes"] for share in shares.values()) == len(lands)
            assert sum(share["chances"] for share in shares.values()) == sum(WAYS[hex_["number"]] for hex_ in lands)
            assert len(found["figures"]["seats"]) == players
            assert min(found["figures"]["seats"]) > 0
            assert Game.at(found["position"]).players == players
            if found["options"]["tokens"] != "printed":
                assert found["figures"]["reds"] == 0 or found["options"]["tokens"] == "spiral"


def test_another_seed_is_another_island():
    assert deal("1")["hexes"] != deal("2")["hexes"]


@pytest.mark.parametrize(
    ("seed", "edition", "players", "setup"),
    [("", "sixth", 4, ""), ("x" * 61, "sixth", 4, ""), ("1", "sixt", 4, ""), ("1", "fourth", 5, ""), ("1", "sixth", 5, "beginner")],
)
def test_what_cannot_be_dealt_is_refused(seed, edition, players, setup):
    with pytest.raises(SevenhexError):
        deal(seed, edition, players, setup)
