"""Our networks as ONNX files, for other programs and languages (the extra `onnx`).

In goes `observation`, bytes of docs/environment.md (uint8, batch and size of the table); out come `scores` for each index of the menu
without domestic trade, and `chances` of each seat to win, counted from the observer. The arithmetic of a graph network is not written
again: its own lines (`messages.py`) run on arrays that note what is done with them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import SevenhexError
from sevenhex.observation import observation
from sevenhex.rules.ids import Island

from . import features, messages
from .graph import GraphNetwork
from .layout import ABSENT, Layout, layout
from .messages import Kit
from .network import LEAST_NORM, Network

OPSET, IR = 17, 9  # what onnxruntime of the last years reads
BATCH = 101  # positions that the arithmetic is traced with; no size of a network is a multiple of it
EXACT = 2e-3  # the most that scores may differ from NumPy's


class Graph:
    """What was done, as the nodes of an ONNX graph."""

    def __init__(self) -> None:
        import onnx

        self.onnx = onnx
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}
        self.known: dict[tuple[Any, ...], str] = {}
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def constant(self, array: Any) -> str:
        array = np.asarray(array)
        key = (array.dtype.str, array.shape, array.tobytes())
        if key not in self.known:
            name = self.known[key] = f"c{len(self.known)}"
            self.constants[name] = self.onnx.numpy_helper.from_array(np.ascontiguousarray(array), name)
        return self.known[key]

    def do(self, kind: str, inputs: list[Any], value: Any, **attributes: Any) -> Traced:
        """A node; `inputs` are traced arrays or constants, `value` what NumPy says."""
        names = [each.name if isinstance(each, Traced) else self.constant(each) for each in inputs]
        out = self.name()
        self.nodes.append(self.onnx.helper.make_node(kind, names, [out], **attributes))
        return Traced(self, out, value)


def single(x: Any) -> Any:
    """A constant as numbers of single precision; traced arrays as they are."""
    return x if isinstance(x, Traced) else np.asarray(x, np.float32)


def value(x: Any) -> Any:
    return x.value if isinstance(x, Traced) else x


def whole(numbers: Any) -> NDArray[np.int64]:
    return np.asarray(numbers, np.int64)


class Traced:
    """An array with what NumPy makes of it; it knows as much of an array's ways as the networks use."""

    __array_ufunc__ = None  # NumPy's arrays leave operations to us

    def __init__(self, graph: Graph, name: str, value: Any) -> None:
        self.graph, self.name, self.value = graph, name, value

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.value.shape)

    @property
    def ndim(self) -> int:
        return int(self.value.ndim)

    def __len__(self) -> int:
        return len(self.value)

    def _two(self, kind: str, one: Any, other: Any, found: Any) -> Traced:
        return self.graph.do(kind, [single(one), single(other)], found)

    def __add__(self, other: Any) -> Traced:
        return self._two("Add", self, other, self.value + value(other))

    def __radd__(self, other: Any) -> Traced:
        return self._two("Add", self, other, self.value + value(other))

    def __sub__(self, other: Any) -> Traced:
        return self._two("Sub", self, other, self.value - value(other))

    def __rsub__(self, other: Any) -> Traced:
        return self._two("Sub", other, self, value(other) - self.value)

    def __mul__(self, other: Any) -> Traced:
        return self._two("Mul", self, other, self.value * value(other))

    def __rmul__(self, other: Any) -> Traced:
        return self._two("Mul", self, other, self.value * value(other))

    def __truediv__(self, other: Any) -> Traced:
        return self._two("Div", self, other, self.value / value(other))

    def __matmul__(self, other: Any) -> Traced:
        return self._two("MatMul", self, other, self.value @ value(other))

    def __rmatmul__(self, other: Any) -> Traced:
        return self._two("MatMul", other, self, value(other) @ self.value)

    def __abs__(self) -> Traced:
        return self.graph.do("Abs", [self], abs(self.value))

    def __gt__(self, other: Any) -> Traced:
        return self._two("Greater", self, other, self.value > value(other))

    def __eq__(self, other: object) -> Traced:  # type: ignore[override]
        return self._two("Equal", self, other, self.value == value(other))

    def __ne__(self, other: object) -> Traced:  # type: ignore[override]
        same = self == other
        return self.graph.do("Not", [same], ~same.value)

    __hash__ = None  # type: ignore[assignment]

    def number(self) -> Traced:
        if self.value.dtype == np.float32:
            return self
        return self.graph.do("Cast", [self], self.value.astype(np.float32), to=int(self.graph.onnx.TensorProto.FLOAT))

    def reshape(self, *shape: Any) -> Traced:
        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        found = self.value.reshape(wanted)
        return self.graph.do("Reshape", [self, whole([-1 if size % BATCH == 0 else size for size in found.shape])], found)

    def transpose(self, axes: tuple[int, ...]) -> Traced:
        return self.graph.do("Transpose", [self], self.value.transpose(axes), perm=list(axes))

    def swapaxes(self, one: int, other: int) -> Traced:
        axes = list(range(self.ndim))
        axes[one], axes[other] = axes[other], axes[one]
        return self.transpose(tuple(axes))

    @property
    def T(self) -> Traced:
        return self.transpose(tuple(reversed(range(self.ndim))))

    def sum(self, axis: int) -> Traced:
        return self.graph.do("ReduceSum", [self, whole([axis])], self.value.sum(axis), keepdims=0)

    def mean(self, axis: int, keepdims: bool = False) -> Traced:
        found = self.value.mean(axis, keepdims=keepdims)
        return self.graph.do("ReduceMean", [self], found, axes=[axis], keepdims=int(keepdims))

    def highest(self) -> Traced:
        return self.graph.do("ReduceMax", [self], self.value.max(axis=-1), axes=[-1], keepdims=0)

    def sqrt(self) -> Traced:
        return self.graph.do("Sqrt", [self], np.sqrt(self.value))

    def __getitem__(self, key: Any) -> Traced:
        """Slices, single places, lists of places, and new axes."""
        found, axis = self, 0
        dropped: list[int] = []
        added: list[int] = []
        for each in key if isinstance(key, tuple) else (key,):
            if each is None:
                added.append(axis - len(dropped) + len(added))
                continue
            if isinstance(each, slice):
                first, last, step = each.indices(found.shape[axis])
                if (first, last, step) != (0, found.shape[axis], 1):
                    parts = [whole([each]) for each in (first, last, axis, step)]
                    cut = tuple([slice(None)] * axis + [slice(first, last, step)])
                    found = self.graph.do("Slice", [found, *parts], found.value[cut])
            elif isinstance(each, int | np.integer):
                place = int(each) % found.shape[axis]
                cut = tuple([slice(None)] * axis + [slice(place, place + 1)])
                found = self.graph.do("Slice", [found, whole([place]), whole([place + 1]), whole([axis])], found.value[cut])
                dropped.append(axis)
            else:
                found = self.graph.do("Gather", [found, whole(each)], found.value.take(whole(each), axis), axis=axis)
            axis += 1
        if dropped:
            found = self.graph.do("Squeeze", [found, whole(dropped)], found.value.squeeze(tuple(dropped)))
        if added:
            found = self.graph.do("Unsqueeze", [found, whole(added)], np.expand_dims(found.value, tuple(added)))
        return found


