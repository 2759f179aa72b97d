"""Errors of Discord's API, translated into a small tree of exceptions.

Only this module interprets Discord's error codes. A response without an explanation by Discord itself is
`Unexplained`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, NamedTuple

import aiohttp
import discord

from bot.runtime import metrics


class DeliveryError(Exception):
    """Discord refused a request, or (without `asked`) would refuse it, so it was not sent.

    The refusal is lasting, unless it is `Later`: then nothing may be concluded from it, and the request is retried.
    """

    asked = True
    place: int | None = None
    """The channel (thread, DM) that refuses everything now, if one does: `bot.discord_api.circuit_breaker`."""

    @property
    def log_level(self) -> int:
        return logging.WARNING if self.asked else logging.DEBUG


class MessageGone(DeliveryError):
    """The message does not exist any more."""


class ChannelGone(DeliveryError):
    """The channel, thread or DM does not exist any more."""


class ServerGone(DeliveryError):
    """The guild does not exist, or the bot is not in it."""


class Forbidden(DeliveryError):
    """A permission is missing, or the thread is locked."""


class NoAccess(Forbidden):
    """The bot may do nothing there, with or without a picture: the channel is hidden from it, or locked."""


class NoPrivateThread(DeliveryError):
    """A channel takes no private thread now: it has none, a permission is missing, or Discord allows no more."""


class ThreadLocked(NoAccess):
    """The thread is locked; this says nothing about other threads."""


class DmsClosed(DeliveryError):
    """The person does not accept DMs from the bot."""


class PersonGone(DmsClosed):
    """The person is not a member of the guild, shares no guild with the bot, or has no account any more."""


class ThreadExists(DeliveryError):
    """The message has its thread already."""


class ThreadArchived(DeliveryError):
    """A message in an archived thread cannot be edited; sending opens the thread again."""


class InteractionOver(DeliveryError):
    """The interaction is unknown, too old, or already answered: see `cogs.interaction_handler`."""


class Rejected(DeliveryError):
    """Discord refuses the request for another reason; a retry will not help."""

    log_level = logging.ERROR


class Later(DeliveryError):
    """Discord is overloaded, broken, or unreachable now; the request may or may not have been carried out."""

    gets_on = False
    """True if a request before it was accepted, so that the trouble is probably short."""


class DmsTooFast(Later):
    """The bot has opened DMs faster than Discord allows."""


class TooManyOldEdits(Later):
    """The bot has edited messages older than an hour faster than Discord allows."""


class Unexplained(Later):
    """A response that does not explain itself: from a proxy, a firewall, or a broken Discord."""


class TooLarge(Later):
    """The request is too large for Discord, or for a proxy; without its picture it may be accepted."""


class Code(NamedTuple):
    """One of Discord's error codes: the kind of thing that it is about, a name for it, and our exception."""

    thing: str
    name: str
    error: type[DeliveryError]

    @property
    def is_fact(self) -> bool:
        """True if it is a lasting fact about this thing."""
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
"""The error codes that we know. docs/discord-codes.md has the same for people; a test compares them."""
OF_STATUS: Final[Mapping[int, type[DeliveryError]]] = {
    HTTPStatus.BAD_REQUEST: Rejected,
    HTTPStatus.FORBIDDEN: Forbidden,
    HTTPStatus.NOT_FOUND: Rejected,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: TooLarge,
}
"""The exceptions for unknown codes, by HTTP status; for any other status it is `Unexplained`."""
UNREACHED: Final = (OSError, aiohttp.ClientError, discord.RateLimited)
"""The exceptions that discord.py lets through when a request got no response (a timeout is an OSError)."""
UNREADABLE: Final = (AttributeError, KeyError, TypeError, ValueError)
"""The exceptions from reading a body with an unexpected structure, whatever its status."""
FAILED_REQUEST: Final = (discord.HTTPException, *UNREACHED, *UNREADABLE)
"""The exceptions for a request that was refused, got no response, or one that cannot be read."""
LONGEST: Final = 200
"""The number of characters of a refusal that are kept: it may be a whole page of HTML."""


def kind_of(error: discord.HTTPException) -> type[DeliveryError]:
    """The exception class for a response.

    Only Discord's own codes are facts. Code 0 is not one: discord.py sets it for every body that is not Discord's JSON,
    and Discord for errors without an explanation.
    """
    code, status = code_of(error), error.status
    known = CODES.get(code)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return known.error if known is not None and not known.is_fact else Later
    if known is not None:
        return known.error
    explained = code or status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return OF_STATUS.get(status, Unexplained) if explained else Unexplained


def code_of(error: discord.HTTPException) -> int:
    """Discord's error code; 0 if there is none."""
    return error.code if isinstance(error.code, int) else 0


def delivery_error(error: BaseException) -> DeliveryError | None:
    """Our exception for an error from discord.py; None if it is not about delivery."""
    if isinstance(error, discord.HTTPException):
        metrics.current.count_refusal(code_of(error) or error.status)
        return kind_of(error)(" ".join(str(error).split())[:LONGEST])
    return Later(repr(error)) if isinstance(error, UNREACHED) else None


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate discord.py's exceptions into ours. Use it only around a request and the reading of its response."""
    try:
        yield
    except UNREADABLE as error:
        raise Unexplained(f"a response that is not Discord's: {error!r}"[:LONGEST]) from error
    except Exception as error:
        if (known := delivery_error(error)) is None:
            raise
        raise known from error
