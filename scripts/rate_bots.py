"""The bots' places on the scale of people's ratings, from the matches in bots/ratings.toml: prints the table that stands there, and the
ladder of the levels that people choose, in points of which 400 are ten times the strength, with the step from each level to the next."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from sevenhex.arena.rating import Game, Rated, fit
from sevenhex.rating import on_scale

LEVELS = {"Easy": "gentle", "Medium": "steady", "Hard": "planner", "Expert": "scholar", "Master": "master"}


def known() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((resources.files("sevenhex.bots") / "ratings.toml").read_text())
    return found


def fitted() -> dict[str, Rated]:
    """All matches fitted at once, the strongest first."""
    games: list[Game] = []
    for match in known()["matches"]:
        table = [match["one"], *[match["three"]] * 3]
        games += [(table, 0)] * match["won"] + [(table, 1)] * (match["games"] - match["won"])
    return fit(games)


def ratings() -> dict[str, float]:
    """The strengths on the scale of people, the weakest first."""
    rated = fitted()
    ((name, at),) = known()["fixed"].items()
    return {bot: round(at + on_scale(rated[bot].rating, rated[name].rating), 1) for bot in reversed(rated)}


def ladder() -> list[str]:
    """A row for each level, with the step from the one below."""
    rated, rows, before = fitted(), [], None
    for level, bot in LEVELS.items():
        at = rated[bot].rating - rated["steady"].rating
        rows.append(f"| {level} | `{bot}` | {at:+.0f} | {'' if before is None else f'{at - before:.0f}'} |")
        before = at
    return rows


if __name__ == "__main__":
    for bot, strength in ratings().items():
        print(f"{bot} = {strength}")
    print("\n| level | bot | points | step |\n|---|---|---|---|", *ladder(), sep="\n")
