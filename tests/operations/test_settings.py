from __future__ import annotations

import re
from pathlib import Path

import pytest
from dotenv import dotenv_values
from pydantic import ValidationError

from bot.__main__ import main
from bot.runtime.database import PostgresAddress
from bot.runtime.settings import Settings, SettingsError, read_settings, unknown_settings
from tests.operations.conftest import TOKEN

PROJECT = Path(__file__).resolve().parents[2]
EXAMPLE = PROJECT / ".env.example"

BAD = {
    "DISCORD_API_BASE": ("discord.com", "ftp://discord.com", "https://"),
    "DISCORD_GATEWAY": ("https://gateway.discord.gg", "wss://"),
    "COMPUTER_DELAY": ("soon", "-1", "61", "nan"),
    "HAND_PAUSE": ("later", "-0.1", "3601"),
    "LAST_CARD_DELAY": ("soon", "-1", "61", "nan"),
    "LOBBY_HOURS": ("0", "never", "nan", "721"),
    "NOTICE_AFTER": ("-1", "inf", "86401"),
    "KEEP_TABLES_DAYS": ("0", "ever", "nan", "36501"),
    "KEEP_SERVERS_DAYS": ("0.5", "ever", "nan", "36501"),
    "KEEP_ACTS_DAYS": ("0", "ever", "nan", "36501"),
    "KEEP_INTERACTIONS_HOURS": ("0", "ever", "nan", "8761"),
    "HEALTH_PORT": ("0", "http", "65536"),
    "METRICS_PORT": ("0", "http", "65536"),
    "MONITOR_HOST": ("here and there", "http://127.0.0.1", "a..b", "localhost:80"),
    "BACKUP_EVERY": ("-1", "daily", "nan", "8761"),
    "BACKUP_KEEP": ("0", "all", "1.5", "10001"),
    "LOG_FORMAT": ("xml",),
    "LOG_LEVEL": ("LOUD",),
}


def test_without_anything_set_all_settings_have_defaults() -> None:
    settings = read_settings()
    assert settings.token is None
    assert settings.database == Path("voormsi.db")
    assert settings.discord_api_base == "https://discord.com/api/v10"


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("COMPUTER_DELAY=3\nHAND_PAUSE=4\n", encoding="utf-8")
    monkeypatch.setenv("COMPUTER_DELAY", "0.5")
    settings = read_settings()
    assert (settings.computer_delay, settings.hand_pause) == (0.5, 4)


def test_a_file_that_is_not_in_utf_8_is_named_and_its_text_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(f"DISCORD_TOKEN={TOKEN}".encode("utf-16"))
    with pytest.raises(SettingsError) as caught:
        read_settings()
    assert str(caught.value) == ".env: is not in UTF-8; expected a text file in UTF-8 with lines NAME=value"


