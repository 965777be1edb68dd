"""A whole game as text, as PGN is for chess: headers, the position it began with, one line per turn, comments and the result.

    [Sevenhex "1"]
    [Start "sixth/4 island=... phase=order_dice ..."]

    start: dice 3 5; dice 6 1; dice 2 2; dice 4 1
    setup red: settle B2.SE; road B2.E
    1 red: roll; dice 3 4; blue discard wool; robber C3 rob blue; steal ore; end
    result: unfinished

Chance stands in its place, so a record replays without random numbers. Labels and the result are checked against the rules. Comments stand
in braces before the action they belong to. The grammar stands in docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import ActionError, NotationError
from ..rules.actions import typed
from ..rules.ids import CHANCE, Kind, Part, Phase
from . import position, speech
from .position import options_text
from .reader import LONGEST, read_scrap
from .scrap import BYTE_ORDER_MARK, Scrap, short
from .speech import EVERYBODY

if TYPE_CHECKING:
    from sevenhex.game.game import Game

VERSION = "1"
MOST_LINES = 100_000
LONGEST_LINE = 100_000
HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]{0,39}) "((?:[^"\\]|\\["\\])*)"\]')
OWN_HEADERS = ("Sevenhex", "Edition", "Players", "Options", "Start")
CHANCE_WORDS = ("dice", "steal", "draw")
UNFINISHED = "unfinished"


# --- writing


def write(game: Game, comments: bool = True, seat: int | None = EVERYBODY) -> str:
    """The canonical text; other headers than ours come from `game.headers`. In a seat's own record hidden words become `?`."""
    seat = EVERYBODY if game.is_over else seat  # WIN-4: nothing is secret any more
    configuration = game.configuration
    options = " ".join(f"{name}={value}" for name, value in options_text(configuration).items())
    headers = {"Sevenhex": VERSION, "Edition": configuration.edition.key, "Players": str(configuration.players)}
    if options:
        headers["Options"] = options
    headers |= {name: value for name, value in game.headers.items() if name not in OWN_HEADERS}
    start = game.until(0)
    headers["Start"] = start.position() if seat == EVERYBODY else position.write(position.of_view(start.view(seat)))
    lines = [f'[{name} "{quoted(value)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *_turns(game, game.comments if comments else {}, seat), f"result: {result(game)}", ""])


def quoted(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def result(game: Game) -> str:
    """Who won, in which turn, with how many points each."""
    outcome = game.outcome
    if outcome is None:
        return UNFINISHED
    points = ", ".join(f"{colour} {outcome.points[seat]}" for seat, colour in enumerate(game.colours))
    return f"{game.colours[outcome.winner]} wins in turn {outcome.turns} ({points})"


def label(game: Game, n: int) -> str:
    """What the line of entry `n` is called: `start`, `setup red`, `12 red`, and `12+ blue` for a later part of a turn."""
    state = game.states[n][0]
    actor = game.colours[int(state.actor)]
    if state.phase == Phase.ORDER_DICE:
        return "start"
    if state.phase in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD):
        return f"setup {actor}"
    return f"{state.turn}{'' if state.part == Part.FIRST else '+'} {actor}"


def say(game: Game, n: int, reader: int | None) -> str:
    """Entry `n` as text, without what the reader may not know."""
    seat, action = game.log[n]
    text = speech.say(action, game.naming, seat if seat >= 0 else None)
    return text if _is_known(game, n, reader) else f"{text.rpartition(' ')[0]} ?"  # the last word tells what is hidden


def _is_known(game: Game, n: int, reader: int | None) -> bool:
    """May the reader know all of entry `n` by now? Cards returned on a 7 are shown when all have chosen (SEVEN-1, HOUSE-6)."""
    if reader == EVERYBODY or all(event.is_known_to(reader) for event in game.events_at(n)):
        return True
    if typed(game.log[n][1]).kind != Kind.DISCARD or game.states[n][0].hidden_discards:
        return False
    return any(game.states[later][0].phase != Phase.DISCARD for later in range(n + 1, len(game.log) + 1))


def _turns(game: Game, comments: dict[int, list[str]], reader: int | None) -> Iterator[str]:
    """One line for each part of each turn."""
    now, texts, speaker = "", list[str](), CHANCE
    for n, (seat, _) in enumerate(game.log):
        if label(game, n) != now or (game.states[n][0].phase == Phase.SETUP_SETTLEMENT):
            if texts:
                yield f"{now}: {'; '.join(texts)}"
            now, texts, speaker = label(game, n), [], int(game.states[n][0].actor)
        text = say(game, n, reader)
        if seat not in (CHANCE, speaker):
            text = f"{game.colours[seat]} {text}"
        before = "".join(f"{{{' '.join(comment.split()).replace('{', '(').replace('}', ')')}}} " for comment in comments.get(n, ()))
        texts.append(before + text)
    after = "".join(f" {{{' '.join(comment.split()).replace('{', '(').replace('}', ')')}}}" for comment in comments.get(len(game.log), ()))
    if texts:
        yield f"{now}: {'; '.join(texts)}{after}"
    elif after:
        yield f"start:{after}"


# --- reading


@dataclass
class Line:
    """A line of the body: its label, its actions and the comments before each (and after the last)."""

    label: Scrap
    entries: list[Scrap] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)


