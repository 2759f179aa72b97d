"""Disks that can be full: a small real one where tests can mount, else a file with a size limit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import pytest

from bot.store import Closed
from bot.store.sqlite.store import SqliteStore
from tests.store.disks import mounted
from tests.store.sqlite.test_writer import set_room

PAGE = 4096
STEPS = (64 * 1024, 4096, 1)
"""A filler is written in pieces of these sizes, until not even the last fits."""


class Disk(Protocol):
    """The disk of a database."""

    folder: Path

    async def fill(self, left: int = 0) -> None:
        """Fill the disk except for so many bytes."""
        ...

    async def free(self) -> None: ...


class SmallDisk:
    """A disk of two megabytes: writes to it fail as on any full disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    async def fill(self, left: int = 0) -> None:
        handle = os.open(self._filler, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for size in STEPS:
            try:
                while os.write(handle, bytes(size)) == size:
                    pass
            except OSError:
                continue
        os.truncate(handle, os.fstat(handle).st_size - left)
        os.close(handle)

    async def free(self) -> None:
        self._filler.unlink()


class NoMorePages:
    """A replacement where nothing can be mounted: SQLite itself refuses to extend the file, as on a full disk."""

    def __init__(self, folder: Path, opened: list[SqliteStore]) -> None:
        self.folder = folder
        self._opened = opened

    async def fill(self, left: int = 0) -> None:
        await set_room(self._opened[-1], pages_more=left // PAGE)

    async def free(self) -> None:
        with suppress(Closed):
            await set_room(self._opened[-1], pages_more=None)


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """Mount a small disk for the duration of the block."""
    with mounted(folder, "2m", lazily=True):
        yield SmallDisk(folder)


@contextmanager
def no_more_pages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NoMorePages]:
    """Allow a size limit for all stores that are opened in the block."""
    opened: list[SqliteStore] = []
    really = SqliteStore.open

    async def noted(*given: Any, **more: Any) -> SqliteStore:
        opened.append(await really(*given, **more))
        return opened[-1]

    folder.mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "open", noted)
        yield NoMorePages(folder, opened)
