"""Discord's error responses."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web


class ApiError(Exception):
    """A refused request: HTTP status, Discord's JSON error code and message."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"message": self.message, "code": self.code}
        return answer if self.errors is None else answer | {"errors": self.errors}


class RateLimited(Exception):
    """Too many requests. With `via` the response comes from Discord itself, and a client waits and retries."""

    def __init__(self, retry_after: float, *, is_global: bool = False, via: bool = True) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after
        self.is_global = is_global
        self.via = via

    def response(self) -> web.Response:
        headers = {
            "Content-Type": "application/json",
            "Retry-After": f"{self.retry_after:.3f}",
            "X-RateLimit-Scope": "global" if self.is_global else "user",
        }
        headers |= {"Via": "1.1 google"} if self.via else {}
        headers |= {"X-RateLimit-Global": "true"} if self.is_global else {}
        body = {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": self.is_global}
        return web.Response(status=429, body=json.dumps(body).encode(), headers=headers)


class NotBuilt(Exception):
    """A route, or a part of one, that Discord has and the sandbox does not."""


class Impossible(ValueError):
    """An action that Discord's client does not allow; the text says why."""


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_emoji() -> ApiError:
    return ApiError(404, 10014, "Unknown Emoji")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    return ApiError(404, 10063, "Unknown application command")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def not_the_author() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def cannot_dm() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def no_mutual_guilds() -> ApiError:
    return ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def dms_too_fast() -> ApiError:
    return ApiError(400, 40003, "You are opening direct messages too fast")


def wrong_channel_type() -> ApiError:
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def invalid_webhook_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def system_message() -> ApiError:
    return ApiError(403, 50021, "Cannot execute action on a system message")


def thread_archived() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def thread_exists() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")


def thread_locked() -> ApiError:
    return ApiError(403, 160005, "Thread is locked")


def edits_of_old_messages() -> ApiError:
    return ApiError(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")


def invalid_form(errors: dict[str, Any]) -> ApiError:
    return ApiError(400, 50035, "Invalid Form Body", errors)