def joined(parts: list[Any], axis: int) -> Traced:
    graph = next(part.graph for part in parts if isinstance(part, Traced))
    found = np.concatenate([value(part) for part in parts], axis=axis)
    made: Traced = graph.do("Concat", [single(part) for part in parts], found, axis=axis % found.ndim)
    return made


def filled(x: Traced, axis: int, size: int) -> Traced:
    missing = [size - x.shape[axis] if each == axis % x.ndim else 0 for each in range(x.ndim)]
    if not any(missing):
        return x
    return x.graph.do("Pad", [x, whole([0] * x.ndim + missing), np.float32(0)], np.pad(x.value, [(0, more) for more in missing]))


def relu(x: Traced) -> Traced:
    return x.graph.do("Relu", [x], np.maximum(x.value, 0))


def normal(x: Traced, gain: Any, shift: Any) -> Traced:
    centred = x - x.mean(-1, keepdims=True)
    spread = (centred * centred).mean(-1, keepdims=True)
    found: Traced = centred / (spread + np.float32(LEAST_NORM)).sqrt() * gain + shift
    return found


TOOLS = features.Tools(
    number=lambda x: x.number() if isinstance(x, Traced) else np.asarray(x, np.float32),
    highest=lambda x: x.highest(),
    joined=lambda parts: joined(parts, 1),
)
KIT = Kit(
    tools=TOOLS,
    last=lambda parts: joined(parts, -1),
    ordered=lambda x, axes: x.transpose(axes),
    filled=filled,
    relu=relu,
    norm=normal,
    exact=lambda x: x if isinstance(x, Traced) else np.asarray(x, np.float32),
)


