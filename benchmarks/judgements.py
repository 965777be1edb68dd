"""What a judgement costs on one core: policy and chances of a position by several weight files, in batches of 1, 16, 64 and 256.

    python -m benchmarks.judgements src/sevenhex/nets/weights/graph.npz     # beside the shipped one with one look and with six rotations

Processor time of this process, the least of several rounds by turns: other work on the machine disturbs all columns alike.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from sevenhex.processes import one_thread

one_thread()  # before NumPy

import numpy as np  # noqa: E402

from sevenhex import bots  # noqa: E402
from sevenhex.bots.network import observed  # noqa: E402
from sevenhex.game.game import Game  # noqa: E402
from sevenhex.knowledge.sample import sample  # noqa: E402
from sevenhex.nets.shipped import network_of, shipped  # noqa: E402

BATCHES = (1, 16, 64, 256)
ROUNDS = 9
PLAYERS = 4


def positions(wanted: int, seed: int = 1) -> Any:
    """What acting seats observe in games of `steady`."""
    found: list[Any] = []
    while len(found) < wanted:
        game, rng = Game.new("sixth", PLAYERS, seed=seed), Random(seed)
        guards = [bots.Guard(bots.make("steady", seed=seat), same_thread=True) for seat in range(PLAYERS)]
        while not game.is_over and len(found) < wanted:
            if game.awaits_chance:
                game.resolve(rng)
                continue
            view = game.view(game.to_act[0])
            found.append(observed(view, sample(view, np.random.default_rng(seed))))
            bots.step(game, guards)
        seed += 1
    return np.array(found)


def seconds(work: Callable[[], Any], times: int) -> float:
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times


def main() -> None:
    seen = positions(max(BATCHES))
    judges: dict[str, Callable[..., Any]] = {}
    for name, network, rotations in [("shipped", shipped(0), 1), ("shipped, six rotations", shipped(0), 6)] + [
        (Path(file).stem, network_of(Path(file)), 1) for file in sys.argv[1:]
    ]:
        judges[name] = partial(network.evaluate, players=PLAYERS, rotations=rotations)
        judges[f"{name}, chances only"] = partial(network.evaluate, players=PLAYERS, policy=False, rotations=rotations)
    least = {(name, batch): np.inf for name in judges for batch in BATCHES}
    for _ in range(ROUNDS):
        for (name, batch), before in least.items():
            work = partial(judges[name], seen[:batch])
            least[name, batch] = min(before, seconds(work, max(1, 64 // batch)) / batch)
    print(f"| us a position | {' | '.join(map(str, BATCHES))} |\n|---|{'---|' * len(BATCHES)}")
    for name in judges:
        print(f"| {name} | {' | '.join(f'{1e6 * least[name, batch]:.0f}' for batch in BATCHES)} |")


if __name__ == "__main__":
    main()
