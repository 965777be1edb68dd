"""The bots' places on the scale of people's ratings, from the matches in bots/ratings.toml: prints the table that stands there."""

from __future__ import annotations

import tomllib
from importlib import resources

from sevenhex.arena.rating import fit
from sevenhex.rating import on_scale


def ratings() -> dict[str, float]:
    """The fitted strengths, the weakest first."""
    known = tomllib.loads((resources.files("sevenhex.bots") / "ratings.toml").read_text())
    games = []
    for match in known["matches"]:
        table = [match["one"], *[match["three"]] * 3]
        games += [(table, 0)] * match["won"] + [(table, 1)] * (match["games"] - match["won"])
    rated = fit(games)
    ((name, at),) = known["fixed"].items()
    return {bot: round(at + on_scale(rated[bot].rating, rated[name].rating), 1) for bot in reversed(rated)}


if __name__ == "__main__":
    for bot, strength in ratings().items():
        print(f"{bot} = {strength}")
