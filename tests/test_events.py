"""Events: the facts that a table shows, the sentences in each edition's words, and who may know what."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from clauses import clause
from sevenhex.game.events import EVERYBODY, Event, Teller, listed, report
from sevenhex.game.game import Game
from sevenhex.rules.actions import kind_of
from sevenhex.rules.cards import one
from sevenhex.rules.ids import RESOURCE_NAMES, Kind, Phase
from stories import TABLES, story, wild_step

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
BEGINNER = "sixth/4 +setup=beginner island=De,Fi8,Pa11/Hi6,Pa3,Fo4,Mo9/Fo10,Fi5,Hi12,Fo11,Pa5/Fi2,Hi9,Mo4,Fo8/Mo6,Fi3,Pa10 harbors=-"


def at(pieces: str, course: str, robber: str = "A1", head: str = BEGINNER) -> Game:
    flags = "rolled,pictured" if "dice=" in course else "pictured"
    return Game.at(f"{head} robber={robber} {pieces} {course} flags={flags} setup=8 starter=red")


RED_ROLLS = "phase=dice turn=1 roller=red actor=red"
PIECES = (
    "red=s:D1.SE,A2.SE;r:D1.SE,A2.SE blue=s:C4.SE;c:D2.SE;r:C4.SE,D2.SE orange=s:B1.SE,B3.SE;r:B3.E,B1.SE white=s:C2.SE,D3.SE;r:C2.SE,D3.SE"
)


def texts(game: Game, *actions: str, reader: int | None = EVERYBODY) -> list[str]:
    return [event.sentence(for_seat=reader) for action in actions for event in game.play(action)]


@clause("PROD-1", "PROD-2", "COMP-9")
def test_production_is_reported_card_by_card():
    game = at(PIECES, RED_ROLLS)
    news = game.play("dice 4 5")  # nine: D2 (hills) pays white at C2.SE and blue's city at D2.SE; B4 pays orange
    paid = {event.seat: event.data["cards"] for event in news if event.kind == "produced"}
    assert paid[1] == [{"hex": "D2", "corner": "D2.SE", "resource": "brick", "count": 2}]
    assert paid[3] == [{"hex": "D2", "corner": "C2.SE", "resource": "brick", "count": 1}]
    assert "Blue receives 2 brick from D2." in [event.sentence() for event in news]


@clause("ROB-3")
def test_what_the_robber_keeps_is_reported():
    game = at(PIECES, RED_ROLLS, robber="D2")
    news = game.play("dice 4 5")
    assert "The robber keeps 2 brick from D2 from Blue." in [event.sentence() for event in news]
    assert 1 not in {event.seat for event in news if event.kind == "produced"}


def short_of_brick(bricks: int, sole: bool, edition: str) -> list[str]:
    """Red holds so many of the 19 bricks, then a nine comes: blue's city alone claims brick, or red and white too."""
    red = f"red=s:A2.SE;r:A2.SE;h:{bricks}b" if sole else f"red=s:D1.SE,A2.SE;r:D1.SE,A2.SE;h:{bricks}b"
    pieces = PIECES.replace("red=s:D1.SE,A2.SE;r:D1.SE,A2.SE", red)
    if sole:
        pieces = pieces.replace("white=s:C2.SE,D3.SE;r:C2.SE,D3.SE", "white=s:D3.SE;r:D3.SE")
    return texts(at(pieces, RED_ROLLS, head=BEGINNER.replace("sixth/", f"{edition}/")), "dice 4 5")


@clause("PROD-5")
def test_a_short_supply_is_reported():
    assert "The supply is short of brick: nobody receives any (4 owed)." in short_of_brick(17, sole=False, edition="sixth")


@clause("PROD-5")
def test_a_sole_claimant_is_reported():
    news = short_of_brick(18, sole=True, edition="sixth")
    assert "Blue receives 1 brick from D2." in news
    assert "The supply is short of brick: only 1 of 2 can be paid." in news


@clause("PROD-4")
def test_a_sole_claimant_who_gets_nothing_is_reported():
    news = short_of_brick(18, sole=True, edition="fourth")
    assert "The bank is short of brick: nobody receives any (2 owed)." in news
    assert not any("Blue receives" in said for said in news)


@clause("ROB-5", "ROB-2")
def test_a_stolen_card_is_known_to_two():
    pieces = PIECES.replace("r:C4.SE,D2.SE", "r:C4.SE,D2.SE;h:1o")
    game = at(pieces, "phase=robber turn=1 roller=red actor=red dice=3+4")
    game.play("robber D3 rob blue")
    (event,) = game.play("steal ore")
    assert event.audience == (0, 1)
    assert [event.sentence(for_seat=seat) for seat in (0, 1)] == ["Red steals 1 ore from Blue."] * 2
    assert [event.sentence(for_seat=seat) for seat in (2, 3, None)] == ["Red steals 1 card from Blue."] * 3
    assert "ore" not in json.dumps(event.to_json(2))
    assert event.to_json(1)["data"]["resource"] == "ore"


