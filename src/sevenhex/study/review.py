"""A game looked back on by the judge: the curve of chances, every decision graded, luck and skill apart, openings and trades.

A decision is graded with what its seat could know, against the best that the judge finds: `lost` is the difference in chances to win, in
hundredths. All decisions get a first look; where that finds a loss, the judge plays on for a round of the table, twice, the second time
with fresh dice for the best it has found. A move is called a mistake only where the last search is sure of it. The curve and luck are
those of somebody who sees all cards: what chance brought is compared with the exact mean of what it could bring.

`survey`, `overview`, `Reviewer.grade` and `assemble` are the parts of `review`, so that a server can compute them one after the other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sevenhex.bots import hints
from sevenhex.bots.greedy import chances as pips_at
from sevenhex.bots.lookahead import NO_SEAT, Exchange, Lookahead, exchange_of
from sevenhex.errors import SevenhexError
from sevenhex.game.events import named_counts
from sevenhex.rules.actions import first as corner_of
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import CHANCE, Island, Kind, Phase
from sevenhex.rules.topology import GEOMETRY

from . import evaluation
from .accuracy import EVEN, GRADES, SERIOUS, accuracy, grade_of, moments, share_of
from .decisions import Decision, decisions, look_deeper, look_over
from .judge import HUNDREDTHS, Depth, hundredths, lookahead, network_for
from .offers import Bid, bids

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sevenhex.game.game import Game
    from sevenhex.rules.state import State

    Floats = NDArray[np.float32]

FORMAT = "sevenhex-review"
VERSION = 3
SEED = 15
PIECE = 40  # entries of the log whose decisions are graded together
TURNING_POINTS = 3
DEAREST = 5  # decisions on a player's page
TOGETHER = 6  # decisions searched at once
PARTS = ("dice", "steals", "draws", "play")  # what chance brought, and what everybody's actions did
BY_CHANCE = {Kind.DICE: "dice", Kind.STEAL: "steals", Kind.DRAW: "draws"}
SUSPICIOUS = 5.0  # per cent of what could still be won or lost: such a loss is searched more deeply, however small it is
ALTERNATIVES = 3  # shown for a decision


class ReviewEffort(NamedTuple):
    """How hard a review thinks."""

    first: Depth  # for all decisions
    suspect: float  # the loss from which a decision is searched more deeply
    second: Depth
    third: Depth  # for those that still lose
    worlds: int
    drawn: int  # actions of the first look that are drawn from all, to know what was at stake
    offers: int  # worlds in which offers are judged
    again: int = 0  # times that a decision whose word is not certain is searched once more, twice as often each time


EFFORTS = {
    "quick": ReviewEffort(Depth(4, 2, 0), 0.02, Depth(2, 8, 1), Depth(2, 12, 1), 2, 2, 1),
    "normal": ReviewEffort(Depth(5, 4, 0), 0.02, Depth(2, 8, 1), Depth(2, 32, 1), 8, 3, 2),
    "deep": ReviewEffort(Depth(8, 8, 0), 0.01, Depth(4, 24, 1), Depth(2, 96, 1), 16, 6, 4),
    "thorough": ReviewEffort(Depth(8, 8, 0), 0.01, Depth(4, 24, 1), Depth(2, 96, 1), 16, 6, 4, again=4),  # as long as it takes
}


class ReviewError(SevenhexError):
    """A game that cannot be reviewed as asked."""


def review(game: Game, level: str = "normal", report: Callable[[float], None] | None = None, seed: int = SEED) -> dict[str, Any]:
    """The whole review as plain data (docs/study.md lists the fields); `report` receives the share that is done, from 0 to 1."""
    progress = report or (lambda share: None)
    effort_of(level)
    progress(0.0)
    overview = outline(game)
    graded: list[dict[str, Any]] = []
    reviewer, places = Reviewer(game), slices(game)
    share = 1 / (len(places) + 1)
    for done, (first, last) in enumerate(places, 1):
        progress(share * done)
        graded += reviewer.grade(first, last, level, seed)
    found = assemble(game, overview, graded, level)
    progress(1.0)
    return found


def effort_of(level: str) -> ReviewEffort:
    if level not in EFFORTS:
        raise ReviewError(f"There is no level {level!r}; the levels are {', '.join(EFFORTS)}.")
    return EFFORTS[level]


def slices(game: Game) -> list[tuple[int, int]]:
    """The log in pieces."""
    return list(pairwise([*range(0, len(game.log), PIECE), len(game.log)]))


# --- chances, luck, openings, trades: the true states


def outline(game: Game) -> dict[str, Any]:
    """Everything but the grades."""
    return overview(game, [survey(game, 0, len(game.log))])


def survey(game: Game, first: int, last: int) -> dict[str, Any]:
    """What the judge says of the entries from `first` to before `last`: chances before each of them (and at the end of the log), openings,
    trades. Without a network nothing."""
    network = network_for(game.state)
    if network is None:
        return {}
    ahead = lookahead(network, game.state, open_cards=True)
    states = [game.states[n] for n in range(first, last + (last == len(game.log)))]
    return {
        "values": ahead.judge_open(states).astype(float).tolist(),
        "openings": openings_of(ahead, game, first, last),
        "trades": trades_of(ahead, game, first, last),
    }


def overview(game: Game, surveyed: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The surveys of a whole game, in order, put together."""
    if not all(surveyed):
        return outline_by_evaluation(game)
    values = np.array([row for part in surveyed for row in part["values"]], np.float32).reshape(-1, game.players)
    return {
        "judge": "network",
        "curve": curve_of(game, values),
        "luck": parts_of(game, values),
        "openings": [row for part in surveyed for row in part["openings"]],
        "trades": [row for part in surveyed for row in part["trades"]],
        "swings": swings_of(game, values),
    }


