"""A review of each seat in a few numbers, kept beside the review so that a profile reads hundreds of games at once."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any

import msgspec

POOR = ("mistake", "blunder")
Digest = dict[str, Any]


def read(body: bytes) -> list[Digest]:
    """Of a review as it is stored."""
    return digest(review_from(body))


def review_from(body: bytes) -> Any:
    return msgspec.json.decode(gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body)  # short ones are not packed


def digest(review: Mapping[str, Any]) -> list[Digest]:
    """By seat."""
    return [of_seat(review, player) for player in review["players"]]


def of_seat(review: Mapping[str, Any], player: Mapping[str, Any]) -> Digest:
    seat = player["seat"]
    openings = [row for row in review["openings"] if row["seat"] == seat]
    mistakes: dict[str, list[float]] = {}
    for row in review["decisions"]:
        if row["seat"] == seat and row["grade"] in POOR:
            kind = mistakes.setdefault(str(row["action"]).split(" ", maxsplit=1)[0], [0, 0.0])
            kind[0] += 1
            kind[1] = round(kind[1] + row["lost"], 2)
    trades = [(row["own"], row["theirs"]) if row["seat"] == seat else (row["theirs"], row["own"]) for row in traded(review, seat)]
    return {
        "decisions": player["decisions"],
        "lost": player["lost"],
        "luck": player["luck"],
        "accuracy": player.get("accuracy"),
        "grades": player["grades"],
        "openings": {
            "count": len(openings), "rank": sum(row["rank"] for row in openings), "lost": round(sum(row["lost"] for row in openings), 2)
        },
        "trades": {
            "count": len(trades), "own": round(sum(own for own, _ in trades), 2), "theirs": round(sum(theirs for _, theirs in trades), 2),
            **player.get("offers", {}),  # an older review has not counted them
        },
        "mistakes": mistakes,
    }  # fmt: skip


def traded(review: Mapping[str, Any], seat: int) -> list[Mapping[str, Any]]:
    return [row for row in review["trades"] if seat in (row["seat"], row["other"])]
