"""The text of actions: every action is said and read back; other spellings are understood; mistakes name their place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenhex.errors import ActionError
from sevenhex.notation.speech import Naming, SpeechError, read, say
from sevenhex.rules.actions import NONE, Action
from sevenhex.rules.ids import Kind

COLOURS = ("red", "blue", "orange", "white", "green", "brown")
SMALL, LARGE = Naming(0, COLOURS[:4]), Naming(1, COLOURS)

resource, seat, die = st.integers(0, 4), st.integers(0, 3), st.integers(1, 6)
bundle = st.lists(st.integers(0, 31), min_size=5, max_size=5).map(tuple)
ARGUMENTS = {
    Kind.DICE: st.tuples(die, die),
    Kind.STEAL: st.tuples(resource),
    Kind.DRAW: st.tuples(resource),
    Kind.SETTLE: st.tuples(st.integers(0, 53)),
    Kind.CITY: st.tuples(st.integers(0, 53)),
    Kind.ROAD: st.tuples(st.integers(0, 71)),
    Kind.PLENTY: st.tuples(resource, resource | st.just(NONE)).map(lambda both: tuple(sorted(both))),
    Kind.MONOPOLY: st.tuples(resource),
    Kind.DISCARD: st.tuples(resource),
    Kind.ROBBER: st.tuples(st.integers(0, 18), seat | st.just(NONE)),
    Kind.BANK: st.tuples(resource, resource, st.integers(2, 4)),
    Kind.OFFER: st.tuples(st.integers(1, 15)),
    Kind.CONFIRM: st.tuples(seat),
    Kind.TAKE: st.tuples(seat),
    Kind.DECLINE: st.tuples(seat),
}


@st.composite
def actions(draw):
    kind = draw(st.sampled_from(Kind))
    arguments = draw(ARGUMENTS.get(kind, st.just(())))
    if kind in (Kind.OFFER, Kind.COUNTER, Kind.PROPOSE):
        return int(Action(kind, arguments, draw(bundle), draw(bundle)))
    return int(Action(kind, arguments))


@given(actions(), st.none() | seat)
def test_what_is_said_is_read_back(action, speaker):
    assert read(say(action, SMALL, speaker), SMALL, speaker) == action


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("SETTLE b2.se", "settle B2.SE"),
        ("settle C3.N", "settle B2.SE"),
        ("road  c2.ne", "road B2.SW"),
        ("bank 3 wood for 1 rock", "bank 3 lumber for 1 ore"),
        ("invention wheat clay", "plenty brick grain"),
        ("soldier", "knight"),
        ("draw invention", "draw year_of_plenty"),
        ("draw vp", "draw victory_point"),
        ("offer 1 sheep 2 hay for 1 stone", "offer 1 wool 2 grain for 1 ore"),
        ("offer 1 wool for 1 ore to white blue orange", "offer 1 wool for 1 ore"),
        ("offer 1 wool for 1 ore to white blue", "offer 1 wool for 1 ore to blue white"),
        ("robber c3 ROB Blue", "robber C3 rob blue"),
    ],
)
def test_other_spellings(written, canonical):
    assert say(read(written, SMALL, 0), SMALL, 0) == canonical


@pytest.mark.parametrize("place", [alias for aliases in LARGE.geometry.corner_aliases for alias in aliases][::7])
def test_any_name_of_a_corner_is_understood(place):
    corner = LARGE.geometry.corner_ids[place]
    assert say(read(f"settle {place}", LARGE), LARGE) == f"settle {LARGE.geometry.corner_names[corner]}"


@pytest.mark.parametrize(
    ("written", "offset", "why"),
    [
        ("", 0, "ends too early"),
        ("setle B2.SE", 0, "did you mean 'settle'"),
        ("settle", 6, "expected corner"),
        ("settle B2", 7, "no corner"),
        ("settle B2.SE now", 13, "Nothing may follow"),
        ("dice 3 7", 7, "from 1 to 6"),
        ("dice 3 ²", 7, "from 1 to 6"),
        ("robber C3 blue", 10, "Expected 'rob'"),
        ("robber C3 rob green", 14, "no player here"),
        ("offer 1 wool 1 wool for 1 ore", 15, "named twice"),
        ("offer 1 wool for 1 ore to", 25, "expected player"),
        ("offer 32 wool for 1 ore", 6, "from 1 to 31"),
        ("offer 1 wool for", 16, "a number of cards"),
        ("bank 3 lumber for 2 ore", 18, "one card for each trade"),
        ("plenty ore gold", 11, "no resource"),
    ],
)
def test_mistakes_name_their_place(written, offset, why):
    with pytest.raises(SpeechError, match=why) as refused:
        read(written, SMALL, 0)
    assert refused.value.offset == offset


def test_an_offer_without_recipients_needs_a_speaker():
    with pytest.raises(SpeechError, match="to whom"):
        read("offer 1 wool for 1 ore", SMALL)


@pytest.mark.parametrize("number", [0, 63, 1 << 40, Kind.SETTLE | 200 << 6, Kind.CONFIRM | 9 << 6, Kind.STEAL | 7 << 6, Kind.END | 1 << 6])
def test_numbers_that_are_no_action_are_refused(number):
    with pytest.raises(ActionError):
        say(number, SMALL)


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_refused(text):
    try:
        read(text, SMALL, 0)
    except SpeechError as error:
        assert 0 <= error.offset <= len(text)  # noqa: PT017


def test_a_very_long_text_is_refused_quickly():
    with pytest.raises(SpeechError):
        read("offer " + "1 wool " * 100_000, SMALL, 0)


def test_the_supply_gives_one_card_and_the_one_may_be_left_out():
    whole = read("bank 4 brick for 1 ore", SMALL, 0)
    assert read("bank 4 brick for ore", SMALL, 0) == whole
    assert say(whole, SMALL) == "bank 4 brick for 1 ore"
    for text, why in (
        ("bank 4 brick for 2 ore", "one card for each trade"),
        ("bank 4 brick for", "ends too early"),
        ("bank 4 brick for 1", "too early"),
    ):
        with pytest.raises(SpeechError, match=why):
            read(text, SMALL, 0)
