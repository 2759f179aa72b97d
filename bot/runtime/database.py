"""The database as the operator names it: a file, or the address of a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

SCHEMES: Final = ("postgresql://", "postgres://")


class PostgresAddress:
    """The address of a PostgreSQL database. Its text has neither the password nor the parameters."""

    def __init__(self, url: str) -> None:
        self.url = url
        """The whole address, for the driver. SECRET."""
        parts = urlsplit(url)
        user, at, host = parts.netloc.rpartition("@")
        user, _, password = user.partition(":")
        self.name = parts.path.strip("/") or "voormsi"
        self._text = f"postgresql://{user}{at}{host}{parts.path}"
        given = [password, unquote(password), *(value for name, value in parse_qsl(parts.query) if "password" in name)]
        self.secrets = frozenset(filter(None, given))
        """The passwords, as they are written and as they are meant."""

    def beside(self, name: str) -> PostgresAddress:
        """The address of another database on the same server."""
        scheme, _, rest = self.url.partition("://")
        where, mark, parameters = rest.partition("?")
        return PostgresAddress(f"{scheme}://{where.partition('/')[0]}/{name}{mark}{parameters}")

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__


Database = Path | PostgresAddress


def file_of(database: Database) -> Path:
    """The file that keeps every table; of a server, the path beside which files of the bot lie."""
    return database if isinstance(database, Path) else Path(database.name)


def database_of(text: str) -> Database:
    """The database that a setting names."""
    return PostgresAddress(text) if text.startswith(SCHEMES) else Path(text)
