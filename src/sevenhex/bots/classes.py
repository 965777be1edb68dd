"""A bot that is a Python class of somebody's own: `mypkg.mybot:Mine`, or `mybot.py:Mine` for a file.

    class Mine:
        def choose(self, view, legal, limit):   # one of the legal actions, as number or text
            return legal[0]

It needs no base class. `level` and `seed` are handed to those that take them; `close` is called at the end if there is one.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .external import read
from .protocol import Bot, BotError, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

# A module's path and a class. `planner:quick` is none: classes begin with a capital, or their module has a dot or a folder.
NAME = re.compile(r"(?P<home>[\w./\\~-]+):(?P<cls>[A-Za-z_]\w*)")


def is_class(name: str) -> bool:
    found = NAME.fullmatch(name)
    return found is not None and (found["cls"][0].isupper() or bool(set("./\\") & set(found["home"])))


def module_of(home: str) -> Any:
    """A module by its import path, looked for in the current folder too, or from its file."""
    if home.endswith(".py"):
        file = Path(home).expanduser()
        if not file.is_file():
            raise BotError(f"There is no file {home!r}; expected a Python file, as in 'mybot.py:Mine'.")
        name = f"sevenhex_own_{file.stem}"
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # so that its classes can be pickled
        spec.loader.exec_module(module)
        return module
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    return importlib.import_module(home)


def class_of(name: str) -> type:
    """The class behind a name, with a sentence for everything that can be wrong."""
    found = NAME.fullmatch(name)
    if found is None:
        raise BotError(f"Cannot read {name!r}; expected 'package.module:Class' or 'file.py:Class'.")
    try:
        module = module_of(found["home"])
    except BotError:
        raise
    except Exception as error:  # whatever somebody else's module raises while it is loaded
        raise BotError(f"Cannot load {found['home']!r} ({type(error).__name__}: {error}).") from None
    cls = getattr(module, found["cls"], None)
    if not isinstance(cls, type):
        known = [each for each, value in vars(module).items() if isinstance(value, type) and callable(getattr(value, "choose", None))]
        raise BotError(f"{found['home']!r} has no class {found['cls']!r}; its bots are: {', '.join(known) or 'none'}.")
    if not callable(getattr(cls, "choose", None)):
        raise BotError(f"{name!r} has no method choose(view, legal, limit); every bot needs one.")
    return cls


def new(cls: type, level: str, seed: int) -> Any:
    """One of them, with as much of level and seed as it takes."""
    try:
        taken = inspect.signature(cls).parameters
    except (TypeError, ValueError):
        taken = {}  # type: ignore[assignment]
    everything = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in taken.values())
    given = {name: value for name, value in (("level", level), ("seed", seed)) if everything or name in taken}
    try:
        return cls(**given)
    except Exception as error:
        raise BotError(f"Cannot make a {cls.__name__} ({type(error).__name__}: {error}).") from None


class Own(Bot):
    """Plays by somebody's own class."""

    name = "class"
    title = "Class"
    description = "A Python class of your own."

    def __init__(self, name: str, level: str = "normal", seed: int = 0) -> None:
        cls = class_of(name)
        super().__init__(seed=seed)
        self.name = name  # type: ignore[misc]
        self.own = new(cls, level, seed)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        answer = self.own.choose(view, legal, limit)
        return read(view, answer) if isinstance(answer, str) else answer

    def close(self) -> None:
        if callable(getattr(self.own, "close", None)):
            self.own.close()
