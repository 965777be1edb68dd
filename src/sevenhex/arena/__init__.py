"""Many games between bots: matches by seed, statistics, ratings, reports; in processes of this machine or on a Ray cluster."""

from __future__ import annotations

from .match import Plan, Result, play_match
from .statistics import Row, table, wilson
from .tournament import Tournament

__all__ = ["Plan", "Result", "Row", "Tournament", "play_match", "table", "wilson"]
