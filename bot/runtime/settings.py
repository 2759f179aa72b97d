"""The operator's settings, read from the environment or `.env`; `.env.example` lists them all."""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from errno import EISDIR
from ipaddress import IPv6Address
from pathlib import Path
from typing import Annotated, Any, Final, cast
from urllib.parse import unquote

from dotenv import dotenv_values
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, StringConstraints, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from yarl import URL

from bot.runtime.database import ADDRESS_FORM, PostgresAddress, database_of, file_of

DISCORD_API = "https://discord.com/api/v10"
LIKE_OURS: Final = 0.85
"""The least similarity to a setting's name at which a variable of the environment is taken for a misspelt one."""
VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,49}")
TOKEN_FORM = re.compile(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,}")


class SettingsError(Exception):
    """Invalid settings; `faults` has a line for each bad variable, or one for the file that cannot be read."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def _address(value: str) -> str:
    """Reject what no request can be sent to: a host or a port that cannot be, or parts that Discord's has not.

    A brace would be read as a field of a route. A name and password would contradict the token's header.
    """
    address = URL(value)  # raises ValueError
    if (
        not address.host
        or address.user is not None
        or address.query_string
        or address.fragment
        or set("{}?#") & {*value}
    ):
        raise ValueError("not the beginning of an address")
    _host(address.host)
    return value


def _host(value: str) -> str:
    """Reject a host that no name server can be asked for."""
    if ":" in value:
        IPv6Address(unquote(value))
    else:
        value.encode("idna")  # raises UnicodeError
    return value


HttpAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+\S*$"), AfterValidator(_address)
]
SocketAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^wss?://[^\s/]+\S*$"), AfterValidator(_address)
]
HostAddress = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[\w.:-]+$"), AfterValidator(_host)]
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


def _database(value: object) -> object:
    return database_of(value.strip()) if isinstance(value, str) else value


def _setting(default: Any, expected: str, effect: str, **bounds: Any) -> Any:
    """A field; `expected` describes a valid value, `effect` is the line about it in `.env.example`."""
    return Field(default, description=effect, json_schema_extra={"expected": expected}, **bounds)


def _number(default: float | None, unit: str, least: int, most: int, effect: str) -> Any:
    """A field for a number from `least` to `most`."""
    return _setting(default, f"{unit} from {least} to {most}", effect, ge=least, le=most)


class Settings(BaseSettings):
    """The settings of one process: read once and frozen."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        env_ignore_empty=True,
        hide_input_in_errors=True,
        arbitrary_types_allowed=True,
    )

    discord_token: Annotated[SecretStr, AfterValidator(_one_word)] | None = _setting(
        None,
        "the bot's token, one word",
        "The bot's token, from the Bot page of its application in Discord's developer portal.",
    )
    database: Annotated[Path | PostgresAddress, BeforeValidator(_database)] = _setting(
        Path("voormsi.db"),
        f"the path of a file, or {ADDRESS_FORM}",
        "What keeps every table: a file, made when it is not there, or postgresql://user:password@host/name.",
    )
    discord_api_base: HttpAddress = _setting(
        DISCORD_API, "an http:// or https:// address", "Where Discord's REST API is; another server may stand in."
    )
    discord_gateway: SocketAddress | None = _setting(
        None, "a ws:// or wss:// address", "Where Discord's gateway is; without it, Discord's own."
    )
    computer_delay: Seconds = _number(1.5, "seconds", 0, 60, "How many seconds a computer takes over a play.")
    hand_pause: Seconds = _number(
        20,
        "seconds",
        0,
        3600,
        "How many seconds a hand's summary stands before the next deal; 15 times as long against computers alone.",
    )
    last_card_delay: Seconds = _number(3, "seconds", 0, 60, "After how many seconds a person's last card plays itself.")
    lobby_hours: float = _setting(
        24, "hours above 0, up to 720", "After how many hours a table that nobody starts closes.", gt=0, le=720
    )
    notice_after: Seconds = _number(
        120, "seconds", 0, 86400, "After how many seconds away somebody is sent a message when it is their turn."
    )
    health_file: Path | None = _setting(
        None, "the path of a file", "A file that the running bot keeps fresh; `voormsi health` reads it."
    )
    keep_tables_days: float | None = _number(
        None,
        "days",
        1,
        36500,
        "After how many days the record of a table that has ended is removed; without it, never.",
    )
    keep_servers_days: float = _number(
        30,
        "days",
        1,
        36500,
        "After how many days all of a server that has removed the bot is removed: tables, preferences, channel ids.",
    )
    keep_acts_days: float = _number(
        90, "days", 1, 36500, "For how many days what a server's organisers did stands in its log."
    )
    keep_interactions_hours: float = _number(
        24, "hours", 1, 8760, "For how many hours a press is remembered, so that it is done once."
    )
    health_port: int | None = _number(
        None, "a port", 1, 65535, "A port for /healthz and /readyz; without it there are none."
    )
    metrics_port: int | None = _number(
        None,
        "a port",
        1,
        65535,
        "A port for /metrics, as Prometheus reads them; without it there are none.",
    )
    monitor_host: HostAddress = _setting(
        "127.0.0.1", "an address or a host's name", "The address at which these pages are; others may read them there."
    )
    backup_every: float = _number(
        24, "hours", 0, 8760, "Every how many hours the running bot makes a checked copy of the database; 0: never."
    )
    backup_folder: Path | None = _setting(
        None, "the path of a folder", "The folder of these copies; without it, `backups` beside the database."
    )
    backup_keep: int = _number(7, "a number", 1, 10_000, "How many of the copies are kept.")
    tables_per_person: int = _number(
        10, "a number", 0, 100_000, "How many open tables one person may have opened; 0: any number."
    )
    tables_per_server: int = _number(
        200, "a number", 0, 100_000, "How many tables may be open in one server; 0: any number."
    )
    openings_per_hour: int = _number(
        30,
        "a number",
        0,
        100_000,
        "How many tables one person may open in an hour; other limits follow; 0: any.",
    )
    cups_per_server: int = _number(
        50, "a number", 0, 100_000, "How many cups, and how many leagues, may go on in one server; 0: any number."
    )
    contacts_per_hour: int = _number(
        10,
        "a number",
        0,
        100_000,
        "How often one person may invite or ask the same other person in an hour; 0: any number.",
    )
    joins_per_minute: int = _number(
        20,
        "a number",
        0,
        100_000,
        "How often one person may do what others are told of in a minute; other limits follow from it; 0: any number.",
    )
    commands_per_minute: int = _number(
        60,
        "a number",
        0,
        100_000,
        "How many plays off turn one person may send in a minute; other limits follow from it; 0: any number.",
    )
    requests_per_second: int = _number(
        40, "a number", 0, 100_000, "How many requests to Discord begin in a second, which allows 50; 0: any number."
    )
    log_format: LogFormat = _setting(
        "auto", "auto, text or json", "How log lines look: text, json, or auto: text in a terminal and json elsewhere."
    )
    log_level: LogLevel = _setting("INFO", "DEBUG, INFO, WARNING or ERROR", "The least level that is logged.")

    @property
    def database_file(self) -> Path:
        """The file that keeps every table; of a server, the path beside which files of the bot lie."""
        return file_of(self.database)

    @property
    def is_on_server(self) -> bool:
        return isinstance(self.database, PostgresAddress)

    @property
    def has_database(self) -> bool:
        """Return whether there may be a database: a file may be missing, of a server nothing is known."""
        return self.is_on_server or self.database_file.is_file()

    @property
    def secrets(self) -> list[str]:
        """The token and the passwords, which no log line may tell."""
        of_database = self.database.secrets if isinstance(self.database, PostgresAddress) else ()
        return [*of_database, *filter(None, (self.token,))]

    @property
    def token(self) -> str | None:
        """The token without blanks around it, which come along when it is pasted."""
        return self.discord_token.get_secret_value().strip() or None if self.discord_token else None


