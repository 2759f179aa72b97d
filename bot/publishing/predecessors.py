"""Predecessors: what has to be shown before a post that sums it up, such as the cups of a season before its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple

from bot.runtime.times import DAY

LONGEST: Final = DAY
"""The time that nothing waits longer than, ms: if the same place refuses both, it may be for different reasons."""


class _Wait(NamedTuple):
    """`since`: when it began; `counted`: from when on its time counts, ms since the epoch."""

    since: int
    counted: int


class Predecessors:
    """The waits of one publisher's records for others. `wake` shows a record; `now`: ms since the epoch.

    `patience`: the time after which a record waits no more for what cannot be shown, ms.

    What is shown is in the store. Only the beginning of a wait is kept here, so a restart begins it anew.
    """

    def __init__(self, wake: Callable[[int], None], now: Callable[[], int], patience: int) -> None:
        self._wake = wake
        self._now = now
        self._patience = patience
        self._awaited: dict[int, Collection[int]] = {}
        """Record id -> the ids of what is to be shown before."""
        self._waits: dict[int, _Wait] = {}
        """The waits by the ids of records."""

    async def hold(
        self, record_id: int, before: Collection[int], is_shown: Callable[[int], Awaitable[bool]], *, stands: bool
    ) -> bool:
        """Return whether a post of a record has to wait for what comes `before`.

        `stands`: the time does not count, a day at most, since both wait for the same place.
        """
        self._awaited[record_id] = before  # first, so that nothing that is shown meanwhile is missed
        if all([await is_shown(one) for one in before]):
            return False
        now = self._now()
        since, counted = self._waits.get(record_id, (now, now))
        if stands:
            counted = now
        self._waits[record_id] = _Wait(since, counted)
        return now - counted < self._patience and now - since < LONGEST

    def forget(self, record_id: int) -> None:
        """Note that no post of a record waits."""
        self._awaited.pop(record_id, None)
        self._waits.pop(record_id, None)

    def look_again(self, one: int) -> None:
        """Look again at the records that wait for this one."""
        for record_id in [record_id for record_id, awaited in self._awaited.items() if one in awaited]:
            self._wake(record_id)

    def begin_anew(self) -> None:
        """Let the waits begin now: until now nothing could be shown."""
        self._waits.clear()
