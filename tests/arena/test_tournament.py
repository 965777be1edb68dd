"""Many games: the same for any number of workers, resumable, no game lost or counted twice."""

from __future__ import annotations

import json
from functools import partial

import pytest

from sevenhex.arena import Plan, Tournament, match, tournament
from sevenhex.arena.match import ArenaError
from sevenhex.arena.tournament import play_apart
from sevenhex.processes import Crew

PLAN = Plan(("greedy", "random"), 6, 2, seed=5)


@pytest.fixture(scope="module")
def alone():
    return [result.course() for result in Tournament(PLAN).run(1)]


def courses(results):
    return [result.course() for result in results]


def games_in(file):
    return [json.loads(line)["game"] for line in file.read_text().splitlines()[1:]]


def test_workers_change_nothing_and_may_die(alone, tmp_path):
    """Two processes, one of them killed while it plays: all games, the same results."""
    crew, found = Crew(partial(play_apart, PLAN), 2), []
    for result in crew.results(range(PLAN.games)):
        if not found:
            next(worker for worker in crew.workers if worker.job is not None).process.kill()
        found.append(result)
    assert sorted(courses(found)) == alone
    assert crew.workers == []


def test_an_interrupted_arena_goes_on(alone, tmp_path):
    out = tmp_path / "deep" / "games.jsonl"
    seen = []

    def interrupt(result):
        seen.append(result.game)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Tournament(PLAN, out).run(1, interrupt)
    assert games_in(out) == [0, 1]
    with out.open("a") as file:
        file.write('{"game": 2, "seating": [0')  # as a power cut leaves it
    again = []
    results = Tournament(PLAN, out).run(1, lambda result: again.append(result.game))
    assert again == [2, 3, 4, 5]
    assert courses(results) == alone
    assert sorted(games_in(out)) == list(range(6))


def test_a_finished_arena_plays_nothing_and_can_grow(alone, tmp_path, monkeypatch):
    out = tmp_path / "games.jsonl"
    Tournament(PLAN, out).run(1)
    played = []
    monkeypatch.setattr(tournament, "play_match", lambda plan, game: played.append(game) or match.play_match(plan, game))
    assert courses(Tournament(PLAN, out).run(1)) == alone
    assert played == []
    longer = Plan(PLAN.entrants, 7, 2, seed=5)
    assert courses(Tournament(longer, out).run(1))[:6] == alone
    assert played == [6]
    shorter = Plan(PLAN.entrants, 3, 2, seed=5)
    assert courses(Tournament(shorter, out).finished) == alone[:3]
    assert len(games_in(out)) == 7


@pytest.mark.parametrize("contents", ["hello\n", '{"arena": 1}\n', "[]\n", "\x00\x01"])
def test_a_strange_file_is_left_alone(tmp_path, contents):
    out = tmp_path / "notes.txt"
    out.write_text(contents)
    with pytest.raises(ArenaError, match="is no file of an arena"):
        Tournament(PLAN, out)
    assert out.read_text() == contents


def test_another_arenas_file_is_left_alone(tmp_path):
    out = tmp_path / "games.jsonl"
    Tournament(Plan(("random",), 1, 2, seed=5), out).run(1)
    before = out.read_bytes()
    with pytest.raises(ArenaError, match=r"another arena \(entrants \['random'\]\)"):
        Tournament(PLAN, out)
    assert out.read_bytes() == before


def test_a_file_that_cannot_be_written_is_said_at_once(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="Cannot write"):
        Tournament(PLAN, tmp_path / "file" / "games.jsonl").run(1)


def test_a_result_is_counted_once():
    games = Tournament(PLAN)
    result = match.play_match(PLAN, 0)
    assert games.note(result)
    assert not games.note(result)
    assert games.missing == [1, 2, 3, 4, 5]


def test_negative_workers_are_refused():
    with pytest.raises(ArenaError, match="workers"):
        Tournament(PLAN).run(-1)


def test_positions_of_an_arena_are_written_as_data(tmp_path):
    pytest.importorskip("pyarrow")
    from sevenhex.arena.positions import Positions
    from sevenhex.env.dataset import Dataset

    plan = Plan(("greedy", "random"), 4, 2, options={"victory_points": 4}, logs=True)
    assert plan.fingerprint() == Plan(("greedy", "random"), 4, 2, options={"victory_points": 4}).fingerprint()
    kept = Positions(tmp_path / "data", plan)
    results = Tournament(plan, tmp_path / "out.jsonl").run(1, kept.add)
    counted = kept.close()
    assert counted["games"] == 4
    lines = next(Dataset(tmp_path / "data").batches(kind="games"))
    assert lines["winner"].tolist() == [result.winner for result in results]
    assert (lines["actions"] + lines["chances"]).tolist() == [result.actions for result in results]
    assert "log" not in (tmp_path / "out.jsonl").read_text().splitlines()[1]


def test_positions_say_whether_bots_traded(tmp_path):
    pytest.importorskip("pyarrow")
    from sevenhex.arena.positions import Positions

    plan = Plan(("greedy", "random"), 1, 2, options={"victory_points": 3}, trade=False, logs=True)
    kept = Positions(tmp_path / "data", plan)
    Tournament(plan).run(1, kept.add)
    kept.close()
    assert json.loads((tmp_path / "data" / "dataset.json").read_text())["trade"] is False
