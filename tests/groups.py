"""Which tests one worker runs under pytest-xdist (`--dist loadgroup`): browsers fill two workers, and what shares a fixture stays together.

The mark `xdist_group` says the same to xdist, but writes it into names that pytest has given another place since 9.2.
"""

from __future__ import annotations

from itertools import count

from xdist.scheduler import LoadScopeScheduling

BROWSER = "tests/web/"
BROWSERS = 2  # at a time: each fills a core with drawing, however many workers there are
SHARING = (  # a fixture that is dear: each worker would make its own
    "tests/server/",
    "tests/learn/test_learnt_lessons.py",
    "tests/study/test_study_review.py",
    "tests/bots/test_levels.py",
)


class Groups:
    """The group of each test, by its name."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        self.browser = count()

    def of(self, nodeid: str) -> str:
        if nodeid not in self.known:
            self.known[nodeid] = self.found(nodeid)
        return self.known[nodeid]

    def found(self, nodeid: str) -> str:
        if nodeid.startswith(BROWSER):
            return f"browser {next(self.browser) % BROWSERS}"
        return nodeid.partition("::")[0] if nodeid.startswith(SHARING) else nodeid


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Hands whole groups to the workers."""

    def _split_scope(self, nodeid: str) -> str:
        if not hasattr(self, "groups"):
            self.groups = Groups()
        return self.groups.of(nodeid)
