"""Games as shards: whole or not there, the same for any number of workers, read as a stream."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("pyarrow")

from sevenhex.env import dataset
from sevenhex.env.dataset import Dataset, Source
from sevenhex.env.following import Follower
from sevenhex.env.setting import Setting
from sevenhex.errors import OptionError, SevenhexError
from sevenhex.game.game import Game
from sevenhex.observation import observation
from sevenhex.playout.batch import simulate


@pytest.fixture(scope="module")
def setting():
    return Setting(players=3, islands=2, options={"victory_points": 4})


@pytest.fixture(scope="module")
def usual():
    return Setting(players=3, islands=2)


def source(setting, games=7, **given):
    return Source(setting.configuration, setting.pool(), 5, games, **given)


@pytest.fixture(scope="module")
def folder(setting, tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "games"
    dataset.write(path, source(setting), shard=3, workers=2)
    return path


def test_shards_hold_the_simulated_games(setting, folder):
    found = Dataset(folder)
    tally = simulate(setting.pool(), 5, 7)
    games = list(found.batches(kind="games"))
    assert len(games) == 1
    assert sorted(games[0]["game"].tolist()) == list(range(7))
    assert tuple(int((games[0]["winner"] == seat).sum()) for seat in range(3)) == tally.wins
    assert int(games[0]["actions"].sum()) == tally.actions == len(found)
    assert games[0]["points"].shape == (7, 3)
    assert (games[0]["points"].max(axis=1) >= 4).all()
    assert len(found.shards()) == 9
    assert len(found.shards(split="train")) == 3
    assert found.sheet["counted"]["games"] == 7
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for columns in dataset.KINDS.values() for name in columns)


def test_batches_are_of_the_size_asked_for_and_lose_nothing(folder):
    found = Dataset(folder)
    rows = len(found)
    sizes = [len(batch["seat"]) for batch in found.batches(100)]
    assert sizes[:-1] == [100] * (rows // 100)
    assert sum(sizes) == rows
    assert sum(len(batch["seat"]) for batch in found.batches(100, partial=False)) == rows // 100 * 100
    plain = np.concatenate([batch["observation"] for batch in found.batches(64)])
    mixed = np.concatenate([batch["observation"] for batch in found.batches(64, ("observation",), shuffle=1)])
    again = np.concatenate([batch["observation"] for batch in found.batches(50, ("observation",), shuffle=1)])
    assert plain.shape == (rows, observation.size(0, 3))
    assert (mixed == again).all()
    assert (mixed != plain).any()
    assert sorted(map(bytes, mixed)) == sorted(map(bytes, plain))
    parts = [sum(len(batch["game"]) for batch in found.batches(64, ("game",), part=(k, 2))) for k in range(2)]
    assert sum(parts) == rows


def test_splits_share_no_island_and_no_game(tmp_path):
    """Games take the islands in turn, so a split by game would show a learner the islands it is judged on."""
    setting = Setting(players=2, islands=40, options={"victory_points": 3})
    dataset.write(tmp_path, source(setting, 90), shard=30, workers=1)
    found, islands, rows = Dataset(tmp_path), {}, 0
    for split in dataset.SPLITS:
        games = {game for batch in found.batches(kind="games", split=split) for game in batch["game"].tolist()}
        seen = {game for batch in found.batches(columns=("game",), split=split) for game in batch["game"].tolist()}
        assert games == seen
        islands[split] = {game % 40 for game in games}
        rows += sum(len(batch["game"]) for batch in found.batches(columns=("game",), split=split))
        assert found.sheet["counted"]["splits"][split]["games"] == len(games) > 0
    assert rows == len(found)
    assert sum(map(len, islands.values())) == len(set().union(*islands.values())) == 40
    shares = np.bincount([list(dataset.SPLITS).index(dataset.split_of(island)) for island in range(10_000)]) / 10_000
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.01)
    with pytest.raises(OptionError, match="split is 'tests'"):
        found.shards(split="tests")


def test_checksums_find_what_is_damaged_or_missing(folder, tmp_path):
    import shutil
    import subprocess

    copy = tmp_path / "games"
    shutil.copytree(folder, copy)
    found = Dataset(copy)
    assert found.verify() == 2 + len(list(copy.glob("*.parquet")))
    if shutil.which("sha256sum"):
        subprocess.run(["sha256sum", "--quiet", "--strict", "-c", dataset.SUMS], cwd=copy, check=True)
    card = (copy / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\n")
    assert "- {split: test, path: positions-*-test.parquet}" in card
    path = copy / "games-00001-train.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(SevenhexError, match=r"games-00001-train\.parquet is damaged"):
        found.verify()
    path.unlink()
    with pytest.raises(SevenhexError, match=r"games-00001-train\.parquet is missing"):
        found.verify()
    (copy / dataset.SUMS).unlink()
    with pytest.raises(SevenhexError, match="has no SHA256SUMS"):
        found.verify()


def test_missing_shards_are_written_again_and_others_left(setting, folder, tmp_path):
    import shutil

    copy = tmp_path / "games"
    shutil.copytree(folder, copy)
    before = {path.name: path.read_bytes() for path in copy.glob("*.parquet")}
    (copy / "positions-00001-train.parquet").unlink()
    kept = (copy / "positions-00000-train.parquet").stat().st_mtime_ns
    seen = []
    dataset.write(copy, source(setting), shard=3, workers=1, progress=seen.append)
    assert sum(seen) == 7
    assert (copy / "positions-00000-train.parquet").stat().st_mtime_ns == kept
    assert {path.name: path.read_bytes() for path in copy.glob("*.parquet")} == before
    with pytest.raises(SevenhexError, match=r"holds other games \(seed\)"):
        dataset.write(copy, Source(setting.configuration, setting.pool(), 6, 7), shard=3)
    assert {path.name: path.read_bytes() for path in copy.glob("*.parquet")} == before


def test_bots_play_and_some_positions_are_kept(setting, tmp_path):
    all_, some = tmp_path / "all", tmp_path / "some"
    dataset.write(all_, source(setting, 4, bots=("greedy",)), shard=4, workers=1)
    dataset.write(some, source(setting, 4, bots=("greedy",), every=5), shard=2, workers=1)
    whole, few = len(Dataset(all_)), len(Dataset(some))
    assert 0.1 * whole < few < 0.3 * whole
    rows = next(Dataset(some).batches(10_000))
    assert (rows["won"] == (rows["seat"] == rows["winner"])).all()
    assert (rows["index"] >= 0).all()


def test_a_log_from_elsewhere_becomes_rows(setting):
    follower = source(setting).follower()
    steps, state = follower.play(3)
    log = list(zip(follower.rows.seats[:steps].tolist(), follower.rows.actions[:steps].tolist(), strict=True))
    seen, indices = follower.rows.seen[:steps].copy(), follower.rows.indices[:steps].copy()
    decided = follower.rows.seats[:steps] >= 0
    again, end = source(setting).follower().replay(setting.pool()[1:2], log)
    assert again == steps
    assert (end == state).all()
    other = source(setting).follower()
    other.replay(setting.pool()[1:2], log)
    assert (other.rows.seen[:steps][decided] == seen[decided]).all()
    assert (other.rows.indices[:steps] == indices).all()
    assert dataset.table_of(other, 3, steps, end).num_rows == decided.sum()


def test_bad_input_is_refused_in_a_sentence(setting, folder, tmp_path):
    with pytest.raises(OptionError, match="no compiled bot 'scholar'"):
        source(setting, bots=("scholar",))
    with pytest.warns(DeprecationWarning, match="'deep' is gone"):
        assert source(setting, bots=("planner:deep",)).sheet()["bots"] == ["planner"]
    with pytest.raises(OptionError, match="bots names 2; expected one, or 3"):
        source(setting, bots=("random", "greedy"))
    with pytest.raises(SevenhexError, match=r"holds no dataset\.json"):
        Dataset(tmp_path)
    with pytest.raises(OptionError, match="no column 'colour'"):
        next(Dataset(folder).batches(columns=("colour",)))
    (tmp_path / "other.parquet").touch()
    with pytest.raises(SevenhexError, match="without a dataset"):
        dataset.write(tmp_path, source(setting))


def test_the_command_writes_shards(tmp_path):
    from sevenhex.cli import app

    arguments = ["simulate", "--games", "3", "--players", "3", "--option", "victory_points=3", "--json"]
    said = CliRunner().invoke(app, [*arguments, "--out", str(tmp_path / "games"), "--shard", "2"])
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout.splitlines()[-1])["games"] == 3
    said = CliRunner().invoke(app, [*arguments, "--bots", "greedy"])
    assert said.exit_code != 0


# --- one file, and records


def test_rows_are_the_simulated_games(usual, tmp_path):
    starts = usual.pool()
    rows = dataset.write_parquet(tmp_path / "games.parquet", starts, 5, 4)
    tally = simulate(starts, 5, 4)
    assert rows == tally.actions
    found = dataset.load(tmp_path / "games.parquet")
    assert set(found) == set(dataset.COLUMNS)
    assert found["observation"].shape == (rows, observation.size(0, 3))
    winners = [found["winner"][found["game"] == game][0] for game in range(4)]
    assert tuple(winners.count(seat) for seat in range(3)) == tally.wins
    assert (found["won"] == (found["seat"] == found["winner"])).all()
    assert (found["index"] >= 0).all()
    phase = observation.places(0, 3)["phase"].start
    assert (found["observation"][:, phase] == found["phase"]).all()
    assert found["kind"][0] == "settle"


def test_records_replay_to_the_same_end(usual, tmp_path):
    starts = usual.pool()
    assert dataset.write_records(tmp_path / "records", usual.configuration, starts, 5, 2) == 2
    follower = Follower(starts, 5)
    for number, path in enumerate(sorted((tmp_path / "records").iterdir())):
        _, state = follower.play(number)
        assert (Game.load(path.read_text(encoding="utf-8")).state == state).all()


def test_what_cannot_be_read_or_written_is_said(usual, tmp_path):
    with pytest.raises(SevenhexError, match="Cannot read"):
        dataset.load(tmp_path / "missing.parquet")
    with pytest.raises(SevenhexError, match="Cannot write"):
        dataset.write_parquet(tmp_path / "no" / "games.parquet", usual.pool(), 1, 1)
    assert list(tmp_path.iterdir()) == []
