"""Messages of a sandbox as they are posted and changed, for simulated people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from sandbox import Message
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
