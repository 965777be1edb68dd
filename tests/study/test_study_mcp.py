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


FORMS = ("start_game", "join_table", "look", "act", "wait")  # tools that answer in text unless they are asked for data


async def call(client, tool: str, **given: Any) -> Any:
    answer = await client.call_tool(tool, ({"form": "json"} if tool in FORMS else {}) | given)
    assert not answer.is_error, answer.content[0].text
    found = answer.structured_content
    if found is None:  # a tool that answers in text or data: once, not twice
        return json.loads(answer.content[0].text)
    return found["result"] if set(found) == {"result"} else found


def test_a_whole_game_is_played():
    async def work(client):
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"start_game", "join_table", "look", "legal_actions", "why_not", "act", "wait", "rules", "ask_rules", "analyse"}
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
        name, replies = found["game"], [found]
        for _ in range(40):
            found = await call(client, "act", game=name, action=found["legal"][0])
            replies.append(await call(client, "look", game=name))
        return replies

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
        replies = []
        program = f"exec:{sys.executable} -c \"open({str(mark)!r}, 'w')\""
        for opponent in (program, f"net:{weights}", f"net:{tmp_path}/none", "exec:", "net"):
            answer = await client.call_tool("start_game", {"players": 2, "opponent": opponent})
            assert answer.is_error, opponent
            replies.append(answer.content[0].text)
        assert (await call(client, "start_game", players=2, opponent="greedy"))["legal"]
        return replies

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


# --- few words


def spoken(answer) -> str:
    return "".join(part.text for part in answer.content)


def test_a_whole_game_costs_a_model_little():
    """Tools, prompt, questions and answers of a game to ten points, at four characters a token."""

    async def work(client):
        listed = await client.list_tools()
        letters = sum(len(tool.model_dump_json(exclude_none=True)) for tool in listed.tools)
        letters += len((await client.get_prompt("play")).messages[0].content.text)
        letters += len(mcp_instructions())
        given = {"players": 4, "seat": 0, "opponent": "greedy", "seed": "x"}
        text = spoken(await client.call_tool("start_game", given))
        answers = [text]
        name, calls, own, rng = text.split()[1], 1, OwnGame("sixth", 4, 0, "greedy", "x"), random.Random(1)
        letters += len(text) + len(json.dumps(given))
        while not own.game.is_over:
            # a model says its turn in a call or two; this one plays a row that `own` shows to be possible
            row = []
            while len(row) < 6 and not own.game.is_over:
                version = own.game.version
                legal = own.legal()
                better = [action for action in legal if action.split()[0] in ("settle", "city", "buy", "knight", "roll", "road")]
                row.append(rng.choice(better or legal))
                own.do(row[-1])
                if row[-1] in ("roll", "end") or own.game.phase.name != "MAIN" or version == own.game.version:
                    break
            given = {"game": name, "action": row}
            answer = spoken(await client.call_tool("act", given))
            letters, calls = letters + len(json.dumps(given)) + len(answer), calls + 1
            assert "refused" not in answer
            assert f"v{own.game.version} " in answer
            answers.append(answer)
        return letters, calls, answers, own.game

    letters, calls, answers, game = connected(work)
    last = answers[-1]
    assert calls > 20
    assert "has won" in last
    assert letters / 4 < 15_000, (letters / 4, calls)
    print(f"a whole game by MCP: {round(letters / 4)} tokens in {calls} calls")  # pytest -s shows it
    assert_nothing_hidden(game, "\n".join(answers), seat=0)


def assert_nothing_hidden(game, answers: str, seat: int) -> None:
    """No card that others drew or stole out of this seat's sight is named in what it was answered, and no points but the open ones."""
    before_the_end = game.until(game.version - 1)  # when it is over all cards are open
    hidden = [event for event in before_the_end.events_since(0) if not event.is_known_to(seat)]
    whole = {event.opened().sentence() for event in hidden} - {event.sentence(for_seat=seat) for event in hidden}
    assert len(whole) > 3  # there was something to keep
    assert not [sentence for sentence in whole if sentence in answers]
    others = [line for text in answers.splitlines() if " (you) " in text for line in text.split(" | ") if " (you) " not in line]
    assert others
    assert not [line for line in others if "hand" in line or "victory point" in line]


