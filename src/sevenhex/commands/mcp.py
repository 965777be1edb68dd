"""Serve the Model Context Protocol on standard input and output: a language model plays a seat, reads rules, analyses positions."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sevenhex.errors import SevenhexError, one_of

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from sevenhex.protocol.client import Client
    from sevenhex.rulebook.forms import RulebookClause
    from sevenhex.study.seats import OwnGame

MISSING = "The package `mcp` is not installed; install Sevenhex with it: pip install 'sevenhex[mcp]'."
INSTRUCTIONS = """Sevenhex plays the island game CATAN. Start a game with start_game (against bots) or sit down at a server's table with \
join_table, then act until the game is over; every answer tells the new situation. The prompt `play` says how to read it. You see what \
your seat may know, nothing else. A refusal names its clause of the rules, which `rules` tells."""
Level = Literal["quick", "normal", "deep"]
Form = Literal["text", "json"]
TOKENS = "program_"
LONGEST_WAIT = 300.0  # seconds, in one call
MOST_ACTIONS = 20  # in one call


class Tables:
    """The games of one connection, by a short name."""

    def __init__(self) -> None:
        self.own: dict[str, OwnGame] = {}
        self.joined: dict[str, Client] = {}
        self.seats: dict[str, Seat] = {}
        self.stack = contextlib.AsyncExitStack()

    def seat(self, name: str) -> Seat:
        if name not in self.seats:
            self.seats[name] = Seat(None, self.joined[name]) if name in self.joined else Seat(self.game(name), None)
        return self.seats[name]

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


def with_clauses(sentence: str, clauses: Sequence[str]) -> str:
    """A refusal with the rules that it comes from."""
    found = [clause for clause in dict.fromkeys(clauses) if clause and clause not in sentence]
    return f"{sentence} [{', '.join(found)}]" if found else sentence


def clauses_of(error: SevenhexError) -> list[str]:
    return [getattr(error, "clause", ""), *(str(reason.get("clause") or "") for reason in getattr(error, "reasons", []) or [])]


class Seat:
    """One seat of an own game or of a server's table. News is given once."""

    def __init__(self, own: OwnGame | None, client: Client | None) -> None:
        self.own, self.client = own, client
        self.seen = 0  # events of a server's table

    def version(self) -> int:
        return self.own.game.version if self.own else int(self.client.version or 0) if self.client else 0

    def over(self) -> bool:
        return self.own.game.is_over if self.own else self.client is None or self.client.over

    def text(self, whole: bool = False) -> str:
        from sevenhex.protocol.telling import situation

        if self.own:
            return self.own.text(whole)
        assert self.client is not None
        events, self.seen = self.client.events[self.seen :], len(self.client.events)
        return situation(self.client.view or {}, self.client.legal, events, whole) if self.client.view else "The table waits for players."

    def data(self) -> dict[str, Any]:
        return self.own.situation() if self.own else at_table(self.client) if self.client else {}

    async def do(self, action: str) -> None:
        if self.own:
            await asyncio.to_thread(self.own.do, action)
        elif self.client:
            await self.client.act(action)

    async def wait(self, seconds: float) -> None:
        """Until the seat is awaited, the game is over, or the time is up."""
        if self.client and not self.client.over:
            with contextlib.suppress(TimeoutError):
                await self.client.turn(seconds)


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


