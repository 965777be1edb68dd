"""`sevenhex mcp`, driven by the official client over standard input and output: a whole game, rules, reasons, analysis, secrecy."""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import pytest

import children
from sevenhex.study.seats import OwnGame, SeatTaken

mcp = pytest.importorskip("mcp")
SERVER = mcp.StdioServerParameters(command=sys.executable, args=["-m", "sevenhex", "mcp"], env=dict(os.environ))
PATIENCE = 300  # seconds: a busy machine compiles slowly
SHORT = {"victory_points": 3}


def connected(work) -> Any:
    """What a conversation brings."""

    async def inside() -> Any:
        async with mcp.Client(SERVER, read_timeout_seconds=PATIENCE) as client:
            return await work(client)

    return children.run(inside(), PATIENCE)


async def call(client, tool: str, **given: Any) -> Any:
    answer = await client.call_tool(tool, given)
    assert not answer.is_error, answer.content[0].text
    found = answer.structured_content
    return found["result"] if set(found) == {"result"} else found


def test_a_whole_game_is_played():
    async def work(client):
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"start_game", "join_table", "look", "legal_actions", "why_not", "act", "rules", "ask_rules", "analyse"}
        found = await call(client, "start_game", players=3, seat=1, opponent="greedy", seed="a whole game", options=SHORT)
        name, rng, actions = found["game"], random.Random(1), 0
        while not found["over"]:
            assert found["your_turn"]
            choices = found["legal"]
            better = [action for action in choices if action.split()[0] in ("settle", "city", "roll", "road", "buy")]
            found = await call(client, "act", game=name, action=rng.choice(better or choices))
            actions += 1
            assert actions < 3000
        return found, await call(client, "look", game=name)

    found, seen = connected(work)
    assert found["winner"]
    assert seen["view"]["winner"] is not None


def test_it_sees_what_its_seat_may_know_and_nothing_else():
    async def work(client):
        found = await call(client, "start_game", players=4, seat=0, opponent="greedy", seed="secrets")
        name, told = found["game"], [found]
        for _ in range(40):
            found = await call(client, "act", game=name, action=found["legal"][0])
            told.append(await call(client, "look", game=name))
        return told

    looked = 0
    for said in connected(work)[1:]:
        for seat in said["view"]["seats"]:
            if seat["seat"] != 0:
                looked += 1
                assert seat["hand"] is None
                assert seat["dev"] is None
                assert seat["total_points"] is None
        assert '"position"' not in json.dumps(said)
    assert looked == 120


def test_reasons_rules_and_analysis():
    async def work(client):
        found = await call(client, "start_game", players=4, seat=0, opponent="greedy", seed="why")
        name = found["game"]
        assert (await call(client, "legal_actions", game=name))["not_now"]["end"]
        reasons = await call(client, "why_not", game=name, action="city A1.N")
        assert reasons[0]["clause"]
        clause = (await call(client, "rules", clause=reasons[0]["clause"]))[0]
        assert clause["id"] == reasons[0]["clause"]
        assert len(await call(client, "rules", edition="fourth")) > 30
        judged = await call(client, "analyse", game=name, level="quick")
        assert judged["best"][0]["action"] in found["legal"]
        refused = await client.call_tool("act", {"game": name, "action": "city A1.N"})
        assert refused.is_error
        assert reasons[0]["sentence"] in refused.content[0].text
        wrong = await client.call_tool("look", {"game": "nothing"})
        assert wrong.is_error
        assert (await call(client, "look", game=name))["legal"] == found["legal"]
        position = await call(client, "analyse", position=OwnGame("sixth", 4, 0, "greedy", "why").game.position(), level="quick")
        assert sum(position["chances"]) == pytest.approx(100, abs=0.1)

    connected(work)


def test_a_model_starts_no_program_and_opens_no_file(tmp_path):
    """What a model asks for may come from a text that misled it: it names our bots, and nothing of the person's machine."""
    mark = tmp_path / "ran"
    weights = tmp_path / "weights.npz"
    weights.write_bytes(b"not a network")

    async def work(client):
        told = []
        program = f"exec:{sys.executable} -c \"open({str(mark)!r}, 'w')\""
        for opponent in (program, f"net:{weights}", f"net:{tmp_path}/none", "exec:", "net"):
            answer = await client.call_tool("start_game", {"players": 2, "opponent": opponent})
            assert answer.is_error, opponent
            told.append(answer.content[0].text)
        assert (await call(client, "start_game", players=2, opponent="greedy"))["legal"]
        return told

    for sentence in connected(work):
        assert "There is no bot" in sentence
        assert "greedy" in sentence  # it says what there is
        assert "weights" not in sentence.partition(" here:")[2]
    assert not mark.exists()


def test_a_seat_that_does_not_exist_is_refused():
    with pytest.raises(SeatTaken, match="0 to 3"):
        OwnGame("sixth", 4, 9, "greedy")


def test_a_seed_repeats_the_game():
    one, other = (OwnGame("sixth", 4, 2, "greedy", "again") for _ in range(2))
    assert one.game == other.game
    assert one.situation() == other.situation()
