"""The picture cache: pictures of scenes, drawn in a thread and kept up to a total size."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, Protocol

from cachetools import LRUCache

from bot.discord_api.delivery import Picture
from bot.messages.kit.scene import Scene
from bot.texts.reader import CardStyle, Reader

log = logging.getLogger(__name__)

ROOM: Final = 12 * 1024 * 1024
"""The size of the cache, in bytes. A repeated request nearly always comes while half of that would be enough."""


class PictureJob(Hashable, Protocol):
    """A picture that can be drawn. Equal jobs draw equal bytes."""

    @property
    def name(self) -> str: ...

    def draw(self) -> bytes: ...


class PictureCache:
    """Draws pictures and caches them; `picture_of` gives the job for a scene, None if it has no picture.

    One thread draws them all, one after the other, so that the event loop is never blocked and competes with one thread
    only.
    """

    def __init__(self, picture_of: Callable[[Scene, Reader], PictureJob | None], room: int = ROOM) -> None:
        self._picture_of = picture_of
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._drawn: LRUCache[Hashable, bytes] = LRUCache(room, getsizeof=len)
        self._under_way: dict[PictureJob, asyncio.Future[bytes]] = {}
        self._closed = False

    async def picture(self, scene: Scene, reader: Reader) -> Picture | None:
        """The picture of a scene; None if it has none, the reader wants none, drawing fails, or the cache is closed."""
        return await self.draw(self.job_of(scene, reader))

    async def draw(self, job: PictureJob | None) -> Picture | None:
        """The picture of a job; None without a job, if drawing fails, or if the cache is closed."""
        if job is None or self._closed:
            return None
        try:
            return Picture(job.name, self._drawn.get(job) or await self._draw_once(job))
        except Exception as error:
            _log(job, error)
            return None

    def job_of(self, scene: Scene, reader: Reader) -> PictureJob | None:
        """Return how the picture of a scene is drawn; None if it has none, or the reader wants none."""
        if reader.cards is not CardStyle.PICTURES:
            return None
        try:
            return self._picture_of(scene, reader)
        except Exception as error:
            _log(scene, error)
            return None

    async def _draw_once(self, job: PictureJob) -> bytes:
        """Draw a picture, or wait for it if it is being drawn."""
        drawn = self._under_way.get(job)
        if drawn is None:
            drawn = self._under_way[job] = asyncio.ensure_future(self._draw(job))
            drawn.add_done_callback(lambda done: done.cancelled() or done.exception())  # retrieved even if nobody waits
        return await asyncio.shield(drawn)  # the first caller may be cancelled

    async def _draw(self, job: PictureJob) -> bytes:
        try:
            png = await asyncio.get_running_loop().run_in_executor(self._thread, job.draw)
            with suppress(ValueError):  # larger than the cache
                self._drawn[job] = png
            return png
        finally:
            del self._under_way[job]

    def close(self) -> None:
        """Stop drawing."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)


def _log(what: object, error: Exception) -> None:
    """Log the type of an error and where it happened, but not its message, which may hold cards."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    where = " < ".join(f"{frame.name} {frame.filename}:{frame.lineno}" for frame in frames)
    log.error("the picture of a %s cannot be drawn: %s in %s", type(what).__name__, type(error).__name__, where)
