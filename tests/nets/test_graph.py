"""The network of the island's geometry: one set of weights for both islands, however the island lies, in NumPy and PyTorch."""

from __future__ import annotations

import json

import numpy as np
import pytest
from test_network import observations

from sevenhex.nets import symmetry
from sevenhex.nets.graph import GraphNetwork, Header, is_graph, load
from sevenhex.nets.layout import ABSENT
from sevenhex.nets.messages import Sizes, rest_names, shapes, up
from sevenhex.nets.network import NetworkError

TABLES = [("sixth", 2), ("sixth", 3), ("fourth", 4), ("zip", 3), ("sixth", 5), ("extension", 6)]
SIZES = Sizes(16, 24, 32, 2)


def random_network(sizes: Sizes = SIZES, seed: int = 1) -> GraphNetwork:
    rng = np.random.default_rng(seed)
    found = {name: rng.normal(0, 1 / np.sqrt(shape[0]), shape).astype(np.float32) for name, shape in shapes(sizes).items()}
    return GraphNetwork(Header(sizes=tuple(sizes)), found)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_same_weights_judge_every_table(edition, players):
    setting, seen = observations(edition, players)
    chances, scores = random_network().evaluate(seen, players)
    assert chances.shape == (len(seen), players)
    assert scores.shape == (len(seen), setting.menu_size)
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    assert np.isfinite(scores).all()
    assert chances.std(axis=0).max() > 0.001
    assert scores.std(axis=0).min() > 0


@pytest.mark.parametrize(("edition", "players"), [("sixth", 4), ("fourth", 4), ("sixth", 6)])
def test_a_rotated_island_is_judged_alike_only_rotated(edition, players):
    setting, seen = observations(edition, players)
    network = random_network()
    chances, scores = network.evaluate(seen, players)
    for way in symmetry.rotations(setting.island):
        again, rotated = network.evaluate(np.ascontiguousarray(seen[:, way.bytes]), players)
        assert np.allclose(again, chances, atol=1e-4)
        assert np.allclose(rotated[:, way.choices], scores, atol=1e-3)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_pytorch_and_numpy_agree(players):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from sevenhex.nets.graph_model import GraphModel

    setting, seen = observations("sixth", players)
    model = GraphModel(setting.island, SIZES)
    model.take(random_network())
    network = model.weights({})
    plan, own = network.seen(seen, players)
    with torch.no_grad():
        scores, logs = model(torch.from_numpy(own), torch.arange(plan.seats) >= players)
    chances, found = network.evaluate(seen, players)
    assert np.allclose(chances, logs.exp().numpy()[:, :players], atol=1e-4)
    kept = plan.choice != ABSENT
    assert np.allclose(found[:, plan.choice[kept]], scores.numpy()[:, kept], atol=1e-3)


def rewrite(path, **changes):
    with np.load(path) as stored:
        kept = {name: stored[name] for name in stored.files}
    header = json.loads(kept["header"].tobytes()) | changes
    kept["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez(file, **kept)


def test_a_file_brings_the_network_back(tmp_path):
    _, seen = observations("sixth", 4)
    network = random_network()
    network.save(tmp_path / "net.npz")
    assert is_graph(tmp_path / "net.npz")
    again = load(tmp_path / "net.npz")
    assert isinstance(again, GraphNetwork)
    assert again.header == network.header
    assert np.abs(network.evaluate(seen, 4)[0] - again.evaluate(seen, 4)[0]).max() < 0.02


def test_inputs_are_read_by_name(tmp_path):
    """An option that the file does not know counts nothing; one that this version does not know is left out."""
    path = tmp_path / "net.npz"
    network = random_network()
    network.save(path)
    names = list(rest_names())
    place = names.index("option.friendly_robber")
    rewrite(path, rest=[*names[:place], "option.of_the_future", *names[place + 1 :]])
    found = load(path)
    assert isinstance(found, GraphNetwork)
    assert not found.arrays["whole"][place].any()
    other = [row for row in range(len(names)) if row != place]
    assert np.allclose(found.arrays["whole"][other], network.arrays["whole"][other], atol=0.01)
    assert found.arrays["whole"].shape[0] == up(len(names))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.unlink(), "There is no weight file"),
        (lambda path: path.write_bytes(path.read_bytes()[:-200]), "cannot be read"),
        (lambda path: rewrite(path, observation=99), "observation 99"),
        (lambda path: rewrite(path, sizes=[16, 24, 40, 2]), "do not fit"),
        (lambda path: rewrite(path, colour="red"), "another version"),
    ],
)
def test_a_bad_file_is_reported_in_a_sentence(tmp_path, spoil, message):
    path = tmp_path / "net.npz"
    random_network().save(path)
    spoil(path)
    with pytest.raises(NetworkError, match=message):
        GraphNetwork.load(path)
