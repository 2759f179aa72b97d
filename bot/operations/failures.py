"""Why the bot cannot run, in plain words for its operator."""

from __future__ import annotations

import errno

import aiohttp
import discord

from bot.operations import backup
from bot.operations.exits import Exit
from bot.settings import Settings
from bot.store.errors import Corrupt, DatabaseNewer, NotADatabase, StoreError

NO_TOKEN = """\
There is no DISCORD_TOKEN in the environment or in a file .env here, so the bot cannot log in.
To get one: on discord.com/developers/applications make an application, on its Bot page press "Reset Token", \
and write DISCORD_TOKEN=... into .env.
To play without Discord, and without a token: voormsi try"""


def words_for(error: BaseException, settings: Settings) -> str | None:
    """Why the bot cannot run, in a line or two; None for an error that is the program's own."""
    match error:
        case Corrupt():
            return f"{error}\n{way_back(settings)}"
        case NotADatabase():
            return f"{error}\n{other_kind(settings)}"
        case DatabaseNewer():
            return f"{error}\nInstall the version that wrote it, or restore a backup from before: there is no way down."
        case StoreError():
            return str(error)
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):  # the gateway's: not, or no longer, accepted
            return (
                "Discord does not accept the token in DISCORD_TOKEN.\n"
                'Copy it whole from the Bot page of the application, or press "Reset Token" there for a new one.'
            )
        case discord.PrivilegedIntentsRequired():
            return "Discord refuses an intent that the bot asked for; it should ask for none that needs a permission."
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


def exit_code(error: BaseException) -> Exit:
    """How `voormsi run` ends for it."""
    match error:
        case Corrupt() | NotADatabase() | DatabaseNewer():
            return Exit.DATABASE
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004) | discord.PrivilegedIntentsRequired():
            return Exit.REFUSED
        case _:
            return Exit.FAILED


def way_back(settings: Settings) -> str:
    """What to do about a database that is damaged."""
    copy = newest.path if (newest := _newest(settings)) else "BACKUP"
    return f"Keep the file, look after the disk, and go on from a backup: voormsi restore {copy} --over"


def other_kind(settings: Settings) -> str:
    """What to do about a file that does not look like a database: another path, or one whose first page is damaged."""
    return f"Is DATABASE the right path? If it is, the file is damaged. {way_back(settings)}"


def _newest(settings: Settings) -> backup.Backup | None:
    try:
        return next(iter(backup.found(backup.folder_of(settings), settings.database)), None)
    except OSError:  # the folder may not be read
        return None
