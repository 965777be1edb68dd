"""Positions in one line: read back exactly, editable by hand, and refused with the place when they cannot be."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from clauses import clause
from sevenhex.editions import load
from sevenhex.errors import NotationError
from sevenhex.game.game import Game
from sevenhex.notation import position, reader
from sevenhex.notation.position import options_text
from sevenhex.rules.actions import Action
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import Kind, Phase
from sevenhex.study.source import begin
from stories import TABLES, story, wild_step

GAME = story("sixth", 4, 2, most=220)
TEXT = GAME.position()
MAIN = next(twin.position() for _, twin in GAME if twin.phase == Phase.MAIN)


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


@clause("SETUP-14")
def test_colours_drawn_by_lot_keep_their_seats():
    games = [Game.new("extension", 5, seed=seed, setup="beginner") for seed in range(12)]
    assert any(game.layout.inactive == "brown" for game in games)  # then the colours are the usual ones in another order
    for game in games:
        again = Game.at(game.position())
        assert (again.colours, again.layout.inactive, again) == (game.colours, game.layout.inactive, game)


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
        reader.read(TEXT.replace(hand, hand.split(";h:")[0] + ";h:19b19l"))


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


@pytest.mark.parametrize(
    ("old", "new", "at", "why"),
    [
        ("De,", "Fo8,", "island=", r"5 hexes Fo; the box of sixth/4 has 4"),
        ("Pa8", "Pa9", "island=", "number 8 lies on 1 hexes"),
        ("harbors=", "harbors=A1.W:wool,", "harbors=", "share a corner|harbors wool"),
        (":any", ":wool", "harbors=", r"The island has 2 harbors wool; the box of sixth/4 has 1 \(COMP-6"),
        (" starter=", " begun=", "", "lacks the field `starter=`"),
        (" setup=", " set=", "", "lacks the field `setup=`"),
        (" flags=", " flag=", "", "lacks the field `flags=`: with phase=main it tells"),
        (" dice=", " die=", "", "lacks the field `dice=`"),
        (" phase=main", " phase=discard", "", "lacks the field `discard=`"),
        (" phase=main", " order=red:0,blue:0 phase=main", "order=", "Nobody rolls for the start any more"),
    ],
)
def test_what_is_wrong_or_missing_is_named_with_its_field(old, new, at, why):
    text = broken(old, new, MAIN)
    with pytest.raises(NotationError, match=why) as refused:
        reader.read(text)
    if at:
        assert text.index(at) < refused.value.column <= text.index(" ", text.index(at)) + 1


@clause("SETUP-9")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("red:7,blue:9,orange:5,white:8", "Everybody has rolled"),
        ("red:0,blue:9,orange:0,white:0", "in the order of the seats"),
        ("red:0", "Two or more"),
        ("red:1,blue:0", "2 to 12"),
    ],
)
def test_a_roll_for_the_start_that_cannot_be_is_refused(order, why):
    text = Game.new("sixth", 4, seed=9).position()
    known = text.split("order=")[1].split(" ")[0]
    with pytest.raises(NotationError, match=why) as refused:
        reader.read(text.replace(f"order={known}", f"order={order}"))
    assert refused.value.column == text.index("order=") + len("order=") + 1


PLAIN = (
    "sixth/4 island=Fo5,Hi8,Pa4/Mo2,Fi10,Fi3,Hi11/Fo6,Fo9,Mo11,Fo6,Fi12/Pa3,Hi4,Pa5,Mo9/Pa8,De,Fi10 "
    "harbors=A1.NW:any,A2.NE:brick,B4.NE:any,C5.E:any,D4.SE:grain,E2.SE:ore,D1.SW:lumber,C1.W:any,B1.NW:wool robber=E2 "
    "red=s:A2.SE,C4.SE;r:A3.SW,C4.E;h:4w2g3o blue=s:A3.SE,B3.SE,D3.SE;r:A3.SE,B3.E,D3.E;h:3o orange=s:B2.S,C1.SE;r:B2.SE,C2.SW;h:2l "
    "white=s:A1.SE,C3.SE;r:A1.E,C3.E phase=roll turn=9 starter=red roller=red actor=red setup=8"
)
MANY = "s:A3.SE,B3.SE,D3.SE;r:A3.SE,B3.E,D3.E;h:3o"


@pytest.mark.parametrize(
    ("old", "new", "at", "why"),
    [
        ("white=s:A1.SE,", "white=s:A2.S,", "A2.S,", "red at A2.SE and white at A2.S"),
        ("r:A1.E,C3.E", "r:E1.W,C3.E", "E1.W", "white's road at E1.W"),
        ("s:A1.SE,C3.SE;", "s:A1.SE,C3.SE,E3.S;", "E3.S;", "white's building at E3.S"),
        (" phase=roll", " route=blue phase=roll", "blue phase", "their longest routes are red 1, blue 2, orange 1, white 1"),
        (" phase=roll", " army=red phase=roll", "red phase", "they have played red 0, blue 0, orange 0, white 0 knights"),
        (MANY, "c:A3.SE,B3.SE;r:A3.SE,B3.E;h:3o;d:5v", "", None),
        ("turn=9 starter=red roller=red", "turn=2 starter=red roller=red", "red actor", "red began, so turn 2 is blue's, not red's"),
        (
            "phase=roll turn=9",
            "phase=robber flags=rolled dice=3+3 turn=9",
            "robber flags",
            r"no 7 was rolled and no knight was played \(ROB-4\)",
        ),
        ("actor=red", "actor=blue", "blue setup", "phase=roll, roller=red, actor=blue"),
        (
            "phase=roll turn=9",
            "phase=main dice=3+3 flags=rolled discard=blue:2 turn=9",
            "blue:2",
            "they hold red 9, blue 3, orange 2, white 0",
        ),
        ("phase=roll turn=9", "phase=roll dice=3+3 turn=9", "3+3", r"phase=roll, dice=3\+3"),
        ("phase=roll turn=9", "phase=roll free=1 turn=9", "1 turn", "phase=roll, free=1"),
        ("setup=8", "setup=7", "7", "phase=roll, setup=7"),
        (
            "phase=roll turn=9",
            "phase=roll winner=blue turn=9",
            "blue turn",
            "red has 2 of 10 points in the own turn, phase=roll, winner=blue",
        ),
    ],
)
def test_an_impossible_position_names_the_place_and_the_colour(old, new, at, why):
    text = broken(old, new, PLAIN)
    if why is None:  # sound: what is sound is read
        assert reader.read(text)
        return
    with pytest.raises(NotationError, match=why) as refused:
        reader.read(text)
    assert "cannot arise" in str(refused.value)
    assert text[refused.value.column - 1 :].startswith(at)
    assert "victim" not in str(refused.value)


@clause("SETUP-7")
def test_a_named_map_has_its_own_island():
    text, other = Game.new("zip", 4, seed=1, map=3).position(), Game.new("zip", 4, seed=1, map=7).position()
    assert Game.at(text).layout.map == 3
    island, harbors = other.split("island=")[1].split(" ")[0], other.split("harbors=")[1].split(" ")[0]
    moved = text.replace(text.split("island=")[1].split(" ")[0], island)
    for given, where, why in (
        (moved, "map=", "not those of map 3; this is the island of map 7"),
        (text.replace(text.split("harbors=")[1].split(" ")[0], harbors), "map=", "not those of map 3"),
        (text.replace(" map=3", " map=4"), "map=", "This game's map is 3 by its options, not 4"),
        (moved.replace(" map=3", ""), "island=", "not those of map 3"),
        (PLAIN.replace(" harbors=", " map=3 harbors="), "map=", "has no pad of maps"),
    ):
        with pytest.raises(NotationError, match=why) as refused:
            reader.read(given)
        assert given[: refused.value.column - 1].endswith(where)
    free = Game.new("zip", 4, seed=1)  # the map by chance
    assert Game.at(free.position()).layout.map == free.layout.map != 0


def test_an_unknown_colour_is_named_and_not_a_missing_one():
    text = broken(" blue=", " purple=", PLAIN)
    with pytest.raises(NotationError, match="no colour 'purple' here; expected one of 'red', 'blue'") as refused:
        reader.read(text)
    assert refused.value.column == text.index("purple") + 1
    with pytest.raises(NotationError, match="lacks the field `blue=`"):
        reader.read(PLAIN.replace(f" blue={MANY}", ""))


@clause("COMP-9")
def test_harbors_understand_the_editions_own_words():
    assert reader.read(broken("D1.SW:lumber", "D1.SW:wood", broken("D4.SE:grain", "D4.SE:wheat", PLAIN))) == reader.read(PLAIN)
    with pytest.raises(NotationError, match="'gold' is no harbor; expected one of 'brick', 'lumber'"):
        reader.read(broken("D1.SW:lumber", "D1.SW:gold", PLAIN))


def test_a_byte_order_mark_is_passed_over():
    assert reader.read("\ufeff" + PLAIN) == reader.read(PLAIN)
    game = Game.at(PLAIN)
    assert Game.load("\ufeff" + game.record()) == game
    assert Game.from_json("\ufeff" + json.dumps(game.to_json())) == game
    assert begin("\ufeff" + game.record()) == game
    with pytest.raises(NotationError) as refused:
        Game.load("\ufeff" + game.record().replace("[Sevenhex", "Sevenhex"))
    assert (refused.value.line, refused.value.column) == (1, 1)


def test_older_texts_with_hyphens_are_read():
    game = Game.new("sixth", 4, seed=9, starter=0)
    assert Game.at(game.position().replace("setup_settlement", "setup-settlement")) == game


def some_bundle(rng, most, other=()):
    """Cards of some kinds, up to all of them; none that the other side names."""
    kinds = [kind for kind in range(5) if kind not in other]
    return {kind: rng.randint(1, most[kind]) for kind in rng.sample(kinds, rng.randint(1, max(1, len(kinds) - 1))) if most[kind]}


def speak(game, rng):
    """An offer, counteroffer or proposal of any size that the rules allow, or nothing."""
    each = game.configuration.stock.cards_each
    seat = rng.randrange(game.players)
    held = counts(int(game.state[0].hand[seat]))
    give = some_bundle(rng, held)
    get = some_bundle(rng, [each] * 5, give)
    if not give or not get:
        return
    sides = [tuple(bundle.get(kind, 0) for kind in range(5)) for bundle in (give, get)]
    others = [other for other in range(game.players) if other != seat]
    recipients = sum(1 << other for other in rng.sample(others, rng.randint(1, len(others))))
    for kind, arguments in ((Kind.OFFER, (recipients,)), (Kind.COUNTER, ()), (Kind.PROPOSE, ())):
        action = int(Action(kind, arguments, *sides))
        if game.is_legal(action, seat):
            game.push(action, seat)
            return


@clause("TRADE-2", "TRADE-5")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_position_of_a_game_is_read_back_equal(edition, players):
    """Random games with offers, counteroffers and proposals of every size; also as each seat knows them."""
    rng = Random(f"{edition} {players}")
    game = Game.new(edition, players, seed=players, discard_limit=5)
    spoken = 0
    for step in range(260):
        if game.is_over:
            break
        if rng.random() < 0.3:
            speak(game, rng)
        else:
            wild_step(game, rng)
        state = game.state[0]
        spoken += bool(state.offer or state.proposal.any())
        if step > 40 and rng.random() < 0.25:
            again = reader.read(game.position())
            assert again.state.tobytes() == game.state.tobytes()
            seen = position.of_view(game.view(rng.randrange(players)))
            assert reader.read(position.write(seen)) == seen
    assert spoken > 5


def test_a_position_with_the_highest_turn_is_read_again_however_long_it_is_played_on():
    turn = int(re.search(r" turn=(\d+)", MAIN)[1])
    highest = 1_000_000 - (1_000_000 - turn) % GAME.players  # the player in turn follows from it
    game = Game.at(re.sub(r" turn=\d+", f" turn={highest}", MAIN))
    rng, began = Random(3), int(game.state["turn"][0])
    while game.state["turn"][0] < began + 6:
        wild_step(game, rng)
        assert Game.at(game.position()).phase == game.phase
    with pytest.raises(NotationError, match="turn"):
        Game.at(re.sub(r" turn=\d+", " turn=1000001", MAIN))


def test_cards_may_stand_in_any_order():
    hand = TEXT.split("blue=")[1].split(" ")[0]
    one, other = (reader.read(TEXT.replace(hand, hand.split(";h:")[0] + f";h:{cards}")) for cards in ("1b2o", "2o1b"))
    assert one == other
    for cards, why in (("1b2o1b", "given twice"), ("20b", "1 to 19 cards b"), ("2x", "Expected cards like")):
        with pytest.raises(NotationError, match=why):
            reader.read(TEXT.replace(hand, hand.split(";h:")[0] + f";h:{cards}"))


def test_a_hand_can_be_edited():
    hand = TEXT.split("blue=")[1].split(" ")[0]
    edited = reader.read(TEXT.replace(hand, hand.split(";h:")[0] + ";h:1b2o"))
    assert edited.state[0].hand[1] == 1 + (2 << 32)
    assert edited.is_complete
