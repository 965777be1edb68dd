"""Why an action is refused: empty exactly when it is legal, with the actual numbers, the clause and the book."""

from __future__ import annotations

import random
import re
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import amount
from clauses import KNOWN, clause
from positions import Table
from sevenhex.editions import names
from sevenhex.errors import ActionError
from sevenhex.protocol.reasons import WHOLE, Reason, why_no, why_none, why_not
from sevenhex.rules import engine
from sevenhex.rules.actions import ARGUMENTS, BUNDLE_KINDS, act, trade
from sevenhex.rules.ids import CHANCE, Kind
from walks import KINDS, begin, game_at, walk

RED, BLUE, ORANGE, WHITE = range(4)
SMALLEST, LARGEST = -(1 << 63), (1 << 63) - 1


def codes(game, text, colour):
    return {reason.code for reason in game.why_not(text, colour)}


def sentences(game, text, colour):
    return " ".join(reason.sentence for reason in game.why_not(text, colour))


# --- empty exactly when legal


def some_action(rng, game):
    """Mostly well-formed, often nearly legal, sometimes garbage."""
    kind = rng.choice([*Kind, rng.randrange(64)])
    if rng.random() < 0.1:
        return rng.randint(SMALLEST, LARGEST)
    if kind in BUNDLE_KINDS:
        give, get = (sum(rng.choice((0, 0, 0, 1, 2)) << (8 * resource) for resource in range(5)) for _ in range(2))
        return int(trade(int(kind), give, get, rng.randrange(64) if kind == Kind.OFFER else 0))
    most = {"die": 7, "resource": 6, "resource?": 6, "card": 6, "corner": 82, "edge": 112, "hex": 31, "seat": 7, "seat?": 7, "rate": 6}
    wanted = ARGUMENTS.get(Kind(kind), ()) if kind in list(Kind) else ("hex",)
    chosen = [255 if name.endswith("?") and rng.random() < 0.5 else rng.randrange(most[name]) for name in wanted]
    return int(act(int(kind), *chosen)) | (rng.getrandbits(60) << 40 & LARGEST if rng.random() < 0.03 else 0)


@pytest.mark.parametrize("seed", range(len(KINDS)))
def test_there_are_reasons_exactly_when_an_action_is_illegal(seed):
    rng = random.Random(seed)
    game = begin(seed)
    met = {True: 0, False: 0}
    for _ in range(60):
        walk(game, rng, 12, talk=0.2)
        for _ in range(40):
            seat = rng.randrange(-2, game.players + 2) if rng.random() < 0.2 else rng.randrange(game.players)
            listed = game.legal(seat, menu=True) if 0 <= seat < game.players or seat == CHANCE else []
            action = rng.choice(listed) if listed and rng.random() < 0.3 else some_action(rng, game)
            legal = bool(engine.is_legal(game.state, seat, action))
            reasons = why_not(game, action, seat)
            assert legal == (not reasons), f"{seat}: {action} {reasons}"
            check_form(game, reasons)
            met[legal] += 1
    assert min(met.values()) > 50


def check_form(game, reasons):
    assert len({(reason.code, reason.sentence) for reason in reasons}) == len(reasons)
    for reason in reasons:
        assert re.fullmatch(r"[a-z_]+", reason.code)
        assert reason.sentence[0] == reason.sentence[0].upper()
        assert reason.sentence.endswith(".")
        assert reason.clause in KNOWN
        assert reason.source == game.configuration.edition.cite(reason.clause)


@cache
def a_game():
    return walk(begin(0), random.Random(0), 300)


@settings(max_examples=amount(100, 300))
@given(action=st.integers(SMALLEST - 10, LARGEST + 10), seat=st.integers(-3, 8))
def test_any_number_gets_an_answer(action, seat):
    game = a_game()
    legal = SMALLEST <= action <= LARGEST and bool(engine.is_legal(game.state, seat, action))
    assert legal == (not why_not(game, action, seat))


@pytest.mark.parametrize("seed", range(len(KINDS)))
def test_a_button_has_reasons_exactly_when_nothing_of_its_kind_is_legal(seed):
    rng = random.Random(seed)
    game = begin(seed)
    for _ in range(60):
        walk(game, rng, 12, talk=0.2)
        for seat in range(game.players):
            possible = {action & 63 for action in game.legal(seat, menu=True)}
            for what, kind in WHOLE.items():
                reasons = why_no(game, what, seat)
                assert (kind in possible) == (not reasons), (what, seat, reasons)
                check_form(game, reasons)


