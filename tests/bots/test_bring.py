"""Bots that people bring: a Python class, a program, a WebSocket, a network of any make; what is wrong with one is said in a sentence."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest
from typer.testing import CliRunner

from sevenhex import bots
from sevenhex.arena import Plan, play_match
from sevenhex.bots import BotError
from sevenhex.cli import app
from sevenhex.game.game import Game
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import Kind

MINE = """
class Mine:
    def __init__(self, seed=0):
        self.seed = seed
    def choose(self, view, legal, limit):
        return view.legal_texts()[0] if self.seed % 2 else legal[0]

class Bare:
    def choose(self, view, legal, limit):
        return legal[-1]

class Wrong:
    def choose(self, view, legal, limit):
        return -5

class Mute:
    pass
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder of somebody's own, in which commands are run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "minebot.py").write_text(MINE)
    (tmp_path / "mypkg").mkdir()
    (tmp_path / "mypkg" / "__init__.py").write_text("")
    (tmp_path / "mypkg" / "mybot.py").write_text(MINE)
    yield tmp_path
    for name in ("mypkg", "mypkg.mybot", "sevenhex_own_minebot"):
        sys.modules.pop(name, None)


def whole_game(name, edition="sixth", players=3):
    """A game of the bot with two that are `greedy`; returns the faults it was found in."""
    others = [bots.Guard(bots.make("greedy", seed=seat), same_thread=True) for seat in range(1, players)]
    own = bots.Guard(bots.make(name, seed=3), bots.Limit(20), same_thread=True)
    game = bots.play(Game.new(edition, players, seed=4, victory_points=5), [own, *others], random.Random(1), most=4000)
    own.bot.close()
    assert own.decisions > 10
    return own.faults, game


@pytest.mark.parametrize("name", ["mypkg.mybot:Mine", "minebot.py:Mine", "mypkg.mybot:Bare", "./minebot.py:Bare"])
def test_a_class_plays_a_game(here, name):
    faults, _ = whole_game(name)
    assert faults == []


def test_a_class_that_answers_nonsense_loses_its_time_and_not_the_game(here):
    faults, _ = whole_game("mypkg.mybot:Wrong")
    assert faults
    assert "-5 is no legal action" in faults[0].what


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("minebot.py:Yours", "has no class 'Yours'; its bots are: Mine, Bare, Wrong"),
        ("minebot.py:Mute", "no method choose"),
        ("nofile.py:Mine", "There is no file 'nofile.py'"),
        ("no.such.module:Mine", "Cannot load 'no.such.module' \\(ModuleNotFoundError"),
        ("broken.py:Mine", "Cannot load 'broken.py' \\(ZeroDivisionError"),
        ("onnx:nothing.onnx", "There is no file 'nothing.onnx'"),
        ("planer:quick", "There is no bot 'planer'.*did you mean 'planner'"),
        ("planner:Fast", "no level 'Fast'"),
    ],
)
def test_what_is_wrong_is_said(here, name, said):
    (here / "broken.py").write_text("1 / 0")
    pytest.importorskip("onnxruntime") if name.startswith("onnx") else None
    with pytest.raises(BotError, match=said):
        bots.make(name)


def test_the_arena_takes_a_class(here):
    """In its own process; a class that hangs costs its time and no more."""
    (here / "slow.py").write_text(MINE.replace("return -5", "import time; time.sleep(60)"))
    plan = Plan(("minebot.py:Mine", "random"), players=2, games=2, options={"victory_points": 3}, edition="zip")
    result = play_match(plan, 0)
    assert result.winner is not None
    slow = Plan(("slow.py:Wrong", "random"), players=2, games=1, edition="zip", seconds=0.001, options={"victory_points": 3})
    guard = bots.Guard(bots.make("slow.py:Wrong"), bots.Limit(0.01))
    game = Game.new("zip", 2, seed=1, starter=0)
    guard.choose(game.view(0), game.legal(0))
    assert "no answer within" in guard.faults[0].what
    assert slow.fingerprint() != Plan(("slow.py:Wrong", "random"), players=2, games=1, edition="zip", seconds=0.002).fingerprint()


