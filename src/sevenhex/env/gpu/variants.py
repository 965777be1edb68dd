"""Builds of the kernels worth comparing: by their code (scripts/gpu_code.py) and, on a GPU, by their speed (scripts/gpu_run.sh)."""

from __future__ import annotations

from .device import Build
from .shape import KEPT, SEARCHES

FIRST_SEARCHES = ("longest_trail", "most_ahead", "reach")
COLD = ("bargains", "bargain", "roll_for_start", "produce_one_kind", "plenties")
BEFORE = Build(kept=FIRST_SEARCHES, one_form=False, few_roads=False, silent=False)  # as measured at commit 6c9f104

PLAYOUTS = {
    "usual": Build(),
    "128 threads": Build(threads=128),
    "192 threads": Build(threads=192),
    "224 threads": Build(threads=224),
    "256 threads": Build(threads=256),
    "16 buildings together": Build(together=16),
    "32 buildings together": Build(together=32),
    "before": BEFORE,
    "before, longest_of kept": Build(kept=(*FIRST_SEARCHES, "longest_of"), one_form=False, few_roads=False, silent=False),
    "no few_roads": Build(few_roads=False),
    "no one_form": Build(one_form=False),
    "not silent": Build(silent=False),
    "small searches kept too": Build(kept=(*SEARCHES, *FIRST_SEARCHES)),
    "rare rules kept too": Build(kept=(*SEARCHES, *COLD)),
    "buildings kept too": Build(kept=(*SEARCHES, "put_road", "put_settlement")),
    "nothing kept": Build(kept=("nothing",)),
}

STEPS = {
    "usual": Build(),
    "64 threads": Build(threads=64),
    "before": Build(kept=(*FIRST_SEARCHES, "longest_route", *KEPT[1:]), one_form=False, few_roads=False, silent=False),
    "no one_form": Build(one_form=False),
    "not silent": Build(silent=False),
    "searches and menu only": Build(kept=(*SEARCHES, "legal_actions", "index_of", "action_at", "observe", "play", "is_legal")),
}
