"""Log lines: for people or as JSON, with the table on every line that has one, and never a secret."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

FIELDS = ("table", "seq", "interaction")
CHATTY = ("discord", "aiosqlite", "asyncio")  # their DEBUG lines hold whole payloads: hands among them
SECRETS = re.compile(
    r"(?P<token>\b[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,})"
    r"|(?P<kept>/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"  # the token of an interaction answers in the bot's name
)
_about: ContextVar[dict[str, object] | None] = ContextVar("about", default=None)


@contextmanager
def about(**fields: object) -> Iterator[None]:
    """Within, every log line of this task carries `fields` (of FIELDS), beside those that are set already."""
    token = _about.set({**(_about.get() or {}), **fields})
    try:
        yield
    finally:
        _about.reset(token)


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """The FIELDS of one line: those given with `extra` before those of `about`."""
    found = {**(_about.get() or {}), **{name: value for name, value in vars(record).items() if name in FIELDS}}
    return {name: found[name] for name in FIELDS if found.get(name) is not None}


class Redactor:
    """Strikes the given secrets out of a text, and whatever looks like a token."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self.secrets = sorted(filter(None, secrets), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self.secrets:
            text = text.replace(secret, "[secret]")
        return SECRETS.sub(lambda found: f"{found['kept'] or ''}[secret]", text)


class TextFormatter(logging.Formatter):
    """`2026-07-01 18:30:00 INFO    bot.tables: words (table=12 seq=40)`"""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self.redact = redact

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        known = " ".join(f"{name}={value}" for name, value in fields_of(record).items())
        return super().formatMessage(record) + (f" ({known})" if known else "")

    def format(self, record: logging.LogRecord) -> str:
        return self.redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: at, level, logger, message, the fields that are known, error."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self.redact = redact

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **fields_of(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return self.redact(json.dumps(line, ensure_ascii=False, default=str))


def _is_no_talk_of_voice(record: logging.LogRecord) -> bool:
    """discord.py warns at every start of what it would need to speak aloud; this bot does not."""
    return not (record.name == "discord.client" and "voice will NOT be supported" in str(record.msg))


def set_up(style: str, level: str, *, secrets: Iterable[str] = (), stream: TextIO | None = None) -> logging.Handler:
    """Send the process's log lines to `stream` (stderr), in `style` "text" or "json"; gives the handler."""
    redact = Redactor(secrets)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.addFilter(_is_no_talk_of_voice)
    handler.setFormatter(JsonFormatter(redact) if style == "json" else TextFormatter(redact))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for chatty in CHATTY:
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(level)))
    return handler