@clause("SEVEN-1")
def test_discards_are_known_to_their_owner():
    pieces = PIECES.replace("r:C4.SE,D2.SE", "r:C4.SE,D2.SE;h:4w4o")
    game = at(pieces, RED_ROLLS)
    assert texts(game, "dice 3 4") == ["Red rolls 7 (3 and 4).", "Blue must discard 4 cards."]
    (event,) = game.play("discard ore")
    assert (event.sentence(for_seat=1), event.sentence(for_seat=0)) == ("Blue discards 1 ore.", "Blue discards 1 card.")
    assert event.facts(0) == {"count": 1, "left": 3}


@clause("SEVEN-1", "HOUSE-6")
@pytest.mark.parametrize("hidden", [False, True])
def test_when_all_have_chosen_everybody_sees_what_was_returned(hidden):
    pieces = PIECES.replace("r:C4.SE,D2.SE", "r:C4.SE,D2.SE;h:4w4o").replace("r:D1.SE,A2.SE", "r:D1.SE,A2.SE;h:8g")
    game = at(pieces, RED_ROLLS, head=BEGINNER.replace("+setup=beginner", "+setup=beginner" + " +discards=hidden" * hidden))
    game.play("dice 3 4")
    news = [event for text in ["discard grain"] * 4 for event in game.play(text, 0)]
    news += [event for text in ["discard ore"] * 3 for event in game.play(text, 1)]
    assert {event.kind for event in news} == {"discarded"}
    first, *returned = game.play("discard wool", 1)
    assert first.sentence(for_seat=None) == "Blue discards 1 card."
    expected = [] if hidden else ["Red has returned 4 wheat.", "Blue has returned 1 wool and 3 ore."]
    assert [event.sentence(for_seat=None) for event in returned] == expected


@clause("DEV-2")
def test_a_drawn_card_is_known_to_its_buyer():
    pieces = PIECES.replace("r:D1.SE,A2.SE", "r:D1.SE,A2.SE;h:1w1g1o")
    game = at(pieces, "phase=main turn=1 roller=red actor=red dice=3+3")
    assert texts(game, "buy") == ["Red buys a development card."]
    (event,) = game.play("draw monopoly")
    assert event.sentence(for_seat=0) == "Red draws the card Monopoly (24 left)."
    assert event.sentence(for_seat=1) == "Red draws a card (24 left)."
    assert "monopoly" not in json.dumps([event.to_json(seat) for seat in (None, 1, 2, 3)])


@clause("WIN-4")
def test_the_end_shows_the_hidden_points():
    game = story("sixth", 3, 4, victory_points=5)
    while not any(int(cards) >> 8 & 255 for cards in game.state[0].cards):
        game = story("sixth", 3, game.version, victory_points=5)
    last = game.events[-1]
    assert (last.kind, last.seat, last.audience) == ("won", game.outcome.winner, None)
    shown = {int(seat): cards.get("victory_point", 0) for seat, cards in last.data["revealed"].items()}
    assert shown == {s: int(c) >> 8 & 255 for s, c in enumerate(game.state[0].cards) if c}
    assert "Victory Point card" in last.sentence()


@clause("COMP-9")
def test_each_edition_speaks_its_own_words():
    said = {file.stem: " ".join(event.sentence() for event in Game.load(file.read_text()).events) for file in GOLDEN}
    assert " wood " in said["sixth-4"]
    assert " lumber " not in said["sixth-4"]
    assert " lumber " in said["fourth-3"]
    assert " wheat " not in said["fourth-3"]
    assert "draws a settlement" in said["zip-3"]
    assert " builds " not in said["zip-3"]
    assert " builds a road" in said["sixth-4"]
    assert "tile" in said["zip-3"]
    assert " card" not in said["zip-3"]
    assert "bank" in said["fourth-3"]


@pytest.mark.parametrize(("edition", "players"), TABLES[::3])
def test_no_event_tells_an_outsider_what_was_hidden(edition, players):
    """The same entry with another hidden card gives everybody else the same event."""
    rng = Random(edition)
    game = Game.new(edition, players, seed=5)
    compared = 0
    while not game.is_over and game.version < 900:
        if game.phase in (Phase.STEAL, Phase.DRAW, Phase.DISCARD):
            seat = game.to_act[0]
            versions = []
            for action in game.legal(seat):
                twin = game.copy()
                versions.append(twin.play(action, seat))
            for one in versions[1:]:
                for mine, other in zip(versions[0], one, strict=False):
                    if mine.kind in ("won", "award", "turn", "returned") or mine.kind != other.kind:
                        continue
                    assert mine != other
                    outside = {None, *range(players)} - set(mine.audience)
                    assert [mine.to_json(s) for s in outside] == [other.to_json(s) for s in outside]
                    compared += 1
        wild_step(game, rng)
    assert compared > 5


