"""Bad input is refused in words: what was given, what was expected, which clause; and it changes nothing."""

from __future__ import annotations

import struct
import zlib
from contextlib import suppress

import numpy as np
import pytest

from positions import Table
from sevenhex.editions import load
from sevenhex.errors import ActionError, EditionError, OptionError, SevenhexError, StateError
from sevenhex.game.game import Game
from sevenhex.playout.batch import check_games
from sevenhex.rules import engine
from sevenhex.rules.bytes import HEADER, state_from_bytes, state_to_bytes
from sevenhex.rules.check import check
from sevenhex.rules.state import RECORD
from sevenhex.rules.totals import TOTALS


def test_all_errors_are_value_errors_of_the_package():
    for error in (ActionError, EditionError, OptionError, StateError):
        assert issubclass(error, SevenhexError)
        assert issubclass(error, ValueError)


# --- editions, players, options


def test_an_unknown_edition():
    with pytest.raises(EditionError, match=r"'sixht'.*expected one of .*'sixth'.*did you mean 'sixth'"):
        Game.new("sixht")


@pytest.mark.parametrize(("edition", "players"), [("sixth", 7), ("sixth", 1), ("zip", 5), ("extension", 4), ("fourth", 0), ("fourth", -3)])
def test_an_impossible_number_of_players(edition, players):
    with pytest.raises(OptionError, match=rf"players.*{players}"):
        Game.new(edition, players)


@pytest.mark.parametrize("players", ["4", 4.0, None, True])
def test_players_that_are_no_number(players):
    with pytest.raises(SevenhexError):
        Game.new("sixth", players)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ({"victory_points": 2}, "from 3 to 20"),
        ({"victory_points": "ten"}, "from 3 to 20"),
        ({"victory_pionts": 12}, "victory_points"),
        ({"shortage": "everybody"}, "sole claimant takes the rest"),
        ({"friendly_robber": 3}, "true or false"),
    ],
)
def test_options_that_are_none(option, said):
    with pytest.raises(OptionError, match=said):
        load("sixth").configure(4, **option)


# --- actions


@pytest.fixture
def game():
    return Game.new("sixth", 4, seed=5, starter=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "settle",
        "settle Z9.N",
        "settle A1",
        "settle A1.N now",
        "fly home",
        "road A1.N",
        "offer 1 wool",
        "bank 4 wool for",
        "dice 3",
        "dice 7 1",
    ],
)
def test_malformed_text_is_refused_and_changes_nothing(game, text):
    before = game.state.tobytes()
    with pytest.raises(ActionError) as refused:
        game.play(text)
    assert len(str(refused.value)) > 20  # a sentence
    assert (game.state.tobytes(), game.version) == (before, 0)


@pytest.mark.parametrize("number", [0, -1, 63, 1 << 40, (1 << 63) - 1, -(1 << 63), 5 | 200 << 6, 26, 1 << 70])
def test_numbers_that_encode_nothing(game, number):
    before = game.state.tobytes()
    with pytest.raises(ActionError):
        game.play(number)
    assert game.state.tobytes() == before


@pytest.mark.parametrize("text", ["roll", "end", "city A1.N", "buy", "road A1.NW", "knight"])
def test_an_illegal_action_names_the_rule(game, text):
    before = game.state.tobytes()
    with pytest.raises(ActionError, match="place a settlement") as refused:
        game.play(text)
    assert (refused.value.clause, refused.value.action) == ("SETUP-10", text)
    assert game.state.tobytes() == before


def test_the_distance_rule_is_named(game):
    game.play("settle C3.N")
    game.play("road C3.NE")
    with pytest.raises(ActionError) as refused:
        game.play("settle C3.NE")
    assert "SETUP-11" in refused.value.clause


@pytest.mark.parametrize("seat", [4, -2, 99, "pink", 1])
def test_a_wrong_seat(game, seat):
    before = game.state.tobytes()
    with pytest.raises(SevenhexError):
        game.play("settle C3.N", seat)
    assert game.state.tobytes() == before


def test_the_rules_answer_for_any_number_and_never_raise():
    """`is_legal` takes whatever comes over the wire, in every phase of a game."""
    rng = np.random.default_rng(4)
    table = Table().settlement("red", "C3.SE", "D3.NE").hand("red", brick=3, lumber=3, wool=3, grain=3, ore=3).hand("blue", ore=2)
    table.cards("red", knight=1, monopoly=1, year_of_plenty=1, road_building=1)
    numbers = [int(number) for number in rng.integers(-(1 << 63), (1 << 63) - 1, 3000)]
    numbers += [int(kind) | int(first) << 6 | int(second) << 14 for kind, first, second in rng.integers(0, 256, (3000, 3))]
    numbers += [int(kind) | int(first) << 6 for kind in range(64) for first in range(0, 256, 5)]
    before = table.state.tobytes()
    for number in numbers:
        for seat in (-2, -1, 0, 1, 3, 4, 6, 100):
            legal = bool(engine.is_legal(table.state, seat, number))
            assert not legal or 0 <= seat < 4
    assert table.state.tobytes() == before


# --- bytes


@pytest.fixture(scope="module")
def state():
    return check_games(Table.new(4).state, 9, 1)[3]


def test_bytes_come_back_equal(state):
    assert state_from_bytes(state_to_bytes(state)).tobytes() == state.tobytes()


@pytest.mark.parametrize("data", [b"", b"7hex", b"hello, world" * 200, b"\x00" * (RECORD.itemsize + HEADER.size)])
def test_bytes_that_are_something_else(data):
    with pytest.raises(StateError, match=r"expected \d+ bytes|has \d+ bytes|another version"):
        state_from_bytes(data)


def test_bytes_cut_off_or_changed(state):
    data = state_to_bytes(state)
    with pytest.raises(StateError, match=f"has {len(data)} bytes, got {len(data) - 1}"):
        state_from_bytes(data[:-1])
    changed = bytearray(data)
    changed[200] ^= 4
    with pytest.raises(StateError, match="checksum"):
        state_from_bytes(bytes(changed))


def test_bytes_of_another_version(state):
    data = state_to_bytes(state)
    with pytest.raises(StateError, match=r"another version.*record"):
        state_from_bytes(data[:4] + struct.pack("<I", 1) + data[8:])


def test_bytes_of_an_unsound_state_say_what_is_wrong(state):
    wrong = state.copy()
    wrong["points"][0, 0] += 1
    with pytest.raises(StateError, match=r"no sound state: .*points do not add up \(WIN-1\)"):
        state_from_bytes(state_to_bytes(wrong))


def test_forged_bytes_never_break_the_reader(state):
    """Random bytes with a right header and checksum: refused, or a sound state, but never a crash."""
    rng = np.random.default_rng(6)
    for _ in range(300):
        payload = bytearray(state.tobytes())
        for _ in range(rng.integers(1, 40)):
            payload[rng.integers(len(payload))] = int(rng.integers(256))
        header = HEADER.pack(b"7hex", HEADER.unpack_from(state_to_bytes(state))[1], zlib.crc32(bytes(payload)))
        with suppress(StateError):
            assert check(state_from_bytes(header + bytes(payload))) == []


def test_bytes_of_another_box(state):
    totals = TOTALS[0].copy()
    totals[4] = 3
    with pytest.raises(StateError, match="cities"):
        state_from_bytes(state_to_bytes(state), totals)
