"""Cookies, origins, headers and limits."""

from __future__ import annotations

import httpx
import pytest
from serving import Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sevenhex.server.base.settings import Limits


def test_the_cookie_is_for_http_only_and_same_site(server):
    answer = server.browser().post("/api/tables", json={"players": 3})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # plain http on this machine
    proxied = server.browser().post("/api/tables", json={"players": 3}, headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in proxied.headers["set-cookie"]


def test_every_answer_forbids_inline_scripts_styles_and_frames(server):
    for path in ("/", "/api/editions", "/healthz", "/t/abc"):
        headers = server.browser().get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "style-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_a_foreign_page_may_not_play_or_post(server):
    opened = server.open(players=3)
    url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{opened['code']}/play"
    with pytest.raises(InvalidStatus), connect(url, origin="https://evil.example"):
        pass
    with connect(url, origin=server.url):
        pass
    answer = server.browser().post("/api/tables", json={"players": 3}, headers={"Origin": "https://evil.example"})
    assert answer.json()["code"] == "forbidden"


def test_secrets_are_stored_hashed(server):
    browser = server.browser()
    opened = server.open(browser, players=3)
    stored = b"".join(path.read_bytes() for path in __import__("pathlib").Path(server.settings.store).iterdir())
    assert opened["code"].encode() in stored
    assert opened["token"].encode() not in stored
    assert browser.cookies["sevenhex"].encode() not in stored


def test_too_many_requests_from_one_address_are_refused(tmp_path):
    with Server(tmp_path, limits=Limits(request_burst=5, requests_per_second=0.01)) as server:
        answers = [server.browser().get("/api/tables") for _ in range(8)]
        assert [answer.status_code for answer in answers].count(429) == 3
        assert server.browser().get("/healthz").status_code == 200


def test_a_large_body_is_refused(server):
    limit = server.settings.limits.body_bytes
    answer = server.browser().post("/api/replay", content=b"x" * (limit + 1), headers={"Content-Type": "text/plain"})
    assert answer.json()["code"] == "too_large"

    def drops():
        for _ in range(limit // 1000 + 2):
            yield b"x" * 1000

    answer = server.browser().post("/api/replay", content=drops(), headers={"Content-Type": "text/plain"})
    assert answer.status_code == 413


def test_open_tables_are_limited(tmp_path):
    with Server(tmp_path, limits=Limits(open_tables_per_player=2, open_tables=3)) as server:
        ann = server.browser()
        codes = [ann.post("/api/tables", json={"players": 3}).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        codes = [server.browser().post("/api/tables", json={"players": 3}).status_code for _ in range(2)]
        assert codes == [201, 429]


def test_health_and_metrics(server):
    assert server.browser().get("/healthz").json()["status"] == "ok"
    assert "sevenhex_actions_total" in server.browser().get("/metrics").text


def test_no_path_leaves_the_pages_folder(server):
    for path in ("/../app.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "/%00"):
        answer = httpx.get(server.url + path)
        assert "create_app" not in answer.text
