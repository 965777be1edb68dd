"""Our bots at catanatron's table: its games written as ours are sound, and our actions are found among its own."""

from __future__ import annotations

import pytest

pytest.importorskip("catanatron", reason="catanatron is not installed (pip install sevenhex[oracle])")

from catanatron.game import Game as ForeignGame
from catanatron.models.enums import ActionPrompt, ActionType
from catanatron.models.player import Color, RandomPlayer

from benchmarks import duel
from sevenhex.game.game import Game
from sevenhex.oracle.catanatron import (
    FOREIGN_ORDER,
    Follower,
    SevenhexPlayer,
    key_of,
    places_of,
    set_corner_due,
    state_of,
    template,
    translate,
)
from sevenhex.rules.actions import typed
from sevenhex.rules.cards import covers, total
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.topology import GEOMETRY, Island

COLOURS = tuple(Color)
TRADES = (Kind.OFFER, Kind.CONFIRM, Kind.TAKE, Kind.DECLINE, Kind.WITHDRAW)


def walk(seed: int, players: int, ticks: int):
    """A random game of theirs, and each of its positions as ours."""
    game = ForeignGame([RandomPlayer(colour) for colour in COLOURS[:players]], seed=seed)
    places = places_of(game)
    for _ in range(ticks):
        if game.winning_color() is not None:
            return
        state = state_of(game, places)
        set_corner_due(state, game.state, places)
        yield game, places, Game(template(players).configuration, state)
        game.play_tick()


def test_every_place_has_its_own_counterpart():
    game = ForeignGame([RandomPlayer(colour) for colour in COLOURS[:2]], seed=1)
    places = places_of(game)
    geometry = GEOMETRY[Island.SMALL]
    assert sorted(places.tile.values()) == list(range(len(geometry.hex_names)))
    assert sorted(places.corner.values()) == list(range(len(geometry.corner_points)))
    edges = {places.edge(edge) for tile in game.state.board.map.land_tiles.values() for edge in tile.edges.values()}
    assert edges == set(range(len(geometry.edge_corners)))


@pytest.mark.parametrize("players", [2, 4])
def test_points_routes_and_cards_agree(players):
    for game, _, ours in walk(5, players, 500):
        state = ours.state[0]
        for seat in range(players):
            said = game.state.player_state
            assert state["points"][seat] == said[f"P{seat}_VICTORY_POINTS"]
            assert total(int(state["hand"][seat])) == sum(said[f"P{seat}_{name}_IN_HAND"] for name in FOREIGN_ORDER)
        rolls = [action.value for action in game.state.actions if action.action_type == ActionType.ROLL]
        if state["rolled"]:
            assert (state["die_one"], state["die_two"]) == rolls[-1]


@pytest.mark.parametrize("players", [2, 3])
def test_builds_and_trades_on_offer_agree(players):
    """Builds, card purchases and bank trades are the same on both sides; the known differences are in docs/oracle.md."""
    compared = 0
    for game, places, ours in walk(9, players, 400):
        if game.state.current_prompt == ActionPrompt.DISCARD or game.state.is_road_building:
            continue
        seat = game.state.current_player_index
        kinds = (Kind.SETTLE, Kind.CITY, Kind.ROAD, Kind.BUY)
        mine = {(typed(action).kind, typed(action).arguments) for action in ours.legal(seat)}
        theirs = {key_of(action, places, game) for action in game.state.playable_actions}
        assert {each for each in mine if each[0] in kinds} == {each for each in theirs if each is not None and each[0] in kinds}
        assert {each for each in theirs if each is not None and each[0] == Kind.BANK} <= mine
        compared += 1
    assert compared > 200


def test_our_legal_actions_are_found_among_theirs():
    for game, places, ours in walk(3, 2, 300):
        if ours.phase == Phase.MAIN and game.state.current_prompt == ActionPrompt.PLAY_TURN and not game.state.is_road_building:
            for action in ours.legal(game.state.current_player_index):
                if typed(action).kind in (Kind.END, Kind.SETTLE, Kind.CITY, Kind.ROAD, Kind.BUY):
                    assert translate(action, game.state.playable_actions, places, game) is not None


def test_an_unknown_opponent_is_explained():
    with pytest.raises(ValueError, match=r"'alpha'.*'victory-point'"):
        duel.play("planner", "normal", "alpha", 1, 1)


