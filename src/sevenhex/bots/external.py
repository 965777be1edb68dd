"""A program of any language as a bot: one JSON line to its standard input, one line of its standard output back (docs/bots.md).

    ->  {"type": "choose", "view": {...}, "legal": ["roll", "knight"], "seconds": 30.0}
    <-  {"action": "roll"}
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from typing import TYPE_CHECKING, Any

from sevenhex.notation.speech import read, say

from .protocol import Bot, BotError, Limit

if TYPE_CHECKING:
    from sevenhex.views import View

LONGEST_LINE = 65_536


class Program(Bot):
    """Speaks with a program; one that died is started again for the next question."""

    name = "program"
    title = "A program"
    description = "A program of your own that speaks JSON lines over its standard input and output."
    levels = ("normal",)

    def __init__(self, command: str, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.command = shlex.split(command)
        if not self.command:
            raise BotError("'exec:' needs a command after the colon, for example exec:python mybot.py.")
        self.name = f"exec:{command}"  # type: ignore[misc]
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str] = queue.Queue()

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        question = {
            "type": "choose",
            "view": view.to_json(),
            "legal": [say(action, view.naming, view.seat) for action in legal],
            "seconds": limit.seconds,
        }
        answer = self.ask(json.dumps(question), limit.seconds)
        return read(str(answer["action"]), view.naming, view.seat)

    def ask(self, line: str, seconds: float) -> Any:
        process = self.started()
        assert process.stdin is not None
        while not self.lines.empty():  # late answers to earlier questions
            self.lines.get_nowait()
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            said = self.lines.get(timeout=seconds)
        except queue.Empty:
            self.close()  # a program that hangs is started anew: its late answer must not be taken for the next one
            raise TimeoutError from None
        except OSError as error:
            self.close()
            raise BotError(f"The program ended: {error}.") from None
        if not said:
            code = process.poll()
            self.close()
            raise BotError(f"The program ended (exit code {code}) without an answer.")
        answer = json.loads(said)
        if not isinstance(answer, dict) or "action" not in answer:
            raise BotError(f'Expected {{"action": "..."}}, got {said[:80]!r}.')
        return answer

    def started(self) -> subprocess.Popen[str]:
        if self.process is None or self.process.poll() is not None:
            try:
                self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
            except OSError as error:
                raise BotError(f"Cannot start {self.command[0]!r}: {error.strerror}.") from None
            self.lines = queue.Queue()
            threading.Thread(target=listen, args=(self.process, self.lines), daemon=True).start()
        return self.process

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        pass
            self.process = None


def listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Read answers as they come; an empty string says that the program has ended."""
    assert process.stdout is not None
    try:
        while line := process.stdout.readline(LONGEST_LINE):
            lines.put(line)
    except ValueError:  # closed while reading
        pass
    lines.put("")
