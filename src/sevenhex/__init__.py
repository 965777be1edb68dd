"""Sevenhex: CATAN in five editions. Names resolve on first use, so that importing the package costs nothing."""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

EXPORTS = {
    "Game": "game.game",
    "View": "knowledge.views",
    "Edition": "editions.loader",
    "load_edition": "editions.loader:load",
    "SevenhexError": "errors",
    "ActionError": "errors",
    "Clause": "clauses",
    "Resource": "rules.ids",
    "Card": "rules.ids",
    "Phase": "rules.ids",
    "Kind": "rules.ids",
}
__all__ = ["__version__", *EXPORTS]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name not in EXPORTS:
        raise AttributeError(f"sevenhex has no name {name!r}; it offers {', '.join(sorted(EXPORTS))}")
    module, _, own = EXPORTS[name].partition(":")  # the name that it has there, where that is another
    home = f"{__name__}.{module}"
    try:
        value: object = getattr(import_module(home), own or name)
    except (ImportError, AttributeError) as error:
        raise AttributeError(f"sevenhex.{name} should come from {home}, but: {error}") from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
