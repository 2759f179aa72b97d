"""The erasure log: a file beside the database, so that restoring a backup does not bring erased people back.

It contains no ids: each line is a keyed hash (HMAC-SHA-256) of a Discord id, with the time of the erasure. A line `key`
gives the key for the lines below it, so two such files can be joined by appending one to the other.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bot.runtime import own_files
from bot.store.sqlite import file_copies
from bot.store.sqlite.erasure import erase_where

KEY: Final = "key"
ENDING: Final = ".erased"
_LINE: Final = re.compile(rb"key (?P<key>[0-9a-f]{64})|(?P<hashed>[0-9a-f]{64}) (?P<at>[0-9]{1,18})")
_CUT_OFF: Final = re.compile(rb"k?|ke|key ?|key [0-9a-f]{1,63}|[0-9a-f]{1,64} ?")
"""A line that was not written to its end; later ones follow it."""


class DamagedLog(OSError):
    """A line of an erasure log that nobody has written so; `str` says which, and what to do."""

    def __init__(self, path: Path, line: int) -> None:
        text = (
            f"line {line} of {path} is damaged: put a whole copy of the file in its place, such as the one beside the "
            "backups, or remove the line if there is none; who was erased by it then comes back with a backup"
        )
        super().__init__(errno.EINVAL, text)

    def __str__(self) -> str:
        return str(self.strerror)


class Erasure(NamedTuple):
    """One erased person: the hash of their id, the key it was made with, and the time, ms since the epoch."""

    key: bytes
    hashed: str
    at: int


def log_of(database: Path) -> Path:
    database = database.resolve()  # two names of one file share one log
    return database.with_name(f"{database.name}{ENDING}")


def note(database: Path, discord_id: int, at: int) -> None:
    """Durably note that a person is erased at that time (ms since the epoch). Raises OSError.

    Call it before the erasure itself: a person who is erased but not noted would come back with a backup.
    """
    path = log_of(database)
    known = list(_lines(path, damaged=True))
    key = known[-1].key if known else secrets.token_bytes(32)
    lines = "" if known else f"{KEY} {key.hex()}\n"
    _append(path, f"{lines}{_hash(key, discord_id)} {at}\n")


def is_noted(database: Path, discord_id: int, since: int) -> bool:
    """Return whether the log says that a person was erased at `since` (ms since the epoch) or later."""
    found = [erasure for erasure in _lines(log_of(database), damaged=True) if erasure.at >= since]
    hashed = {key: _hash(key, discord_id) for key in {erasure.key for erasure in found}}
    return any(erasure.hashed == hashed[erasure.key] for erasure in found)


def copy(database: Path, target: Path) -> None:
    """Copy the log to the folder of the backups, because it has to survive the loss of the machine as well."""
    if log_of(database).is_file() and target != log_of(database):
        with file_copies.replacement(target) as half:
            shutil.copyfile(log_of(database), half)


def gather(database: Path, folder: Path) -> None:
    """Add the erasures in the logs of a folder to the log of the database."""
    known = set(_lines(log_of(database)))
    found = (erasure for log in sorted(folder.glob(f"*{ENDING}")) for erasure in _lines(log))
    new = [erasure for erasure in dict.fromkeys(found) if erasure not in known]
    if new:
        lines = (f"{KEY} {erasure.key.hex()}\n{erasure.hashed} {erasure.at}\n" for erasure in new)
        _append(log_of(database), "".join(lines))


def apply(log: Path, copy: Path) -> int:
    """Erase everybody in the log from a copy of a database that nobody is using; return their number.

    Raises DatabaseTrouble, OSError.
    """
    return erase_where(copy, is_erased) if (is_erased := erasure_test(log)) else 0


def erasure_test(log: Path) -> Callable[[int, int], bool] | None:
    """A function that tells whether somebody was erased since they were met, by Discord id and time in ms.

    None if the log names nobody. A person who came back after an erasure was met later and stays. Raises OSError.
    """
    found = list(_lines(log))
    keys = {erasure.key for erasure in found}
    latest = {erasure.hashed: erasure.at for erasure in sorted(found, key=lambda erasure: erasure.at)}

    def is_erased(discord_id: int, met_at: int) -> bool:
        return any(met_at <= latest.get(_hash(key, discord_id), -1) for key in keys)

    return is_erased if found else None


def _hash(key: bytes, discord_id: int) -> str:
    return hmac.new(key, str(discord_id).encode(), hashlib.sha256).hexdigest()


def _append(path: Path, text: str) -> None:
    cut_off = path.is_file() and not path.read_bytes().endswith(b"\n")
    with os.fdopen(own_files.open_own(path, os.O_WRONLY | os.O_APPEND), "ab") as file:
        file.write(("\n" * cut_off + text).encode())
        file.flush()  # all of it is written, or this raises
        os.fsync(file)


def _lines(path: Path, *, damaged: bool = False) -> Iterator[Erasure]:
    """The erasures in the file; lines that are cut off are skipped, and all damaged ones if it may be `damaged`.

    Raises DamagedLog, OSError.
    """
    if not path.is_file():
        return
    key = b""
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        found = _LINE.fullmatch(line.rstrip())
        if found is None:
            if not damaged and not _CUT_OFF.fullmatch(line.rstrip(b"\r")):
                raise DamagedLog(path, number)  # else the key before it goes on: `note` uses that
        elif found["key"]:
            key = bytes.fromhex(found["key"].decode())
        elif key:
            yield Erasure(key, found["hashed"].decode(), int(found["at"]))
