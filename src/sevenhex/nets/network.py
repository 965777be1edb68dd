"""A trained network as the package plays it: NumPy and compiled loops, no PyTorch.

The first layer only adds up the rows of the inputs that are set; positions of one search differ in a few of them, so most of the sum is
taken over from the first. The other layers are matrix products.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import SevenhexError
from sevenhex.observation import menu, observation
from sevenhex.rules.ids import Island
from sevenhex.rules.jit import rule

from . import archive, features, symmetry
from .layout import ABSENT, Layout, input_blocks, inputs, layout, point_bytes

Floats = NDArray[np.float32]

FORMAT = 1
LEAST_NORM = 1e-5  # added to a variance, as PyTorch's LayerNorm does
QUANTA = 127  # steps of a byte on either side of zero
NO_WEIGHTS = np.empty((0, 0), np.float32)
# The inputs of weight files that do not name theirs. What has been added since is not among them, so such a file goes on without it.
UNNAMED_INPUTS = frozenset(
    (
        "hex.terrain hex.number hex.robber corner.building corner.harbor edge.road seats.hand seats.low seats.high "
        "seats.development seats.knights seats.pieces seats.route seats.points seats.awards seats.harbors seats.discard "
        "seats.answer seats.roles seats.proposal own.cards own.fresh own.points supply deck removed phase part turn dice flags "
        "free_roads offer dice_left options.target options.discard_limit options.shortage options.tie_after_break "
        "options.separate_phases options.pairing options.friendly_robber options.dice_deck options.no_seven_rounds "
        "options.open_hands options.hidden_supply options.optional_roads options.hidden_discards"
    ).split()
)
BYTES = ("input", "features")  # layers whose weights are bytes in a file, with a scale for each input


class NetworkError(SevenhexError):
    """A weight file that is missing, damaged, or of another version."""


@dataclass(frozen=True)
class Header:
    """What a weight file says about itself."""

    island: str
    width: int
    blocks: int
    observation: int = observation.VERSION
    menu: int = menu.VERSION
    features: int = features.NO_FEATURES  # their version
    format: int = FORMAT
    inputs: dict[str, int] | None = None  # how many each section has, by name; None in files from before they were named
    made: dict[str, Any] = field(default_factory=dict)  # the command, seeds and figures of its training


@rule
def add_row(out: Floats, weights: Floats, row: int, factor: np.float32) -> None:
    for column in range(out.shape[0]):
        out[column] += factor * weights[row, column]


@rule
def add_byte(out: Floats, weights: Floats, row: int, categories: int, scale: np.float32, value: int, sign: int) -> None:
    """What one byte of an observation adds to the first layer; a category that does not exist adds nothing."""
    if categories == 0:
        if value != 0:
            add_row(out, weights, row, np.float32(sign * value) * scale)
    elif value < categories:
        add_row(out, weights, row + value, np.float32(sign))


@rule
def add_number(out: Floats, weights: Floats, row: int, difference: np.float32) -> None:
    if difference != 0:
        add_row(out, weights, row, difference)


@rule
def accumulate(
    seen: NDArray[np.uint8],
    rows: NDArray[np.int64],
    categories: NDArray[np.int64],
    scales: Floats,
    weights: Floats,
    numbers: Floats,
    more_weights: Floats,
    bias: Floats,
    out: Floats,
) -> None:
    """The first layer of many observations and their features: the first whole, of the others only what differs from it."""
    for place in range(seen.shape[0]):
        for column in range(out.shape[1]):
            out[place, column] = bias[column] if place == 0 else out[0, column]
        for byte in range(seen.shape[1]):
            now = int(seen[place, byte])
            if place == 0:
                add_byte(out[0], weights, rows[byte], categories[byte], scales[byte], now, 1)
            elif now != seen[0, byte]:
                add_byte(out[place], weights, rows[byte], categories[byte], scales[byte], int(seen[0, byte]), -1)
                add_byte(out[place], weights, rows[byte], categories[byte], scales[byte], now, 1)
        for feature in range(numbers.shape[1]):
            now = numbers[place, feature]
            add_number(out[place], more_weights, feature, now if place == 0 else now - numbers[0, feature])


@rule
def normalize(x: Floats, gain: Floats, shift: Floats, out: Floats) -> None:
    """LayerNorm of each row."""
    wide = x.shape[1]
    for place in range(x.shape[0]):
        whole, squares = 0.0, 0.0
        for column in range(wide):
            whole += x[place, column]
        mean = whole / wide
        for column in range(wide):
            squares += (x[place, column] - mean) ** 2
        scale = 1.0 / np.sqrt(squares / wide + LEAST_NORM)
        for column in range(wide):
            out[place, column] = (x[place, column] - mean) * scale * gain[column] + shift[column]


class Network:
    """Chances to win and a policy from what one seat sees."""

    def __init__(self, header: Header, arrays: dict[str, Floats]) -> None:
        self.header = header
        self.island = Island[header.island.upper()]
        self.inputs = inputs(self.island)
        self.points = point_bytes(self.island)
        self.arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
        seats = layout(self.island, 2).seats
        wanted = shapes(header, self.inputs.size, seats, len(layout(self.island, seats).choice))
        found = {name: array.shape for name, array in self.arrays.items()}
        if found != wanted:
            wrong = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
            raise NetworkError(
                f"These weights do not fit a network of width {header.width} with {header.blocks} blocks on this island: "
                f"{', '.join(wrong)}."
            )

    def layout(self, players: int) -> Layout:
        return layout(self.island, players)

    def seen(self, observations: NDArray[np.uint8], players: int) -> NDArray[np.uint8]:
        """Observations of a table as the network's own bytes."""
        plan = layout(self.island, players)
        expected = observation.size(self.island, players)
        if observations.ndim != 2 or observations.shape[1] != expected:
            raise NetworkError(
                f"Observations of shape {observations.shape} were given; expected (positions, {expected}) for {players} players."
            )
        if plan.identical:
            return np.ascontiguousarray(observations)
        found = np.ascontiguousarray(observations[:, plan.source])  # as the others, or the layers would be compiled for it anew
        found[:, plan.source == ABSENT] = 0
        return found

    def evaluate(self, observations: NDArray[np.uint8], players: int, policy: bool = True, rotations: int = 1) -> tuple[Floats, Floats]:
        """For each position every seat's chance to win, counted from the observer, and a score for each choice of the menu.

        Choices are in the order of the table's own menu without domestic trade. With `rotations` the island is also looked at rotated, so
        many times in all (at most as often as its shape allows), and the mean is the answer.
        """
        seen = self.seen(observations, players)
        ways = symmetry.rotations(self.island)[:rotations]
        worth, scores = self.judge([seen, *(np.ascontiguousarray(seen[:, way.bytes]) for way in ways[1:])], policy)
        chances = softmax(worth.mean(axis=0)[:, :players])
        if policy:
            scores = np.mean([scores[0], *(each[:, way.choices] for each, way in zip(scores[1:], ways[1:], strict=True))], axis=0)
        else:
            scores = scores[0]
        plan = layout(self.island, players)
        if plan.identical or not policy:
            return chances, scores
        found = np.empty((len(observations), menu.size(self.island, players, False)), np.float32)
        present = plan.choice != ABSENT
        found[:, plan.choice[present]] = scores[:, present]
        return chances, found

    def judge(self, rotated: list[NDArray[np.uint8]], policy: bool) -> tuple[Floats, Floats]:
        """What the layers say of positions in the network's own bytes, seen in several ways: for each way and position the logarithm of
        each seat's chance, and scores if asked for. All go through the layers together, whose weights take longer to fetch than to use."""
        w, ways, count = self.arrays, len(rotated), len(rotated[0])
        seen = np.concatenate(rotated)
        hidden = np.empty((len(seen), self.header.width), np.float32)
        own = self.inputs
        numbers = features.features(seen, self.island) if self.header.features else np.empty((len(seen), 0), np.float32)
        more = w.get("features.weight", NO_WEIGHTS)
        for way in range(ways):
            part = slice(way * count, (way + 1) * count)
            accumulate(
                seen[part], own.row, own.categories, own.scale, w["input.weight"], numbers[part], more, w["input.bias"], hidden[part]
            )
        np.maximum(hidden, 0, out=hidden)
        normal = np.empty_like(hidden)
        for block in range(self.header.blocks):
            normalize(hidden, w[f"norm{block}.gain"], w[f"norm{block}.shift"], normal)
            hidden += np.maximum(normal @ w[f"block{block}.weight"] + w[f"block{block}.bias"], 0)
        normalize(hidden, w["norm.gain"], w["norm.shift"], normal)
        worth = normal @ w["value.weight"] + w["value.bias"] + w["value.points"] * seen[:, self.points].astype(np.float32)
        scores = normal @ w["policy.weight"] + w["policy.bias"] if policy else np.empty((len(seen), 0), np.float32)
        return worth.reshape(ways, count, worth.shape[1]), scores.reshape(ways, count, scores.shape[1])

    # --- files

    def save(self, path: Path) -> None:
        """Write a small file: the first layer in bytes with a scale for each input, the rest in half precision."""
        stored: dict[str, NDArray[Any]] = {}
        for name, array in self.arrays.items():
            layer, _, part = name.partition(".")
            if part == "weight" and layer in BYTES:
                scale = np.maximum(np.abs(array).max(axis=1), 1e-12) / QUANTA
                stored[name] = np.rint(array / scale[:, None]).astype(np.int8)
                stored[f"{layer}.scale"] = scale.astype(np.float32)
            else:
                stored[name] = array.astype(np.float16)
        about = {name: getattr(self.header, name) for name in Header.__dataclass_fields__}
        archive.write(path, about | {"inputs": input_blocks(self.island)}, stored)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read a weight file; `NetworkError` in one sentence when that cannot be."""
        about, arrays = read_weights(path)
        header = header_of(about, path)
        for layer in BYTES if header.features else BYTES[:1]:
            scale, weight = arrays.pop(f"{layer}.scale", None), arrays.get(f"{layer}.weight")
            if scale is None or weight is None or weight.ndim != 2 or scale.shape != weight.shape[:1]:
                raise NetworkError(f"The weight file {path} lacks its first layer; install the package again or train anew.")
            arrays[f"{layer}.weight"] = weight.astype(np.float32) * scale[:, None]
        arrays["input.weight"] = fit_inputs(arrays["input.weight"], header, path)
        return cls(replace(header, inputs=None), arrays)  # from here on they are this package's


def read_weights(path: Path) -> tuple[Any, dict[str, NDArray[Any]]]:
    """Header and arrays of a weight file; `NetworkError` in one sentence when it cannot be read."""
    try:
        return archive.read(path)
    except FileNotFoundError:
        raise NetworkError(f"There is no weight file {path}; `sevenhex train` makes one.") from None
    except archive.Unreadable as error:
        raise NetworkError(f"The weight file {path} cannot be read ({error}); install the package again or train anew.") from None


def header_of(about: Any, path: Path) -> Header:
    try:
        header = Header(**about)
    except TypeError:
        raise NetworkError(f"The weight file {path} was made by another version of Sevenhex; train anew.") from None
    known = {"format": FORMAT, "observation": observation.VERSION, "menu": menu.VERSION}
    for name, version in known.items():
        if getattr(header, name) != version:
            raise NetworkError(
                f"The weight file {path} has {name} version {getattr(header, name)}, this package needs {version}; train anew."
            )
    if header.features not in (features.NO_FEATURES, features.VERSION):
        raise NetworkError(
            f"The weight file {path} has features of version {header.features}, this package knows {features.VERSION}; train anew."
        )
    if header.island.upper() not in Island.__members__:
        raise NetworkError(f"The weight file {path} is for an island named {header.island!r}; expected small or large.")
    return header


def fit_inputs(weights: Floats, header: Header, path: Path) -> Floats:
    """The first layer in the order of this package's inputs: sections are matched by name, and one that the file lacks adds nothing.

    So a new option of an edition leaves a trained network as strong as it was.
    """
    here = input_blocks(Island[header.island.upper()])
    there = header.inputs if header.inputs is not None else {name: size for name, size in here.items() if name in UNNAMED_INPUTS}
    sizes = list(there.values()) if isinstance(there, dict) else [0]
    if not all(isinstance(size, int) and size > 0 for size in sizes) or sum(sizes) != len(weights):
        raise NetworkError(f"The weight file {path} has {len(weights)} inputs and names others; install the package again or train anew.")
    starts = dict(zip(there, np.cumsum([0, *there.values()]).tolist(), strict=False))
    fitted = np.zeros((sum(here.values()), weights.shape[1]), np.float32)
    row = 0
    for name, size in here.items():
        if there.get(name) == size:
            fitted[row : row + size] = weights[starts[name] : starts[name] + size]
        row += size
    return fitted


def shapes(header: Header, size: int, seats: int, choices: int) -> dict[str, tuple[int, ...]]:
    """What a network of this header holds."""
    wide = header.width
    found: dict[str, tuple[int, ...]] = {"input.weight": (size, wide), "input.bias": (wide,)}
    for block in range(header.blocks):
        found |= {f"block{block}.weight": (wide, wide), f"block{block}.bias": (wide,)}
        found |= {f"norm{block}.gain": (wide,), f"norm{block}.shift": (wide,)}
    found |= {"norm.gain": (wide,), "norm.shift": (wide,)}
    if header.features:
        found["features.weight"] = (features.size(Island[header.island.upper()]), wide)
    return found | {
        "value.weight": (wide, seats),
        "value.bias": (seats,),
        "value.points": (1,),
        "policy.weight": (wide, choices),
        "policy.bias": (choices,),
    }


def softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: Floats = powers / powers.sum(axis=1, keepdims=True)
    return result
