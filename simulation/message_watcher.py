"""The messages of a sandbox for scripted people: new and changed ones, with their buttons and menus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from bot.discord_api import custom_ids
from sandbox import Message
from sandbox.world.components import Component, pressable
from sandbox.world.files import Upload
from sandbox.world.observer import Observer


class MessageWatcher(Observer):
    """A replacement for people's pages that passes on every new or changed message without encoding it."""

    def __init__(self, see: Callable[[Message], None]) -> None:
        self._see = see

    def show_message(self, message: Message, kind: Literal["message", "edited"]) -> None:
        self._see(message)


class NoFiles(dict[int, Upload]):
    """Files that are not kept: nobody here looks at pictures."""

    def __setitem__(self, number: int, upload: Upload) -> None:
        """Forget the file."""


def presses(message: Message) -> Iterator[custom_ids.Press]:
    """The decoded custom_ids of the message's buttons and menus."""
    found = (custom_ids.read(part["custom_id"]) for part in pressable(message.components))
    return (press for press in found if press)


def read(component: Component) -> custom_ids.Press:
    press = custom_ids.read(component["custom_id"])
    assert press
    return press


def table_in(verbs: dict[str, custom_ids.Press], *of: str) -> int | None:
    """The table of the first of these verbs in `verbs`."""
    return next((press.table for verb, press in verbs.items() if verb in of), None)


def find(message: Message, verb: str, *, menu: bool = False) -> Component | None:
    """The first button (or menu) with a verb."""
    for part in pressable(message.components):
        press = custom_ids.read(part["custom_id"])
        if press and press.verb == verb and ("options" in part) == menu:
            return part
    return None
