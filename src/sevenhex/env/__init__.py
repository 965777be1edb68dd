"""Learning environments: Gymnasium (`single`), PettingZoo (`pettingzoo`), thousands of games at once (`vector`), and the GPU (`gpu`)."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .vector import Batch, VectorEnv

__all__ = ["Batch", "VectorEnv", "register"]


def register() -> None:
    """Make `gymnasium.make("sevenhex/Table-v0")` work."""
    from gymnasium.envs.registration import register as enter
    from gymnasium.envs.registration import registry

    if "sevenhex/Table-v0" not in registry:
        enter("sevenhex/Table-v0", entry_point="sevenhex.env.single:TableEnv")


def __getattr__(name: str) -> Any:
    if name in ("Batch", "VectorEnv"):
        from . import vector

        return getattr(vector, name)
    raise AttributeError(f"module 'sevenhex.env' has no name {name!r}; it offers {', '.join(__all__)}")


# Gymnasium looks for no plugins any more; its own way is `gymnasium.make("sevenhex.env:sevenhex/Table-v0")`, which imports this module.
# It may have been imported before Gymnasium was, so this does not wait for Gymnasium; where that is not installed, nobody asks for it.
with contextlib.suppress(ImportError):
    register()
