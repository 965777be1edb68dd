"""OpenSpiel: the whole game with explicit chance, for its algorithms (`import sevenhex.env.openspiel`, then `load_game`).

import pyspiel, sevenhex.env.openspiel
game = pyspiel.load_game("sevenhex(players=3,edition=sixth)")
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from sevenhex.observation import encoding, menu
from sevenhex.observation.notes import NOTES
from sevenhex.rules import engine
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import LAST_CHANCE_PHASE, Phase
from sevenhex.rules.options import MAX_ACTIONS

from . import play
from .setting import Setting

PARAMETERS: dict[str, Any] = {"edition": "sixth", "players": 4, "trade": False, "deal": 0, "limit": 3000}
TYPE = pyspiel.GameType(
    short_name="sevenhex",
    long_name="CATAN (Sevenhex)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)
CHANCES_A_TURN = 2  # a roll, and a draw or a steal; more only with several cards bought, for which a limit of actions leaves room


class SevenhexGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (params or {})
        self.setting = Setting(
            edition=given["edition"],
            players=given["players"],
            trade=bool(given["trade"]),
            deal=given["deal"],
            limit=given["limit"],
            skip_forced=False,
            islands=1,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.menu_size,
            max_chance_outcomes=ROLLS,
            num_players=self.setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setting.limit,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> SevenhexState:
        return SevenhexState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SevenhexObserver:
        return SevenhexObserver(self.setting)

    def max_chance_nodes_in_history(self) -> int:
        return CHANCES_A_TURN * self.setting.limit


class SevenhexState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SevenhexGame) -> None:
        super().__init__(game)
        self.setting = game.setting
        self.state, self.notes = game.setting.start.copy(), np.zeros(1, NOTES)
        self.actions = 0

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.state["phase"][0] <= LAST_CHANCE_PHASE:
            return int(pyspiel.PlayerId.CHANCE)
        awaited = int(engine.awaited(self.state))
        return (awaited & -awaited).bit_length() - 1

    def _legal_actions(self, player: int) -> list[int]:
        """Sorted indices of the menu."""
        _, mask = self.see(player)
        found: list[int] = np.flatnonzero(mask).tolist()
        return found

    def see(self, player: int) -> tuple[Any, Any]:
        """Observation and mask of a seat."""
        seen = np.zeros(self.setting.observation_size, np.uint8)
        mask = np.zeros(self.setting.menu_size, np.bool_)
        play.look(self.state, self.notes, player, self.setting.course, np.zeros(MAX_ACTIONS, np.int64), seen, mask)
        return seen, mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Rolls are 6 * (first die - 1) + second die - 1; drawn and stolen cards are their kind."""
        weights = [play.chance_weight_of(self.state, which) for which in range(ROLLS)]
        return [(which, weight / sum(weights)) for which, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            done = int(play.chance_of(self.state, action))
        else:
            done = int(menu.action_of(self.state, player, action))
            self.actions += 1
        play.note_before(self.state, self.notes, player, done)
        engine.apply(self.state, player, done)
        play.note_after(self.state, self.notes, done)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else f"seat {player}: {action}"

    def is_terminal(self) -> bool:
        return bool(self.state["phase"][0] == Phase.OVER) or self.actions >= self.setting.limit

    def returns(self) -> list[float]:
        winner = int(self.state["winner"][0])
        others = -1.0 / (self.setting.players - 1)
        return [0.0 if winner < 0 else 1.0 if seat == winner else others for seat in range(self.setting.players)]

    def __str__(self) -> str:
        return f"turn {int(self.state['turn'][0])}, {Phase(int(self.state['phase'][0])).name.lower()}, {self.actions} actions"


class SevenhexObserver:
    """OpenSpiel's observer: the environment's observation as numbers (`encoding.expand`)."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.tensor = np.zeros(encoding.size(setting.island, setting.players), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SevenhexState, player: int) -> None:
        seen, _ = state.see(player)
        encoding.expand(seen[None], self.setting.island, self.setting.players, out=self.tensor[None])

    def string_from(self, state: SevenhexState, player: int) -> str:
        return str(state.see(player)[0].tobytes().hex())


pyspiel.register_game(TYPE, SevenhexGame)
