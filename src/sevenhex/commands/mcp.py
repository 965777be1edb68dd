"""Serve the Model Context Protocol on standard input and output: a language model plays a seat, reads rules, analyses positions."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sevenhex.errors import SevenhexError

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from sevenhex.protocol.client import Client
    from sevenhex.study.seats import OwnGame

MISSING = "The package `mcp` is not installed; install Sevenhex with it: pip install 'sevenhex[mcp]'."
INSTRUCTIONS = """Sevenhex plays the island game CATAN. Start a game with start_game (against bots) or sit down at a server's table with \
join_table; then look, choose one of the legal actions, and act, until the game is over. Actions are plain texts such as `roll`, \
`settle B2.SE`, `bank 4 wool for 1 ore`, `offer 1 wool for 1 brick to red`, `end`. You see what your seat may know, nothing else. Every \
refusal names a clause of the rules, which `rules` tells; `ask_rules` searches them."""
Level = Literal["quick", "normal", "deep"]


class Tables:
    """The games of one connection, by a short name."""

    def __init__(self) -> None:
        self.own: dict[str, OwnGame] = {}
        self.joined: dict[str, Client] = {}
        self.stack = contextlib.AsyncExitStack()

    def game(self, name: str) -> OwnGame:
        if name not in self.own:
            raise SevenhexError(f"There is no game {name!r} of your own here; {self.known()}.")
        return self.own[name]

    def known(self) -> str:
        names = [*self.own, *self.joined]
        return f"there are {', '.join(names)}" if names else "start one with start_game, or join a table with join_table"

    async def join(self, url: str, code: str, token: str) -> str:
        from sevenhex.protocol.client import Client

        client = await self.stack.enter_async_context(Client(url, code, token, sentences=True))
        name = f"table-{code}"
        self.joined[name] = client
        return name


def at_table(client: Client) -> dict[str, Any]:
    """The situation at a server's table, as the server sent it to this seat."""
    view = client.view or {}
    return {
        "seat": client.seat,
        "over": client.over,
        "phase": view.get("phase"),
        "turn": view.get("turn"),
        "awaited": view.get("to_act"),
        "your_turn": bool(client.legal),
        "legal": client.legal,
        "news": [event["text"] for event in client.events[-20:]],
    }