def export(network: Network | GraphNetwork, players: int, path: Path, island: Island | None = None) -> None:
    """Write the network of a table as an ONNX file, compared with NumPy before it is kept."""
    try:
        import onnx
    except ImportError:
        raise SevenhexError("ONNX files need the package onnx: pip install sevenhex[onnx].") from None
    own = plan_of(network, players, island)
    graph = Graph()
    size = observation.size(own.island, players)
    rows = np.random.default_rng(1).integers(0, 3, (BATCH, size)).astype(np.uint8)
    given = Traced(graph, "observation", rows).number()
    seen = given[:, np.where(own.source == ABSENT, 0, own.source)] * (own.source != ABSENT).astype(np.float32)
    if isinstance(network, GraphNetwork):
        scores, worth = run_graph(network, seen, own)
    else:
        scores, worth = run_layers(network, seen)
    place = np.zeros(int(own.choice.max()) + 1, np.int64)
    place[own.choice[own.choice != ABSENT]] = np.flatnonzero(own.choice != ABSENT)
    chosen = scores[:, place]
    chances = worth[:, :players]
    ends = [onnx.helper.make_node("Identity", [chosen.name], ["scores"])]
    ends += [onnx.helper.make_node("Softmax", [chances.name], ["chances"], axis=1)]
    floats, batch = onnx.TensorProto.FLOAT, "batch"
    made = onnx.helper.make_graph(
        [*graph.nodes, *ends],
        "sevenhex",
        [onnx.helper.make_tensor_value_info("observation", onnx.TensorProto.UINT8, [batch, size])],
        [
            onnx.helper.make_tensor_value_info("scores", floats, [batch, len(place)]),
            onnx.helper.make_tensor_value_info("chances", floats, [batch, players]),
        ],
        list(graph.constants.values()),
    )
    model = onnx.helper.make_model(made, opset_imports=[onnx.helper.make_opsetid("", OPSET)], ir_version=IR, producer_name="sevenhex")
    onnx.checker.check_model(model)
    expected, _ = network.evaluate(rows, players)
    powers = np.exp(chances.value - chances.value.max(axis=1, keepdims=True))
    if np.abs(powers / powers.sum(axis=1, keepdims=True) - expected).max() > EXACT:
        raise SevenhexError("The exported network does not say what the network says; this is a fault of Sevenhex.")
    part = path.with_name(path.name + ".part")
    onnx.save(model, part)
    part.replace(path)


def plan_of(network: Network | GraphNetwork, players: int, island: Island | None) -> Layout:
    """What of a table the network sees."""
    if isinstance(network, Network):
        if island is not None and island != network.island:
            raise SevenhexError(f"This network is for the {network.island.name.lower()} island.")
        return network.layout(players)
    return network.layout(players) if island is None else layout(island, players)


def run_graph(network: GraphNetwork, seen: Traced, own: Layout) -> tuple[Traced, Traced]:
    there = (np.arange(own.seats) < own.players).astype(np.float32)[:, None]
    present = seen[:, :1].T * np.float32(0) + there
    scores, worth = messages.judge(
        seen, present, messages.plan(own.island), features.tables(own.island), network.arrays, network.sizes, KIT
    )
    return scores, worth


def run_layers(network: Network, seen: Traced) -> tuple[Traced, Traced]:
    """`Network.judge`, whose first layer adds up rows instead."""
    w, own = network.arrays, network.inputs
    byte, category, scale = [], [], []
    for each in range(len(own.row)):
        for kind in range(max(1, int(own.categories[each]))):
            byte.append(each)
            category.append(kind if own.categories[each] else -1)
            scale.append(0.0 if own.categories[each] else float(own.scale[each]))
    columns = seen[:, np.array(byte)]
    kinds = np.array(category, np.float32)
    hidden = ((columns == kinds).number() + columns * np.array(scale, np.float32)) @ w["input.weight"] + w["input.bias"]
    if network.header.features:
        hidden = hidden + features.work_out(seen, features.tables(network.island), TOOLS) @ w["features.weight"]
    hidden = relu(hidden)
    for block in range(network.header.blocks):
        inner = normal(hidden, w[f"norm{block}.gain"], w[f"norm{block}.shift"])
        hidden = hidden + relu(inner @ w[f"block{block}.weight"] + w[f"block{block}.bias"])
    last = normal(hidden, w["norm.gain"], w["norm.shift"])
    worth = last @ w["value.weight"] + w["value.bias"] + seen[:, network.points] * w["value.points"]
    return last @ w["policy.weight"] + w["policy.bias"], worth
