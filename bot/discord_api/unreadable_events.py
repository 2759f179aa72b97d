"""Gateway events that discord.py cannot read: skipped and logged, so that they do not end the connection.

Characters in them that cannot be stored or sent are replaced first.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Final

log = logging.getLogger(__name__)

NEEDED: Final = frozenset({"READY"})
"""Events that are not skipped, because there is no session without them."""

_NO_CHARACTER: Final = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL does not store, and halves of characters, which UTF-8 does not have."""
REPLACEMENT: Final = "\ufffd"

Parser = Callable[[Any], None]


def spare(parsers: MutableMapping[str, Parser]) -> None:
    """Wrap discord.py's parsers (by event name) so that they skip events they cannot read."""
    for event, parse in parsers.items():
        if event not in NEEDED:
            parsers[event] = partial(_parse, event, parse)


def _parse(event: str, parse: Parser, data: Any) -> None:
    try:
        parse(_with_characters(data))
    except Exception:
        log.exception("an event %s cannot be read, and is skipped", event)


def _with_characters(data: Any) -> Any:
    """Replace in place what is no character in the texts of an event; return the event."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        if isinstance(value, str):
            if _NO_CHARACTER.search(value):
                data[key] = _NO_CHARACTER.sub(REPLACEMENT, value)
        elif isinstance(value, (dict, list)):
            _with_characters(value)
    return data
