"""Faults of a layout: refusals by the sandbox, and violations of this project's rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from discord import ui

from bot.app import EXTENSION
from bot.discord_api import custom_ids
from cogs.buttons import BUTTONS
from sandbox.rest import size_limits
from sandbox.rest.validator import schemas
from sandbox.world.messages import V2
from tests.messages.given import payload

SEND = "/channels/{channel_id}/messages"
BUTTON, GALLERY = 2, 12
ALT = 1024
EMOJI = re.compile(r"<a?:\w+:\d+>")


def faults(layout: ui.LayoutView) -> list[str]:
    """All faults of a layout."""
    sent = layout.to_components()  # type: ignore[no-untyped-call]
    body = {"components": sent, "flags": V2}
    breaches = [*schemas().request_faults("POST", SEND, body), *size_limits.message(body, has_files=True)]
    told = [f"{'.'.join(map(str, breach.path))}: {breach.message}" for breach in breaches]
    return told + [fault for part in payload(layout) for fault in _unwanted(part)]


def _unwanted(part: dict[str, Any]) -> Iterator[str]:
    if part.get("disabled"):
        yield "something disabled, which cannot be asked why"
    if "custom_id" in part:
        press = custom_ids.read(part["custom_id"])
        if press is None or press.verb not in verbs():
            yield f"nobody answers {part['custom_id']}"
    if part["type"] == BUTTON and not part.get("label"):
        yield "a button that says nothing"
    yield from (f"markup of an emoji as text: {text}" for text in _plain(part) if EMOJI.search(text))
    if part["type"] == GALLERY:
        yield from (f"an alt text of {len(alt)}" for alt in _alts(part) if not 0 < len(alt) <= ALT)


def _plain(part: dict[str, Any]) -> list[str]:
    """Texts that Discord shows without formatting: labels, choices, alt texts."""
    choices = [option.get(key) for option in part.get("options", ()) for key in ("label", "description")]
    return [text for text in (part.get("label"), part.get("placeholder"), *choices, *_alts(part)) if text]


def _alts(part: dict[str, Any]) -> list[str]:
    return [item.get("description") or "" for item in part.get("items", ())]


@cache
def verbs() -> frozenset[str]:
    """The verbs of buttons and menus that the cogs handle."""
    import_module(EXTENSION)
    return frozenset(BUTTONS)
