"""Faults of the machine that the bot runs on: its process, its database, its disk."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Final

from sandbox import Sandbox
from simulation.processes import BotProcess

ROOM: Final = "2g"
"""The size of the disk; it uses only as much memory as is written."""
FULL: Final = 16 * 1024
"""Bytes left free on a full disk."""


class MemoryDisk:
    """A disk in memory that can be filled; or a plain folder, where none can be mounted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_own = False
        """True if it is a disk of its own, so that it can be full."""

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Mount the disk for the duration of the block."""
        self.folder.mkdir(exist_ok=True)
        self.is_own = _done("mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(self.folder))
        try:
            yield
        finally:
            if self.is_own:
                _done("umount", "--lazy", str(self.folder))

    def fill(self) -> None:
        """Leave almost no free space."""
        told = os.statvfs(self.folder)
        self._resize(str((told.f_blocks - told.f_bfree) * told.f_frsize + FULL))

    def free(self) -> None:
        """Make free space again."""
        self._resize(ROOM)

    def _resize(self, size: str) -> None:
        _done("mount", "-o", f"remount,size={size}", str(self.folder))


def _done(*command: str) -> bool:
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


class MachineFaults:
    """The bot's process and its database. Times are seconds of the accelerated clock; one fault happens at a time."""

    def __init__(self, box: Sandbox, bot: BotProcess, database: Path, disk: MemoryDisk, chance: random.Random) -> None:
        self.disk = disk
        self._box = box
        self._bot = bot
        self._database = database
        self._chance = chance
        self._one_at_a_time = asyncio.Lock()

    async def killed(self) -> None:
        """Send SIGKILL, and start another life a moment later."""
        async with self._one_at_a_time:
            await self._bot.kill()
            await self._born_again()

    async def told_to_stop(self) -> None:
        """Send SIGTERM, and start another life a moment later."""
        async with self._one_at_a_time:
            assert await self._bot.stop() == 0
            await self._born_again()

    async def _born_again(self) -> None:
        await asyncio.sleep(self._chance.uniform(1, 60))
        await self._bot.start()
        while not self._box.bot_online:
            await asyncio.sleep(1)
            if self._bot.pid is None:  # Discord refused its login; a supervisor tries again
                await self._bot.start()

    async def asleep(self) -> None:
        """Pause the process for a while."""
        async with self._one_at_a_time:
            assert self._bot.pid is not None
            os.kill(self._bot.pid, signal.SIGSTOP)
            try:
                await asyncio.sleep(self._chance.uniform(2, 60))
            finally:
                os.kill(self._bot.pid, signal.SIGCONT)

    async def database_busy(self) -> None:
        """Hold a write lock on the database; the bot waits five wall seconds for it."""
        async with self._one_at_a_time, self._held():
            await asyncio.sleep(self._chance.uniform(2, 60))

    @asynccontextmanager
    async def _held(self) -> AsyncIterator[None]:
        other = sqlite3.connect(self._database, timeout=60, isolation_level=None, check_same_thread=False)
        with closing(other):
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            try:
                yield
            finally:
                other.rollback()

    async def disk_full(self) -> None:
        """Fill the disk for a while."""
        async with self._one_at_a_time:
            self.disk.fill()
            try:
                await asyncio.sleep(self._chance.uniform(5, 60))
            finally:
                self.disk.free()
