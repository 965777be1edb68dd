"""Games for the tests: a player that is sensible enough to finish, and records in which each turn begins with everybody's cards.

Nothing here decides a rule; it only chooses among legal actions.
"""

from __future__ import annotations

from random import Random

from sevenhex.game.game import Game
from sevenhex.notation.position import CARD_LETTERS, RESOURCE_LETTERS, format_counts
from sevenhex.rules.actions import typed
from sevenhex.rules.ids import Answer, Kind, Phase

# every edition with every number of players, the house rule for two included
TABLES = [
    *[("fourth", players) for players in (2, 3, 4)],
    *[("summary", players) for players in (2, 3, 4, 5, 6)],
    *[("extension", players) for players in (5, 6)],
    *[("sixth", players) for players in (2, 3, 4, 5, 6)],
    *[("zip", players) for players in (2, 3, 4)],
]
FIRST = (Kind.CITY, Kind.SETTLE, Kind.CONFIRM, Kind.TAKE, Kind.ROLL)
PIPS = {number: 6 - abs(7 - number) for number in range(2, 13)} | {0: 0}


def choose(game: Game, seat: int, rng: Random) -> int:
    """An action of a simple player: build what counts, trade now and then."""
    state = game.state[0]
    legal = game.legal(seat)
    kinds = {action: typed(action).kind for action in legal}
    if game.phase == Phase.SETUP_SETTLEMENT:
        return max(legal, key=lambda action: worth(game, typed(action).arguments[0]) + rng.random())
    if game.phase == Phase.ROBBER:
        robbing = [action for action in legal if typed(action).arguments[1] != 255]
        return rng.choice(robbing or legal)
    for kind in FIRST:
        wanted = [action for action in legal if kinds[action] == kind]
        if wanted and (kind != Kind.ROLL or rng.random() < 0.8):
            return rng.choice(wanted)
    if state.answer[seat] == Answer.WAITING and rng.random() < 0.2:
        return rng.choice(game.legal(seat, menu=True))
    quiet = not state.offer and not any(state.proposal)
    if game.phase == Phase.MAIN and seat == state.actor and quiet and rng.random() < 0.12:
        return rng.choice(game.legal(seat, menu=True))
    if any(kind == Kind.END for kind in kinds.values()) and rng.random() < 0.45:
        return int(Kind.END)
    return rng.choice(legal)


def worth(game: Game, corner: int) -> int:
    state = game.state[0]
    tiles = [tile for tile, corners in enumerate(game.naming.geometry.hex_corners) if corner in corners]
    return sum(PIPS[int(state.number[tile])] for tile in tiles)


def step(game: Game, rng: Random) -> None:
    """One entry of the log."""
    if game.awaits_chance:
        game.push(game.pick(rng.getrandbits(32)), -1)
        return
    seat = rng.choice(game.to_act)
    if game.phase == Phase.MAIN and rng.random() < 0.02:
        other = rng.randrange(game.players)  # somebody proposes unasked
        said = [action for action in game.legal(other, menu=True) if typed(action).kind == Kind.PROPOSE]
        if said:
            game.push(rng.choice(said), other)
            return
    game.push(choose(game, seat, rng), seat)


def wild_step(game: Game, rng: Random) -> None:
    """One entry of the log, anything legal, proposals out of turn too."""
    if game.awaits_chance:
        game.push(rng.choice(game.chances())[0], -1)
        return
    seats = range(game.players) if rng.random() < 0.1 else game.to_act
    seat = rng.choice(seats)
    legal = game.legal(seat, menu=rng.random() < 0.15)
    if legal:
        game.push(rng.choice(legal), seat)


def story(edition: str, players: int, seed: int, most: int = 4000, **options: object) -> Game:
    """A whole game."""
    game = Game.new(edition, players, seed, **options)
    rng = Random(seed)
    while not game.is_over and len(game.log) < most:
        step(game, rng)
    return game


def sentences(game: Game, n: int) -> str:
    """Points, hand and development cards of everybody before entry `n`."""
    state = game.states[n][0]
    return ", ".join(
        f"{colour} {state.points[seat]} {format_counts(int(state.hand[seat]), RESOURCE_LETTERS)}"
        f" {format_counts(int(state.cards[seat]), CARD_LETTERS)}"
        for seat, colour in enumerate(game.colours)
    )


def annotated(game: Game) -> Game:
    """The game with a comment at the beginning of each turn, and with its last position: what a changed rule changes, a diff shows."""
    twin = game.copy()
    turns = [int(state[0].turn) for state in game.states]
    places = [n for n in range(1, len(game.log)) if turns[n] != turns[n - 1]]
    twin.comments = {n: [sentences(game, n)] for n in places}
    twin.headers = {"End": game.position()}
    return twin
