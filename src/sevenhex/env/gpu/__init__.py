"""The rules on a GPU (extra `gpu`): `playouts` for whole random games, `GpuEnv` for learning. Docs: docs/environment.md."""

from __future__ import annotations

from typing import Any

__all__ = ["Build", "GpuEnv", "NoGpu", "Playouts", "playouts"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'sevenhex.env.gpu' has no name {name!r}; it offers {', '.join(__all__)}")
    try:
        from . import device
    except Exception as error:  # numba-cuda does not say ImportError for a missing CUDA library or an unknown NumPy
        from sevenhex.errors import SevenhexError

        reason = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        raise SevenhexError(f"The GPU needs numba-cuda and CUDA's runtime library: `pip install sevenhex[gpu]` ({reason}).") from error
    return getattr(device, name)
