"""Structured logs: one JSON object a line. Nothing here knows secrets: no cookies, tokens, chat, addresses or query strings are ever
passed in, and a table's code, which opens a private table, is shown as a fingerprint."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import time
from typing import Any

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "part": record.name,
            "message": record.getMessage(),
        }
        fields |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if "table" in fields:
            fields["table"] = fingerprint(fields["table"])
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


def fingerprint(code: str) -> str:
    """Tells one table from another, and opens none; `sevenhex admin list` shows the same."""
    return hashlib.sha256(str(code).encode()).hexdigest()[:8]


def set_up(level: str = "info") -> None:
    """Send everything to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
    logging.getLogger("uvicorn.access").disabled = True
    # it would tell address, path and query of every WebSocket, and at the level of debug every message; and warn of each bad request
    logging.getLogger("uvicorn.error").setLevel("ERROR")
    for name in ("aiosqlite", "alembic", "websockets", "numba"):
        logging.getLogger(name).setLevel("WARNING")
