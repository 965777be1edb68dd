"""The first start after an update: the rules play as plain Python at once, and the server begins anew when their machine code is made.

Beginning anew replaces the process and keeps its listening socket: requests wait a moment meanwhile, none is refused.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PLAIN = "SEVENHEX_PLAIN"  # set in the process that plays while machine code is made
SOCKET = "SEVENHEX_SOCKET"  # the number of the socket that the former process listened on
NO_MACHINE_CODE = "NUMBA_DISABLE_JIT"


def is_plain() -> bool:
    return os.environ.get(PLAIN) == "1"


def inherited() -> socket.socket | None:
    """The socket that the process before this one listened on."""
    number = os.environ.pop(SOCKET, None)
    return socket.socket(fileno=int(number)) if number else None


def begin_again(number: int, from_play: bool) -> None:
    """Replace this process by one that listens on the same socket. Does not return."""
    os.set_inheritable(number, True)
    environment = {name: value for name, value in os.environ.items() if name not in (PLAIN, NO_MACHINE_CODE)}
    environment[SOCKET] = str(number)
    if from_play:
        environment |= {PLAIN: "1", NO_MACHINE_CODE: "1"}
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", "sevenhex", *sys.argv[1:]], environment)


def must_be_plain() -> bool:
    """Is there no machine code yet, and can this system replace a process?"""
    from sevenhex.rules import jit
    from sevenhex.server.table import warmup

    return os.name == "posix" and jit.COMPILED and jit.can_keep() and not warmup.is_compiled()


@contextmanager
def compiling(done: Callable[[], None]) -> Iterator[None]:
    """Make the machine code in another process, and call `done` from a thread when it is there."""
    from sevenhex.server.table import warmup

    environment = {name: value for name, value in os.environ.items() if name not in (PLAIN, NO_MACHINE_CODE)}
    nothing = subprocess.DEVNULL
    program = [sys.executable, "-m", warmup.__name__]
    with subprocess.Popen(program, env=environment, stdin=nothing, stdout=nothing, stderr=nothing) as compiler:

        def wait() -> None:
            if compiler.wait() == 0:
                done()

        threading.Thread(target=wait, name="compiler", daemon=True).start()
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                compiler.terminate()
