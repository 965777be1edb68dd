"""Hashes of everything that bots choose in seeded games: two versions of the sources that print the same play the same.

python scripts/hash_choices.py [--bots master] [--games 50]
python scripts/hash_choices.py --inside steady --games 300     # compiled games of one bot, as environments play it
PYTHONPATH=OLD/src python scripts/hash_choices.py ... prints those of another checkout.
"""

from __future__ import annotations

import argparse
import hashlib
from random import Random

from sevenhex import bots
from sevenhex.game.game import Game

SETTINGS = (("sixth", 4), ("sixth", 3), ("extension", 5), ("fourth", 4), ("sixth", 2))  # by turns
INSIDE = (*SETTINGS, ("extension", 6), ("zip", 4), ("summary", 4))


def played(names: list[str], number: int) -> Game:
    """One game of these bots, who take the seats by turns."""
    edition, players = SETTINGS[number % len(SETTINGS)]
    seated = [bots.make(names[(number + seat) % len(names)], seed=1000 * number + seat) for seat in range(players)]
    guards = [bots.Guard(bot, same_thread=True) for bot in seated]  # no time limit: a busy machine changes nothing
    return bots.play(Game.new(edition, players, seed=number), guards, Random(number))


def followed(name: str, number: int) -> list[list[int]]:
    """Seats and actions of one compiled game in which this bot has every seat."""
    from sevenhex.env.following import Follower
    from sevenhex.env.opponents import BITS, CODES
    from sevenhex.env.setting import Setting

    edition, players = INSIDE[number % len(INSIDE)]
    setting = Setting(edition=edition, players=players, deal=number, islands=1)
    everybody = sum(CODES[name] << (BITS * seat) for seat in range(players))
    follower = Follower(setting.pool(), number, setting.course._replace(opponents=everybody))
    steps, _ = follower.play(number)
    return [follower.rows.seats[:steps].tolist(), follower.rows.actions[:steps].tolist()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", nargs="+", default=["master"], help="who sit by turns; NAME:LEVEL is understood")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--inside", help="instead of --bots: one bot that plays inside environments")
    options = parser.parse_args()
    whole = hashlib.sha256()
    for number in range(options.games):
        log = followed(options.inside, number) if options.inside else played(options.bots, number).log
        choices = hashlib.sha256(repr(log).encode())
        whole.update(choices.digest())
        print(f"{number:4} {len(log[0]) if options.inside else len(log):5} entries {choices.hexdigest()[:16]}", flush=True)
    print(f"all {whole.hexdigest()}")


if __name__ == "__main__":
    main()
