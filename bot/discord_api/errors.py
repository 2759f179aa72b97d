"""Errors of Discord's API: each refusal as one of a small tree of exceptions.

The only file in which Discord's error codes are told apart. A response that is not Discord's own word on the request is
`Unexplained`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

import aiohttp
import discord

from bot.runtime import metrics


class DeliveryError(Exception):
    """Discord did not take it; or, if it was not `asked`, would not.

    A fact, unless it is `Later`: then nothing may be concluded from it, and it is tried again.
    """

    asked = True
    place: int | None = None
    """The channel (thread, DM) that takes nothing now, if it is that: see `bot.publishing.delivery.circuit_breaker`."""


class MessageGone(DeliveryError):
    """The message to edit or delete is not there any more."""


class ChannelGone(DeliveryError):
    """The channel, thread or DM is not there any more."""


class ServerGone(DeliveryError):
    """The server is not there, or we are not in it."""


class Forbidden(DeliveryError):
    """A permission is missing, or the thread is locked."""


class NoAccess(Forbidden):
    """Nothing of ours is allowed there, with or without a picture: it is hidden from us, or locked."""


class ThreadLocked(NoAccess):
    """The thread is locked: a matter of that one, whatever is allowed elsewhere."""


class DmsClosed(DeliveryError):
    """The person does not take our DMs."""


class PersonGone(DmsClosed):
    """The person is no member of the server, shares none with us, or has no account any more."""


class ThreadExists(DeliveryError):
    """The message has its thread already."""


class ThreadArchived(DeliveryError):
    """Nothing can be edited in an archived thread; sending opens it again."""


class InteractionOver(DeliveryError):
    """The interaction is unknown, too old, or answered already: see `cogs.request`."""


class Rejected(DeliveryError):
    """Discord does not take this, for a reason that is not among those above; asking again will not help."""


class Later(DeliveryError):
    """Discord is too busy, broken, or cannot be reached now; the request may or may not have been done."""

    gets_on = False
    """Whether something before it was taken: then it is not for long."""


class DmsTooFast(Later):
    """DMs have been opened faster than Discord likes."""


class TooManyOldEdits(Later):
    """More messages older than an hour have been edited than Discord likes."""


class Unexplained(Later):
    """A response that says nothing of what was asked for: a proxy's, a firewall's, or of a Discord that is broken."""


class TooLarge(Later):
    """The request is too large for Discord, or for something on the way to it; without its picture it may not be."""


class Code(NamedTuple):
    """One of Discord's own error codes: the thing that it is about, a name for it, and our error for it."""

    thing: str
    name: str
    error: type[DeliveryError]

    @property
    def is_fact(self) -> bool:
        """Whether something may be concluded from it, about this thing and no other."""
        return not issubclass(self.error, Later)


CODES: Final[Mapping[int, Code]] = {
    10003: Code("channel", "unknown channel", ChannelGone),
    10004: Code("server", "unknown server", ServerGone),
    10007: Code("person", "unknown member", PersonGone),
    10008: Code("message", "unknown message", MessageGone),
    10013: Code("person", "unknown user", PersonGone),
    10015: Code("interaction", "unknown webhook", InteractionOver),
    10062: Code("interaction", "unknown interaction", InteractionOver),
    20016: Code("request", "slow mode", Unexplained),
    20028: Code("request", "channel limit", Unexplained),
    20029: Code("request", "server limit", Unexplained),
    30046: Code("request", "old edits", TooManyOldEdits),
    40001: Code("request", "unauthorized", Unexplained),
    40003: Code("request", "many DMs", DmsTooFast),
    40004: Code("request", "sending disabled", Unexplained),
    40005: Code("request", "too large", TooLarge),
    40006: Code("request", "feature disabled", Unexplained),
    40060: Code("interaction", "answered already", InteractionOver),
    40062: Code("request", "resource limit", Unexplained),
    40333: Code("request", "firewall", Unexplained),
    50001: Code("channel", "no access", NoAccess),
    50007: Code("person", "no DMs", DmsClosed),
    50013: Code("request", "missing permission", Forbidden),
    50014: Code("request", "invalid token", Unexplained),
    50024: Code("request", "channel type", Forbidden),
    50027: Code("interaction", "expired token", InteractionOver),
    50035: Code("request", "invalid form", Rejected),
    50083: Code("channel", "archived thread", ThreadArchived),
    50278: Code("person", "nothing shared", PersonGone),
    110001: Code("request", "not available", Unexplained),
    130000: Code("request", "overload", Unexplained),
    160004: Code("message", "thread exists", ThreadExists),
    160005: Code("channel", "locked thread", ThreadLocked),
    160006: Code("server", "thread limit", Rejected),
}
"""What we know of Discord's codes. docs/discord-codes.md is the same for people; a test compares them."""


BAD_REQUEST: Final = 400


FORBIDDEN: Final = 403


NOT_FOUND: Final = 404


TOO_LARGE: Final = 413


TOO_MANY: Final = 429


BROKEN: Final = 500


OF_STATUS: Final[Mapping[int, type[DeliveryError]]] = {
    BAD_REQUEST: Rejected,
    FORBIDDEN: Forbidden,
    NOT_FOUND: Rejected,
    TOO_LARGE: TooLarge,
}
"""What a code that we do not know stands for, by its status; with any other status nothing is concluded from it."""


UNREACHED: Final = (OSError, aiohttp.ClientError, discord.RateLimited)
"""What discord.py lets through when a request brought no answer (a time-out is an OSError)."""


UNREADABLE: Final = (AttributeError, KeyError, TypeError, ValueError)
"""What comes of reading a body that is not what Discord sends, whatever the status says."""


WORDS: Final = 200
"""How many characters of a refusal are kept: it may be a whole page of HTML."""


def kind_of(error: discord.HTTPException) -> type[DeliveryError]:
    """Which of our errors a response stands for.

    Only Discord's own codes are facts. Code 0 is none: discord.py says so of every body that is not Discord's JSON, and
    Discord of what it does not explain.
    """
    if error.status == TOO_MANY or error.status >= BROKEN:
        known = CODES.get(code_of(error))
        return known.error if known is not None and not known.is_fact else Later
    if not code_of(error):
        return TooLarge if error.status == TOO_LARGE else Unexplained
    if code_of(error) in CODES:
        return CODES[code_of(error)].error
    return OF_STATUS.get(error.status, Unexplained)


def code_of(error: discord.HTTPException) -> int:
    """Discord's own code; 0 without one."""
    return error.code if isinstance(error.code, int) else 0


def understood(error: BaseException) -> DeliveryError | None:
    """The error of ours that an error from discord.py stands for; None if it is no matter of delivery."""
    if isinstance(error, discord.HTTPException):
        metrics.used().refused(code_of(error) or error.status)
        return kind_of(error)(" ".join(str(error).split())[:WORDS])
    return Later(repr(error)) if isinstance(error, UNREACHED) else None


@contextmanager
def translated() -> Iterator[None]:
    """Turn discord.py's errors into ours. Only for a request and the reading of its response."""
    try:
        yield
    except UNREADABLE as error:
        raise Unexplained(f"a response that is not Discord's: {error!r}"[:WORDS]) from error
    except Exception as error:
        known = understood(error)
        if known is None:
            raise
        raise known from error
