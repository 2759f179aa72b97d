"""The operator's settings, read from the environment or `.env`; `.env.example` lists them all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from errno import EISDIR
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, Field, SecretStr, StringConstraints, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

DISCORD_API = "https://discord.com/api/v10"
TOKEN_FORM = re.compile(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,}")


class SettingsError(Exception):
    """Invalid settings; `faults` has one for each bad variable, or one for the file that cannot be read."""

    def __init__(self, faults: Sequence[SettingFault | FileFault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class SettingFault(NamedTuple):
    """An invalid variable: its name, the given value (None for a secret), and a description of a valid one."""

    variable: str
    given: str | None
    expected: str

    def __str__(self) -> str:
        given = "what was given is not shown" if self.given is None else f"{self.given!r} was given"
        return f"{self.variable}: {given}; expected {self.expected}"


class FileFault(NamedTuple):
    """A settings file that cannot be read, and why."""

    path: Path
    why: str

    def __str__(self) -> str:
        return f"{self.path}: {self.why}; expected a text file in UTF-8 with lines NAME=value"


HttpAddress = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+\S*$")]
SocketAddress = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^wss?://[^\s/]+\S*$")]
HostAddress = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[\w.:-]+$")]
LogFormat = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, pattern="(?i)^(auto|text|json)$")]
LogLevel = Annotated[
    str, StringConstraints(strip_whitespace=True, to_upper=True, pattern="(?i)^(DEBUG|INFO|WARNING|ERROR)$")
]
Seconds = Annotated[float, Field(allow_inf_nan=False)]


def _one_word(value: SecretStr) -> SecretStr:
    """Reject a token with blanks: it goes into a header, where a line break would begin another one."""
    if len(value.get_secret_value().split()) > 1:
        raise ValueError("more than one word")
    return value


def _setting(default: Any, expected: str, words: str, **bounds: Any) -> Any:
    """A field; `expected` describes a valid value, `words` its effect."""
    return Field(default, description=words, json_schema_extra={"expected": expected}, **bounds)


class Settings(BaseSettings):
    """The settings of one process: read once and frozen."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True, hide_input_in_errors=True)

    discord_token: Annotated[SecretStr, AfterValidator(_one_word)] | None = _setting(
        None,
        "the bot's token, one word",
        "The bot's token, from the Bot page of its application in Discord's developer portal.",
    )
    database: Path = _setting(
        Path("voormsi.db"), "the path of a file", "The file that keeps every table; made when it is not there."
    )
    discord_api_base: HttpAddress = _setting(
        DISCORD_API,
        "an http:// or https:// address",
        "Where Discord's REST API is; another server may stand in.",
    )
    discord_gateway: SocketAddress | None = _setting(
        None, "a ws:// or wss:// address", "Where Discord's gateway is; without it, Discord's own."
    )
    computer_delay: Seconds = _setting(
        1.5, "seconds from 0 to 60", "How many seconds a computer takes over a play.", ge=0, le=60
    )
    hand_pause: Seconds = _setting(
        12, "seconds from 0 to 3600", "How many seconds a hand's summary stands before the next deal.", ge=0, le=3600
    )
    lobby_hours: float = _setting(
        24,
        "hours above 0, up to 720",
        "After how many hours a table that nobody starts closes.",
        gt=0,
        le=720,
    )
    notice_after: Seconds = _setting(
        120,
        "seconds from 0 to 86400",
        "After how many seconds away somebody is sent a message when it is their turn.",
        ge=0,
        le=86400,
    )
    health_file: Path | None = _setting(
        None, "the path of a file", "A file that the running bot keeps fresh; `voormsi health` reads it."
    )
    keep_tables_days: float | None = _setting(
        None,
        "days from 1 to 36500, or nothing",
        "After how many days the record of a table that has ended is removed; without it, never.",
        ge=1,
        le=36500,
    )
    keep_servers_days: float = _setting(
        30,
        "days from 1 to 36500",
        "After how many days all of a server that has removed the bot is removed: its tables, wishes and places.",
        ge=1,
        le=36500,
    )
    keep_interactions_hours: float = _setting(
        24,
        "hours from 1 to 8760",
        "For how many hours a press is remembered, so that it is done once.",
        ge=1,
        le=8760,
    )
    health_port: int | None = _setting(
        None, "a port from 1 to 65535", "A port for /healthz and /readyz; without it there are none.", ge=1, le=65535
    )
    metrics_port: int | None = _setting(
        None,
        "a port from 1 to 65535",
        "A port for /metrics, as Prometheus reads them (needs the extra `metrics`); without it there are none.",
        ge=1,
        le=65535,
    )
    monitor_host: HostAddress = _setting(
        "127.0.0.1", "an address or a host's name", "The address at which these pages are; others may read them there."
    )
    backup_every: float = _setting(
        24,
        "hours from 0 to 8760",
        "Every how many hours the running bot makes a checked copy of the database; 0: never.",
        ge=0,
        le=8760,
    )
    backup_folder: Path | None = _setting(
        None, "the path of a folder", "The folder of these copies; without it, `backups` beside the database."
    )
    backup_keep: int = _setting(7, "a number from 1 to 10000", "How many of the copies are kept.", ge=1, le=10000)
    tables_per_person: int = _setting(
        10,
        "a number from 0 to 100000",
        "How many open tables one person may have opened; 0: any number.",
        ge=0,
        le=100_000,
    )
    tables_per_server: int = _setting(
        200, "a number from 0 to 100000", "How many tables may be open in one server; 0: any number.", ge=0, le=100_000
    )
    joins_per_minute: int = _setting(
        20,
        "a number from 0 to 100000",
        "How often one person may take seats, leave them, or ask for pauses, paces and moves in a minute; 0: any.",
        ge=0,
        le=100_000,
    )
    commands_per_minute: int = _setting(
        60,
        "a number from 0 to 100000",
        "How many commands one person may give in a minute; 0: any number.",
        ge=0,
        le=100_000,
    )
    log_format: LogFormat = _setting(
        "auto", "auto, text or json", "How log lines look: text, json, or auto: text in a terminal and json elsewhere."
    )
    log_level: LogLevel = _setting("INFO", "DEBUG, INFO, WARNING or ERROR", "The least level that is logged.")

    @property
    def token(self) -> str | None:
        """The token without blanks around it, which come along when it is pasted."""
        return self.discord_token.get_secret_value().strip() or None if self.discord_token else None


