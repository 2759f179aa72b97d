"""Waiting made short: the event loop's own clock goes faster for a while, so that a minute is seconds."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast


@contextmanager
def hurried(times: float = 50.0) -> Iterator[None]:
    """Within, every sleep and time-out of the running loop passes so many times faster; nobody's length is changed.

    Not for when people press: their patience of three seconds passes faster too. The wall clock goes as ever.
    """
    loop = cast(Any, asyncio.get_running_loop())
    selector: selectors.BaseSelector = loop._selector
    select, before = selector.select, loop.time
    began, real = before(), time.monotonic()

    def sooner(timeout: float | None = None) -> Any:
        return select(timeout if timeout is None else timeout / times)

    loop.time = lambda: began + (time.monotonic() - real) * times
    selector.select = sooner  # type: ignore[method-assign]
    try:
        yield
    finally:
        ahead = loop.time() - time.monotonic()
        loop.time = lambda: time.monotonic() + ahead
        selector.select = select  # type: ignore[method-assign]
