"""Events of the gateway that discord.py cannot read: skipped and logged, where it would end the connection."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Final

log = logging.getLogger(__name__)

NEEDED: Final = frozenset({"READY"})
"""Without these there is no session."""

Parser = Callable[[Any], None]


def spare(parsers: MutableMapping[str, Parser]) -> None:
    """Let each of discord.py's parsers, by the event's name, skip what it cannot read."""
    for event, parse in parsers.items():
        if event not in NEEDED:
            parsers[event] = partial(_parse, event, parse)


def _parse(event: str, parse: Parser, told: Any) -> None:
    try:
        parse(told)
    except Exception:
        log.exception("an event %s cannot be read, and is skipped", event)
