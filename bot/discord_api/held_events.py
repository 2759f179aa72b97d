"""Events that are held back while another process serves: the caches know of them, the cogs do not.

Discord sends every event to each session of a bot. Presses that came just before this process serves may have
reached only the process that has ended, so they are answered here.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Final

from bot.discord_api.unreadable_events import Parser

ANSWERABLE: Final = 2.5
"""The age, in seconds, up to which a press without a response is still answered; Discord allows 3."""
AUTOCOMPLETE: Final = 4
"""Discord's type of interaction for choices while somebody types."""
OF_SHARDS: Final = frozenset({"shard_connect", "shard_resumed", "shard_disconnect"})
KEPT: Final = OF_SHARDS | {"ready"}
"""The events whose latest for each shard is passed on at last."""


class HeldEvents:
    """Passes events on, unless it holds them back."""

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self.holds = False
        self._kept: dict[tuple[Any, ...], str] = {}
        """The arguments of an event -> its name."""
        self._presses: deque[tuple[float, Parser, dict[str, Any]]] = deque(maxlen=1_000)
        self.late: set[int] = set()
        """The interactions that came before this process served; another one may have answered them."""

    def spare(self, parsers: MutableMapping[str, Parser]) -> None:
        """Wrap discord.py's parser of interactions so that it can be held back."""
        parsers["INTERACTION_CREATE"] = partial(self._came, parsers["INTERACTION_CREATE"])

    def _came(self, parse: Parser, data: Any) -> None:
        if not self.holds:
            parse(data)
        elif data["type"] != AUTOCOMPLETE:
            self._presses.append((self._elapsed(), parse, data))

    def hold(self) -> None:
        self.holds = True

    def takes(self, event: str, *args: Any) -> bool:
        """Return whether an event is held back."""
        if self.holds and event in KEPT:
            self._kept.pop(args, None)
            self._kept[args] = event
        return self.holds

    @property
    def is_connected(self) -> bool:
        """True if Discord is connected with every shard, as far as the events that are held back say."""
        return () in self._kept and "shard_disconnect" not in self._kept.values()

    def release(self, dispatch: Callable[..., object]) -> None:
        """Pass on what still matters, and from now on everything."""
        self.holds = False
        for args, event in self._kept.items():
            dispatch(event, *args)
        now = self._elapsed()
        for came_at, parse, data in self._presses:
            if now - came_at <= ANSWERABLE:
                self.late.add(int(data["id"]))
                parse(data)
        self._presses.clear()
