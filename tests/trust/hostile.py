"""Messages that no honest client sends."""

from __future__ import annotations

import json
import random
from typing import Any

KINDS = ("hello", "act", "why", "chat", "undo", "agree", "word", "vote", "hint", "ping")
WORDS = [
    *[
        "roll",
        "end",
        "buy",
        "knight",
        "settle",
        "road",
        "city",
        "robber",
        "rob",
        "discard",
        "offer",
        "counter",
        "propose",
        "for",
        "to",
        "bank",
        "plenty",
        "monopoly",
        "accept",
        "refuse",
    ],
    *[
        "confirm",
        "take",
        "decline",
        "withdraw",
        "dice",
        "draw",
        "steal",
        "A1",
        "B2.SE",
        "C3.N",
        "A1.E",
        "Z9",
        "red",
        "blue",
        "white",
        "orange",
        "green",
        "brown",
        "wool",
        "ore",
        "brick",
        "grain",
    ],
    *[
        "lumber",
        "1",
        "2",
        "3",
        "0",
        "-1",
        "99999999999",
        "1e9",
        "\u0600",
        "١",
        "𝟙",
        "\x00",
        "\n",
        "'",
        '"',
        ";",
        "--",
        "<script>",
        "../",
        "%00",
        "${x}",
        "{{x}}",
        "\u202e",
        "\ufeff",
    ],
]
NUMBERS = (0, -1, 1, 2**31 - 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, -0.0, 1e308)
TEXTS = ("", " ", "\x00", "\ud800", "a" * 65, "a" * 4000, "\u202e\u0000", "null", "NaN", "wait", "hello")
NASTY: tuple[Any, ...] = (None, True, False, *NUMBERS, *TEXTS, [], {}, [[]], [None] * 50, {"a": {"b": {}}})
BROKEN = (
    "",
    " ",
    "null",
    "true",
    "[]",
    "{}",
    "{",
    "}",
    "[" * 3000,
    '{"a":' * 600,
    "NaN",
    "Infinity",
    "-",
    "1e",
    '"',
    '"\\ud800"',
    "\ufeff{}",
)
ODD = ('{"type":"act"}{"type":"act"}', '{"type":"hello","type":"act"}', '{"type":"ping","id":"\\u0000"}', '{"type":"' + "x" * 4000 + '"}')
RAW = (*BROKEN, *ODD, "a" * 4097, "a" * 60_000)


def speech(luck: random.Random) -> str:
    """Something like an action."""
    return " ".join(luck.choice(WORDS) for _ in range(luck.randrange(0, 12)))


def honest(luck: random.Random, version: int, n: int) -> dict[str, Any]:
    """A well-formed message, mostly nonsense."""
    kind = luck.choice(KINDS)
    message: dict[str, Any] = {"type": kind}
    if kind != "hello":
        message["id"] = f"h{n}" if luck.random() < 0.9 else "again"
    match kind:
        case "hello":
            message["version"] = luck.choice([None, 0, version, version + 1, 2**31 - 1])
        case "act" | "why":
            message["action"] = speech(luck) or "roll"
            if kind == "act":
                message["version"] = luck.choice([version, version - 1, version + 1, 0, 2**31 - 1])
        case "chat" | "word":
            message["text"] = speech(luck)
        case "agree":
            message["undo"] = luck.random() < 0.5
        case "vote":
            message["choice"] = luck.choice(["wait", "bot", "abort", "none"])
    return message


def spoiled(luck: random.Random, message: dict[str, Any]) -> Any:
    """With a field wrong, missing, or too many."""
    message = dict(message)
    for _ in range(luck.randrange(1, 3)):
        how = luck.random()
        if how < 0.6 and message:
            message[luck.choice(list(message))] = luck.choice(NASTY)
        elif how < 0.8 and message:
            message.pop(luck.choice(list(message)))
        else:
            message[luck.choice(["seat", "token", "extra", "Type", "", "__proto__"])] = luck.choice(NASTY)
    return message


def noise(luck: random.Random, version: int, n: int) -> str | bytes:
    """One hostile message."""
    how = luck.random()
    if how < 0.1:
        return luck.choice(RAW)
    if how < 0.2:
        return luck.randbytes(luck.randrange(0, 200))
    message = honest(luck, version, n)
    if how < 0.35:
        text = json.dumps(message)
        return text
    text = json.dumps(spoiled(luck, message), ensure_ascii=luck.random() < 0.9)
    if how < 0.5:
        place = luck.randrange(len(text) + 1)
        text = text[:place] + luck.choice(["", "\\", '"', "{", "\x00", "é", "9" * 30]) + text[place + luck.randrange(3) :]
    if how < 0.6:
        text = text[: luck.randrange(len(text) + 1)]
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")
    return text if luck.random() < 0.9 else text.encode()
