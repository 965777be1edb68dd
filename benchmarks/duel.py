"""Our bots against the players packaged with `catanatron`, in its own engine.

python -m benchmarks.duel --bot planner --opponent victory-point --games 500
"""

from __future__ import annotations

from typing import Annotated

import typer
from catanatron.game import Game
from catanatron.models.player import Color, Player, RandomPlayer
from catanatron.players.search import VictoryPointPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer
from rich.console import Console
from rich.progress import track

from sevenhex.arena.statistics import wilson
from sevenhex.errors import SevenhexError, one_of
from sevenhex.oracle.catanatron import SevenhexPlayer

OPPONENTS: dict[str, type[Player]] = {"random": RandomPlayer, "weighted-random": WeightedRandomPlayer, "victory-point": VictoryPointPlayer}
COLOURS = tuple(Color)


def play(bot: str, level: str, opponent: str, game: int, seed: int, players: int = 2) -> bool:
    """One game; True when our bot has won. Their engine seats the players by its own draw, which the seed decides."""
    if opponent not in OPPONENTS:
        raise SevenhexError(f"There is no opponent {opponent!r}: {one_of(opponent, OPPONENTS)}.")
    ours: Player = SevenhexPlayer(COLOURS[0], bot, level, seed=game)
    others = [OPPONENTS[opponent](colour) for colour in COLOURS[1:players]]
    return bool(Game([ours, *others], seed=1 + seed * 1_000_003 + game).play() == COLOURS[0])


def main(
    bot: Annotated[str, typer.Option()] = "planner",
    level: Annotated[str, typer.Option()] = "normal",
    opponent: Annotated[str, typer.Option()] = "weighted-random",
    games: Annotated[int, typer.Option()] = 100,
    seed: Annotated[int, typer.Option()] = 0,
    players: Annotated[int, typer.Option()] = 2,
) -> None:
    """One of our bots against theirs."""
    console = Console(stderr=True)
    won = sum(play(bot, level, opponent, game, seed, players) for game in track(range(games), bot, console=console, transient=True))
    low, high = wilson(won, games)
    typer.echo(f"{bot} against {players - 1} {opponent}: {won} of {games} games, {won / games:.1%} (95%: {low:.1%} to {high:.1%})")


if __name__ == "__main__":
    typer.run(main)
