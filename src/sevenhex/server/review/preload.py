"""Imported once by the process from which workers are forked: they begin with the rules loaded and called once."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from importlib import import_module
from types import TracebackType

# before NumPy is loaded: a worker computes on one core, the others are for tables
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from ..table import warmup  # noqa: E402
from . import jobs, study, worker  # noqa: E402
from .played import Played  # noqa: E402

__all__ = ["worker"]

PARENT, SERVER = os.getpid(), os.getppid()
LAST_BREATH = 1.0  # seconds that a process needs to be gone after its lines have gone


def end_quietly(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """A server that is killed may leave half a question on the line to this process; that is no fault to tell of."""
    until = time.monotonic() + LAST_BREATH
    while os.getpid() == PARENT and time.monotonic() < until:
        if os.getppid() != SERVER:
            return
        time.sleep(0.01)
    sys.__excepthook__(kind, error, trace)


sys.excepthook = end_quietly

played = warmup.game(60)
opening = played.until(0).to_json()
known = Played(opening, list(played.log))
for each in (
    jobs.Events(known, None, 0),
    jobs.Frames(known, None, True, 0, 3),
    jobs.Record(known, 0, None),
    jobs.SentFrames(played.until(len(played.log)).record(), 0, 1),
    study.Judge(study.Line(played.position(), None, []), None, None, 1),
):
    each.answer()
jobs.Chances(known).answer()
for name in ("landlockpy", "pyseccomp"):  # behind the walls it is too late to look for a library
    with contextlib.suppress(ImportError, RuntimeError):
        import_module(name)
del played, opening, known, each
