"""Plain data as JSON, the same for everything that leaves the server."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np


def numpy_number(value: Any) -> Any:
    """NumPy's numbers as Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"{type(value).__name__} has no wire form")


encoder = msgspec.json.Encoder(enc_hook=numpy_number)


def encode(message: Any) -> bytes:
    return encoder.encode(message)
