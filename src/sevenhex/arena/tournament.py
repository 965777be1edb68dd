"""All games of a plan, written down one by one so that an interrupted arena goes on where it stopped."""

from __future__ import annotations

import json
import logging
import os
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import IO, Any

from sevenhex.processes import Crew

from .match import ArenaError, Plan, Result, play_match

Report = Callable[[Result], None]


class Tournament:
    """The games of a plan that are still to play, and the results of the others. `out` keeps them: a heading, then a line a game."""

    def __init__(self, plan: Plan, out: Path | None = None) -> None:
        self.plan = plan.check()
        self.out = out
        self.results: dict[int, Result] = {}
        self._file: IO[str] | None = None
        if out is not None and out.exists():
            self._read(out)

    # --- the file

    def _heading(self) -> str:
        plan = {key: value for key, value in asdict(self.plan).items() if key != "logs"}
        return json.dumps({"arena": self.plan.fingerprint(), "plan": plan})

    def _read(self, out: Path) -> None:
        """Take over finished games; a line cut off by a crash is dropped, another arena's file refused."""
        try:
            lines = out.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise ArenaError(f"Cannot read {out}: {error.strerror}.") from None
        try:
            found = json.loads(lines[0]) if lines else {}
            theirs = found["plan"] if lines else {}
        except (ValueError, KeyError, TypeError):
            raise ArenaError(f"{out} is no file of an arena, and is left as it is. Name another one with --out.") from None
        if lines and found["arena"] != self.plan.fingerprint():
            ours = json.loads(self._heading())["plan"]
            other = [f"{key} {theirs.get(key)!r}" for key in ours if key != "games" and theirs.get(key) != ours[key]]
            raise ArenaError(
                f"{out} belongs to another arena ({', '.join(other) or 'played by another version'}), and is left as it is. "
                "Name another file with --out, or repeat that arena's command to go on with it."
            )
        for line in lines[1:]:
            try:
                result = Result.from_json(line)
            except (ValueError, TypeError):
                continue
            self.results.setdefault(result.game, result)

    def save(self, out: Path) -> None:
        """Write everything so far; from now on each game is added when it is over."""
        self.close()
        part = out.with_name(out.name + ".part")
        lines = [self._heading(), *(result.to_json() for result in self.results.values())]
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")
            part.replace(out)  # written anew without what was cut off, so that the next line begins at a line's beginning
            self._file = out.open("a", encoding="utf-8")
        except OSError as error:
            raise ArenaError(f"Cannot write {out}: {error.strerror}.") from None
        self.out = out

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    # --- the games

    @property
    def missing(self) -> list[int]:
        """Games still to be played."""
        return [game for game in range(self.plan.games) if game not in self.results]

    @property
    def finished(self) -> list[Result]:
        """Results in the order of the games."""
        return [self.results[game] for game in sorted(self.results) if game < self.plan.games]

    def note(self, result: Result) -> bool:
        """Keep a result; a game that was already counted is not counted again."""
        if result.game in self.results:
            return False
        self.results[result.game] = result
        if self._file is not None:
            self._file.write(result.to_json() + "\n")
            self._file.flush()
        return True

    def run(self, workers: int = 1, report: Report | None = None) -> list[Result]:
        """Play what is missing, in so many processes (0: one a processor). Results do not depend on their number."""
        if workers < 0:
            raise ArenaError(f"Expected a number of workers, got {workers}.")
        return self.collect(self._played(workers or os.cpu_count() or 1), report)

    def collect(self, played: Iterator[Result], report: Report | None = None) -> list[Result]:
        """Keep the results of games as they come, from wherever they are played."""
        if self.out is not None:
            self.save(self.out)
        try:
            for result in played:
                if self.note(result) and report is not None:
                    report(result)
        finally:
            close: Any = getattr(played, "close", None)
            if close is not None:
                close()
            self.close()
        return self.finished

    def _played(self, workers: int) -> Iterator[Result]:
        missing = self.missing
        if workers == 1 or len(missing) < 2:
            for game in missing:
                yield play_match(self.plan, game)
        else:
            yield from Crew(partial(play_apart, self.plan), min(workers, len(missing)), "Game").results(missing)


def quiet() -> None:
    """Faults travel with the result; logged by every process at once they would only tear the progress bar."""
    log = logging.getLogger("sevenhex.bots")
    log.handlers = [logging.NullHandler()]
    log.propagate = False


def play_apart(plan: Plan, game: int) -> Result:
    """A game in a process of its own; a failure of ours names the game."""
    quiet()
    try:
        return play_match(plan, game)
    except Exception:
        raise ArenaError(f"Game {game} could not be played; please report this.\n{traceback.format_exc()}") from None
