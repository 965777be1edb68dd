"""House options (HOUSE-1 to HOUSE-5), all off by default."""

from __future__ import annotations

import numpy as np
import pytest

from clauses import clause
from positions import Table
from sevenhex.playout import batch
from sevenhex.rules import engine
from sevenhex.rules.ids import Kind, Phase


def sums(table):
    """How often each sum may come now."""
    found = {}
    for action, weight in table.chances().items():
        total = (action >> 6 & 255) + (action >> 14 & 255)
        found[total] = found.get(total, 0) + weight
    return found


SPOTS = [("B2.N", "B2.NW"), ("B3.N", "B3.NW"), ("B4.N", "B4.NE"), ("E1.S", "E1.SW"), ("E2.S", "E2.SW"), ("E3.S", "E3.SW")]


@clause("HOUSE-1")
@pytest.mark.parametrize(("target", "cities", "settlements", "held"), [(3, 0, 2, 0), (12, 4, 2, 1), (20, 4, 2, 4)])
def test_another_number_of_points(target, cities, settlements, held):
    table = Table(target=target).cards("red", victory_point=held).hand("red", wool=1, grain=1, ore=1)
    for place, spot in enumerate(SPOTS[: cities + settlements]):
        (table.city if place < cities else table.settlement)("red", *spot)
    if target == 20:  # both awards are needed as well
        table.knights("red", 3).settlement("red", "C1.NW").way("red", "C1.NW", "C1.N", "C1.NE", "C2.N", "C2.NE", "C3.N")
    assert table.total("red") == target - 1
    table.play("red", "buy").play("chance", "draw victory-point")
    assert table.winner == "red"


@clause("HOUSE-1")
@pytest.mark.parametrize(("limit", "due"), [(7, 4), (9, 0), (4, 4)])
def test_another_discard_limit(limit, due):
    table = Table(discard_limit=limit).hand("blue", ore=9).turn("red", rolled=False).roll("red", 3, 4)
    assert int(table.state["discard_left"][0, 1]) == due


@clause("HOUSE-1")
def test_two_players_finish_games():
    bad, found, steps, _ = batch.check_games(Table.new(2).state, 3, 50)
    assert (bad, found) == (-1, 0)
    assert steps > 1000


@clause("HOUSE-2")
def test_the_friendly_robber_spares_the_poor():
    """Blue has two points, orange three; around C3 stand both, around B2 blue alone, around E2 orange alone."""
    table = Table(friendly_robber=1).settlement("blue", "C3.N", "C3.NE").settlement("blue", "A1.NW", "A1.W")
    table.settlement("orange", "C3.S", "C3.SW").city("orange", "E2.S", "E2.SE").hand("blue", ore=1).hand("orange", ore=1)
    table.turn("red", rolled=False).roll("red", 3, 4)
    assert not table.may("red", "robber C3 rob blue")
    assert not table.may("red", "robber C3 rob orange")  # blue would be blocked
    assert not table.may("red", "robber B2 rob blue")
    assert table.may("red", "robber E2 rob orange")
    assert table.may("red", "robber C5")
    for action in table.actions("red"):
        assert engine.is_legal(table.state, 0, action)
    table.settlement("blue", "E1.SW", "E1.W")  # a third point: no longer spared
    assert table.may("red", "robber C3 rob blue")


@clause("HOUSE-2")
def test_hidden_cards_and_own_buildings_do_not_count():
    table = Table(friendly_robber=1).settlement("blue", "C3.N", "C3.NE").cards("blue", victory_point=4).settlement("red", "E3.S", "E3.SW")
    table.turn("red", rolled=False).roll("red", 3, 4)
    assert not table.may("red", "robber C3 rob blue")  # one visible point
    assert table.may("red", "robber E3")  # one's own poverty is one's own affair


@clause("HOUSE-2")
def test_without_the_option_nobody_is_spared():
    table = Table().settlement("blue", "C3.N", "C3.NE").turn("red", rolled=False).roll("red", 3, 4)
    assert table.may("red", "robber C3 rob blue")


@clause("HOUSE-3")
def test_a_dice_deck_deals_each_roll_once_until_few_are_left():
    table = Table(2, dice_deck=5).turn("red", rolled=False)
    seen = []
    for turn in range(31):
        colour = ("red", "blue")[turn % 2]
        table.play(colour, "roll")
        outcomes = table.chances()
        assert len(outcomes) == 36 - turn
        assert not set(outcomes) & set(seen)
        seen.append(sorted(outcomes)[turn % len(outcomes)])
        engine.apply(table.state, -1, seen[-1])
        table.sound()
        if table.phase == Phase.ROBBER:
            table.play(colour, "robber C3" if table.number("robber") != 9 else "robber A1")
        table.play(colour, "end")
    table.play("blue", "roll")
    assert len(table.chances()) == 36  # five were left: shuffled anew


@clause("HOUSE-3")
def test_real_dice_forget():
    table = Table(2).turn("red", rolled=False).roll("red", 1, 1).play("red", "end").play("blue", "roll")
    assert len(table.chances()) == 36


@clause("HOUSE-4")
def test_no_seven_in_the_first_rounds():
    table = Table(2, no_seven_rounds=2).turn("red", rolled=False)
    for turn, colour in enumerate(("red", "blue", "red", "blue", "red"), start=1):
        table.set(turn=turn).play(colour, "roll")
        assert (7 in sums(table)) == (turn > 4)
        assert sum(sums(table).values()) == (36 if turn > 4 else 30)
        assert table.may("chance", "dice 3 4") == (turn > 4)
        table.play("chance", "dice 1 1").play(colour, "end")


@clause("HOUSE-3", "HOUSE-4")
def test_a_deck_of_barred_sevens_is_shuffled_anew():
    sevens = sum(1 << (6 * a + 5 - a) for a in range(6))
    table = Table(2, dice_deck=2, no_seven_rounds=9).turn("red", rolled=False).set(dice_left=sevens).play("red", "roll")
    assert 7 not in sums(table)
    table.play("chance", "dice 1 1")
    assert table.number("dice_left").bit_count() == 35


@clause("HOUSE-4")
def test_rolling_for_the_start_knows_no_bars():
    table = Table.new(2, no_seven_rounds=3, dice_deck=5)
    assert len(table.chances()) == 36
    table.play("chance", "dice 3 4")


@clause("HOUSE-5")
def test_open_hands_and_hidden_counts_change_what_is_seen_and_nothing_else():
    def play(**options):
        state = Table.new(3, **options).state
        tally = batch.play_chunk(state, 5, 0, 20)
        return tally.tolist()

    assert play() == play(open_hands=1) == play(hidden_supply=1)


def test_houses_together_stay_sound():
    options = {"friendly_robber": 1, "dice_deck": 4, "no_seven_rounds": 2, "target": 12, "discard_limit": 9, "open_hands": 1}
    starts = np.concatenate([Table.new(4, **options).state, Table.new(4, **options, separate_phases=1).state])
    assert batch.check_games(starts, 8, 60)[:2] == (-1, 0)
    assert batch.check_games(starts, 8, 10, menu=True)[:2] == (-1, 0)


def test_off_by_default():
    table = Table()
    for name in ("friendly_robber", "dice_deck", "no_seven_rounds", "open_hands", "hidden_supply"):
        assert table.number(name) == 0
    assert Kind.END in table.kinds("red")
