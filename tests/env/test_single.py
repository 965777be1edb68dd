"""Gymnasium's and PettingZoo's own checkers, and the rules of the table."""

from __future__ import annotations

import copy
import itertools
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import sevenhex.env  # noqa: E402
from sevenhex.editions import load, names  # noqa: E402
from sevenhex.env import pettingzoo  # noqa: E402
from sevenhex.env.single import TableEnv  # noqa: E402
from sevenhex.errors import ActionError, OptionError  # noqa: E402
from sevenhex.rules.check import check  # noqa: E402
from sevenhex.rules.ids import Kind  # noqa: E402

TABLES = [(key, players) for key in names() for players in load(key).all_players]


def play(env, seed, most=3000):
    observation, _ = env.reset(seed=seed)
    rng, steps = np.random.default_rng(seed), []
    for _ in range(most):
        action = int(rng.choice(np.flatnonzero(observation["mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        steps.append((action, observation["observation"].tobytes(), reward))
        if terminated or truncated:
            return steps, reward, terminated, truncated, info
    raise AssertionError("no end")


@pytest.mark.parametrize("illegal", [None, "lose"])
def test_gymnasium_is_content(illegal):
    """As it is registered, without a single warning; their checker draws any index."""
    sevenhex.env.register()
    given = {} if illegal is None else {"illegal": illegal}
    env = gymnasium.make("sevenhex/Table-v0", render_mode="rgb_array", **given)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize(("edition", "players"), TABLES, ids=lambda value: str(value))
def test_the_checkers_are_content_with_every_setting(edition, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for trade, forced in itertools.product((False, True), repeat=2):
            settings = {"edition": edition, "players": players, "trade": trade, "skip_forced": forced, "victory_points": 5, "limit": 200}
            opponents = "greedy" if forced else "random"
            check_env(TableEnv(opponents=opponents, **settings), skip_render_check=True)
            api_test(pettingzoo.env(**settings), num_cycles=12)


@pytest.mark.parametrize(("edition", "players"), TABLES, ids=lambda value: str(value))
def test_one_learner_at_every_table(edition, players):
    """Every bot as the opponent, with and without trade: masks are right, and games end."""
    for opponents, trade in itertools.product(("random", "greedy", "steady", "planner:quick"), (False, True, "opponents")):
        env = TableEnv(opponents=opponents, edition=edition, players=players, trade=trade, victory_points=4, limit=60)
        observation, _ = env.reset(seed=players)
        rng, over = np.random.default_rng(players), False
        while not over:
            game = env.table.game
            assert game.to_act[0] == env.seat
            assert observation["mask"].sum() >= len(game.legal(env.seat)) > 0
            assert trade is True or observation["mask"].sum() == len(game.legal(env.seat))
            observation, _, terminated, truncated, _ = env.step(int(rng.choice(np.flatnonzero(observation["mask"]))))
            over = terminated or truncated
        assert check(env.table.game.state) == []


def test_it_is_registered():
    sevenhex.env.register()
    sevenhex.env.register()
    env = gymnasium.make("sevenhex/Table-v0", players=3, disable_env_checker=True)
    observation, info = env.reset(seed=1)
    assert observation["mask"].any()
    assert info["winner"] == -1


@pytest.mark.parametrize(
    "script",
    [
        "import gymnasium; gymnasium.make('sevenhex.env:sevenhex/Table-v0', players=3)",
        "import gymnasium, sevenhex.env; gymnasium.register_envs(sevenhex.env); gymnasium.make('sevenhex/Table-v0')",
        "import sevenhex.env, gymnasium; gymnasium.make('sevenhex.env:sevenhex/Table-v0')",
        "import sevenhex.env, gymnasium; sevenhex.env.register(); gymnasium.make('sevenhex/Table-v0')",
    ],
)
def test_gymnasium_finds_it_by_name(script):
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", script + "; print('made')"], capture_output=True, text=True, check=False)
    assert said.stdout.strip() == "made", said.stderr[-2000:]


def test_where_gymnasium_is_not_installed_the_rest_is_there():
    script = "import sys; sys.modules['gymnasium'] = None; import sevenhex.env; print(sevenhex.env.VectorEnv.__name__)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "VectorEnv"


def test_pettingzoo_is_content():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(), num_cycles=60)
        seed_test(lambda: pettingzoo.env(players=3), num_cycles=40)


def test_a_seed_repeats_a_game_and_the_learner_is_rewarded():
    env = TableEnv(players=3, seat=1)
    steps, reward, terminated, truncated, info = play(env, 4)
    assert play(env, 4)[0] == steps
    assert (terminated, truncated) == (True, False)
    assert reward == (1.0 if info["winner"] == 1 else -0.5)


def test_the_limit_truncates():
    _, reward, terminated, truncated, _ = play(TableEnv(limit=40), 1)
    assert (reward, terminated, truncated) == (0.0, False, True)


def test_bots_of_any_kind_sit_at_the_table():
    env = TableEnv(players=3, opponents=["random", "greedy"], limit=60)
    play(env, 2)


@pytest.mark.parametrize("opponents", ["planner:quick", "scholar:quick", ["planner:quick", "greedy"]])
def test_a_learner_without_a_trade_menu_is_never_asked(opponents):
    for trade in (False, "opponents"):
        env = TableEnv(players=3, opponents=opponents, trade=trade, limit=40 if "scholar" in opponents else 150)
        observation, _ = env.reset(seed=7)
        offers = 0
        for _ in range(200):
            assert observation["mask"].any()
            _, _, terminated, truncated, _ = result = env.step(int(np.flatnonzero(observation["mask"])[-1]))
            observation = result[0]
            assert env.table.game.state[0].answer[env.seat] == 0
            if terminated or truncated:
                break
        else:
            raise AssertionError("no end")
        offers = sum(action & 63 == Kind.OFFER for _, action in env.table.game.log)
        assert trade or not offers


def test_a_learner_with_a_trade_menu_is_asked():
    env, asked = TableEnv(players=3, opponents="planner:quick", trade=True, limit=400), 0
    for seed in range(3):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            asked += int(env.table.game.state[0].answer[env.seat] == 1)
            observation, _, terminated, truncated, _ = env.step(int(np.flatnonzero(observation["mask"])[0]))
            over = terminated or truncated
    assert asked > 0


def test_the_parallel_form_plays_a_game():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = pettingzoo.parallel_env(players=3, victory_points=4)
        observations, infos = env.reset(seed=1)
        rng = np.random.default_rng(1)
        while env.agents:
            acting = infos[env.agents[0]]["active_agent"]
            assert [agent for agent in env.agents if observations[agent]["action_mask"].any()] == [acting]
            chosen = int(rng.choice(np.flatnonzero(observations[acting]["action_mask"])))
            observations, rewards, _, _, infos = env.step({agent: chosen if agent == acting else None for agent in env.agents})
        assert sorted(rewards.values()) == [-0.5, -0.5, 1.0]
    with pytest.raises(OptionError, match="Every seat is an agent"):
        pettingzoo.env(opponents="random")


def test_every_seat_gets_its_reward_in_pettingzoo():
    env = pettingzoo.raw_env(players=3)
    env.reset(seed=3)
    rng, rewards = np.random.default_rng(3), {}
    for agent in env.agent_iter(20_000):
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sorted(rewards.values()) == [-0.5, -0.5, 1.0]


def test_bad_input_is_refused():
    with pytest.raises(OptionError, match="opponents names 2"):
        TableEnv(opponents=["random", "random"])
    with pytest.raises(OptionError, match="seat is 7"):
        TableEnv(seat=7)
    with pytest.raises(OptionError, match="render_mode"):
        TableEnv(render_mode="hologram")
    with pytest.raises(OptionError, match="illegal is 'ignore'"):
        TableEnv(illegal="ignore")
    env = TableEnv(seat=0)
    with pytest.raises(OptionError, match="reset"):
        env.step(0)


WRONG = (-1, 5000, 1 << 70, 0.5, None, "roll")  # and the first index of the menu that may not be chosen


def wrong_ones(info):
    return [*WRONG, int(np.flatnonzero(info["action_mask"] == 0)[0])]


def test_an_index_that_may_not_be_chosen_is_replaced_and_reported():
    """Whatever was given, the lowest index that may be chosen is played."""
    env, twin = TableEnv(seat=0), TableEnv(seat=0)
    _, info = env.reset(seed=1)
    for given in wrong_ones(info):
        env.reset(seed=1)
        _, info = twin.reset(seed=1)
        observation, *_, steps = env.step(given)
        expected, *_ = twin.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert (observation["observation"] == expected["observation"]).all()
        assert steps["illegal"] == (given if type(given) is int else -1)
    assert "illegal" not in env.step(np.flatnonzero(env.action_masks())[0])[4]


def test_those_who_ask_for_errors_get_them_and_nothing_happens():
    env = TableEnv(seat=0, illegal="error")
    observation, info = env.reset(seed=1)
    before = env.table.game.copy()
    for given in wrong_ones(info):
        with pytest.raises(ActionError, match="not allowed now"):
            env.step(given)
        assert (env.action_masks() == observation["mask"]).all()
        assert env.table.game == before


def test_a_lost_game_is_lost_for_good():
    env = TableEnv(seat=0, illegal="lose")
    _, info = env.reset(seed=1)
    for given in wrong_ones(info):
        env.reset(seed=1)
        observation, reward, over, cut, steps = env.step(given)
        assert (reward, over, cut, observation["mask"].any(), steps["action_mask"].any()) == (-1.0, True, False, False, False)
        with pytest.raises(OptionError, match="ended"):
            env.step(0)
    assert env.reset(seed=1)[1]["action_mask"].any()


def test_the_mask_is_given_three_times():
    env = TableEnv(players=3)
    env.action_space.seed(2)
    observation, info = env.reset(seed=2)
    for _ in range(40):
        assert (observation["mask"] == info["action_mask"]).all()
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        assert env.action_masks().dtype == np.bool_
        observation, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        assert not over


@pytest.mark.parametrize("opponents", ["random", ["random", "greedy", "steady"]])
def test_an_environment_branches(opponents):
    """A deep copy and a pickle go on as the original does, whichever moment they were taken at."""
    env = TableEnv(opponents=opponents, limit=120)
    _, info = env.reset(seed=5)
    for step in range(12):
        twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        chosen = int(np.flatnonzero(info["action_mask"])[step % int(info["action_mask"].sum())])
        observation, *result, info = env.step(chosen)
        for twin in twins:
            seen, *steps, _ = twin.step(chosen)
            assert steps == result
            assert (seen["observation"] == observation["observation"]).all()
            assert twin.table.game == env.table.game
        if any(result[1:]):
            break


def test_it_can_be_drawn():
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        env = TableEnv(render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    assert env.render().shape[2] == 3
    assert env.render().std() > 10