@pytest.mark.parametrize("name", ["steady", "planner"])
def test_a_thinking_bot_beats_their_random_player(name):
    assert sum(duel.play(name, "normal", "random", game, 7) for game in range(4)) == 4


def test_the_bot_sees_a_view_only(monkeypatch):
    """What the bot is shown hides the other's cards."""
    seen = []
    player = SevenhexPlayer(COLOURS[0], "steady")
    choose = player.bot.choose

    def look(view, legal, limit):
        seen.append([int(hand) for seat, hand in enumerate(view.state["hand"][0]) if seat != view.seat])
        return choose(view, legal, limit)

    monkeypatch.setattr(player.bot, "choose", look)
    ForeignGame([player, RandomPlayer(COLOURS[1])], seed=4).play()
    assert seen
    assert not any(any(hands) for hands in seen)


@pytest.mark.parametrize(("name", "seed"), [("planner", 4), ("planner", 361), ("scholar", 4), ("scholar", 334), ("master", 4)])
def test_no_offer_ends_our_turn_at_a_table_without_offers(name, seed):
    """Three seats: there our bots would offer trades. Their table knows none, so every action of ours must be one of theirs."""
    ours = SevenhexPlayer(COLOURS[0], name, level="quick" if name == "master" else "normal", seed=1)
    game = ForeignGame([ours, *(RandomPlayer(colour) for colour in COLOURS[1:3])], seed=seed)
    for _ in range(1500):
        if game.winning_color() is not None:
            break
        game.play_tick()
    assert ours.refused == 0


# --- counting cards


def unseen_steals(game, seat):
    """Cards that were stolen so far from one of the others by another."""
    colour = game.state.colors[seat]
    robberies = [action for action in game.state.actions if action.action_type == ActionType.MOVE_ROBBER]
    return sum(action.value[1] is not None and colour not in (action.color, action.value[1]) for action in robberies)


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6), (4, 7), (4, 8)])
def test_the_cards_are_counted_by_their_log(players, seed):
    """What is certain holds at every point, and all is known until a card is stolen that our seat does not see."""
    known = doubtful = 0
    followers = []
    for game, places, ours in walk(seed, players, 900):
        followers = followers or [Follower(game, seat, places) for seat in range(players)]
        for seat, follower in enumerate(followers):
            counter = follower.catch_up(game)
            low, high = counter.sharp_ranges()
            hands = ours.state["hand"][0, :players].tolist()
            assert all(covers(hand, least) and covers(most, hand) for hand, least, most in zip(hands, low, high, strict=True))
            if low == high:
                known += 1
            else:
                doubtful += 1
                assert unseen_steals(game, seat)
    assert known > doubtful / 2
    assert (doubtful > 0) == (players > 2)


def test_another_course_of_the_same_game_is_counted_anew():
    game = ForeignGame([RandomPlayer(colour) for colour in COLOURS[:4]], seed=11)
    places = places_of(game)
    follower = Follower(game, 0, places)
    courses = {}
    for tick in range(400):
        game.play_tick()
        if tick in (100, 200):
            courses[tick] = game.copy()
    follower.catch_up(game)
    for branch in courses.values():
        for _ in range(250):
            branch.play_tick()
        assert branch.state.actions != game.state.actions
        assert follower.catch_up(branch).sharp_ranges() == Follower(follower.begun, 0, places).catch_up(branch).sharp_ranges()
    late = Follower(game, 0, places)  # the branches left the game before it came
    for branch in courses.values():
        low, high = late.catch_up(branch).sharp_ranges()
        hands = state_of(branch, places)["hand"][0, :4].tolist()
        assert all(covers(hand, least) and covers(most, hand) for hand, least, most in zip(hands, low, high, strict=True))


def test_the_bot_knows_what_the_counter_knows(monkeypatch):
    """Its view tells the same ranges, not those of somebody who has just sat down."""
    player = SevenhexPlayer(COLOURS[0], "steady")
    choose = player.bot.choose
    certain = []

    def look(view, legal, limit):
        low, high = view.ranges
        certain.append(low == high)
        return choose(view, legal, limit)

    monkeypatch.setattr(player.bot, "choose", look)
    game = ForeignGame([player, *(RandomPlayer(colour) for colour in COLOURS[1:4])], seed=4)
    for _ in range(600):
        if game.winning_color() is None:
            game.play_tick()
    assert sum(certain) > len(certain) / 3
