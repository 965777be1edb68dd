"""Every connection is an open file: the system must allow as many as the settings promise."""

from __future__ import annotations

import logging
from dataclasses import replace

from .settings import Limits

log = logging.getLogger("sevenhex.files")

OTHERS = 200  # the store, logs, workers, and what libraries hold open


def allowed(needed: int) -> int:
    """Raise what this process may open to what is needed, as far as the system lets it. Returns what it may open now."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return needed
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return needed
    wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def make_room(limits: Limits) -> Limits:
    """The limits that this system can keep; the log says so when they are lower than those that were set."""
    most = limits.connections + OTHERS
    found = allowed(min(most, 1_000_000))
    if found >= most:
        return limits
    connections = max(10, found - OTHERS)
    if limits.connections < 10**9:  # else nobody promised a number
        log.warning(
            "this system allows fewer open files than the settings need: raise it (ulimit -n, LimitNOFILE=) or expect fewer connections",
            extra={"allowed": found, "needed": most, "connections": connections},
        )
    return replace(limits, connections=connections)
