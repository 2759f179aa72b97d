"""Log lines: for people or as JSON, with the table on every line that has one, and never a secret or a card.

Callers use the standard library's loggers; structlog writes their lines, and discord.py's and aiohttp's, in one way.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any, Final, TextIO

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

FIELDS: Final = ("table", "seq", "interaction")
CHATTY: Final = ("discord", "aiosqlite", "asyncio")  # their DEBUG lines hold whole payloads: hands among them
SECRETS: Final = re.compile(
    r"(?P<token>\b[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,})"
    r"|(?P<kept>/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"  # the token of an interaction answers in the bot's name
    r"|\baW50ZXJhY3Rpb246[\w=-]+"  # such a token by itself: "interaction:" in base64
    r"|\b[0-9a-f]{64}\b"  # the bytes that hide a deal
)
_CARD = r"(?<!\w)(?:10|[2-9TJQKA])(?:[CSHD](?!\w)|[♣♠♥♦])"
CARDS: Final = re.compile(rf"{_CARD}(?:[\s,'\"+-]*{_CARD})*|[🂡-🃵]+")
OURS: Final = ("rules", "players", "bot.tables", "bot.presentation.scenes")
"""Whose values may hold hands and decks, also as bare numbers, so that none of them is ever written out."""


_about: ContextVar[dict[str, object] | None] = ContextVar("about", default=None)
"""One for all fields: structlog's own way, one for each, takes four times as long, and a play sets some thrice."""


@contextmanager
def about(**fields: object) -> Iterator[None]:
    """Within, every log line of this task carries `fields` (of FIELDS), beside those that are set already."""
    token = _about.set({**(_about.get() or {}), **fields})
    try:
        yield
    finally:
        _about.reset(token)


def _add_about(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    return {**line, **{name: value for name, value in (_about.get() or {}).items() if value is not None}}


class Redactor:
    """Strikes the given secrets out of a text, and whatever looks like a token or a card."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self.secrets = sorted(filter(None, secrets), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self.secrets:
            text = text.replace(secret, "[secret]")
        return CARDS.sub("[cards]", SECRETS.sub(lambda found: f"{found['kept'] or ''}[secret]", text))

    def values(self, _: WrappedLogger, __: str, line: EventDict) -> EventDict:
        """A processor: in what is still a dict no colour of a terminal stands beside the words."""
        return {name: self(value) if isinstance(value, str) else shielded(value) for name, value in line.items()}


def shielded(value: Any) -> Any:
    """The value with the kind of thing in place of everything that may hold cards."""
    if isinstance(value, Enum):
        return value
    if type(value).__module__.startswith(OURS):
        return f"[{type(value).__name__}]"
    if isinstance(value, dict):
        return {shielded(key): shielded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        inside = [shielded(inner) for inner in value]
        return inside if isinstance(value, list) else tuple(inside)
    return value


class Formatter(structlog.stdlib.ProcessorFormatter):
    """One line of a record, struck out last of all: an exception's text is where a token most easily turns up."""

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
        kept_back = {"msg": shielded(record.msg), "args": shielded(record.args)}
        return self.redact(super().format(logging.makeLogRecord({**vars(record), **kept_back})))


class Handler(logging.StreamHandler[TextIO]):
    """Writes lines; of one that cannot be written it says where it comes from, and not what it holds."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        kind = sys.exc_info()[0]
        print(f"A log line of {record.name}:{record.lineno} was lost ({kind and kind.__name__})", file=sys.stderr)


def _is_no_talk_of_voice(record: logging.LogRecord) -> bool:
    """discord.py warns at every start of what it would need to speak aloud; this bot does not."""
    return not (record.name == "discord.client" and "voice will NOT be supported" in str(record.msg))


def _renderer(style: str, stream: TextIO) -> Processor:
    if style == "json" or (style == "auto" and not stream.isatty()):
        return structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    plain = structlog.dev.plain_traceback  # others write out what variables hold
    return structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain, sort_keys=False)


def set_up(style: str, level: str, *, secrets: Iterable[str] = (), stream: TextIO | None = None) -> logging.Handler:
    """Send the process's log lines to `stream` (stderr); gives the handler.

    `style`: "text", "json", or "auto": text in a terminal and JSON elsewhere.
    """
    stream = stream or sys.stderr
    handler = Handler(stream)
    handler.addFilter(_is_no_talk_of_voice)
    handler.setFormatter(Formatter(Redactor(secrets), _renderer(style, stream)))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for chatty in CHATTY:
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(level)))
    return handler