def make_server(servers: Sequence[str] = (), account: str = "") -> MCPServer:
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
                raise ToolError(with_clauses(str(error), clauses_of(error))) from None

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
        form: Form = "text",
    ) -> Any:
        """Start a game against bots and sit down at a seat (0 is the first). Returns the game's name and the situation.

        Opponents: random, greedy, gentle, steady, planner, scholar, master. Options are those of the edition: {"victory_points": 8}.
        """
        from sevenhex.study.seats import OwnGame

        found = await asyncio.to_thread(OwnGame, known_edition(edition), players, seat, opponent, seed, options)
        name = f"game-{secrets.token_hex(3)}"
        tables.own[name] = found
        return {"game": name, **found.situation()} if form == "json" else f"game {name}\n{found.text(whole=True)}"

    @tool
    async def join_table(url: str, code: str, name: str = "", token: str = "", form: Form = "text") -> Any:
        """Sit down at a table of a Sevenhex server (or come back to a seat with its token). Returns the game's name and the situation.

        Servers of this machine only, and those that the person has allowed on the command line.
        """
        from sevenhex.protocol import reach
        from sevenhex.protocol.client import Lobby

        reach.check(url, servers)
        if not (code.isascii() and code.isalnum()):
            raise SevenhexError(f"A table's code has letters and digits only; got {code[:40]!r}.")
        if not token:
            _, token = await asyncio.to_thread(
                Lobby(url, account=account if account and reach.origin_of(url) == reach.origin_of(servers[0]) else "").join, code, name
            )
        found = await tables.join(url, code, token)
        if form == "text":
            return f"game {found}, token {token}\n{tables.seat(found).text(whole=True)}"
        return {"game": found, "token": token, **at_table(tables.joined[found])}

    @tool
    async def look(game: str, form: Form = "text") -> Any:
        """Everything that counts now, island and pieces too; as `json` all that your seat may know, certain cards of others included."""
        if form == "text":
            return tables.seat(game).text(whole=True)
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
    async def act(game: str, action: str | list[str], version: int | None = None, seconds: float = 60.0, form: Form = "text") -> Any:
        """Do an action, or several in a row; the first refusal ends the row, says why, and changes nothing. Returns what happened until
        your seat is awaited again (or `seconds` are over), and the new situation. With `version` (the v of the last answer) nothing is
        done if something else has happened meanwhile."""
        seat, row = tables.seat(game), [action] if isinstance(action, str) else list(action)
        if not 0 < len(row) <= MOST_ACTIONS:
            raise SevenhexError(f"Expected 1 to {MOST_ACTIONS} actions, got {len(row)}.")
        if version is not None and version != seat.version():
            raise SevenhexError(f"The game is at v{seat.version()}, not v{version}; look again. Nothing was done.")
        refused = ""
        for done, each in enumerate(row):
            try:
                await seat.do(each)
            except SevenhexError as error:
                if done == 0:
                    raise
                refused = f"{done} of {len(row)} done; {each!r} refused: {with_clauses(str(error), clauses_of(error))}"
                break
        await seat.wait(min(seconds, LONGEST_WAIT))
        if form == "json":
            return seat.data() | ({"refused": refused} if refused else {})
        return f"{refused}\n{seat.text()}" if refused else seat.text()

    @tool
    async def wait(game: str, seconds: float = 60.0, form: Form = "text") -> Any:
        """Wait until your seat is awaited or the game is over, at most so many seconds; then the situation."""
        seat = tables.seat(game)
        await seat.wait(min(max(seconds, 0.0), LONGEST_WAIT))
        return seat.data() if form == "json" else seat.text()

    @tool
    async def rules(edition: str = "sixth", clause: str | None = None) -> list[dict[str, str]]:
        """The rules of an edition in our words, clause by clause; with `clause` (such as ROUTE-3) only that one."""
        pages = rules_of(edition)
        rows = [one_of_rules(pages, clause, edition)] if clause else pages.values()
        return [{"id": page.id, "title": page.title, "text": page.text, "holds": page.holds, "origin": page.origin} for page in rows]

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

    from sevenhex.protocol.telling import SYSTEM

    @server.prompt()
    def play() -> str:
        """How to play a seat: names, actions, costs. For the model's system prompt."""
        return SYSTEM

    @server.resource("sevenhex://rules/{edition}")
    def rule_titles(edition: str) -> str:
        """Every clause of an edition by number and title."""
        return "\n".join(f"{page.id} {page.title}" for page in rules_of(edition).values())

    @server.resource("sevenhex://rules/{edition}/{clause}")
    def rule_text(edition: str, clause: str) -> str:
        """One clause in our words."""
        page = one_of_rules(rules_of(edition), clause, edition)
        return f"{page.id} {page.title}: {page.text}"

    return server


def rules_of(edition: str) -> dict[str, RulebookClause]:
    from sevenhex.editions import load
    from sevenhex.rulebook import rules

    return rules(load(known_edition(edition)))


def one_of_rules(pages: dict[str, RulebookClause], clause: str, edition: str) -> RulebookClause:
    """A clause by its number; another one is refused with the nearest."""
    from sevenhex.rulebook.book import known_clause, nearest

    found = known_clause(clause[:20])
    if found not in pages:
        raise SevenhexError(f"The edition {edition!r} has no clause {found}; {nearest(found, list(pages))}")
    return pages[found]


def known_edition(name: str) -> str:
    """One of the package's editions: a model's text never names a file."""
    from sevenhex.editions import names

    if name not in names():
        raise SevenhexError(f"There is no edition {name[:40]!r}; {one_of(name, names())}.")
    return name


def command(
    server: Annotated[
        list[str] | None, typer.Option(help="A server at whose tables the model may sit, beside those of this machine; may be given again.")
    ] = None,
    token_file: Annotated[
        Path | None, typer.Option(help="A file with the token of a program's account (#/me in the page): the model sits down by that name.")
    ] = None,
) -> None:
    """For a language model's program: it starts this command and speaks with it. Needs the extra `mcp` of the package."""
    from sevenhex.protocol import reach

    for each in server or []:
        reach.origin_of(each)
    if token_file is not None and len(server or []) != 1:
        raise SevenhexError("A token is sent to one server only: name it by --server URL, once.")
    make_server(server or [], read_token(token_file)).run("stdio")


def read_token(file: Path | None) -> str:
    """The token in a file; it is not given on the command line, which other users of the machine can see."""
    if file is None:
        return ""
    try:
        found = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SevenhexError(f"The token cannot be read from {file}: {error}.") from None
    if not found.startswith(TOKENS):
        raise SevenhexError(f"{file} holds no token of a program's account: these begin with {TOKENS!r}.")
    return found
