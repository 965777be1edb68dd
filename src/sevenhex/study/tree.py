"""Variations: a beginning and a tree of what may follow, with names and comments, as a file or a link."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game

from .source import Source, SourceError

FORMAT = "sevenhex-study"
VERSION = 1
LARGEST = 1_000_000  # characters of a file
MOST_NODES = 5_000
DEEPEST = 1_000


class TreeError(SevenhexError):
    """A file or link that holds no variations."""


@dataclass
class Node:
    """One action: by a seat or chance (-1), with a name and a comment; what follows it, the main line first."""

    by: int = -1
    action: str = ""
    name: str = ""
    comment: str = ""
    children: list[Node] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        fields = {"by": self.by, "action": self.action, "name": self.name, "comment": self.comment}
        return {**fields, "children": [child.to_json() for child in self.children]}


@dataclass
class Study:
    """A beginning (any of our texts, and how many entries of its log) with variations."""

    start: str
    entries: int | None = None
    name: str = ""
    root: Node = field(default_factory=Node)

    def lines(self) -> Iterator[tuple[Node, ...]]:
        """Every node with its way from the root."""
        waiting: list[tuple[Node, ...]] = [(child,) for child in reversed(self.root.children)]
        while waiting:
            way = waiting.pop()
            yield way
            waiting += [(*way, child) for child in reversed(way[-1].children)]

    def at(self, way: tuple[Node, ...] = ()) -> Game:
        """The game at the end of a way."""
        return Source(self.start, self.entries, tuple((node.by, node.action) for node in way)).game()

    def add(self, by: int, action: str, way: tuple[Node, ...] = ()) -> tuple[Node, ...]:
        """Play an action at the end of a way; one that is there already is found again."""
        parent = way[-1] if way else self.root
        found = next((child for child in parent.children if (child.by, child.action) == (by, action)), None)
        if found is None:
            Source(self.start, self.entries, tuple((node.by, node.action) for node in (*way, Node(by, action)))).game()
            found = Node(by, action)
            parent.children.append(found)
        return (*way, found)

    def check(self) -> None:
        """Refuse what cannot be played."""
        self.at()
        for way in self.lines():
            if not way[-1].children:  # a whole line proves all before its end
                self.at(way)

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "start": self.start,
            "entries": self.entries,
            "root": self.root.to_json(),
        }

    def dump(self) -> str:
        return json.dumps(self.to_json())

    def link(self) -> str:
        """As the end of an address: `#/board/s.` and this."""
        packed = zlib.compress(json.dumps(self.to_json(), separators=(",", ":")).encode(), 9)
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def load(text: str) -> Study:
    """The inverse of `Study.dump`; every line is played."""
    if len(text) > LARGEST:
        raise TreeError(f"A file of variations has at most {LARGEST} characters.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise TreeError("This is no JSON; expected a file that the board saved.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise TreeError(f'Expected an object with "format": "{FORMAT}" and "version": {VERSION}.')
    start, entries, name = data.get("start"), data.get("entries"), data.get("name", "")
    if not isinstance(start, str) or not isinstance(name, str) or not (entries is None or isinstance(entries, int)):
        raise TreeError('Expected "start" and "name" to be texts, and "entries" a number or null.')
    found = Study(start, entries, name, node_of(data.get("root"), [0], 0))
    try:
        found.check()
    except SourceError as error:
        raise TreeError(f"A variation cannot be played: {error}") from None
    return found


def unpack(link: str) -> Study:
    """The inverse of `Study.link`."""
    try:
        packed = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
        worker = zlib.decompressobj()
        text = worker.decompress(packed, LARGEST + 1).decode()
    except (ValueError, zlib.error):
        raise TreeError("This link holds no variations, or only a part of them.") from None
    return load(text)


def node_of(data: Any, count: list[int], depth: int) -> Node:
    count[0] += 1
    if count[0] > MOST_NODES or depth > DEEPEST:
        raise TreeError(f"A study has at most {MOST_NODES} actions, and {DEEPEST} in a line.")
    if not isinstance(data, dict) or not isinstance(data.get("children", []), list):
        raise TreeError("Expected every action to be an object with its children.")
    by, action, name, comment = data.get("by", -1), data.get("action", ""), data.get("name", ""), data.get("comment", "")
    if not isinstance(by, int) or not all(isinstance(text, str) for text in (action, name, comment)):
        raise TreeError('Expected "by" to be a seat and "action", "name" and "comment" to be texts.')
    return Node(by, action, name, comment, [node_of(child, count, depth + 1) for child in data.get("children", [])])
