"""The page answers questions to the rules without a network, and as `sevenhex rules ask` does: both are asked the same."""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from pathlib import Path

import pytest
from test_pledge import ROOT, node_folder

from sevenhex.rulebook import LANGUAGES, to_json
from sevenhex.rulebook.search import ask

DRIVER = Path(__file__).with_name("search_driver.mjs")
QUESTIONS = tomllib.loads((ROOT / "tests" / "rulebook" / "questions.toml").read_text(encoding="utf-8"))["question"]
MORE = ["TRADE-6", "rob 2", "rob-2", "trade 3 sheep for 1 sheep", "village", "qqqq", "Strasse", "œuvre", "7", "r"]


def test_the_page_answers_as_the_terminal_does(tmp_path: Path) -> None:
    found = node_folder()
    if found is None or not (ROOT / "web" / "node_modules" / "rolldown").exists():
        pytest.skip("Node and web/node_modules run the page's modules: python hatch_build.py check installs them.")
    source, made = ROOT / "web" / "src" / "rules" / "search.ts", tmp_path / "search.js"
    bundler = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    bundled = subprocess.run([found / "node", bundler, source, "--format", "esm", "-o", made], capture_output=True, text=True, check=False)
    assert bundled.returncode == 0, bundled.stderr
    (tmp_path / "package.json").write_text('{"type": "module"}')
    asked = [{"edition": each.get("edition", "sixth"), "asked": each["asked"]} for each in QUESTIONS]
    asked += [{"edition": "sixth", "asked": each} for each in MORE]
    books = {edition: {code: to_json(edition, code) for code in LANGUAGES} for edition in {each["edition"] for each in asked}}
    ran = subprocess.run(
        [found / "node", DRIVER, tmp_path],
        input="\n".join(json.dumps(each) for each in [books, *asked]),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NODE_NO_WARNINGS": "1"},
    )
    for question, line in zip(asked, ran.stdout.splitlines(), strict=True):
        expected = ask(question["asked"], question["edition"])
        answered = json.loads(line)
        assert [each[:2] for each in answered] == [[each.kind, each.id] for each in expected], question
        assert [each[2] for each in answered] == pytest.approx([each.score for each in expected], abs=0.011), question
