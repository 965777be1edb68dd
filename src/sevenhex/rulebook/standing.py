"""Does a clause hold in an edition, may it be chosen, or is it unknown there?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from sevenhex.clauses import clauses
from sevenhex.editions import names
from sevenhex.editions.options import OPTIONS

if TYPE_CHECKING:
    from sevenhex.editions import Edition
    from sevenhex.rules.ids import Island

STANDARD: Final = "holds"
OPTION: Final = "may be chosen"
ABSENT: Final = "-"


def standing(edition: Edition, clause: str, islands: tuple[Island, ...] = ()) -> Literal["holds", "may be chosen", "-"]:
    """Read from the edition's data where an option decides it; with `islands`, only for games on these."""
    islands = islands or edition.islands
    if clause.startswith("HOUSE"):
        return OPTION
    for name, option in OPTIONS.items():
        if clause in option.clause_of and isinstance(option.values, tuple):
            values = {value for value, each in zip(option.values, option.clause_of, strict=True) if each == clause}
            if any(edition.rules[island].get(name) in values for island in islands):
                return STANDARD
            if any(values & set(edition.choices[island].get(name, ())) for island in islands):
                return OPTION
    known = clauses()[clause].editions
    return STANDARD if edition.key in known or edition.key not in names() else ABSENT
