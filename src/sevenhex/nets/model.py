"""The network as PyTorch learns it; `weights` hands it to `network.Network`, which plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from sevenhex.rules.ids import Island

from . import features
from .layout import inputs, layout, point_bytes
from .network import Header, Network, NetworkError

LEAST_CHANCE = -1e9  # the score of a choice that is not allowed
TABLE = "table_"  # begins the names of the buffers that features are worked out with
FIRST_FAITH = 0.35  # in a point: what the value says before it has learnt anything


Given = ParamSpec("Given")
Result = TypeVar("Result")


def without_gradients(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """`torch.no_grad`, with the function's own signature."""
    decorated: Callable[Given, Result] = torch.no_grad()(function)
    return decorated


class Model(nn.Module):  # type: ignore[misc]  # PyTorch is not looked into: its class is Any
    """A wide first layer over one-hot bytes, residual blocks, a policy over the menu and a chance to win for each seat."""

    def __init__(self, island: int, width: int, blocks: int, version: int = features.VERSION) -> None:
        super().__init__()
        own, seats = inputs(island), layout(island, 2).seats
        self.island, self.width, self.seats, self.version = island, width, seats, version
        byte = np.repeat(np.arange(len(own.row)), np.maximum(own.categories, 1))
        kind = np.arange(own.size) - own.row[byte]
        counts = own.categories[byte] == 0
        self.register_buffer("byte", torch.from_numpy(byte), persistent=False)
        self.register_buffer("kind", torch.from_numpy(np.where(counts, -1, kind).astype(np.int16)), persistent=False)
        self.register_buffer("scale", torch.from_numpy(np.where(counts, own.scale[byte], 0.0).astype(np.float32)), persistent=False)
        self.register_buffer("points", torch.from_numpy(point_bytes(island)), persistent=False)
        self.input = nn.Linear(own.size, width)
        if version:
            for name, table in vars(features.tables(island)).items():
                if name != "where":
                    self.register_buffer(f"{TABLE}{name}", torch.from_numpy(table), persistent=False)
            self.where = features.tables(island).where
            self.features = nn.Linear(features.size(island), width, bias=False)
            nn.init.zeros_(self.features.weight)  # a network that knew the bytes alone goes on as it was
        self.blocks = nn.ModuleList([nn.Linear(width, width) for _ in range(blocks)])
        self.norms = nn.ModuleList([nn.LayerNorm(width) for _ in range(blocks)])
        self.norm = nn.LayerNorm(width)
        self.choices = len(layout(island, seats).choice)
        self.policy, self.value = nn.Linear(width, self.choices), nn.Linear(width, seats)
        self.faith = nn.Parameter(torch.full((1,), FIRST_FAITH))
        with torch.no_grad():
            for head in (self.policy, self.value):
                head.weight.mul_(0.01)
                head.bias.zero_()

    def expand(self, seen: Tensor) -> Tensor:
        """Bytes as inputs: one-hot, or scaled."""
        bytes_ = seen[:, self.byte]
        dtype = torch.bfloat16 if seen.is_cuda else torch.float32
        return torch.where(self.kind < 0, bytes_.to(dtype) * self.scale.to(dtype), (bytes_ == self.kind).to(dtype))

    def work_out(self, seen: Tensor) -> Tensor:
        """The features; small whole numbers, for which half precision is enough on a GPU."""
        dtype = torch.bfloat16 if seen.is_cuda else torch.float32
        known = {name.removeprefix(TABLE): table for name, table in self.named_buffers() if name.startswith(TABLE)}
        tables = {name: table.to(dtype) if table.is_floating_point() else table for name, table in known.items()}
        tools = features.Tools(lambda array: array.to(dtype), lambda array: array.amax(dim=-1), lambda parts: torch.cat(parts, dim=1))
        found: Tensor = features.work_out(seen, features.Tables(where=self.where, **tables), tools)
        return found

    def forward(self, seen: Tensor, absent: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of all choices, and the logarithm of each seat's chance to win; `absent` is True for seats that do not play."""
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=seen.is_cuda):
            hidden = self.input(self.expand(seen))
            if self.version:
                hidden = hidden + self.features(self.work_out(seen))
            hidden = F.relu(hidden)
            for block, norm in zip(self.blocks, self.norms, strict=True):
                hidden = hidden + F.relu(block(norm(hidden)))
            hidden = self.norm(hidden)
            scores, worth = self.policy(hidden), self.value(hidden)
        worth = worth.float() + self.faith * seen[:, self.points].float()
        return scores.float(), torch.log_softmax(worth.masked_fill(absent, LEAST_CHANCE), dim=1)

    def parts(self) -> dict[str, Tensor]:
        """The network's own names for what is learnt, each as it stands in a weight file."""
        found = {"input.weight": self.input.weight.T, "input.bias": self.input.bias}
        for place, (block, norm) in enumerate(zip(self.blocks, self.norms, strict=True)):
            found |= {f"block{place}.weight": block.weight.T, f"block{place}.bias": block.bias}
            found |= {f"norm{place}.gain": norm.weight, f"norm{place}.shift": norm.bias}
        if self.version:
            found["features.weight"] = self.features.weight.T
        found |= {"norm.gain": self.norm.weight, "norm.shift": self.norm.bias, "value.points": self.faith}
        found |= {"value.weight": self.value.weight.T, "value.bias": self.value.bias}
        return found | {"policy.weight": self.policy.weight.T, "policy.bias": self.policy.bias}

    def weights(self, made: dict[str, Any]) -> Network:
        """The same network for playing."""
        found = {name: part.detach().float().cpu().numpy() for name, part in self.parts().items()}
        header = Header(Island(self.island).name.lower(), self.width, len(self.blocks), features=self.version, made=made)
        return Network(header, found)

    @without_gradients
    def take(self, network: Any) -> None:
        """Begin from a weight file; `NetworkError` when it is of another shape. One without features is taken as it is."""
        if not isinstance(network, Network):
            raise NetworkError("The weights are of a graph network; this run learns one of the other kind.")
        header = network.header
        if (int(network.island), header.width, len(self.blocks)) != (self.island, self.width, header.blocks):
            raise NetworkError(
                f"The weights are of a network for the {header.island} island with width {header.width} and {header.blocks} blocks; "
                f"this run learns one for the {Island(self.island).name.lower()} island with width {self.width} and {len(self.blocks)}."
            )
        if header.features > self.version:
            raise NetworkError("The weights are of a network with features; this run learns one without.")
        for name, part in self.parts().items():
            if name in network.arrays:
                part.copy_(torch.from_numpy(network.arrays[name]))
            else:
                part.zero_()