def make_server(servers: Sequence[str] = ()) -> MCPServer:
    """The server with its tools; beside this machine's, a model may join `servers`. `mcp` is imported here, for it is an extra."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise SevenhexError(MISSING) from None
    from sevenhex import __version__

    def tool(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """A tool whose refusals are sentences; anything else would be a fault of ours."""

        @functools.wraps(work)
        async def answered(*given: Any, **named: Any) -> Any:
            try:
                return await work(*given, **named)
            except SevenhexError as error:
                raise ToolError(str(error)) from None

        return server.tool()(answered)

    server: MCPServer = MCPServer("sevenhex", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    tables = Tables()

    @tool
    async def start_game(
        edition: str = "sixth",
        players: int = 4,
        seat: int = 0,
        opponent: str = "steady",
        seed: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Start a game against bots and sit down at a seat (0 is the first). Returns the game's name and the situation.

        Opponents: random, greedy, steady, planner, scholar, master, no others. Options are those of the edition: {"victory_points": 8}.
        """
        from sevenhex.study.seats import OwnGame

        found = await asyncio.to_thread(OwnGame, edition, players, seat, opponent, seed, options)
        name = f"game-{secrets.token_hex(3)}"
        tables.own[name] = found
        return {"game": name, **found.situation()}

    @tool
    async def join_table(url: str, code: str, name: str = "", token: str = "") -> dict[str, Any]:
        """Sit down at a table of a Sevenhex server (or come back to a seat with its token). Returns the game's name and the situation.

        Servers of this machine only, and those that the person has allowed on the command line.
        """
        from sevenhex.protocol import reach
        from sevenhex.protocol.client import Lobby

        reach.check(url, servers)
        if not (code.isascii() and code.isalnum()):
            raise SevenhexError(f"A table's code has letters and digits only; got {code[:40]!r}.")
        if not token:
            _, token = await asyncio.to_thread(Lobby(url).join, code, name)
        found = await tables.join(url, code, token)
        return {"game": found, "token": token, **at_table(tables.joined[found])}

    @tool
    async def look(game: str) -> dict[str, Any]:
        """Everything your seat may know now: island, pieces, your hand, what is certain about other hands, and the situation."""
        if game in tables.joined:
            return {**at_table(tables.joined[game]), "view": tables.joined[game].view}
        own = tables.game(game)
        return {**own.situation(), "view": own.view()}

    @tool
    async def legal_actions(game: str) -> dict[str, Any]:
        """What you may do now, as texts; trades between players can be made in any amounts beside these."""
        if game in tables.joined:
            client = tables.joined[game]
            return {"legal": client.legal, "not_now": {key: reason for key, reason in client.can.items() if reason}}
        own = tables.game(game)
        kinds = ("roll", "end", "buy", "knight", "road_building")
        refused = {kind: own.why_not(kind) for kind in kinds}
        return {"legal": own.legal(), "not_now": {kind: reasons for kind, reasons in refused.items() if reasons}}

    @tool
    async def why_not(game: str, action: str) -> list[dict[str, Any]]:
        """Every reason why an action is not possible now, each with the clause of the rules; empty when it is possible."""
        if game in tables.joined:
            return list(await tables.joined[game].why(action))
        return tables.game(game).why_not(action)

    @tool
    async def act(game: str, action: str) -> dict[str, Any]:
        """Do an action. Returns what happened since and the new situation; a refusal says why and changes nothing."""
        if game in tables.joined:
            client = tables.joined[game]
            await client.act(action)
            if not client.over:
                await client.turn()
            return at_table(client)
        return await asyncio.to_thread(tables.game(game).act, action)

    @tool
    async def rules(edition: str = "sixth", clause: str | None = None) -> list[dict[str, str]]:
        """The rules of an edition in our words, clause by clause; with `clause` (such as ROUTE-3) only that one."""
        from sevenhex.clauses import clauses
        from sevenhex.editions import load
        from sevenhex.editions.wording import text_of, title_of
        from sevenhex.rulebook.standing import ABSENT, standing

        known = clauses()
        if clause is not None and clause not in known:
            raise SevenhexError(f"There is no clause {clause!r}; ask without one for all of them.")
        found = load(edition)
        rows = [known[clause]] if clause else [each for each in known.values() if standing(found, each.id) != ABSENT]
        return [
            {"id": each.id, "title": title_of(each, found), "text": text_of(each, found), "holds": standing(found, each.id)}
            for each in rows
        ]

    @tool
    async def ask_rules(question: str, edition: str = "sixth", language: str | None = None) -> list[dict[str, Any]]:
        """Search the rulebook with a question in English, German, French or Spanish: rules, almanac and examples, the best first.

        Each answer has the numbers of its clauses; quote them when you answer somebody. `language` (en, de, fr, es) is that of the answers.
        """
        from sevenhex.rulebook.search import ask
        from sevenhex.rulebook.texts import language as known

        if language is not None:
            known(language)
        found = await asyncio.to_thread(ask, question, edition, language)
        return [{"kind": each.kind, "id": each.id, "title": each.title, "text": each.text, "clauses": list(each.clauses)} for each in found]

    @tool
    async def analyse(game: str | None = None, position: str | None = None, level: Level = "normal") -> dict[str, Any]:
        """Chances to win and the best actions: of your own game with your seat's knowledge, or of a position text with all cards open."""
        from sevenhex.study.judge import judge
        from sevenhex.study.source import begin

        if position is not None:
            return (await asyncio.to_thread(lambda: judge(begin(position), level=level))).to_json()
        if game in tables.joined:
            raise SevenhexError("A game at a server's table is not analysed while it is played; ask again with a position when it is over.")
        return await asyncio.to_thread(tables.game(game or "").analyse, level)

    return server


def command(
    server: Annotated[
        list[str] | None, typer.Option(help="A server at whose tables the model may sit, beside those of this machine; may be given again.")
    ] = None,
) -> None:
    """For a language model's program: it starts this command and speaks with it. Needs the extra: pip install 'sevenhex[mcp]'."""
    from sevenhex.protocol import reach

    for each in server or []:
        reach.origin_of(each)
    make_server(server or []).run("stdio")
