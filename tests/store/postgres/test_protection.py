"""A false server gets to know no password, and the true one has to prove itself."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.operations.doctor.database_server import findings_of_server
from bot.operations.doctor.findings import Verdict
from bot.runtime.database import PostgresAddress
from bot.runtime.settings import read_settings
from bot.store import CannotOpen, DatabaseTrouble
from bot.store.engine import copy_store, is_used, open_store
from bot.store.postgres import pg_dump
from bot.store.postgres.protection import protection_of
from bot.store.postgres.session import connect
from tests.store.samples import now

PASSWORD = "s3cr3t-of-the-bot"
ENCRYPTION = (80877103, 80877104)
"""The codes of the requests for TLS and for GSSAPI."""
IN_CLEAR = struct.pack("!cII", b"R", 8, 3)
BY_MD5 = struct.pack("!cII4s", b"R", 12, 5, b"salt")
ELSEWHERE = "0.0.0.0"
HERE = "127.0.0.1"


class FalseServer:
    """Speaks as PostgreSQL does, offers no encryption, asks for the password, and keeps all bytes that it gets."""

    def __init__(self, question: bytes) -> None:
        self.heard = bytearray()
        self.callers = 0
        self._question = question
        self._listening = socket.create_server((HERE, 0))
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._listening.accept()
                self.callers += 1
                with caller, suppress(OSError):
                    self._talk(caller)

    def _talk(self, caller: socket.socket) -> None:
        caller.settimeout(20)
        is_asked = False
        while not is_asked and (data := caller.recv(65536)):
            self.heard += data
            is_asked = len(data) != 8 or struct.unpack("!I", data[4:])[0] not in ENCRYPTION
            caller.sendall(self._question if is_asked else b"N")
        self.heard += caller.recv(65536)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


@pytest.fixture(params=[IN_CLEAR, BY_MD5], ids=["clear", "md5"])
def false_server(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[FalseServer]:
    for name in [name for name in os.environ if name.startswith("PG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    server = FalseServer(request.param)
    yield server
    server.close()


def address_of(server: FalseServer, host: str, parameters: str = "") -> PostgresAddress:
    return PostgresAddress(f"postgresql://bot:{PASSWORD}@{host}:{server.port}/tables{parameters}")


HOSTS = [
    (ELSEWHERE, ""),
    (ELSEWHERE, "?sslmode=disable"),
    (ELSEWHERE, "?sslmode=prefer"),
    (HERE, ""),
    ("localhost", ""),
    (f"{HERE}:1,{ELSEWHERE}", ""),
]


@pytest.mark.parametrize(("host", "parameters"), HOSTS)
def test_a_false_server_is_told_no_password(false_server: FalseServer, host: str, parameters: str) -> None:
    with pytest.raises(CannotOpen):
        connect(address_of(false_server, host, parameters))
    assert false_server.callers
    assert PASSWORD.encode() not in false_server.heard
    assert b"\0\0\0\x28md5" not in false_server.heard


def test_without_protection_the_password_would_arrive(false_server: FalseServer) -> None:
    with pytest.raises(CannotOpen), closing(connect(address_of(false_server, HERE, "?require_auth=password,md5"))):
        pass
    assert PASSWORD.encode() in false_server.heard or b"\0\0\0\x28md5" in false_server.heard


@pytest.mark.parametrize("host", [ELSEWHERE, HERE])
async def test_no_way_to_connect_tells_the_password(false_server: FalseServer, host: str, tmp_path: Path) -> None:
    address = address_of(false_server, host)
    with pytest.raises(DatabaseTrouble):
        await open_store(address, now)
    with pytest.raises(DatabaseTrouble):
        await copy_store(tmp_path / "full.db", address, now)
    with pytest.raises(DatabaseTrouble):
        await asyncio.to_thread(is_used, address)
    (finding,) = await findings_of_server(read_settings(None, database=address.url))
    assert (finding.verdict, finding.remedy) == (Verdict.WRONG, ""), "the words say what to set"
    assert false_server.callers >= 4
    assert PASSWORD.encode() not in false_server.heard
    assert b"\0\0\0\x28md5" not in false_server.heard


@pytest.mark.parametrize("parameters", ["", "?sslmode=disable"])
def test_the_programs_for_backups_tell_no_password(false_server: FalseServer, parameters: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseTrouble):
        pg_dump.dump(address_of(false_server, ELSEWHERE, parameters), tmp_path / "dump", "public", "1-1")
    assert PASSWORD.encode() not in false_server.heard
    assert b"\0\0\0\x28md5" not in false_server.heard


@pytest.fixture
def old_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `pg_dump` of version 15, which knows no `require_auth`. Return the file with the arguments that it got."""
    (folder := tmp_path / "programs").mkdir()
    told, program = tmp_path / "told", folder / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$@" >> {told}\necho "pg_dump (PostgreSQL) 15.18"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return told


