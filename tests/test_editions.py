"""Editions: what each book says, what a table may choose, and how a wrong choice is refused."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from clauses import clause
from sevenhex.clauses import clauses
from sevenhex.editions import Configuration, difference, load, names
from sevenhex.editions.edition import HOUSE, OTHER, OWN
from sevenhex.errors import EditionError, OptionError
from sevenhex.game.game import Game
from sevenhex.notation.position import options_text
from sevenhex.rules.ids import Card, Island, Pairing, Shortage, TieAfterBreak
from sevenhex.rules.state import OPTIONS

EVERY = [(name, players) for name in names() for players in load(name).all_players]
SMALL_STOCK = ["fourth", "summary", "sixth", "zip"]
LARGE_STOCK = ["summary", "extension", "sixth"]
HILLS, FOREST, PASTURE, FIELDS, MOUNTAINS, DESERT = range(6)


def test_the_five_editions_and_their_players() -> None:
    assert {name: load(name).players for name in names()} == {
        "fourth": (3, 4),
        "summary": (3, 4, 5, 6),
        "extension": (5, 6),
        "sixth": (3, 4, 5, 6),
        "zip": (3, 4),
    }


@clause("COMP-1")
@pytest.mark.parametrize("name", SMALL_STOCK)
def test_nineteen_hexes(name: str) -> None:
    terrain = load(name).stock[Island.SMALL].terrain
    assert sum(terrain) == 19
    assert (terrain[FOREST], terrain[PASTURE], terrain[FIELDS], terrain[HILLS], terrain[MOUNTAINS], terrain[DESERT]) == (4, 4, 4, 3, 3, 1)


@clause("COMP-2")
@pytest.mark.parametrize("name", SMALL_STOCK)
def test_eighteen_tokens_by_letter(name: str) -> None:
    tokens = load(name).stock[Island.SMALL].tokens
    lettered = dict(zip("ABCDEFGHIJKLMNOPQR", tokens, strict=True))
    assert (lettered["A"], lettered["B"], lettered["H"], lettered["R"]) == (5, 2, 12, 11)
    assert sorted(tokens) == sorted([2, 12, *(3, 4, 5, 6, 8, 9, 10, 11) * 2])


@clause("COMP-3")
@pytest.mark.parametrize("name", SMALL_STOCK)
def test_the_cards_of_the_small_island(name: str) -> None:
    stock = load(name).stock[Island.SMALL]
    assert stock.cards_each == 19
    assert sum(stock.deck) == 25
    assert stock.deck[Card.KNIGHT] == 14
    assert stock.deck[Card.VICTORY_POINT] == 5
    assert stock.deck[Card.ROAD_BUILDING] == stock.deck[Card.YEAR_OF_PLENTY] == stock.deck[Card.MONOPOLY] == 2


@clause("COMP-4")
@pytest.mark.parametrize("name", ["fourth", "summary", "extension", "sixth"])
def test_the_pieces_of_a_player(name: str) -> None:
    pieces = load(name).pieces
    assert (pieces.settlements, pieces.cities, pieces.roads, pieces.drawn) == (5, 4, 15, False)


@clause("COMP-5")
def test_drawn_roads_never_run_out() -> None:
    pieces = load("zip").pieces
    assert (pieces.settlements, pieces.cities, pieces.roads, pieces.drawn) == (5, 4, None, True)
    assert pieces.roads_on(Island.SMALL) == 72


@clause("COMP-6")
@pytest.mark.parametrize("name", SMALL_STOCK)
def test_nine_harbors(name: str) -> None:
    assert load(name).stock[Island.SMALL].harbors == (1, 1, 1, 1, 1, 4)


@clause("COMP-7")
@pytest.mark.parametrize("name", LARGE_STOCK)
def test_the_large_island_is_the_same_in_all_books(name: str) -> None:
    stock = load(name).stock[Island.LARGE]
    assert stock.terrain == (5, 6, 6, 6, 5, 2)
    assert len(stock.tokens) == 28
    assert {number: stock.tokens.count(number) for number in (2, 3, 6, 12)} == {2: 2, 3: 3, 6: 3, 12: 2}
    assert (stock.tokens[0], stock.tokens[24:]) == (2, (12, 3, 2, 6))
    assert stock.cards_each == 24
    assert stock.deck == (20, 5, 3, 3, 3)
    assert stock.harbors == (1, 1, 2, 1, 1, 5)


@clause("COMP-8")
def test_colours_by_edition_and_who_stays_in_the_box() -> None:
    assert set(load("sixth").colours(4)) - set(load("sixth").colours(3)) == {"white"}
    assert set(load("fourth").colours(4)) - set(load("fourth").colours(3)) == {"red"}
    assert load("zip").colours(4) == ("red", "blue", "green", "black")
    for name in LARGE_STOCK:
        assert set(load(name).colours(6)) == {"red", "blue", "orange", "white", "green", "brown"}


@clause("COMP-9")
def test_each_book_speaks_its_own_words() -> None:
    keys = ("lumber", "grain", "harbor", "year_of_plenty", "longest_road", "card", "place")
    older = ["lumber", "grain", "harbor", "Year of Plenty", "Longest Road", "card", "place"]
    newer = ["wood", "wheat", "port", "Invention", "Longest Route"]
    for name in ("fourth", "summary", "extension"):
        assert [load(name).words[key] for key in keys] == older
    assert [load("sixth").words[key] for key in keys] == [*newer, "card", "place"]
    assert [load("zip").words[key] for key in keys] == [*newer, "tile", "draw"]
    assert "Soldier" in load("fourth").words["knight"]
    assert "Knight" in load("fourth").words["knight"]


def test_every_edition_knows_every_word() -> None:
    assert all(set(load("summary").words) <= set(load(name).words) for name in names())


def test_options_of_the_books() -> None:
    fourth = load("fourth").configure(4).rules
    sixth = load("sixth").configure(4).rules
    assert list(sixth) == [name for name, _ in OPTIONS]
    assert (fourth["shortage"], sixth["shortage"]) == (Shortage.NOBODY, Shortage.SOLE_CLAIMANT)
    assert (fourth["tie_after_break"], sixth["tie_after_break"]) == (TieAfterBreak.SET_ASIDE, TieAfterBreak.HOLDER_KEEPS)
    assert (fourth["separate_phases"], sixth["separate_phases"]) == (1, 0)
    assert (sixth["target"], sixth["discard_limit"]) == (10, 7)
    assert load("summary").configure(3).rules["separate_phases"] == 1


@clause("PAIR-1")
def test_five_and_six_play_in_pairs_and_fewer_do_not() -> None:
    for name in ("summary", "extension", "sixth"):
        assert load(name).configure(5).rules["pairing"] == load(name).configure(6).rules["pairing"] == Pairing.PAIRED
    assert load("sixth").configure(4).rules["pairing"] == Pairing.NONE


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_configurations_travel_as_json_and_by_pickle(name: str, players: int) -> None:
    edition = load(name)
    for setup in edition.offers(players, "setup"):
        configuration = edition.configure(players, setup=setup, victory_points=12, dice="deck", open_hands=True)
        assert Configuration.from_json(configuration.to_json()) == configuration
        assert pickle.loads(pickle.dumps(configuration)) == configuration
        assert hash(configuration) == hash(Configuration.from_json(configuration.to_json()))


@clause("HOUSE-1", "HOUSE-2", "HOUSE-3", "HOUSE-4", "HOUSE-5")
def test_house_options_reach_the_state_and_are_reported() -> None:
    plain = load("sixth").configure(4)
    assert plain.changes == []
    house = load("sixth").configure(
        2, victory_points=12, discard_limit=9, friendly_robber=True, dice="deck", no_seven_rounds=2, open_hands=True, supply_counts="hidden"
    )
    changed = {name: value for name, value in house.rules.items() if value != plain.rules[name]}
    assert changed == {
        "target": 12,
        "discard_limit": 9,
        "friendly_robber": 1,
        "dice_deck": 5,
        "no_seven_rounds": 2,
        "open_hands": 1,
        "hidden_supply": 1,
    }
    all_changes = " ".join(house.changes)
    assert all(f"HOUSE-{number}" in all_changes for number in range(1, 6))
    assert "12 instead of 10" in all_changes
    assert load("sixth").configure(4, dice="deck", dice_deck_reshuffle=9).rules["dice_deck"] == 9


@clause("HOUSE-6")
def test_hidden_discards_hide_the_counts_that_would_give_them_away() -> None:
    hidden = load("sixth").configure(4, discards="hidden")
    assert (hidden.rules["hidden_discards"], hidden.rules["hidden_supply"]) == (1, 1)
    assert any("ounts of the supply: hidden" in said for said in hidden.changes)
    assert options_text(hidden) == {"discards": "hidden"}
    shown = load("sixth").configure(4, discards="hidden", supply_counts="shown")
    assert (shown.rules["hidden_discards"], shown.rules["hidden_supply"]) == (1, 0)
    assert shown.changes[-1] == "The shown counts of the supply give the hidden discards away (HOUSE-6)."
    for configuration in (hidden, shown):
        assert Configuration.from_json(configuration.to_json()) == configuration
        assert Game.at(Game.new(configuration, seed=1).position()).configuration == configuration
    assert load("sixth").configure(4).rules["hidden_supply"] == 0


@clause("TURN-3", "TURN-4")
def test_the_summary_combines_the_phases_of_five_and_six() -> None:
    summary = load("summary")
    assert [summary.configure(players).options.phases for players in (3, 4, 5, 6)] == ["separate", "separate", "combined", "combined"]
    for players in (3, 4, 5, 6):
        assert set(summary.offers(players, "phases")) == {"separate", "combined"}
        assert summary.configure(players, phases="separate").rules["separate_phases"] == 1


@pytest.mark.parametrize(
    ("name", "players", "options", "says"),
    [
        ("sixth", 4, {"turn": "paired"}, "5 or 6 players"),
        ("sixth", 7, {}, "3, 4, 5, 6"),
        ("zip", 5, {}, "3, 4"),
        ("extension", 2, {}, "5, 6"),
        ("sixth", 4, {"tokens": "random"}, "it offers 'spiral'"),
        ("fourth", 4, {"tokens": "random", "setup": "beginner"}, "setup='variable'"),
        ("fourth", 4, {"harbors": "shuffled frame", "setup": "beginner"}, "setup='variable'"),
        ("fourth", 4, {"harbors": ["shuffled pieces", "shuffled frame"]}, "never combined"),
        ("zip", 4, {"setup": "variable"}, "no variable set-up"),
        ("zip", 4, {"map": 51}, "from 1 to 50"),
        ("zip", 4, {"map": 7, "setup": "beginner"}, "Only map 1"),
        ("sixth", 4, {"map": 3}, "pad of maps"),
        ("summary", 6, {"setup": "beginner"}, "no beginner set-up"),
        ("sixth", 6, {"setup": "beginner"}, "no beginner set-up"),
        ("sixth", 4, {"victory_points": 21}, "from 3 to 20"),
        ("sixth", 4, {"victory_points": "ten"}, "from 3 to 20"),
        ("sixth", 4, {"victory_point": 9}, "did you mean 'victory_points'"),
        ("sixth", 4, {"friendly_robber": "maybe"}, "true or false"),
        ("sixth", 4, {"dice_deck_reshuffle": 4}, "dice='deck'"),
        ("sixth", 4, {"shortage": "nobody"}, "custom edition"),
        ("sixth", 5, {"turn": "plain"}, "it offers"),
    ],
)
def test_contradictions_are_refused_with_a_reason(name: str, players: int, options: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        load(name).configure(players, **options)  # type: ignore[arg-type]


def test_unknown_editions_are_answered_with_the_known_ones() -> None:
    with pytest.raises(EditionError, match=r"'fourth', 'summary', 'extension', 'sixth', 'zip' \(did you mean 'sixth'"):
        load("sixt")


CUSTOM = """
inherits = "sixth"
name = "Our table"
[rules]
shortage = "nobody"
tokens = "random"
[choices]
phases = ["separate"]
"""


def test_a_custom_edition_mixes_freely_and_travels_whole(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(CUSTOM, "utf-8")
    configuration = load(file).configure(4, phases="separate")
    assert (configuration.rules["shortage"], configuration.rules["separate_phases"]) == (0, 1)
    assert configuration.options.tokens == "random"
    file.unlink()
    assert Configuration.from_json(configuration.to_json()) == configuration


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('inherits = "seventh"', "inherits is 'seventh'"),
        ('name = "bare"', "islands"),
        (CUSTOM + 'turn = ["flying"]', "turn is 'flying'"),
        (CUSTOM.replace('tokens = "random"', 'turn = "paired"'), "contradict each other for 2 players"),
        (CUSTOM.replace("[choices]", "[chioces]"), "unknown field 'chioces'"),
        (CUSTOM + "[colours]\n3 = ['red']", "3 different colours"),
        (CUSTOM + "[pieces]\nroads = 'many'", "pieces.roads is 'many'"),
        (CUSTOM + "[islands.small]\ntokens = [5]", "expected 18"),
        (CUSTOM + "[beginner]\nrows = ['De De']", "beginner"),
        (CUSTOM.replace("sixth", "summary") + "[beginner]\nas_in = 'zip'", "as_in is 'zip'"),
        ("not toml", "is not TOML"),
        (CUSTOM + "turn = 3", "wrong shape"),
        ('pad = "../secret.toml"\n' + CUSTOM, "the only pad"),
        (CUSTOM + "[beginner.start]\nblue = ['A1.N A1.NE', 'A1.NE A1.NE']", "too near"),
        (CUSTOM + "[colours]\n3 = ['red', 'blue', 'pink']", "does not place pink"),
        (CUSTOM + "[beginner]\nfirst_player = 'tallest'", "first_player is 'tallest'"),
    ],
)
def test_a_wrong_file_is_reported_where_and_what(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(EditionError, match=says) as refused:
        load(file)
    assert "ours.toml" in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"edition": [], "players": 4, "options": {}}', '{"edition": "sixth", "players": 4, "options": 3}']
)
def test_what_is_no_configuration_is_reported(text: str) -> None:
    with pytest.raises(OptionError, match="This is no configuration"):
        Configuration.from_json(text)


def test_a_missing_file_is_reported() -> None:
    with pytest.raises(EditionError, match="cannot be read"):
        load(Path("nowhere.toml"))


def test_every_clause_can_be_cited() -> None:
    groups = {"COMP": 9, "SETUP": 13, "TURN": 5, "PROD": 5, "SEVEN": 2, "ROB": 5, "TRADE": 8, "BUILD": 5, "ROUTE": 6, "DEV": 8, "WIN": 5}
    for name in names():
        edition = load(name)
        for group, size in groups.items():
            assert all(edition.cite(f"{group}-{number}") for number in range(1, size + 1))
    assert load("sixth").cite("BUILD-3") == "6th edition rules, Cities"
    assert load("sixth").cite("PAIR-2").startswith("5-6 extension rules")
    assert load("extension").cite("BUILD-3") == "Rules summary 2023, City"
    assert load("sixth").cite("HOUSE-2") == "house rule"


def test_own_book_another_book_and_house_rule_are_told_apart() -> None:
    fourth, summary, extension, sixth, zip_edition = (load(name) for name in ("fourth", "summary", "extension", "sixth", "zip"))
    for edition in (summary, extension, sixth):
        assert (edition.origin("PAIR-5"), edition.cite("PAIR-5")) == (HOUSE, "house rule")
        assert edition.origin_of_choice("turn", "special building") == HOUSE
    for clause_ in ("PAIR-3", "PAIR-4"):
        assert summary.origin(clause_) == sixth.origin(clause_) == OTHER
        assert extension.origin(clause_) == OWN
        assert summary.cite(clause_) == sixth.cite(clause_) == extension.cite(clause_)
    assert sixth.origin("COMP-7") == OTHER
    assert sixth.cite("COMP-7") == "5-6 extension rules, Game Components"
    assert [summary.origin(clause_) for clause_ in ("PAIR-1", "PAIR-2", "COMP-7")] == [OWN] * 3
    assert fourth.origin("ROUTE-5") == OWN
    assert zip_edition.cite("ROUTE-5") == fourth.cite("ROUTE-5")
    assert fourth.origin_of_choice("phases", "combined") == OWN
    assert fourth.origin_of_choice("route_tie_after_break", "tied holder keeps") == OTHER
    assert fourth.origin_of_choice("harbors", "fixed") == HOUSE
    assert fourth.origin_of_choice("harbors", "shuffled frame") == OWN
    assert extension.origin("PROD-5") == OTHER  # the extension's book tells only what it changes
    assert sixth.origin("HOUSE-2") == HOUSE


@pytest.mark.parametrize("name", names())
def test_sources_name_clauses_and_choices_that_there_are(name: str) -> None:
    edition = load(name)
    offered = {f"{option}={value}" for choices in edition.choices.values() for option, values in choices.items() for value in values}
    assert set(edition.sources) <= set(clauses()) | offered
    assert all(source == "house" or load(source).section(clause_) for clause_, source in edition.sources.items() if "=" not in clause_)


def test_a_source_that_is_none_is_refused(tmp_path: Path) -> None:
    for line, says in (('PAIR-5 = "seventh"', "expected one of 'house'"), ('"harbour=fixed" = "house"', "no option 'harbour'")):
        file = tmp_path / "mine.toml"
        file.write_text(f'inherits = "sixth"\nname = "Mine"\n[sources]\n{line}\n')
        with pytest.raises(EditionError, match=says):
            load(file)


def test_differences_name_topic_clause_and_both_values() -> None:
    rows = {row.topic: row for row in difference(load("fourth"), load("sixth"))}
    assert rows["Supply short in production, 3-4 players"][1:] == ("PROD-4, PROD-5", "nobody", "sole claimant takes the rest")
    assert (rows["Word for grain"].left, rows["Word for grain"].right) == ("grain", "wheat")
    assert difference(load("zip"), load("zip")) == []