def test_a_file_that_begins_with_a_byte_order_mark_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("COMPUTER_DELAY=3\n", encoding="utf-8-sig")
    assert read_settings().computer_delay == 3


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    with pytest.raises(SettingsError, match=r"\.env: cannot be read \(is a folder\)"):
        read_settings()


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("COMPUTER_DELAY=3\n", encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:  # modes would not keep root from reading
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(SettingsError, match=r"\.env: cannot be read \(Permission denied\)"):
        read_settings()


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", "")
    monkeypatch.setenv("DISCORD_TOKEN", " ")
    settings = read_settings()
    assert settings.database == Path("voormsi.db")
    assert settings.token is None


def test_words_are_taken_in_capitals_or_small_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.setenv("LOG_FORMAT", "JSON")
    settings = read_settings()
    assert (settings.log_level, settings.log_format) == ("DEBUG", "json")


@pytest.mark.parametrize(("variable", "given"), [(name, given) for name, bad in BAD.items() for given in bad])
def test_a_bad_setting_is_named_with_what_was_given_and_what_is_expected(
    variable: str, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, given)
    with pytest.raises(SettingsError) as caught:
        read_settings()
    extra = Settings.model_fields[variable.lower()].json_schema_extra
    assert isinstance(extra, dict)
    assert str(caught.value) == f"{variable}: {given!r} was given; expected {extra['expected']}"


def test_all_bad_settings_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, given in BAD.items():
        monkeypatch.setenv(name, given[0])
    with pytest.raises(SettingsError) as caught:
        read_settings()
    assert {str(fault).partition(":")[0] for fault in caught.value.faults} == set(BAD)


def test_a_misspelt_setting_is_named_beside_a_bad_one(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HEALTH_PRT=8080\nLOBBY_HOURS=many\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        read_settings()
    assert [fault.split()[0] for fault in caught.value.faults] == ["LOBBY_HOURS:", "HEALTH_PRT"]


UNREACHABLE = [
    "//[::1",
    "//[localhost]",
    "//localhost:99999",
    "//:80",
    "//a..b/api",
    f"//{'a' * 64}.test",
    "//user:word@localhost",
    "//localhost/?a=b",
    "//localhost/#a",
    "//localhost/{a}",
]


@pytest.mark.parametrize("rest", UNREACHABLE)
@pytest.mark.parametrize(("name", "scheme"), [("discord_api_base", "https"), ("discord_gateway", "wss")])
def test_an_address_that_nothing_can_be_sent_to_is_refused(name: str, scheme: str, rest: str) -> None:
    with pytest.raises(SettingsError, match=rf"^{name.upper()}: ") as caught:
        read_settings(None, **{name: f"{scheme}:{rest}"})
    assert "user:word" not in str(caught.value)


@pytest.mark.parametrize("rest", ["//localhost", "//127.0.0.1:8080/api/v10", "//[::1]:80/", "//grønland.test/api"])
@pytest.mark.parametrize(("name", "scheme"), [("discord_api_base", "http"), ("discord_gateway", "ws")])
def test_an_address_of_another_server_is_taken_as_it_is(name: str, scheme: str, rest: str) -> None:
    assert getattr(read_settings(None, **{name: f" {scheme}:{rest} "}), name) == f"{scheme}:{rest}"


def test_an_unknown_variable_of_the_file_is_named_with_the_setting_that_it_may_mean(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HEALTH_PRT=8080\nCOLOUR=red\nhealth_port=80\n", encoding="utf-8")
    assert unknown_settings() == [
        "HEALTH_PRT in .env is no setting. Did you mean HEALTH_PORT?",
        "COLOUR in .env is no setting.",
    ]


def test_of_the_environment_only_variables_that_look_like_settings_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unknown_settings() == []
    monkeypatch.setenv("HEALTH_PRT", "8080")
    monkeypatch.setenv("COMPUTERNAME", "igloo")
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere")
    assert unknown_settings() == ["HEALTH_PRT in the environment is no setting. Did you mean HEALTH_PORT?"]


def test_a_token_on_a_line_of_its_own_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"{TOKEN}\n", encoding="utf-8")
    assert unknown_settings() == ["A line in .env is not of the form NAME=value."]


def test_the_example_has_no_unknown_variable() -> None:
    assert unknown_settings(EXAMPLE) == []


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        read_settings().computer_delay = 0


def test_the_token_does_not_appear_when_settings_are_shown() -> None:
    settings = read_settings(discord_token=f" {TOKEN} ")
    assert settings.token == TOKEN
    assert TOKEN not in repr(settings)
    assert TOKEN not in settings.model_dump_json()


@pytest.mark.parametrize("given", ["a b", f"{TOKEN}\n{TOKEN}", f"Bot {TOKEN}"])
def test_a_token_of_several_words_is_refused_and_not_shown(given: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings(None, discord_token=given)
    assert str(caught.value) == "DISCORD_TOKEN: what was given is not shown; expected the bot's token, one word"


def test_a_database_is_a_path_or_an_address() -> None:
    assert read_settings(None, database="tables.db").database == Path("tables.db")
    settings = read_settings(None, database="postgres://bot:p%40ss@db.example/voormsi?sslmode=require")
    assert isinstance(settings.database, PostgresAddress)
    assert settings.database.url == "postgres://bot:p%40ss@db.example/voormsi?sslmode=require"
    assert settings.database_file == Path("voormsi")


def test_the_password_of_the_database_does_not_appear_and_is_kept_out_of_the_log() -> None:
    settings = read_settings(None, database="postgresql://bot:p%40ss@db.example/voormsi?password=other")
    assert str(settings.database) == "postgresql://bot@db.example/voormsi"
    assert "ss@db" not in repr(settings)
    assert "other" not in repr(settings)
    assert {"p%40ss", "p@ss", "other"} <= set(settings.secrets)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://bot:s3@cr3t@db.example/voormsi",
        "postgresql://bot:s3/cr3t@db.example/voormsi",
        "postgresql://bot:s3/cr3t?@db.example/voormsi",
        "postgresql://bot:s3%cr3t@db.example/voormsi",
        "postgresql:/bot:s3cr3t@db.example/voormsi",
        "Postgres:bot:s3cr3t@db.example/voormsi",
    ],
)
def test_an_address_that_might_be_read_in_two_ways_is_refused_and_not_shown(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings(None, database=address)
    assert "as %40" in str(caught.value)
    assert main(["copy", "voormsi.db", address]) == 1
    told = capsys.readouterr().err
    assert "as %40" in told
    assert not re.search("s3|cr3t|db.example", str(caught.value) + told)


def test_another_database_on_the_server_is_reached_in_the_same_way() -> None:
    address = PostgresAddress("postgresql://bot:a?b#c@one:1,[::1]:2/voormsi?user=x@y")
    assert address.sibling("copy").url == "postgresql://bot:a?b#c@one:1,[::1]:2/copy?user=x@y"
    assert PostgresAddress("postgresql://").sibling("copy").url == "postgresql:///copy"


def test_env_example_lists_every_setting_with_its_default_and_a_line() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    told = {line.partition("=")[0]: lines[number - 1] for number, line in enumerate(lines) if line[:1].isupper()}
    assert told == {name.upper(): f"# {field.description}" for name, field in Settings.model_fields.items()}
    assert read_settings(EXAMPLE) == read_settings(None)
    assert list(dotenv_values(EXAMPLE)) == [name.upper() for name in Settings.model_fields]
