"""What one seat may know, and nothing more (ROB-5, DEV-2, SEVEN-1, WIN-4, HOUSE-5)."""

from __future__ import annotations

import json
import random

import pytest

from clauses import clause
from positions import Table
from sevenhex.errors import SeatError
from sevenhex.game.game import Game
from sevenhex.knowledge.counter import ONE, counts
from sevenhex.knowledge.views import look, masked, open_view, size_of
from sevenhex.rules import engine
from sevenhex.rules.ids import CHANCE, Card, Kind, Phase
from sevenhex.rules.state import copy
from walks import KINDS, begin, game_at, known_to_all, walk

RED, BLUE, ORANGE, WHITE = range(4)
SEEDS = range(len(KINDS))
HIDDEN_KINDS = (Kind.STEAL, Kind.DRAW, Kind.DISCARD)


def everybody(game):
    return (None, *range(game.players))


# --- changing what is hidden


def shuffled(words, rng):
    """The same cards dealt anew over words of the same sizes."""
    cards = [kind for word in words for kind, number in enumerate(counts(word)) for _ in range(number)]
    rng.shuffle(cards)
    dealt = []
    for word in words:
        dealt.append(sum(ONE[cards.pop()] for _ in range(size_of(word))))
    return dealt


def disturbed(state, viewer, rng):
    """A state in which everything that the viewer cannot see is dealt anew."""
    state = copy(state)
    if state["phase"][0] == Phase.OVER:  # then everything is seen
        return state
    players, actor = int(state["players"][0]), int(state["actor"][0])
    others = [seat for seat in range(players) if seat != viewer]
    if not state["open_hands"][0]:
        hidden = [int(state["hand"][0, seat]) for seat in others] + [int(state["set_aside"][0, seat]) for seat in others]
        if state["hidden_supply"][0]:
            hidden.append(int(state["supply"][0]))
        dealt = shuffled(hidden, rng)
        for place, seat in enumerate(others):
            state["hand"][0, seat] = dealt[place]
            state["set_aside"][0, seat] = dealt[len(others) + place]
        if state["hidden_supply"][0]:
            state["supply"] = dealt[-1]
    *cards, deck = shuffled([*[int(state["cards"][0, seat]) for seat in others], int(state["deck"][0])], rng)
    for seat, held in zip(others, cards, strict=True):
        state["cards"][0, seat] = held
    state["deck"] = deck
    if actor != viewer:
        state["fresh"] = shuffled([int(state["fresh"][0]), int(state["cards"][0, actor]) - int(state["fresh"][0])], rng)[0]
    return state


@pytest.mark.parametrize("seed", SEEDS)
@clause("ROB-5", "DEV-2", "SEVEN-1", "HOUSE-5")
def test_views_do_not_change_with_what_is_hidden(seed):
    rng = random.Random(seed)
    game = begin(seed)
    changed = 0
    for _ in range(16):
        walk(game, rng, 50)
        for viewer in everybody(game):
            view = game.view(viewer)  # brings the counter up to date, so that only the present differs
            twin = game.copy()
            twin.knowledge = dict(game.knowledge)
            del twin.states[-1:]
            twin.states.append(disturbed(game.state, viewer, rng))
            changed += twin.state.tobytes() != game.state.tobytes()
            other = twin.view(viewer)
            assert masked(twin.state, viewer).tobytes() == masked(game.state, viewer).tobytes()
            assert other == view
            assert other.to_json() == view.to_json()
    assert changed > 10


def fork(game, place, rng):
    """The game with one hidden outcome changed, going on with the same log for as long as that is possible; None if there is no other."""
    seat, action = game.log[place]
    twin = game.until(place)
    options = twin.legal(seat) if seat != CHANCE else [outcome for outcome, _ in twin.chances()]
    options = [option for option in options if option != action]
    if not options:
        return None
    twin.push(rng.choice(options), seat)
    for (seat, action), truth in zip(game.log[place + 1 :], game.states[place + 2 :], strict=True):
        if not engine.is_legal(twin.state, seat, action) or action & 63 == Kind.MONOPOLY:
            break
        twin.push(action, seat)
        if twin.phase != truth["phase"][0] or (twin.states[-2]["phase"][0] == Phase.DISCARD != twin.phase):
            twin.undo()
            break  # the outcome came to light: a win, or the supply after the discards
    return twin


