"""The page's files: read and packed once, and nothing outside their folder."""

from __future__ import annotations

import asyncio
import gzip
import os

import httpx
import pytest
from serving import Server

from sevenhex.server.web import files
from sevenhex.server.web.files import Files

TEXT = "let island = [19];\n" * 200


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<title>Sevenhex</title>")
    (tmp_path / "page" / "assets" / "island.js").write_text(TEXT)
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "page"


def test_many_who_ask_at_once_cost_one_reading(folder, monkeypatch):
    readings = []
    monkeypatch.setattr(files, "read", lambda wanted, read=files.read: readings.append(wanted) or read(wanted))
    kept = Files(folder)

    async def ask():
        return await asyncio.gather(*(kept.find("assets/island.js") for _ in range(50)))

    found = asyncio.run(ask())
    assert len(readings) == 1
    assert {id(each) for each in found} == {id(found[0])}
    assert gzip.decompress(found[0].packed).decode() == found[0].body.decode() == TEXT


def test_a_file_that_changes_is_read_again_and_one_that_goes_is_gone(folder):
    kept, wanted = Files(folder), folder / "index.html"
    first = asyncio.run(kept.find("index.html"))
    wanted.write_text("<title>Newer</title>")
    os.utime(wanted, ns=(1, 1))
    second = asyncio.run(kept.find("index.html"))
    assert (b"Newer" in second.body, second.mark == first.mark) == (True, False)
    wanted.unlink()
    assert asyncio.run(kept.find("index.html")) is None


@pytest.mark.parametrize("path", ["", "../secret.txt", "assets/../../secret.txt", "/etc/passwd", "\0", "a" * 300, "assets"])
def test_nothing_else_is_found_nor_kept(folder, path):
    kept = Files(folder)
    assert asyncio.run(kept.find(path)) is None
    assert not kept.kept


def test_browsers_get_what_they_understand(folder, tmp_path):
    with Server(tmp_path / "games") as server, httpx.Client(base_url=server.url) as client:
        server.app.state.pages = Files(folder)
        packed = client.get("/assets/island.js", headers={"Accept-Encoding": "gzip"})
        plain = client.get("/assets/island.js", headers={"Accept-Encoding": "identity"})
        assert packed.text == plain.text == TEXT
        assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
        assert int(packed.headers["content-length"]) < 200 < int(plain.headers["content-length"])
        assert packed.headers["content-type"].startswith("text/javascript")
        assert packed.headers["x-content-type-options"] == "nosniff"
        again = client.get("/assets/island.js", headers={"If-None-Match": packed.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get("/some/page").text == client.get("/").text == "<title>Sevenhex</title>"
        assert client.get("/missing.js").status_code == 404
