"""Dice that anyone can check."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from typer.testing import CliRunner

from sevenhex import editions
from sevenhex.cli import app
from sevenhex.editions.deal import deal
from sevenhex.editions.start import generator
from sevenhex.game import fairdice
from sevenhex.game.fairdice import Chain
from sevenhex.game.game import Game

SEED = bytes(range(32))


def play(words=None, limit=400):
    """A game whose chance follows the chain, played by the first legal action."""
    words = words or {}
    chain = Chain.of(SEED, words)
    game = Game.new("sixth", 3, seed=chain.island, victory_points=3)
    outcomes = 0
    while not game.is_over and len(game.log) < limit:
        if game.awaits_chance:
            game.push(game.pick(chain.outcome(outcomes)), -1)
            outcomes += 1
        else:
            seat = game.to_act[0]
            legal = game.legal(seat)
            game.push(legal[len(game.log) % len(legal)], seat)
    game.headers |= {"Seed": SEED.hex(), "Commit": fairdice.commit(SEED), **{f"Word{seat}": said for seat, said in words.items()}}
    return game


def test_the_chain_is_what_the_documentation_says():
    mixed = b'[[0,"red \xc3\xa4"],[2,"x"]]'
    assert fairdice.mix({2: "x", 0: "red ä"}) == mixed
    drawn = hmac.new(SEED, mixed + (5).to_bytes(8, "big"), hashlib.sha256).digest()
    assert fairdice.number(SEED, mixed, 5) == int.from_bytes(drawn[:4], "big")
    assert fairdice.commit(SEED) == hashlib.sha256(SEED).hexdigest()


def test_words_change_everything():
    numbers = {Chain.of(SEED, words).outcome(0) for words in ({}, {0: "a"}, {0: "b"}, {1: "a"}, {0: "a", 1: "a"})}
    assert len(numbers) == 5


def test_a_game_follows_from_its_seed():
    game = play({0: "hello", 2: 'a "quoted" word'})
    verdict = fairdice.verify(game, SEED, {0: "hello", 2: 'a "quoted" word'}, fairdice.commit(SEED))
    assert verdict.holds
    assert len(verdict.checks) == sum(seat == -1 for seat, _ in game.log)
    for check in verdict.checks:
        total = sum(weight for _, weight in check.choices)
        index = check.number * total >> 32
        laid_out = [outcome for outcome, weight in check.choices for _ in range(weight)]
        assert laid_out[index] == check.found  # as the page picks


@pytest.mark.parametrize("broken", ["seed", "words", "commit"])
def test_whatever_was_changed_is_found(broken):
    game = play({0: "hello"})
    seed = bytes(32) if broken == "seed" else SEED
    words = {0: "Hello"} if broken == "words" else {0: "hello"}
    promised = "0" * 64 if broken == "commit" else fairdice.commit(SEED)
    assert not fairdice.verify(game, seed, words, promised).holds


def test_the_command_verifies_a_record(tmp_path):
    run = CliRunner()
    file = tmp_path / "game.txt"
    game = play({1: "two words"})
    file.write_text(game.record())
    fine = run.invoke(app, ["verify", str(file)])
    assert fine.exit_code == 0, fine.output
    assert "island: follows from the seed" in fine.stdout
    assert json.loads(run.invoke(app, ["verify", str(file), "--json"]).stdout)["holds"]
    file.write_text(game.record().replace('[Word1 "two words"]', '[Word1 "two word"]'))
    broken = run.invoke(app, ["verify", str(file)])
    assert broken.exit_code == 1
    assert "DOES NOT FOLLOW" in broken.stdout


def test_a_record_without_a_seed_is_explained(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(Game.new("sixth", 3, seed=1).record())
    refused = CliRunner().invoke(app, ["verify", str(file)])
    assert refused.exit_code == 2
    assert "no Seed" in refused.stderr
    assert CliRunner().invoke(app, ["verify", str(tmp_path / "none")]).exit_code == 2


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("sixth", 4, {}), ("summary", 6, {"tokens": "random"}), ("fourth", 3, {"tokens": "random"}), ("zip", 3, {})],
)
def test_the_draws_of_an_island_can_be_made_again(edition, players, options):
    """As the page makes them: by places, from the same generator."""
    agreed = editions.load(edition).configure(players, **options)
    island = Chain.of(SEED, {0: "hello"}).island
    assert deal(agreed, generator(island)) == deal(agreed, fairdice.Draws(generator(island).getstate()))
    again = generator(island)
    draws = fairdice.island_draws(agreed, island)
    for draw in draws:
        places = list(range(draw["n"]))
        if draw["op"] == "shuffle":
            again.shuffle(places)
            assert draw["result"] == places
        elif draw["op"] == "sample":
            assert draw["result"] == again.sample(places, len(draw["result"]))
        else:
            assert draw["result"] == [again.choice(places)]
    if draws and draws[0]["n"] == 19:
        box = sorted(deal(agreed, generator(island)).terrain)
        assert tuple(box[place] for place in draws[0]["result"]) == deal(agreed, generator(island)).terrain
