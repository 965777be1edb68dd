"""The bot with the network: whole games at every table, positions counted, and `scholar` where there are no weights."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from amounts import amount
from older_weights import without_option
from sevenhex import bots
from sevenhex.bots import master
from sevenhex.bots.lookahead import Lookahead, Question
from sevenhex.bots.network import Policy
from sevenhex.bots.protocol import Limit
from sevenhex.game.game import Game
from sevenhex.knowledge.sample import sample
from sevenhex.knowledge.views import View
from sevenhex.nets import network
from sevenhex.nets.network import NetworkError
from sevenhex.nets.shipped import network_of, path_of, shipped
from sevenhex.observation import menu
from sevenhex.rules.actions import first, kind_of, third
from sevenhex.rules.ids import Kind
from sevenhex.rules.state import OPTIONS
from sevenhex.search import positions

TABLES = [("sixth", 2), ("fourth", 3), ("zip", 4), ("extension", 5), ("summary", 6)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_plays_whole_games_of_every_edition(edition, players):
    game = Game.new(edition, players, seed=3, victory_points=amount(3, 5))
    names = ["master:quick", "planner", *["steady"] * (players - 2)]
    guards = [bots.Guard(bots.make(name, seed=seat), same_thread=True) for seat, name in enumerate(names)]
    bots.play(game, guards, Random(3), most=4000)
    assert [guard.faults for guard in guards] == [[]] * players
    assert game.is_over


def test_it_trades():
    for seed in range(amount(1, 3)):
        game = Game.new("sixth", 4, seed=seed)
        guards = [bots.Guard(bots.make("master:quick", seed=seat), same_thread=True) for seat in range(4)]
        missing, rng = {Kind.OFFER, Kind.ACCEPT, Kind.CONFIRM, Kind.REFUSE}, Random(seed)
        while missing and game.version < 700:
            before = game.version
            bots.play(game, guards, rng, most=before + 20)
            missing -= {action & 63 for _, action in game.log[before:]}
        assert not any(guard.faults for guard in guards)
        assert not missing


def middle(seed: int = 2) -> Game:
    game = Game.new("sixth", 4, seed=seed, starter=0)
    guards = [bots.Guard(bots.make("steady", seed=seat), same_thread=True) for seat in range(4)]
    rng = Random(seed)
    while game.version < 150 or game.awaits_chance or len(game.legal(game.to_act[0])) < 3:
        game.resolve(rng) if game.awaits_chance else bots.step(game, guards)
    return game


def look(view: View, worlds: int = 1) -> Lookahead:
    """A look-ahead with some worlds of a view, judged by its seat."""
    ahead = Lookahead(shipped(0), view.state)
    ahead.put(view, [sample(view, Random(1 + number)) for number in range(worlds)], viewer=view.seat)
    return ahead


def test_chances_stand_by_seat_for_every_observer():
    game = middle()
    view = game.view(game.to_act[0])
    ahead = look(view)
    chances = ahead.judge(0, 1).chances[0]
    assert chances.sum() == pytest.approx(1, abs=1e-4)
    seat = view.seat
    counted = ahead.network.evaluate(ahead.pool.seen[:1], 4)[0][0]
    assert [chances[(seat + step) % 4] for step in range(4)] == pytest.approx(counted.tolist(), abs=1e-5)


def test_positions_that_look_alike_are_judged_once():
    game = middle()
    view = game.view(next(iter(game.to_act)))
    ahead = look(view, 4)
    pool = ahead.pool
    pool.look(0, 4, pool.actors)  # four imagined worlds look the same to the seat that imagined them
    pool.seen[4] = pool.seen[0]
    pool.seen[4, ::7] = 0
    rows = pool.seen[[0, 4, 1, 4, 2]]
    chances, scores = ahead.evaluate(rows)
    assert ahead.judged == 2
    plain = ahead.network.evaluate(rows, game.players)
    assert np.allclose(chances, plain[0], atol=1e-5)
    assert np.allclose(scores, plain[1], atol=1e-3)
    assert not np.allclose(chances[0], chances[1])


def test_positions_are_played_on_to_the_end_of_the_turn_or_for_a_round():
    game = middle()
    seat = next(iter(game.to_act))
    view = game.view(seat)
    for rounds, turns in ((0, 1), (1, 1 + game.players)):
        ahead = look(view)
        ahead.try_out([Question(seat, [0], game.legal(seat)[:2], 5)], samples=2, rounds=rounds)
        for end, waits in zip(ahead.pool.states[1:5], ahead.pool.waits[1:5], strict=True):  # behind the world: two samples of two actions
            assert waits == positions.OVER or end["turn"] >= view.state["turn"][0] + turns
            assert waits in (positions.OVER, seat) or not rounds


def test_playing_on_leaves_the_first_positions_as_they_were():
    game = middle()
    view = game.view(game.to_act[0])
    ahead = look(view, 3)
    before = ahead.pool.states[:3].tobytes()
    legal = game.legal(view.seat)
    liked = ahead.favourites(0, view.seat, legal, 4)
    (chances,) = ahead.try_out([Question(view.seat, [0, 1, 2], [action for action, _ in liked], 7)], samples=48)
    assert ahead.pool.states[:3].tobytes() == before
    assert chances.shape == (len(liked), 48, game.players)
    assert np.allclose(chances.sum(axis=2), 1, atol=1e-4)


def test_what_the_policy_hardly_likes_is_not_played_on():
    """Its first choice is kept, however little it likes that."""
    game = middle()
    view = game.view(game.to_act[0])
    ahead = look(view)
    legal, seat = game.legal(view.seat), view.seat
    every = ahead.favourites(0, seat, legal, len(legal))
    assert [liking for _, liking in every] == sorted((liking for _, liking in every), reverse=True)
    assert np.isclose(sum(np.exp(liking) for _, liking in every), 1, atol=1e-4)
    bound = every[1][1] + 1e-6
    assert ahead.favourites(0, seat, legal, len(legal), bound) == every[:1]
    assert ahead.favourites(0, seat, legal, len(legal), 1.0) == every[:1]
    assert ahead.favourites(0, seat, legal, 2) == every[:2]


@pytest.mark.parametrize("level", ["quick", "normal"])
@pytest.mark.parametrize("message", ["There is no weight file small.npz.", "The weight file small.npz cannot be read."])
def test_without_weights_scholar_plays_and_it_is_reported_once(monkeypatch, caplog, message, level):
    def missing(island: int, alone: bool) -> None:
        raise NetworkError(message)

    monkeypatch.setattr(master, "shipped", missing)
    monkeypatch.setattr(master.Master, "complaints", set())
    game = middle()
    view, legal = game.view(game.to_act[0]), game.legal(game.to_act[0])
    chosen = bots.make("master", level=level, seed=4).choose(view, legal, bots.Limit())
    assert chosen == bots.make("scholar", level=level, seed=4).choose(view, legal, bots.Limit())
    bots.make("master", level=level, seed=4).choose(view, legal, bots.Limit())
    assert [record.getMessage() for record in caplog.records].count(f"master plays like scholar: {message}") == 1


def test_the_shipped_weights_are_small_and_say_how_they_were_made():
    sizes = 0
    for path in {path_of(island, alone) for island in (0, 1) for alone in (False, True)}:
        made = network_of(path).header.made
        assert made["command"].startswith("sevenhex train")
        assert made["choices"] > 1e7
        sizes += path.stat().st_size
    assert sizes < 16e6
    assert sizes == sum(path.stat().st_size for path in path_of(0).parent.glob("*.npz"))


def test_the_quick_level_plays_by_a_policy_that_is_stronger_alone():
    game = middle()
    view = game.view(game.to_act[0])
    quick, normal = (master.Master(level, seed=1).network(view) for level in ("quick", "normal"))
    assert quick is shipped(0, alone=True)
    assert normal is shipped(0)
    assert quick is not normal


def test_the_supply_is_never_paid_more_than_it_asks_for(monkeypatch):
    """TRADE-6: with a harbor a worse rate is legal too; neither the search nor a policy, however much it likes that, considers it."""
    game = Game.new("sixth", 4, seed=3, starter=0)
    rng = Random(3)
    while not game.is_over and len(game.log) < 500:
        if game.awaits_chance:
            game.resolve(rng)
            continue
        seat = game.to_act[0]
        legal = game.legal(seat)
        rates: dict[int, set[int]] = {}
        for action in legal:
            if kind_of(action) == Kind.BANK:
                rates.setdefault(int(first(action)), set()).add(int(third(action)))
        if any(len(each) > 1 for each in rates.values()):
            view = game.view(seat)
            ahead = look(view)
            kept = [action for action, _ in ahead.favourites(0, seat, legal, len(legal))]
            assert all(int(third(action)) == min(rates[int(first(action))]) for action in kept if kind_of(action) == Kind.BANK)
            dear = [action for action in legal if kind_of(action) == Kind.BANK and third(action) > min(rates[int(first(action))])]
            state = view.state.copy()
            policy_scores = np.zeros(1000, np.float32)
            policy_scores[[int(menu.index_in(state, seat, action)) for action in dear]] = 9.0
            monkeypatch.setattr(Lookahead, "policy_scores", lambda self, place, message=policy_scores: message)
            assert Policy(str(path_of(0))).choose(view, legal, Limit(1.0)) not in dear
            return
        builds = [action for action in legal if kind_of(action) in (Kind.SETTLE, Kind.CITY)]
        game.push(rng.choice(builds or legal), seat)
    raise AssertionError("no position with a choice of rates was found")


def test_master_plays_by_a_network_from_before_an_option(tmp_path, monkeypatch):
    """A new option leaves `master` with its network: it does not fall back to `scholar`."""
    path = tmp_path / "small.npz"
    shipped(0).save(path)
    without_option(path, OPTIONS[-1][0])
    older = network.Network.load(path)
    monkeypatch.setattr("sevenhex.bots.master.shipped", lambda island, alone: older)
    monkeypatch.setattr(master.Master, "stand_in", lambda self: pytest.fail("master plays like scholar"))
    game = Game.new(edition="sixth", players=4, seed=3)
    game.resolve(Random(3))
    seat = game.to_act[0]
    assert master.Master("quick", seed=1).choose(game.view(seat), game.legal(seat), Limit()) in game.legal(seat)
