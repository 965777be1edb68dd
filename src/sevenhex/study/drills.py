"""One's own mistakes as puzzles: a decision of a finished game becomes a drill when it passes what a shipped puzzle passes.

Two steps, so that a server can compute one after the other: `draft` finds an action that a deep search puts clearly before all others, and
`finish` has a search four times as deep agree, then adds what explains the answer. All cards are open. What was done in the game is weighed
beside the others, and where it was the answer there is nothing to learn.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sevenhex.bots import hints
from sevenhex.game.game import Game
from sevenhex.knowledge import views
from sevenhex.rules.ids import CHANCE, Phase

from .accuracy import SERIOUS
from .decisions import look_again, look_over
from .goals import goal_of, line_of
from .judge import hundredths, lookahead, network_for
from .puzzles import DEEP, FIRST, LEAST_CHOICES, SURE, asked, bar_of, deeper, lead, theme_of

if TYPE_CHECKING:
    from collections.abc import Mapping

SEED = 30


@dataclass(frozen=True)
class Draft:
    """A position in which one action is clearly the best, and what was done there."""

    position: str
    seat: int
    did: str
    answer: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def mistakes(review: Mapping[str, Any], seat: int) -> list[int]:
    """The entries of a reviewed game at which the seat made a mistake, the dearest first."""
    rows = [row for row in review["decisions"] if row["seat"] == seat and row["grade"] in SERIOUS]
    return [row["n"] for row in sorted(rows, key=lambda row: (-row["share"], row["n"]))]


def draft(game: Game, n: int, seed: int = SEED) -> Draft | None:
    """What the deep search finds where entry `n` of the log was decided; None where no other action is clearly the best."""
    seat, action = game.log[n]
    before = game.until(n)
    network = network_for(game.state)
    if network is None or seat == CHANCE or before.phase in (Phase.DISCARD, Phase.OVER):  # of a discard one card is no answer
        return None
    moment = Game.at(before.position())
    one = asked(moment, seat, action)
    if len(one.legal) < LEAST_CHOICES or action not in one.legal:
        return None
    ahead = lookahead(network, moment.state, open_cards=True)
    look_over(ahead, [one], FIRST, seed)
    bar = bar_of(moment, one)
    actions = list(dict.fromkeys([*one.tried[: DEEP.tries], action]))
    order, margin, error = lead(actions, look_again(ahead, one, actions, bar.of(DEEP), seed + 1))
    best = actions[order[0]]
    if best == action or margin < bar.deep or margin < SURE * error:
        return None
    return Draft(moment.position(), seat, moment.say(action, seat), moment.say(best, seat))


def finish(game: Game, found: Draft, ident: str, seed: int = SEED) -> dict[str, Any] | None:
    """The drill, in the form of a puzzle with its reason and with what was done; None where the deeper search does not agree.

    `game` begins at the draft's position.
    """
    network = network_for(game.state)
    if network is None:
        return None
    seat, answer, did = found.seat, game.read(found.answer, found.seat), game.read(found.did, found.seat)
    ahead = lookahead(network, game.state, open_cards=True)
    one = asked(game, seat, did)
    look_over(ahead, [one], FIRST, seed)
    verdict = deeper(ahead, one, answer, bar_of(game, one), seed + 2, and_also=did)
    if verdict is None:
        return None
    margin, error, choices = verdict
    return {
        "id": ident, "position": found.position, "seat": seat, "answer": found.answer, "theme": theme_of(game, seat, answer),
        "margin": hundredths(margin), "error": hundredths(error), "rating": 0, "of": "", "goal": goal_of(game, seat, answer),
        "line": line_of(ahead, game, seat, answer), "solvers": {},
        "choices": [[game.say(action, seat), hundredths(worth)] for action, worth in choices],
        "why": hints.reason(views.open_view(game, seat), answer),
        "did": found.did,
    }  # fmt: skip
