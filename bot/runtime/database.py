"""The database as the operator names it: a file, or the address of a PostgreSQL server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote

_ADDRESS: Final = re.compile("postgres(ql)?:", re.IGNORECASE)
"""The beginning of what is meant as an address, also of one that is misspelt."""
_HOST: Final = r"(?:\[[^]/@]*\]|[^][:,/?@]*)(?::\d*)?"
_FORM: Final = re.compile(
    rf"(?P<begin>postgres(?:ql)?://(?:(?P<user>[^:/@]*)(?::(?P<password>[^/@]*))?@)?(?P<host>{_HOST}(?:,{_HOST})*))"
    r"(?P<path>/[^/?@]*)?(?P<parameters>\?[^=&]+=[^&]*(?:&[^=&]+=[^&]*)*)?"
)
_BAD_ESCAPE: Final = re.compile("%(?![0-9A-Fa-f]{2})")


ADDRESS_FORM: Final = (
    "postgresql://user:password@host/name, with @ in user and password written as %40, / as %2F, : as %3A, % as %25"
)


class UnreadableAddress(ValueError):
    """The address of a PostgreSQL database is not of the form that all programs read alike. It is not told: SECRET."""

    def __init__(self) -> None:
        super().__init__(f"the address of a PostgreSQL database is not {ADDRESS_FORM}")


class PostgresAddress:
    """The address of a PostgreSQL database. Its text has neither the password nor the parameters."""

    def __init__(self, url: str) -> None:
        """Raises UnreadableAddress."""
        found = _FORM.fullmatch(url)
        if found is None or _BAD_ESCAPE.search(url):
            raise UnreadableAddress
        self.url = url
        """The whole address, for the driver. SECRET."""
        self._begin, self._parameters = found["begin"], found["parameters"] or ""
        user, password, path = found["user"], found["password"] or "", found["path"] or ""
        self.name = path.strip("/") or "voormsi"
        self._text = f"postgresql://{'' if user is None else f'{user}@'}{found['host']}{path}"
        parameters = parse_qsl(self._parameters.removeprefix("?"))
        given = [password, unquote(password), *(value for name, value in parameters if "password" in name)]
        self.secrets = frozenset(filter(None, given))
        """The passwords, as they are written and as they are meant."""

    def sibling(self, name: str) -> PostgresAddress:
        """The address of another database on the same server."""
        return PostgresAddress(f"{self._begin}/{name}{self._parameters}")

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__


Database = Path | PostgresAddress


def file_of(database: Database) -> Path:
    """The file that keeps every table; of a server, the path beside which files of the bot lie."""
    return database if isinstance(database, Path) else Path(database.name)


def database_of(text: str) -> Database:
    """The database that a setting names. Raises UnreadableAddress."""
    return PostgresAddress(text) if _ADDRESS.match(text) else Path(text)
