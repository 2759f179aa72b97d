"""The log of what a request has written, for an honest answer if it fails later."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class WriteLog:
    """The commits since the log was begun, by the task that began it or by tasks that it has started."""

    has_writes: bool = False


_current: ContextVar[WriteLog | None] = ContextVar("write log", default=None)


def begin() -> WriteLog:
    """Begin a log for the task that runs now, and return it."""
    log = WriteLog()
    _current.set(log)
    return log


def note() -> None:
    """Note in the running task's log, if it has one, that something is durable."""
    log = _current.get()
    if log is not None:
        log.has_writes = True
