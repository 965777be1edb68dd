"""How a tournament stands, from the results of its tables: scores, places, and the same as a file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Any

from ..people.pairing import Outcome, Past, Score, ranking, scores
from ..store.seats import Seat
from ..store.store import TableRecord
from ..store.tournaments import Pairing, Tournament
from ..table import appointment

MISSES = 2  # tables that somebody left or never came to; then they are not paired again
COLUMNS = ("place", "name", "bot", "wins", "points", "share", "games", "gone")


def result_of(record: TableRecord | None) -> dict[str, Any]:
    """How a table ended. At one that was deleted or ended by the operator nobody has won anything.

    A player who left, or is away at the end, has lost, whatever a bot made of the seat.
    """
    if record is None:
        return {"points": [], "winner": None, "left": []}
    found = record.result or {}
    left = [seat.seat for seat in record.seats if is_left(seat, record)]
    return {"points": list(found.get("points") or []), "winner": found.get("winner"), "left": left}


def is_left(seat: Seat, record: TableRecord) -> bool:
    """A person's seat at which a bot plays: of a game that is not rated the seat itself is the bot's then."""
    appointed = appointment.of(record)
    return appointed is not None and seat.seat in appointed.people and (seat.played_by_bot or seat.resigned is not None)


def outcomes(tournament: Tournament) -> list[Outcome]:
    return [
        Outcome(each.entrants, each.result["points"], each.result["winner"], each.result["left"])
        for each in tournament.pairings
        if each.result is not None
    ]


def standing(tournament: Tournament) -> tuple[dict[int, Score], list[tuple[int, int]]]:
    """The score of each entrant, and places with entrants, the leader first."""
    found = scores([each.n for each in tournament.entrants], outcomes(tournament))
    return found, ranking(found)


def past(tournament: Tournament, avoided: list[tuple[int, int]]) -> Past:
    return Past([[each.entrants for each in tables] for tables in tournament.rounds()], avoided)


def missing(tournament: Tournament, now: Pairing, result: dict[str, Any]) -> list[int]:
    """Who has stayed away too often, this table included."""
    missed = Counter(each.entrants[seat] for each in tournament.pairings if each.result and each is not now for seat in each.result["left"])
    return [now.entrants[seat] for seat in result["left"] if missed[now.entrants[seat]] + 1 >= MISSES]


# --- as a file


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Everybody's place and score, the leader first."""
    found, order = standing(tournament)
    by_number = {each.n: each for each in tournament.entrants}
    return [
        {
            "place": place, "entrant": n, "name": by_number[n].name, "bot": by_number[n].bot, "level": by_number[n].level,
            "guest": guest(tournament, n), "gone": by_number[n].gone is not None, "wins": found[n].wins, "points": found[n].points,
            "share": round(found[n].share, 4), "games": found[n].games,
        }
        for place, n in order
    ]  # fmt: skip


def guest(tournament: Tournament, n: int) -> bool:
    who = next(each for each in tournament.entrants if each.n == n)
    return who.bot is None and not who.registered


def as_json(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament.id, "name": tournament.name, "status": tournament.status, "edition": tournament.wish.edition,
        "rated": tournament.wish.rated, "rounds": tournament.wish.rounds, "ended": tournament.ended, "standing": rows(tournament),
        "tables": [
            {"round": each.round, "table": each.code, "entrants": list(each.entrants), **(each.result or {})}
            for each in tournament.pairings
        ],
    }  # fmt: skip


def as_csv(tournament: Tournament) -> str:
    """For a spreadsheet; a name that would be a formula there is none."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    for row in rows(tournament):
        writer.writerow({**row, "name": plain(row["name"]), "gone": int(row["gone"])})
    return out.getvalue()


def plain(text: str) -> str:
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text
