"""Imported once by the process from which workers are forked: they begin with the rules loaded and called once."""

from __future__ import annotations

from sevenhex import analysis

from ..table import warmup
from . import jobs, worker

__all__ = ["worker"]

played = warmup.game(60)
opening = played.until(0).to_json()
known = jobs.Played(opening, list(played.log))
for each in (
    jobs.Events(known, None, 0),
    jobs.Frames(known, None, True, 0, 3),
    jobs.Record(known, 0, None),
    jobs.SentFrames(played.until(len(played.log)).record(), 0, 1),
):
    each.answer()
analysis.curve(known.game(), 0, every_move=False)
del played, opening, known, each
