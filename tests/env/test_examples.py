"""The examples run from end to end, for a few updates each."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {
    "maskable_ppo.py": (
        "sb3_contrib",
        ["--minutes", "0.02", "--tables", "8", "--length", "8", "--judge", "4", "--opponents", "random"],
        "new games against",
    ),
    "torchrl_ppo.py": ("torchrl", ["--frames", "400", "--batch", "200", "--points", "3"], "400 decisions"),
    "rllib_ppo.py": ("ray.rllib", ["--iterations", "1", "--batch", "200", "--points", "3"], "iteration 1"),
    "vector_numpy.py": ("sevenhex", ["--updates", "30", "--games", "32", "--steps", "8"], "update 30"),
    "parallel.py": ("pettingzoo", ["--games", "2", "--points", "4"], "won"),
    "selfplay.py": ("torch", ["--updates", "12", "--games", "8", "--steps", "8", "--judge", "4", "--width", "16"], "won"),
    "jax_loop.py": ("jax", ["--updates", "2", "--games", "8", "--steps", "8"], "update 1"),
    "openspiel.py": ("pyspiel", ["--games", "2"], "returns"),
    "ppo.py": ("torch", ["--minutes", "0.02", "--judge", "4", "--games", "8", "--length", "8"], "likeliest"),
}


def is_there(module):
    """Is it installed (a part of a package where that has it)?"""
    try:
        return find_spec(module) is not None
    except ImportError:
        return False


@pytest.mark.parametrize("name", SHORT)
def test_it_runs(name, tmp_path):
    needs, arguments, said = SHORT[name]
    if not is_there(needs):
        pytest.skip(f"{needs} is not installed (pip install sevenhex[env,example])")
    command = [sys.executable, "-W", "ignore", str(EXAMPLES / name), *arguments]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=os.environ | {"OMP_NUM_THREADS": "1"})
    assert found.returncode == 0, found.stderr[-2000:]
    assert said in found.stdout
