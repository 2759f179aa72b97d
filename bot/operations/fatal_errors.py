"""Errors that stop the bot, explained in plain words to its operator."""

from __future__ import annotations

import errno
import time
from pathlib import Path
from typing import Final

import aiohttp
import discord

from bot.discord_api.endpoint import NotDiscord
from bot.operations import backup
from bot.operations.exit_codes import OF_CLOSE_CODE, ExitCode
from bot.runtime.settings import Settings
from bot.store.errors import (
    ConnectionLost,
    Corrupt,
    DatabaseBusy,
    DatabaseNewer,
    HalfRestored,
    Missing,
    NotADatabase,
    StoreError,
    Unsuitable,
)

NO_TOKEN = """\
There is no DISCORD_TOKEN in the environment or in a file .env here, so the bot cannot log in.
To get one: on discord.com/developers/applications make an application, on its Bot page press "Reset Token", \
and write DISCORD_TOKEN=... into .env.
To play without Discord, and without a token: voormsi try"""

REFUSALS: Final = {
    ExitCode.REFUSED: """\
Discord does not accept the token in DISCORD_TOKEN.
Copy it whole from the Bot page of the application, or press "Reset Token" there for a new one.""",
    ExitCode.SHARDS: """\
Discord refuses the number of connections (shards) of the bot; it has probably joined more servers since its start.
Start it again: it then asks Discord for the right number.""",
    ExitCode.API: """\
Discord no longer accepts the version of its API that this program uses.
Install a newer version of the program; starting this one again does not help.""",
    ExitCode.INTENTS: """\
Discord refuses the intents of this program (servers and direct messages), though none is privileged.
Install a newer version of the program; starting this one again does not help.""",
}
"""The reason for which Discord refuses the connection, and the remedy, by exit code."""


def words_for(error: BaseException, settings: Settings) -> str | None:
    """Explain in one to three lines why the bot cannot run; None for a bug in the program itself."""
    match error:
        case StoreError():
            return f"{error}\n{remedy_for(error, settings)}".rstrip()
        case discord.LoginFailure() if _is_a_page(error):
            return (
                "The login was refused (401) by something on the way to Discord, not by Discord itself.\n"
                f"Look at the proxy and at DISCORD_API_BASE, which is {settings.discord_api_base}."
            )
        case NotDiscord(is_by_setting=True):
            return (
                f"DISCORD_API_BASE is {error}, and what answers there is not Discord's API.\n"
                "Correct the setting, or remove it: Discord's own address is used then."
            )
        case NotDiscord():
            return (
                f"What answers at {error} is not Discord's API.\n"
                "Look at the network and the proxy, which answer in its place; try again later."
            )
        case discord.LoginFailure() | discord.ConnectionClosed() | discord.PrivilegedIntentsRequired():
            return REFUSALS.get(exit_code(error))
        case discord.GatewayNotFound():
            return f"Discord did not answer at {settings.discord_api_base} where its gateway is: try again later."
        case discord.HTTPException():
            return f"Discord refused at start ({error.status}, {error.text or 'without a word'}): try again later."
        case aiohttp.ClientError() | TimeoutError():
            return f"Discord cannot be reached at {settings.discord_api_base}: {error or type(error).__name__}"
        case OSError(errno=errno.ENOSPC):
            return f"The disk is full: there is no room for {settings.database}."
        case OSError():
            return f"The system refused: {error}"
        case _:
            return None


def exit_code(error: BaseException) -> ExitCode:
    """The code with which `voormsi run` ends after this error."""
    match error:
        case ConnectionLost():
            return ExitCode.LOST
        case Corrupt() | HalfRestored() | Missing() | NotADatabase() | DatabaseNewer() | Unsuitable():
            return ExitCode.DATABASE
        case DatabaseBusy():
            return ExitCode.BUSY
        case NotDiscord(is_by_setting=True):
            return ExitCode.SETTINGS
        case discord.LoginFailure():
            return ExitCode.FAILED if _is_a_page(error) else ExitCode.REFUSED
        case discord.PrivilegedIntentsRequired():
            return ExitCode.INTENTS
        case discord.ConnectionClosed():
            return OF_CLOSE_CODE.get(error.code, ExitCode.FAILED)
        case _:
            return ExitCode.FAILED


def _is_a_page(error: BaseException) -> bool:
    """Return whether the body of a refused login is not JSON, so that it did not come from Discord."""
    cause = error.__cause__
    return isinstance(cause, discord.HTTPException) and cause.response.content_type != "application/json"


def remedy_for(error: StoreError, settings: Settings) -> str:
    """The remedy for a database that cannot be used, for its operator; "" if none is known."""
    restore = f"voormsi restore {_newest_backup(settings) or 'BACKUP'}"
    damaged = f"Keep the file, look after the disk, and go on from a backup: {restore} --over"
    match error:
        case HalfRestored():
            return f"Wait for its end; if it was interrupted, give the same command again: {restore} --over"
        case Corrupt() if settings.is_on_server:
            return f"Look after the server's disk, and go on from a backup: {restore} --over"
        case NotADatabase() if settings.is_on_server:
            return "Let DATABASE name a database of the bot's own, which may be empty."
        case Corrupt():
            return damaged
        case NotADatabase():  # or the file's first page is damaged
            return f"Is DATABASE the right path? If it is, the file is damaged. {damaged}"
        case DatabaseNewer():
            return "Install the version that wrote it, or restore a backup from before the upgrade."
        case Missing():
            return (
                f"Mount its disk, or set DATABASE to the right path; or go on from a backup: {restore}. "
                "To begin with an empty database, move the backups and the journal (-wal) to another folder."
            )
        case _:
            return ""


def missing(settings: Settings) -> Missing | None:
    """The error for a database that is missing although its journal or a backup exists.

    None if the database exists, or if there is no sign that there ever was one.
    """
    database = settings.database_file.absolute()
    if settings.is_on_server or not _is_empty(database):
        return None
    journal = database.with_name(f"{database.name}-wal")
    left = _newest_backup(settings) if _is_empty(journal) else journal
    return None if left is None else Missing(database, left=str(left))


def _is_empty(path: Path) -> bool:
    """Return whether the file is missing or empty. Other errors count as not empty: a later check reports them."""
    try:
        return path.stat().st_size == 0
    except OSError as error:
        return isinstance(error, FileNotFoundError)


def _newest_backup(settings: Settings) -> Path | None:
    try:
        newest = backup.newest(backup.folder_of(settings), settings.database, time.time())
    except OSError:  # the folder is not readable
        return None
    return newest and newest.path
