"""Faster waiting: the event loop's clock is accelerated for a while, so that a minute takes seconds."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast


@contextmanager
def hurried(times: float = 50.0) -> Iterator[None]:
    """Accelerate every sleep and timeout of the running loop for the duration of the block, without a change of their
    values.

    Not for tests in which people press: their timeout of three seconds is shorter, too. The wall clock is not affected.
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
