"""What is counted and timed, for Prometheus: the optional extra `metrics`. Without it, or unasked, nothing is.

As with log lines, the counts belong to the process: callers say what happened (`metrics.refused(50013)`), and `use`
decides once whether anybody listens.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

ACKNOWLEDGED: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Limits of the histogram, seconds; Discord waits for three."""
COMMITTED: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
FORMAT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Listens to nothing."""

    def pressed(self, what: str) -> None:
        """A button's verb or a command's name has come in."""

    def acknowledged(self, since: float) -> None:
        """A press that came in at that time (`time.perf_counter`) has been answered or deferred."""

    def committed(self, since: float) -> None:
        """What was to be written since that time (`time.perf_counter`) is durable."""

    def refused(self, code: int) -> None:
        """Discord has refused a request with this code of its own, else with this status."""

    def refuses_now(self, lately: int, shut: int) -> None:
        """How many requests Discord has refused in ten minutes, and how many tables cannot be shown."""

    def is_now(self, waiting: float, tables: Mapping[str, int], late: float) -> None:
        """Tables with something that waits to be shown; tables by stage; how late the loop is, seconds.

        `nan` and no stages: that is not known, since the store does not answer.
        """

    def text(self) -> bytes:
        """All of it as Prometheus reads it."""
        return b""


class Prometheus(Metrics):
    """Counts. Raises ImportError without the extra."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = loaded = registry or CollectorRegistry()
        self._presses = Counter("voormsi_presses", "Presses and commands that came in", ["what"], registry=loaded)
        self._refusals = Counter("voormsi_refusals", "Requests that Discord refused", ["code"], registry=loaded)
        self._acknowledged = Histogram(
            "voormsi_acknowledgement_seconds", "From a press to its answer", buckets=ACKNOWLEDGED, registry=loaded
        )
        self._committed = Histogram(
            "voormsi_commit_seconds", "From a wish to write to its being durable", buckets=COMMITTED, registry=loaded
        )
        self._waiting = Gauge("voormsi_deliveries_waiting", "Tables with something not shown yet", registry=loaded)
        self._lately = Gauge("voormsi_refused_lately", "Requests refused in the last ten minutes", registry=loaded)
        self._shut = Gauge("voormsi_tables_shut", "Tables that cannot be shown where they are", registry=loaded)
        self._tables = Gauge("voormsi_tables", "Tables by stage", ["stage"], registry=loaded)
        self._late = Gauge("voormsi_loop_late_seconds", "How late the loop was in the last minute", registry=loaded)

    def pressed(self, what: str) -> None:
        self._presses.labels(what).inc()

    def acknowledged(self, since: float) -> None:
        self._acknowledged.observe(time.perf_counter() - since)

    def committed(self, since: float) -> None:
        self._committed.observe(time.perf_counter() - since)

    def refused(self, code: int) -> None:
        self._refusals.labels(str(code)).inc()

    def refuses_now(self, lately: int, shut: int) -> None:
        self._lately.set(lately)
        self._shut.set(shut)

    def is_now(self, waiting: float, tables: Mapping[str, int], late: float) -> None:
        self._tables.clear()
        self._waiting.set(waiting)
        self._late.set(late)
        for stage, count in tables.items():
            self._tables.labels(stage).set(count)

    def text(self) -> bytes:
        from prometheus_client import generate_latest

        return generate_latest(self._registry)


_used: Metrics = Metrics()


def use(metrics: Metrics) -> None:
    """From now on `metrics` is told."""
    global _used
    _used = metrics


def used() -> Metrics:
    """Who is told what happens."""
    return _used
