"""Metrics for Prometheus: counters and timings of this process.

Like log lines, metrics belong to the process: callers report events (`metrics.current.count_refusal(50013)`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

ACKNOWLEDGED: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Bucket limits of the histogram, in seconds; Discord's timeout is three."""
COMMITTED: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
FORMAT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Metrics that count from now on. Times (`since`) are readings of `time.perf_counter`."""

    def __init__(self) -> None:
        self._registry = loaded = CollectorRegistry()
        self._presses = Counter("voormsi_presses", "Presses and commands that came in", ["what"], registry=loaded)
        self._refusals = Counter("voormsi_refusals", "Requests that Discord refused", ["code"], registry=loaded)
        self._acknowledged = Histogram(
            "voormsi_acknowledgement_seconds", "From a press to its answer", buckets=ACKNOWLEDGED, registry=loaded
        )
        self._committed = Histogram(
            "voormsi_commit_seconds", "From a request to write until it is durable", buckets=COMMITTED, registry=loaded
        )
        self._waiting = Gauge("voormsi_deliveries_waiting", "Tables with something not shown yet", registry=loaded)
        self._lately = Gauge("voormsi_refused_lately", "Requests refused in the last ten minutes", registry=loaded)
        self._shut = Gauge("voormsi_tables_shut", "Tables that cannot be shown where they are", registry=loaded)
        self._tables = Gauge("voormsi_tables", "Tables by stage", ["stage"], registry=loaded)
        self._late = Gauge("voormsi_loop_late_seconds", "How late the loop was in the last minute", registry=loaded)

    def count_press(self, name: str) -> None:
        """Count an interaction, by the button's verb or the command's name."""
        self._presses.labels(name).inc()

    def time_acknowledgement(self, since: float) -> None:
        """Time an interaction that came in at `since` and has been answered or deferred."""
        self._acknowledged.observe(time.perf_counter() - since)

    def time_commit(self, since: float) -> None:
        """Time a write that was asked for at `since` and is durable."""
        self._committed.observe(time.perf_counter() - since)

    def count_refusal(self, code: int) -> None:
        """Count a request that Discord refused with this error code, or without one with this HTTP status."""
        self._refusals.labels(str(code)).inc()

    def refuses_now(self, lately: int, shut: int) -> None:
        """Set the number of requests refused in the last ten minutes, and of tables that cannot be shown."""
        self._lately.set(lately)
        self._shut.set(shut)

    def is_now(self, waiting: float, tables: Mapping[str, int], late: float) -> None:
        """Set the number of tables with something to show, the tables by stage, and the loop's lateness in seconds.

        `nan` and no stages mean unknown, because the store does not respond.
        """
        self._tables.clear()
        self._waiting.set(waiting)
        self._late.set(late)
        for stage, count in tables.items():
            self._tables.labels(stage).set(count)

    def text(self) -> bytes:
        return generate_latest(self._registry)


current = Metrics()
"""The metrics of this process."""
