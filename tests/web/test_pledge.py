"""The page's own word for the dice against a server that says anything: no order of messages lets it learn the word and then choose.

Here the server is the enemy, so it is a model, and the page is the real one (`web/src/lib/pledge.ts` and `fair.ts`, run by Node).
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import hatch_build  # noqa: E402

HOST, GUEST = "0", "1"
SEEDS = [bytes([n]) * 32 for n in range(3)]
WORDS = ["heads", "tails"]  # of the host, who may choose between them
RULES = [{}, {"victory_points": 12}]
DRIVER = Path(__file__).with_name("pledge_driver.mjs")


def digest(text: str | bytes) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def node_folder() -> Path | None:
    return hatch_build.machine_node() or hatch_build.packaged_node()


class Node:
    """The page's modules in a process of their own."""

    def __init__(self, folder: Path) -> None:
        found = node_folder()
        assert found is not None
        program = found / "node"
        for module in ("pledge", "fair"):
            bundler = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
            source = ROOT / "web" / "src" / "lib" / f"{module}.ts"
            made = subprocess.run(
                [program, bundler, source, "--format", "esm", "-o", folder / f"{module}.js"], capture_output=True, text=True, check=False
            )
            assert made.returncode == 0, made.stderr
        (folder / "package.json").write_text('{"type": "module"}')
        self.process = subprocess.Popen(
            [program, DRIVER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"NODE_NO_WARNINGS": "1"}
        )

    def ask(self, **given: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(given) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    if node_folder() is None or not (ROOT / "web" / "node_modules" / "rolldown").exists():
        pytest.skip("Node and web/node_modules run the page's modules: python hatch_build.py check installs them.")
    found = Node(tmp_path_factory.mktemp("pledge"))
    yield found
    found.close()


class HostileServer(RuleBasedStateMachine):
    """It knows every seed and every word that the page has sent, and shows what it likes. The guest sits at seat 1."""

    node: ClassVar[Node]
    tables: ClassVar[int] = 0
    fair: ClassVar[int] = 0  # games with the page's own word that it found fair

    def __init__(self) -> None:
        super().__init__()
        HostileServer.tables += 1
        self.code = f"TABLE{HostileServer.tables}"
        self.sealed: list[str] = []  # by the page, the latest last
        self.learnt: dict[str, dict[str, Any]] = {}  # the page's words, and what the server had shown when each was sent

    def table(self, status: str, seed: bytes, rules: dict[str, Any], fair: dict[str, Any]) -> dict[str, Any]:
        fair = {"commit": digest(seed), "words": {}, "seals": {}, "revealing": False, "starts": 0} | fair
        return {"code": self.code, "status": status, "your_seat": 1, "edition": "sixth", "players": 2, "options": rules, "fair": fair}

    @rule(
        seed=strategies.sampled_from(SEEDS), rules=strategies.sampled_from(RULES), host=strategies.sampled_from([None, *WORDS]),
        is_open=strategies.booleans(), guest=strategies.sampled_from(["own", "older", "none", "forged"]), revealing=strategies.booleans(),
        answers=strategies.booleans(),
    )  # fmt: skip
    def say(self, seed: bytes, rules: dict[str, Any], host: str | None, is_open: bool, guest: str, revealing: bool, answers: bool) -> None:
        """Any state of a waiting table."""
        seals, words = {}, {}
        if host is not None:
            (words if is_open else seals)[HOST] = host if is_open else digest(host)
        if self.sealed and guest in ("own", "older"):
            seals[GUEST] = self.sealed[-1 if guest == "own" else 0]
        if guest == "forged":
            seals[GUEST] = digest("forged")
        shown = self.table("waiting", seed, rules, {"seals": seals, "words": words, "revealing": revealing})
        for command in self.node.ask(table=shown, answers=answers):
            if command["type"] == "seal":
                assert not revealing, "nothing is sealed while words are revealed"
                assert command["hash"] not in self.sealed, "a word is sealed once"
                self.sealed.append(command["hash"])
            else:
                assert command["type"] == "reveal"
                assert revealing
                assert digest(command["text"]) == seals.get(GUEST), "only the word of the seal that is shown"
                assert command["text"] not in self.learnt, "a word leaves the page once"
                self.learnt[command["text"]] = {"seed": seed, "rules": rules, "seals": seals, "words": words}

    @rule(seed=strategies.sampled_from(SEEDS), host=strategies.sampled_from(WORDS), again=strategies.booleans())
    def start(self, seed: bytes, host: str, again: bool) -> None:
        """As an honest server does it, up to the page's word: chance seldom comes as far. Perhaps the same game is played then."""
        for guest, revealing in (("none", False), ("own", False), ("own", True)):
            self.say(seed, {}, host, False, guest, revealing, True)
        if again:
            self.play(seed, {}, host, 0, True)

    @rule(
        seed=strategies.sampled_from(SEEDS), rules=strategies.sampled_from(RULES), host=strategies.sampled_from([None, *WORDS]),
        guest=strategies.sampled_from([0, 1, 2, None, "forged"]), is_sealed=strategies.booleans(),
    )  # fmt: skip
    def play(self, seed: bytes, rules: dict[str, Any], host: str | None, guest: int | str | None, is_sealed: bool) -> None:
        """The game is played with what the server likes best, and the page judges it; the server may even go back to waiting."""
        known = list(self.learnt)
        mine = "forged" if guest == "forged" else known[-1 - guest] if isinstance(guest, int) and guest < len(known) else None
        words = ({HOST: host} if host else {}) | ({GUEST: mine} if mine else {})
        seals = {seat: digest(word) for seat, word in words.items()} if is_sealed else {}
        shown = self.table("playing", seed, rules, {"seals": seals, "words": words})
        assert self.node.ask(table=shown, answers=True) == []
        record = {"commit": digest(seed), "words": words, "seals": seals, "seed": seed.hex(), "numbers": [], "log": [], "draws": []}
        verdict = self.node.ask(table=shown, record=record)
        if not self.sealed or not verdict["good"]:
            return
        # what the page finds fair was fixed before its word was out; withholding the host's sealed word is all that was left
        assert mine in self.learnt, "a game without the page's word is not called fair"
        HostileServer.fair += 1
        then = self.learnt[mine]
        assert seed == then["seed"]
        assert rules == then["rules"]
        assert host is None or then["words"].get(HOST) == host or then["seals"].get(HOST) == digest(host)


def run(node: Node, examples: int, steps: int) -> None:
    HostileServer.node = node
    run_state_machine_as_test(
        HostileServer,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            derandomize=True,
        ),
    )


