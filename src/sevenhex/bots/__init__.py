"""Opponents, from gentle to formidable. All see views only: no bot ever knows a hidden card.

bot = bots.make("planner", level="normal", seed=7)
action = bot.choose(game.view(seat), game.legal(seat), bots.Limit())
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sevenhex.errors import one_of

from .protocol import LEVELS, Bot, BotError, Fault, Guard, Limit, fallback, is_forced, resolve_level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sevenhex.game.game import Game
    from sevenhex.knowledge.views import View

__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "Fault",
    "Guard",
    "Limit",
    "describe",
    "fallback",
    "hint",
    "is_brought",
    "is_forced",
    "make",
    "make_own",
    "names",
    "play",
    "step",
]

# From gentle to formidable: the name, and where the bot lives.
LADDER = {
    "random": ("random_", "Random"),
    "greedy": ("greedy", "Greedy"),
    "gentle": ("gentle", "Gentle"),
    "steady": ("steady", "Steady"),
    "planner": ("planner", "Planner"),
    "scholar": ("scholar", "Scholar"),
    "master": ("master", "Master"),
}
# Made for environments, and known to the arena; the lobby does not offer it.
PARTNERS = {"sparring": ("sparring", "Sparring")}
# What a person may bring to their own games: a program that speaks JSON lines, the policy of a trained network without search or looking
# ahead as `master` does, a network of any make, a bot behind a WebSocket. A Python class is named as "package.module:Class" (classes.py).
OWN = {
    "exec:": ("external", "Program"),
    "net:": ("network", "Policy"),
    "search:": ("search", "Search"),
    "onnx:": ("onnx", "Onnx"),
    "ws://": ("socket", "Remote"),
    "wss://": ("socket", "Remote"),
    "mcp:": ("model", "Model"),
}
NETWORKS = ("net:", "search:")  # these count positions as our own bots do, not seconds
BRING = "A bot of your own is named 'exec:COMMAND', 'package.module:Class', 'onnx:FILE', 'net:FILE', 'ws://HOST:PORT' or 'mcp:COMMAND'."


def names() -> list[str]:
    """The bots of this package, from gentle to formidable."""
    return list(LADDER)


def find(name: str) -> type[Bot]:
    """The class behind a name."""
    if name not in LADDER and name not in PARTNERS:
        raise BotError(f"There is no bot {name!r}: {one_of(name, LADDER)}. {BRING}")
    module, cls = (LADDER | PARTNERS)[name]
    found: type[Bot] = getattr(import_module(f"{__name__}.{module}"), cls)
    return found


def make(name: str, level: str = "normal", seed: int = 0) -> Bot:
    """A bot by name or `name:level`, or one that somebody brings: `exec:COMMAND`, `package.module:Class`, `file.py:Class`, `ws://HOST:PORT`,
    `onnx:FILE`, `net:FILE`, `mcp:COMMAND` (a language model).

    It runs any command it is given: only for names from the person's own command line or code. Names from others go to `make_own`.
    """
    for prefix, (module, cls) in OWN.items():
        if name.startswith(prefix):
            found = getattr(import_module(f"{__name__}.{module}"), cls)
            made: Bot = found(name if prefix.endswith("//") else name.removeprefix(prefix), seed=seed)
            return made
    if is_brought(name):
        from .classes import Own

        return Own(name, level, seed)
    name, _, given = name.partition(":")
    return find(name)(level=given or level, seed=seed)


def is_brought(name: str) -> bool:
    """Does this name something that is not of this package?"""
    from .classes import is_class

    return name.startswith(tuple(OWN)) or (name.partition(":")[0] not in LADDER and is_class(name))


def make_own(name: str, level: str = "normal", seed: int = 0) -> Bot:
    """One of our own bots, as `name` or `name:level`: for names that others give (visitors of a server, a language model).

    No text can make it start a program or open a file.
    """
    bot, _, given = name.partition(":")
    if bot not in LADDER:
        raise BotError(f"There is no bot {name[:40]!r} here: {one_of(bot, LADDER)}.")
    return find(bot)(level=given or level, seed=seed)


def name_now(name: str) -> str:
    """The name with a level that there is: `planner:normal` for `planner:deep`, with a warning."""
    bot, colon, level = name.partition(":")
    return f"{bot}:{resolve_level(level, find(bot).levels)}" if colon and bot in LADDER else name


def describe() -> list[dict[str, Any]]:
    """What a lobby shows of each bot."""
    return [{"name": cls.name, "title": cls.title, "description": cls.description, "levels": list(cls.levels)} for cls in map(find, LADDER)]


def step(game: Game, guards: Sequence[Guard]) -> None:
    """Ask the first awaited seat and do what it says."""
    seat = game.to_act[0]
    legal = game.legal(seat)
    game.push(legal[0] if is_forced(legal) else guards[seat].choose(game.view(seat), legal), seat)


def play(game: Game, players: Sequence[Bot | Guard], rng: Any, limit: Limit | None = None, most: int = 20_000) -> Game:
    """Drive a game to its end, chance included; stops after `most` actions."""
    guards = [player if isinstance(player, Guard) else Guard(player, limit or Limit()) for player in players]
    while not game.is_over and game.version < most:
        if game.awaits_chance:
            game.resolve(rng)
        else:
            step(game, guards)
    return game


def hint(view: View, legal: list[int], name: str = "master", level: str = "normal") -> dict[str, Any]:
    """What a strong player would do now, as text, with why: `{"action", "sentence", "code", "arguments"}`."""
    from .hints import reason, text

    bot = make(name, level=level, seed=1)
    action = bot.choose(view, legal, Limit())
    return {"action": text(view, action), **reason(view, action)}
