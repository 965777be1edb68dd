"""Two networks against each other without search, thousands of games at once: one at a seat of its own, the other at all other seats."""

from __future__ import annotations

from typing import NamedTuple

import torch

from sevenhex.arena.statistics import wilson
from sevenhex.nets.model import without_gradients
from sevenhex.nets.models import Learner

from .config import TableConfig
from .games import Games, Group
from .ppo import Compiled

LIMIT = 9_000  # actions after which a game is cut
ISLANDS = 4096


class Duel(NamedTuple):
    """How many of the games that ended the single one has won."""

    wins: int
    games: int

    def __str__(self) -> str:
        low, high = wilson(self.wins, max(1, self.games))
        return f"{self.wins:,} of {self.games:,}, {self.wins / max(1, self.games):.1%} [{low:.1%}, {high:.1%}]"


@without_gradients
def duel(one: Learner, others: Learner, table: TableConfig, games: int, steps: int, how: Compiled, device: str, seed: int = 999) -> Duel:
    """Play so many steps in each game; short games end more often within them, so give enough for several games in a row."""
    played = Games([Group(games, table.setting(seed, LIMIT, ISLANDS), device, seed)])
    own = torch.arange(games, device=played.device) % table.players
    wins = ended = torch.zeros((), dtype=torch.int64, device=played.device)
    for _ in range(steps):
        seen, allowed = played.seen(), played.allowed()
        first, second = (how.act(each, seen, allowed, played.absent)[0] for each in (one, others))
        played.step(torch.where(played.seat == own, first, second))
        won = played.won().gather(1, own[:, None])[:, 0] > 0
        wins, ended = wins + (won & played.done).sum(), ended + played.done.sum()
    return Duel(int(wins), int(ended))