def test_no_order_of_a_servers_messages_lets_it_choose(node: Node) -> None:
    run(node, 400, 8)
    assert HostileServer.fair > 0, "the machine must come as far as fair games"


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_no_order_of_a_servers_messages_lets_it_choose_for_long(node: Node) -> None:
    run(node, 20_000, 12)


def waiting(code: str, seed: bytes, **fair: Any) -> dict[str, Any]:
    shown = {"commit": digest(seed), "words": {}, "seals": {}, "revealing": False, "starts": 0} | fair
    return {"code": code, "status": "waiting", "your_seat": 1, "edition": "sixth", "players": 2, "options": {}, "fair": shown}


def test_a_failed_start_needs_a_new_promise_and_a_new_word(node: Node) -> None:
    [first] = node.ask(table=waiting("AGAIN", SEEDS[0]), answers=True)
    seals = {HOST: digest("heads"), GUEST: first["hash"]}
    [shown] = node.ask(table=waiting("AGAIN", SEEDS[0], seals=seals, revealing=True), answers=True)
    assert digest(shown["text"]) == first["hash"]
    # the same promise, and the host's seal is another one: the page neither shows its word again nor seals another
    other = {HOST: digest("tails"), GUEST: first["hash"]}
    assert node.ask(table=waiting("AGAIN", SEEDS[0], seals=other), answers=True) == []
    assert node.ask(table=waiting("AGAIN", SEEDS[0], seals=other, revealing=True), answers=True) == []
    # another promise
    assert node.ask(table=waiting("AGAIN", SEEDS[1], seals=other, revealing=True), answers=True) == []
    [second] = node.ask(table=waiting("AGAIN", SEEDS[1]), answers=True)
    assert second["type"] == "seal"
    assert second["hash"] != first["hash"]


def test_a_game_is_not_fair_without_the_pages_own_word(node: Node) -> None:
    [sealed] = node.ask(table=waiting("LEFT", SEEDS[0]), answers=True)
    node.ask(table=waiting("LEFT", SEEDS[0], seals={GUEST: sealed["hash"]}), answers=True)
    record = {"commit": digest(SEEDS[0]), "words": {}, "seals": {GUEST: sealed["hash"]}, "seed": SEEDS[0].hex()}
    verdict = node.ask(table=waiting("LEFT", SEEDS[0]), record=record | {"numbers": [], "log": [], "draws": []})
    assert verdict == {"good": False, "why": "missing", "index": 1}
