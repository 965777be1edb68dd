"""The network of the island's geometry as PyTorch learns it; `nets/messages.py` says what it works out."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from . import features
from .graph import GraphNetwork, Header
from .layout import layout
from .messages import HEADS, Kit, Plan, Sizes, judge, plan, shapes
from .model import FIRST_FAITH, LEAST_CHANCE, without_gradients
from .network import LEAST_NORM, NetworkError

FIRST_HEAD = 0.01  # of the usual size


def fill(array: Tensor, axis: int, size: int) -> Tensor:
    wanted = [0, 0] * (array.ndim - 1 - axis) + [0, size - array.shape[axis]]
    return F.pad(array, wanted)


def kit(dtype: torch.dtype) -> Kit:
    return Kit(
        tools=features.Tools(lambda array: array.to(dtype), lambda array: array.amax(dim=-1), lambda parts: torch.cat(parts, dim=1)),
        last=lambda parts: torch.cat(parts, dim=-1),
        ordered=lambda array, axes: array.permute(axes),
        filled=fill,
        relu=F.relu,
        norm=lambda x, gain, shift: F.layer_norm(x, gain.shape, gain, shift, LEAST_NORM),
        exact=lambda array: array.float(),
    )


class GraphModel(nn.Module):  # type: ignore[misc]  # PyTorch is not looked into: its class is Any
    """Learns on one island; models of other islands may share its weights (`learnt`)."""

    def __init__(self, island: int, sizes: Sizes, learnt: nn.ParameterDict | None = None) -> None:
        super().__init__()
        self.island, self.sizes, self.seats = island, sizes, plan(island).seats
        self.choices = len(layout(island, self.seats).choice)
        self.constants: dict[str, dict[str, Any]] = {}
        for group, known in (("plan", plan(island)), ("tables", features.tables(island))):
            arrays = {name: each for name, each in vars(known).items() if hasattr(each, "dtype")}
            self.constants[group] = {name: each for name, each in vars(known).items() if name not in arrays}
            for name, array in arrays.items():
                self.register_buffer(f"{group}_{name}", torch.from_numpy(array), persistent=False)
        self.learnt = nn.ParameterDict() if learnt is None else learnt
        if learnt is None:
            self.learnt.update({name: nn.Parameter(self.first(name, shape)) for name, shape in shapes(sizes).items()})

    @staticmethod
    def first(name: str, shape: tuple[int, ...]) -> Tensor:
        if name.endswith("_gain"):
            return torch.ones(shape)
        if name == "faith":
            return torch.full(shape, FIRST_FAITH)
        if name.endswith(("_bias", "_shift")) or name == "island":
            return torch.zeros(shape)
        return torch.randn(shape) * (FIRST_HEAD if name in HEADS else 1.0) / shape[0] ** 0.5

    def forward(self, seen: Tensor, absent: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of all choices, and the logarithm of each seat's chance to win; `absent` is True for seats that do not play."""
        dtype = torch.bfloat16 if seen.is_cuda else torch.float32
        known: dict[str, dict[str, Any]] = {group: dict(constants) for group, constants in self.constants.items()}
        for name, table in self.named_buffers():
            group, _, own = name.partition("_")
            known[group][own] = table.to(dtype) if table.is_floating_point() else table
        absent = absent.expand(len(seen), self.seats)
        weights = {name: each.to(dtype) for name, each in self.learnt.items()}
        tables = features.Tables(**known["tables"])
        scores, worth = judge(seen, (~absent).T.to(dtype), Plan(**known["plan"]), tables, weights, self.sizes, kit(dtype))
        return scores, torch.log_softmax(worth.masked_fill(absent, LEAST_CHANCE), dim=1)

    def parts(self) -> dict[str, Tensor]:
        return dict(self.learnt.items())

    def weights(self, made: dict[str, Any]) -> GraphNetwork:
        """The same network for playing."""
        found = {name: part.detach().float().cpu().numpy() for name, part in self.parts().items()}
        return GraphNetwork(Header(sizes=tuple(self.sizes), made=made), found)

    @without_gradients
    def take(self, network: Any) -> None:
        """Begin from a weight file; `NetworkError` when it is of another shape."""
        if not isinstance(network, GraphNetwork) or network.sizes != self.sizes:
            raise NetworkError(f"The weights are of another network; this run learns a graph network of {self.sizes}.")
        for name, part in self.parts().items():
            part.copy_(torch.from_numpy(network.arrays[name]))
