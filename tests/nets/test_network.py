"""The network that plays is the one that was learnt, for every number of players, and bad files are refused in a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from older_weights import without_option
from sevenhex.env.setting import Setting
from sevenhex.env.vector import VectorEnv
from sevenhex.nets import archive, features, network
from sevenhex.nets.layout import ABSENT, MOST_PLAYERS, input_blocks, inputs, layout
from sevenhex.nets.network import Header, Network, NetworkError, shapes
from sevenhex.nets.shipped import path_of
from sevenhex.rules.ids import Island
from sevenhex.rules.state import OPTIONS

TABLES = [("sixth", 2), ("sixth", 3), ("fourth", 4), ("zip", 3), ("sixth", 5), ("extension", 6)]
VERSIONS = [features.NO_FEATURES, features.VERSION]


def random_network(island: int, width: int = 32, blocks: int = 2, seed: int = 1, version: int = features.NO_FEATURES) -> Network:
    seats = MOST_PLAYERS[Island(island)]
    header = Header(Island(island).name.lower(), width, blocks, features=version)
    rng = np.random.default_rng(seed)
    wanted = shapes(header, inputs(island).size, seats, len(layout(island, seats).choice))
    return Network(header, {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in wanted.items()})


@pytest.mark.parametrize("island", list(Island))
@pytest.mark.parametrize("option", [OPTIONS[0][0], OPTIONS[5][0], OPTIONS[-1][0]])
def test_weights_outlive_a_new_option(tmp_path, island, option):
    """An option that the file does not know adds nothing; every other input keeps its weights."""
    path = tmp_path / "net.npz"
    random_network(island).save(path)
    before = Network.load(path)
    without_option(path, option)
    after = Network.load(path)
    row = list(input_blocks(island)).index(f"options.{option}") - len(input_blocks(island))  # options are the last inputs, one each
    assert not after.arrays["input.weight"][row].any()
    assert before.arrays["input.weight"][row].any()
    expected = before.arrays["input.weight"].copy()
    expected[row] = 0
    assert (after.arrays["input.weight"] == expected).all()


@pytest.mark.parametrize("island", list(Island))
def test_the_shipped_weights_outlive_a_new_option_of_this_package(monkeypatch, island):
    """What an edition's next option does to the inputs: the files that `master` plays by still fit, and the option adds nothing."""
    path = path_of(island)
    about, arrays = archive.read(path)
    header, weights = network.header_of(about, path), arrays["input.weight"].astype(np.float32)
    before, blocks = network.fit_inputs(weights, header, path), input_blocks(island)
    monkeypatch.setattr(network, "input_blocks", lambda _: {**blocks, "options.mild_winter": 1})
    after = network.fit_inputs(weights, header, path)
    assert before.any()
    assert (after[:-1] == before).all()
    assert not after[-1].any()


@pytest.mark.parametrize("named", [{}, {"hex.terrain": 3}, {"hex.terrain": -1}, {"hex.terrain": "many"}, ["hex.terrain"]])
def test_wrongly_named_inputs_are_reported_in_a_sentence(tmp_path, named):
    path = tmp_path / "net.npz"
    random_network(Island.SMALL).save(path)
    about, arrays = archive.read(path)
    archive.write(path, about | {"inputs": named}, arrays)
    with pytest.raises(NetworkError, match="names others; install the package again"):
        Network.load(path)


def observations(edition: str, players: int, games: int = 24, steps: int = 150) -> tuple[Setting, np.ndarray]:
    """What seats see somewhere in random games."""
    setting = Setting(edition=edition, players=players, islands=8)
    with VectorEnv(games, seed=3, setting=setting, threads=1) as env:
        batch, counters = env.reset(), np.arange(games, dtype=np.uint64)
        for _ in range(steps):
            batch = env.step(env.sample(batch, counters))
        return setting, batch.observation.copy()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_chances_are_shares_of_one_and_scores_fit_the_menu(edition, players, version):
    setting, seen = observations(edition, players)
    chances, scores = random_network(setting.island, version=version).evaluate(seen, players)
    assert chances.shape == (len(seen), players)
    assert scores.shape == (len(seen), setting.menu_size)
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    assert np.isfinite(scores).all()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_differs_between_positions_is_all_that_is_added(edition, players, version):
    """The first layer takes most over from the first position; alone, each position is worth the same."""
    setting, seen = observations(edition, players)
    network = random_network(setting.island, version=version)
    together, _ = network.evaluate(seen, players)
    alone = np.concatenate([network.evaluate(seen[place : place + 1], players)[0] for place in range(len(seen))])
    assert np.allclose(together, alone, atol=1e-4)


@pytest.mark.parametrize("players", [3, 6])
def test_features_are_added_to_the_first_layer(players):
    """With weights of zero they change nothing; with others they do."""
    setting, seen = observations("sixth", players)
    with_them = random_network(setting.island, version=features.VERSION)
    without = {name: array for name, array in with_them.arrays.items() if name != "features.weight"}
    plain = Network(replace(with_them.header, features=features.NO_FEATURES), without)
    expected = plain.evaluate(seen, players)
    assert not np.allclose(with_them.evaluate(seen, players)[1], expected[1], atol=0.1)
    with_them.arrays["features.weight"][:] = 0
    for found, wanted in zip(with_them.evaluate(seen, players), expected, strict=True):
        assert np.array_equal(found, wanted)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_choice_of_the_menu_has_one_score(players):
    island = Island.SMALL if players <= 4 else Island.LARGE
    plan = layout(island, players)
    present = plan.choice[plan.choice != ABSENT]
    assert sorted(present) == list(range(Setting(players=players).menu_size))
    assert len(set(present)) == len(present)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("players", [3, 6])
