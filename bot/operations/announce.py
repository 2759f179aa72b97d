"""`voormsi announce TEXT`: tell all tables in play something, such as the time of a maintenance."""

from __future__ import annotations

import asyncio
import sys
from typing import Final

from bot.runtime.settings import Settings
from bot.runtime.steady_clock import wall
from bot.store import StoreError
from bot.store.engine import announce_beside

LONGEST: Final = 1_000


def announce(settings: Settings, text: str) -> int:
    """Queue the text for the bot, which may be running: 0, else 1 and the reason on stderr."""
    text = text.strip()
    if not 0 < len(text) <= LONGEST:
        print(f"The text has {len(text)} characters; expected 1 to {LONGEST}.", file=sys.stderr)
        return 1
    try:
        count = asyncio.run(announce_beside(settings.database, text, wall()))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    if count:
        when = "The running bot posts it within seconds; if it is stopped, after its next start."
        print(f"Queued for {count} {'table' if count == 1 else 'tables'} in play. {when}")
    else:
        print("No table is in play, so there is nobody to tell.")
    return 0
