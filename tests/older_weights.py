"""Weight files as an earlier version of the package would have written them."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import numpy as np

from sevenhex.nets import archive


def without_option(path: Path, name: str) -> None:
    """Rewrite a weight file as one of an earlier version, which did not know this option."""
    about, arrays = archive.read(path)
    section = f"options.{name}"
    row = sum(size for _, size in takewhile(lambda item: item[0] != section, about["inputs"].items()))
    del about["inputs"][section]
    for each in ("input.weight", "input.scale"):
        arrays[each] = np.delete(arrays[each], row, axis=0)
    archive.write(path, about, arrays)
