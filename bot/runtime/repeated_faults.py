"""Repeated faults: a fault of the surroundings, such as a full disk, is logged once and then counted.

Else each press would write a line of its own, to the same disk perhaps.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, NamedTuple

QUIET: Final = 60.0
"""Seconds after a line in which those like it are counted only."""


class RepeatableFault(NamedTuple):
    """The place in the code that logs, and the type of the error."""

    logger: str
    line: int
    error: str


class RepeatedFaults:
    """Decides which log records are left out, and makes lines that tell how many were. `now`: seconds, by any clock."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._told_at: dict[RepeatableFault, float] = {}
        self._left_out: dict[RepeatableFault, tuple[int, logging.LogRecord]] = {}
        """The number left out since the last line, and the last of them."""

    def leaves_out(self, record: logging.LogRecord) -> bool:
        """Return whether a record is like one of the last `QUIET` seconds; it is counted then."""
        if (kind := _kind(record)) is None:
            return False
        if kind in self._told_at:
            self._left_out[kind] = self._left_out.get(kind, (0, record))[0] + 1, record
            return True
        self._told_at[kind] = self._now()
        return False

    def counts(self, *, at_end: bool = False) -> list[logging.LogRecord]:
        """The lines that are due about records left out; `at_end`: about all of them."""
        now = self._now()
        due = [kind for kind, told_at in self._told_at.items() if at_end or now - told_at >= QUIET]
        found = []
        for kind in due:
            del self._told_at[kind]
            if kind in self._left_out:
                found.append(_count(*self._left_out.pop(kind)))
                self._told_at[kind] = now
        return found


def _kind(record: logging.LogRecord) -> RepeatableFault | None:
    """The kind of a fault of the surroundings, by its error or a field of the record; None for any other record."""
    if getattr(record, "is_of_surroundings", False):
        return RepeatableFault(record.name, record.lineno, "")
    given = record.args.values() if isinstance(record.args, dict) else record.args or ()
    errors = [*given, record.exc_info[1] if isinstance(record.exc_info, tuple) else None]
    for error in errors:
        if isinstance(error, OSError) or getattr(error, "is_of_surroundings", False):
            return RepeatableFault(record.name, record.lineno, type(error).__name__)
    return None


def _count(number: int, last: logging.LogRecord) -> logging.LogRecord:
    """A record as the last one that was left out, with the number of all that were since the last such line."""
    told = {"msg": "%s (%d times)", "args": (last.getMessage(), number), "exc_info": None, "exc_text": None}
    return logging.makeLogRecord({**vars(last), **told})
