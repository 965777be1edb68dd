"""The built page's files: read and packed once and kept, because repeated requests must cost no more than the sending.

There are as many as the build has made (a megabyte or two). One that changes on the disk is read again.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
LEVEL = 9  # it is done once
SMALL = 1000  # bytes: less is not worth packing
PACKS = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
FORMS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
Seen = tuple[int, int]  # when a file was changed, and its size


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    seen: Seen
    body: bytes
    packed: bytes | None  # where that is smaller
    form: str
    mark: str  # by which a browser says that it has it


def read(wanted: Path) -> File:
    found = wanted.stat()
    form = FORMS.get(wanted.suffix) or mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    return made((found.st_mtime_ns, found.st_size), wanted.read_bytes(), form)


def made(seen: Seen, body: bytes, form: str) -> File:
    small = gzip.compress(body, LEVEL, mtime=0) if len(body) > SMALL and form.startswith(PACKS) else None
    if form.startswith("text/"):
        form += "; charset=utf-8"
    mark = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return File(seen, body, small if small and len(small) < len(body) else None, form, mark)


class Files:
    """Those of one folder."""

    def __init__(self, root: Path = STATIC) -> None:
        self.root = root.resolve()
        self.kept: dict[str, File] = {}
        self.reading: dict[str, asyncio.Task[File]] = {}  # many may ask for the same before it was read

    async def find(self, path: str) -> File | None:
        """A file inside the folder; None for every other path, sensible or not."""
        wanted = self.place(path)
        if wanted is None:
            return None
        key = str(wanted)
        try:
            found = wanted.stat()
            kept = self.kept.get(key)
            if kept is None or kept.seen != (found.st_mtime_ns, found.st_size):
                kept = self.kept[key] = await asyncio.shield(self.begin(key, wanted))
        except OSError:  # gone meanwhile: the page is being built
            self.kept.pop(key, None)
            return None
        return kept

    async def keep(self, key: str, make: Callable[[], bytes], form: str) -> File:
        """What is no file, but made once by the program and sent like one."""
        if key not in self.kept:
            self.kept[key] = await asyncio.to_thread(lambda: made((0, 0), make(), form))
        return self.kept[key]

    def begin(self, key: str, wanted: Path) -> asyncio.Task[File]:
        task = self.reading.get(key)
        if task is None:
            task = self.reading[key] = asyncio.create_task(asyncio.to_thread(read, wanted), name="file")
            task.add_done_callback(lambda _: self.reading.pop(key, None))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # who asked may be gone
        return task

    def place(self, path: str) -> Path | None:
        try:
            wanted = (self.root / path).resolve()
            return wanted if path and wanted.is_relative_to(self.root) and wanted.is_file() else None
        except (OSError, ValueError):  # longer than the system allows, or with characters that no name has
            return None
