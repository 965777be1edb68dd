"""A rotated island is the same island: what touches still touches, choices go along, and the mean of all rotations is the same for each."""

from __future__ import annotations

import numpy as np
import pytest
from test_network import observations, random_network

from sevenhex.nets import features, symmetry
from sevenhex.nets.layout import MOST_PLAYERS
from sevenhex.observation import menu, observation
from sevenhex.rules.ids import Island
from sevenhex.rules.topology import GEOMETRY

ISLANDS = [Island.SMALL, Island.LARGE]
every_island = pytest.mark.parametrize("island", ISLANDS)


def moves(island: Island, way: symmetry.Rotation, section: str) -> list[int]:
    """For each place of a section of the observation, where it is after the rotation."""
    where = observation.places(island, MOST_PLAYERS[island])[section]
    return np.argsort(way.bytes[where] - where.start).tolist()


@every_island
def test_the_small_island_has_six_rotations_and_the_large_one_two(island):
    ways = symmetry.rotations(island)
    assert len(ways) == (6 if island == Island.SMALL else 2)
    for number, way in enumerate(ways):
        for goes in way:
            assert sorted(goes) == list(range(len(goes)))
            assert (goes == np.arange(len(goes))).all() == (number == 0)


@every_island
def test_what_touches_still_touches(island):
    geometry = GEOMETRY[island]
    for way in symmetry.rotations(island):
        hexes, corners, edges = (moves(island, way, name) for name in ("hex.terrain", "corner.building", "edge.road"))
        for tile, around in enumerate(geometry.hex_corners):
            assert {corners[corner] for corner in around} == set(geometry.hex_corners[hexes[tile]])
        for edge, ends in enumerate(geometry.edge_corners):
            assert {corners[corner] for corner in ends} == set(geometry.edge_corners[edges[edge]])


@every_island
def test_choices_go_where_their_places_go(island):
    seats = MOST_PLAYERS[island]
    blocks = {block.name: block for block in menu.blocks(island, seats, domestic=False)}
    for way in symmetry.rotations(island):
        hexes, corners, edges = (moves(island, way, name) for name in ("hex.terrain", "corner.building", "edge.road"))
        expected = np.arange(len(way.choices))
        for name, places in (("settle", corners), ("city", corners), ("road", edges)):
            for place, after in enumerate(places):
                expected[blocks[name].start + place] = blocks[name].start + after
        for tile, after in enumerate(hexes):
            for victim in range(seats):
                expected[blocks["robber"].start + seats * tile + victim] = blocks["robber"].start + seats * after + victim
        assert (way.choices == expected).all()


@pytest.mark.parametrize("players", [4, 6])
def test_a_rotated_island_yields_the_same_to_everybody(players):
    setting, seen = observations("sixth", players)
    before = features.features(seen, setting.island)
    corners = len(GEOMETRY[Island(setting.island)].corner_points)
    for way in symmetry.rotations(setting.island):
        after = features.features(seen[:, way.bytes], setting.island)
        goes = moves(Island(setting.island), way, "corner.building")
        yields = before[:, : 5 * corners].reshape(len(seen), 5, corners)
        assert np.allclose(after[:, : 5 * corners].reshape(len(seen), 5, corners)[:, :, goes], yields)
        assert np.allclose(np.sort(before, axis=1), np.sort(after, axis=1))


@pytest.mark.parametrize(("edition", "players"), [("sixth", 4), ("zip", 3), ("sixth", 2), ("sixth", 6), ("extension", 5)])
def test_the_mean_of_all_rotations_is_the_same_however_the_island_lies(edition, players):
    setting, seen = observations(edition, players)
    network = random_network(setting.island)
    one, _ = network.evaluate(seen, players)
    chances, scores = network.evaluate(seen, players, rotations=6)
    assert np.abs(one - chances).max() > 0.001
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    if not network.layout(players).identical:
        return
    for way in symmetry.rotations(setting.island):
        again, rotated = network.evaluate(seen[:, way.bytes], players, rotations=6)
        assert np.allclose(again, chances, atol=1e-4)
        assert np.allclose(rotated[:, way.choices], scores, atol=1e-3)
    alone, none = network.evaluate(seen, players, policy=False, rotations=6)
    assert np.allclose(alone, chances, atol=1e-5)
    assert none.shape == (len(seen), 0)
