"""Messages that people write to the bot: that one has come is passed on, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.discord_api.direct_messages import WrittenMessage, take_written

WRITTEN = {"id": "3", "type": 0, "channel_id": "2", "author": {"id": "1"}, "content": "help"}


def passed_on(event: str, data: dict[str, Any]) -> list[tuple[str, WrittenMessage]]:
    found: list[tuple[str, WrittenMessage]] = []
    parsers: dict[str, Callable[[Any], None]] = {}
    take_written(parsers, lambda *event: found.append(event))
    parsers[event](data)
    return found


@pytest.mark.parametrize("kind", [0, 19])
def test_a_message_of_a_person_is_passed_on_without_its_text(kind: int) -> None:
    assert passed_on("MESSAGE_CREATE", {**WRITTEN, "type": kind}) == [("written", WrittenMessage(3, 1, 2))]


@pytest.mark.parametrize(
    "other",
    [
        {"guild_id": "7"},
        {"author": {"id": "1", "bot": True}},
        {"webhook_id": "1"},
        {"type": 6},
    ],
)
def test_what_is_of_a_server_a_bot_or_discord_itself_is_not(other: dict[str, Any]) -> None:
    assert passed_on("MESSAGE_CREATE", {**WRITTEN, **other}) == []


@pytest.mark.parametrize("odd", [None, [], {}, {**WRITTEN, "author": None}, {**WRITTEN, "id": "x"}])
def test_what_is_not_of_discords_form_is_not(odd: Any) -> None:
    assert passed_on("MESSAGE_CREATE", odd) == []


@pytest.mark.parametrize("event", ["MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK"])
def test_changes_of_messages_are_not(event: str) -> None:
    assert passed_on(event, WRITTEN) == []