@pytest.mark.parametrize("parameters", ["?sslmode=disable", "?sslmode=require"])
def test_a_program_that_cannot_refuse_to_tell_the_password_is_not_let_near_an_unchecked_server(
    false_server: FalseServer, old_program: Path, parameters: str, tmp_path: Path
) -> None:
    with pytest.raises(DatabaseTrouble, match=r"pg_dump 15 cannot demand SCRAM: install postgresql-client-16 or newer"):
        pg_dump.dump(address_of(false_server, ELSEWHERE, parameters), tmp_path / "dump", "public", "1-1")
    assert old_program.read_text().split() == ["--version"]
    assert not false_server.callers


def test_an_old_program_connects_where_the_servers_name_is_checked(
    false_server: FalseServer, old_program: Path, tmp_path: Path
) -> None:
    pg_dump.dump(address_of(false_server, ELSEWHERE), tmp_path / "dump", "public", "1-1")
    *_, last = old_program.read_text().splitlines()
    assert "sslmode=verify-full" in last
    assert "require_auth" not in last
    assert PASSWORD not in last


def test_what_to_set_is_said(false_server: FalseServer) -> None:
    with pytest.raises(CannotOpen, match=r"set ssl = on there, or .* sslmode=disable to DATABASE"):
        connect(address_of(false_server, ELSEWHERE))
    with pytest.raises(CannotOpen, match=r"such as require_auth=md5"):
        connect(address_of(false_server, HERE))


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave no variable of libpq, and no file of a person who uses it."""
    for name in [name for name in os.environ if name.startswith("PG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://bot@db.example/x", "sslmode=verify-full and require_auth=scram-sha-256"),
        ("postgresql://bot@10.0.0.5/x", "sslmode=verify-full and require_auth=scram-sha-256"),
        ("postgresql://bot@localhost,db.example/x", "sslmode=verify-full and require_auth=scram-sha-256"),
        ("postgresql://bot@localhost/x?hostaddr=10.0.0.5", "sslmode=verify-full and require_auth=scram-sha-256"),
        ("postgresql:///x?host=db.example", "sslmode=verify-full and require_auth=scram-sha-256"),
        ("postgresql://bot@db.example/x?sslmode=require", "sslmode=require and require_auth=scram-sha-256"),
        ("postgresql://bot@db.example/x?require_auth=md5", "sslmode=verify-full and require_auth=md5"),
        ("postgresql://bot@db.example/x?sslcert=a.crt", "sslmode=verify-full and require_auth=scram-sha-256,none"),
        ("postgresql://bot@[::1],127.0.0.9/x", "sslmode=prefer and require_auth=scram-sha-256,none"),
        ("postgresql:///x?host=/run/postgresql", "sslmode=prefer and require_auth=scram-sha-256,none"),
        ("postgresql://", "sslmode=prefer and require_auth=scram-sha-256,none"),
    ],
)
def test_the_protection_depends_on_where_the_server_is_and_what_the_operator_says(url: str, said: str) -> None:
    assert str(protection_of(PostgresAddress(url))) == said


@pytest.mark.usefixtures("bare")
def test_a_service_and_the_variables_of_libpq_are_heeded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "services").write_text("[mine]\nhost=db.example\nsslmode=verify-ca\n")
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))
    address = PostgresAddress("postgresql:///x?service=mine")
    assert str(protection_of(address)) == "sslmode=verify-ca and require_auth=scram-sha-256"
    monkeypatch.setenv("PGHOST", "db.example")
    monkeypatch.setenv("PGSSLMODE", "require")
    assert protection_of(PostgresAddress("postgresql:///x")).sslmode == "require"
