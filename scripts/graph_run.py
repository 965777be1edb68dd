"""On a machine with a GPU: learn the graph network, first from the shipped one (which fades out), then by itself; then matches.

    PYTHONPATH=src python scripts/graph_run.py SECONDS TAUGHT [START.npz]      # results in $OUT, or here

Each match is one network against three of the other, no search, by each policy's chances; games that end within so many steps count.
"""

from __future__ import annotations

import copy
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

np.row_stack = np.vstack  # some numba-cuda versions still ask for the name that NumPy 2.5 dropped
import torch  # noqa: E402
from torch import nn  # noqa: E402

from sevenhex.arena.statistics import wilson  # noqa: E402
from sevenhex.learn.config import Config, TableConfig  # noqa: E402
from sevenhex.learn.games import Games, Group  # noqa: E402
from sevenhex.learn.graph import GraphModel  # noqa: E402
from sevenhex.learn.model import LEAST_CHANCE, Model  # noqa: E402
from sevenhex.learn.ppo import Rollout, act, loss_of, minibatches  # noqa: E402
from sevenhex.nets import symmetry  # noqa: E402
from sevenhex.nets.graph import GraphNetwork, Sizes  # noqa: E402
from sevenhex.nets.network import shipped  # noqa: E402
from sevenhex.observation.observation import places  # noqa: E402

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
OUT = Path(os.environ.get("OUT", "."))
AVERAGE = 0.998  # of the weights, a gradient step
SMALL = DEVICE == "cpu"
CONFIG = Config(games=16384, length=96, epochs=1, batch=16384, forced=0.05, rate=(8e-4, 3e-5), entropy=(0.006, 0.0005), rotated=False)
if SMALL:
    CONFIG = replace(CONFIG, games=32, length=8, batch=32, islands=8)


def compiled(function: Any) -> Any:
    return function if SMALL else torch.compile(function, dynamic=False)


def taught_loss(model: Any, part: dict[str, Any], entropy: Any, share: Any) -> Any:
    """The usual loss, and by `share` how far the policy and the chances are from the teacher's."""
    loss, facts = loss_of(model, part, entropy, CONFIG.clip, CONFIG.value_weight)
    scores, chances = model(part["seen"], part["absent"])
    logs = torch.log_softmax(scores.masked_fill(~part["allowed"], LEAST_CHANCE), dim=1).clamp(min=-50)
    gap = ((part["wished"] * -logs).sum(1) * part["had_choice"]).sum() / part["had_choice"].sum().clamp(min=1)
    apart = -(part["expected"] * chances.clamp(min=-30)).sum(1).mean()
    return (1 - share) * loss + share * (gap + apart), facts


@torch.no_grad()
def wishes(teacher: Any, part: dict[str, Any], way: tuple[Any, Any]) -> dict[str, Any]:
    """What the teacher says of positions, seen rotated in one way."""
    scores, chances = teacher(part["seen"][:, way[0]], part["absent"])
    return {"wished": scores[:, way[1]].masked_fill(~part["allowed"], LEAST_CHANCE).softmax(1), "expected": chances.exp()}


def tables(games: int, seed: int) -> Games:
    return Games([Group(games, TableConfig().setting(seed, CONFIG.limit, CONFIG.islands), DEVICE, seed)], False)


