"""A bot that is a program of its own, in any language: a line of JSON for each decision, a line of JSON as the answer.

    -> {"type": "choose", "id": 7, "view": VIEW, "legal": ["roll", "knight"], "seconds": 30.0}
    <- {"id": 7, "action": "roll"}          the id may be left out

VIEW is what `view.to_json()` gives (docs/protocol.md). The program ends when its input ends; what it writes to standard error is kept for
the log. A program that crashed or hangs is started anew, a few times; then it plays the rest of the game by fallback actions.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import shutil
import subprocess
import threading
from collections import deque
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from sevenhex.errors import ActionError
from sevenhex.notation import speech

from .protocol import Bot, BotError, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

LONGEST_LINE = 65_536
TIMEOUTS = 3  # in a row, before a program counts as hanging
STARTS = 3  # in a game
LAST_WORDS = 5  # lines of standard error that a fault quotes


def words_of(command: str) -> list[str]:
    """The command as a list of words; the program must exist."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BotError(f"Cannot read the command {command!r}: {error}.") from None
    if not words:
        raise BotError("Expected a command after 'exec:', for instance 'exec:python mybot.py'.")
    if shutil.which(words[0]) is None:
        raise BotError(f"There is no program {words[0]!r}; give its path, or the interpreter first, as in 'exec:python mybot.py'.")
    return words


class Run:
    """One life of a program: its process, the lines it says, and its last words."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()  # None: nothing more will come
        self.errors: deque[str] = deque(maxlen=LAST_WORDS)
        self.timeouts = 0
        self.owed = 0  # answers that may still come late
        self.listening = True
        self.readers = [
            threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(self.process.stderr,), daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def _listen(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(ValueError, OSError):
            while self.listening and (line := stream.readline(LONGEST_LINE + 1)):
                self.lines.put(line)
        self.lines.put(None)

    def _overhear(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(ValueError, OSError):
            while line := stream.readline(LONGEST_LINE):
                self.errors.append(line.decode(errors="replace").rstrip())

    def say(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self, until: float) -> bytes:
        """The next line; TimeoutError when none comes in time, EOFError when none will."""
        try:
            line = self.lines.get(timeout=max(0.0, until - monotonic()))
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            raise EOFError
        return line

    def obituary(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self.readers[1].join(1)
        output = f"; it said: {' | '.join(self.errors)}" if self.errors else ""
        status = self.process.returncode
        return f"the program {'closed its output' if status is None else f'ended with status {status}'}{output}"

    def end(self) -> None:
        self.listening = False
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join(1)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]


class Program(Bot):
    name = "exec"
    title = "Program"
    description = "A program of your own that speaks JSON lines over its standard input and output."
    levels = ("normal",)

    def __init__(self, command: str, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.name = f"exec:{command}"  # type: ignore[misc]
        self.words = words_of(command)
        self.run: Run | None = None
        self.starts = 0
        self.count = 0

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        until = monotonic() + limit.seconds
        run = self.run or self.start()
        self.count += 1
        try:
            self.ask(run, question(self.count, view, legal, limit), until)
            answer = self.answer(run, until)
            run.timeouts = 0
            return read(view, answer)
        except TimeoutError:
            run.timeouts += 1
            run.owed += 1
            if run.timeouts >= TIMEOUTS:
                self.close()
            raise
        except (OSError, EOFError):
            epitaph = run.obituary()
            self.close()
            raise BotError(epitaph) from None

    def start(self) -> Run:
        if self.starts >= STARTS:
            raise BotError(f"given up: it had to be started {STARTS} times")
        self.starts += 1
        try:
            self.run = Run(self.words)
        except OSError as error:
            raise BotError(f"cannot start {self.words[0]!r}: {error.strerror}") from None
        return self.run

    def ask(self, run: Run, message: dict[str, Any], until: float) -> None:
        """Write in a thread of its own: a program that does not read must not hold us up."""
        failed: list[OSError] = []

        def write() -> None:
            try:
                run.say(message)
            except (OSError, ValueError) as error:
                failed.append(error if isinstance(error, OSError) else BrokenPipeError())

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        writer.join(max(0.0, until - monotonic()))
        if writer.is_alive():
            run.timeouts = TIMEOUTS  # half a line was written: only a new start helps
            raise TimeoutError
        if failed:
            raise failed[0]

    def answer(self, run: Run, until: float) -> str:
        """What the program answers to the last question; late answers to earlier ones are passed over."""
        while True:
            line = run.hear(until)
            if len(line) > LONGEST_LINE:
                raise BotError(f"a line of more than {LONGEST_LINE} bytes")
            answer = answer_in(line, self.count, owed=run.owed > 0)
            if answer is not None:
                return answer
            run.owed -= run.owed > 0

    def close(self) -> None:
        if self.run is not None:
            self.run.end()
            self.run = None


def question(number: int, view: View, legal: list[int], limit: Limit) -> dict[str, Any]:
    """What a program is asked."""
    texts = [speech.say(action, view.naming, view.seat) for action in legal]
    return {"type": "choose", "id": number, "view": view.to_json(), "legal": texts, "seconds": limit.seconds}


def answer_in(line: bytes | str, number: int, owed: bool = False) -> str | None:
    """The action that a line answers to question `number`; None for a late one to an earlier question (`owed`: without its number)."""
    shown = (line if isinstance(line, str) else line.decode(errors="replace"))[:80]
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise BotError(f"no JSON: {shown!r}") from None
    if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
        raise BotError(f'expected {{"id": {number}, "action": "..."}}, got {shown!r}')
    if "id" not in answer:
        return None if owed else str(answer["action"])
    return str(answer["action"]) if answer["id"] == number else None


def read(view: View, text: str) -> int:
    """The action behind a text, offers and counteroffers too."""
    try:
        return int(speech.read(text, view.naming, view.seat))
    except ActionError as error:
        raise BotError(str(error)) from None
