"""Observations as numbers: the bytes alone decide, in both orders and both types."""

from __future__ import annotations

import numpy as np
import pytest

from sevenhex.env import VectorEnv
from sevenhex.errors import OptionError
from sevenhex.observation import encoding
from sevenhex.observation.observation import sections
from sevenhex.observation.observation import size as observation_size
from sevenhex.rules.topology import CORNERS, EDGES, HEXES


def plainly(observation, island, players):
    """The same by NumPy, section by section."""
    parts, start = [], 0
    for section in sections(island, players):
        bytes_ = observation[..., start : start + section.size]
        start += section.size
        if section.categories:
            parts.append((bytes_[..., None] == np.arange(section.categories)).reshape(*bytes_.shape[:-1], -1))
        else:
            parts.append(bytes_ / np.float32(section.scale))
    return np.concatenate(parts, axis=-1, dtype=np.float32)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_rows_are_what_numpy_makes_of_them(players):
    island = int(players > 4)
    with VectorEnv(70, players=players, seed=2, threads=2) as env:
        batch, counters = env.reset(), np.arange(70, dtype=np.uint64)
        for _ in range(60):
            batch = env.step(env.sample(batch, counters))
        wanted = plainly(batch.observation, island, players)
        assert (env.expand() == wanted).all()
        assert (encoding.expand(batch.observation, island, players) == wanted).all()
        everybody = env.observe()
        assert (env.expand(everybody)[:, 1] == env.expand(env.observe(1))).all()


def test_the_graph_has_the_same_numbers_by_node():
    with VectorEnv(9, seed=2) as env:
        batch, counters = env.reset(), np.arange(9, dtype=np.uint64)
        for _ in range(60):
            batch = env.step(env.sample(batch, counters))
        flat, graph = env.expand(), env.expand(order="graph")
    assert (np.sort(flat, axis=1) == np.sort(graph, axis=1)).all()
    tables = encoding.nodes(graph, 0, 4)
    assert {name: table.shape[1:] for name, table in tables.items()} == {
        "hex": (19, 21),
        "corner": (54, 21),
        "edge": (72, 7),
        "seat": (4, tables["seat"].shape[2]),
        "table": (1, tables["table"].shape[2]),
    }
    assert all(np.shares_memory(table, graph) for table in tables.values())
    terrain = flat[:, : 19 * 6].reshape(9, 19, 6)
    assert (tables["hex"][:, :, :6] == terrain).all()
    assert (tables["edge"].sum(axis=2) == 1).all()
    assert (tables["seat"][:, :, 0] == batch.observation[:, -encoding_tail() :][:, :4] / np.float32(20)).all()


def encoding_tail():
    """How many bytes come from the seats' hands on."""
    parts = sections(0, 4)
    return sum(part.size for part in parts[[part.name for part in parts].index("seats.hand") :])


@pytest.mark.parametrize("island", [0, 1])
def test_relations_touch(island):
    found = encoding.relations(island)
    assert found["hex_corner"].shape == (2, 6 * HEXES[island])
    assert found["edge_corner"].shape == (2, 2 * EDGES[island])
    assert found["corner_corner"].shape == (2, 2 * EDGES[island])
    assert found["corner_corner"].max() == CORNERS[island] - 1
    ends = found["edge_corner"][1].reshape(-1, 2)
    assert {tuple(pair) for pair in ends.tolist()} <= {tuple(pair) for pair in found["corner_corner"].T.tolist()}


def test_bfloat16_is_rounded_to_the_nearest():
    torch = pytest.importorskip("torch")
    with VectorEnv(5, seed=2) as env:
        env.reset()
        numbers, bits = env.expand(), env.expand(dtype="bfloat16")
        assert bits.dtype == np.uint16
        wanted = torch.from_numpy(numbers).to(torch.bfloat16)
        assert torch.equal(torch.from_numpy(bits).view(torch.bfloat16), wanted)


def test_wrong_arrays_and_names_are_refused():
    width = observation_size(0, 4)
    good = np.zeros((2, width), np.uint8)
    for wrong, said in (
        ({"observation": good[:, :9]}, f"{width} bytes a row"),
        ({"observation": good.astype(np.int8)}, "observation is int8"),
        ({"dtype": "float16"}, "dtype is 'float16'"),
        ({"order": "tree"}, "order is 'tree'"),
        ({"out": np.zeros((2, 3), np.float32)}, "out is float32 of shape"),
    ):
        with pytest.raises(OptionError, match=said):
            encoding.expand(**({"observation": good, "island": 0, "players": 4} | wrong))