def first_turn(game: Game) -> int | None:
    """The entry from which on the game proper is played."""
    return next((n for n, state in enumerate(game.states) if state["turn"][0] > 0), None)


def curve_of(game: Game, values: Floats) -> list[dict[str, Any]]:
    """The chances after every entry, in hundredths."""
    begin = first_turn(game)
    if begin is None:
        return []
    turns = [int(state["turn"][0]) for state in game.states]
    return [{"n": n, "turn": turns[n], "chances": [hundredths(each) for each in values[n]]} for n in range(begin, len(values))]


def parts_of(game: Game, values: Floats) -> list[dict[str, float]]:
    """Each seat's way from its chance after the opening to the end, in hundredths: the parts add up."""
    begin = first_turn(game)
    if begin is None:
        return []
    parts = {part: np.zeros(game.players) for part in PARTS}
    for n in range(begin, len(game.log)):
        seat, action = game.log[n]
        change = (values[n + 1] - values[n]).astype(np.float64)
        parts[BY_CHANCE[Kind(kind_of(action))] if seat == CHANCE else "play"] += change
    return [
        {
            "opening": hundredths(values[begin][seat]),
            **{part: hundredths(parts[part][seat]) for part in PARTS},
            "end": hundredths(values[-1][seat]),
        }
        for seat in range(game.players)
    ]


def swings_of(game: Game, values: Floats) -> list[dict[str, Any]]:
    """What chance brought that changed somebody's chances most, the largest first."""
    found: list[dict[str, Any]] = []
    for n in range(first_turn(game) or len(game.log), len(game.log)):
        if game.log[n][0] != CHANCE:
            continue
        change = values[n + 1] - values[n]
        seat = int(np.argmax(np.abs(change)))
        found.append(
            {"n": n, "turn": turn_of(game, n), "seat": seat, "action": game.say(game.log[n][1]), "change": hundredths(change[seat])}
        )
    return sorted(found, key=lambda each: -abs(each["change"]))[:TURNING_POINTS]


def turn_of(game: Game, n: int) -> int:
    return int(game.states[n]["turn"][0])


def after_setup(ahead: Lookahead, state: State, seat: int, settlements: list[int]) -> Floats:
    """The seat's chance after each settlement, the rest of the set-up played by the policy."""
    size = len(settlements)
    begin = ahead.play_or_exchange(ahead.put_open([state]) * size, [seat] * size, settlements)
    return ahead.run(begin, begin + size, np.full(size, SEED, np.uint64), np.ones(size, int), np.full(size, NO_SEAT))[:, seat]


