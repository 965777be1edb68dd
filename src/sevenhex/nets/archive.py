"""Arrays with a header in one compressed file: weights and lessons are kept so. The caller checks what is in them."""

from __future__ import annotations

import json
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HEADER = "header"
# what a damaged archive makes its readers raise
UNREADABLE = (
    *(OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, MemoryError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, struct.error, tokenize.TokenError, SyntaxError),
)


class Unreadable(Exception):
    """An archive that is damaged or none; its text says why."""


def write(path: Path, about: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """The whole file or none, the same bytes for the same contents."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **{HEADER: np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays})
    part.replace(path)


def read(path: Path) -> tuple[Any, dict[str, NDArray[Any]]]:
    """The header, whatever it is, and the arrays by name; `FileNotFoundError` where there is no file, else `Unreadable`."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
            return json.loads(arrays.pop(HEADER).tobytes()), arrays
    except FileNotFoundError:
        raise
    except UNREADABLE as error:
        raise Unreadable(str(error)) from None
