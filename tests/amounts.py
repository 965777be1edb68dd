"""How much a test does: enough to fail every time, more with `SEVENHEX_LONG=1` (`make test-long`), little where every index is checked."""

from __future__ import annotations

import os
from typing import TypeVar

from sevenhex.rules.jit import CHECKED

LONG = os.environ.get("SEVENHEX_LONG", "0") not in ("", "0")
Amount = TypeVar("Amount")


def amount(short: Amount, long: Amount, checked: Amount | None = None) -> Amount:
    """A number, or a list of cases: the short one as a rule. `checked` is for `make checked`, whose code is several times slower."""
    if LONG:
        return long
    return short if checked is None or not CHECKED else checked
