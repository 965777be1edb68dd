"""Who plays which seat: the caller of `step`, or a bot inside it, as four bits for each seat in one word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sevenhex.errors import OptionError, one_of
from sevenhex.observation.notes import Notes
from sevenhex.rules.jit import rule

if TYPE_CHECKING:
    from .play import Course

CALLER, RANDOM, GREEDY, SPARRING, STEADY, PLANNER_QUICK, PLANNER = range(7)
THINKERS = STEADY  # from here on a bot needs memory to think in, which a GPU has not
BITS = 4
NETWORK = 8  # from here on a network chooses, between two runs of the compiled functions (networks.py)
MOST_NETWORKS = (1 << BITS) - NETWORK
NETWORK_PREFIX = "net:"
CODES = {
    "random": RANDOM,
    "greedy": GREEDY,
    "sparring": SPARRING,
    "steady": STEADY,
    "planner:quick": PLANNER_QUICK,
    "planner": PLANNER,
}
SAME = {"planner:normal": "planner"} | {f"{name}:normal": name for name in ("random", "greedy", "sparring", "steady")}

Names = str | Sequence[str | None]


def seats_of(opponents: Names, players: int, learner: int) -> tuple[str | None, ...]:
    """The bot of each seat, None for the caller's own. One name is for all but the learner, `players - 1` names follow it clockwise,
    and as many names as players (None for the caller's) go by seat."""
    if isinstance(opponents, str):
        names: list[str | None] = [opponents] * (players - 1)
    else:
        names = list(opponents)
    if not names:
        return (None,) * players
    if len(names) == players - 1:
        around = [None, *names]
        names = [around[(seat - learner) % players] for seat in range(players)]
    elif len(names) != players:
        raise OptionError(
            f"opponents names {len(names)} bots; expected one, or {players - 1} of them, or {players} with None for your own seats.",
            option="opponents",
        )
    if None not in names:
        raise OptionError("opponents names every seat; leave at least one to the caller of step() (None).", option="opponents")
    return tuple(code_name(name) if name is not None else None for name in names)


def code_name(name: str) -> str:
    """The name by which `CODES` knows a bot."""
    from sevenhex.bots import name_now  # here, since compiled functions are found by what their module imports

    if is_network(name):
        return name
    name = name_now(name)
    return SAME.get(name, name)


def is_network(name: str | None) -> bool:
    return name is not None and name.startswith(NETWORK_PREFIX)


def networks_of(names: Sequence[str | None]) -> tuple[str, ...]:
    """The networks among them, each once."""
    return tuple(dict.fromkeys(name for name in names if name is not None and is_network(name)))


def check_known(names: Sequence[str | None], known: Sequence[str], where: str) -> None:
    for name in names:
        if name is not None and name not in known and not is_network(name):
            said = f"opponents names {name!r}, which cannot play inside {where}: {one_of(name, known)}, or net:FILE."
            raise OptionError(f"{said} TableEnv takes every bot.", option="opponents")
    if len(networks_of(names)) > MOST_NETWORKS:
        raise OptionError(f"opponents names {len(networks_of(names))} networks; at most {MOST_NETWORKS} play at once.", option="opponents")


def word_of(names: Sequence[str | None]) -> int:
    """The codes of all seats."""
    codes = CODES | {name: NETWORK + place for place, name in enumerate(networks_of(names))}
    return sum((CALLER if name is None else codes[name]) << (BITS * seat) for seat, name in enumerate(names))


@rule
def place_of(note: Notes, players: int, seat: int) -> int:
    """Who sits there: where the learner's seat is drawn anew for each game, everybody moves on with it."""
    place = seat - int(note.seat_shift)
    return place + players if place < 0 else place


@rule
def player_of(course: Course, note: Notes, players: int, seat: int) -> int:
    """The code of the player in that seat."""
    return (course.opponents >> (BITS * place_of(note, players, seat))) & ((1 << BITS) - 1)