def openings_of(ahead: Lookahead, game: Game, first: int, last: int) -> list[dict[str, Any]]:
    """Each settlement of the set-up among all corners that were free, the rest of the set-up played on by the policy."""
    rows = []
    names = GEOMETRY[Island(int(game.state["island"][0]))].corner_names
    for n in range(first, last):
        seat, action = game.log[n]
        state = game.states[n]
        if state["phase"][0] != Phase.SETUP_SETTLEMENT or kind_of(action) != Kind.SETTLE:
            continue
        legal = game.until(n).legal(seat)
        ahead.forget()
        own = after_setup(ahead, state, seat, legal)
        size = len(legal)
        chosen, best = legal.index(action), int(np.argmax(own))
        rows.append(
            {
                "n": n,
                "seat": seat,
                "corner": names[corner_of(action)],
                "pips": pips_at(state[0], corner_of(action)),
                "rank": 1 + int((own > own[chosen]).sum()),
                "of": size,
                "best": names[corner_of(legal[best])],
                "best_pips": pips_at(state[0], corner_of(legal[best])),
                "lost": hundredths(own[best] - own[chosen]),
                "chance": hundredths(own[best]),
                "stake": hundredths(own[best] - own.mean()),
            }
        )
    return rows


def trades_of(ahead: Lookahead, game: Game, first: int, last: int) -> list[dict[str, Any]]:
    """Every exchange between players: what it did to the chances of both, in hundredths."""
    rows = []
    for n in range(first, last):
        seat, action = game.log[n]
        if kind_of(action) not in (Kind.CONFIRM, Kind.TAKE):
            continue
        state = game.states[n]
        other, give, get = exchange_of(state[0], seat, action)
        ahead.forget()
        (root,) = ahead.put_open([state])
        before, after = ahead.judge_exchanges([Exchange(root, seat, seat, 0, 0), Exchange(root, seat, other, give, get)])
        gained = after - before
        rows.append(
            {
                "n": n,
                "turn": turn_of(game, n),
                "seat": seat,
                "other": other,
                "give": named_counts(give),
                "get": named_counts(get),
                "own": hundredths(gained[seat]),
                "theirs": hundredths(gained[other]),
            }
        )
    return rows


# --- grades


class Reviewer:
    """Grades a game piece by piece. One copy of the game goes along, so that what its seats could know is worked out once."""

    def __init__(self, game: Game) -> None:
        self.game, self.moment = game, game.until(0)

    def grade(self, first: int, last: int, level: str = "normal", seed: int = SEED) -> list[dict[str, Any]]:
        """The decisions among the entries from `first` to before `last`, graded, and behind them their offers."""
        effort = effort_of(level)
        network = network_for(self.game.state)
        if network is None:
            return graded_by_evaluation(self.game, first, last)
        if len(self.moment.log) != first:  # a piece that is asked for again
            self.moment = self.game.until(first)
        found = list(decisions(self.game, worlds=effort.worlds, seed=seed, last=last, moment=self.moment, offers=True))
        ahead, weighed = lookahead(network, self.game.state), [each for each in found if kind_of(each.action) != Kind.OFFER]
        grade_decisions(ahead, weighed, effort, seed)
        judged = bids(ahead, self.game, found, effort.offers)
        return [*(decision_json(self.game, each) for each in weighed), *(bid_json(self.game, each) for each in judged)]


def grade_decisions(ahead: Lookahead, found: Sequence[Decision], effort: ReviewEffort, seed: int) -> None:
    """A look at all, and deeper ones where something may have been lost."""

    def suspects(some: Sequence[Decision]) -> list[Decision]:
        return [each for each in some if each.lost >= effort.suspect or share_of(each.lost, each.best) >= SUSPICIOUS]

    look_over(ahead, found, effort.first, seed, drawn=effort.drawn)
    dear = suspects(found)
    dig(ahead, dear, effort.second, seed + 1)
    doubtful = suspects(dear)
    dig(ahead, doubtful, effort.third, seed + 2)
    for turn in range(1, effort.again + 1):
        doubtful = [each for each in doubtful if not is_certain(each)]
        dig(ahead, doubtful, effort.third._replace(samples=effort.third.samples << turn), seed + 2 + turn)


def word_for(each: Decision, lost: float) -> str:
    """The word for a decision that lost so much."""
    return grade_of(share_of(lost, each.best), share_of(each.error, each.best), each.depth >= CONFIRMED, share_of(each.stake, each.best))


def is_certain(each: Decision) -> bool:
    """Would it be called the same if the loss were one standard error more or less?"""
    return word_for(each, max(0.0, each.lost - each.error)) == word_for(each, each.lost + each.error)


def dig(ahead: Lookahead, some: Sequence[Decision], depth: Depth, seed: int) -> None:
    """Search the best of what was tried, and what was done, more deeply."""
    for at in range(0, len(some), TOGETHER):
        piece = some[at : at + TOGETHER]
        others = [[action for action in each.tried if action != each.action] for each in piece]
        actions = [[*listed[: depth.tries - 1], each.action] for each, listed in zip(piece, others, strict=True)]
        look_deeper(ahead, piece, actions, depth, seed)


