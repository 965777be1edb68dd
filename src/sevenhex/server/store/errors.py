"""What can be wrong with the store."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Literal

from sevenhex.errors import SevenhexError

from ..base.refusal import Refused

log = logging.getLogger("sevenhex.store")


class StoreError(SevenhexError):
    """The store did not answer, or refused a write."""

    code: Literal["unavailable", "damaged"] = "unavailable"


class Damaged(StoreError):
    """What is stored about a table cannot be so."""

    code: Literal["damaged"] = "damaged"

    def __init__(self, table: str, problem: str) -> None:
        super().__init__(f"What is stored about this table is damaged ({problem}); the operator can look with `sevenhex store check`.")
        log.error("a stored table is damaged", extra={"table": table, "problem": problem})


class Conflict(StoreError):
    """Somebody else wrote first: what is in memory is out of date and must be read again."""


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Around what the store is asked for somebody: its faults become refusals, which people read."""
    try:
        yield
    except StoreError as error:
        raise Refused(error.code, "store", detail=str(error)) from error
