"""Networks as ONNX files: onnxruntime says what NumPy says, and the file plays."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")

from typer.testing import CliRunner  # noqa: E402

from sevenhex import bots  # noqa: E402
from sevenhex.cli import app  # noqa: E402
from sevenhex.env.vector import VectorEnv  # noqa: E402
from sevenhex.errors import SevenhexError  # noqa: E402
from sevenhex.game.game import Game  # noqa: E402
from sevenhex.nets import graph, messages  # noqa: E402
from sevenhex.nets.onnx import export  # noqa: E402
from sevenhex.nets.shipped import shipped  # noqa: E402
from sevenhex.rules.ids import Island  # noqa: E402


def drawn(sizes=messages.Sizes(16, 16, 32, 2)):
    """A graph network with weights drawn at random."""
    rng = np.random.default_rng(3)
    arrays = {name: (0.1 * rng.normal(size=shape)).astype(np.float32) for name, shape in messages.shapes(sizes).items()}
    return graph.GraphNetwork(graph.Header(sizes=tuple(sizes)), arrays)


NETWORKS = {"layers, small": lambda: shipped(Island.SMALL), "layers, large": lambda: shipped(Island.LARGE), "graph": drawn}


@pytest.mark.parametrize(
    ("kind", "edition", "players"),
    [
        *(("layers, small", "sixth", 4), ("layers, small", "zip", 2), ("layers, large", "extension", 6), ("layers, large", "extension", 5)),
        *(("graph", "sixth", 4), ("graph", "sixth", 3), ("graph", "zip", 2), ("graph", "extension", 6)),
    ],
)
def test_onnxruntime_says_what_numpy_says(tmp_path, kind, edition, players):
    """Over positions of real games, many at once and one alone."""
    network, file = NETWORKS[kind](), tmp_path / "mine.onnx"
    export(network, players, file)
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    with VectorEnv(16, seed=1, edition=edition, players=players, islands=4, threads=1) as env:
        batch, counters = env.reset(), np.arange(16, dtype=np.uint64)
        for step in range(60):
            batch = env.step(env.sample(batch, counters))
            if step % 12 == 0:
                for seen, mask in ((batch.observation, batch.mask), (batch.observation[:1], batch.mask[:1])):
                    scores, chances = session.run(["scores", "chances"], {"observation": seen})
                    expected, wanted = network.evaluate(seen, players)[::-1]
                    assert scores.shape == expected.shape
                    assert scores[mask] == pytest.approx(expected[mask], abs=5e-4)
                    assert chances == pytest.approx(wanted, abs=5e-4)


def test_an_exported_network_plays_as_the_network(tmp_path):
    """`net:` and `onnx:` of the same weights choose alike, in a game that one of them plays."""
    network = drawn()
    network.save(tmp_path / "mine.npz")
    said = CliRunner().invoke(app, ["export", str(tmp_path / "mine.npz"), str(tmp_path / "mine.onnx"), "--players", "3"])
    assert said.exit_code == 0, said.output
    one, other = (bots.make(f"{kind}:{tmp_path / 'mine'}.{end}", seed=5) for kind, end in (("net", "npz"), ("onnx", "onnx")))
    game, rng, same = Game.new("sixth", 3, seed=2, starter=0), random.Random(1), 0
    for _ in range(150):
        if game.awaits_chance:
            game.resolve(rng)
            continue
        seat = game.to_act[0]
        legal = game.legal(seat)
        choices = [bot.choose(game.view(seat), legal, bots.Limit()) for bot in (one, other)]
        same += choices[0] == choices[1]
        assert choices[0] == choices[1]
        game.push(choices[0], seat)
    assert same > 50


def test_what_cannot_be_exported_is_refused(tmp_path):
    with pytest.raises(SevenhexError, match="2 to 4 players"):
        export(shipped(Island.SMALL), 5, tmp_path / "no.onnx")
    with pytest.raises(SevenhexError, match="for the small island"):
        export(shipped(Island.SMALL), 4, tmp_path / "no.onnx", Island.LARGE)
    assert list(tmp_path.iterdir()) == []
