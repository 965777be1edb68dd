"""The scorekeeper for a real table judges the awards as the engine does (rules/score.py): both are asked about the same games."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path

import pytest
from test_pledge import ROOT, node_folder

from sevenhex.game.game import Game
from sevenhex.rules import score
from sevenhex.rules.ids import NOBODY, TieAfterBreak

DRIVER = Path(__file__).with_name("awards_driver.mjs")
GAMES, STEPS = 12, 60


def named(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules as ordinary Python: nothing is compiled for a few calls."""
    for name in ("pass_route", "settle_route", "settle_army"):
        rule = getattr(score, name)
        monkeypatch.setattr(score, name, getattr(rule, "py_func", rule))


def test_the_scorekeeper_and_the_engine_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = node_folder()
    if found is None or not (ROOT / "web" / "node_modules" / "rolldown").exists():
        pytest.skip("Node and web/node_modules run the page's modules: python hatch_build.py check installs them.")
    plain(monkeypatch)
    source, made = ROOT / "web" / "src" / "rules" / "kit" / "awards.ts", tmp_path / "awards.js"
    bundler = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    bundled = subprocess.run([found / "node", bundler, source, "--format", "esm", "-o", made], capture_output=True, text=True, check=False)
    assert bundled.returncode == 0, bundled.stderr
    (tmp_path / "package.json").write_text('{"type": "module"}')
    chance = random.Random(26)
    asked, expected = [], []
    for aside in (False, True):
        for _ in range(GAMES):
            state = Game.new("sixth", 4, seed=1).state.copy()[0]
            state.tie_after_break = TieAfterBreak.SET_ASIDE if aside else 1 - TieAfterBreak.SET_ASIDE
            for _ in range(STEPS):
                before, holder, army = state.route[:4].tolist(), int(state.route_holder), int(state.army_holder)
                seat = chance.randrange(4)
                state.route[seat] = max(0, before[seat] + chance.choice((1, 1, 1, -1)))
                cut = holder != NOBODY and state.route[holder] < before[holder]
                score.settle_route(state, cut)
                knight = chance.randrange(4)
                state.knights[knight] += chance.random() < 0.2
                score.settle_army(state, knight)
                own = {"holder": named(holder), "army": named(army), "least": score.SHORTEST_ROUTE, "fewest": score.SMALLEST_ARMY}
                asked.append(
                    {"lengths": state.route[:4].tolist(), "before": before, "aside": aside, "knights": state.knights[:4].tolist(), **own}
                )
                expected.append({"route": named(int(state.route_holder)), "army": named(int(state.army_holder))})
    lines = "\n".join(json.dumps(each) for each in asked)
    ran = subprocess.run(
        [found / "node", DRIVER, tmp_path],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NODE_NO_WARNINGS": "1"},
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len({answer["route"] for answer in answers}) == 5  # every seat and nobody
    assert [(a, b, c) for a, b, c in zip(asked, answers, expected, strict=True) if b != c] == []
