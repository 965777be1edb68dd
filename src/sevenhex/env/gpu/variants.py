"""Builds of the kernels worth comparing: by their code (benchmarks/gpu_code.py) and, on a GPU, by their speed (scripts/gpu_run.sh)."""

from __future__ import annotations

from dataclasses import replace

from . import playout, step
from .build import RARE, SEARCHES

FIRST_SEARCHES = ("longest_from", "longest_in", "component_of", "core_of")
BEFORE = replace(playout.USUAL, kept=FIRST_SEARCHES, one_form=False, silent=False)  # much as first measured, at commit 6c9f104
LISTS = ("legal_actions", "index_of", "action_at", "is_legal")

PLAYOUTS = {
    "usual": playout.USUAL,
    "before": BEFORE,
    "rolled": replace(playout.USUAL, rolled=True),
    "128 threads": replace(playout.USUAL, threads=128),
    "192 threads": replace(playout.USUAL, threads=192),
    "224 threads": replace(playout.USUAL, threads=224),
    "256 threads": replace(playout.USUAL, threads=256),
    "only searches kept": replace(playout.USUAL, kept=SEARCHES),
    "nothing kept": replace(playout.USUAL, kept=()),
    "no one_form": replace(playout.USUAL, one_form=False),
    "not silent": replace(playout.USUAL, silent=False),
    "16 buildings together": replace(playout.USUAL, together=16),
    "32 buildings together": replace(playout.USUAL, together=32),
}

STEPS = {
    "usual": step.USUAL,
    "96 threads": replace(step.USUAL, threads=96),
    "160 threads": replace(step.USUAL, threads=160),
    "192 threads": replace(step.USUAL, threads=192),
    "unrolled": replace(step.USUAL, rolled=False),
    "nothing kept": replace(step.USUAL, kept=()),
    "the list kept too": replace(step.USUAL, kept=(*SEARCHES, "legal_actions")),
    "all lists kept too": replace(step.USUAL, kept=(*SEARCHES, *LISTS)),
    "rare rules kept too": replace(step.USUAL, kept=(*SEARCHES, *RARE)),
    "not silent": replace(step.USUAL, silent=False),
    "the board kept too": replace(step.USUAL, kept=(*SEARCHES, "write_board")),
    "16 buildings together": replace(step.USUAL, together=16),
    "a game a thread": replace(step.USUAL, simple=True, threads=128),
    "a game a thread, unrolled": replace(step.USUAL, simple=True, threads=128, rolled=False),
}
