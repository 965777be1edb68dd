"""Puzzles: positions of simulated games in which one action is clearly the best, all cards open.

A position becomes a puzzle in three steps: a first look finds one action ahead of all others, a deep search confirms it, and a search
four times as deep, with other dice, confirms it again. Whatever fails a step is counted as rejected by it.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache, partial
from importlib.resources import files
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from sevenhex import bots
from sevenhex.bots import hints
from sevenhex.bots.lookahead import BARGAINS, Lookahead
from sevenhex.errors import NotationError, SevenhexError
from sevenhex.game.game import Game
from sevenhex.knowledge import views
from sevenhex.processes import after, results
from sevenhex.rules import engine
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import Kind, Phase

from . import solvers
from .decisions import Decision, candidates, decisions, look_again, look_over
from .goals import goal_of, line_of
from .judge import Depth, difference, hundredths, lookahead, network_for, worlds_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FORMAT = "sevenhex-puzzles"
VERSION = 1
THEMES = ("opening", "road race", "robber", "trade", "end game", "card play", "building")
CARDS = (Kind.KNIGHT, Kind.ROAD_BUILDING, Kind.PLENTY, Kind.MONOPOLY, Kind.BUY)
FIRST = Depth(tries=8, samples=4, rounds=0)
DEEP = Depth(tries=5, samples=32, rounds=1)
DEEPER = Depth(tries=5, samples=64, rounds=2)  # twice the samples, twice as far: four times as deep


class Bar(NamedTuple):
    """What a puzzle of a theme must pass: the chances by which its answer must lead at each step, and how often each search is repeated."""

    first: float = 0.025
    deep: float = 0.035
    last: float = 0.02
    times: int = 1

    def of(self, depth: Depth) -> Depth:
        return depth._replace(samples=self.times * depth.samples)


# one robber costs nobody much: its margins are small everywhere, so that more dice must make them sure
BARS = {"robber": Bar(0.012, 0.015, 0.01, times=4)}
SURE, LAST_SURE = 3.0, 2.5  # standard errors that the margin must have in the deep and in the deeper search
LEAST_CHOICES = 3
A_GAME = 3  # puzzles of one game
CLOSE_TO_THE_END = 2  # points that somebody lacks
TABLES = (
    ("planner", "steady", "scholar:quick", "planner"),
    ("steady", "planner", "greedy", "planner"),
    ("planner", "planner", "scholar:quick"),
)
BANDS = (800, 1100, 1500)  # easy, middling, hard, very hard: a set has some of each
MOST_OF_A_KIND = 0.35  # of a collection: no kind of answer has a larger share


class PuzzleError(SevenhexError):
    """A file of puzzles that cannot be read or made."""


@dataclass(frozen=True)
class Puzzle:
    """A position (`Game.at` reads it), the seat that acts, and the answer with what it is worth."""

    id: str
    position: str
    seat: int
    answer: str
    theme: str
    margin: float  # hundredths by which the answer leads in the deeper search
    error: float  # one standard error of the margin
    rating: int  # how hard: the less a quick thought likes the answer, the harder
    choices: tuple[tuple[str, float], ...]  # actions tried, with chances in hundredths, the best first
    of: str = ""  # the game it was found in
    goal: str = "turn"  # what is asked for (`goals.GOALS`)
    line: tuple[str, ...] = ()  # what follows the answer
    solvers: dict[str, float] = field(default_factory=dict, hash=False)  # who finds it, and how surely (`solvers.PANEL`)

    def game(self) -> Game:
        return Game.at(self.position)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def why(self) -> dict[str, Any]:
        """The reason for the answer: code, arguments, sentence."""
        game = self.game()
        return hints.reason(views.open_view(game, self.seat), game.read(self.answer, self.seat))


@dataclass(frozen=True)
class Collection:
    """Puzzles with how they were made."""

    puzzles: tuple[Puzzle, ...]
    made: dict[str, Any]

    def dump(self) -> str:
        """One puzzle a line, so that a change of one shows as one."""
        rows = ",\n".join(json.dumps(puzzle.to_json(), separators=(",", ":")) for puzzle in self.puzzles)
        head = json.dumps({"format": FORMAT, "version": VERSION, "made": self.made})
        return f'{head[:-1]}, "puzzles": [\n{rows}\n]}}\n'


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    choices = tuple((action, worth) for action, worth in row["choices"])
    return Puzzle(**{**row, "choices": choices, "line": tuple(row.get("line", ()))})


def read(text: str) -> Collection:
    """The inverse of `Collection.dump`; every position and answer is checked."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or data["version"] != VERSION:
            raise PuzzleError(f"Expected a {FORMAT} file of version {VERSION}.")
        found = tuple(puzzle_of(row) for row in data["puzzles"])
        made = dict(data["made"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PuzzleError(f"This is no file of puzzles ({error}); `sevenhex puzzles make` writes one.") from None
    return Collection(found, made)


def check_readable(puzzle: Puzzle) -> None:
    """Refuse a puzzle whose position or answer cannot be."""
    try:
        game = puzzle.game()
    except NotationError as error:
        raise PuzzleError(f"Puzzle {puzzle.id}: {error}") from None
    if puzzle.seat not in game.to_act or not game.is_legal(puzzle.answer, puzzle.seat):
        raise PuzzleError(f"Puzzle {puzzle.id}: {puzzle.answer!r} is not possible in its position.")


@lru_cache
def shipped() -> Collection:
    """The puzzles that come with the package."""
    try:
        text = (files("sevenhex.study") / "puzzles.json").read_text(encoding="utf-8")
    except OSError:
        raise PuzzleError("The package's puzzles are missing; install it again, or name a file.") from None
    return read(text)


# --- finding


@dataclass
class Found:
    """What one game brought."""

    puzzles: list[Puzzle]
    counts: Counter[str]


def simulated(number: int, seed: int) -> Game:
    """A game between bots; the number and the seed decide it."""
    rng = Random(f"{seed}/{number}/puzzles")
    table = TABLES[number % len(TABLES)]
    game = Game.new("sixth", len(table), seed=rng.getrandbits(60), starter=0)
    return bots.play(game, [bots.make(name, seed=seed + place) for place, name in enumerate(table)], rng)


def check_theme(theme: str | None) -> None:
    if theme not in (None, *THEMES):
        raise PuzzleError(f"There is no theme {theme!r}; the themes are {', '.join(THEMES)}.")


def theme_of(game: Game, seat: int, action: int) -> str:
    kind = kind_of(action)
    if game.phase in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD):
        return "opening"
    if kind == Kind.ROBBER:
        return "robber"
    if kind in CARDS:
        return "card play"
    if kind == Kind.BANK or kind in BARGAINS:
        return "trade"
    target = int(game.state["target"][0])
    if max(int(engine.total_points(game.state, each)) for each in range(game.players)) >= target - CLOSE_TO_THE_END:
        return "end game"
    return "road race" if kind == Kind.ROAD else "building"


def bar_of(game: Game, one: Decision) -> Bar:
    """By the action that leads so far."""
    return BARS.get(theme_of(game, one.seat, one.tried[0]), Bar())


def asked(game: Game, seat: int, action: int | None = None) -> Decision:
    """The present choice of a seat, all cards open."""
    view = views.open_view(game, seat)
    legal = game.legal(seat)
    return Decision(0, seat, legal[0] if action is None else action, legal, view, int(game.state["turn"][0]), worlds_of(view, 1, 0))


def lead(actions: list[int], own: Floats) -> tuple[list[int], float, float]:
    """The actions in order of worth, the margin of the first over the second, and its standard error."""
    order = sorted(range(len(actions)), key=lambda place: (-float(own[place].mean()), place))
    margin, error = difference(own[order[0]], own[order[1]])
    return order, margin, error


def make_from(game: Game, name: str, seed: int, theme: str | None = None) -> Found:
    """The puzzles that a game holds, at most one of a theme; of one theme only, where it is given."""
    counts: Counter[str] = Counter(games=1)
    network = network_for(game.state)
    if network is None:
        raise PuzzleError("The package has no network for this island; puzzles cannot be made.")
    ahead = lookahead(network, game.state, open_cards=True)
    found = [each for each in decisions(game, everything=True, worlds=1, seed=seed) if len(each.legal) >= LEAST_CHOICES]
    # a card of a discard is no answer: the whole discard would be
    found = [each for each in found if game.states[each.n]["phase"][0] != Phase.DISCARD]
    if theme is not None:
        found = [each for each in found if any(theme_of(game.until(each.n), each.seat, action) == theme for action in each.legal)]
    counts["positions"] = len(found)
    look_over(ahead, found, FIRST, seed)
    clear = [each for each in found if len(each.worths) > 1 and each.worths[0] - each.worths[1] >= bar_of(game.until(each.n), each).first]
    counts["no clear best at first look"] = len(found) - len(clear)
    Random(f"{seed}/{name}").shuffle(clear)
    puzzles: list[Puzzle] = []
    for each in clear:
        moment = game.until(each.n)
        own = theme_of(moment, each.seat, each.tried[0])
        if theme not in (None, own):
            counts["of another theme"] += 1
            continue
        if len(puzzles) == A_GAME or any(puzzle.theme == own for puzzle in puzzles):
            counts["not looked at, the game had enough"] += 1
            continue
        why, puzzle = examine(ahead, moment, each.seat, seed, f"{name}-{each.n}", name)
        counts[why] += 1
        if puzzle is not None:
            puzzles.append(puzzle)
    return Found(puzzles, counts)


def examine(ahead: Lookahead, moment: Game, seat: int, seed: int, ident: str, of: str) -> tuple[str, Puzzle | None]:
    """A puzzle, or why there is none. It begins at the text of the position, as its solver does."""
    position = moment.position()
    game = Game.at(position)
    one = asked(game, seat)
    look_over(ahead, [one], FIRST, seed)
    actions = one.tried[: DEEP.tries]
    bar = bar_of(game, one)
    order, margin, error = lead(actions, look_again(ahead, one, actions, bar.of(DEEP), seed + 1))
    if margin < bar.deep or margin < SURE * error:
        return "rejected by the deep search", None
    answer = actions[order[0]]
    verdict = deeper(ahead, one, answer, bar, seed + 2)
    if verdict is None:
        return "rejected by the search four times as deep", None
    margin, error, choices = verdict
    puzzle = Puzzle(
        id=ident, position=position, seat=seat, answer=game.say(answer, seat), theme=theme_of(game, seat, answer),
        margin=hundredths(margin), error=hundredths(error), rating=0, of=of,
        choices=tuple((game.say(action, seat), hundredths(worth)) for action, worth in choices),
    )  # fmt: skip
    return "accepted", rated(puzzle)


def deeper(
    ahead: Lookahead, one: Decision, answer: int, bar: Bar, seed: int, and_also: int | None = None
) -> tuple[float, float, list[tuple[int, float]]] | None:
    """The search four times as deep: margin, its error and all worths, or None when the answer is not clearly the best of it.

    `and_also`: an action that is weighed whatever the first look thinks of it.
    """
    look_over(ahead, [one], FIRST._replace(samples=4 * FIRST.samples, tries=2 * FIRST.tries), seed)  # nothing is overlooked
    actions = one.tried[: DEEPER.tries]
    if answer not in actions:
        actions = [*actions[:-1], answer]
    if and_also is not None and and_also not in actions:
        actions.append(and_also)
    own = look_again(ahead, one, actions, bar.of(DEEPER), seed)
    order, margin, error = lead(actions, own)
    if actions[order[0]] != answer or margin < max(bar.last, LAST_SURE * error):
        return None
    return margin, error, [(actions[place], float(own[place].mean())) for place in order]


def rated(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its goal, the line that follows, and the rating by a panel of solvers."""
    game = puzzle.game()
    answer = game.read(puzzle.answer, puzzle.seat)
    network = network_for(game.state)
    line = line_of(lookahead(network, game.state, open_cards=True), game, puzzle.seat, answer) if network is not None else []
    found = solvers.tried(game, puzzle.seat, [answer])
    goal = goal_of(game, puzzle.seat, answer)
    return replace(puzzle, goal=goal, line=tuple(line), solvers=found, rating=solvers.rating(found))


def of_decision(game: Game, row: dict[str, Any], name: str = "") -> Puzzle:
    """A graded decision of a review as a puzzle (for a drill of one's own mistakes): find what was better. All cards are open."""
    moment, best = game.until(row["n"]), row["best"]
    worths = tuple((each["action"], float(each["worth"] or 0.0)) for each in best)
    action = moment.read(best[0]["action"], row["seat"])
    theme, goal = theme_of(moment, row["seat"], action), goal_of(moment, row["seat"], action)
    found = solvers.tried(moment, row["seat"], [action])
    return Puzzle(
        id=f"{name or 'own'}-{row['n']}", position=moment.position(), seat=row["seat"], answer=best[0]["action"], theme=theme,
        margin=row["lost"], error=row["error"], rating=solvers.rating(found), choices=worths, of=name, goal=goal, solvers=found,
    )  # fmt: skip


def again(puzzle: Puzzle, seed: int) -> bool:
    """Is the answer also the best of a search four times as deep with these dice?"""
    game = puzzle.game()
    network = network_for(game.state)
    if network is None:
        raise PuzzleError("The package has no network for this island; the puzzle cannot be checked.")
    ahead = lookahead(network, game.state, open_cards=True)
    answer = game.read(puzzle.answer, puzzle.seat)
    one = asked(game, puzzle.seat, answer)
    look_over(ahead, [one], FIRST._replace(samples=4 * FIRST.samples, tries=2 * FIRST.tries), seed)
    actions = candidates(one, DEEPER.tries) if answer not in one.tried[: DEEPER.tries] else one.tried[: DEEPER.tries]
    order, _, _ = lead(actions, look_again(ahead, one, actions, bar_of(game, one).of(DEEPER), seed))
    return actions[order[0]] == answer


# --- in several processes


def search_game(number: int, seed: int, theme: str | None) -> Found:
    return make_from(simulated(number, seed), f"{seed}-{number}", seed, theme)


def search_record(text: str, name: str, seed: int, theme: str | None) -> Found:
    return make_from(Game.load(text), name, seed, theme)


def balanced(found: list[Puzzle], wanted: int) -> list[Puzzle]:
    """So many puzzles, of each theme and each difficulty as alike as there are; the clearest ones first."""
    shelves: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in sorted(found, key=lambda each: (-each.margin, each.id)):
        shelves.setdefault((puzzle.theme, sum(puzzle.rating >= band for band in BANDS)), []).append(puzzle)
    taken: list[Puzzle] = []
    themes = {theme: [shelf for (own, _), shelf in sorted(shelves.items()) if own == theme] for theme in THEMES}
    while len(taken) < wanted and any(any(each) for each in themes.values()):
        for rows in themes.values():
            place = next((n for n, row in enumerate(rows) if row), None)
            if place is not None and len(taken) < wanted:
                taken.append(rows[place].pop(0))
                rows.append(rows.pop(place))  # another difficulty comes next
    return sorted(taken, key=lambda each: (THEMES.index(each.theme), each.rating, each.id))


def make(
    wanted: int,
    seed: int = 1,
    workers: int = 1,
    games: int | None = None,
    seconds: float | None = None,
    records: dict[str, str] | None = None,
    theme: str | None = None,
    report: Callable[[int, Counter[str]], None] | None = None,
) -> Collection:
    """Puzzles from simulated games, or from records by name; until so many games or seconds are spent."""
    check_theme(theme)
    found: list[Puzzle] = []
    counts: Counter[str] = Counter()

    jobs: Iterable[Callable[[], Found]]
    if records:
        jobs = [partial(search_record, text, name, seed, theme) for name, text in records.items()]
    else:
        numbers = range(games) if games is not None else count()
        jobs = (partial(search_game, number, seed, theme) for number in numbers)
    for result in results(jobs, workers, after(math.inf if seconds is None else seconds)):
        found += result.puzzles
        counts += result.counts
        if report is not None:
            report(len(found), counts)
        if games is None and seconds is None and len(found) >= wanted:
            break
    chosen = balanced(found, wanted)
    counts["accepted, but more than wanted of their theme"] = len(found) - len(chosen)
    made = {"seed": seed, "games": counts["games"], "deep": list(DEEP), "deeper": list(DEEPER), "counts": dict(sorted(counts.items()))}
    return Collection(tuple(chosen), made)


def check(given: Collection, seed: int, workers: int = 1, report: Callable[[int], None] | None = None) -> list[str]:
    """The ids of puzzles whose answer a search four times as deep with other dice does not find the best."""
    wrong = []
    for done, (ident, good) in enumerate(results([partial(_again, puzzle, seed) for puzzle in given.puzzles], workers), 1):
        if not good:
            wrong.append(ident)
        if report is not None:
            report(done)
    return sorted(wrong)


def _again(puzzle: Puzzle, seed: int) -> tuple[str, bool]:
    check_readable(puzzle)
    return puzzle.id, again(puzzle, seed)
