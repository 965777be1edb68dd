"""When messages are shown (web/src/game/pacing.ts). The module needs no browser: Node runs it with a clock of the test's own."""

from __future__ import annotations

import json
import subprocess

import hosting
import pytest

# timers of the test: `passes(ms)` runs what is due; `shown` lists the versions in the order in which they were shown
DRIVER = """
const fs = require("fs"), ts = require("./node_modules/typescript");
const options = {module: "CommonJS", target: "ES2022"};
const code = ts.transpileModule(fs.readFileSync("src/game/pacing.ts", "utf8"), {compilerOptions: options}).outputText;
const loaded = {};
new Function("exports", code)(loaded);
let now = 10_000, timers = [], last = 0, hurries = false;
globalThis.setTimeout = (work, wait) => { timers.push({id: ++last, at: now + wait, work}); return last; };
globalThis.clearTimeout = (id) => { timers = timers.filter((each) => each.id !== id); };
performance.now = () => now;
const passes = (ms) => {
  for (const end = now + ms; ; ) {
    const due = timers.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
    if (!due) { now = end; return; }
    clearTimeout(due.id); now = due.at; due.work();
  }
};
const shown = [];
const pacing = new loaded.Pacing({show: (message) => shown.push(message.version ?? message.type), pause: () => 650,
  hurries: () => hurries, seat: () => 0});
const update = (version, seat = 1) => pacing.take({type: "update", version, events: [{seat}]});
"""


def shown(steps: str) -> list[int | str]:
    """What was shown after these steps."""
    script = f"{DRIVER}\n{steps}\nconsole.log(JSON.stringify(shown));"
    done = subprocess.run(["node", "-e", script], cwd=hosting.WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[int | str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("update(1); update(2); update(3);", [1]),
        ("update(1); update(2); update(3); passes(650);", [1, 2]),
        ("update(1); update(2); update(3); passes(1300);", [1, 2, 3]),
        ("update(1); update(2); update(3, 0);", [1, 2, 3]),  # the player's own move shows what came before it
        ("update(1); hurries = true; update(2); update(3);", [1, 2, 3]),
        ("for (let n = 1; n < 9; n++) update(n);", [1, 2, 3, 4, 5, 6, 7, 8]),  # six behind are the most
        ("update(1); update(2); pacing.take({type: 'chat'}); passes(650);", [1, 2, "chat"]),  # talk stays behind the move
        ("pacing.take({type: 'chat'});", ["chat"]),
    ],
)
def test_moves_of_others_come_one_by_one(steps: str, expected: list[int | str]) -> None:
    assert shown(steps) == expected


def test_a_line_that_was_closed_while_a_move_waited_paces_again() -> None:
    """The timer was cleared, but the next move believed that it was still running and waited for it."""
    assert shown("update(1); update(2); pacing.clear(); update(3); passes(650);") == [1, 3]
