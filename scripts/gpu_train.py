"""On a machine with a GPU and little else: go on with a training run, then play its network against the shipped one, both without search.

    PYTHONPATH=src python scripts/gpu_train.py CONFIG.toml SECONDS PLANNED [FOLDER]     # results in $OUT, or here

`sevenhex train` does the same where the whole package is installed. A configuration that searches (`searched`) is tried on a few games
first; where that fails the error is shown and the run learns without. `scripts/gpu_session.sh` is a whole sitting. FOLDER holds the
checkpoint of an earlier call; START=FILE names a weight file that a new run begins from;
PROFILE=1 prints where the time of one update goes.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

np.row_stack = np.vstack  # some numba-cuda versions still ask for the name that NumPy 2.5 dropped
import torch  # noqa: E402

from sevenhex.learn import config as configuration  # noqa: E402
from sevenhex.learn.config import Config, TableConfig  # noqa: E402
from sevenhex.learn.duel import duel  # noqa: E402
from sevenhex.learn.ppo import Compiled  # noqa: E402
from sevenhex.learn.trainer import CHECKPOINT, LOG, WEIGHTS, Trainer  # noqa: E402
from sevenhex.nets.graph import load  # noqa: E402
from sevenhex.nets.models import model_of  # noqa: E402
from sevenhex.nets.shipped import shipped  # noqa: E402
from sevenhex.rules.ids import Island  # noqa: E402

OUT, RUN = Path(os.environ.get("OUT", ".")), Path(os.environ.get("RUN", "/tmp/training"))
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
DUEL_GAMES, DUEL_STEPS = (16_384, 1_300) if DEVICE == "cuda" else (16, 20)
DUEL_TABLES = {0: TableConfig(), 1: TableConfig(players=6)}
EVERY = 16  # updates between two lines
FEW = 64  # games of each table on which a search is tried


def show(row: dict[str, Any], begun: float) -> None:
    if row["updates"] % EVERY == 1:
        names = ("seconds", "steps", "turns", "policy", "surprise", "entropy", "drift", "searched", "gap", "worth", "trust")
        print(f"{time.monotonic() - begun:6.0f} s", json.dumps({name: row[name] for name in names if name in row}), flush=True)


def profile(trainer: Trainer) -> None:
    """Where the time of one update goes."""
    how = Compiled.by(trainer.config, trainer.device)
    track = trainer.track(next(iter(trainer.models)))
    trainer.update(track, how, 0.001)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as seen:
        trainer.update(track, how, 0.001)
    print(seen.key_averages().table(sort_by="cuda_time_total", row_limit=30, max_name_column_width=70), flush=True)


def without_faults(config: Config) -> Config:
    """The configuration, without its search where that cannot be carried out here: minutes of a lent machine are not for debugging."""
    if not config.searched:
        return config
    try:
        few = replace(config, games=FEW * len(config.tables), length=2, batch=64, compiled=False, replayed=False, teacher="", taught=0.0)
        with tempfile.TemporaryDirectory() as folder:
            trainer = Trainer(Path(folder), few, DEVICE, 1.0)
            for island in trainer.models:
                trainer.update(trainer.track(island), Compiled(), 0.001)
                print(f"the search works on the {Island(island).name.lower()} island: {trainer.searched}", flush=True)
    except Exception:
        traceback.print_exc()
        print("learning goes on without the search", flush=True)
        return replace(config, searched=0.0)
    return config


def main() -> None:
    begun = time.monotonic()
    config, seconds, planned = configuration.load(Path(sys.argv[1])), float(sys.argv[2]), float(sys.argv[3])
    if len(sys.argv) > 4 and Path(sys.argv[4]).exists():
        shutil.copytree(sys.argv[4], RUN / CHECKPOINT, dirs_exist_ok=True)
    trainer = Trainer(RUN, without_faults(config), DEVICE, planned, notify=lambda row: show(row, begun))
    if start := os.environ.get("START"):
        trainer.begin_from(Path(start))
    trainer.run(seconds)
    gone = trainer.progress
    print(f"{gone.steps / max(1e-9, gone.seconds):,.0f} positions/s, {sum(each.numel() for each in trainer.model.parameters()):,} weights")
    for path in (RUN / WEIGHTS, RUN / LOG, *(RUN / CHECKPOINT).iterdir()):
        shutil.copy(path, OUT)
    how = Compiled.by(config, DEVICE)
    network = load(RUN / WEIGHTS)
    for island in trainer.models:
        ours, theirs = (model_of(each, island).to(DEVICE) for each in (network, shipped(island)))
        others = DUEL_TABLES[island].players - 1
        for one, rest, text in ((ours, theirs, "new against shipped"), (theirs, ours, "shipped against new")):
            found = duel(one, rest, DUEL_TABLES[island], DUEL_GAMES, DUEL_STEPS, how, DEVICE)
            print(f"{time.monotonic() - begun:6.0f} s  one {text} x {others}: {found}", flush=True)
    if os.environ.get("PROFILE"):
        profile(trainer)


if __name__ == "__main__":
    main()
