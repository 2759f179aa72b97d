"""discord.py keeps a rate-limit bucket for each route and channel for five minutes, and looks through all for old ones
whenever there is a new one. Many tables are many threads and DMs: then that is most of a play.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from discord.http import HTTPClient

EVERY: Final = 10.0
"""Seconds."""


def clear_seldom(http: HTTPClient, now: Callable[[], float] = time.monotonic) -> None:
    """Let a client look for old buckets now and then only; `now` in seconds."""
    clear = http._try_clear_expired_ratelimits
    due = now()

    def clear_if_due() -> None:
        nonlocal due
        if now() >= due:
            due = now() + EVERY
            clear()

    http._try_clear_expired_ratelimits = clear_if_due  # type: ignore[method-assign]
