"""An action of an example in words, as the page says it (web/src/lib/actions.ts): for print and the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sevenhex.rules.ids import RESOURCE_NAMES

PLACES = ("settle", "city", "road")
CARDS = {"knight": "knight", "road_building": "road_building", "plenty": "year_of_plenty", "monopoly": "monopoly"}
EXCHANGES = ("offer", "propose", "counter")


def said(action: str, labels: Mapping[str, str], words: Mapping[str, str], colours: Mapping[str, str]) -> str:
    """What chance does, and what is not known, stays as a record writes it."""
    verb, *rest = action.split(" ")
    label = labels.get(f"act_{verb}", "")
    if verb in PLACES:
        return label.replace("{place}", rest[0])
    if verb == "robber":
        robbed = len(rest) > 1
        return labels["act_rob" if robbed else "act_robber"].replace("{place}", rest[0]).replace("{who}", colours.get(rest[-1], rest[-1]))
    if verb in CARDS:
        named = ", ".join(words[each] for each in rest)
        return f"{words[CARDS[verb]]}: {named}" if named else words[CARDS[verb]]
    if verb == "bank":
        return f"{words['supply']}: {exchange(rest, labels, words)}"
    if verb in EXCHANGES:
        return label.replace("{trade}", exchange(rest, labels, words))
    if verb == "confirm":
        return label.replace("{who}", colours.get(rest[0], rest[0]))
    if verb == "discard":
        return label.replace("{what}", words[rest[0]])
    return label.replace("{card}", words["card"]) if label and not rest else action


def exchange(parts: Sequence[str], labels: Mapping[str, str], words: Mapping[str, str]) -> str:
    middle = list(parts).index("for")
    given, taken = (bundle(half, labels, words) for half in (parts[:middle], parts[middle + 1 :]))
    return labels["act_for"].replace("{give}", given).replace("{get}", taken)


def bundle(parts: Sequence[str], labels: Mapping[str, str], words: Mapping[str, str]) -> str:
    """`2 brick 1 ore`; a resource that the edition calls otherwise may stand there in its own word."""
    held = [f"{count} {words[name] if name in RESOURCE_NAMES else name}" for count, name in zip(parts[::2], parts[1::2], strict=False)]
    return ", ".join(held) or labels["act_nothing"]