@dataclass
class Record:
    """A record taken apart, nothing of it believed yet."""

    headers: dict[str, Scrap]
    lines: list[Line]
    result: Scrap


def parse(text: str) -> Record:
    """Take a record apart; NotationError with line and column where it is no record."""
    rows = text.removeprefix(BYTE_ORDER_MARK).split("\n")
    if len(rows) > MOST_LINES:
        raise NotationError(f"No record has more than {MOST_LINES} lines.", line=MOST_LINES, column=1)
    headers: dict[str, Scrap] = {}
    lines: list[Line] = []
    ending: Scrap | None = None
    for number, row in enumerate(rows, 1):
        scrap = Scrap(row.removesuffix("\r"), number)
        if len(row) > LONGEST_LINE:
            raise scrap.fail(f"No line is longer than {LONGEST_LINE} characters.", LONGEST_LINE)
        bare = scrap.strip()
        if not bare.text:
            continue
        if ending is not None:
            raise bare.fail("Nothing may follow the result.")
        if bare.text.startswith("[") and not lines:
            _read_header(bare, headers)
        elif bare.text.startswith("result:"):
            ending = bare.since(len("result:")).strip()
        else:
            lines.append(_read_line(bare))
    end = Scrap("", len(rows), len(rows[-1]) + 1)
    for needed in ("Sevenhex", "Start"):
        if needed not in headers:
            raise Scrap("").fail(f'A record begins with headers; [{needed} "..."] is missing.')
    if headers["Sevenhex"].text != VERSION:
        raise headers["Sevenhex"].fail(f"This reads version {VERSION} of the notation, not {short(headers['Sevenhex'].text)!r}.")
    if ending is None:
        raise end.fail(f"The record ends without its result; the last line reads `result: {UNFINISHED}` or tells who won.")
    return Record(headers, lines, ending)


def _read_header(bare: Scrap, headers: dict[str, Scrap]) -> None:
    match = HEADER.fullmatch(bare.text)
    if match is None:
        raise bare.fail('A header reads [Name "value"], with \\" for a quotation mark in it.')
    if match[1] in headers:
        raise bare.fail(f"The header {match[1]} is given twice.", 1)
    headers[match[1]] = Scrap(re.sub(r"\\(.)", r"\1", match[2]), bare.line, bare.column + match.start(2))