def read_settings(env_file: Path | None = Path(".env"), **given: Any) -> Settings:
    """Read the settings from `given`, else the environment, else `env_file`, else the defaults.

    Raises SettingsError, which names every bad variable, or the file that cannot be read.
    """
    try:
        if env_file and env_file.is_dir():  # pydantic would ignore it silently
            raise IsADirectoryError(EISDIR, "is a folder")
        return Settings(**{"_env_file": env_file, "_env_file_encoding": "utf-8-sig", **given})
    except ValidationError as error:
        raise SettingsError(_faults(error)) from None
    except UnicodeDecodeError:
        raise SettingsError([FileFault(env_file or Path(), "is not in UTF-8")]) from None
    except OSError as error:
        raise SettingsError([FileFault(env_file or Path(), f"cannot be read ({error.strerror})")]) from None


def _faults(error: ValidationError) -> list[SettingFault]:
    found = {str(fault["loc"][0]).lower(): fault["input"] for fault in error.errors()}
    return [_fault(name, Settings.model_fields[name], given) for name, given in found.items()]


def _fault(name: str, field: FieldInfo, given: Any) -> SettingFault:
    extra = field.json_schema_extra
    expected = str(extra["expected"]) if isinstance(extra, dict) else ""
    secret = "token" in name
    return SettingFault(name.upper(), None if secret else str(given), expected)
