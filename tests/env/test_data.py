"""Games as data: the rows are the games that `simulate` plays, and the records replay to the same end."""

from __future__ import annotations

import pytest

from sevenhex.env import data
from sevenhex.env.setting import Setting
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.observation import observation
from sevenhex.playout.batch import simulate

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def setting():
    return Setting(players=3, islands=2)


def test_rows_are_the_simulated_games(setting, tmp_path):
    starts = setting.pool()
    rows = data.write_parquet(tmp_path / "games.parquet", starts, 5, 4)
    tally = simulate(starts, 5, 4)
    assert rows == tally.actions
    found = data.load(tmp_path / "games.parquet")
    assert set(found) == set(data.COLUMNS)
    assert found["observation"].shape == (rows, observation.size(0, 3))
    winners = [found["winner"][found["game"] == game][0] for game in range(4)]
    assert tuple(winners.count(seat) for seat in range(3)) == tally.wins
    assert (found["won"] == (found["seat"] == found["winner"])).all()
    assert (found["index"] >= 0).all()
    phase = observation.places(0, 3)["phase"].start
    assert (found["observation"][:, phase] == found["phase"]).all()
    assert found["kind"][0] == "settle"


def test_records_replay_to_the_same_end(setting, tmp_path):
    starts = setting.pool()
    assert data.write_records(tmp_path / "records", setting.configuration, starts, 5, 2) == 2
    follower = data.Follower(starts, 5)
    for number, path in enumerate(sorted((tmp_path / "records").iterdir())):
        _, state = follower.play(number)
        assert (Game.load(path.read_text(encoding="utf-8")).state == state).all()


def test_what_cannot_be_read_or_written_is_said(setting, tmp_path):
    with pytest.raises(SevenhexError, match="Cannot read"):
        data.load(tmp_path / "missing.parquet")
    with pytest.raises(SevenhexError, match="Cannot write"):
        data.write_parquet(tmp_path / "no" / "games.parquet", setting.pool(), 1, 1)
    assert list(tmp_path.iterdir()) == []