def test_an_unknown_button_is_refused_with_the_known_ones():
    with pytest.raises(ActionError, match=r"'roads' is no kind of action.*did you mean 'road'"):
        why_no(begin(0), "roads", RED)


# --- the words


@clause("BUILD-3", "COMP-9")
def test_a_price_is_reported_with_the_numbers_and_in_the_editions_words():
    game = game_at(Table().settlement("red", "C3.N", "C3.NE").hand("red", ore=1, grain=2))
    (reason,) = game.why_not("city C3.N", "red")
    assert reason == Reason(
        "cannot_afford",
        "A city costs 3 ore and 2 wheat; you have 1 ore and 2 wheat.",
        "BUILD-3",
        "6th edition rules, Cities",
        facts={"piece": "city", "cost": {"ore": 3, "grain": 2}, "held": {"ore": 1, "grain": 2}},
    )
    older = game_at(Table().settlement("red", "C3.N", "C3.NE").hand("red", ore=1, grain=2), edition="fourth")
    assert "2 grain" in sentences(older, "city C3.N", "red")
    expected = {"code": reason.code, "sentence": reason.sentence, "clause": "BUILD-3", "source": reason.source, "facts": reason.facts}
    assert reason.to_json() == expected


@pytest.mark.parametrize("edition", names())
@clause("COMP-9")
def test_every_book_is_cited_by_its_name(edition):
    players = 5 if edition == "extension" else 4
    table = Table(players, large=players == 5, pairing=int(players == 5))
    game = game_at(table, edition=edition)
    (reason,) = game.why_not("buy", "red")
    book = game.configuration.edition
    cited = next(each for each in (book, book.other) if each and each.section("BUILD-4"))
    assert reason.source == f"{cited.citation}, {cited.section('BUILD-4')}"


@clause("BUILD-1", "BUILD-2", "BUILD-3", "SETUP-11")
def test_places_are_refused_for_what_is_wrong_with_them():
    table = Table().settlement("red", "C3.N", "C3.NE").settlement("blue", "B2.NE", "B2.E").city("orange", "E1.S", "E1.SE")
    game = game_at(table.hand("red", brick=4, lumber=4, wool=4, grain=4, ore=4))
    assert codes(game, "road C3.NE", "red") == {"occupied"}
    assert codes(game, "road E3.SE", "red") == {"not_connected"}
    assert codes(game, "settle C3.N", "red") == {"occupied"}
    assert "your settlement on" in sentences(game, "settle C3.NE", "red").lower()
    assert codes(game, "settle C3.NE", "red") == {"too_close"}
    assert codes(game, "settle E3.S", "red") == {"no_road"}
    assert codes(game, "city E1.S", "red") == {"no_settlement"}
    assert "orange's city" in sentences(game, "city E1.S", "red")


@clause("BUILD-1")
def test_a_way_through_an_opponents_building_is_named():
    table = Table().settlement("red", "C3.N").way("red", "C3.N", "C3.NE", "C3.SE").settlement("blue", "C3.SE", "C3.SE")
    game = game_at(table.hand("red", brick=1, lumber=1))
    beyond = next(edge for edge in game.naming.geometry.edge_names if codes(game, f"road {edge}", "red") == {"blocked"})
    assert "blocked by blue's settlement on" in sentences(game, f"road {beyond}", "red")


@clause("BUILD-4", "BUILD-5")
def test_empty_pools_are_reported():
    table = Table().settlement("red", "C3.N", "C3.NE").hand("red", brick=2, lumber=2, wool=2, grain=4, ore=4)
    table.state["cities_left"][0, RED] = table.state["roads_left"][0, RED] = table.state["settlements_left"][0, RED] = 0
    table.state["deck"] = 0
    game = game_at(table)
    assert {"no_pieces"} == codes(game, "city C3.N", "red")
    assert "no_pieces" in codes(game, "road C3.NW", "red")
    assert "A city gives a settlement back" in sentences(game, "settle E3.S", "red")
    assert codes(game, "buy", "red") == {"deck_empty"}


