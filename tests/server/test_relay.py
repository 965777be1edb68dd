"""A call whose table another process owns is answered by the owner, as if it had been asked itself."""

from __future__ import annotations

import pytest
from serving import Server, free_socket

from sevenhex.server.cluster.leases import Elsewhere

BOT = {"bot": "random"}


@pytest.fixture(scope="module")
def owner(server):
    return server


@pytest.fixture(scope="module")
def other(tmp_path_factory, owner):
    """A process that owns no table and believes that the owner has them all."""
    with Server(tmp_path_factory.mktemp("other"), peer="http://127.0.0.1:9") as found:

        async def obtain(code, address=""):
            raise Elsewhere(owner.url)

        found.app.state.tables.obtain = obtain
        yield found


def test_the_owner_answers_with_status_body_and_cookie(owner, other):
    opened = owner.open(players=3, seats=["me", BOT, "open"])
    visitor = other.browser()
    joined = visitor.post(f"/api/tables/{opened['code']}/join", json={"name": "Bob"})
    assert joined.status_code == 200
    assert joined.json()["seat"] == 2
    assert "sevenhex" in joined.cookies
    again = visitor.get(f"/api/tables/{opened['code']}")
    assert again.json()["your_seat"] == 2
    assert again.json() == {**owner.browser(cookie=f"sevenhex={joined.cookies['sevenhex']}").get(f"/api/tables/{opened['code']}").json()}


def test_one_visitors_cookie_is_not_sent_with_anothers_call(owner, other):
    code = owner.open(players=3, seats=["me", BOT, "open"])["code"]
    assert other.browser().post(f"/api/tables/{code}/join", json={"name": "Bob"}).cookies
    assert other.browser().get(f"/api/tables/{code}").json()["your_seat"] is None
    assert other.app.state.peers.cookies.jar._cookies == {}


def test_what_stands_behind_the_question_mark_is_passed_on(owner, other):
    opened = owner.open(players=2, seats=["me", BOT], start=True)
    found = other.browser().get(f"/api/tables/{opened['code']}/replay?from=1&to=1").json()
    assert [frame["n"] for frame in found["frames"]] == [1]


def test_a_refusal_of_the_owner_is_the_answer(owner, other):
    code = owner.open(players=2, seats=["me", BOT])["code"]
    asked = other.browser().post(f"/api/tables/{code}/start")
    assert asked.status_code == 403
    assert asked.json()["key"] == "not_here"
    odd = other.browser().get("/api/tables/%2e%2e%2fmine%3f")
    assert odd.status_code == 404, odd.text


def test_nobody_is_passed_on_twice(owner, other):
    asked = other.browser(**{"x-sevenhex-relay": "1"}).get("/api/tables/abcdefghjk")
    assert asked.status_code == 503
    assert asked.json()["key"] == "moving"


def test_an_owner_that_does_not_answer_is_reported_as_such(other, monkeypatch):
    with free_socket("127.0.0.1", 0) as closed:
        gone = f"http://127.0.0.1:{closed.getsockname()[1]}"

    async def obtain(code, address=""):
        raise Elsewhere(gone)

    monkeypatch.setattr(other.app.state.tables, "obtain", obtain)
    asked = other.browser().get("/api/tables/abcdefghjk")
    assert asked.status_code == 503
    assert asked.json()["key"] == "no_answer"
