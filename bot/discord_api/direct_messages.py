"""Messages that people write to the bot: that one has come, and never what it says.

With the intent for direct messages, Discord sends each message there and each change of one, those of the bot itself
too. Of all that only this is taken, before anything else sees the event.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Final, NamedTuple

EVENT: Final = "written"
"""The event that is passed on, with a `WrittenMessage`."""
WRITTEN: Final = frozenset({0, 19})
"""Discord's types of messages that somebody has written: an ordinary one, and an answer to one."""
UNUSED: Final = ("MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")


class WrittenMessage(NamedTuple):
    """A message that a person has written to the bot, by Discord's ids."""

    id: int
    person: int
    channel: int


def take_written(parsers: MutableMapping[str, Callable[[Any], None]], dispatch: Callable[..., object]) -> None:
    """Replace discord.py's parsers of messages (by event name) by one that passes on what people have written."""
    parsers["MESSAGE_CREATE"] = partial(_pass_on, dispatch)
    parsers.update(dict.fromkeys(UNUSED, _skip))


def _pass_on(dispatch: Callable[..., object], data: Any) -> None:
    try:
        written = _read(data)
    except (AttributeError, KeyError, TypeError, ValueError):  # not of Discord's form
        return
    if written is not None:
        dispatch(EVENT, written)


def _read(data: Any) -> WrittenMessage | None:
    is_direct = data.get("guild_id") is None and "webhook_id" not in data
    if not is_direct or data["author"].get("bot") or data["type"] not in WRITTEN:
        return None
    return WrittenMessage(int(data["id"]), int(data["author"]["id"]), int(data["channel_id"]))


def _skip(_: Any) -> None:
    """Do nothing."""