def test_awards_and_their_movers_are_reported():
    kinds = [event for file in GOLDEN for event in Game.load(file.read_text()).events if event.kind == "award"]
    assert {event.data["award"] for event in kinds} == {"longest_road", "largest_army"}
    assert any(event.data["from"] is not None for event in kinds)
    taken = next(event for event in kinds if event.data["award"] == "longest_road")
    assert "takes Longest Ro" in taken.sentence()


def test_every_kind_of_event_has_a_sentence_and_is_plain_data():
    kinds = set()
    for file in GOLDEN:
        game = Game.load(file.read_text())
        for event in game.events:
            kinds.add(event.kind)
            for reader in (None, EVERYBODY, *range(game.players)):
                news = event.to_json(reader)
                assert json.loads(json.dumps(news)) == news
                assert news["text"].endswith(".")
    assert kinds >= {"rolled", "produced", "discarded", "robbed", "built", "bought", "drew", "played", "traded", "offered", "accepted"}
    assert kinds >= {"refused", "countered", "proposed", "award", "turn", "part", "won", "placed", "started", "robber", "seven", "blocked"}
    unknown = {name.removeprefix("_") for name in vars(Teller) if name.startswith("_") and not name.startswith("__")} - kinds
    assert unknown <= {"short", "tied", "barren", "declined", "withdrew", "undone"}  # the last one happens at tables only


@clause("DEV-6", "DEV-5")
def test_played_cards_are_reported():
    hands = PIECES.replace("r:D1.SE,A2.SE", "r:D1.SE,A2.SE;d:1y1m").replace("r:C4.SE,D2.SE", "r:C4.SE,D2.SE;h:2w")
    game = at(hands, "phase=roll turn=1 roller=red actor=red")
    twin = game.copy()
    assert texts(game, "plenty ore ore") == ["Red plays Invention and takes 2 ore."]
    assert texts(twin, "monopoly wool") == ["Red plays Monopoly on wool and takes 2 from Blue."]


@clause("HOUSE-5")
def test_open_hands_hide_no_resources_but_still_development_cards():
    pieces = PIECES.replace("r:C4.SE,D2.SE", "r:C4.SE,D2.SE;h:4w4o")
    game = at(pieces, RED_ROLLS, head=BEGINNER.replace("+setup=beginner", "+setup=beginner +open_hands=yes"))
    game.play("dice 3 4")
    (event,) = game.play("discard ore")
    assert event.audience is None


def test_lists_read_well():
    assert [listed(list("abc"[:n])) for n in range(4)] == ["nothing", "a", "a and b", "a, b and c"]


@clause("TRADE-2")
def test_what_is_withdrawn_is_named():
    """An offer, a proposal of one's own, and a word of consent are three things."""
    said: dict[str, str] = {}
    for seed in range(200):
        game = Game.new("sixth", 3, seed=seed)
        rng = Random(seed)
        while not game.is_over and len(game.log) < 1500:
            wild_step(game, rng)
        for n, (_, action) in enumerate(game.log):
            if kind_of(action) == Kind.WITHDRAW:
                (event,) = [each for each in game.events_at(n) if each.kind == "withdrew"]
                said[event.data["what"]] = event.sentence()
        if len(said) == 3:
            break
    assert said.keys() == {"offer", "proposal", "answer"}
    assert all(sentence.endswith(f"withdraws the {what}.") for what, sentence in said.items())


@clause("SETUP-12")
def test_the_set_up_tells_only_what_was_paid():
    """A supply that runs short in the set-up pays some hexes only; of the others nothing is said."""
    game, rng = Game.new("sixth", 3, seed=7), Random(7)
    news: list[Event] = []
    while not news or len(news[0].data["cards"]) < 2:
        game.resolve(rng)
        before, seat = game.snapshot, game.to_act[0]
        action = game.legal(seat)[0]
        news = [event for event in game.play(action, seat) if event.kind == "produced"]
    kind = RESOURCE_NAMES.index(news[0].data["cards"][0]["resource"])
    hands = [hand - (one(kind) if other == seat else 0) for other, hand in enumerate(game.snapshot.hand)]
    short = game.snapshot._replace(hand=tuple(hands))
    again = [event for event in report(0, before, short, seat, action, game.naming, game.words) if event.kind == "produced"]
    assert len(again[0].data["cards"]) == len(news[0].data["cards"]) - 1