def test_an_environment_takes_a_class(here):
    pytest.importorskip("gymnasium")
    from sevenhex.env.single import TableEnv

    env = TableEnv(opponents="minebot.py:Bare", players=3, limit=60)
    _, info = env.reset(seed=1)
    for _ in range(10):
        _, _, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over or cut:
            break
    assert all(not guard.faults for guard in env.opponents.values())


# --- WebSocket


@pytest.fixture
def remote():
    """Starts a WebSocket server with this function as its bot; returns the address."""
    from websockets.sync.server import serve

    servers = []

    def start(answer):
        def talk(line):
            for text in line:
                said = answer(json.loads(text))
                if said is None:
                    return
                line.send(said if isinstance(said, str) else json.dumps(said))

        server = serve(talk, "127.0.0.1", 0)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"ws://127.0.0.1:{server.socket.getsockname()[1]}"

    yield start
    for server in servers:
        server.shutdown()


def test_a_websocket_plays_a_game(remote):
    faults, _ = whole_game(remote(lambda question: {"id": question["id"], "action": question["legal"][0]}))
    assert faults == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda question: "no json", "no JSON"),
        (lambda question: {"id": question["id"], "action": "fly"}, "fly"),
        (lambda question: None, "closed the line"),
        (lambda question: {"id": question["id"] - 1, "action": question["legal"][0]}, "no answer within"),
    ],
)
def test_a_bad_websocket_loses_its_time_and_not_the_game(remote, answer, said):
    guard = bots.Guard(bots.make(remote(answer)), bots.Limit(0.5), same_thread=True)
    game = Game.new("sixth", 3, seed=1, starter=0)
    action = guard.choose(game.view(0), game.legal(0))
    guard.bot.close()
    assert said in guard.faults[0].what
    assert game.is_legal(action, 0)


def test_a_websocket_that_is_not_there_is_explained():
    bot = bots.make("ws://127.0.0.1:9")
    guard = bots.Guard(bot, bots.Limit(5), same_thread=True)
    game = Game.new("sixth", 3, seed=1, starter=0)
    guard.choose(game.view(0), game.legal(0))
    assert "Cannot reach ws://127.0.0.1:9" in guard.faults[0].what


# --- ONNX


def a_network(path, kind, wide, outputs, mask=False):
    """A small network: the sum of the inputs times fixed numbers, and the mask added where it has one."""
    onnx = pytest.importorskip("onnx")
    helper, types = onnx.helper, onnx.TensorProto
    rng = np.random.default_rng(1)
    weights = onnx.numpy_helper.from_array(rng.normal(size=(wide, outputs)).astype(np.float32), "weights")
    nodes = [
        helper.make_node("Cast", ["seen"], ["numbers"], to=types.FLOAT),
        helper.make_node("MatMul", ["numbers", "weights"], ["scores"]),
    ]
    inputs = [helper.make_tensor_value_info("seen", kind, ["batch", wide])]
    if mask:
        inputs.append(helper.make_tensor_value_info("mask", types.BOOL, ["batch", outputs]))
        nodes[-1] = helper.make_node("MatMul", ["numbers", "weights"], ["raw"])
        nodes += [helper.make_node("Cast", ["mask"], ["allowed"], to=types.FLOAT), helper.make_node("Mul", ["raw", "allowed"], ["scores"])]
    graph = helper.make_graph(nodes, "g", inputs, [helper.make_tensor_value_info("scores", types.FLOAT, ["batch", outputs])], [weights])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)
    return weights


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("form", ["bytes", "bytes as numbers", "numbers", "mask"])
def test_a_foreign_network_plays(tmp_path, players, form):
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    from sevenhex.observation import encoding, menu, observation

    island, edition = int(players > 4), "extension" if players > 4 else "zip" if players == 2 else "sixth"
    wide = encoding.size(island, players) if form == "numbers" else observation.size(island, players)
    kind = onnx.TensorProto.UINT8 if form in ("bytes", "mask") else onnx.TensorProto.FLOAT
    file = tmp_path / "mine.onnx"
    a_network(file, kind, wide, menu.size(island, players, form == "mask"), mask=form == "mask")
    faults, _ = whole_game(f"onnx:{file}", edition, players)
    assert faults == []


