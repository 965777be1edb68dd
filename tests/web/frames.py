"""Everything that a server sends to one browser: WebSocket frames and answers of the API, kept for looking through afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import BrowserContext, Page, Response, WebSocket


class Frames:
    """Listens to a page from its first request on."""

    def __init__(self, context: BrowserContext) -> None:
        self.texts: list[str] = []
        self.answers: list[Response] = []
        context.on("page", self.listen)

    def listen(self, page: Page) -> None:
        page.on("websocket", self.hear)
        page.on("response", lambda answer: self.answers.append(answer) if "/api/" in answer.url else None)

    def hear(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.texts.append(data if isinstance(data, str) else data.decode()))

    def collect(self) -> list[Any]:
        """All messages and bodies as data. Call while the pages are still open."""
        bodies = [answer.text() for answer in self.answers if answer.ok and "json" in answer.headers.get("content-type", "")]
        return [json.loads(text) for text in [*self.texts, *bodies]]


def views(data: Any) -> Iterator[dict[str, Any]]:
    """Every VIEW of the protocol inside."""
    if isinstance(data, dict):
        if "hexes" in data and "seats" in data:
            yield data
        for value in data.values():
            yield from views(value)
    elif isinstance(data, list):
        for value in data:
            yield from views(value)


def events(data: Any) -> Iterator[dict[str, Any]]:
    """Every EVENT of the protocol inside."""
    if isinstance(data, dict):
        if {"n", "kind", "seat", "data"} <= set(data):
            yield data
        for value in data.values():
            yield from events(value)
    elif isinstance(data, list):
        for value in data:
            yield from events(value)