def mcp_instructions() -> str:
    from sevenhex.commands.mcp import INSTRUCTIONS

    return INSTRUCTIONS


def test_the_text_tells_no_hidden_card():
    """Whatever others hold, the text of a seat is the same as long as its view is: it is made from the view, its events and its actions."""
    from sevenhex.protocol.telling import situation

    own = OwnGame("sixth", 4, 1, "greedy", "secrets")
    rng, seen = random.Random(2), 0
    for _ in range(60):
        if own.game.is_over:
            break
        view, legal = own.view(), own.legal()
        hidden = own.game.state.copy()
        words = hidden["hand"][0]
        other = [seat for seat in range(4) if seat != 1 and words[seat]]
        text = situation(view, legal, [], whole=True)
        if len(other) >= 2:
            # others' cards in other hands: the seat cannot see it
            seen += 1
            twin = OwnGame("sixth", 4, 1, "greedy", "secrets")
            twin.game = own.game.copy()
            twin.game.states.last = twin.game.states.recent[-1] = hidden
            size = {seat: own.game.view(1).hand_sizes[seat] for seat in other}
            pair = next(((a, b) for a in other for b in other if a < b and size[a] == size[b]), None)
            if pair:
                words[pair[0]], words[pair[1]] = words[pair[1]], words[pair[0]]
                assert situation(twin.game.view(1).to_json() | {"seats": view["seats"]}, legal, [], whole=True) == text
        for seat in view["seats"]:
            if seat["seat"] != 1:
                assert seat["hand"] is None
        own.do(rng.choice(legal))
    assert seen > 10


def test_several_actions_a_version_and_a_refusal():
    async def work(client):
        text = spoken(await client.call_tool("start_game", {"players": 3, "seat": 0, "opponent": "random", "seed": "row"}))
        name, version = text.split()[1], int(text.split("v", 1)[1].split()[0])
        place = text.split("settle ")[1].split("(")[0]
        stale = await client.call_tool("act", {"game": name, "action": f"settle {place}", "version": version + 5})
        row = [f"settle {place}", "city A1.N", "end"]
        half = spoken(await client.call_tool("act", {"game": name, "action": row, "version": version}))
        none = await client.call_tool("act", {"game": name, "action": []})
        waited = spoken(await client.call_tool("wait", {"game": name, "seconds": 0}))
        why = await client.call_tool("act", {"game": name, "action": "city A1.N"})
        return version, stale, half, none, waited, why

    version, stale, half, none, waited, why = connected(work)
    assert stale.is_error
    assert f"The game is at v{version}, not v{version + 5}" in spoken(stale)
    assert "1 of 3 done; 'city A1.N' refused: " in half
    assert "-" in half.split("refused: ")[1].split("[")[1].split("]")[0]  # its clause
    assert none.is_error
    assert "You may: road " in waited
    assert why.is_error
    assert "[" in spoken(why)


def test_dominated_trades_are_left_out():
    from sevenhex.protocol.telling import worthwhile

    legal = ["end", "bank 4 wool for 1 ore", "bank 3 wool for 1 ore", "bank 2 wool for 1 brick", "bank 4 ore for 1 wool"]
    assert worthwhile(legal) == ["end", "bank 3 wool for 1 ore", "bank 2 wool for 1 brick", "bank 4 ore for 1 wool"]


def test_rules_as_resources_and_no_file_as_an_edition(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("name = 'secret'")

    async def work(client):
        titles = (await client.read_resource("sevenhex://rules/sixth")).contents[0].text
        clause = titles.splitlines()[0].split()[0]
        text = (await client.read_resource(f"sevenhex://rules/sixth/{clause}")).contents[0].text
        replies = [await client.call_tool("start_game", {"edition": str(file)}), await client.call_tool("rules", {"edition": str(file)})]
        return titles, clause, text, replies

    titles, clause, text, replies = connected(work)
    assert len(titles.splitlines()) > 60
    assert text.startswith(clause)
    assert all(answer.is_error and "There is no edition" in spoken(answer) for answer in replies)