def concerned(game, place):
    """The seats that see the outcome at this place of the log."""
    seat, action = game.log[place]
    before = game.states[place][0]
    if action & 63 == Kind.STEAL:
        return {int(before["actor"]), int(before["victim"])}
    return {int(before["actor"])} if action & 63 == Kind.DRAW else {seat}


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if not KINDS[seed].get("open_hands")])
@clause("ROB-5", "DEV-2", "SEVEN-1")
def test_a_hidden_outcome_does_not_show_until_it_comes_to_light(seed):
    rng = random.Random(seed)
    game = walk(begin(seed), rng, 900)
    places = [place for place, (_, action) in enumerate(game.log) if action & 63 in HIDDEN_KINDS]
    compared = 0
    for place in rng.sample(places, min(8, len(places))):
        twin = fork(game, place, rng)
        if twin is None:
            continue
        if twin.states[place]["phase"][0] == Phase.DISCARD and twin.states[place + 1]["phase"][0] != Phase.DISCARD:
            continue  # the last card of the discards comes to light at once
        if twin.states[place + 1]["phase"][0] != game.states[place + 1]["phase"][0]:
            continue  # a victory point that won
        for viewer in set(everybody(game)) - concerned(game, place):
            for version in {place + 1, (place + 1 + twin.version) // 2, twin.version}:
                ours, theirs = game.until(version).view(viewer), twin.until(version).view(viewer)
                assert ours == theirs
                assert ours.to_json() == theirs.to_json()
                compared += 1
    assert compared


# --- one clause after the other


@clause("ROB-5")
def test_sizes_are_public_and_contents_are_not():
    game = game_at(Table().hand("blue", ore=2, wool=1).hand("red", brick=4))
    seats = game.view(RED).to_json()["seats"]
    assert [seat["cards"] for seat in seats] == [4, 3, 0, 0]
    assert [seat["hand"] is None for seat in seats] == [False, True, True, True]
    assert seats[RED]["hand"] == {"brick": 4, "lumber": 0, "wool": 0, "grain": 0, "ore": 0}
    assert game.view(None).to_json()["seats"][RED]["hand"] is None
    assert game.view(RED).state["hand"][0].tolist()[BLUE] == 0


@clause("DEV-2")
def test_development_cards_are_hidden_and_counted():
    table = Table().cards("blue", knight=1, victory_point=2).cards("red", monopoly=1).knights("white", 1)
    game = game_at(table)
    view = game.view(RED)
    blue = view.to_json()["seats"][BLUE]
    assert (blue["dev_cards"], blue["dev"], blue["total_points"]) == (3, None, None)
    assert view.to_json()["seats"][RED]["dev"]["monopoly"] == 1
    assert view.to_json()["seats"][WHITE]["knights"] == 1
    assert (view.deck_size, size_of(view.unseen)) == (20, 23)
    assert counts(view.unseen) == [13, 5, 2, 2, 1]  # the own monopoly and the open knight are seen
    assert int(view.state["deck"][0]) == 0
    assert game.view(BLUE).total_points(BLUE) == 2


@clause("DEV-2")
def test_which_card_was_bought_is_known_to_the_buyer_only():
    game = game_at(Table().hand("red", wool=1, grain=1, ore=1))
    game.play("buy", RED)
    game.play("draw victory-point", CHANCE)
    assert game.view(RED).to_json()["seats"][RED]["dev_fresh"]["victory_point"] == 1
    other = game.view(BLUE)
    assert other.to_json()["seats"][RED]["dev_fresh"] is None
    assert (int(other.state["fresh"][0]), other.fresh_count) == (0, 1)


@clause("WIN-4")
def test_everything_is_shown_when_the_game_is_over_and_event_and_view_agree():
    table = Table(target=3).hand("red", grain=2, ore=3).settlement("red", "C3.N", "C3.NE").cards("red", victory_point=1)
    game = game_at(table.cards("blue", victory_point=1, knight=2), victory_points=3)
    assert game.view(WHITE).total_points(BLUE) is None
    game.play("city C3.N", RED)
    view = game.view(WHITE)
    assert (view.phase, view.to_json()["winner"]) == (Phase.OVER, RED)
    assert [seat["total_points"] for seat in view.to_json()["seats"]] == [3, 1, 0, 0]
    assert counts(int(view.state["cards"][0, BLUE])) == [2, 1, 0, 0, 0]  # nothing is secret any more
    for seat, sent in enumerate(view.to_json()["seats"]):
        won = game.events[-1].facts(None)
        assert {name: held for name, held in sent["dev"].items() if held} == won["revealed"].get(str(seat), {})
        assert {name: held for name, held in sent["hand"].items() if held} == won["hands"].get(str(seat), {})
        assert sent["total_points"] == won["scores"][seat]["total"] == won["points"][seat]


@clause("SEVEN-1")
def test_discards_stay_unseen_until_all_are_done():
    game = game_at(Table().turn("red", rolled=False).hand("blue", wool=8).hand("white", ore=8))
    game.play("roll", RED)
    game.play("dice 1 6", CHANCE)
    supply = game.view(RED).to_json()["supply"]
    for _ in range(4):
        game.play("discard wool", BLUE)
    view = game.view(RED)
    assert view.to_json()["supply"] == supply
    assert (view.hand_sizes[BLUE], view.set_aside_sizes[BLUE], int(view.state["set_aside"][0, BLUE])) == (4, 4, 0)
    assert view.to_json()["seats"][WHITE]["discard_left"] == 4
    for _ in range(4):
        game.play("discard ore", WHITE)
    assert game.view(RED).to_json()["supply"]["wool"] == supply["wool"] + 4


@clause("HOUSE-5")
def test_open_hands_show_every_hand_but_no_development_card():
    table = Table(open_hands=1).hand("blue", ore=2).cards("blue", knight=1)
    game = game_at(table, open_hands=True)
    for viewer in everybody(game):
        blue = game.view(viewer).to_json()["seats"][BLUE]
        assert blue["hand"]["ore"] == blue["low"]["ore"] == blue["high"]["ore"] == 2
        assert (blue["dev"] is None) == (viewer != BLUE)


@clause("HOUSE-5")
def test_the_supply_is_shown_unless_it_is_hidden():
    shown = game_at(Table().hand("blue", ore=2)).view(RED)
    assert shown.to_json()["supply"]["ore"] == 17
    hidden = game_at(Table(hidden_supply=1).hand("blue", ore=2), supply_counts="hidden").view(RED)
    assert hidden.to_json()["supply"] is None
    assert int(hidden.state["supply"][0]) == 0


# --- the wire form


KEYS = """edition players seat version island rows hexes harbors robber buildings roads seats supply deck removed phase part turn round
    roller actor partner starter to_act dice free_roads card_played built offer proposals winner options words"""
SEAT_KEYS = """seat colour points cards dev_cards knights route longest_route largest_army roads_left settlements_left cities_left
    harbors hand low high dev dev_fresh total_points discard_left limit_settlements limit_cities track"""


@pytest.mark.parametrize("seed", SEEDS)
def test_the_wire_form_is_plain_data_with_the_promised_keys(seed):
    game = walk(begin(seed), random.Random(seed), 400)
    for viewer in everybody(game):
        wire = game.view(viewer).to_json()
        assert json.loads(json.dumps(wire)) == wire
        assert set(wire) == set(KEYS.split())
        assert all(set(seat) == set(SEAT_KEYS.split()) for seat in wire["seats"])
        assert len(wire["hexes"]) == sum(wire["rows"])
        assert tuple(wire["to_act"]) == game.to_act


def test_the_wire_form_tells_the_board_and_the_talk():
    table = Table().settlement("red", "C3.N", "C3.NE").city("blue", "A1.N", "A1.NW").hand("red", wool=2).hand("blue", brick=1)
    game = game_at(table)
    game.play("offer 2 wool for 1 brick to blue orange", RED)
    game.play("accept", BLUE)
    game.play("propose 1 brick for 1 ore", BLUE)
    wire = game.view(WHITE).to_json()
    assert wire["offer"] == {"seat": 0, "give": {"wool": 2}, "get": {"brick": 1}, "answers": {"1": "accepted", "2": "waiting"}}
    assert wire["proposals"] == [{"seat": 1, "give": {"brick": 1}, "get": {"ore": 1}}]
    assert {"corner": "A1.N", "seat": 1, "kind": "city"} in wire["buildings"]
    assert {"edge": game.naming.geometry.edge_names[game.naming.geometry.edge_ids["C3.NE"]], "seat": 0} in wire["roads"]
    assert wire["harbors"][0] == {"edge": "A1.NW", "corners": ["A1.N", "A1.NW"], "resource": None, "rate": 3}
    assert wire["seats"][BLUE]["harbors"] == ["any"]
    assert wire["hexes"][1] == {"name": "A2", "terrain": "fields", "resource": "grain", "number": 8}
    assert (wire["dice"], wire["phase"], wire["part"], wire["to_act"]) == ([1, 1], "main", "first", [ORANGE])


# --- keeping up


def test_a_view_is_a_picture_of_its_moment():
    game = walk(begin(0), random.Random(3), 300)
    early = game.view(1)
    before = json.dumps(early.to_json())
    walk(game, random.Random(4), 200)
    assert json.dumps(early.to_json()) == before
    assert game.view(1) != early


def test_undo_and_copies_know_what_a_fresh_game_knows():
    game = walk(begin(0), random.Random(5), 500)
    for viewer in everybody(game):
        game.view(viewer)
    fresh = Game(game.configuration, game.states[0], game.layout)
    taken = game.undo(200)
    for seat, action in game.log:
        fresh.push(action, seat)
    assert all(game.view(viewer) == fresh.view(viewer) for viewer in everybody(game))
    twin = game.copy()
    for seat, action in taken:
        game.push(action, seat)
    assert all(twin.view(viewer) == fresh.view(viewer) for viewer in everybody(game))


def test_an_open_view_shows_everything():
    game = game_at(Table().hand("blue", ore=2).cards("blue", knight=1))
    wire = open_view(game).to_json()
    assert (wire["seats"][BLUE]["hand"]["ore"], wire["seats"][BLUE]["dev"]["knight"]) == (2, 1)
    assert open_view(game).state.tobytes() == game.state.tobytes()


def test_a_seat_that_does_not_exist_is_refused():
    with pytest.raises(SeatError, match="no seat 4; the seats are 0 to 3"):
        look(begin(0), 4)


def test_the_true_state_is_never_changed():
    game = known_game = walk(begin(0), random.Random(1), 300)
    before = [state.tobytes() for state in game.states]
    for viewer in everybody(game):
        view = known_game.view(viewer)
        view.state["hand"][:] = 0
    assert [state.tobytes() for state in game.states] == before


def test_known_hands_are_reported_in_ranges():
    view = game_at(known_to_all(Table().turn("red", rolled=False).hand("blue", ore=2))).view(RED)
    assert view.low[BLUE] == view.high[BLUE] == 2 * ONE[4]
    assert len(view.hypotheses) == 1
    assert counts(view.unseen)[Card.KNIGHT] == 14


@clause("COMP-5", "WIN-5")
def test_the_track_counts_settlements_and_cities_and_drawn_roads_have_no_limit():
    table = Table().settlement("red", "C3.N", "C3.NE").city("red", "E1.S", "E1.SE").cards("red", victory_point=1).knights("red", 3)
    for edition, track, roads in (("sixth", None, 13), ("zip", 3, None)):
        red = game_at(table, edition=edition).view(BLUE).to_json()["seats"][RED]
        assert (red["track"], red["roads_left"], red["points"]) == (track, roads, 5)
