"""A club's own login by OpenID Connect, against a small provider of the test."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from serving import Server

pytest.importorskip("authlib")
pytest.importorskip("httpx2")
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "sevenhex", "a secret of the club"


class Provider:
    """Signs in anybody the test names; `spoil` changes its word."""

    def __init__(self):
        self.key, self.other = RSAKey.generate_key(parameters={"kid": "one"}), RSAKey.generate_key(parameters={"kid": "one"})
        self.codes, self.spoil, self.asked, self.description = {}, {}, 0, {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self, body, status=200):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                if self.path == "/.well-known/openid-configuration":
                    self.answer(provider.discovery())
                elif self.path == "/keys":
                    self.answer({"keys": [provider.key.as_dict(private=False)]})
                else:
                    self.answer({}, 404)

            def do_POST(self):
                provider.asked += 1
                given = {
                    name: values[0] for name, values in parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()).items()
                }
                wanted = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
                known = provider.codes.pop(given.get("code"), None)
                challenge = base64.urlsafe_b64encode(hashlib.sha256(given.get("code_verifier", "").encode()).digest()).rstrip(b"=").decode()
                if self.headers.get("Authorization") != wanted or known is None or known["code_challenge"] != challenge:
                    self.answer({"error": "invalid_grant"}, 400)
                else:
                    self.answer({"access_token": "x", "token_type": "Bearer", "id_token": provider.token(known)})

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def discovery(self):
        places = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/keys"}
        return {"issuer": self.issuer, **{name: self.issuer + path for name, path in places.items()}, **self.description}

    def token(self, known):
        claims = {
            "iss": self.issuer, "aud": CLIENT, "exp": int(time.time()) + 60, "iat": int(time.time()), "nonce": known["nonce"],
            **known["who"], **self.spoil.get("claims", {}),
        }  # fmt: skip
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.spoil.get("key", self.key))

    def sign_in(self, url, **who):
        """What the club's page does: the way back, with a code."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert asked["client_id"] == CLIENT
        assert asked["code_challenge_method"] == "S256"
        assert "email" not in asked["scope"]
        code = f"code-{len(self.codes)}-{time.monotonic_ns()}"
        self.codes[code] = {**asked, "who": who}
        return asked["redirect_uri"], {"code": code, "state": asked["state"]}


@pytest.fixture
def provider():
    made = Provider()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def club(tmp_path, compiled, provider):
    with Server(tmp_path, club_issuer=provider.issuer, club_client=CLIENT, club_secret=SECRET, club_name="Our club") as server:
        yield server


def come_back(browser, provider, back=None, **who):
    url = browser.post("/api/signin/club").json()["url"]
    way, query = provider.sign_in(url, **who)
    answer = (back or browser).get(way, params=query)
    assert answer.status_code == 303
    return answer.headers["location"]


def account(browser):
    return browser.get("/api/account").json()


def test_a_member_gets_an_account_and_the_same_one_from_another_browser(club, provider):
    first, second = club.browser(), club.browser()
    code = club.open(first, players=3, player="Guest")["code"]
    assert account(first)["club"] == "Our club"
    assert come_back(first, provider, sub="member-seventeen", preferred_username="Anna\u202e") == "/#/me"
    found = account(first)
    assert (found["registered"], found["name"], found["has_club"], len(found["devices"])) == (True, "Anna", True, 1)
    assert [table["code"] for table in first.get("/api/mine").json()] == [code]  # what the guest had
    assert come_back(second, provider, sub="member-seventeen", preferred_username="Somebody else now") == "/#/me"
    assert (account(second)["name"], len(account(second)["devices"])) == ("Anna", 2)
    third = club.browser()
    assert come_back(third, provider, sub="18", preferred_username="anna") == "/#/me"
    assert account(third)["name"] == "anna 2"  # a name is one player's
    assert "member-seventeen" not in json.dumps(first.get("/api/account/export").json()["everything"]["account"])


def test_a_way_back_counts_once_and_in_the_browser_that_asked(club, provider):
    one, other = club.browser(), club.browser()
    url = one.post("/api/signin/club").json()["url"]
    way, query = provider.sign_in(url, sub="1")
    assert other.get(way, params=query).headers["location"] == "/#/me/refused/club_late"
    assert provider.asked == 0
    assert one.get(way, params=query).headers["location"] == "/#/me"
    assert one.get(way, params=query).headers["location"] == "/#/me/refused/club_late"
    fresh = club.browser()
    for params in ({}, {"state": "x", "code": "y"}, {"state": query["state"], "code": ""}):
        assert fresh.get("/api/signin/club/back", params=params).headers["location"] == "/#/me/refused/club_late"
    assert not account(fresh)["registered"]


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"aud": "another"},
        {"iss": "https://another"},
        {"exp": 1},
        {"azp": "another"},
        {"sub": None},
        {"sub": "x" * 300},
    ],
)
def test_a_word_that_is_not_for_us_is_not_believed(club, provider, claims):
    browser = club.browser()
    provider.spoil["claims"] = claims
    assert come_back(browser, provider, sub="1", name="Eve") == "/#/me/refused/sign_in_failed"
    assert not account(browser)["registered"]


def test_a_word_of_another_key_is_not_believed(club, provider):
    browser = club.browser()
    provider.spoil["key"] = provider.other
    assert come_back(browser, provider, sub="1", name="Eve") == "/#/me/refused/sign_in_failed"


@pytest.mark.parametrize("description", [{"issuer": "https://another"}, {"token_endpoint": "file:///etc/passwd"}, {"jwks_uri": None}])
def test_a_club_that_describes_itself_wrongly_is_asked_nothing(club, provider, description):
    provider.description = description
    answer = club.browser().post("/api/signin/club")
    assert (answer.status_code, answer.json()["key"]) == (503, "club_silent")


def test_an_account_gets_the_club_as_one_more_way_in_and_gives_it_up(club, provider):
    browser, other = club.browser(), club.browser()
    phrase = browser.post("/api/account", json={"name": "Phrased"}).json()["phrase"]
    assert come_back(browser, provider, sub="5") == "/#/me"
    assert (account(browser)["name"], account(browser)["has_club"]) == ("Phrased", True)
    assert come_back(other, provider, sub="5") == "/#/me"
    assert account(other)["name"] == "Phrased"
    assert browser.delete("/api/account/club").status_code == 204  # the phrase is another way
    assert not account(browser)["has_club"]
    assert phrase
    new = club.browser()
    come_back(new, provider, sub="6", name="Only by the club")
    assert new.delete("/api/account/club").json()["key"] == "last_way"
    come_back(browser, provider, sub="6")
    assert not account(browser)["has_club"]  # it opens somebody else's
    assert new.post("/api/account/delete", json={"name": account(new)["name"]}).status_code == 204
    again = club.browser()
    come_back(again, provider, sub="6", name="Only by the club")
    assert len(account(again)["devices"]) == 1  # nothing was left of the deleted one


def test_it_is_off_by_default(server):
    browser = server.browser()
    assert account(browser)["club"] is None
    assert browser.post("/api/signin/club").json()["key"] == "no_club"
    assert browser.get("/api/signin/club/back").headers["location"] == "/#/me/refused/club_late"
