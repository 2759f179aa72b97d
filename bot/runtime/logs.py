"""Logs: lines as text or JSON that name the table they are about and never contain a secret or a card.

A fault of the surroundings that repeats itself, such as a full disk, is logged once and then counted: else each press
would write a line of its own, to the same disk perhaps.

Callers use the standard library's loggers; structlog formats their lines, and those of discord.py and aiohttp.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple, TextIO

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

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


FIELDS: Final = ("table", "seq", "interaction")
CHATTY: Final = ("discord", "aiosqlite", "asyncio")  # their DEBUG lines contain whole payloads, hands included
SECRETS: Final = re.compile(
    r"(?P<token>\b[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,})"
    r"|(?P<kept>/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"  # with an interaction's token anyone can answer as the bot
    r"|\baW50ZXJhY3Rpb246[\w=-]+"  # such a token by itself: "interaction:" in base64
    r"|\b[0-9a-f]{64}\b"  # the salt that hides a deal
)
_CARD = r"(?<!\w)(?:10|[2-9TJQKA])(?:[CSHD](?!\w)|[♣♠♥♦])"
CARDS: Final = re.compile(rf"{_CARD}(?:[\s,'\"+-]*{_CARD})*|[🂡-🃵]+")
OURS: Final = ("rules", "players", "bot.tables", "bot.messages", "bot.cups.messages")
"""The packages whose values may contain hands and decks, also as bare numbers: none of them is ever written out."""
_about: ContextVar[dict[str, object] | None] = ContextVar("about", default=None)
"""One variable for all fields: structlog has one for each, which takes four times as long, several times in a play."""


@contextmanager
def bind_fields(**fields: object) -> Iterator[None]:
    """Add `fields` (of FIELDS) to every log line of this task inside the block, beside those already set."""
    token = _about.set({**(_about.get() or {}), **fields})
    try:
        yield
    finally:
        _about.reset(token)


@dataclass(slots=True)
class WriteLog:
    """The commits since the log was begun, by the task that began it or by tasks that it has started.

    It is for an honest answer if a request fails later.
    """

    has_writes: bool = False


_write_log: ContextVar[WriteLog | None] = ContextVar("write log", default=None)


def begin_write_log() -> WriteLog:
    """Begin a log for the task that runs now, and return it."""
    log = WriteLog()
    _write_log.set(log)
    return log


def note_write() -> None:
    """Note a commit in the log that has been begun, if any."""
    if (log := _write_log.get()) is not None:
        log.has_writes = True


def _add_about(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    return {**line, **{name: value for name, value in (_about.get() or {}).items() if value is not None}}


class Redactor:
    """Replaces the given secrets in a text, and whatever looks like a token or a card."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self.secrets = sorted(filter(None, secrets), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self.secrets:
            text = text.replace(secret, "[secret]")
        return CARDS.sub("[cards]", SECRETS.sub(lambda found: f"{found['kept'] or ''}[secret]", text))

    def values(self, _: WrappedLogger, __: str, line: EventDict) -> EventDict:
        """A structlog processor: redacts before rendering, when no terminal colours are in the text yet."""
        return {name: self(value) if isinstance(value, str) else shield(value) for name, value in line.items()}


def own_error(log: logging.Logger, what: str, *named: object) -> str:
    """Log the error that is being handled, one of the bot's own, with a reference number; return the number."""
    reference = secrets.token_hex(4)
    log.exception(f"{what}, reference %s", *named, reference)
    return reference


def shield(value: Any) -> Any:
    """The value with type names in place of everything that may contain cards."""
    if isinstance(value, Enum):
        return value
    if type(value).__module__.startswith(OURS):
        return f"[{type(value).__name__}]"
    if isinstance(value, dict):
        return {shield(key): shield(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        inside = [shield(inner) for inner in value]
        return inside if isinstance(value, list) else tuple(inside)
    return value


class Formatter(structlog.stdlib.ProcessorFormatter):
    """Formats a record and redacts the result, because a token most easily appears in the text of an exception."""

    def __init__(self, redact: Redactor, render: Processor) -> None:
        super().__init__(
            foreign_pre_chain=[
                _add_about,
                structlog.stdlib.ExtraAdder(FIELDS),
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
            ],
            processors=[self.remove_processors_meta, redact.values, render],
        )
        self.redact = redact

    def format(self, record: logging.LogRecord) -> str:
        kept_back = {"msg": shield(record.msg), "args": shield(record.args)}
        return self.redact(super().format(logging.makeLogRecord({**vars(record), **kept_back})))


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes lines, of repeated faults the first; reports the origin alone of a line that cannot be written."""

    def __init__(self, stream: TextIO, repeated: RepeatedFaults) -> None:
        super().__init__(stream)
        self._repeated = repeated

    def emit(self, record: logging.LogRecord) -> None:
        for line in self._repeated.counts():
            super().emit(line)
        if not self._repeated.leaves_out(record):
            super().emit(record)

    def close(self) -> None:
        for line in self._repeated.counts(at_end=True):
            super().emit(line)
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        kind = sys.exc_info()[0]
        print(f"A log line of {record.name}:{record.lineno} was lost ({kind and kind.__name__})", file=sys.stderr)


def _is_no_talk_of_voice(record: logging.LogRecord) -> bool:
    """Filter out discord.py's warning at every start that voice is not supported, which this bot does not need."""
    return not (record.name == "discord.client" and "voice will NOT be supported" in str(record.msg))


def set_up(
    style: str,
    level: str,
    *,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
    now: Callable[[], float] = time.monotonic,
) -> logging.Handler:
    """Send the process's log lines to `stream` (stderr); return the handler.

    `style`: "text", "json", or "auto": text in a terminal and JSON elsewhere. `now`: seconds, by any clock.
    """
    stream = stream or sys.stderr
    render: Processor
    if style == "json" or (style == "auto" and not stream.isatty()):
        render = structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    else:
        plain = structlog.dev.plain_traceback  # the other formatters write the values of variables
        render = structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain, sort_keys=False)
    handler = LogHandler(stream, RepeatedFaults(now))
    handler.addFilter(_is_no_talk_of_voice)
    handler.setFormatter(Formatter(Redactor(secrets), render))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for chatty in CHATTY:
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(level)))
    return handler
