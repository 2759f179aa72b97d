"""The health file: the running bot writes it every few seconds, and `voormsi health` reads it.

Docker runs that command every half minute, so it imports next to nothing: neither asyncio nor the settings.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.runtime import own_files

SETTING: Final = "HEALTH_FILE"
STALE = 45.0  # seconds after which a health file is too old to count


def write(path: Path, answer: Mapping[str, Any]) -> None:
    """Write `answer` and the time to the file, atomically: a reader sees the old or the new content."""
    fresh = path.with_name(f"{path.name}.new")
    own_files.create(fresh, 0o666)
    fresh.write_text(json.dumps({"at": time.time(), **answer}), encoding="utf-8")
    fresh.replace(path)


async def sign(path: Path, answer: Callable[[], Awaitable[Mapping[str, Any]]]) -> None:
    """Write the present answer to the file; remove the file if that fails, since it may claim that all is well."""
    import asyncio

    told = await answer()
    try:
        await asyncio.to_thread(write, path, told)
    except OSError:  # a full disk, say
        await asyncio.to_thread(remove, path)
        raise


def remove(path: Path) -> None:
    """Remove the health file: the bot has stopped, or cannot write it. If removing fails, the file becomes stale."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def ailment(path: Path, now: float) -> str | None:
    """Return what is wrong according to the health file at `now` (seconds since the epoch); None if nothing is."""
    if (silent := silence(path, now)) is not None:
        return silent
    answer = _read(path)
    if answer.get("well") is False:
        return f"The bot says that it is not well: {'; '.join(answer.get('why', ())) or json.dumps(answer)}"
    return None


def silence(path: Path, now: float) -> str | None:
    """Return why there is no current health file at `now` (seconds since the epoch); None if there is one."""
    try:
        age = now - float(_read(path)["at"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"No heartbeat in {path}: the bot is not running, or HEALTH_FILE names another file there."
    return f"The last heartbeat is {age:.0f} s old: the bot is stuck or gone." if age > STALE else None


def _read(path: Path) -> Any:
    """The content of the file. Raises OSError, or ValueError if it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except RecursionError as error:
        raise ValueError(f"{path} is nested too deep") from error


def named_file(env_file: Path = Path(".env")) -> Path | None:
    """The setting HEALTH_FILE, as `read_settings` would read it. Raises OSError, ValueError: of the file .env."""
    if (found := _setting_value(os.environ)) is None and env_file.exists():
        from dotenv import dotenv_values

        found = _setting_value(dotenv_values(env_file, encoding="utf-8-sig"))
    return None if found is None else Path(found)


def _setting_value(variables: Mapping[str, str | None]) -> str | None:
    """The variable's value; an empty one counts as none, and capitals as small letters."""
    return next((value for name, value in variables.items() if value and name.upper() == SETTING), None)


def health() -> int:
    """`voormsi health`: 0 when the bot is well, else 1 and the reason on stderr."""
    try:
        path = named_file()
    except (OSError, ValueError) as error:
        print(f"The file .env cannot be read: {error}", file=sys.stderr)
        return 1
    if path is None:
        print("HEALTH_FILE is not set, so the bot writes no heartbeat file.", file=sys.stderr)
        return 1
    wrong = ailment(path, time.time())
    if wrong is not None:
        print(wrong, file=sys.stderr)
    elif _read(path).get("standby"):
        print("standby")
    return wrong is not None