@clause("TURN-1", "TURN-5")
def test_before_the_roll_only_the_roll():
    game = game_at(Table().turn("red", rolled=False).hand("red", ore=4, wool=4, grain=4))
    for text in ("buy", "bank 4 ore for 1 brick", "offer 1 ore for 1 brick", "end"):
        assert "roll_first" in codes(game, text, "red")
    assert codes(game, "roll", "blue") == {"not_your_turn"}
    assert "It is red's turn." in sentences(game, "roll", "blue")


@clause("TURN-4")
def test_with_separate_phases_trade_comes_first():
    table = Table(separate_phases=1).set(built=1).hand("red", ore=4).hand("blue", wool=1)
    game = game_at(table, edition="fourth")
    assert codes(game, "bank 4 ore for 1 brick", "red") == {"trade_before_build"}
    assert codes(game, "offer 1 ore for 1 wool", "red") == {"trade_before_build"}
    assert "Red has built" in sentences(game, "propose 1 wool for 1 ore", "blue")


@clause("DEV-1", "DEV-2")
def test_cards_that_cannot_be_played_now():
    table = Table().cards("red", knight=1, monopoly=1).hand("red", ore=1, wool=1, grain=1)
    game = game_at(table)
    assert codes(game, "plenty ore ore", "red") == {"no_card"}
    game.play("buy", "red")
    game.play("draw year-of-plenty", CHANCE)
    assert codes(game, "plenty ore ore", "red") == {"bought_this_turn"}
    assert "Invention" in sentences(game, "plenty ore ore", "red")
    game.play("monopoly ore", "red")
    assert codes(game, "knight", "red") == {"one_card_a_turn"}


@clause("ROB-1", "ROB-2", "ROB-4")
def test_the_robber():
    table = Table().settlement("blue", "D4.N", "D4.NE").settlement("red", "B2.N", "B2.NE").hand("blue", ore=1)
    assert codes(game_at(table), "robber D4 rob blue", "red") == {"robber_stays"}
    table.turn("red", rolled=False)
    game = game_at(table)
    game.play("roll", "red")
    assert codes(game, "end", "red") == {"waits_for_chance"}
    game.play("dice 3 4", CHANCE)
    assert codes(game, "robber A1", "red") == {"robber_must_move"}
    assert codes(game, "robber D4", "red") == {"must_rob"}
    assert codes(game, "robber D4 rob white", "red") == {"not_there"}
    assert "blue could be robbed" in sentences(game, "robber D4 rob white", "red")
    assert codes(game, "robber B2 rob red", "red") == {"own_building"}
    assert codes(game, "end", "red") == {"robber_first"}


@clause("SEVEN-1", "SEVEN-2")
def test_discards_come_before_everything_else():
    game = game_at(Table().turn("red", rolled=False).hand("blue", ore=9))
    game.play("roll", "red")
    game.play("dice 3 4", CHANCE)
    assert "blue 4" in sentences(game, "robber D4", "red")
    assert codes(game, "robber D4", "red") == {"discards_first"}
    assert codes(game, "discard ore", "red") == {"nothing_to_discard", "not_held"}
    assert codes(game, "discard wool", "blue") == {"not_held"}


@clause("TRADE-6", "TRADE-7")
def test_the_supplys_rates():
    game = game_at(Table().settlement("red", "A1.N", "A1.NW").hand("red", ore=3).leave("wool", 0, "blue"))
    assert codes(game, "bank 3 ore for 1 brick", "red") == set()
    assert codes(game, "bank 2 ore for 1 brick", "red") == {"no_such_rate"}
    assert "3:1 or 4:1" in sentences(game, "bank 2 ore for 1 brick", "red")
    assert "takes 4 ore; you have 3" in sentences(game, "bank 4 ore for 1 brick", "red")
    assert codes(game, "bank 3 ore for 1 wool", "red") == {"supply_empty"}
    assert codes(game, "bank 3 ore for 1 ore", "red") == {"like_for_like"}


