"""Isolate tests from the settings of the machine and from the folder's `.env`."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.runtime import logs
from bot.runtime.settings import Settings

TOKEN = "MTA5OTk5OTk5OTk5OTk5OTk5OQ.GabcDe.thisIsNoTokenOfAnybody_ButItLooksLikeOne"


@pytest.fixture(autouse=True)
def _bare_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """Restore the loggers afterwards, since commands configure them for the whole process."""
    loggers = [logging.getLogger(name) for name in ("", *logs.CHATTY)]
    before = [(logger, logger.level, logger.handlers[:]) for logger in loggers]
    yield
    for logger, level, handlers in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers
