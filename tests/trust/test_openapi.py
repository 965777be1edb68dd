"""Every call of the lobby, fuzzed from its own description: no answer is a fault, every answer has the promised shape.

Strangers ask about nothing in particular, and somebody with an account, notices, seats, wishes, people, a tournament and a program's token
asks about what is the own: most calls refuse a stranger before they do anything.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from members import ORIGIN
from nursery import Nursery
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from sevenhex.protocol.client import Lobby

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
DAY = 24 * 3600.0
PATIENCE = 120.0  # seconds, on a busy machine


class Somebody:
    """A new person with an account, a place for notices, a table that waits and a slow one that is played, a tournament, a wish, people to
    avoid, somebody who asks and invites, and a program: some calls end what one has."""

    def __init__(self, url: str, number: int) -> None:
        lobby, other = Lobby(url, PATIENCE), Lobby(url, PATIENCE)
        self.name = f"Somebody {number}"
        lobby.call("POST", "/api/account", {"name": self.name})
        self.notice = lobby.call("POST", "/api/notices", {"kind": "plain", "address": f"{ORIGIN}/{number}"})["id"]
        self.device = lobby.call("GET", "/api/account")["devices"][0]["id"]
        waiting, *_ = lobby.open(edition="zip", players=2, seats=["me", "open"])
        slow, *_ = lobby.open(edition="zip", players=2, seats=["me", "open"], turn_seconds=DAY)
        other.join(slow, "Guest")
        lobby.start(slow)
        self.codes = [waiting, slow]
        self.cookie = "; ".join(f"{each.name}={each.value}" for each in lobby.cookies)
        lobby.call("POST", "/api/people/apart", {"name": f"Other {number}"})
        self.entry = lobby.call("GET", "/api/people")["people"][0]["id"]
        self.seek = lobby.call("POST", "/api/seeks", {"editions": ["sixth"], "players": 6, "low": 199.0})["own"][0]["id"]
        self.tournament = lobby.call("POST", "/api/tournaments", {"name": "Cup", "bots": 1})["id"]
        lobby.call("POST", f"/api/tournaments/{self.tournament}/join", {})
        friend = Lobby(url, PATIENCE)
        friend.call("POST", "/api/account", {"name": f"Friend {number}"})
        friend.call("POST", "/api/people/friends", {"name": self.name})
        asked, *_ = friend.open(edition="zip", players=2, seats=["me", "open"])
        friend.call("POST", f"/api/tables/{asked}/invitations", {"name": self.name})
        people = lobby.call("GET", "/api/people")
        self.asking, self.invitation = people["asking"][0]["id"], people["invitations"][0]["id"]
        program = Lobby(url, PATIENCE)
        program.call("POST", "/api/account", {"name": f"Robot {number}"})
        program.call("POST", "/api/account/program", {"name": f"Robot {number}"})
        made = program.call("POST", "/api/account/tokens", {"name": "one"})
        self.token, self.program = made["id"], made["token"]
        self.robot = "; ".join(f"{each.name}={each.value}" for each in program.cookies)

    def ask(self, case: Any, luck: int) -> Any:
        """This call, about what is the person's own."""
        own = {"code": self.codes[luck % 2], "notice": self.notice, "device": self.device, "name": self.name, "entry": self.entry}
        own |= {"seek": self.seek, "asking": self.asking, "invitation": self.invitation}
        is_program = "/tokens" in case.path or "/program" in case.path
        own["id"] = self.token if is_program else self.tournament
        case.path_parameters = {**(case.path_parameters or {}), **{key: own[key] for key in case.path_parameters or {} if key in own}}
        who = {"Cookie": self.robot if is_program else self.cookie}
        if case.path == "/api/program/events":  # a stream without an end: asked by others only, who are refused
            who = {}
        elif luck == 3 and case.path.startswith("/api/tables"):
            who = {"Authorization": f"Bearer {self.program}"}
        return case.call(headers={**(case.headers or {}), **who}, timeout=PATIENCE)


def fuzz(nursery: Nursery, folder: Path, examples: int) -> Counter[str]:
    """Returns how often each status came."""
    statuses: Counter[str] = Counter()
    with nursery.server(folder / "games", folder, bot_pause=[0, 0], notify=[ORIGIN]) as server:
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        somebody: Somebody | None = None
        changed = True
        for number, found in enumerate(schema.get_all_operations()):
            operation: Any = found.ok()
            if somebody is None or changed:
                somebody = Somebody(server.url, number)
            changed = operation.method.upper() != "GET"

            @settings(
                max_examples=examples,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                database=None,
                phases=[Phase.explicit, Phase.generate],
            )
            @given(case=operation.as_strategy(), luck=st.integers(0, 3))
            def keeps_its_promises(case: Any, luck: int) -> None:
                answer = somebody.ask(case, luck) if luck and somebody else case.call(timeout=PATIENCE)  # noqa: B023
                case.validate_response(answer, checks=CHECKS)
                statuses[f"{answer.status_code}"] += 1

            keeps_its_promises()
        assert not server.faults(), server.faults()[0]
    return statuses


@pytest.mark.timeout(900)
def test_calls_keep_their_promises(nursery: Nursery, tmp_path: Path) -> None:
    statuses = fuzz(nursery, tmp_path, 5)
    assert statuses["200"] + statuses["201"] + statuses["204"] > 50
    assert statuses["404"] + statuses["400"] > 10


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_calls_keep_their_promises_for_long(nursery: Nursery, tmp_path: Path) -> None:
    print(fuzz(nursery, tmp_path, 500))
