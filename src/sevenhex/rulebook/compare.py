"""Two editions side by side: only the rules that differ, each with an island on which the difference can be seen."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import to_builtins

from sevenhex.clauses import clauses
from sevenhex.editions import load
from sevenhex.errors import SevenhexError
from sevenhex.rules.ids import RESOURCE_NAMES, Island

from . import examples
from .book import page_of, sentence, words_of
from .examples import CARD_LETTERS, Refused, Staged, Step, fact, seat_of
from .facts import Facts, of_edition
from .forms import Comparison, Contrast, Difference, RulebookExample
from .standing import ABSENT, OPTION, standing
from .template import render
from .texts import Language, language

if TYPE_CHECKING:
    from sevenhex.editions import Edition

ONLY = {  # said once, not in every rule, where the other edition has no such island
    Island.SMALL: ("COMP-1", "COMP-2", "COMP-3", "COMP-6"),
    Island.LARGE: ("COMP-7", "SETUP-2", "SETUP-13", "SETUP-14", "PAIR-1", "PAIR-2", "PAIR-3", "PAIR-4", "PAIR-5"),
}
AWARDS = {"route": "longest_road", "army": "largest_army"}
HELD = re.compile(r"(\d+)([a-z])")  # a hand as `examples.cards` writes it
SEEN = ("phase", "route", "army", "winner", "red.hand", "blue.hand", "red.points")  # where the same action may lead to something else
WORDS = (
    "lumber",
    "grain",
    "harbor",
    "card",
    "supply",
    "token",
    "award",
    "knight",
    "year_of_plenty",
    "longest_road",
    "deck",
    "hand",
    "place",
)


def common(own: Edition, other: Edition) -> tuple[Island, ...]:
    """The islands on which both are played; where there is none, all of its own."""
    return tuple(island for island in own.islands if island in other.islands) or own.islands


def text_of(clause: str, edition: Edition, islands: tuple[Island, ...], words: Edition, spoken: Language) -> str:
    """The rule as an edition has it, in some edition's words; empty where it has none."""
    held = standing(edition, clause, islands)
    if held == ABSENT:
        return ""
    text = render(spoken.clauses[clause][1], Facts(words, of_edition(edition, islands).values), spoken)
    return f"({spoken.labels['may']}) {text}" if held == OPTION else text


def rules_differ(clause: str, left: Edition, right: Edition, spoken: Language) -> bool:
    """Compared in the same words, for words are listed apart."""
    one = text_of(clause, left, common(left, right), left, spoken)
    return one != text_of(clause, right, common(right, left), left, spoken)


# --- the same action in both


def steps_of(given: Staged) -> list[Step]:
    return [*given.allowed, *(refused.step for refused in given.refused)]


def followed(given: Staged, at: int) -> tuple[Step, ...]:
    """What is played after the action, to see where it leads: what the example shows, if it begins with it."""
    step = steps_of(given)[at]
    return given.show if given.show and given.show[0] == step else (step,)


def alone(given: Staged, at: int, islands: dict[str, dict[str, Any]], spoken: Language) -> RulebookExample:
    """The example with this one action, as this edition plays it."""
    game, step = given.game(), steps_of(given)[at]
    reasons = game.why_not(step.action, seat_of(game, step.colour))
    if reasons:
        own = replace(given, allowed=(), refused=(Refused(step, reasons[0].clause),), show=())
    else:
        shown = []
        for one in followed(given, at):
            try:
                game.play(one.action, seat_of(game, one.colour))
            except SevenhexError:  # here the game goes on in another way
                break
            shown.append(one)
        own = replace(given, allowed=(step,), refused=(), show=tuple(shown) if len(shown) > 1 else ())
    page = page_of(own, islands)
    page.text = sentence(given, of_edition(given.edition), spoken)
    return page


class Outcome(NamedTuple):
    """What an action leads to: the clause that refuses it, or what is true afterwards, in the examples' own colours."""

    refused: str
    facts: dict[str, str | int]


def outcome(given: Staged, at: int) -> Outcome:
    game = given.game()
    colour, action = steps_of(given)[at]
    reasons = game.why_not(action, seat_of(game, colour))
    if reasons:
        return Outcome(reasons[0].clause, {})
    for who, done in followed(given, at):
        try:
            game.play(done, seat_of(game, who))
        except SevenhexError:
            break
    neutral = {own: name for name, own in given.colours.items()}
    seen = {name: fact(game, own_name(name, given)) for name in SEEN}
    return Outcome("", {name: neutral.get(value, value) for name, value in seen.items()})


def own_name(name: str, given: Staged) -> str:
    whose, dot, what = name.partition(".")
    return f"{given.colours[whose]}.{what}" if dot else name


def in_words(found: Outcome, other: Outcome, given: Staged, spoken: Language) -> str:
    """An outcome as people say it: only what is different in the other edition."""
    if found.refused:
        return f"{spoken.labels['refused']} ({found.refused})"
    differ = [] if other.refused else [name for name, value in found.facts.items() if value != other.facts[name]]
    said = [fact_in_words(name, found.facts[name], given, spoken) for name in differ]
    return ". ".join([spoken.labels["allowed"], *(["; ".join(said)] if said else [])])


