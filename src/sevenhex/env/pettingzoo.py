"""PettingZoo (AEC): every seat is an agent, and the seat that must decide is asked.

from sevenhex.env import pettingzoo
env = pettingzoo.env(players=4)
env = pettingzoo.parallel_env(players=4)   # everybody gives an action, one counts: that of infos[agent]["active_agent"]
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pettingzoo.utils as wrappers
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from sevenhex.errors import OptionError, one_of

from .table import RENDER_MODES, ObservedGame
from .vector import make_setting


def env(**settings: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks around it."""
    return wrappers.OrderEnforcingWrapper(raw_env(**settings))


def parallel_env(**settings: Any) -> ParallelEnv:
    """The same in PettingZoo's parallel form for games with turns: every agent sees every step, the action of one is played."""
    return turn_based_aec_to_parallel(raw_env(**settings))


class raw_env(AECEnv):  # type: ignore[misc]
    metadata = {"render_modes": list(RENDER_MODES), "name": "sevenhex_v0", "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OptionError(f"render_mode is {render_mode!r}; {one_of(render_mode, RENDER_MODES)}.", option="render_mode")
        self.setting = make_setting(settings)
        if any(self.setting.bots):
            raise OptionError("Every seat is an agent in PettingZoo; leave opponents out, or use TableEnv.", option="opponents")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setting.players)]
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.setting.observation_size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.setting.menu_size,), np.int8),
            }
        )
        self._spaces = {agent: spaces.Discrete(self.setting.menu_size) for agent in self.possible_agents}
        self._nothing = np.zeros(self.setting.menu_size, np.bool_)
        self._random, _ = gymnasium.utils.seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _ = gymnasium.utils.seeding.np_random(seed)
        self.table = ObservedGame(self.setting, int(self._random.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self._asked()]
        self.infos: dict[str, dict[str, Any]] = {agent: self._info(agent) for agent in self.agents}

    def _asked(self) -> int:
        """The seat whose choice comes next; for chance that is shown, the one whose turn it is."""
        return self.table.seat if self.table.seat >= 0 else int(self.table.state["actor"][0])

    def _info(self, agent: str) -> dict[str, Any]:
        mask = self.table.see(self.possible_agents.index(agent))[1] if agent == self.agent_selection else self._nothing
        info = {"active_agent": self.agent_selection, "action_mask": mask.view(np.int8)}
        return info | {"chances": self.table.chances()} if self.setting.chance == "shown" else info

    def observe(self, agent: str) -> dict[str, Any]:
        observation, mask = self.table.see(self.possible_agents.index(agent))
        if agent != self.agent_selection:
            mask[:] = False
        return {"observation": observation, "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise OptionError(f"{agent} must choose an index of the menu; None is for agents whose game is over.")
        self.table.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: self.table.reward(self.possible_agents.index(each)) for each in self.agents}
        over, cut = self.table.is_over, self.table.is_cut
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        if not over:
            self.agent_selection = self.possible_agents[self._asked()]
            self.infos = {each: self._info(each) for each in self.agents}
        self._accumulate_rewards()

    def render(self) -> Any:
        return None if self.render_mode is None else self.table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