def read_settings(env_file: Path | None = Path(".env"), **given: Any) -> Settings:
    """Read the settings from `given`, else the environment, else `env_file`, else the defaults.

    Raises SettingsError, which names every bad variable and every misspelt one, or the file that cannot be read.
    """
    try:
        if env_file and env_file.is_dir():  # pydantic would ignore it silently
            raise IsADirectoryError(EISDIR, "is a folder")
        return Settings(**{"_env_file": env_file, "_env_file_encoding": "utf-8-sig", **given})
    except ValidationError as error:
        found = {str(fault["loc"][0]).lower(): fault["input"] for fault in error.errors()}
        faults = [_fault(name, value) for name, value in found.items()]
        raise SettingsError(*faults, *unknown_settings(env_file)) from None
    except UnicodeDecodeError:
        why = "is not in UTF-8"
    except OSError as error:
        why = f"cannot be read ({error.strerror})"
    raise SettingsError(f"{env_file}: {why}; expected a text file in UTF-8 with lines NAME=value")


def _fault(name: str, value: object) -> str:
    is_secret = name in ("discord_token", "database") or "@" in str(value)  # a password before it
    given = "what was given is not shown" if is_secret else f"{str(value)!r} was given"
    extra = cast(dict[str, str], Settings.model_fields[name].json_schema_extra)
    return f"{name.upper()}: {given}; expected {extra['expected']}"


def unknown_settings(env_file: Path | None = Path(".env")) -> list[str]:
    """A line for each variable that is no setting: any in `env_file`, those of the environment that look like ours."""
    own = dotenv_values(env_file, encoding="utf-8-sig") if env_file and env_file.is_file() else {}
    like_ours = [name for name in os.environ if name not in own and _nearest(name, LIKE_OURS)]
    where = dict.fromkeys(own, str(env_file)) | dict.fromkeys(like_ours, "the environment")
    return [_unknown(name, place) for name, place in where.items() if name.lower() not in Settings.model_fields]


def _unknown(name: str, place: str) -> str:
    if not VARIABLE.fullmatch(name):  # perhaps a token without its name
        return f"A line in {place} is not of the form NAME=value."
    nearest = _nearest(name)
    return f"{name} in {place} is no setting." + (f" Did you mean {nearest}?" if nearest else "")


def _nearest(name: str, least: float = 0.6) -> str | None:
    """The setting whose name is the most similar, by at least `least` (0 to 1)."""
    names = [field.upper() for field in Settings.model_fields]
    return next(iter(get_close_matches(name.upper(), names, 1, least)), None)
