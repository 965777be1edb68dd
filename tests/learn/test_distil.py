"""A small network that imitates larger ones: positions of their games, files that are the same again, and what is learnt from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import sevenhex.learn
from sevenhex.cli import app
from sevenhex.errors import OptionError
from sevenhex.learn import copies
from sevenhex.nets.graph import GraphNetwork
from sevenhex.nets.layout import layout
from sevenhex.nets.shipped import shipped

CONFIG = """
sizes = [8, 8, 8, 1]
games = 24
shards = 2
passes = 2
batch = 64
seed = 5
[[tables]]
players = 4
[[tables]]
players = 3
[[tables]]
players = 5
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("distil")
    (folder / "small.toml").write_text(CONFIG)
    monkey = pytest.MonkeyPatch()
    monkey.setattr(copies, "STEPS_A_SHARD", 4)
    copies.make(folder / "copies", copies.read(folder / "small.toml"))
    monkey.undo()
    return folder


def test_the_named_configuration_can_be_used():
    for path in (Path(sevenhex.learn.__file__).parent / "configs" / "distil").glob("*.toml"):
        assert copies.read(path).tables


def test_a_configuration_of_the_package_is_known_by_its_name_wherever_one_stands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("tiny", "tiny-on"):
        copies.check_teachers(copies.read(Path(name)))
    assert copies.read(Path("tiny")).teacher(0) is shipped(0, alone=True)
    with pytest.raises(OptionError, match="cannot be read"):
        copies.read(Path("nothing"))


def test_copies_hold_what_the_teacher_says(made):
    for _, path in copies.files(made / "copies"):
        own, found = copies.load(path)
        teacher = copies.read(made / "small.toml").teacher(own.island)
        choices = np.unpackbits(found.allowed, axis=1, count=len(own.choice)).astype(bool)
        assert (choices.sum(axis=1) != 1).all()  # nothing is learnt of what must be done
        assert np.allclose(found.chances.astype(np.float32).sum(axis=1), 1, atol=0.01)
        assert (found.scores[~choices & (found.scores == copies.NEVER)] == copies.NEVER).all()
        rows = np.flatnonzero(choices.any(axis=1))[:8]
        there = own.source >= 0
        observations = np.zeros((len(rows), int(own.source.max()) + 1), np.uint8)
        observations[:, own.source[there]] = found.seen[rows][:, there]
        chances, scores = teacher.evaluate(observations, own.players, rotations=6)
        assert np.allclose(chances, found.chances[rows, : own.players].astype(np.float32), atol=0.01)
        known = own.choice >= 0
        listed = scores[:, own.choice[known]]
        allowed = choices[rows][:, known]
        assert np.allclose(listed[allowed], found.scores[rows][:, known][allowed].astype(np.float32), atol=0.05)


def test_the_files_are_the_same_again(made, tmp_path, monkeypatch):
    monkeypatch.setattr(copies, "STEPS_A_SHARD", 4)
    copies.make(tmp_path / "again", copies.read(made / "small.toml"))
    for _, path in copies.files(made / "copies"):
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_a_folder_of_other_copies_is_left_alone(made, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(CONFIG.replace("seed = 5", "seed = 6"))
    before = sorted(path.name for path in (made / "copies").iterdir())
    with pytest.raises(copies.CopyError, match="made otherwise"):
        copies.make(made / "copies", copies.read(other))
    assert sorted(path.name for path in (made / "copies").iterdir()) == before


def test_bad_numbers_and_damaged_files_are_refused_in_a_sentence(made, tmp_path):
    for wrong, what in (
        ("batch = 0", "batch"),
        ("astray = 2", "astray"),
        ("sizes = [1]", "sizes"),
        ("colour = 1", "colour"),
        ("x", "no TOML"),
    ):
        (tmp_path / "bad.toml").write_text(wrong)
        with pytest.raises(OptionError, match=what):
            copies.read(tmp_path / "bad.toml")
    (_, path), *_ = copies.files(made / "copies")
    damaged = tmp_path / path.name
    damaged.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(copies.CopyError, match=r"cannot be read|damaged"):
        copies.load(damaged)
    with pytest.raises(copies.CopyError, match="no copies"):
        copies.files(tmp_path / "nowhere")


def test_a_small_network_is_learnt_and_its_figures_stand_beside_it(made, tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    out = tmp_path / "tiny.npz"
    done = CliRunner().invoke(app, ["distil", "learn", str(made / "copies"), "--out", str(out)])
    assert done.exit_code == 0, done.output
    network = GraphNetwork.load(out)
    assert tuple(network.sizes) == (8, 8, 8, 1)
    assert network.header.made["held out"]["gap"] > 0
    assert copies.read(out.with_suffix(".toml")) == copies.read(made / "copies" / "copy.toml")
    again = tmp_path / "again.npz"
    CliRunner().invoke(app, ["distil", "learn", str(made / "copies"), "--out", str(again)])
    other = GraphNetwork.load(again)
    assert all((array == other.arrays[name]).all() for name, array in network.arrays.items())
    assert layout(1, 5).seats == 6
