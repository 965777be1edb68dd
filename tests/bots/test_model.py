"""A language model's seat in the arena: a client of the Model Context Protocol plays; what it does wrong is said and forgiven."""

from __future__ import annotations

import json
import random
import sys
import urllib.error
import urllib.request
from time import monotonic

import pytest

from sevenhex import bots
from sevenhex.arena import Plan, play_match
from sevenhex.bots import BotError
from sevenhex.bots.model import Desk, Model
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game

pytest.importorskip("mcp")

# Asks what it may do and does the first that builds something; says something impossible now and then, and a row of two.
AGENT = """
import asyncio, os, random
import mcp

async def main():
    rng, refused = random.Random(1), 0
    async with mcp.Client(os.environ["SEVENHEX_MCP_URL"], read_timeout_seconds=120) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {"look", "legal_actions", "act", "wait"}
        text = (await client.call_tool("wait", {"seconds": 60})).content[0].text
        assert "Island" in text and "hand" in text, text
        while "The game is over" not in text:
            legal = (await client.call_tool("legal_actions", {})).structured_content["result"]
            if not legal:
                text = (await client.call_tool("wait", {"seconds": 30})).content[0].text
                continue
            if rng.random() < 0.1:
                answer = await client.call_tool("act", {"action": "city A1.N"})
                assert answer.is_error
            better = [each for each in legal if each.split()[0] in ("settle", "city", "roll", "buy")]
            chosen = rng.choice(better or legal)
            row = [chosen, "end"] if rng.random() < 0.2 else chosen
            text = (await client.call_tool("act", {"action": row, "seconds": 60})).content[0].text
        print("played to the end")

asyncio.run(main())
"""


@pytest.fixture
def agent(tmp_path):
    path = tmp_path / "agent.py"
    path.write_text(AGENT)
    return f"mcp:{sys.executable} -W ignore {path}"


@pytest.mark.timeout(900)
def test_a_model_plays_a_match_of_the_arena(agent):
    plan = Plan((agent, "random"), games=2, players=2, edition="zip", seed=3, seconds=120, options={"victory_points": 3})
    result = play_match(plan, 0)
    assert result.winner is not None
    assert result.said == ()  # no fault: what was refused was said to the model, and it answered again


def one_question(seconds=60.0):
    game = Game.new("sixth", 3, seed=1, starter=0)
    return game.view(0), game.legal(0), bots.Limit(seconds)


def test_a_program_that_ends_or_says_nothing_costs_its_time_and_no_more(tmp_path):
    view, legal, limit = one_question()
    ends = Model(f"{sys.executable} -c \"print('no such model'); raise SystemExit(3)\"")
    with pytest.raises(BotError, match="ended with status 3; it said: no such model"):
        ends.choose(view, legal, limit)
    with pytest.raises(BotError, match="has ended"):
        ends.choose(view, legal, limit)
    ends.close()
    mute = Model(f'{sys.executable} -c "import time; time.sleep(600)"')
    begun = monotonic()
    with pytest.raises(TimeoutError):
        mute.choose(view, legal, bots.Limit(0.5))
    process = mute.seat.process
    mute.close()
    assert process.poll() is not None
    assert monotonic() - begun < 60
    with pytest.raises(BotError, match="There is no program"):
        bots.make("mcp:nosuchprogram --at {url}")


def test_nobody_else_finds_the_seat():
    """Its address is this machine's own, with a secret; another path, or another host's name, is refused."""
    view, legal, _ = one_question()
    model = Model(f'{sys.executable} -c "import time; time.sleep(600)" {{url}}')
    try:
        with pytest.raises(TimeoutError):
            model.choose(view, legal, bots.Limit(1.0))
        host, port = model.seat.socket.getsockname()
        url = model.seat.process.args[-1]
        assert host == "127.0.0.1"
        assert len(url.rpartition("/")[2]) >= 32
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode()
        head = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        for address, more in ((f"http://127.0.0.1:{port}/mcp", {}), (url, {"Host": "evil.example"})):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(urllib.request.Request(address, body, head | more), timeout=30)
            assert refused.value.code in (403, 404, 421)
            refused.value.close()
    finally:
        model.close()


def test_only_what_the_seat_may_know_is_said_and_only_its_turn_is_its_own():
    game, rng, desk = Game.new("sixth", 3, seed=5), random.Random(2), Desk()
    with pytest.raises(SevenhexError, match="not your turn"):
        desk.do("end")
    while game.version < 150 and not game.is_over:
        if game.awaits_chance:
            game.resolve(rng)
            continue
        seat = game.to_act[0]
        if seat == 0:
            desk.view, desk.legal, desk.asked = game.view(0), game.legal(0), True
            text = desk.text(whole=True)
            assert "red" not in text or text.count("hand") == 1  # nobody's hand but its own
            with pytest.raises(SevenhexError):
                desk.do("city A1.N" if "city A1.N" not in desk.texts() else "settle A1.N")
            desk.do(rng.choice(desk.texts()))
            game.push(desk.answer, 0)
        else:
            game.push(rng.choice(game.legal(seat)), seat)
    desk.end()
    assert desk.text().endswith("The game is over.")


def test_a_server_never_starts_a_model():
    with pytest.raises(BotError, match="There is no bot"):
        bots.make_own("mcp:echo")
