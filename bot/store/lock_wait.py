"""The wait for a database that another process has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple


class ServingProcess(NamedTuple):
    """The process that has the database. `name`: for the operator.

    `beat`: its last heartbeat, as it wrote it; None for one that writes none, such as a command.
    """

    name: str
    beat: str | None


class LockWait(NamedTuple):
    """A way to wait: `look` is called again and again meanwhile, and says whether to end the other's session.

    `beat`: the name of the value (see KeyValueStore) that the other process keeps fresh.
    """

    beat: str
    look: Callable[[ServingProcess], Awaitable[bool]]
