"""Who meets whom in a tournament: tables are filled, nobody meets the same person again while that can be avoided, seats take turns."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import amount
from sevenhex.server.people.pairing import HOUSE, Outcome, Past, every, next_round, ranking, repeats, scores, sizes

FEW = amount(15, 1000)


@pytest.mark.parametrize("wanted", [3, 4])
@pytest.mark.parametrize("people", range(60))
def test_every_number_of_people_fills_tables_of_three_and_four(people, wanted):
    found = sizes(people, wanted)
    if people < 2:
        assert found == []
        return
    assert set(found) <= {3, 4}
    assert sum(found) - people == (people in (2, 5))  # one place is the house's
    if people >= 6:
        assert found.count(wanted) >= (people - 9) // wanted  # as many of the wanted size as there can be


def rounds_of(people, count, size, results, avoided=()):
    """Rounds as a tournament plays them: the order follows from what a random game gave."""
    played, order = [], list(range(people))
    for n in range(count):
        past = Past(tuple(played), avoided)
        played.append(next_round(order, past, size, seed=n))
        order = results.draw(st.permutations(order)) if n + 1 < count else order
    return played


@settings(max_examples=FEW, deadline=None)
@given(people=st.integers(2, 24), count=st.integers(1, 5), size=st.sampled_from([3, 4]), results=st.data())
def test_everybody_sits_once_and_the_house_where_one_is_missing(people, count, size, results):
    for tables in rounds_of(people, count, size, results):
        sitting = [who for table in tables for who in table]
        assert sorted(who for who in sitting if who != HOUSE) == list(range(people))
        assert sitting.count(HOUSE) == (people in (2, 5))
        assert all(len(table) in (3, 4) for table in tables)


@settings(max_examples=FEW, deadline=None)
@given(people=st.integers(3, 9), count=st.integers(2, 4), size=st.sampled_from([3, 4]), results=st.data())
def test_no_other_round_has_fewer_second_meetings(people, count, size, results):
    played = rounds_of(people, count, size, results)
    past = Past(tuple(played[:-1]))
    everybody = [*range(people), *[HOUSE] * (people == 5)]
    fewest = min(repeats(groups, past) for groups in every(everybody, sizes(people, size)))
    assert repeats(played[-1], past) == fewest


@settings(max_examples=FEW, deadline=None)
@given(people=st.integers(12, 32), results=st.data())
def test_in_a_larger_field_nobody_meets_the_same_person_in_the_first_rounds(people, results):
    met = Counter(
        frozenset(pair)
        for tables in rounds_of(people, 3, 3 if people < 16 else 4, results)
        for table in tables
        for pair in combinations(table, 2)
    )
    again = sum(count - 1 for count in met.values())
    assert again <= (0 if people >= 20 else 3), met.most_common(5)  # in smaller fields an unlucky second round makes some unavoidable


@settings(max_examples=FEW, deadline=None)
@given(people=st.integers(3, 20), results=st.data())
def test_seats_take_turns(people, results):
    """After three rounds nobody has had the same seat each time, unless those they met needed the others more."""
    sat = Counter((who, seat) for tables in rounds_of(people, 4, 4, results) for table in tables for seat, who in enumerate(table))
    assert max(count for (who, _), count in sat.items() if who != HOUSE) <= 3
    assert sum(count > 2 for count in sat.values()) <= people // 4


@settings(max_examples=FEW, deadline=None)
@given(people=st.integers(7, 20), pair=st.data())
def test_those_who_avoid_each_other_do_not_meet(people, pair):
    one, other = pair.draw(st.lists(st.integers(0, people - 1), min_size=2, max_size=2, unique=True))
    for tables in rounds_of(people, 3, 4, pair, {(one, other)}):
        assert not any({one, other} <= set(table) for table in tables)


@settings(max_examples=FEW, deadline=None)
@given(people=st.integers(3, 20), seed=st.integers(0, 9), results=st.data())
def test_the_same_past_gives_the_same_round(people, seed, results):
    played = rounds_of(people, 2, 4, results)
    again = [next_round(range(people), Past(tuple(played)), 4, seed) for _ in range(2)]
    assert again[0] == again[1]


def test_leaders_play_together():
    first = next_round(range(16), Past(), 4, seed=1)
    strangers = Past(([tuple(range(20, 24))],))  # a round in which none of them played
    assert sorted(map(sorted, next_round(range(16), strangers, 4))) == [[4 * n + k for k in range(4)] for n in range(4)]
    assert sorted(map(sorted, first)) != [[4 * n + k for k in range(4)] for n in range(4)]  # the first round is drawn by lot


def test_sixty_four_people_are_paired_for_ten_rounds():
    played, order = [], list(range(64))
    for n in range(10):
        played.append(next_round(order, Past(tuple(played)), 4, n))
        order = order[::-1] if n % 2 else sorted(order, key=lambda who: (who * 7919 + n) % 64)
    met = Counter(frozenset(pair) for tables in played for table in tables for pair in combinations(table, 2))
    assert sum(count - 1 for count in met.values()) <= 8


# --- standings


def test_wins_come_first_then_points_then_the_share_of_a_tables_points():
    outcomes = [
        Outcome((0, 1, 2, 3), (10, 8, 7, 5), 0),
        Outcome((4, 5, 6, HOUSE), (10, 8, 2, 2), 0),
        Outcome((3, 2, 1, 0), (4, 10, 8, 2), 1),
    ]
    found = scores(range(7), outcomes)
    assert (found[0].wins, found[0].points, found[0].games) == (1, 12, 2)
    assert found[0].share == pytest.approx(10 / 30 + 2 / 24)
    assert HOUSE not in found
    assert [who for _, who in ranking(found)] == [2, 0, 4, 1, 3, 5, 6]
    assert found[4].share == pytest.approx(10 / 22)


def test_who_left_has_nothing_of_that_table():
    found = scores(range(3), [Outcome((0, 1, 2), (10, 6, 4), 0, left=[0])])
    assert (found[0].wins, found[0].points, found[0].share, found[0].games) == (0, 0, 0.0, 1)
    assert (found[1].points, found[1].share) == (6, 0.3)


def test_equal_results_share_a_place():
    found = scores(range(4), [Outcome((0, 1, 2, 3), (10, 5, 5, 3), 0)])
    assert ranking(found) == [(1, 0), (2, 1), (2, 2), (4, 3)]


def test_a_table_that_was_aborted_gives_nothing():
    found = scores(range(3), [Outcome((0, 1, 2), (), None)])
    assert {(score.wins, score.points, score.share, score.games) for score in found.values()} == {(0, 0, 0.0, 1)}
