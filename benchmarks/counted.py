"""A server that can be asked what its memory is made of: `python -m benchmarks.counted serve ...` is `sevenhex serve ...`.

SIGUSR1 makes it write a line of JSON to $SEVENHEX_COUNTS: objects by kind, what the C library has handed out, by line (with
$SEVENHEX_TRACE), and what lies about in circles (with $SEVENHEX_GARBAGE, which collects it). A line is written too whenever the process
grows by some MiB at once: how much, what was imported and which machine code was loaded or compiled just before, and where its threads are.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
import threading
import time
import traceback
import tracemalloc
from collections import Counter
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

FILE = "SEVENHEX_COUNTS"
TRACE = "SEVENHEX_TRACE"
GARBAGE = "SEVENHEX_GARBAGE"
MOST = 60  # kinds and lines that are written
DEPTH = 4  # frames of a line
LOOK = 0.2  # seconds between two looks at the size
STEP = 4 << 20  # bytes: growth of that much at once is printed
FRAMES = 12  # of each thread


class Handed(ctypes.Structure):
    """What glibc's mallinfo2 tells."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks")] + [
        (name, ctypes.c_size_t) for name in ("fordblks", "keepcost")
    ]


def handed_out() -> dict[str, int]:
    """Bytes that the C library's allocator holds: in use, free, and in maps of their own. Nothing where it cannot say."""
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (OSError, AttributeError):
        return {}
    ask.restype = Handed
    found = ask()
    return {"used": found.uordblks, "free": found.fordblks, "mapped": found.hblkhd}


def counted() -> dict[str, Any]:
    """Objects that came after the start (what was set aside then is not counted), by kind."""
    objects = gc.get_objects()
    kinds = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in objects)
    sizes: Counter[str] = Counter()
    for each in objects:
        sizes[type(each).__qualname__] += sys.getsizeof(each, 0)
    counts: dict[str, Any] = {
        "at": round(time.time(), 1),
        "objects": len(objects),
        "generations": gc.get_count(),
        "kinds": dict(kinds.most_common(MOST)),
        "bytes": dict(sizes.most_common(MOST)),
        "handed out": handed_out(),
        "blocks": sys.getallocatedblocks(),
    }
    del objects  # else nothing of it could be collected
    if os.environ.get(GARBAGE):
        counts["garbage"] = garbage()
    if tracemalloc.is_tracing():
        taken = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(False, tracemalloc.__file__)])
        lines = taken.statistics("traceback" if DEPTH > 1 else "lineno")[:MOST]
        counts["lines"] = [[" < ".join(str(frame) for frame in reversed(each.traceback)), each.size, each.count] for each in lines]
    return counts


def named(each: Any) -> str:
    """A kind, and where it comes from."""
    code = getattr(each, "cr_code", None) or getattr(each, "f_code", None) or getattr(each, "__code__", None)
    if code is None and isinstance(each, TracebackType):
        code = each.tb_frame.f_code
    at = f" {code.co_qualname} ({Path(code.co_filename).name}:{code.co_firstlineno})" if code is not None else ""
    said = f" {each}"[:120] if isinstance(each, BaseException) else ""
    return f"{type(each).__qualname__}{at}{said}"


def garbage() -> dict[str, int]:
    """What lay about in circles that Python's collector had not found yet, by kind."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    found = Counter(named(each) for each in gc.garbage)
    gc.garbage.clear()
    gc.collect()
    return {"all of it": found.total(), **dict(found.most_common(MOST))}


def write(*_: Any) -> None:
    put(counted())


def put(found: dict[str, Any]) -> None:
    with Path(os.environ[FILE]).open("a") as out:
        out.write(json.dumps(found) + "\n")


# --- growth at once: what was it?


def size() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


class Steps:
    """Looks at the size all the time; modules that are imported and machine code that is loaded or compiled are kept for the next step."""

    def __init__(self) -> None:
        self.late: list[str] = []
        sys.addaudithook(self.on_audit)
        threading.Thread(target=self.watch, daemon=True).start()

    def on_audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "import" and arguments[0] not in sys.modules:
            self.late.append(f"import {arguments[0]}")

    def follow_numba(self) -> None:
        """As soon as it is there: every function that the cache is asked for, found or not."""
        from numba.core import caching

        load, save = caching.Cache.load_overload, caching.Cache.save_overload

        def loaded(cache: Any, *given: Any) -> Any:
            found = load(cache, *given)
            self.late.append(f"{'loaded' if found is not None else 'compiled'} {cache._name} {given[0]}"[:300])
            return found

        def saved(cache: Any, *given: Any) -> Any:
            self.late.append(f"saved {cache._name}")
            return save(cache, *given)

        caching.Cache.load_overload, caching.Cache.save_overload = loaded, saved

    def watch(self) -> None:
        own, highest, followed = threading.get_ident(), size(), False
        while True:
            time.sleep(LOOK)
            if not followed and "numba.core.caching" in sys.modules and "sevenhex.rules.engine" in sys.modules:
                self.follow_numba()
                followed = True
            now = size()
            if now - highest >= STEP:
                where = {str(key): stack(frame) for key, frame in sys._current_frames().items() if key != own}
                put({"at": round(time.time(), 1), "step": now - highest, "size": now, "late": self.late, "threads": where})
            if self.late and now - highest < STEP:
                put({"at": round(time.time(), 1), "size": now, "late": self.late})
            self.late = []
            highest = max(highest, now)


def stack(frame: FrameType) -> list[str]:
    return [f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in traceback.extract_stack(frame)[-FRAMES:]]


def main() -> None:
    from sevenhex.cli import main as sevenhex

    if os.environ.get(TRACE):
        tracemalloc.start(DEPTH)
    if os.environ.get(FILE):
        signal.signal(signal.SIGUSR1, write)
        Steps()
    sys.argv[0] = "sevenhex"
    sevenhex()


if __name__ == "__main__":
    main()
