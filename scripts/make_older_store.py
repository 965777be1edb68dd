"""Makes tests/server/older_store.json.gz: the store of an older release, which tests/server/test_upgrade.py brings up to date.

python scripts/make_older_store.py [--release a3a8e2c] [--out FILE]

The sources of that release serve (from a work tree of their own, in a temporary folder), the clients of this one play: games that are
played to their end, a rated one, one that waits for its players, one at which a bot sits, one in the middle with a request to take back.
The file holds the store as SQL statements, beside it what the older release said of each game (its record) and the tokens of the seats.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
OUT = ROOT / "tests" / "server" / "older_store.json.gz"
RELEASE = "a3a8e2c"  # of 2026-11-18, schema 9: before accounts, slow tables and reviews in the store
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
MOST = 60_000  # bytes of the file
SHORT = {"victory_points": 3}
PATIENCE = 120.0
LATER = 6.0  # seconds after which a game is left as it is

sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "trust")]


@contextlib.contextmanager
def sources_of(release: str, folder: Path) -> Iterator[Path]:
    """The files of a release, in a work tree that goes again."""
    place = folder / "release"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(place), release], cwd=ROOT, check=True)
    try:
        yield place
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=True)


@contextlib.contextmanager
def serving(sources: Path, data: Path) -> Iterator[str]:
    """A server of these sources: its address."""
    command = [sys.executable, "-m", "sevenhex", "serve", "--data", str(data), "--port", "0", "--no-limits", "--bot-pause", "0"]
    environment = {**os.environ, "PYTHONPATH": str(sources / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment, cwd=data) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class Evening:
    """Tables of the older release, and who sits at them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tokens: dict[str, dict[int, str]] = {}

    def open(self, edition: str, players: int, bots: int = 0, begun: bool = True, **wanted: Any) -> str:
        from sevenhex.protocol.client import Lobby

        lobbies = [Lobby(self.url, PATIENCE) for _ in range(players - bots)]
        seats = ["me", *["open"] * (players - bots - 1), *[{"bot": "steady"}] * bots]
        code, seat, token = lobbies[0].open(edition=edition, players=players, seats=seats, player=NAMES[0], **wanted)
        assert seat is not None
        assert token is not None
        self.tokens[code] = {seat: token}
        if begun:
            for name, lobby in zip(NAMES[1:], lobbies[1:], strict=False):
                self.tokens[code].update([lobby.join(code, name)])
            lobbies[0].start(code)
        return code

    async def play(self, code: str, most: float = PATIENCE) -> None:
        """Everybody acts at random, says something now and then, takes back now and then; to the end or for so many seconds."""
        from people import Notes, fill  # type: ignore[import-not-found]

        ending = asyncio.Event()
        asyncio.get_running_loop().call_later(most, ending.set)
        notes = Notes(tokens={(code, seat): token for seat, token in self.tokens[code].items()})
        await fill(self.url, code, notes, random.Random(1), ending, patience=PATIENCE)

    async def everything(self) -> None:
        ended = [self.open(edition, players, options=SHORT) for edition, players in (("sixth", 4), ("fourth", 3), ("zip", 2))]
        running = self.open("extension", 5, options=SHORT)
        beside_a_bot, rated = self.open("sixth", 3, bots=1, options=SHORT), self.open("sixth", 3, rated=True, turn_seconds=60.0)
        self.open("sixth", 4, begun=False)
        await asyncio.gather(*(self.play(code) for code in (*ended, beside_a_bot)), self.play(running, LATER), self.play(rated, LATER))
        await self.ask_back(running)

    async def ask_back(self, code: str) -> None:
        """Somebody asks to take an action back, and nobody answers."""
        from sevenhex.protocol.client import Client, Refusal

        for token in self.tokens[code].values():
            async with Client(self.url, code, token, patience=PATIENCE) as client:
                before = client.version
                with contextlib.suppress(Refusal):
                    await client.undo()
                    await client.until(lambda c=client, v=before: c.table.get("undo") is not None or c.version != v)  # type: ignore[misc]
                if client.table.get("undo") is not None:
                    return
        raise AssertionError("nobody at the running table had anything to ask for")

    def records(self) -> dict[str, str]:
        """Of the games that have begun, as a stranger is shown them."""
        from sevenhex.protocol.client import Lobby, Refusal

        found = {}
        for code in self.tokens:
            with contextlib.suppress(Refusal):
                found[code] = str(Lobby(self.url, PATIENCE).call("GET", f"/api/tables/{code}/record"))
        return found


def made(release: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="sevenhex-older-") as folder, sources_of(release, Path(folder)) as sources:
        data = Path(folder) / "data"
        data.mkdir()
        with serving(sources, data) as url:
            evening = Evening(url)
            asyncio.run(evening.everything())
            records = evening.records()
        with contextlib.closing(sqlite3.connect(data / "sevenhex.db")) as base:
            base.execute("DELETE FROM checkpoints")  # a short cut, which the log is enough for
            base.commit()
            statements = list(base.iterdump())
    return {"release": release, "statements": statements, "records": records, "tokens": evening.tokens}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--release", default=RELEASE)
    reader.add_argument("--out", type=Path, default=OUT)
    given = reader.parse_args()
    packed = gzip.compress(json.dumps(made(given.release)).encode(), 9, mtime=0)
    if len(packed) > MOST:
        sys.exit(f"{len(packed):,} bytes: too much for the repository; expected at most {MOST:,}.")
    given.out.write_bytes(packed)
    print(f"{given.out}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