CONFIRMED = 3  # searches


def decision_json(game: Game, each: Decision) -> dict[str, Any]:
    lost, error = hundredths(max(0.0, each.lost)), hundredths(each.error)
    share, first, stake = (share_of(loss, each.best) for loss in (each.lost, each.first_lost, each.stake))
    word = word_for(each, each.lost)
    row: dict[str, Any] = {
        "n": each.n,
        "turn": each.turn,
        "seat": each.seat,
        "action": game.say(each.action, each.seat),
        "grade": word,
        "lost": lost,
        "error": error,
        "share": round(share, 2),
        "first": round(first, 2),
        "stake": round(stake, 2),
        "best": [
            {"action": game.say(action, each.seat), "worth": hundredths(worth)}
            for action, worth in list(zip(each.tried, each.worths, strict=True))[:ALTERNATIVES]
        ],
    }
    if word in ("inaccuracy", *SERIOUS):
        row["why"] = hints.reason(each.view, each.tried[0])
    return row


def bid_json(game: Game, each: Bid) -> dict[str, Any]:
    return {
        "n": each.n,
        "turn": each.turn,
        "seat": each.seat,
        "action": game.say(each.action, each.seat),
        "better": game.say(each.better, each.seat),
        "gain": hundredths(each.gain),
        "own": hundredths(each.own),
        "first": round(share_of(each.lost, each.chance), 2),
        "stake": round(share_of(each.gain, each.chance), 2),
    }


# --- together


def assemble(
    game: Game, overview: dict[str, Any], graded: list[dict[str, Any]], level: str = "normal", complete: bool = True
) -> dict[str, Any]:
    """The parts as one review; not `complete` where some decisions were not graded for want of time."""
    curve = {point["n"]: point["chances"] for point in overview["curve"]}
    offers = [row for row in graded if "gain" in row]
    graded = with_openings(game, [row for row in graded if "gain" not in row], overview["openings"])
    return {
        "format": FORMAT,
        "version": VERSION,
        "level": level,
        "judge": overview["judge"],
        "colours": list(game.colours),
        "winner": game.outcome.winner if game.outcome else None,
        "entries": len(game.log),
        "complete": complete,
        "curve": overview["curve"],
        "decisions": graded,
        "turning_points": turning_points(graded, overview["swings"], curve),
        "openings": overview["openings"],
        "trades": overview["trades"],
        "offers": offers,
        "players": [page(game, seat, overview, graded, offers) for seat in range(game.players)],
    }


