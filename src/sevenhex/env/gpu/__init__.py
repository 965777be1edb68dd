"""The rules on a GPU (extra `gpu`): `playouts` for whole random games, `GpuEnv` for learning. Docs: docs/environment.md."""

from __future__ import annotations

from typing import Any

__all__ = ["Build", "GpuEnv", "NoGpu", "Playouts", "playouts"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'sevenhex.env.gpu' has no name {name!r}; it offers {', '.join(__all__)}")
    try:
        from . import device
    except ImportError as error:
        from sevenhex.errors import SevenhexError

        raise SevenhexError(f"The GPU needs numba-cuda: `pip install sevenhex[gpu]` ({error}).") from error
    return getattr(device, name)
