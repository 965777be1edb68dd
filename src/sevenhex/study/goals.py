"""What a puzzle asks for, in a word that does not give the answer away, and the line that follows its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.bots.lookahead import BARGAINS, Lookahead
from sevenhex.rules import engine
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import CHANCE, Kind, Phase
from sevenhex.rules.state import copy

if TYPE_CHECKING:
    from sevenhex.game.game import Game
    from sevenhex.rules.state import State

GOALS = ("win", "break", "settle", "first_road", "rob", "deal", "turn")
MOST_TRIED = 4000  # positions in the search for a win
DEEPEST = 6  # own moves of a win
LONGEST = 6  # moves of a line
QUIET = (Kind.SETTLE, Kind.CITY, Kind.ROAD, Kind.ROAD_BUILDING, Kind.PLENTY, Kind.MONOPOLY, Kind.BANK)  # chance has no part in them


def goal_of(game: Game, seat: int, action: int) -> str:
    """One of `GOALS`."""
    if game.phase == Phase.SETUP_SETTLEMENT:
        return "settle"
    if game.phase == Phase.SETUP_ROAD:
        return "first_road"
    if game.phase == Phase.ROBBER:
        return "rob"
    if kind_of(action) in BARGAINS:
        return "deal"
    after = copy(game.state)
    engine.apply(after, seat, action)
    if can_win(after, seat):
        return "win"
    before, now = (int(state["route_holder"][0]) for state in (game.state, after))
    return "break" if before not in (now, seat) and before >= 0 else "turn"


def can_win(state: State, seat: int) -> bool:
    """Can the seat win in this turn by moves in which chance has no part?"""
    left = [MOST_TRIED]
    seen: set[bytes] = set()

    def search(now: State, depth: int) -> bool:
        if now["phase"][0] == Phase.OVER:
            return int(now["winner"][0]) == seat
        if depth == 0 or left[0] <= 0 or now["phase"][0] not in (Phase.MAIN, Phase.FREE_ROADS) or int(now["actor"][0]) != seat:
            return False
        for action in quiet(now, seat):
            left[0] -= 1
            after = copy(now)
            engine.apply(after, seat, action)
            key = after.tobytes()
            if key not in seen:
                seen.add(key)
                if search(after, depth - 1):
                    return True
        return False

    return search(state, DEEPEST if is_near(state, seat) else 0)


def is_near(state: State, seat: int) -> bool:
    """A turn brings a few points at most."""
    return int(engine.total_points(state, seat)) >= int(state["target"][0]) - 3 or state["phase"][0] == Phase.OVER


def quiet(state: State, seat: int) -> list[int]:
    import numpy as np

    from sevenhex.rules.options import MAX_ACTIONS

    out = np.empty(MAX_ACTIONS, np.int64)
    size = int(engine.legal_actions(state, seat, False, out))
    return [action for action in out[:size].tolist() if kind_of(action) in QUIET]


def line_of(ahead: Lookahead, game: Game, seat: int, action: int) -> list[str]:
    """What the policy would do after the answer, to the end of the turn or until chance decides."""
    moment = game.until(len(game.log))
    moment.push(action, seat)
    actions: list[str] = []
    while len(actions) < LONGEST and not moment.is_over and moment.to_act and moment.to_act[0] == seat and moment.to_act[0] != CHANCE:
        ahead.forget()
        (root,) = ahead.put_open([moment.state])
        liked = [each for each, _ in ahead.favourites(root, seat, moment.legal(seat), 1)]
        known = [each for each in liked if kind_of(each) not in BARGAINS] or liked
        actions.append(moment.say(known[0], seat))
        moment.push(known[0], seat)
        if kind_of(known[0]) == Kind.END:
            break
    return actions