def learn(model: Any, mean: Any, teacher: Any, seconds: float, taught: float) -> None:
    optimizer = torch.optim.Adam(model.parameters(), lr=CONFIG.rate[0], eps=1e-5, betas=(0.9, 0.99), fused=not SMALL)
    rollout = Rollout(tables(CONFIG.games, 11), CONFIG.length, model.choices, CONFIG.watchers)
    play, plain, by_teacher, ask = compiled(act), compiled(loss_of), compiled(taught_loss), compiled(wishes)
    ways = [(torch.from_numpy(way.bytes).to(DEVICE), torch.from_numpy(way.choices).to(DEVICE)) for way in symmetry.rotations(0)]
    how = type("How", (), {"act": staticmethod(play)})
    turn, begun, updates, steps, gone = places(0, 4)["turn"].start, 0.0, 0, 0, 0.0
    ours, averaged = list(model.parameters()), list(mean.parameters())
    while gone < seconds:
        now, share = gone / seconds, max(0.0, 1 - gone / taught) if taught else 0.0
        rate, entropy = (first * (last / first) ** now for first, last in (CONFIG.rate, CONFIG.entropy))
        for group in optimizer.param_groups:
            group["lr"] = rate
        rollout.collect(model, how, turn)
        rollout.judge(CONFIG.trace)
        weight, facts = torch.tensor(entropy, device=DEVICE), []
        for number, part in enumerate(minibatches(rollout, CONFIG)):
            if share:
                batch = part | ask(teacher, part, ways[number % len(ways)])
                loss, told = by_teacher(model, batch, weight, torch.tensor(share, device=DEVICE))
            else:
                loss, told = plain(model, part, weight, CONFIG.clip, CONFIG.value_weight)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(ours, CONFIG.norm)
            optimizer.step()
            torch._foreach_lerp_(averaged, ours, 1 - AVERAGE)
            facts.append(told)
        told = torch.stack(facts).mean(0).tolist()
        begun = begun or time.monotonic()  # the first one compiles
        gone = time.monotonic() - begun
        updates, steps = updates + 1, steps + CONFIG.length * CONFIG.games
        if updates % 16 == 1:
            turns = float(rollout.turns.sum()) / max(1.0, float(rollout.ended.sum()))
            row = {"s": round(gone, 1), "updates": updates, "M": round(steps / 1e6, 1), "turns": round(turns, 1), "share": round(share, 2)}
            print(json.dumps(row | {"facts": [round(each, 4) for each in told]}), flush=True)
        if updates % 100 == 0:
            mean.weights({"seconds": gone, "steps": steps}).save(OUT / "graph.npz")
    mean.weights({"command": " ".join(sys.argv), "seconds": gone, "steps": steps, "taught": taught}).save(OUT / "graph.npz")
    print(sum(each.numel() for each in ours), "weights,", round(steps / max(1e-9, gone)), "positions/s", flush=True)


@torch.no_grad()
def match(one: Any, others: Any, label: str, games: int, steps: int, play: Any) -> None:
    table = tables(games, 999)
    mine = torch.arange(games, device=DEVICE) % 4
    wins = ends = 0
    for _ in range(steps):
        seen, allowed = table.seen(), table.allowed()
        first, second = (play(each, seen, allowed, table.absent)[0] for each in (one, others))
        table.step(torch.where(table.seat == mine, first, second))
        done = table.done
        wins, ends = wins + (table.won().gather(1, mine[:, None])[:, 0] * done).sum(), ends + done.sum()
    found, whole = int(wins), int(ends)
    row = {"match": label, "wins": found, "games": whole, "share": found / max(1, whole), "95%": wilson(found, max(1, whole))}
    print(json.dumps(row), flush=True)


def main() -> None:
    seconds, taught = float(sys.argv[1]), float(sys.argv[2])
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    model = GraphModel(0, Sizes()).to(DEVICE)
    if len(sys.argv) > 3:
        model.take(GraphNetwork.load(Path(sys.argv[3])))
    mean = copy.deepcopy(model).requires_grad_(False)
    net = shipped(0)
    old = Model(0, net.header.width, net.header.blocks).to(DEVICE)
    old.take(net)
    learn(model, mean, old, seconds, taught)
    games, steps = (16, 20) if SMALL else (16384, 1300)
    play = compiled(act)
    match(mean, old, "graph (averaged) against three shipped", games, steps, play)
    match(old, mean, "shipped against three graph (averaged)", games, steps, play)
    match(model, old, "graph (last) against three shipped", games, steps, play)


if __name__ == "__main__":
    main()
