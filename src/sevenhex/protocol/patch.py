"""What changed from one moment that a client knows to the next: how it is found, and how a client puts it in (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from msgspec import Struct, structs

from .schema import ShownAs

if TYPE_CHECKING:
    from .encoding import Building, Road  # a client needs no rules
    from .reasons import Reason

Item = TypeVar("Item")
Splice: TypeAlias = tuple[int, int, list[Item]]  # at this place so many are taken out, and these put in
Json: TypeAlias = dict[str, Any]
Can: TypeAlias = "dict[str, Reason | None]"  # by button: None, or why it is of no use


class Patch(Struct, omit_defaults=True):
    """What is left out has not changed."""

    view: Annotated[dict[str, Any], ShownAs("Partial<Public>")] = {}  # fields of the view
    buildings: Splice[Building] | None = None
    roads: Splice[Road] | None = None
    seats: Annotated[dict[str, dict[str, Any]], ShownAs("Record<string, Partial<Seat>>")] = {}  # by number
    legal: Splice[str] | None = None
    can: list[tuple[list[str], Reason | None]] = []  # buttons that have come to have this reason


# --- what changed


def changed(before: Struct, after: Struct, leave_out: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The fields that are different, with their new values."""
    if before == after:
        return {}
    both = zip(after.__struct_fields__, structs.astuple(before), structs.astuple(after), strict=True)
    return {name: value for name, was, value in both if was != value and name not in leave_out}


def splice(before: Sequence[Item], after: Sequence[Item]) -> Splice[Item] | None:
    """One cut that makes the second list of the first; None when they are equal."""
    if before == after:
        return None
    start, shorter = 0, min(len(before), len(after))
    while start < shorter and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < shorter - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return start, len(before) - start - tail, list(after[start : len(after) - tail])


def changed_buttons(before: Can, after: Can) -> list[tuple[list[str], Reason | None]]:
    """The buttons with a new reason, those of one reason together: it is often the same for all."""
    if before == after:
        return []
    found: dict[Reason | None, list[str]] = {}
    last, now, differ = None, None, False
    for what, reason in after.items():
        former = before[what]
        if former is not last or reason is not now:  # neighbours often have the very same reasons, then and now
            last, now, differ = former, reason, former != reason
        if differ:
            found.setdefault(reason, []).append(what)
    return [(buttons, reason) for reason, buttons in found.items()]


# --- a client's part


def spliced(before: Sequence[Item], cut: Splice[Item]) -> list[Item]:
    start, removed, items = cut
    return [*before[:start], *items, *before[start + removed :]]


def applied(patch: Mapping[str, Any], version: int, view: Json, legal: list[str], can: Json) -> tuple[Json, list[str], Json]:
    """View, legal actions and buttons (all as plain JSON data) with a patch put in; the old ones stay as they are."""
    fields = {**view, **patch.get("view", {}), "version": version}
    for name in ("buildings", "roads"):
        if name in patch:
            fields[name] = spliced(view[name], patch[name])
    if "seats" in patch:
        fields["seats"] = [{**row, **patch["seats"].get(str(row["seat"]), {})} for row in view["seats"]]
    if "legal" in patch:
        legal = spliced(legal, patch["legal"])
    news = {what: reason for buttons, reason in patch.get("can", ()) for what in buttons}
    return fields, legal, {**can, **news}
