"""Why an action is refused: every reason with a stable code, facts, a sentence in the edition's words, the clause, and where the book
says it.

The rules stand in `rules/legal.py`; here their answers become facts, which `wording.py` and the page put into words. `why_not` is empty
exactly when the action is legal.
"""

from __future__ import annotations

from .action import why_not
from .buttons import WHOLE, Buttons, why_no, why_none
from .reason import Reason

__all__ = ["WHOLE", "Buttons", "Reason", "why_no", "why_none", "why_not"]
