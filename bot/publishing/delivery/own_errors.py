"""Errors of the bot's own in the making of a message: logged with a reference number, and not taken for Discord's.

A retry would fail too, so what fails is left out until it changes, and the rest goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.discord_api.errors import DeliveryError
from bot.runtime import logs
from bot.store import RecordGone, StoreError

log = logging.getLogger(__name__)

NOT_OURS: Final = (DeliveryError, StoreError, RecordGone)
"""The errors that a delivery may meet though the bot makes no mistake."""


@contextmanager
def leave_out(*what: object) -> Iterator[None]:
    """Log an error of the bot's own in this block, and go on after it. `what`: names of what is left out then."""
    try:
        yield
    except NOT_OURS:
        raise
    except Exception:
        logs.own_error(log, "%s is left out by an error of ours", " ".join(map(str, what)))
