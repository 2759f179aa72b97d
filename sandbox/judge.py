"""Whether requests are what Discord would take, and whether our answers are what Discord would give."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.rest import Call, Reply, Route


class Violation(NamedTuple):
    """A request that Discord would have refused for its shape or limits, or an answer of ours of the wrong shape."""

    method: str
    path: str
    why: str


class Judge:
    """Checks requests and answers; one that is switched off checks nothing."""

    def __init__(self, *, on: bool = True) -> None:
        self.violations: list[Violation] = []
        self._on = on

    def request(self, route: Route, call: Call) -> None:
        """Raises 50035 for a request that Discord would not take."""

    def response(self, route: Route, reply: Reply) -> None:
        """Note an answer of ours whose shape is not Discord's."""