def with_openings(game: Game, graded: list[dict[str, Any]], opened: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Settlements of the set-up are graded as the openings rank them: one judge, one word. Called a mistake when both searches say so."""
    known = {row["n"]: row for row in opened if row.get("chance") is not None}
    return [regraded(game, row, known[row["n"]]) if row["n"] in known else row for row in graded]


def regraded(game: Game, row: dict[str, Any], opening: dict[str, Any]) -> dict[str, Any]:
    best = opening["chance"] / HUNDREDTHS
    share, stake = share_of(opening["lost"] / HUNDREDTHS, best), share_of(opening["stake"] / HUNDREDTHS, best)
    grade = grade_of(share, 0.0, row["grade"] in SERIOUS, stake)
    better = f"settle {opening['best']}"
    listed = [{"action": better, "worth": opening["chance"]}]
    if opening["lost"]:
        listed.append({"action": row["action"], "worth": hundredths(best - opening["lost"] / HUNDREDTHS)})
    found = {**row, "grade": grade, "lost": opening["lost"], "error": 0.0, "best": listed}
    found |= {"share": round(share, 2), "first": round(share, 2), "stake": round(stake, 2)}
    found.pop("why", None)
    if grade in ("inaccuracy", *SERIOUS):
        found["why"] = hints.reason(game.until(row["n"]).view(row["seat"]), game.read(better, row["seat"]))
    return found


def turning_points(graded: list[dict[str, Any]], swings: list[dict[str, Any]], curve: dict[int, list[float]]) -> list[dict[str, Any]]:
    """The dearest decisions of the game proper with what would have been better; where there are fewer, what chance did."""
    dear = sorted((row for row in graded if row["grade"] in SERIOUS and row["n"] in curve), key=lambda row: -row["share"])
    found = [
        {
            "kind": "decision",
            **{key: row[key] for key in ("n", "turn", "seat", "action", "lost")},
            "better": row["best"][0]["action"],
            "why": row["why"],
        }
        for row in dear[:TURNING_POINTS]
    ]
    for swing in swings[: TURNING_POINTS - len(found)]:
        found.append({"kind": "chance", **swing})
    for row in found:
        row["before"], row["after"] = curve.get(row["n"]), curve.get(row["n"] + 1)
    return sorted(found, key=lambda row: row["n"])


def page(game: Game, seat: int, overview: dict[str, Any], graded: list[dict[str, Any]], offers: list[dict[str, Any]]) -> dict[str, Any]:
    """One player's own: decisions by grade, what they lost, the dearest; luck apart."""
    own = [row for row in graded if row["seat"] == seat]
    lost = sum(row["lost"] for row in own)
    luck = overview["luck"][seat] if overview["luck"] else None
    dear = sorted((row for row in own if row["grade"] in ("inaccuracy", *SERIOUS)), key=lambda row: -row["share"])
    counts = Counter(row["grade"] for row in own)
    return {
        "seat": seat,
        "colour": game.colours[seat],
        "decisions": len(own),
        "grades": {name: counts[name] for name in ("best", *GRADES, EVEN)},
        "accuracy": accuracy([*own, *(row for row in offers if row["seat"] == seat)]),
        "moments": moments(own),
        "lost": round(lost, 2),
        "average": round(lost / len(own), 3) if own else 0.0,
        "luck": round(sum(luck[part] for part in ("dice", "steals", "draws")), 2) if luck else 0.0,
        "parts": luck,
        "dearest": [row["n"] for row in dear[:DEAREST]],
        "openings": [row["n"] for row in overview["openings"] if row["seat"] == seat],
        "trades": [row["n"] for row in overview["trades"] if seat in (row["seat"], row["other"])],
        "offers": offers_of(game, seat),
    }


def offers_of(game: Game, seat: int) -> dict[str, int]:
    """How often a player asked others for a trade, and got it; how often others asked, and the player accepted."""
    own = Counter(kind_of(action) for who, action in game.log if who == seat)
    taken = sum(kind_of(action) == Kind.TAKE and corner_of(action) == seat for _, action in game.log)  # the player's own proposals
    return {
        "made": own[Kind.OFFER] + own[Kind.COUNTER] + own[Kind.PROPOSE], "taken": own[Kind.CONFIRM] + taken,
        "asked": own[Kind.ACCEPT] + own[Kind.REFUSE], "accepted": own[Kind.ACCEPT],
    }  # fmt: skip


# --- without a network: the evaluation of `scholar`, one step of thought, and no move is called a mistake


def outline_by_evaluation(game: Game) -> dict[str, Any]:
    points = [
        {"n": each["n"], "turn": each["turn"], "chances": [hundredths(chance) for chance in each["chances"]]}
        for each in evaluation.curve(game)
    ]
    opened = [
        {**row, "best_pips": None, "chance": None, "stake": None, "lost": hundredths(row["lost"])} for row in evaluation.openings(game)
    ]
    for row in opened:
        del row["colour"]
    luck = [
        {key: hundredths(row[key]) for key in ("opening", *PARTS)} | {"end": points[-1]["chances"][seat] if points else 0.0}
        for seat, row in enumerate(evaluation.luck(game))
    ]
    return {"judge": "evaluation", "curve": points, "luck": luck, "openings": opened, "trades": [], "swings": []}


def graded_by_evaluation(game: Game, first: int, last: int) -> list[dict[str, Any]]:
    rows = []
    for row in evaluation.decisions(game, first, last):
        lost = hundredths(row["lost"])
        choices = [{"action": row["best"], "worth": None}]
        chance = row.pop("chance")
        share, stake = share_of(row["lost"], chance), share_of(row["stake"], chance)
        graded = {"grade": grade_of(share, 0.0, False, stake), "share": round(share, 2), "first": round(share, 2), "stake": round(stake, 2)}
        rows.append({**row, "lost": lost, "error": 0.0, **graded, "best": choices})
        action = game.read(row["best"], row["seat"])
        if rows[-1]["grade"] == "inaccuracy":
            rows[-1]["why"] = hints.reason(game.until(row["n"]).view(row["seat"]), action)
    return rows


def dump(found: dict[str, Any]) -> str:
    return json.dumps(found, separators=(",", ":"))
