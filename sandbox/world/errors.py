"""Discord's error responses, and the errors of the stand-in itself."""

from __future__ import annotations

from functools import partial
from typing import Any


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


class Unsupported(Exception):
    """A route, or a part of one, that Discord has and the sandbox does not."""


class ActionNotAllowed(ValueError):
    """An action that Discord's client does not allow; the text says why."""


unauthorized = partial(ApiError, 401, 0, "401: Unauthorized")
unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel")
unknown_guild = partial(ApiError, 404, 10004, "Unknown Guild")
unknown_member = partial(ApiError, 404, 10007, "Unknown Member")
unknown_message = partial(ApiError, 404, 10008, "Unknown Message")
unknown_role = partial(ApiError, 404, 10011, "Unknown Role")
unknown_user = partial(ApiError, 404, 10013, "Unknown User")
unknown_emoji = partial(ApiError, 404, 10014, "Unknown Emoji")
unknown_event = partial(ApiError, 404, 10070, "Unknown Guild Scheduled Event")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
unknown_command = partial(ApiError, 404, 10063, "Unknown application command")
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
not_the_author = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
cannot_dm = partial(ApiError, 403, 50007, "Cannot send messages to this user")
no_mutual_guilds = partial(ApiError, 403, 50278, "Cannot send messages to this user due to having no mutual guilds")
dms_too_fast = partial(ApiError, 400, 40003, "You are opening direct messages too fast")
wrong_channel_type = partial(ApiError, 400, 50024, "Cannot execute action on this channel type")
invalid_webhook_token = partial(ApiError, 401, 50027, "Invalid Webhook Token")
system_message = partial(ApiError, 403, 50021, "Cannot execute action on a system message")
tag_required = partial(ApiError, 400, 40067, "A tag is required to create a forum post in this channel")
thread_archived = partial(ApiError, 400, 50083, "Thread is archived")
thread_exists = partial(ApiError, 400, 160004, "A thread has already been created for this message")
thread_locked = partial(ApiError, 403, 160005, "Thread is locked")
edits_of_old_messages = partial(
    ApiError, 429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
invalid_form = partial(ApiError, 400, 50035, "Invalid Form Body")


def invalid_field(field: str, code: str, message: str) -> ApiError:
    """50035 for one field of the request."""
    return invalid_form({field: {"_errors": [{"code": code, "message": message}]}})
