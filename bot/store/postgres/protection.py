"""The protection of connections to a server: TLS with a checked name, and SCRAM, which shows nobody the password.

libpq by itself demands neither, so whoever answers in the server's place could ask for the password in clear. What the
operator says in the address, in a service or in libpq's variables comes first.
"""

from __future__ import annotations

import os
from configparser import RawConfigParser
from ipaddress import IPv6Address, ip_address
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from psycopg import pq
from psycopg.conninfo import conninfo_to_dict

from bot.runtime.database import PostgresAddress

SCRAM: Final = "scram-sha-256"
CHECKED: Final = "verify-full"
KNOWS_METHODS: Final = 16
"""The first major version of libpq and its programs that knows `require_auth`."""
_VARIABLES: Final = {
    "host": "PGHOST",
    "hostaddr": "PGHOSTADDR",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "require_auth": "PGREQUIREAUTH",
}
_AUTHORITIES: Final = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
    "/etc/ssl/ca-bundle.pem",
)
"""The authorities that a system trusts, as a file: the libpq in psycopg's wheel does not find them as `system`."""
_ADVICE: Final = {
    "does not support SSL": (
        "TLS is demanded of a server on another machine: set ssl = on there, "
        "or in a network that is safe add sslmode=disable to DATABASE"
    ),
    "certificate verify failed": "let sslrootcert in DATABASE name the authority that signed the server's certificate",
    "root certificate": "let sslrootcert in DATABASE name the authority that signed the server's certificate",
    "does not match host name": "let DATABASE name the server as its certificate does",
    "authentication method requirement": (
        "let the server use scram-sha-256 and set the password there anew, or name its method in DATABASE, "
        "such as require_auth=md5; with require_auth=password it gets the password in clear"
    ),
}
"""The remedies, by a part of libpq's message."""


class Protection(NamedTuple):
    """The protection of connections to an address; `place`: all of their parameters. SECRET."""

    place: dict[str, Any]
    is_local: bool
    sslmode: str
    require_auth: str

    @property
    def is_checked(self) -> bool:
        """Return whether nobody on the way can read what is sent, or answer in the server's place."""
        return self.is_local or self.sslmode == CHECKED

    def __str__(self) -> str:
        return f"sslmode={self.sslmode} and require_auth={self.require_auth or 'any'}"


def protection_of(address: PostgresAddress) -> Protection:
    """Add to an address what it leaves open. Raises psycopg.ProgrammingError of an unknown parameter."""
    place: dict[str, Any] = conninfo_to_dict(address.url)
    given = _values(place)
    is_local = _is_local(given.get("host", ""), given.get("hostaddr", ""))
    sslmode = given.get("sslmode") or ("prefer" if is_local else CHECKED)
    if not is_local:
        place["sslmode"] = sslmode
    if sslmode == CHECKED and (authorities := _authorities(given)):
        place["sslrootcert"] = authorities
    require_auth = given.get("require_auth") or _methods(given, is_anonymous_safe=is_local)
    if require_auth:
        place["require_auth"] = require_auth
    return Protection(place, is_local, sslmode, require_auth)


def advice_about(message: str) -> str:
    """The message of libpq, with the remedy if one is known."""
    found = next((advice for part, advice in _ADVICE.items() if part in message), None)
    return f"{message}; {found}" if found else message


def _values(place: dict[str, Any]) -> dict[str, str]:
    """The values that count here: those of the address, of its service, of libpq's variables."""
    name = place.get("service") or os.environ.get("PGSERVICE")
    service = read_service(str(name)) if name else {}
    values = {key: place.get(key) or service.get(key) or os.environ.get(_VARIABLES[key]) for key in _VARIABLES}
    return {key: str(value) for key, value in values.items() if value}


def _is_local(hosts: str, addresses: str) -> bool:
    """Return whether all of the servers are on this machine; what is not known to be there counts as elsewhere."""
    pairs = zip_longest(hosts.split(","), addresses.split(","), fillvalue="")
    return all(_is_here(address.strip() or host.strip()) for host, address in pairs)


def _is_here(host: str) -> bool:
    if not host or host.startswith(("/", "@")):  # a socket
        return True
    try:
        found = ip_address(host.strip("[]"))
    except ValueError:
        return host.lower().rstrip(".") == "localhost"
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def _authorities(given: dict[str, str]) -> str | None:
    """The file of the authorities to trust; None: what libpq uses by itself."""
    own = Path("~/.postgresql/root.crt").expanduser()
    if given.get("sslrootcert", "system") != "system" or ("sslrootcert" not in given and own.is_file()):
        return None
    found = next((path for path in _AUTHORITIES if Path(path).is_file()), None)
    return found or ("system" if _knows_methods() else None)


def _methods(given: dict[str, str], *, is_anonymous_safe: bool) -> str:
    """The methods of authentication to allow; "" if this libpq cannot be told.

    `none` is a server that asks for nothing (trust, peer, a client's certificate): it gets no password.
    """
    if not _knows_methods():
        return ""
    with_certificate = "sslcert" in given or Path("~/.postgresql/postgresql.crt").expanduser().is_file()
    return f"{SCRAM},none" if is_anonymous_safe or with_certificate else SCRAM


def _knows_methods() -> bool:
    return pq.version() >= KNOWS_METHODS * 10000


def read_service(name: str) -> dict[str, str]:
    """The entry of a service in the operator's own file, else in the system's."""
    read = RawConfigParser(delimiters="=", comment_prefixes="#", strict=False)
    system = Path(os.environ.get("PGSYSCONFDIR", "/etc/postgresql-common")) / "pg_service.conf"
    read.read([system, os.environ.get("PGSERVICEFILE") or Path("~/.pg_service.conf").expanduser()], encoding="utf-8")
    return dict(read[name]) if read.has_section(name) else {}
