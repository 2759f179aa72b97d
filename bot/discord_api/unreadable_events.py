"""Gateway events that discord.py cannot read: skipped and logged, so that they do not end the connection."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Final

log = logging.getLogger(__name__)

NEEDED: Final = frozenset({"READY"})
"""Events that are not skipped, because there is no session without them."""

Parser = Callable[[Any], None]


def spare(parsers: MutableMapping[str, Parser]) -> None:
    """Wrap discord.py's parsers (by event name) so that they skip events they cannot read."""
    for event, parse in parsers.items():
        if event not in NEEDED:
            parsers[event] = partial(_parse, event, parse)


def _parse(event: str, parse: Parser, data: Any) -> None:
    try:
        parse(data)
    except Exception:
        log.exception("an event %s cannot be read, and is skipped", event)
