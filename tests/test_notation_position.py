"""Positions in one line: read back exactly, editable by hand, and refused with the place when they cannot be."""

from __future__ import annotations

import pytest

from sevenhex.editions import load
from sevenhex.errors import NotationError
from sevenhex.game import Game
from sevenhex.notation import position, reader
from sevenhex.notation.position import options_text
from stories import TABLES, story

GAME = story("sixth", 4, 2, most=220)
TEXT = GAME.position()


def broken(old: str, new: str, text: str = TEXT) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_starts_are_read_back(edition, players):
    game = Game.new(edition, players, seed=9)
    again = Game.at(game.position())
    assert again == game
    assert again.layout.map == game.layout.map


def all_choices():
    for edition, players in TABLES:
        book = load(edition)
        for name in ("setup", "tokens", "harbors", "phases", "turn", "route_tie_after_break"):
            for value in book.offers(players, name)[1:]:
                yield edition, players, {name: value}
    yield "sixth", 3, {"dice": "deck", "dice_deck_reshuffle": 9, "friendly_robber": True, "no_seven_rounds": 3, "victory_points": 13}
    yield "sixth", 4, {"setup": "beginner", "open_hands": True, "supply_counts": "hidden", "discard_limit": 9, "first_player": "oldest"}
    yield "zip", 4, {"map": 17}
    yield "zip", 4, {"map": 1}


@pytest.mark.parametrize(("edition", "players", "options"), list(all_choices()), ids=str)
def test_options_travel_with_the_position(edition, players, options):
    game = Game.new(edition, players, seed=9, **options)
    assert set(options) <= set(options_text(game.configuration)) | {"map"}
    again = Game.at(game.position())
    assert (again.configuration, again.colours, again.layout.inactive) == (game.configuration, game.colours, game.layout.inactive)
    assert again.state.tobytes() == game.state.tobytes()


def test_an_edition_of_ones_own_travels_whole(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('inherits = "sixth"\nname = "Mine"\n[rules]\nphases = "separate"\n')
    game = Game.new(load(file), 4, seed=1)
    again = Game.at(game.position())
    assert (again, again.configuration.edition.name) == (game, "Mine")
    assert Game.load(game.record()) == game
    with pytest.raises(NotationError, match="no edition"):
        Game.at(game.position().replace("%22", "%2"))


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("", 1, "Expected a position"),
        ("sixth", 1, "Expected '/'"),
        ("sixt/4", 1, "did you mean 'sixth'"),
        ("sixth/9", 7, "from 2 to 6"),
        ("fourth/6 island=x", 8, "players"),
        (broken("island=", "isle="), None, "lacks the field `island=`"),
        (broken("phase=", "face="), None, "lacks the field `phase="),
        (broken("/4 ", "/4 +victory_point=8 "), 10, "did you mean 'victory_points'"),
        (broken("/4 ", "/4 +victory_points=99 "), 25, "from 3 to 20"),
        (broken("/4 ", "/4 +setup=map "), 9, "has no map set-up"),
        (broken("/4 ", "/4 +open_hands=maybe "), 21, "yes or no"),
        (broken("/4 ", "/4 map=1 map=2 "), 15, "given twice"),
        (broken("robber=", "robber=Q"), None, "no hex"),
        (broken("red=", "red=x:1;"), None, "Expected s:"),
        (broken("red=s:", "red=s:A1.N,A1.N,"), None, "already a building"),
        (broken("phase=", "phases=main phase="), None, "no field 'phases'"),
        (TEXT + " supply=1b", None, "follow from the rest"),
        (TEXT + " free=2", None, "cannot arise"),
        (TEXT + " wïnner=red", None, "plain letters"),
        (TEXT + "\n\nsixth", None, "one line"),
    ],
)
def test_mistakes_name_their_column(text, at, why):
    with pytest.raises(NotationError, match=why) as refused:
        reader.read(text)
    assert refused.value.line == 1
    assert 1 <= refused.value.column <= len(text) + 1
    if at is not None:
        assert refused.value.column == at


def test_more_cards_than_the_game_has_are_refused():
    hand = TEXT.split("red=")[1].split(" ")[0]
    with pytest.raises(NotationError, match="more resource cards"):
        reader.read(TEXT.replace(hand, hand.split(";h:")[0] + ";h:24b"))


def test_unknown_cards_are_counted_and_cannot_be_played():
    game = story("sixth", 4, 2)
    game = game.until(next(n for n, state in enumerate(game.states) if state[0].cards.any() and n > 200))
    buyer = next(seat for seat in range(4) if game.state[0].cards[seat])
    seen = position.of_view(game.view((buyer + 1) % 4))
    text = position.write(seen)
    assert "h:?" in text
    assert "d:?" in text
    assert f"deck=?{seen.deck_size}" in text
    assert reader.read(text) == seen
    assert seen != position.of_view(game.view(buyer))
    with pytest.raises(NotationError, match="leaves cards unknown"):
        Game.at(text)
    with pytest.raises(NotationError, match="needs the fields `supply=` and `deck=`"):
        reader.read(text.replace("deck=", "dock="))


def test_a_hand_can_be_edited():
    hand = TEXT.split("blue=")[1].split(" ")[0]
    edited = reader.read(TEXT.replace(hand, hand.split(";h:")[0] + ";h:1b2o"))
    assert edited.state[0].hand[1] == 1 + (2 << 32)
    assert edited.is_complete
