"""Game records: exact, editable, checked line by line; and the same as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clauses import clause
from positions import Table
from sevenhex.errors import NotationError
from sevenhex.game.game import Game
from sevenhex.rules.actions import typed
from sevenhex.rules.ids import Kind
from stories import story
from walks import game_at

TEXT = (Path(__file__).parent / "golden" / "sixth-2.txt").read_text(encoding="utf-8")
GAME = Game.load(TEXT)
LINES = TEXT.split("\n")


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


def test_headers_and_comments_travel():
    game = GAME.copy()
    game.headers = {"Red": 'Ann "the \\ great"', "Date": "2026-11-15"}
    game.comments = {0: ["before; all"], 5: ["one", "two"], len(game.log): ["after {all}"]}
    again = Game.load(game.record())
    assert (again, again.headers) == (game, game.headers)
    assert again.comments == {**game.comments, len(game.log): ["after (all)"]}
    assert Game.load(game.record(comments=False)).comments == {}


def test_a_record_of_nothing():
    game = Game.new(seed=3)
    game.comments = {0: ["not begun"]}
    again = Game.load(game.record())
    assert (again, again.comments) == (game, game.comments)
    assert "result: unfinished" in game.record()


def test_spaces_windows_lines_and_other_words_are_read():
    text = TEXT.replace("; ", "  ;   ").replace("\n", "\r\n").replace(" lumber", " WOOD")
    assert Game.load(text) == GAME


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('[Sevenhex "1"]', '[Sevenhex "2"]', 1, "version 1"),
        ('[Sevenhex "1"]', "[Sevenhex 1]", 1, "A header reads"),
        ('[Players "2"]', '[Players "3"]', 3, "The position says '2'"),
        ('[Edition "sixth"]', '[Edition "fourth"]', 2, "The position says 'sixth'"),
        ('[Options "victory_points=6"]', '[Options ""]', 4, "victory_points=6"),
        ('[Edition "sixth"]', '[Players "2"]', 3, "given twice"),
        ("result: ", "result: nobody ", len(LINES) - 1, "The result is"),
        ("\n1 ", "\n2 ", line_of("1 "), "is due"),
        ("\nsetup ", "\nsetup x", line_of("setup "), "is due"),
        ("roll; dice", "roll; {why dice", line_of("1 "), "not closed"),
        ("roll; dice", "roll; } dice", line_of("1 "), "did not begin"),
        ("roll; dice", "roll; ; dice", line_of("1 "), "Expected an action"),
        ("roll; dice", "roll {} dice", line_of("1 "), "Expected `;`"),
        ("roll; dice", "end; dice", line_of("1 "), "Roll the dice"),
        ("roll; dice", "roll; dace", line_of("1 "), "did you mean"),
    ],
)
def test_mistakes_name_line_and_column(old, new, line, why):
    assert old in TEXT
    with pytest.raises(NotationError, match=why) as refused:
        Game.load(TEXT.replace(old, new, 1))
    assert refused.value.line == line
    assert refused.value.column >= 1


def test_an_impossible_chance_outcome_is_refused_at_its_place():
    draws = story("sixth", 3, 4, most=800)
    text = draws.record()
    line = next(line for line in text.split("\n") if "; draw knight" in line)
    number = text.split("\n").index(line) + 1
    with pytest.raises(NotationError, match="no development card") as refused:
        Game.load(text.replace(line, line.replace("; draw knight", "; draw gold", 1)))
    assert (refused.value.line, refused.value.column) == (number, line.index("draw knight") + len("draw ") + 1)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.7, 0.95, 0.999])
def test_a_truncated_record_is_refused(share):
    with pytest.raises(NotationError) as refused:
        Game.load(TEXT[: int(len(TEXT) * share)])
    assert refused.value.line >= 1


def test_nothing_follows_the_result():
    with pytest.raises(NotationError, match="Nothing may follow"):
        Game.load(TEXT + "1 red: roll\n")


def test_nothing_follows_the_end_of_the_game():
    text = TEXT.replace("\nresult:", "; end\nresult:")
    with pytest.raises(NotationError, match="already over"):
        Game.load(text)


def test_a_record_for_one_seat_hides_what_it_may_not_know():
    game = story("sixth", 3, 2, most=700)
    for seat in (None, 0, 1, 2):
        text = game.record(seat=seat)
        unknown = [n for n in range(len(game.log)) if not all(event.is_known_to(seat) for event in game.events_at(n))]
        hidden = [n for n in unknown if typed(game.log[n][1]).kind != Kind.DISCARD]  # the discards of a finished 7 are shown
        assert text.count("?") - text.split("\n\n")[0].count("?") == len(hidden) > 0
        with pytest.raises(NotationError):
            Game.load(text)
    assert "?" not in game.record()


@clause("SEVEN-1", "HOUSE-6")
@pytest.mark.parametrize("discards", ["shown", "hidden"])
def test_a_record_shows_discards_once_all_have_chosen(discards):
    table = Table(hidden_discards=int(discards == "hidden")).turn("red", rolled=False).hand("blue", wool=4, ore=4).hand("white", ore=8)
    game = game_at(table, discards=discards, supply_counts="shown")
    game.play("roll", 0)
    game.play("dice 3 4")
    for seat, card in [*[(1, "wool")] * 4, *[(3, "ore")] * 4]:
        assert "discard ore" not in game.record(seat=1)
        game.play(f"discard {card}", seat)
        choosing = game.until(len(game.log) - 1).record(seat=0)
        assert "discard wool" not in choosing
        assert "discard ore" not in choosing
    for seat in (0, 1, None):
        text = game.record(seat=seat)
        shown = text.count("discard wool"), text.count("discard ore"), text.count("discard ?")
        assert shown == ((4, 4, 0) if discards == "shown" else (4, 0, 4) if seat == 1 else (0, 0, 8))


@clause("WIN-4")
def test_the_record_of_a_finished_game_hides_nothing():
    game = story("sixth", 3, 1, setup="beginner", victory_points=5, discards="hidden")
    assert game.is_over
    assert game.record(seat=0) == game.record(seat=None) == game.record()
    assert game.until(len(game.log) - 1).record(seat=0) != game.until(len(game.log) - 1).record()


# --- JSON


def test_json_is_plain_and_exact():
    game = GAME.copy()
    game.comments = {3: ["hm"]}
    data = game.to_json()
    assert json.loads(json.dumps(data)) == data
    again = Game.from_json(json.dumps(data).encode())
    assert (again, again.headers, again.comments) == (game, game.headers, game.comments)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "chess"}, "Expected an object"),
        ({"version": 2}, "Expected an object"),
        ({"start": 3}, "text of a position"),
        ({"start": "sixth/4"}, "start: line 1"),
        ({"log": "roll"}, "list of"),
        ({"log": [["roll"]]}, r"log\[0\]: expected"),
        ({"log": [[True, "roll"]]}, r"log\[0\]: there is no seat"),
        ({"log": [[9, "roll"]]}, r"log\[0\]: there is no seat"),
        ({"log": [[-1, "dice 1 2"], [0, "roll"]]}, r"log\[1\]"),
        ({"headers": {"a": 1}}, "headers"),
        ({"comments": {"x": ["a"]}}, "comments"),
        ({"comments": []}, "comments"),
        ({"extra": 1}, "no field 'extra'"),
    ],
)
def test_json_that_is_no_game_is_refused(change, why):
    with pytest.raises(NotationError, match=why):
        Game.from_json({**GAME.to_json(), **change})


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, b"\xff\xfe"])
def test_text_that_is_no_json_is_refused(text):
    with pytest.raises(NotationError):
        Game.from_json(text)
