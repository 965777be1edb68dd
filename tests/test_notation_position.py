"""Positions in one line: read back exactly, editable by hand, and refused with the place when they cannot be."""

from __future__ import annotations

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
