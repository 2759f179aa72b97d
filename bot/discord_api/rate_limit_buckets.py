"""Less frequent cleaning of discord.py's rate-limit buckets, which would take most of the time of a play.

discord.py keeps a bucket for each route and channel for five minutes, and looks through all of them for old ones
whenever it makes a new one. Many tables have many threads and DMs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from discord.http import HTTPClient

EVERY: Final = 10.0
"""Seconds."""


def clear_seldom(http: HTTPClient, now: Callable[[], float] = time.monotonic) -> None:
    """Let a client remove old buckets only every ten seconds; `now` gives seconds."""
    clear = http._try_clear_expired_ratelimits
    due = now()

    def clear_if_due() -> None:
        nonlocal due
        if now() >= due:
            due = now() + EVERY
            clear()

    http._try_clear_expired_ratelimits = clear_if_due  # type: ignore[method-assign]
