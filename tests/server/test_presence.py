"""Who is away, and the vote of the others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sevenhex.server.table.presence import Presence


def test_two_windows_are_one_presence():
    here = Presence(30)
    here.arrive(0)
    here.arrive(0)
    here.leave(5, 0)
    assert here.is_here(0)
    here.leave(6, 0)
    assert not here.is_here(0)
    assert here.to_json(10, [0])["since"] == 4


def test_the_vote_opens_after_the_grace_time():
    here = Presence(30)
    here.expect(0, [0, 1])
    here.arrive(0)
    assert not here.voting(29, here.away([0, 1]))
    assert here.voting(30, here.away([0, 1]))
    here.wait_again(40)
    assert not here.voting(69, [1])
    assert here.voting(70, [1])


def test_the_majority_decides_and_a_tie_waits():
    here = Presence(0)
    here.votes = {0: "bot", 1: "abort"}
    assert here.decide([0, 1, 2]) is None
    here.votes[2] = "bot"
    assert here.decide([0, 1, 2]) == "bot"
    here.votes = {0: "wait", 1: "abort"}
    assert here.decide([0, 1]) == "wait"
    assert here.decide([]) is None


def test_a_player_who_comes_back_ends_the_vote():
    here = Presence(0)
    here.expect(0, [1])
    here.votes = {0: "bot"}
    here.arrive(1)
    assert here.votes == {}
    assert here.to_json(1, here.away([1])) is None


def test_a_player_who_left_just_now_still_has_a_vote():
    here = Presence(30.0)
    for seat in range(4):
        here.arrive(seat)
    here.leave(100.0, 3)
    here.leave(125.0, 2)
    assert here.late(129.0, range(4)) == []
    assert here.late(131.0, range(4)) == [3]  # 2 may come back
    assert here.late(156.0, range(4)) == [2, 3]
    here.arrive(2)
    assert here.late(200.0, range(4)) == [3]


@given(left_at=st.floats(0, 100), wall=st.floats(1e9, 2e9), asked=st.booleans(), pause=st.floats(0, 5))
def test_a_vote_that_was_open_is_open_again_at_once(left_at: float, wall: float, asked: bool, pause: float) -> None:
    before, grace = Presence(2.0), 2.0
    before.arrive(0)
    before.expect(left_at, [1])
    if asked:
        before.wait_again(left_at)
    before.vote(0, "abort")
    now = left_at + grace + 0.001
    assert before.voting(now, [1])
    after = Presence(grace)
    after.restore(before.to_stored(now, wall), [0, 1], 0.0, wall + pause)  # another process counts from its own beginning
    assert after.voting(0.0, [1])
    assert after.votes == {0: "abort"}