@clause("TRADE-1", "TRADE-2", "TRADE-3", "TRADE-4", "TRADE-5")
def test_bargaining():
    game = game_at(Table().hand("red", ore=2).hand("blue", wool=1).hand("white", brick=1))
    assert codes(game, "offer nothing for 1 wool", "red") == {"no_gifts"}
    assert codes(game, "offer 1 ore for 1 ore", "red") == {"like_for_like"}
    assert "you would give 3 ore; you have 2 ore" in sentences(game, "offer 3 ore for 1 wool", "red").lower()
    assert codes(game, "accept", "blue") == {"not_asked"}
    assert codes(game, "confirm blue", "red") == {"no_offer"}
    assert codes(game, "take blue", "red") == {"no_proposal"}
    assert codes(game, "withdraw", "red") == codes(game, "withdraw", "blue") == {"nothing_to_withdraw"}
    assert codes(game, "offer 1 wool for 1 ore", "blue") == {"not_your_turn"}
    game.play("offer 1 ore for 1 wool", "red")
    assert codes(game, "accept", "red") == {"own_turn"}
    assert codes(game, "accept", "white") == {"not_held"}
    assert codes(game, "propose 1 brick for 1 ore", "white") == {"answer_first"}
    assert codes(game, "confirm blue", "red") == {"not_accepted"}
    game.play("accept", "blue")
    game.play("propose 1 wool for 2 ore", "blue")
    game.play("take blue", "red")
    assert codes(game, "confirm blue", "red") == {"not_held", "partner_lacks"}


@clause("TRADE-5", "ROB-5")
def test_a_refusal_tells_no_numbers_of_another_hand():
    game = game_at(Table().hand("red", ore=4).hand("blue", wool=2))
    game.play("offer 1 ore for 2 wool to blue", "red")
    game.play("accept", "blue")
    game.play("propose 1 wool for 1 ore", "blue")
    game.play("take blue", "red")
    assert sentences(game, "confirm blue", "red") == "Blue no longer holds 2 wool."


@clause("TRADE-1", "TRADE-5")
def test_an_offer_out_of_turn_cites_the_rule_of_trade():
    game = game_at(Table().hand("red", ore=2).hand("blue", wool=1))
    for text in ("offer 1 wool for 1 ore", "confirm red", "take red", "decline red"):
        (reason,) = game.why_not(text, "blue")
        assert (reason.code, reason.clause) == ("not_your_turn", "TRADE-1")
    assert why_no(game, "offer", BLUE)[0].clause == "TRADE-1"
    assert "only 19 cards" in sentences(game, "offer 1 ore for 20 wool", "red")
    assert codes(game, "offer 1 ore for 20 wool", "red") == {"not_in_box"}


@clause("DEV-4")
def test_why_free_roads_are_built_or_may_be_left():
    def playing(edition, optional):
        table = Table(optional_roads=optional).settlement("red", "C3.SE", "D3.NE").cards("red", road_building=1)
        game = game_at(table, edition=edition)
        assert codes(game, "stop", "red") == {"no_free_roads"}
        assert why_no(game, "stop", BLUE)[0].code == "not_your_turn"
        game.play("road-building", "red")
        return game

    assert codes(playing("sixth", 0), "stop", "red") == {"build_both"}
    assert codes(playing("fourth", 1), "stop", "red") == set()
    assert why_no(playing("fourth", 1), "stop", RED) == []


@clause("WIN-2")
def test_after_the_end_nothing_goes():
    game = game_at(Table(target=2).settlement("red", "C3.N", "C3.NE").hand("red", ore=3, grain=2), victory_points=3)
    game.play("city C3.N", "red")
    assert sentences(game, "end", "blue") == "The game is over: red has won."
    assert {reason.code for reason in why_no(game, "road", RED)} == {"over"}


@clause("PAIR-2", "PAIR-5")
def test_other_parts_of_a_turn():
    paired = Table(5, large=True, pairing=1).set(part=1, actor=3).hand("white", ore=4)
    game = game_at(paired, edition="extension")
    assert codes(game, "offer 1 ore for 1 wool", "white") == {"no_trade_now"}
    assert codes(game, "roll", "white") == {"no_roll"}
    assert codes(game, "bank 4 ore for 1 wool", "white") == set()
    special = Table(5, large=True, pairing=2).set(part=2, actor=1).hand("blue", ore=4).cards("blue", knight=1)
    game = game_at(special, edition="extension", turn="special building")
    assert codes(game, "bank 4 ore for 1 wool", "blue") == {"no_trade_now"}
    assert codes(game, "knight", "blue") == {"no_cards_now"}


@clause("HOUSE-2")
def test_the_friendly_robber_spares_the_poor():
    table = Table(friendly_robber=1).settlement("blue", "D4.N", "D4.NE").turn("red", rolled=False)
    game = game_at(table, friendly_robber=True)
    game.play("roll", "red")
    game.play("dice 3 4", CHANCE)
    (reason,) = game.why_not("robber D4 rob blue", "red")
    assert (reason.code, reason.source) == ("friendly_robber", "house rule")