def test_a_network_sees_what_the_environment_shows():
    """The bytes that a brought network is given are those that it was trained on: of all that the seat can be sure of, the same."""
    from sevenhex.bots.network import observed
    from sevenhex.env.setting import Setting
    from sevenhex.env.table import ObservedGame
    from sevenhex.knowledge.sample import sample
    from sevenhex.observation.observation import places

    rng = random.Random(2)
    table = ObservedGame(Setting(players=3), 5)
    hidden = [part for name, part in places(0, 3).items() if name in ("seats.low", "seats.high")]  # doubts: the two counters differ
    for _ in range(120):
        seat = table.seat
        seen, mask = table.see(seat)
        view = table.game.view(seat)
        found = observed(view, sample(view, rng))
        certain = np.ones(len(seen), bool)
        for part in hidden:
            certain[part] = False
        assert (found[certain] == seen[certain]).all()
        table.choose(int(rng.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda file: file.write_bytes(b"nonsense"), "is no ONNX network"),
        (lambda file: a_network(file, 1, 17, 542), "wants 17 numbers a position"),
        (lambda file: a_network(file, 2, 466, 7), "at least 377 scores"),
    ],
)
def test_a_network_that_does_not_fit_is_explained(tmp_path, make, said):
    pytest.importorskip("onnxruntime")
    make(tmp_path / "mine.onnx")
    game = Game.new("sixth", 4, seed=1, starter=0)
    with pytest.raises(BotError, match=said):
        bots.make(f"onnx:{tmp_path / 'mine.onnx'}").choose(game.view(0), game.legal(0), bots.Limit())


# --- `sevenhex bot new`


@pytest.mark.parametrize("language", ["python", "node", pytest.param("rust", marks=pytest.mark.nightly)])
def test_a_new_bot_beats_random(here, language):
    if language != "python" and shutil.which({"node": "node", "rust": "cargo"}[language]) is None:
        pytest.skip(f"{language} is not installed")
    said = CliRunner().invoke(app, ["bot", "new", "my_bot", f"--{language}"])
    assert said.exit_code == 0, said.output
    if language == "rust":
        subprocess.run(
            ["cargo", "build", "--release", "--offline", "--manifest-path", "my_bot/Cargo.toml"], check=True, capture_output=True
        )
    written = (here / "test_my_bot.py").read_text()
    if language == "python":  # the test that was written passes; fewer games for a program, whose every decision is a line of JSON
        exec(compile(written, "test_my_bot.py", "exec"), scope := {})
        scope["test_it_beats_random"]()
    else:
        run = {"node": "exec:node my_bot.mjs", "rust": "exec:my_bot/target/release/my_bot"}[language]
        assert run in written
        result = play_match(Plan((run, "random"), games=2, players=2, edition="zip", options={"victory_points": 4}), 0)
        assert result.winner is not None
        assert sum(result.faults) == 0


def test_a_new_bot_overwrites_nothing(here):
    (here / "test_my_bot.py").write_text("mine")
    said = CliRunner().invoke(app, ["bot", "new", "my_bot"])
    assert said.exit_code != 0
    assert "is there already; nothing was written" in said.output + str(said.exception)
    assert (here / "test_my_bot.py").read_text() == "mine"
    assert not (here / "my_bot.py").exists()
    for wrong in (["bot", "new", "../evil"], ["bot", "new", "A"], ["bot", "new", "ok", "--node", "--rust"]):
        assert CliRunner().invoke(app, wrong).exit_code != 0
    assert not list(here.parent.glob("*evil*"))


def test_the_kind_of_an_action_is_found():
    """What the templates use is there."""
    game = Game.new("sixth", 3, seed=1, starter=0)
    assert {kind_of(action) for action in game.legal(0)} == {Kind.SETTLE}
