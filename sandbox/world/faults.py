"""Fault injection: errors of Discord itself or of the way to it, on demand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from sandbox.world.errors import ApiError

FaultKind = Literal["status", "refuse", "page", "cut", "slow", "lost_interaction", "repeated_interaction"]
OF_INTERACTIONS = ("lost_interaction", "repeated_interaction")


@dataclass
class InjectedFault:
    """A fault that hits matching requests.

    `kind` is one of
    - "status": respond with the HTTP `status` (5xx; or 429 with `retry_after`, `is_global` and a Via header if `via`);
    - "refuse": respond with `status`, Discord's error `code` and `message`;
    - "page": respond with the HTTP `status` and an HTML page, as a proxy before Discord does; `via` as above. A
      `message` replaces the page as body, with `content` as its content type;
    - "cut": close the connection without a response;
    - "slow": wait `seconds` before the work is done, or with `late` after it;
    - "lost_interaction": an interaction never reaches the bot, and the person sees it fail;
    - "repeated_interaction": the gateway sends the same interaction twice, as a replay after a RESUME may.

    `method` and `route` (a regular expression searched in the path below /api/v10) select the requests. The first
    `after` of them pass, then `times` of them are hit (None: all). With `late` the work is done first, and only the
    response is replaced.
    """

    kind: FaultKind = "status"
    method: str = ""
    route: str = ""
    times: int | None = 1
    after: int = 0
    status: int = 500
    code: int = 0
    message: str = ""
    content: str = "text/html"
    late: bool = False
    seconds: float = 0.0
    retry_after: float = 0.5
    is_global: bool = False
    via: bool = True
    hits: int = field(default=0, compare=False)

    def fits(self, method: str, path: str) -> bool:
        return self.method in ("", method) and re.search(self.route, path) is not None

    def strikes(self) -> bool:
        """Count one matching request. Return whether the fault hits it."""
        if self.after > 0:
            self.after -= 1
            return False
        if self.times is not None and self.hits >= self.times:
            return False
        self.hits += 1
        return True

    @classmethod
    def rate_limited(cls, route: str = "", *, method: str = "", retry_after: float = 0.5, **more: Any) -> InjectedFault:
        """429; `is_global=True` for the global limit, `via=False` for a response that does not come from Discord."""
        return cls("status", method, route, status=429, retry_after=retry_after, **more)

    @classmethod
    def server_error(cls, route: str = "", *, method: str = "", status: int = 502, **more: Any) -> InjectedFault:
        """5xx before the work, or with `late=True` after it."""
        return cls("status", method, route, status=status, **more)

    @classmethod
    def refused(cls, refusal: ApiError, route: str = "", *, method: str = "", **more: Any) -> InjectedFault:
        """One of Discord's refusals, such as `sandbox.world.errors.no_mutual_guilds()`."""
        code, message = refusal.code, refusal.message
        return cls("refuse", method, route, status=refusal.status, code=code, message=message, **more)

    @classmethod
    def page(cls, status: int, route: str = "", *, method: str = "", **more: Any) -> InjectedFault:
        """An HTML page in place of Discord's JSON, before the work, or with `late=True` after it."""
        return cls("page", method, route, status=status, **more)

    @classmethod
    def cut(cls, route: str = "", *, method: str = "", **more: Any) -> InjectedFault:
        """A connection that breaks before the work, or with `late=True` after it."""
        return cls("cut", method, route, **more)

    @classmethod
    def slow(cls, seconds: float, route: str = "", *, method: str = "", **more: Any) -> InjectedFault:
        return cls("slow", method, route, seconds=seconds, **more)

    @classmethod
    def lost_interaction(cls, times: int | None = 1, after: int = 0) -> InjectedFault:
        return cls("lost_interaction", times=times, after=after)

    @classmethod
    def repeated_interaction(cls, times: int | None = 1, after: int = 0) -> InjectedFault:
        return cls("repeated_interaction", times=times, after=after)


class Faults:
    """The active faults; the first one that matches and strikes is applied."""

    def __init__(self) -> None:
        self._set: list[InjectedFault] = []

    def add(self, fault: InjectedFault) -> InjectedFault:
        self._set.append(fault)
        return fault

    def clear(self) -> None:
        self._set.clear()

    def remove(self, fault: InjectedFault) -> None:
        self._set.remove(fault)

    def for_request(self, method: str, path: str) -> list[InjectedFault]:
        """The faults that hit this request: at most one that is slow and one that replaces the response."""
        hits: dict[bool, InjectedFault] = {}
        for fault in self._set:
            is_slow = fault.kind == "slow"
            is_request = fault.kind not in OF_INTERACTIONS
            if is_request and is_slow not in hits and fault.fits(method, path) and fault.strikes():
                hits[is_slow] = fault
        return list(hits.values())

    def deliveries(self) -> int:
        """The number of times that the new interaction is sent to the bot: 0, 1 or 2."""
        if self._strikes("lost_interaction"):
            return 0
        return 2 if self._strikes("repeated_interaction") else 1

    def _strikes(self, kind: FaultKind) -> bool:
        return any(fault.kind == kind and fault.strikes() for fault in self._set)
