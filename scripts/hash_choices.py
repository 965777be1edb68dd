"""Hashes of everything that bots choose in seeded games: two versions of the sources that print the same play the same.

python scripts/hash_choices.py [--bots master] [--games 50]
PYTHONPATH=OLD/src python scripts/hash_choices.py ... prints those of another checkout.
"""

from __future__ import annotations

import argparse
import hashlib
from random import Random

from sevenhex import bots
from sevenhex.game.game import Game

SETTINGS = (("sixth", 4), ("sixth", 3), ("extension", 5), ("fourth", 4), ("sixth", 2))  # by turns


def played(names: list[str], number: int) -> Game:
    """One game of these bots, who take the seats by turns."""
    edition, players = SETTINGS[number % len(SETTINGS)]
    seated = [bots.make(names[(number + seat) % len(names)], seed=1000 * number + seat) for seat in range(players)]
    guards = [bots.Guard(bot, same_thread=True) for bot in seated]  # no time limit: a busy machine changes nothing
    return bots.play(Game.new(edition, players, seed=number), guards, Random(number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", nargs="+", default=["master"], help="who sit by turns; NAME:LEVEL is understood")
    parser.add_argument("--games", type=int, default=50)
    options = parser.parse_args()
    whole = hashlib.sha256()
    for number in range(options.games):
        game = played(options.bots, number)
        choices = hashlib.sha256(repr(game.log).encode())
        whole.update(choices.digest())
        print(f"{number:4} {len(game.log):5} entries {choices.hexdigest()[:16]}", flush=True)
    print(f"all {whole.hexdigest()}")


if __name__ == "__main__":
    main()