def _read_line(bare: Scrap) -> Line:
    name, rest = bare.partition(":")
    line = Line(Scrap(" ".join(name.text.split()), name.line, name.column))
    at, text = 0, rest.text
    start = 0
    entry = ""
    where = rest
    while at <= len(text):
        sign = text[at] if at < len(text) else ";"
        if sign == "{":
            if text[start:at].strip():
                entry, where = text[start:at].strip(), rest.since(start).strip()
            close = text.find("}", at)
            if close < 0:
                raise rest.fail("This comment is not closed; it must end with } on the same line.", at)
            line.comments.setdefault(len(line.entries) + bool(entry), []).append(text[at + 1 : close].strip())
            at = start = close + 1
            continue
        if sign == "}":
            raise rest.fail("Here a comment ends that did not begin.", at)
        if sign == ";":
            tail = text[start:at].strip()
            if entry and tail:
                raise rest.since(start).strip().fail(f"Expected `;` between actions, got {short(tail)!r}.")
            if tail:
                entry, where = tail, rest.since(start)
            if entry:
                where = where.strip()
                line.entries.append(Scrap(entry, where.line, where.column))
            elif at < len(text):
                raise rest.fail("Expected an action before `;`.", at)
            entry, start = "", at + 1
        at += 1
    return line


def load(text: str, make: type[Game]) -> Game:
    """Replay a record, checking every label, every action and the result."""
    if not isinstance(text, str):
        raise NotationError(f"Expected the text of a record, got {type(text).__name__}.")
    record = parse(text)
    start = read_scrap(record.headers["Start"])
    try:
        game = make(start.configuration, start.complete(), start.layout)
    except NotationError as error:
        raise record.headers["Start"].fail(str(error)) from None
    for name, expected in (("Edition", game.configuration.edition.key), ("Players", str(game.configuration.players))):
        given = record.headers.get(name)
        if given is not None and given.text != expected:
            raise given.fail(f"The position says {expected!r} here, not {short(given.text)!r}.")
    options = " ".join(f"{name}={value}" for name, value in options_text(game.configuration).items())
    given = record.headers.get("Options")
    if given is not None and given.text != options:
        raise given.fail(f"The position says {options!r} here, not {short(given.text)!r}.")
    game.headers = {name: value.text for name, value in record.headers.items() if name not in OWN_HEADERS}
    for line in record.lines:
        _replay(game, line)
    if record.result.text != result(game):
        raise record.result.fail(f"The result is {result(game)!r}, not {short(record.result.text, 80)!r}.")
    return game


def _replay(game: Game, line: Line) -> None:
    first = len(game.log)
    if line.entries:
        expected = label(game, first)
        if line.label.text != expected:
            raise line.label.fail(f"Here the line of `{expected}:` is due, not {short(line.label.text)!r}.")
    elif line.label.text != "start" or first:
        raise line.label.fail("A line names at least one action.")
    speaker = int(game.state[0].actor)
    for place, entry in enumerate(line.entries):
        if place and label(game, len(game.log)) != line.label.text:
            raise entry.fail(f"Here the line of `{label(game, len(game.log))}:` begins.")
        _play(game, entry, speaker)
    for place, texts in line.comments.items():
        game.comments.setdefault(first + place, []).extend(texts)


def _play(game: Game, entry: Scrap, speaker: int) -> None:
    word = entry.text.partition(" ")[0]
    seat, scrap = speaker, entry
    if word in CHANCE_WORDS:
        seat = CHANCE
    elif word in game.naming.seats:
        seat, scrap = game.naming.seats[word], entry.since(len(word) + 1).strip()
    try:
        action = speech.read(scrap.text, game.naming, seat if seat >= 0 else None)
    except speech.SpeechError as error:
        raise scrap.fail(str(error), error.offset) from None
    if game.is_over:
        raise entry.fail("The game is already over here.")
    try:
        game.check(action, seat)
    except ActionError as error:
        raise scrap.fail(str(error)) from None
    game.push(action, seat)


assert LONGEST < LONGEST_LINE
