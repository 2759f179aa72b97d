"""The database as the operator names it: a file, or the address of a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import unquote

SCHEMES: Final = ("postgresql://", "postgres://")


class PostgresAddress:
    """The address of a PostgreSQL database. Its text has neither the password nor the parameters."""

    def __init__(self, url: str) -> None:
        self.url = url
        """The whole address, for the driver. SECRET."""
        rest = url.partition("://")[2].partition("?")[0]
        server, slash, name = rest.partition("/")
        user, at, host = server.rpartition("@")
        user, _, password = user.partition(":")
        self.name = name or "voormsi"
        self._text = f"postgresql://{user}{at}{host}{slash}{name}"
        self.secrets = frozenset(filter(None, (password, unquote(password))))
        """The password, as it is written and as it is meant."""

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__


Database = Path | PostgresAddress


def database_of(text: str) -> Database:
    """The database that a setting names."""
    return PostgresAddress(text) if text.startswith(SCHEMES) else Path(text)
