"""A network of any make as a bot: `onnx:FILE`, run by onnxruntime (the extra `onnx`).

Its first input is a batch of observations: the bytes of docs/environment.md (uint8, or the same as numbers), or as many numbers as
`encoding.expand` makes of them. A second input, if it has one, is the mask of the menu. Its first output with a score for each index of the
menu (with or without trade) decides: the highest that is allowed is played.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.knowledge.sample import sample
from sevenhex.observation import encoding, menu, observation

from .network import best_of, indices_of, observed
from .protocol import Bot, BotError, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

TYPES = {"tensor(uint8)": np.uint8, "tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(double)": np.float64,
         "tensor(bool)": np.bool_, "tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(int8)": np.int8}  # fmt: skip


@lru_cache(maxsize=8)
def session(path: str) -> Any:
    """The network in a file; one for all games of a process."""
    try:
        import onnxruntime
    except ImportError:
        raise BotError("ONNX networks need onnxruntime: pip install sevenhex[onnx].") from None
    if not Path(path).is_file():
        raise BotError(f"There is no file {path!r}; expected an ONNX network, as in 'onnx:mine.onnx'.")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # games run side by side
    options.log_severity_level = 3
    try:
        made = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise BotError(f"{path} is no ONNX network that can be run ({str(error).splitlines()[0]}).") from None
    for given in made.get_inputs():
        if given.type not in TYPES:
            raise BotError(f"{path} has an input {given.name!r} of {given.type}; expected one of {', '.join(TYPES)}.")
    if len(made.get_inputs()) not in (1, 2):
        raise BotError(f"{path} has {len(made.get_inputs())} inputs; expected observations, and perhaps the mask.")
    return made


class Onnx(Bot):
    """Does what the network scores highest; it knows no trade with other players, and refuses."""

    name = "onnx"
    title = "ONNX network"
    description = "A network of your own, run by onnxruntime."
    levels = ("normal",)

    def __init__(self, path: str, seed: int = 0) -> None:
        super().__init__("normal", seed)
        self.name = f"onnx:{path}"  # type: ignore[misc]
        self.path = path
        self.session = session(path)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        assert view.seat is not None
        world = sample(view, self.generator(view))
        known = indices_of(world, view.seat, legal)
        island, players = int(view.state["island"][0]), view.players
        scores = self.scores(observed(view, world)[None], list(known.values()), island, players)
        return best_of(scores, known, legal)

    def scores(self, seen: NDArray[np.uint8], allowed: list[int], island: int, players: int) -> NDArray[Any]:
        """What the network says of one observation."""
        inputs = self.session.get_inputs()
        given = {inputs[0].name: self.fitted(seen, inputs[0], island, players)}
        if len(inputs) > 1:
            mask: NDArray[Any] = np.zeros((1, wide(inputs[1]) or menu.size(island, players, False)), TYPES[inputs[1].type])
            mask[0, [index for index in allowed if 0 <= index < mask.shape[1]]] = 1
            given[inputs[1].name] = mask
        least = menu.size(island, players, False)
        found = self.session.run(None, given)
        for output in found:
            if output.ndim == 2 and output.shape[1] >= least:
                row: NDArray[Any] = output[0]
                return row
        shapes = ", ".join(str(output.shape) for output in found)
        raise BotError(f"{self.path} answers with {shapes}; expected at least {least} scores, one for each index of the menu.")

    def fitted(self, seen: NDArray[np.uint8], wanted: Any, island: int, players: int) -> NDArray[Any]:
        """The observation as this input wants it."""
        size, numbers = observation.size(island, players), encoding.size(island, players)
        kind = TYPES[wanted.type]
        if wide(wanted) in (None, size):
            return seen.astype(kind)
        if wide(wanted) == numbers:
            return encoding.expand(seen, island, players).astype(kind)
        raise BotError(
            f"{self.path} wants {wide(wanted)} numbers a position; for {players} players there are {size} bytes or {numbers} numbers."
        )


def wide(given: Any) -> int | None:
    """How many columns an input has, None where any number will do."""
    last = given.shape[-1] if given.shape else None
    return last if isinstance(last, int) else None
