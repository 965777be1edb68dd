"""Ctrl+C while compiled code computes: Python would only hear of it when that returns, which may take minutes."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")
INTERRUPTED = 130
STOPS = (signal.SIGINT, signal.SIGTERM)
LISTEN = 0.1  # seconds between looks, where a wait cannot be interrupted (Windows)


def interruptible(work: Callable[..., Result], *given: Any) -> Result:
    """What the work returns, done in a thread beside the one that hears of Ctrl+C. Interrupted, the program ends at once: a thread in
    compiled code cannot be asked to stop, and what it writes it writes whole or not at all."""
    found: list[Result] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work(*given))
        except BaseException as error:  # whatever it is belongs to the thread that waits
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LISTEN)
    except KeyboardInterrupt:
        sys.stdout.flush()
        sys.stderr.write("\nInterrupted.\n")
        sys.stderr.flush()
        os._exit(INTERRUPTED)
    if failed:
        raise failed[0]
    return found[0]


@contextmanager
def remembered() -> Iterator[None]:
    """Ctrl+C while a server gets ready: it takes effect at the end of this block. Raised at once it may meet Python in the middle of a
    destructor, where it is lost, and the server would start all the same."""
    heard: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


@contextmanager
def saved_when_stopped(save: Callable[[], object], patience: float = 4.0) -> Iterator[threading.Event]:
    """Ctrl+C and SIGTERM set the event, for work that looks at it now and then. Work that has not ended after some seconds, because a
    compiler keeps it, is saved as it stands, and the program ends."""
    stopped, ended = threading.Event(), threading.Event()
    reader, writer = socket.socketpair()
    writer.setblocking(False)

    def watch() -> None:
        # Python's own handlers wait for the next line of the main thread; this byte comes from the signal itself
        while reader.recv(1) not in (b"", *(bytes([each]) for each in STOPS)):
            pass
        if ended.is_set():
            return
        stopped.set()
        if not ended.wait(patience):
            save()
            sys.stderr.write("\nInterrupted: saved; the same command goes on from here.\n")
            sys.stderr.flush()
            os._exit(INTERRUPTED)

    before = {each: signal.signal(each, lambda number, frame: stopped.set()) for each in STOPS}
    wakeup = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield stopped
    finally:
        ended.set()
        signal.set_wakeup_fd(wakeup)
        for each, handler in before.items():
            signal.signal(each, handler)
        writer.close()
        watcher.join(1)
        reader.close()