def fact_in_words(name: str, value: str | int, given: Staged, spoken: Language) -> str:
    labels, words = spoken.labels, words_of(given.edition, spoken)
    whose, _, what = name.partition(".")

    def called(colour: str) -> str:
        return spoken.colours[given.colours[colour]] if colour in given.colours else labels["out_nobody"]

    if what == "hand":
        bundle = [f"{number} {words[RESOURCE_NAMES[CARD_LETTERS.index(letter)]]}" for number, letter in HELD.findall(str(value))]
        return labels["out_hand" if bundle else "out_empty"].replace("{who}", called(whose)).replace("{what}", ", ".join(bundle))
    if what == "points":
        return labels["out_points"].replace("{who}", called(whose)).replace("{number}", str(value))
    if name in AWARDS:
        return labels["out_award"].replace("{award}", words[AWARDS[name]]).replace("{who}", called(str(value)))
    if name == "winner":
        return labels["out_winner"].replace("{who}", called(str(value)))
    return f"{name} {value}"


def contrast(clause: str, left: Edition, right: Edition, spoken: Language, islands: list[dict[str, Any]]) -> Contrast | None:
    """The first example of the clause whose actions do not lead to the same in both editions."""
    for example in examples.examples().values():
        if example.clause != clause or example.start or example.options:
            continue
        if example.stage and any(Island[example.stage.upper()] not in edition.islands for edition in (left, right)):
            continue
        if not any(examples.applies(example, of_edition(edition)) for edition in (left, right)):
            continue
        one, other = (examples.staged(on_common(example, edition, rival), edition) for edition, rival in ((left, right), (right, left)))
        for at, step in enumerate(steps_of(one)):
            try:
                left_end, right_end = outcome(one, at), outcome(other, at)
            except SevenhexError:  # a position that one of them cannot have
                continue
            if left_end != right_end:
                pages = alone(one, at, islands[0], spoken), alone(other, at, islands[1], spoken)
                ends = in_words(left_end, right_end, one, spoken), in_words(right_end, left_end, other, spoken)
                return Contrast(example.id, step.colour, step.action, *ends, one.position, other.position, *pages)
    return None


def own_pages(
    clause: str, left: Edition, right: Edition, spoken: Language, islands: list[dict[str, Any]]
) -> tuple[RulebookExample | None, RulebookExample | None]:
    """How the rule looks in either edition: an example that only this one has, else the first; None where it has no such rule."""
    known = []
    for edition, rival in ((left, right), (right, left)):
        shared, rows = common(edition, rival), [given for given in examples.of(edition) if given.example.clause == clause]
        # what is compared is the game on the islands that both have
        known.append([given for given in rows if edition.island_for(given.players) in shared] or rows)
    pages: list[RulebookExample | None] = []
    for side, (own, other) in enumerate((known, known[::-1])):
        theirs = {given.example.id for given in other}
        chosen = next((given for given in own if given.example.id not in theirs), own[0] if own else None)
        if chosen is None:
            pages.append(None)
            continue
        page = page_of(chosen, islands[side])
        page.text = sentence(chosen, of_edition(chosen.edition), spoken)
        pages.append(page)
    return pages[0], pages[1]


def on_common(example: examples.Example, own: Edition, other: Edition) -> examples.Example:
    """The example on an island of both, without the option it would choose: here each edition plays in its own way."""
    return replace(example, choose="", stage=example.stage or common(own, other)[0].name.lower())


@cache
def _compare(left: Edition, right: Edition, code: str) -> Comparison:
    spoken = language(code)
    left_out = [clause for island, only in ONLY.items() if (island in left.islands) != (island in right.islands) for clause in only]
    islands: list[dict[str, Any]] = [{}, {}]
    rows = []
    for clause in clauses():
        subject = clause.split("-")[0]
        if subject == "HOUSE" or clause == "COMP-9" or clause in left_out or not rules_differ(clause, left, right, spoken):
            continue
        texts = [text_of(clause, edition, common(edition, other), edition, spoken) for edition, other in ((left, right), (right, left))]
        title = render(spoken.clauses[clause][0], of_edition(right if texts[1] else left), spoken)
        found = contrast(clause, left, right, spoken, islands)
        pages = (None, None) if found else own_pages(clause, left, right, spoken, islands)
        rows.append(Difference(spoken.subjects[subject], clause, title, texts[0], texts[1], found, pages[0], pages[1]))
    said = [(spoken.terms.get(left.words[key], left.words[key]), spoken.terms.get(right.words[key], right.words[key])) for key in WORDS]
    names = [spoken.terms.get(edition.name, edition.name) for edition in (left, right)]
    title = spoken.labels["known"].replace("{left}", names[0]).replace("{right}", names[1])
    words = [list(pair) for pair in said if pair[0] != pair[1]]
    return Comparison(
        left.key,
        right.key,
        names[0],
        names[1],
        title,
        rows,
        words,
        [list(left.players), list(right.players)],
        dict(spoken.labels),
        dict(spoken.colours),
        [words_of(left, spoken), words_of(right, spoken)],
        islands,
    )


def compare(left: str | Edition, right: str | Edition, code: str = "en") -> Comparison:
    """Everything in which two editions differ, by subject."""
    one, other = (load(each) if isinstance(each, str) else each for each in (left, right))
    return _compare(one, other, code)


def to_json(left: str | Edition, right: str | Edition, code: str = "en") -> dict[str, Any]:
    """The comparison as plain data."""
    data: dict[str, Any] = to_builtins(compare(left, right, code))
    return data
