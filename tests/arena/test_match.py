"""One game of an arena: seats, island and dice follow from the plan and the number."""

from __future__ import annotations

import warnings
from collections import Counter

import pytest

from sevenhex.arena import Plan, Result, play_match
from sevenhex.arena.match import ArenaError, Chance
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game


def appearances(plan, games):
    """How often each entrant sits in each seat."""
    return Counter((entrant, seat) for game in range(games) for seat, entrant in enumerate(plan.seating(game)))


@pytest.mark.parametrize(
    ("entrants", "players", "games"),
    [
        (("greedy", "random", "random", "random"), 4, 8),
        (("random", "greedy", "steady"), 4, 12),
        (("random", "greedy"), 4, 8),
        (("random", "greedy", "steady", "planner", "scholar"), 3, 30),
        (("random",), 3, 3),
        (("greedy", "random"), 2, 4),
    ],
)
def test_everybody_sits_everywhere_equally_often(entrants, players, games):
    plan = Plan(entrants, games, players)
    seen = appearances(plan, games)
    assert set(seen) == {(entrant, seat) for entrant in range(len(entrants)) for seat in range(players)}
    assert len(set(seen.values())) == 1


def test_one_against_three_sits_in_each_seat_of_a_group():
    plan = Plan(("greedy", "random", "random", "random"), 40)
    for group in range(10):
        assert sorted(plan.seating(4 * group + rotation).index(0) for rotation in range(4)) == [0, 1, 2, 3]


def test_games_of_a_group_share_island_and_dice(monkeypatch):
    played = []
    push = Game.push

    def watch(self, action, seat):
        if not self.log:
            played.append(self)
        push(self, action, seat)

    plan = Plan(("greedy", "random"), 5, 2, seed=3)
    play_match(plan, 0)  # warm
    monkeypatch.setattr(Game, "push", watch)
    for game in (0, 1, 2):
        play_match(plan, game)
    first, second, other = played
    assert first.states[0].tobytes() == second.states[0].tobytes() != other.states[0].tobytes()

    def dice(game):
        found = {}
        for (_, action), state in zip(game.log, game.states, strict=False):
            if game.say(action).startswith("dice") and state[0].turn > 0:
                found.setdefault(int(state[0].turn), game.say(action))
        return found

    common = set(dice(first)) & set(dice(second))
    assert len(common) > 20
    assert all(dice(first)[turn] == dice(second)[turn] for turn in common)
    assert any(dice(first)[turn] != dice(other).get(turn) for turn in common)


def test_a_match_repeats_itself():
    plan = Plan(("greedy", "random", "random"), 9, 3, seed=7)
    assert play_match(plan, 4).course() == play_match(plan, 4).course()
    assert play_match(plan, 4).course()[1:] != play_match(plan, 7).course()[1:]


def test_a_result_survives_its_line():
    result = play_match(Plan(("random", "greedy"), 1, 2), 0)
    assert Result.from_json(result.to_json()) == result
    assert sum(count for times in result.times for _, count in times) == sum(result.decisions)


def test_chance_depends_on_turn_and_kind_alone():
    one, other = Chance("7/1"), Chance("7/1")
    first = [one.number(3, 1), one.number(3, 5), one.number(4, 1)]
    assert first == [other.number(3, 1), other.number(3, 5), other.number(4, 1)]
    skipped = Chance("7/1")
    assert skipped.number(4, 1) == first[2]
    assert Chance("7/2").number(3, 1) != first[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"entrants": ()}, "at least one bot"),
        ({"entrants": ("stedy",)}, "random.*greedy.*steady.*planner.*scholar.*did you mean 'steady'"),
        ({"entrants": ("random:deep",)}, "no level 'deep'"),
        ({"entrants": ("exec:",)}, "Expected a command"),
        ({"entrants": ("exec:no-such-program-here",)}, "no program 'no-such-program-here'"),
        ({"entrants": ("exec:python 'x",)}, "Cannot read the command"),
        ({"games": 0}, "at least one game"),
        ({"seconds": 0.0}, "more than 0 seconds"),
        ({"level": "slow"}, r"quick, normal\.$"),
    ],
)
def test_bad_plans_are_refused(change, said):
    with pytest.raises(SevenhexError, match=said):
        Plan(**{"entrants": ("random",), "games": 1, **change})


@pytest.mark.parametrize("change", [{"players": 9}, {"edition": "seventh"}, {"options": {"no_such": 1}}])
def test_games_that_cannot_be_are_refused_before_they_begin(change):
    with pytest.raises(SevenhexError):
        Plan(**{"entrants": ("random",), "games": 1, **change}).check()


def test_too_many_combinations_are_refused():
    with pytest.raises(ArenaError, match="too many combinations"):
        _ = Plan(("random",) * 30, 1, 4).tables


def test_the_common_level_is_for_those_who_have_it():
    plan = Plan(("random", "planner", "planner:normal"), 1, level="quick")
    assert [plan.make(name, 0).level for name in plan.entrants] == ["normal", "quick", "normal"]


def test_a_level_that_is_gone_is_reported_once_and_never_played_under_its_name():
    with pytest.warns(DeprecationWarning, match="'deep' is gone") as caught:
        plan = Plan(("random", "planner:deep"), 1, 2, level="deep")
    assert (plan.entrants, plan.level) == (("random", "planner:normal"), "normal")
    assert {warning.filename for warning in caught} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert play_match(plan, 0).winner is not None
    assert plan.fingerprint() == Plan(("random", "planner:normal"), 1, 2, level="normal").fingerprint()