@clause("HOUSE-2", "ROB-1")
def test_a_hex_that_is_refused_raises_no_question_about_its_victims():
    table = Table(friendly_robber=1).settlement("blue", "D4.N", "D4.NE").settlement("white", "A1.N", "A1.NW").turn("red", rolled=False)
    game = game_at(table, friendly_robber=True)
    game.play("roll", "red")
    game.play("dice 3 4", CHANCE)
    for text in ("robber D4", "robber D4 rob blue", "robber D4 rob white", "robber D4 rob red"):
        assert codes(game, text, "red") == {"friendly_robber"}, text
    for text in ("robber A1", "robber A1 rob white", "robber A1 rob blue"):
        assert codes(game, text, "red") == {"robber_must_move"}, text


@clause("TRADE-7")
def test_the_supply_out_of_turn_cites_the_rule_of_the_supply():
    game = game_at(Table().hand("blue", ore=4))
    (reason,) = game.why_not("bank 4 ore for 1 wool", "blue")
    assert (reason.code, reason.clause) == ("not_your_turn", "TRADE-7")
    (button,) = why_no(game, "bank", BLUE)
    assert button.clause == why_none(game, BLUE)["bank"].clause == "TRADE-7"
    assert why_none(game, BLUE)["roll"].clause == "TURN-1"


@clause("BUILD-2", "SETUP-11")
def test_a_corner_too_close_cites_building_in_play_and_the_set_up_before():
    table = Table().settlement("blue", "D4.N", "D4.NE").way("red", "D4.NW", "D4.SW").hand("red", brick=1, lumber=1, wool=1, grain=1)
    found = {reason.code: reason.clause for reason in game_at(table).why_not("settle D4.NW", "red")}
    assert found == {"too_close": "BUILD-2"}
    setup = game_at(Table.new(starter="red"))
    setup.play("settle D4.N", "red")
    setup.play("road D4.NE", "red")
    assert {reason.code: reason.clause for reason in setup.why_not("settle D4.NW", "blue")} == {"too_close": "SETUP-11"}


@clause("COMP-5", "BUILD-5")
def test_drawn_pieces_never_run_out_but_only_so_many_stand():
    table = Table().way("red", "C3.N", "C3.NE", "C3.SE").hand("red", brick=1, lumber=1, wool=1, grain=1)
    table.set(settlements_left=np.array([[0, 5, 5, 5, 0, 0]], np.int8))
    (drawn,) = game_at(table, edition="zip").why_not("settle C3.N", "red")
    (placed,) = game_at(table, edition="sixth").why_not("settle C3.N", "red")
    assert drawn.sentence == "No more than 5 settlements stand at once. A city makes room for one."
    assert placed.sentence == "You have no settlements left. A city gives a settlement back."
    assert {drawn.code, placed.code} == {"no_pieces"}
    table.settlement("red", "C3.N").hand("red", ore=3, grain=2).set(cities_left=np.array([[0, 4, 4, 4, 0, 0]], np.int8))
    assert sentences(game_at(table, edition="zip"), "city C3.N", "red") == "No more than 4 cities stand at once."


@clause("DEV-5")
def test_plenty_takes_what_the_supply_holds():
    table = Table().cards("red", year_of_plenty=1).leave("wool", 1, "blue")
    game = game_at(table)
    assert sentences(game, "plenty wool wool", "red") == "You want 2 wool; the supply has 1 wool."
    assert codes(game, "plenty ore", "red") == {"take_two"}
    assert codes(game, "plenty wool ore", "red") == set()


def test_chance_is_reported_too():
    game = game_at(Table().turn("red", rolled=False))
    assert {reason.code for reason in why_not(game, int(act(Kind.DICE, 1, 1)), CHANCE)} == {"not_left_to_chance"}
    assert codes(game, "dice 1 1", "red") == {"chance_only"}
    game.play("roll", "red")
    assert {reason.code for reason in why_not(game, int(act(Kind.DICE, 7, 1)), CHANCE)} == {"impossible_outcome"}
    assert why_not(game, int(act(Kind.DICE, 6, 1)), CHANCE) == []
    assert {reason.code for reason in why_not(game, int(Kind.END), CHANCE)} == {"not_by_chance"}
