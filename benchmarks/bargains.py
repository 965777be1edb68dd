"""How each level trades at a table with people: offers made, accepted and countered, and answers with their reasons, counted.

    python -m benchmarks.bargains --games 100 --workers 2

Four of a level play each game, as they sit at a table with people (`bots/haggler.py`).
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Annotated

import typer

from sevenhex import bots
from sevenhex.bots.gentle import neighbors
from sevenhex.bots.haggler import REMARKS, Haggler, seated
from sevenhex.game.game import Game
from sevenhex.processes import results
from sevenhex.rules.actions import NONE, get_of, give_of, kind_of, second
from sevenhex.rules.cards import covers, total
from sevenhex.rules.ids import DESERT, Kind

LEVELS = {"Easy": "gentle", "Medium": "steady", "Hard": "planner", "Expert": "scholar", "Master": "master"}
PLAYERS = 4
COUNTED = {
    Kind.OFFER: "offers",
    Kind.ACCEPT: "accepted",
    Kind.COUNTER: "countered",
    Kind.REFUSE: "refused",
    Kind.CONFIRM: "closed",
    Kind.TAKE: "closed",
}


class Listening(Haggler):
    """One that also counts what it says when it refuses."""

    said: Counter[str]

    def choose(self, view, legal, limit):  # type: ignore[no-untyped-def]
        action = super().choose(view, legal, limit)
        if self.remark:
            self.said[self.remark] += 1
        return action


def played(name: str, number: int, seed: int) -> tuple[str, Counter[str]]:
    found: Counter[str] = Counter()
    table = [Listening(seated(name, seed=PLAYERS * number + place).bot) for place in range(PLAYERS)]
    for each in table:
        each.said = found
    rng = Random(f"{seed}/{number}/bargains")
    guards = [bots.Guard(each, same_thread=True) for each in table]
    game = bots.play(Game.new("sixth", PLAYERS, seed=rng.getrandbits(60), starter=0), guards, rng)
    found.update(COUNTED[Kind(kind_of(action))] for _, action in game.log if Kind(kind_of(action)) in COUNTED)
    found += habits(game)
    found.update(games=1, turns=int(game.state["turn"][0]), faults=sum(len(guard.faults) for guard in guards))
    return name, found


def habits(game: Game) -> Counter[str]:
    """What seats made of fair offers that they could pay, and whom they robbed."""
    found: Counter[str] = Counter()
    for n, (seat, action) in enumerate(game.log):
        state, kind = game.states[n][0], kind_of(action)
        if kind in (Kind.ACCEPT, Kind.REFUSE, Kind.COUNTER):
            wanted, offered = int(get_of(int(state["offer"]))), int(give_of(int(state["offer"])))
            if covers(int(state["hand"][seat]), wanted) and total(offered) >= total(wanted):
                found["fair"] += 1
                found["fair_taken"] += kind == Kind.ACCEPT
        elif kind == Kind.ROBBER:
            tile, victim = int(state["robber"]), int(second(action))
            found["robberies"] += victim != NONE
            found["troubled_robbed"] += victim != NONE and state["terrain"][tile] != DESERT and victim in neighbors(state, tile)
    return found


def main(
    games: Annotated[int, typer.Option(min=1)] = 100,
    workers: Annotated[int, typer.Option(min=1)] = 1,
    seed: Annotated[int, typer.Option(min=0)] = 27,
    only: Annotated[list[str] | None, typer.Option(help="Only this level (Easy, Medium, ...); may be repeated.")] = None,
) -> None:
    levels = {level: name for level, name in LEVELS.items() if not only or level in only}
    columns = ("offers", "accepted", "countered", "refused", "closed")
    behind = ("offers a turn", "fair offers taken", "robbed who was troubled", "faults", "reasons of refusals")
    typer.echo(f"| level | bot | games | {' | '.join((*columns, *behind))} |")
    typer.echo("|---" * (3 + len(columns) + len(behind)) + "|")
    for level, name in levels.items():  # a row as soon as it is known: the last takes longest
        row: Counter[str] = Counter()
        for done, (_, found) in enumerate(results([partial(played, name, number, seed) for number in range(games)], workers), 1):
            row += found
            if done % 20 == 0:
                typer.echo(f"{level}: {done} of {games} games", err=True)
        said = ", ".join(f"{each} {row[each]:,}" for each in REMARKS if row[each])
        numbers = [f"{row[column]:,}" for column in columns]
        numbers += [f"{row['offers'] / max(1, row['turns']):.2f}", f"{row['fair_taken'] / max(1, row['fair']):.0%} of {row['fair']:,}"]
        numbers += [f"{row['troubled_robbed']:,} of {row['robberies']:,}", f"{row['faults']}"]
        typer.echo(f"| {level} | `{name}` | {row['games']} | {' | '.join(numbers)} | {said} |")


if __name__ == "__main__":
    typer.run(main)
