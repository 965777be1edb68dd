"""The store of an older release (made by scripts/make_older_store.py) is brought up to date: nothing is lost, nothing is called faulty."""

from __future__ import annotations

import contextlib
import gzip
import json
import sqlite3
from pathlib import Path

import pytest
from serving import Server
from typer.testing import CliRunner

from sevenhex.cli import app

OLDER = Path(__file__).parent / "older_store.json.gz"


@pytest.fixture
def older(tmp_path):
    """What the older release had in its store, as a store in a folder; and what it said of it."""
    kept = json.loads(gzip.decompress(OLDER.read_bytes()))
    with opened(tmp_path) as base:
        base.executescript("\n".join(kept["statements"]))
    return tmp_path, kept


@contextlib.contextmanager
def opened(folder):
    with contextlib.closing(sqlite3.connect(folder / "sevenhex.db")) as base, base:
        yield base


def checked(folder):
    return json.loads(CliRunner().invoke(app, ["store", "check", "--store", str(folder), "--json"]).stdout)


def test_an_older_store_is_brought_up_to_date_and_found_sound(older):
    folder, kept = older
    with opened(folder) as base:
        assert base.execute("SELECT version_num FROM alembic_version").fetchone() == ("0009",)
        counts = {
            name: base.execute(f"SELECT count(*) FROM {name}").fetchone() for name in ("players", "tables", "seats", "entries", "chat")
        }
        statuses = {status for (status,) in base.execute("SELECT status FROM tables")}
    assert statuses == {"waiting", "playing", "over"}
    assert checked(folder) == {"tables": len(kept["tokens"]), "faults": []}
    with opened(folder) as base:
        assert base.execute("SELECT version_num FROM alembic_version").fetchone() > ("0014",)
        assert {name: base.execute(f"SELECT count(*) FROM {name}").fetchone() for name in counts} == counts
        base.execute("UPDATE entries SET action = action + 256 WHERE version = 2 AND code = (SELECT min(code) FROM entries)")
    assert len(checked(folder)["faults"]) == 1  # the check looks at these games


def test_everybody_comes_back_to_an_older_table(older, compiled):
    """Every seat is opened by its token, every record is the same text, an open request is still open, and a game goes on."""
    folder, kept = older
    with opened(folder) as base:
        rows = base.execute("SELECT code, pending FROM tables WHERE status = 'playing'")
        pending = {code for code, text in rows if "undo" in json.loads(text or "{}")}
    with Server(folder) as server:
        stranger = server.browser()
        for code, record in kept["records"].items():
            assert stranger.get(f"/api/tables/{code}/record").text == record
        running, asked = 0, set()
        for code, tokens in kept["tokens"].items():
            for seat, token in tokens.items():
                with server.player(code, token) as player:
                    assert player.welcome["seat"] == int(seat)
                    if player.table["undo"]:
                        asked.add(code)
                    if player.table["status"] == "playing" and player.legal and not player.table["undo"]:
                        running += player.act(player.legal[0])["type"] == "done"
        assert asked == pending != set()
        assert running > 0
