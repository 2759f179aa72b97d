"""The settings of sessions with the server: time limits, isolation, durability, and what the planner assumes."""

from __future__ import annotations

from typing import Any, Final

UNHEARD: Final = 10
"""Seconds after which a server, or a client, that does not answer counts as gone."""
NETWORK: Final[dict[str, Any]] = {
    "connect_timeout": UNHEARD,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": UNHEARD * 1000,
}
OF_EVERY_SESSION: Final = {
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "0",
    "statement_timeout": "0",
    "random_page_cost": "1.1",  # for SSDs; the default is for disks that turn, and big tables would be read through
}
READING: Final = {"default_transaction_isolation": "repeatable read", "default_transaction_read_only": "on"}
"""The settings of a session that reads: between `BEGIN` and `COMMIT` it sees one moment."""