def test_pytorch_and_numpy_agree(players, version):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from sevenhex.nets.model import Model

    setting, seen = observations("sixth", players)
    torch.manual_seed(1)
    model = Model(setting.island, 48, 2, version)
    if version:
        torch.nn.init.normal_(model.features.weight, std=0.1)  # they begin at zero
    network = model.weights({})
    assert network.header.features == version
    plan = layout(setting.island, players)
    absent = torch.arange(plan.seats) >= players
    with torch.no_grad():
        scores, logs = model(torch.from_numpy(network.seen(seen, players)), absent)
    chances, found = network.evaluate(seen, players)
    assert np.allclose(chances, logs.exp().numpy()[:, :players], atol=1e-4)
    kept = plan.choice != ABSENT
    assert np.allclose(found[:, plan.choice[kept]], scores.numpy()[:, kept], atol=1e-3)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_brings_the_network_back(tmp_path, version):
    setting, seen = observations("sixth", 4)
    network = random_network(setting.island, version=version)
    network.save(tmp_path / "net.npz")
    again = Network.load(tmp_path / "net.npz")
    assert again.header == network.header
    before, after = network.evaluate(seen, 4), again.evaluate(seen, 4)
    assert np.abs(before[0] - after[0]).max() < 0.02  # bytes and half precision lose little
    assert (before[1].argmax(axis=1) == after[1].argmax(axis=1)).mean() > 0.9


def test_an_older_file_that_does_not_speak_of_features_has_none(tmp_path):
    path = tmp_path / "net.npz"
    setting, seen = observations("sixth", 4)
    random_network(setting.island).save(path)
    expected = Network.load(path).evaluate(seen, 4)
    rewrite(path, without=["features"])
    found = Network.load(path)
    assert found.header.features == features.NO_FEATURES
    for now, before in zip(found.evaluate(seen, 4), expected, strict=True):
        assert np.array_equal(now, before)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.unlink(), "There is no weight file"),
        (lambda path: path.write_bytes(b"PK\x03\x04 nothing"), "cannot be read"),
        (lambda path: path.write_bytes(path.read_bytes()[:-200]), "cannot be read"),
        (lambda path: path.write_bytes(b""), "cannot be read"),
        (lambda path: rewrite(path, observation=99), "observation version 99"),
        (lambda path: rewrite(path, width=64), "do not fit"),
        (lambda path: rewrite(path, island="atlantis"), "atlantis"),
        (lambda path: rewrite(path, colour="red"), "another version"),
        (lambda path: rewrite(path, features=99), "features of version 99"),
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_bad_file_is_reported_in_a_sentence(tmp_path, version, spoil, message):
    path = tmp_path / "net.npz"
    random_network(Island.SMALL, version=version).save(path)
    spoil(path)
    with pytest.raises(NetworkError, match=message):
        Network.load(path)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(places=st.lists(st.integers(0, 2**31), min_size=1, max_size=8), value=st.integers(0, 255), near_the_end=st.booleans())
def test_whatever_is_damaged_is_reported_in_a_sentence_or_does_not_matter(tmp_path, places, value, near_the_end):
    """Names and sizes of an archive stand at its end."""
    path = tmp_path / "net.npz"
    random_network(Island.SMALL, width=4, blocks=1, version=features.VERSION).save(path)
    damaged = bytearray(path.read_bytes())
    reach = min(len(damaged), 1500 if near_the_end else len(damaged))
    for place in places:
        damaged[len(damaged) - 1 - place % reach] = value
    path.write_bytes(bytes(damaged))
    with suppress(NetworkError):
        Network.load(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"features.weight": None}, "lacks its first layer"),
        ({"features.scale": None}, "lacks its first layer"),
        ({"features.weight": None, "features.scale": None}, "lacks its first layer"),
        ({"features.weight": lambda array: array[:-1]}, "lacks its first layer"),
        ({"features.weight": lambda array: array[0]}, "lacks its first layer"),
        ({"features.weight": lambda array: array[:, :-1]}, r"do not fit.*features\.weight"),
        ({"features.weight": lambda array: array[:-1], "features.scale": lambda array: array[:-1]}, r"do not fit.*features\.weight"),
    ],
)
def test_a_file_with_damaged_features_is_reported_in_a_sentence(tmp_path, changes, message):
    path = tmp_path / "net.npz"
    random_network(Island.SMALL, version=features.VERSION).save(path)
    rewrite(path, arrays=changes)
    with pytest.raises(NetworkError, match=message):
        Network.load(path)


@pytest.mark.parametrize(("said", "held"), [(features.NO_FEATURES, features.VERSION), (features.VERSION, features.NO_FEATURES)])
def test_a_header_that_is_wrong_about_features_is_reported_in_a_sentence(tmp_path, said, held):
    path = tmp_path / "net.npz"
    random_network(Island.SMALL, version=held).save(path)
    rewrite(path, features=said)
    with pytest.raises(NetworkError, match="first layer" if said else r"do not fit.*features\.weight"):
        Network.load(path)


def rewrite(path, without=(), arrays=None, **changes):
    """The same file with another header, without some of its keys, or with other arrays (None: gone)."""
    with np.load(path) as stored:
        kept = {name: stored[name] for name in stored.files}
    header = json.loads(kept["header"].tobytes()) | changes
    for key in without:
        del header[key]
    kept["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    for name, change in (arrays or {}).items():
        array = kept.pop(name)
        if change is not None:
            kept[name] = change(array)
    with path.open("wb") as file:
        np.savez(file, **kept)


def test_observations_of_another_table_are_refused():
    setting, seen = observations("sixth", 3)
    with pytest.raises(NetworkError, match="for 4 players"):
        random_network(setting.island).evaluate(seen, 4)
