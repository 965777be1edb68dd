"""League play: the learner against policies drawn from a pool (its own saved networks, say), anew for each game.

    league = League(env.games, players=4, seed=7)
    league.join(saved_policy)                              # as often as one is saved
    actions, own = league.choose(policy, batch)            # `own` says where the learner chose: learn from those
    batch = env.step(actions); league.note(batch)

A policy takes rows of observations and masks and returns an index for each. NumPy arrays and PyTorch tensors alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sevenhex.errors import OptionError

from .trajectory import Array, arrays_of, library

LEARNER = 0
Chooser = Callable[[Array, Array], Array]


class League:
    """Who plays which seat of which game. The learner has at least one seat of every game, and on average `share` of the others."""

    def __init__(self, games: int, players: int, share: float = 0.25, most: int = 16, seed: int = 0) -> None:
        if not 0.0 <= share <= 1.0:
            raise OptionError(f"share is {share}; expected a number from 0 to 1.", option="share")
        if most < 1:
            raise OptionError(f"most is {most}; expected at least 1.", option="most")
        self.games, self.players, self.share, self.most = games, players, share, most
        self.random = np.random.default_rng(seed)
        self.members: list[Chooser] = []
        self.who = np.zeros((games, players), np.int64)  # LEARNER, or 1 + a member's place

    def join(self, policy: Chooser) -> None:
        """A new member; beyond the most, it takes the place of a random older one. Games under way go on as they are."""
        if len(self.members) < self.most:
            self.members.append(policy)
        else:
            self.members[int(self.random.integers(self.most))] = policy

    def draw(self, games: Any) -> None:
        """Draw who plays in these games (places, or a mask of them)."""
        rows = np.arange(self.games)[games]
        if len(self.members) and len(rows):
            drawn = 1 + self.random.integers(len(self.members), size=(len(rows), self.players))
            drawn[self.random.random(drawn.shape) < self.share] = LEARNER
            drawn[np.arange(len(rows)), self.random.integers(self.players, size=len(rows))] = LEARNER
            self.who[rows] = drawn

    def choose(self, learner: Chooser, batch: Any, like: Any = None) -> tuple[Array, Array]:
        """An index for each game from the player of the seat, and where that was the learner. `like` a tensor asks for tensors."""
        seen = arrays_of(batch, like)
        xp = library(seen["mask"])
        seats = seen["seat"].cpu().numpy() if hasattr(seen["seat"], "cpu") else seen["seat"]
        playing = self.who[np.arange(self.games), seats]
        actions = xp.zeros(self.games, dtype=xp.int64, device=seen["mask"].device)
        for each in np.unique(playing):
            rows = xp.asarray(np.flatnonzero(playing == each), device=actions.device)
            policy = learner if each == LEARNER else self.members[each - 1]
            actions[rows] = policy(seen["observation"][rows], seen["mask"][rows])
        return actions, xp.asarray(playing == LEARNER, device=actions.device)

    def note(self, batch: Any) -> None:
        """After a step: games that ended are followed by others, with others."""
        done = batch.done.copy_to_host() if hasattr(batch.done, "copy_to_host") else batch.done
        self.draw(np.asarray(done) != 0)
