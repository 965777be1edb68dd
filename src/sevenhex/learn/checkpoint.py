"""A training run on disk: weights and the optimizer's memory in files of a few megabytes, written whole or not at all."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from sevenhex.errors import SevenhexError
from sevenhex.nets.archive import UNREADABLE

FILE_BYTES = 14 << 20  # some machines hand back only files of 16 MiB
ABOUT = "progress.json"
FORMAT = 1


class CheckpointError(SevenhexError):
    """A folder that holds no checkpoint, or one of another network."""


def tensors(model: nn.Module, optimizer: torch.optim.Optimizer, average: nn.Module | None) -> dict[str, torch.Tensor]:
    """Everything that learning goes on from, by name. Moments need no more than half precision."""
    found: dict[str, torch.Tensor] = {}
    if average is not None:
        found |= {f"average/{name}": parameter.detach() for name, parameter in average.named_parameters()}
    for name, parameter in model.named_parameters():
        found[f"weight/{name}"] = parameter.detach()
        for moment, value in optimizer.state.get(parameter, {}).items():
            found[f"{moment}/{name}"] = value if value.ndim == 0 or moment == "step" else value.to(torch.bfloat16)
    return found


def save(folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, about: dict[str, Any], average: nn.Module | None = None) -> None:
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    files: list[dict[str, Any]] = [{}]
    size = 0
    for name, tensor in tensors(model, optimizer, average).items():
        half = tensor.dtype == torch.bfloat16
        array = (tensor.view(torch.int16) if half else tensor).cpu().numpy()
        rows = max(1, FILE_BYTES // max(1, array.nbytes // max(1, len(array) if array.ndim else 1)))
        pieces = [array] if array.nbytes <= FILE_BYTES else [array[start : start + rows] for start in range(0, len(array), rows)]
        for number, piece in enumerate(pieces):
            if size + piece.nbytes > FILE_BYTES and files[-1]:
                files.append({})
                size = 0
            files[-1][f"{name}|{number}|{'half' if half else 'full'}"] = piece
            size += piece.nbytes
    for number, arrays in enumerate(files):
        np.savez(part / f"tensors-{number}.npz", allow_pickle=False, **arrays)
    (part / ABOUT).write_text(json.dumps({"format": FORMAT, **about}, indent=1) + "\n", encoding="utf-8")
    old = folder.with_name(folder.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    part.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def about(folder: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise CheckpointError(f"{folder} holds no checkpoint; expected a folder that `sevenhex train` wrote.") from None
    if found.get("format") != FORMAT:
        raise CheckpointError(f"The checkpoint {folder} has format {found.get('format')}; this version reads {FORMAT}.")
    return found


def load(folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, average: nn.Module | None = None) -> dict[str, Any]:
    """Take over a checkpoint of the same network; returns what was written beside it."""
    found = about(folder)
    pieces: dict[str, dict[int, Any]] = {}
    halves: set[str] = set()
    for path in sorted(folder.glob("tensors-*.npz")):
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                for key in stored.files:
                    name, number, kind = key.split("|")
                    pieces.setdefault(name, {})[int(number)] = stored[key]
                    if kind == "half":
                        halves.add(name)
        except UNREADABLE as error:
            raise CheckpointError(
                f"The checkpoint's {path} cannot be read ({error}); begin again from the run's weight file (--start)."
            ) from None
    whole = {name: np.concatenate([parts[n] for n in sorted(parts)]) if len(parts) > 1 else parts[0] for name, parts in pieces.items()}
    device = next(model.parameters()).device
    for name, parameter in model.named_parameters():
        array = whole.get(f"weight/{name}")
        if array is None or array.shape != tuple(parameter.shape):
            given = "nothing" if array is None else f"shape {array.shape}"
            raise CheckpointError(f"The checkpoint {folder} has {given} for {name}; this network needs shape {tuple(parameter.shape)}.")
        parameter.data.copy_(torch.from_numpy(array))
    if average is not None and average is not model:
        for name, parameter in average.named_parameters():  # a run that kept no average before begins it from its weights
            parameter.data.copy_(torch.from_numpy(whole.get(f"average/{name}", whole[f"weight/{name}"])))
    for name, parameter in model.named_parameters():
        state: dict[str, torch.Tensor] = {}
        for moment in ("step", "exp_avg", "exp_avg_sq"):
            key = f"{moment}/{name}"
            if key in whole:
                tensor = torch.from_numpy(np.ascontiguousarray(whole[key]))
                state[moment] = tensor.view(torch.bfloat16).float().to(device) if key in halves else tensor.to(device)
        if len(state) == 3:
            optimizer.state[parameter] = state
    return found
