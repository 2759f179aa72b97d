"""Responses from which nothing can be concluded, and a way for the fake Discord to give them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import discord

from bot.discord_api.errors import Unexplained, delivery_error

PAGE: Final = "<!DOCTYPE html><html><head><title>Access denied</title></head><body>Please log in.</body></html>"


class HttpResponse(NamedTuple):
    """The attributes of an HTTP response that discord.py's errors read."""

    status: int
    reason: str = "for a test"


class Odd(NamedTuple):
    """A status and a body: a page, or Discord's JSON."""

    status: int
    body: str | dict[str, Any] = PAGE

    @property
    def error(self) -> discord.HTTPException:
        """The error that discord.py raises for it."""
        return discord.HTTPException(HttpResponse(self.status), self.body)

    def __str__(self) -> str:
        return f"{self.status}-{self.body['code'] if isinstance(self.body, dict) else 'page'}"


def coded(status: int, code: int) -> Odd:
    """A status with one of Discord's codes."""
    return Odd(status, {"message": "No.", "code": code})


PAGES: Final = tuple(Odd(status) for status in (400, 401, 403, 404, 405, 407, 408, 413, 418, 429, 500, 501, 502, 503))
UNCODED: Final = tuple(coded(status, 0) for status in (400, 401, 403, 404, 405, 500))
PASSING: Final = (*PAGES, *UNCODED, coded(403, 40333), coded(400, 130000), coded(401, 40001), coded(401, 50014))
"""Responses from which nothing may be concluded."""


def answering(odd: Odd, *verbs: str) -> Callable[[str], None]:
    """A `FakeDiscord.before` that responds to every step that begins with one of `verbs` (none: to all)."""

    def before(step: str) -> None:
        if step.startswith(verbs or ("",)):
            error = delivery_error(odd.error)
            assert error is not None
            raise error

    return before


def unreadable(*verbs: str) -> Callable[[str], None]:
    """Like `answering`, with a status of 200 and an unreadable body."""

    def before(step: str) -> None:
        if step.startswith(verbs):
            raise Unexplained(PAGE)

    return before
