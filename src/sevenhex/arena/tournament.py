"""All games of a plan, in several processes, written down one by one so that an interrupted arena goes on where it stopped."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

from .match import ArenaError, Plan, Result, play_match

Report = Callable[[Result], None]


class Tournament:
    """The games of a plan that are still to play, and the results of the others. `out` keeps them: a heading, then a line a game."""

    def __init__(self, plan: Plan, out: Path | None = None) -> None:
        self.plan = plan
        self.out = out
        self.results: dict[int, Result] = {}
        if out is not None and out.exists():
            self._read(out)
        elif out is not None:
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(self._heading() + "\n", encoding="utf-8")

    def _heading(self) -> str:
        return json.dumps({"arena": self.plan.fingerprint(), "plan": asdict(self.plan)})

    def _read(self, out: Path) -> None:
        """Take over finished games; a line cut off by a crash is dropped, another arena's file refused."""
        lines = out.read_text(encoding="utf-8").splitlines()
        try:
            found = json.loads(lines[0])["arena"] if lines else None
        except (json.JSONDecodeError, KeyError, TypeError):
            found = None
        if found != self.plan.fingerprint():
            raise ArenaError(
                f"{out} does not belong to this arena (other bots, players, edition or seed, or no arena file at all). "
                "Name another file with --out, or delete it."
            )
        for line in lines[1:]:
            try:
                result = Result.from_json(line)
            except (json.JSONDecodeError, TypeError):
                continue
            self.results[result.game] = result
        # written anew without what was cut off, so that the next line begins at a line's beginning
        kept = [self._heading(), *(result.to_json() for result in self.results.values())]
        part = out.with_name(out.name + ".part")
        part.write_text("\n".join(kept) + "\n", encoding="utf-8")
        part.replace(out)

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
        if self.out is not None:
            with self.out.open("a", encoding="utf-8") as file:
                file.write(result.to_json() + "\n")
        return True

    def run(self, workers: int = 1, report: Report | None = None) -> list[Result]:
        """Play what is missing. Results do not depend on the number of workers."""
        for result in self._played(workers):
            if self.note(result) and report is not None:
                report(result)
        return self.finished

    def _played(self, workers: int) -> Iterator[Result]:
        if workers < 1:
            raise ArenaError(f"Expected at least one worker, got {workers}.")
        if workers == 1:
            for game in self.missing:
                yield play_match(self.plan, game)
            return
        # spawned, not forked: compiled code and threads do not survive a fork everywhere
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            yield from pool.imap_unordered(Worker(self.plan), self.missing, chunksize=1)


class Worker:
    """What a process does: one game after another."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, game: int) -> Result:
        return play_match(self.plan, game)
