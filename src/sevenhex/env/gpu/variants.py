"""Builds of the kernels worth comparing: by their code (scripts/gpu_code.py) and, on a GPU, by their speed (scripts/gpu_run.sh)."""

from __future__ import annotations

from .build import RARE, SEARCHES, Build

FIRST_SEARCHES = ("longest_trail", "most_ahead", "reach")
BEFORE = Build(kept=FIRST_SEARCHES, one_form=False, few_roads=False, silent=False)  # as first measured, at commit 6c9f104
LISTS = ("legal_actions", "index_of", "action_at", "is_legal")

PLAYOUTS = {
    "usual": Build(),
    "before": BEFORE,
    "rolled": Build(rolled=True),
    "128 threads": Build(threads=128),
    "192 threads": Build(threads=192),
    "224 threads": Build(threads=224),
    "256 threads": Build(threads=256),
    "only searches kept": Build(kept=SEARCHES),
    "nothing kept": Build(kept=()),
    "no few_roads": Build(few_roads=False),
    "no one_form": Build(one_form=False),
    "not silent": Build(silent=False),
    "16 buildings together": Build(together=16),
    "32 buildings together": Build(together=32),
}

STEPS = {
    "usual": Build(),
    "96 threads": Build(threads=96),
    "160 threads": Build(threads=160),
    "192 threads": Build(threads=192),
    "unrolled": Build(rolled=False),
    "nothing kept": Build(kept=()),
    "the list kept too": Build(kept=(*SEARCHES, "legal_actions")),
    "all lists kept too": Build(kept=(*SEARCHES, *LISTS)),
    "rare rules kept too": Build(kept=(*SEARCHES, *RARE)),
    "not silent": Build(silent=False),
    "the board kept too": Build(kept=(*SEARCHES, "write_board")),
    "16 buildings together": Build(together=16),
    "a game a thread": Build(simple=True, threads=128),
    "a game a thread, unrolled": Build(simple=True, threads=128, rolled=False),
}
