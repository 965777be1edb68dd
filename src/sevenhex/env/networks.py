"""Networks that play inside `step`, many games at a time: `opponents="net:FILE"`, or a league of them, a file a seat.

The compiled functions stop where a network must choose, as they do for the caller. The environment then asks each network about all games
that wait for it, plays what it likes best, and goes on until every game waits for the caller. They play as `net:FILE` does at a table: the
likeliest choice, no trade with other players.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import OptionError
from sevenhex.nets.graph import GraphNetwork
from sevenhex.nets.network import Network
from sevenhex.nets.shipped import network_of
from sevenhex.observation import menu
from sevenhex.rules.ids import NOBODY, Island

from .opponents import NETWORK_PREFIX
from .setting import Setting

RATES = menu.SLOWEST - menu.FASTEST + 1
AT_ONCE = 4096  # positions that a network sees together: its layers want memory for each

Choose = Callable[[Any, Any], Any]  # rows of observations and masks to an index each


class Networks:
    """Whose turn it is, as far as networks play; `players` makes what answers of each network."""

    def __init__(self, setting: Setting, player: Callable[[Network | GraphNetwork, Setting], Choose]) -> None:
        self.players = setting.players
        self.drawn = setting.course.drawn_seat
        names = setting.networks
        self.at = np.array([names.index(name) if name in names else NOBODY for name in setting.bots], np.int8)  # by place
        self.choosers = [player(network_for(name, setting), setting) for name in names]

    def awaited(self, seats: NDArray[np.int8], shifts: NDArray[Any] | int) -> NDArray[np.int8]:
        """Which network each game waits for, -1 for the caller (or chance)."""
        found: NDArray[np.int8] = self.at[(seats - shifts) % self.players]
        found[seats < 0] = NOBODY
        return found


def network_for(name: str, setting: Setting) -> Network | GraphNetwork:
    """The network of a name, if it knows this table."""
    network = network_of(Path(name.removeprefix(NETWORK_PREFIX)))
    if isinstance(network, Network) and network.island != setting.island:
        wanted = Island(setting.island).name.lower()
        raise OptionError(f"{name} knows the {network.header.island} island; these games are on the {wanted} one.", option="opponents")
    return network


# --- what may be chosen


class Choices:
    """Which of the menu's entries a network chooses from."""

    def __init__(self, setting: Setting) -> None:
        self.known = menu.size(setting.island, setting.players, False)
        self.refuse = self.known + 1 if setting.has_trade_menu else 0  # the second entry of the first block of trade
        self.rates = [slice(menu.BANK + rate * menu.PAIRS, menu.BANK + (rate + 1) * menu.PAIRS) for rate in range(RATES)]

    def open(self, mask: Any) -> Any:
        """The allowed entries without trade between players, and without a trade with the supply that costs less at another rate."""
        found = mask[:, : self.known]
        found = found.clone() if hasattr(found, "clone") else found.copy()
        for place, rate in enumerate(self.rates):
            for better in self.rates[:place]:
                found[:, rate] &= ~mask[:, better]
        return found

    def best(self, scores: Any, mask: Any) -> Any:
        """The entry that is liked best; where only trade is left, a refusal if there is one, else the first that is allowed."""
        open_ = self.open(mask)
        liked = scores - 1e9 * ~open_ if isinstance(scores, np.ndarray) else scores.masked_fill(~open_, -1e9)
        chosen = liked.argmax(1)
        if not self.refuse:
            return chosen
        first = mask.argmax(1) if isinstance(mask, np.ndarray) else mask.byte().argmax(1)
        chosen = chosen * open_.any(1) + first * ~open_.any(1)
        only_trade = ~open_.any(1) & mask[:, self.refuse]
        return chosen * ~only_trade + self.refuse * only_trade


def numpy_player(network: Network | GraphNetwork, setting: Setting) -> Choose:
    """By NumPy, as the package plays everywhere."""
    choices, players = Choices(setting), setting.players

    def choose(observation: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        found = np.empty(len(mask), np.int64)
        for begin in range(0, len(mask), AT_ONCE):
            part = slice(begin, begin + AT_ONCE)
            found[part] = choices.best(network.evaluate(observation[part], players)[1], mask[part])
        return found

    return choose


def torch_player(network: Network | GraphNetwork, setting: Setting, device: str = "cuda") -> Choose:
    """By PyTorch, on tensors of its own device: for the games of a GPU."""
    import torch

    from sevenhex.nets.layout import ABSENT, layout
    from sevenhex.nets.models import model_of

    choices, plan = Choices(setting), layout(setting.island, setting.players)
    model = model_of(network, setting.island).to(device).eval().requires_grad_(False)

    def tensor(array: NDArray[Any]) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(device)

    absent = torch.arange(plan.seats, device=device)[None] >= setting.players
    source, no_byte = tensor(np.maximum(plan.source, 0)), tensor(plan.source == ABSENT)
    there = np.flatnonzero(plan.choice != ABSENT)
    back = tensor(there[np.argsort(plan.choice[there])])  # for each entry of the menu the network's own

    def scores_of(seen: Any) -> Any:
        own = seen if plan.identical else seen[:, source].masked_fill(no_byte, 0)
        return model(own, absent.expand(len(own), -1))[0].float()[:, back]

    def choose(observation: Any, mask: Any) -> Any:
        with torch.no_grad():
            parts = zip(observation.split(AT_ONCE), mask.split(AT_ONCE), strict=True)
            return torch.cat([choices.best(scores_of(seen), allowed) for seen, allowed in parts]).long()

    return choose
