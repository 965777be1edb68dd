"""Our bots as players of the PyPI package `catanatron`: its map, seats, dice and actions as ours, and back.

At each question the foreign game becomes one of our states, and the bot is shown the view of its seat: it sees no more than at our own
table, and no less, since a card counter follows their log. The engine differs from the rules in places (cards may be played in the turn
they are bought, discards are drawn at random, only victims with cards are named), so its list of actions always decides; `translate`
finds ours in it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from catanatron.game import Game as ForeignGame
from catanatron.models.enums import ActionPrompt, ActionType
from catanatron.models.map import PORT_DIRECTION_TO_NODEREFS, LandTile, NodeRef, Port
from catanatron.models.player import Color, Player
from catanatron.state import apply_action

from sevenhex import bots
from sevenhex.bots.protocol import Limit
from sevenhex.game.game import Game
from sevenhex.knowledge.counter import Counter as CardCounter
from sevenhex.knowledge.views import continue_counting
from sevenhex.rules.actions import NONE, Action, typed
from sevenhex.rules.board import city_of, refresh, settlement_of
from sevenhex.rules.cards import pack
from sevenhex.rules.ids import CHANCE, DESERT, GENERIC, NOBODY, Card, Island, Kind, Phase, Resource, Shortage
from sevenhex.rules.state import State, copy
from sevenhex.rules.topology import GEOMETRY

RESOURCE = {"BRICK": Resource.BRICK, "WOOD": Resource.LUMBER, "SHEEP": Resource.WOOL, "WHEAT": Resource.GRAIN, "ORE": Resource.ORE}
FOREIGN = {ours: theirs for theirs, ours in RESOURCE.items()}
CARD = {
    "KNIGHT": Card.KNIGHT,
    "VICTORY_POINT": Card.VICTORY_POINT,
    "ROAD_BUILDING": Card.ROAD_BUILDING,
    "YEAR_OF_PLENTY": Card.YEAR_OF_PLENTY,
    "MONOPOLY": Card.MONOPOLY,
}
FOREIGN_ORDER = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
NODES = (NodeRef.NORTH, NodeRef.NORTHEAST, NodeRef.SOUTHEAST, NodeRef.SOUTH, NodeRef.SOUTHWEST, NodeRef.NORTHWEST)
MIDDLE = (4, 6)  # of our small island, in the units of the geometry
ISLAND = GEOMETRY[Island.SMALL]


class Places:
    """Their hexes, corners and edges as ours."""

    def __init__(self, foreign_map: Any) -> None:
        at = {point: place for place, point in enumerate(ISLAND.hex_points)}
        self.tile: dict[Any, int] = {}
        self.corner: dict[int, int] = {}
        for (x, y, z), tile in foreign_map.land_tiles.items():
            place = at[MIDDLE[0] + x - y, MIDDLE[1] + 3 * z]
            self.tile[x, y, z] = place
            for slot, reference in enumerate(NODES):
                self.corner[tile.nodes[reference]] = ISLAND.hex_corners[place][slot]
        self.edge_at = {pair: edge for edge, pair in enumerate(ISLAND.edge_corners)}
        self.coordinate = {place: key for key, place in self.tile.items()}
        self.node = {corner: node for node, corner in self.corner.items()}

    def edge(self, pair: tuple[int, int]) -> int:
        one, other = self.corner[pair[0]], self.corner[pair[1]]
        return self.edge_at[min(one, other), max(one, other)]


@cache
def template(players: int) -> Game:
    """A game of ours whose agreement fits theirs."""
    return Game.new("sixth", players, seed="catanatron", starter=0)


def places_of(game: ForeignGame) -> Places:
    return Places(game.state.board.map)


def state_of(game: ForeignGame, places: Places) -> State:
    """The foreign game as one of our states."""
    theirs = game.state
    players = len(theirs.colors)
    state = copy(template(players).state)
    record = state[0]
    record["target"] = game.vps_to_win
    record["discard_limit"] = theirs.discard_limit
    record["shortage"] = Shortage.NOBODY
    tell_island(record, theirs.board.map, places)
    tell_board(record, theirs, places)
    tell_cards(record, theirs)
    tell_course(record, theirs)
    refresh(record)
    return state


def tell_island(record: Any, foreign_map: Any, places: Places) -> None:
    harbor = 0
    record["harbor_edge"] = NOBODY
    for tile in foreign_map.tiles.values():
        if isinstance(tile, Port):
            one, other = (tile.nodes[reference] for reference in PORT_DIRECTION_TO_NODEREFS[tile.direction])
            record["harbor_edge"][harbor] = places.edge((one, other))
            record["harbor_kind"][harbor] = GENERIC if tile.resource is None else RESOURCE[tile.resource]
            harbor += 1
    for coordinate, place in places.tile.items():
        tile = foreign_map.land_tiles[coordinate]
        assert isinstance(tile, LandTile)
        record["terrain"][place] = DESERT if tile.resource is None else RESOURCE[tile.resource]
        record["number"][place] = tile.number or 0


def tell_board(record: Any, theirs: Any, places: Places) -> None:
    seats = theirs.color_to_index
    record["building"] = 0
    record["road"] = 0
    for node, (colour, kind) in theirs.board.buildings.items():
        piece: Any = city_of if kind == "CITY" else settlement_of
        record["building"][places.corner[node]] = piece(seats[colour])
    for pair, colour in theirs.board.roads.items():
        record["road"][places.edge(pair)] = 1 + seats[colour]
    record["robber"] = places.tile[theirs.board.robber_coordinate]


def tell_cards(record: Any, theirs: Any) -> None:
    supply = dict(zip(FOREIGN_ORDER, theirs.resource_freqdeck, strict=True))
    record["supply"] = pack(*(supply[FOREIGN[kind]] for kind in Resource))
    deck = Counter(CARD[card] for card in theirs.development_listdeck)
    record["deck"] = pack(*(deck[card] for card in Card))
    record["fresh"] = 0
    removed: Counter[Card] = Counter()
    for seat in range(len(theirs.colors)):
        values = {key.removeprefix(f"P{seat}_"): value for key, value in theirs.player_state.items() if key.startswith(f"P{seat}_")}
        record["hand"][seat] = pack(*(values[f"{FOREIGN[kind]}_IN_HAND"] for kind in Resource))
        record["cards"][seat] = pack(*(values[f"{name}_IN_HAND"] for name, _ in sorted(CARD.items(), key=lambda pair: pair[1])))
        record["knights"][seat] = values["PLAYED_KNIGHT"]
        for name, card in CARD.items():
            if card not in (Card.KNIGHT, Card.VICTORY_POINT):
                removed[card] += values[f"PLAYED_{name}"]
        record["roads_left"][seat] = values["ROADS_AVAILABLE"]
        record["settlements_left"][seat] = values["SETTLEMENTS_AVAILABLE"]
        record["cities_left"][seat] = values["CITIES_AVAILABLE"]
    record["removed"] = pack(*(removed[card] for card in Card))


def tell_course(record: Any, theirs: Any) -> None:
    """Phase, turn, dice and awards."""
    seat = theirs.current_player_index
    turn = theirs.current_turn_index
    players = theirs.player_state
    record["starter"] = 0
    record["actor"] = turn
    record["roller"] = turn
    record["rolled"] = bool(players[f"P{turn}_HAS_ROLLED"])
    record["card_played"] = bool(players[f"P{turn}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"])
    rolls = [action.value for action in theirs.actions if action.action_type == ActionType.ROLL]
    if record["rolled"] and rolls:
        record["die_one"], record["die_two"] = rolls[-1]
    holders = dict.fromkeys(("HAS_ROAD", "HAS_ARMY"), NOBODY)
    for each in range(len(theirs.colors)):
        for name in holders:
            if players[f"P{each}_{name}"]:
                holders[name] = each
    record["route_holder"], record["army_holder"] = holders["HAS_ROAD"], holders["HAS_ARMY"]
    prompt = theirs.current_prompt
    settled = sum(len(kinds["SETTLEMENT"]) for kinds in theirs.buildings_by_color.values())
    if prompt in (ActionPrompt.BUILD_INITIAL_SETTLEMENT, ActionPrompt.BUILD_INITIAL_ROAD):
        record["actor"] = seat
        record["turn"] = 0
        placing_road = prompt == ActionPrompt.BUILD_INITIAL_ROAD
        record["setup_step"] = settled - placing_road
        record["phase"] = Phase.SETUP_ROAD if placing_road else Phase.SETUP_SETTLEMENT
        return
    record["setup_step"] = 2 * len(theirs.colors)
    record["turn"] = 1 + theirs.num_turns
    if prompt == ActionPrompt.MOVE_ROBBER:
        record["phase"] = Phase.ROBBER
    elif theirs.is_road_building:
        record["phase"] = Phase.FREE_ROADS
        record["free_roads"] = theirs.free_roads_available
    else:
        record["phase"] = Phase.MAIN if record["rolled"] else Phase.ROLL


def set_corner_due(state: State, theirs: Any, places: Places) -> None:
    """The settlement whose road is due in the set-up is the last one placed."""
    if state[0]["phase"] == Phase.SETUP_ROAD:
        colour = theirs.colors[theirs.current_player_index]
        state[0]["setup_corner"] = places.corner[theirs.buildings_by_color[colour]["SETTLEMENT"][-1]]


def translate(action: int, playable: list[Any], places: Places, game: ForeignGame) -> Any | None:
    """Their action that is ours, or None when their engine does not list it."""
    wanted = typed(action)
    for theirs in playable:
        if key_of(theirs, places, game) == (wanted.kind, wanted.arguments):
            return theirs
    if wanted.kind == Kind.ROBBER:  # they name no victim without cards
        for theirs in playable:
            if theirs.action_type == ActionType.MOVE_ROBBER and places.tile[theirs.value[0]] == wanted.arguments[0]:
                return theirs
    return None


def key_of(theirs: Any, places: Places, game: ForeignGame) -> tuple[Kind, tuple[int, ...]] | None:
    """Kind and arguments of their action in our numbers."""
    kind, value = theirs.action_type, theirs.value
    simple = {
        ActionType.ROLL: Kind.ROLL,
        ActionType.END_TURN: Kind.END,
        ActionType.BUY_DEVELOPMENT_CARD: Kind.BUY,
        ActionType.PLAY_KNIGHT_CARD: Kind.KNIGHT,
        ActionType.PLAY_ROAD_BUILDING: Kind.ROAD_BUILDING,
    }
    if kind in simple:
        return simple[kind], ()
    if kind == ActionType.BUILD_SETTLEMENT:
        return Kind.SETTLE, (places.corner[value],)
    if kind == ActionType.BUILD_CITY:
        return Kind.CITY, (places.corner[value],)
    if kind == ActionType.BUILD_ROAD:
        return Kind.ROAD, (places.edge(value),)
    if kind == ActionType.MOVE_ROBBER:
        victim = NONE if value[1] is None else game.state.color_to_index[value[1]]
        return Kind.ROBBER, (places.tile[value[0]], victim)
    if kind == ActionType.PLAY_MONOPOLY:
        return Kind.MONOPOLY, (int(RESOURCE[value]),)
    if kind == ActionType.PLAY_YEAR_OF_PLENTY:
        cards = sorted(int(RESOURCE[name]) for name in value)
        return Kind.PLENTY, (cards[0], cards[1] if len(cards) > 1 else NONE)
    if kind == ActionType.MARITIME_TRADE:
        given = [name for name in value[:-1] if name is not None]
        return Kind.BANK, (int(RESOURCE[given[0]]), int(RESOURCE[value[-1]]), len(given))
    return None


class Follower:
    """Follows a foreign game by its log, which tells what every action brought, and counts the cards that one seat can know of."""

    def __init__(self, game: ForeignGame, seat: int, places: Places) -> None:
        self.begun, self.seat, self.places = game.copy(), seat, places
        self.begin()

    def begin(self) -> None:
        self.game = self.begun.copy()
        self.state = state_of(self.game, self.places)
        self.counter = CardCounter(self.state, self.seat)

    def catch_up(self, game: ForeignGame) -> CardCounter:
        """The counter at this point of the game; another course than the one so far (somebody plays on in a copy) is followed anew."""
        played, seen = game.state.actions, self.game.state.actions
        if played[: len(seen)] != seen:
            if played[: len(self.begun.state.actions)] != self.begun.state.actions:
                self.begun = game.copy()
            self.begin()
        for theirs in played[len(self.game.state.actions) :]:
            self.take_in(theirs)
        return self.counter

    def take_in(self, theirs: Any) -> None:
        before, seat = self.state, self.game.state.color_to_index[theirs.color]
        apply_action(self.game.state, theirs)
        after = self.state = self.counter.state = state_of(self.game, self.places)
        kind, value = theirs.action_type, theirs.value
        if kind == ActionType.DISCARD:  # all at once and open: like a payment
            self.counter.see_changes(before, after, seat, int(Kind.DISCARD))
        elif kind == ActionType.ROLL:
            self.counter.observe(before, CHANCE, int(Action(Kind.DICE, value)), after)
        elif kind == ActionType.MOVE_ROBBER:
            if value[1] is not None:
                before = copy(before)
                before[0]["actor"], before[0]["victim"] = seat, self.game.state.color_to_index[value[1]]
                self.counter.observe(before, CHANCE, int(Action(Kind.STEAL, (int(RESOURCE[value[2]]),))), after)
        elif (key := key_of(theirs, self.places, self.game)) is not None:
            self.counter.observe(before, seat, int(Action(*key)), after)


class SevenhexPlayer(Player):  # type: ignore[misc]
    """One of our bots at their table."""

    def __init__(self, colour: Color, name: str = "planner", level: str = "normal", seed: int = 0) -> None:
        super().__init__(colour)
        self.bot = bots.make(name, level=level, seed=seed)
        self.bot.trades = False  # that table knows no offers; one would be taken for the end of our turn
        self.follower: Follower | None = None
        self.refused = 0  # actions of ours that their engine did not list

    def decide(self, game: ForeignGame, playable_actions: Any) -> Any:
        playable = list(playable_actions)
        if len(playable) == 1:
            return playable[0]
        seat = game.state.color_to_index[self.color]
        if self.follower is None or self.follower.game.id != game.id:
            self.follower = Follower(game, seat, places_of(game))
        state = state_of(game, self.follower.places)
        set_corner_due(state, game.state, self.follower.places)
        found = self.choice(state, self.follower, playable, game)
        if found is None:  # a card that they do not list (docs/oracle.md, DEV-4): ask again as if one had been played
            state[0]["card_played"] = 1
            found = self.choice(state, self.follower, playable, game)
        if found is None:
            self.refused += 1
            found = next((each for each in playable if each.action_type in (ActionType.ROLL, ActionType.END_TURN)), playable[0])
        return found

    def choice(self, state: State, follower: Follower, playable: list[Any], game: ForeignGame) -> Any | None:
        """What our bot would play there, or None when their engine does not list it."""
        seat = follower.seat
        table = Game(template(len(game.state.colors)).configuration, state)
        continue_counting(table, seat, follower.catch_up(game))
        return translate(self.bot.choose(table.view(seat), table.legal(seat), Limit()), playable, follower.places, game)
