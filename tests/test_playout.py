"""Random play: the generator, whole games, batches, and the command that shows them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.editions import load
from sevenhex.editions.start import new_state
from sevenhex.playout import batch, generator
from sevenhex.rules.ids import Phase

RUN = CliRunner()


@pytest.fixture(scope="module")
def starts():
    configuration = load("sixth").configure(4)
    return np.concatenate([new_state(configuration, island)[0] for island in range(8)])


# --- the generator


def test_the_generator_is_splitmix64():
    """Published first outputs of SplitMix64 for the seed 1234567."""
    counter, found = generator.word(1234567), []
    for _ in range(3):
        counter = generator.word(generator.advance(counter))
        found.append(int(generator.scramble(counter)))
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_numbers_are_uniform_and_32_bits_wide():
    counter, numbers = generator.word(generator.stream(1, 2)), []
    for _ in range(6000):
        counter = generator.word(generator.advance(counter))
        numbers.append(int(generator.number(counter)))
    assert min(numbers) >= 0
    assert max(numbers) < 1 << 32
    faces = np.bincount([number * 6 >> 32 for number in numbers], minlength=6)
    assert abs(faces - 1000).max() < 150


def test_streams_of_neighbouring_games_and_seeds_differ():
    counters = {int(generator.stream(seed, game)) for seed in range(20) for game in range(50)}
    assert len(counters) == 1000


# --- batches


def test_the_same_seed_gives_the_same_games_for_any_number_of_workers(starts):
    tallies = [batch.simulate(starts, 5, 1200, workers) for workers in (1, 2, 3)]
    assert tallies[0] == tallies[1] == tallies[2]
    assert tallies[0] != batch.simulate(starts, 6, 1200, 2)


def test_a_batch_is_the_sum_of_its_games(starts):
    whole = batch.play_chunk(starts, 5, 0, 40)
    assert (whole == sum(batch.play_chunk(starts, 5, game, 1) for game in range(40))).all()


def test_a_tally_adds_up(starts):
    heard = []
    tally = batch.simulate(starts, 5, 1100, 2, heard.append)
    assert sum(heard) == sum(tally.wins) == tally.games == 1100
    assert tally.unfinished == 0
    assert tally.actions > tally.chances > 0
    assert tally.turns > 0


def test_checking_leaves_the_starts_alone_and_plays_to_the_end(starts):
    before = starts.tobytes()
    bad, found, steps, state = batch.check_games(starts, 5, 3)
    assert (bad, found, starts.tobytes() == before, int(state["phase"][0])) == (-1, 0, True, Phase.OVER)
    assert steps > 300


def test_a_bad_state_is_found_and_kept(starts):
    broken = starts.copy()
    broken["points"][2, 1] = 3
    bad, found, _, state = batch.check_games(broken, 5, 8)
    assert (bad, found != 0, int(state["points"][0, 1])) == (2, True, 3)


# --- the command


def simulate(*arguments):
    ran = RUN.invoke(app, ["simulate", *arguments])
    assert ran.exit_code == 0, ran.output
    return ran


KEYS = {"games", "actions", "seconds", "games_per_second", "actions_per_second", "wins_by_seat", "mean_turns", "chance_outcomes"}


@pytest.mark.parametrize(("edition", "players"), [("sixth", 4), ("extension", 6), ("zip", 3)])
def test_simulate_reports(edition, players):
    report = json.loads(simulate("--games", "60", "--players", str(players), "--edition", edition, "--seed", "3", "--json").stdout)
    assert report.keys() >= KEYS
    assert report["games"] == sum(report["wins_by_seat"]) == 60
    assert len(report["wins_by_seat"]) == players


def test_simulate_is_the_same_in_every_process_and_with_any_number_of_workers():
    def report(workers, hash_seed):
        command = [sys.executable, "-m", "sevenhex", "simulate", "--games", "700", "--seed", "9", "--workers", str(workers), "--json"]
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        said = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
        return {key: value for key, value in said.items() if "second" not in key}

    assert report(1, "1") == report(2, "2")


def test_simulate_takes_options():
    quick = json.loads(simulate("--games", "40", "--option", "victory_points=5", "--json").stdout)
    assert quick["mean_turns"] < json.loads(simulate("--games", "40", "--json").stdout)["mean_turns"]


def test_simulate_speaks_to_people():
    assert "games per second" in simulate("--games", "20").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--edition", "sixht"], "did you mean 'sixth'"),
        (["--players", "7"], "got 7"),
        (["--option", "victory_points"], "expected name=value"),
        (["--option", "victory_points=99"], "expected a whole number from 3 to 20"),
    ],
)
def test_simulate_refuses_in_words(arguments, said):
    ran = RUN.invoke(app, ["simulate", "--games", "5", *arguments])
    assert ran.exit_code == 2
    assert said in ran.output


def test_bench_measures():
    ran = RUN.invoke(app, ["bench", "--games", "10", "--no-oracle", "--no-compile", "--json"])
    assert ran.exit_code == 0, ran.output
    report = json.loads(ran.stdout)
    assert report.keys() >= {"four_players_ns_per_action", "six_players_ns_per_action", "copy_ns", "start_seconds", "six_to_four"}
    rows = report.pop("editions")
    assert {row["game"].split()[0] for row in rows} == {"fourth", "summary", "extension", "sixth", "zip"}
    assert {"zip 3", "sixth 2", "extension 6, 20 points"} <= {row["game"] for row in rows}
    assert next(row["times"] for row in rows if row["game"] == "sixth 4") == 1
    assert report.pop("slowest").split(":")[0] in {row["game"] for row in rows}
    assert all(value > 0 for value in report.values())
