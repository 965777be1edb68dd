"""Intervals against known values; the table from results."""

from __future__ import annotations

from math import log10, sqrt
from random import Random

import pytest

from sevenhex.arena import Plan, Result, table, wilson
from sevenhex.arena.rating import fit
from sevenhex.arena.report import page
from sevenhex.arena.statistics import summary
from sevenhex.arena.times import Times


def result(plan, game, winner, **change):
    players = plan.players
    seats = {
        "points": tuple(10 if seat == winner else 4 + seat for seat in range(players)),
        "decisions": (10,) * players,
        "seconds": (0.02,) * players,
        "times": (((step_of_two_ms(), 10),),) * players,
        "faults": (0,) * players,
    }
    return Result(game, plan.seating(game), winner, turns=60 + game, actions=400, **{**seats, **change})


def step_of_two_ms():
    times = Times()
    times.note(0.002)
    return times.pairs()[0][0]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(10, 100, 0.0552, 0.1744), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 2, 0.0945, 0.9055), (0, 0, 0.0, 1.0)],
)
def test_wilson_of_textbook_cases(wins, games, low, high):
    assert wilson(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.parametrize(("wins", "games"), [(1, 7), (250, 1000), (400, 1000), (999, 1000)])
def test_wilson_bounds_are_where_the_share_is_just_believable(wins, games):
    """The definition: at either bound the share seen lies 1.96 standard deviations of that bound away."""
    for bound in wilson(wins, games):
        assert abs(wins / games - bound) == pytest.approx(1.959964 * sqrt(bound * (1 - bound) / games), rel=1e-5)


def test_the_table_groups_names():
    plan = Plan(("greedy", "random", "random", "random"), 8)
    won = [plan.seating(game).index(0) for game in range(6)]
    results = [result(plan, game, won[game]) for game in range(6)] + [result(plan, game, plan.seating(game).index(1)) for game in (6, 7)]
    best, other = table(plan, results)
    assert (best.name, best.games, best.wins, best.win_rate) == ("greedy", 8, 6, 0.75)
    assert (other.name, other.games, other.wins) == ("random", 24, 2)
    assert (best.low, best.high) == tuple(round(each, 4) for each in wilson(6, 8))
    assert best.rating > 1500 > other.rating
    assert best.rating_low < best.rating < best.rating_high
    assert best.ms_per_decision == 2.0
    assert best.ms_median == pytest.approx(2.0, rel=0.05)


def test_ratings_do_not_depend_on_the_order_of_arrival():
    plan = Plan(("greedy", "random"), 8, 2)
    results = [result(plan, game, game % 3 % 2) for game in range(8)]
    assert table(plan, results) == table(plan, reversed(results))


def test_a_game_without_winner_is_won_by_nobody():
    plan = Plan(("greedy", "random"), 2, 2)
    results = [result(plan, 0, None), result(plan, 1, 0)]
    assert sum(row.wins for row in table(plan, results)) == 1
    assert summary(plan, results)["unfinished"] == 1


def test_json_has_what_the_contract_names():
    plan = Plan(("greedy", "random"), 2, 2)
    said = summary(plan, [result(plan, 0, 0)])
    assert {"name", "games", "wins", "win_rate", "low", "high", "rating", "ms_per_decision"} <= set(said["bots"][0])


def test_times_add_up():
    one, both = Times(), Times()
    for ms in (1, 1, 1, 5, 100):
        one.note(ms / 1000)
    both.add(one.pairs())
    both.add(one.pairs())
    assert both.quantile(0.5) == pytest.approx(0.001, rel=0.05)
    assert both.quantile(0.99) == pytest.approx(0.1, rel=0.05)
    assert Times().quantile() == 0.0


def test_the_page_is_whole_and_harmless():
    plan = Plan(("greedy", "random"), 4, 2)
    bad = result(plan, 1, 1, faults=(1, 0), said=("exec:<script>alert(1)</script> in seat 0: no JSON",))
    results = [result(plan, 0, 0), bad]
    said = page(plan, table(plan, results), results)
    assert said.count("<svg") == said.count("</svg>") == 4
    assert "<script" not in said
    assert "http" not in said
    assert "&lt;script&gt;" in said
    assert page(plan, table(plan, []), [])  # nothing played yet


def test_ratings_find_the_strengths_that_games_were_drawn_from():
    """Luce's model backwards: of strengths 1, 2, 4 and 8 the fit finds 400 * log10(2) points between neighbours, and its interval holds."""
    strengths = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 8.0}
    draw = Random(7)
    games = []
    for _ in range(6000):
        seated = draw.sample(sorted(strengths), 3)
        games.append((seated, draw.choices(range(3), [strengths[name] for name in seated])[0]))
    found = fit(games)
    assert list(found) == ["d", "c", "b", "a"]
    truth = {name: 1500 + 400 * (log10(strength) - log10(64) / 4) for name, strength in strengths.items()}
    for name, rated in found.items():
        assert rated.low < truth[name] < rated.high
        assert rated.high - rated.low < 40


def test_more_wins_at_the_same_tables_are_a_better_rating():
    """Once a rating ran from game to game, and 14 wins stood above 21."""
    tables = [["x", "y"]] * 40
    for order in (sorted, lambda winners: sorted(winners, reverse=True)):
        winners = order([0] * 21 + [1] * 14 + [0, 1, 0, 1, 0])
        found = fit(zip(tables, winners, strict=True))
        assert found["x"].rating > found["y"].rating


def test_who_never_lost_has_a_finite_rating():
    found = fit([(["x", "y"], 0)] * 5)
    assert 1500 < found["x"].rating < 4000
    assert fit([]) == {}
