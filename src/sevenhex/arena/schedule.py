"""Which game is next, which are under way, and which must be given out again because their worker died."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from .match import ArenaError

TRIES = 5  # of one game, before the workers are blamed


class Schedule:
    """Every game is given out until it was brought back once."""

    def __init__(self, games: Iterable[int]) -> None:
        self.waiting = deque(games)
        self.running: Counter[int] = Counter()
        self.tries: Counter[int] = Counter()
        self.done: set[int] = set()

    @property
    def is_over(self) -> bool:
        return not self.waiting and not self.running

    def take(self) -> int | None:
        """A game to play, or None when all are given out."""
        if not self.waiting:
            return None
        game = self.waiting.popleft()
        self.running[game] += 1
        self.tries[game] += 1
        return game

    def bring(self, game: int) -> bool:
        """A game came back. False: it had come back before, and must not be counted again."""
        self._leave(game)
        if game in self.done:
            return False
        self.done.add(game)
        return True

    def lose(self, game: int, why: str) -> None:
        """The worker died: the game waits again, in front."""
        self._leave(game)
        if game in self.done:
            return
        if self.tries[game] >= TRIES:
            raise ArenaError(f"Game {game} was given out {TRIES} times and its worker died each time ({why}).")
        self.waiting.appendleft(game)

    def _leave(self, game: int) -> None:
        self.running[game] -= 1
        if self.running[game] <= 0:
            del self.running[game]
