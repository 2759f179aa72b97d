"""The program as an operator meets it: processes, exit codes, words."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import discord
import pytest

from bot.__main__ import main
from bot.app import serve
from bot.discord_api.endpoint import NotDiscord
from bot.operations import fatal_errors, health, run
from bot.operations.exit_codes import LASTING, ExitCode
from bot.operations.version import REVISION, UNKNOWN, full_version, program_version, revision
from bot.runtime.settings import DISCORD_API, Settings, read_settings
from bot.store import DatabaseBusy
from bot.store.engine import SCHEMA_VERSION
from sandbox import InjectedFault, Sandbox
from tests.flows.conftest import settings_for
from tests.operations.conftest import TOKEN

PROJECT = Path(__file__).resolve().parents[2]
CHANGELOG = PROJECT / "CHANGELOG.md"


def environment(**settings: str) -> dict[str, str]:
    """An environment with nothing set but `settings`."""
    surroundings = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    return {**surroundings, "PYTHONPATH": str(PROJECT), **settings}


def voormsi(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command in the test's own folder, with nothing set but `settings`."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env=environment(**settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def digests(folder: Path) -> dict[str, str]:
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir() if p.is_file()}


def test_without_a_token_three_lines_say_how_to_get_one_and_mention_try() -> None:
    done = voormsi("run")
    lines = done.stderr.splitlines()
    assert done.returncode == 2
    assert len(lines) == 3
    assert "DISCORD_TOKEN" in lines[0]
    assert "discord.com/developers/applications" in lines[1]
    assert "voormsi try" in lines[2]


def test_a_reader_that_closes_the_output_gets_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "doctor"],
        env=environment(),
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_the_version_is_that_of_the_newest_changes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    newest = re.findall(
        r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE
    )
    told = capsys.readouterr().out
    assert re.fullmatch(rf"voormsi {re.escape(newest[0])} \(schema {SCHEMA_VERSION}(, revision [0-9a-f]+)?\)\n", told)


def test_the_revision_is_that_of_the_image_or_of_the_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    assert revision(project) == "", "neither of them"
    for command in ("init", "-c user.name=A -c user.email=a@b.c commit --allow-empty -m One"):
        subprocess.run(["git", "-C", str(tmp_path), *command.split()], check=True, capture_output=True)
    assert re.fullmatch("[0-9a-f]{7,}", revision(project))
    monkeypatch.setenv(REVISION, "abc1234")
    assert revision(project) == "abc1234"


def test_an_installed_program_tells_the_version_of_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def unknown(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("bot.operations.version.version", lambda _: "1.2.3")
    assert program_version(tmp_path / "none.toml") == "1.2.3"
    monkeypatch.setattr("bot.operations.version.version", unknown)
    assert program_version(tmp_path / "none.toml") == UNKNOWN


@pytest.mark.slow
def test_a_misspelt_setting_is_named_at_the_start_and_by_doctor(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HEALTH_PRT=8080\n", encoding="utf-8")
    elsewhere = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_BASE": "http://127.0.0.1:9/api/v10"}
    told = "HEALTH_PRT in .env is no setting. Did you mean HEALTH_PORT?"
    assert told in voormsi("run", **elsewhere).stderr
    assert f"note  Settings: {told}" in voormsi("doctor", **elsewhere).stdout


def test_bad_settings_are_all_named_and_the_exit_code_is_2() -> None:
    done = voormsi("run", DISCORD_TOKEN=TOKEN, COMPUTER_DELAY="soon", LOG_LEVEL="loud")
    assert done.returncode == 2
    assert "COMPUTER_DELAY: 'soon' was given; expected seconds from 0 to 60" in done.stderr
    assert "LOG_LEVEL: 'loud' was given; expected DEBUG, INFO, WARNING or ERROR" in done.stderr
    assert TOKEN not in done.stderr


def test_an_unreadable_file_of_settings_is_told_and_the_exit_code_is_2(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    done = voormsi("run")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2
    assert ".env: is not in UTF-8" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("bad", [pytest.param("x" * 24 + ".yyyyyy." + "z" * 30, marks=pytest.mark.slow), TOKEN])
async def test_a_token_that_discord_refuses_takes_a_line_or_two(bad: str) -> None:
    async with Sandbox() as box:
        told = {"DISCORD_API_BASE": box.api_base, "DISCORD_GATEWAY": box.gateway, "LOG_LEVEL": "ERROR"}
        done = await asyncio.to_thread(lambda: voormsi("run", DISCORD_TOKEN=bad, **told))
        looked = await asyncio.to_thread(lambda: voormsi("doctor", DISCORD_TOKEN=bad, **told))
        assert not box.bot_online
    assert done.returncode == ExitCode.REFUSED
    assert "does not accept the token" in done.stderr
    assert len(done.stderr.splitlines()) <= 2
    assert looked.returncode == 1
    assert "WRONG Discord: does not accept the token (401)." in looked.stdout
    assert bad not in done.stderr + looked.stdout + looked.stderr


@pytest.mark.slow
def test_a_discord_that_cannot_be_reached_takes_a_line() -> None:
    told = {"DISCORD_API_BASE": "http://127.0.0.1:9/api/v10", "LOG_LEVEL": "ERROR"}
    done = voormsi("run", DISCORD_TOKEN=TOKEN, **told)
    assert done.returncode == 1
    assert "cannot be reached at http://127.0.0.1:9/api/v10" in done.stderr
    assert len(done.stderr.splitlines()) <= 2


def run_with(database: Path) -> subprocess.CompletedProcess[str]:
    return voormsi(
        "run",
        DISCORD_TOKEN=TOKEN,
        DATABASE=str(database),
        DISCORD_API_BASE="http://127.0.0.1:9/api/v10",
        LOG_LEVEL="ERROR",
    )


def made(path: Path) -> Path:
    """A database of this program, made by the program."""
    assert run_with(path).returncode == 1  # there is no Discord at that address
    assert path.is_file()
    return path


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if mount.returncode:
        pytest.skip("a small file system needs the right to mount one")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
def test_a_newer_database_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    path = made(tmp_path / "v.db")
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    done = run_with(path)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 2)
    assert "newer" in done.stderr
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before


@pytest.mark.slow
def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Aja, this is a letter, and it is longer than a header. " * 20, encoding="utf-8")
    before = digests(tmp_path)["letter.db"]
    done = run_with(path)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 2)
    assert "is not a database" in done.stderr
    assert digests(tmp_path)["letter.db"] == before


@pytest.mark.slow
def test_a_database_that_another_program_holds_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "v.db")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    try:
        done = run_with(path)
    finally:
        holder.close()
    assert (done.returncode, len(done.stderr.splitlines())) == (ExitCode.BUSY, 1)
    assert "in use by another program" in done.stderr


@pytest.mark.slow
def test_a_read_only_database_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "readonly"
    folder.mkdir()
    path = made(folder / "v.db")
    if os.geteuid() == 0:  # root may write whatever the modes say: only the file system can refuse
        bind = subprocess.run(["mount", "--bind", str(folder), str(folder)], capture_output=True, check=False)
        if bind.returncode:
            pytest.skip("as root this needs the right to mount")
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
    else:
        folder.chmod(0o500)
        path.chmod(0o400)
    before = digests(folder)
    try:
        done = run_with(path)
        assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
        assert "may not be written to" in done.stderr
        assert digests(folder) == before
    finally:
        if os.geteuid() == 0:
            subprocess.run(["umount", str(folder)], check=True)
        else:
            folder.chmod(0o700)


def fill(path: Path) -> None:
    """Write until there is no room left."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1024))


@pytest.mark.slow
def test_a_full_disk_is_told_and_the_tables_stay(room: Path) -> None:
    path = made(room / "v.db")
    with sqlite3.connect(path) as connection:
        before = list(connection.iterdump())
    connection.close()
    fill(room / "filler")
    done = run_with(path)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "no room left" in done.stderr
    (room / "filler").unlink()
    with sqlite3.connect(path) as connection:
        assert list(connection.iterdump()) == before
    connection.close()


def test_an_error_of_the_programs_own_is_not_worded_as_the_operators() -> None:
    settings = read_settings(None)
    assert fatal_errors.words_for(ZeroDivisionError("oops"), settings) is None
    assert "The disk is full" in str(fatal_errors.words_for(OSError(28, "No space left on device"), settings))


def test_a_token_that_is_reset_while_the_bot_runs_is_told_as_one_refused_at_the_start() -> None:
    reset, settings = closed(4004), read_settings(None)
    assert fatal_errors.words_for(reset, settings) == fatal_errors.words_for(discord.LoginFailure(), settings)
    assert fatal_errors.exit_code(reset) is ExitCode.REFUSED


@pytest.mark.parametrize(
    ("refused", "exit_code"), [(InjectedFault.page(401), ExitCode.FAILED), (None, ExitCode.REFUSED)]
)
async def test_a_login_that_a_page_refuses_is_no_lasting_refusal_of_the_token(
    tmp_path: Path, refused: InjectedFault | None, exit_code: ExitCode
) -> None:
    async with Sandbox() as box:
        if refused is not None:
            box.faults.add(refused)
        settings = settings_for(box, tmp_path / "v.db", discord_token=box.token if refused else "wrong")
        with pytest.raises(discord.LoginFailure) as caught:
            await serve(settings)
    assert fatal_errors.exit_code(caught.value) is exit_code
    assert ("proxy" in str(fatal_errors.words_for(caught.value, settings))) == (refused is not None)


@pytest.mark.parametrize("status", [200, 404])
async def test_an_address_where_something_else_answers_is_named_as_a_wrong_setting(tmp_path: Path, status: int) -> None:
    async with Sandbox() as box:
        box.faults.add(InjectedFault.page(status))
        settings = settings_for(box, tmp_path / "v.db")
        with pytest.raises(NotDiscord) as caught:
            await serve(settings)
    assert fatal_errors.exit_code(caught.value) is ExitCode.SETTINGS
    assert "Correct the setting" in str(fatal_errors.words_for(caught.value, settings))


def test_what_answers_in_discords_own_place_is_no_wrong_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", DISCORD_API)
    assert fatal_errors.exit_code(NotDiscord()) is ExitCode.FAILED
    assert "proxy" in str(fatal_errors.words_for(NotDiscord(), read_settings(None)))


def test_an_error_that_ends_a_group_of_tasks_is_told_in_the_words_for_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = ExceptionGroup("tasks", [ExceptionGroup("tasks", [DatabaseBusy(Path("v.db"), holder="another bot")])])
    assert run.give_up(error, read_settings(None)) == ExitCode.BUSY
    assert "in use by another program (another bot)" in capsys.readouterr().err


def closed(code: int) -> discord.ConnectionClosed:
    """The error with which discord.py ends when the gateway closes with this code."""
    return discord.ConnectionClosed(None, shard_id=0, code=code)  # type: ignore[arg-type]


REFUSED_CONNECTIONS = [
    (4004, ExitCode.REFUSED, "does not accept the token"),
    (4010, ExitCode.SHARDS, "number of connections (shards)"),
    (4011, ExitCode.SHARDS, "Start it again"),
    (4012, ExitCode.API, "version of its API"),
    (4013, ExitCode.INTENTS, "intents"),
    (4014, ExitCode.INTENTS, "Install a newer version"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "exit_code", "words"), REFUSED_CONNECTIONS)
async def test_a_gateway_that_refuses_for_good_is_told_in_plain_words_with_an_exit_code(
    code: int, exit_code: ExitCode, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Sandbox() as box:
        box.refuse_identify(code)
        settings = settings_for(box, tmp_path / "v.db")
        with pytest.raises(discord.DiscordException) as caught:
            await serve(settings)
        assert box.identifies == 0
    capsys.readouterr()
    assert run.give_up(caught.value, settings) == exit_code
    told = capsys.readouterr().err
    assert words in told
    assert len(told.splitlines()) == 2


def test_a_database_that_is_in_use_has_an_exit_code_and_may_be_tried_again() -> None:
    busy = DatabaseBusy(Path("voormsi.db"), holder="process 12")
    assert fatal_errors.exit_code(busy) is ExitCode.BUSY
    assert ExitCode.BUSY not in LASTING
    assert "is in use by another program (process 12)" in (fatal_errors.words_for(busy, read_settings(None)) or "")


def test_only_after_a_refusal_that_a_restart_may_heal_systemd_starts_the_bot_again() -> None:
    healed = {exit_code for _, exit_code, _ in REFUSED_CONNECTIONS} - LASTING
    assert healed == {ExitCode.SHARDS}
    assert fatal_errors.exit_code(closed(1006)) is ExitCode.FAILED


class Refused:
    """An answer of Discord, as far as an exception of discord.py looks at it."""

    status, reason = 503, "Service Unavailable"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.HTTPException(Refused(), "overloaded"), "Discord refused at start (503, overloaded)"),
        (discord.PrivilegedIntentsRequired(None), "refuses the intents"),
        (discord.GatewayNotFound(), "where its gateway is"),  # type: ignore[no-untyped-call]
        (TimeoutError(), "Discord cannot be reached at https://discord.com/api/v10"),
        (PermissionError(13, "Permission denied", "health.json"), "The system refused"),
    ],
)
def test_what_keeps_the_bot_from_starting_is_worded(error: Exception, words: str) -> None:
    told = fatal_errors.words_for(error, read_settings(None))
    assert told
    assert words in told
    assert len(told.splitlines()) <= 2


def test_the_doctor_says_that_there_is_no_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    assert "DISCORD_TOKEN is not set" in capsys.readouterr().out


def test_the_live_walk_needs_a_token_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--live", "1"]) == 2
    assert "voormsi try" in capsys.readouterr().err


@pytest.mark.parametrize(
    "bad", [[], ["dance"], ["try", "--people", "5"], ["verify", "x.txt"], ["doctor", "--live", "x"]]
)
def test_a_command_line_that_makes_no_sense_ends_with_2(bad: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(bad)
    assert caught.value.code == 2


@pytest.mark.parametrize("option", ["--live", "--person"])
@pytest.mark.parametrize("given", ["0", "-1", "9" * 20, "9" * 5_000, "٣", "1.5"])
def test_an_id_that_discord_cannot_have_is_refused_in_words(
    capsys: pytest.CaptureFixture[str], option: str, given: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["doctor", "--live=1", f"{option}={given}"])
    assert caught.value.code == 2
    assert "is not an id: copy one on Discord" in capsys.readouterr().err


def test_health_follows_the_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign = tmp_path / "health.json"
    monkeypatch.setenv("HEALTH_FILE", str(sign))
    assert main(["health"]) == 1
    health.write(sign, {"well": True})
    assert main(["health"]) == 0
    health.write(sign, {"well": False, "clock": "stuck"})
    assert main(["health"]) == 1
    for damaged in ("{", "[" * 200_000, "[]", '{"at": "x"}'):
        sign.write_text(damaged, encoding="utf-8")
        assert main(["health"]) == 1


def test_an_old_sign_of_life_counts_for_nothing(tmp_path: Path) -> None:
    sign = tmp_path / "health.json"
    health.write(sign, {"well": True})
    written = sign.stat().st_mtime
    assert health.ailment(sign, written) is None
    assert "s old" in str(health.ailment(sign, written + health.STALE + 2))


LOADED = """
import sys
from bot.__main__ import main
code = main(["health"])
print(*sorted({name.partition(".")[0] for name in sys.modules} & {*sys.argv[1:]}))
sys.exit(code)
"""


def test_the_health_check_loads_next_to_nothing(tmp_path: Path) -> None:
    """Docker runs it every half minute, as long as the bot runs."""
    health.write(tmp_path / "health.json", {"well": True})
    heavy = ("discord", "pydantic", "pydantic_settings", "asyncio", "sqlite3", "rules", "importlib.metadata", "tomllib")
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *heavy],
        env=environment(HEALTH_FILE="health.json"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


@pytest.mark.parametrize(
    ("variables", "env_file"),
    [
        ({}, None),
        ({"HEALTH_FILE": "a.json"}, "HEALTH_FILE=b.json"),
        ({"health_file": "a.json"}, None),
        ({"HEALTH_FILE": ""}, "HEALTH_FILE=b.json"),
        ({}, "\ufeff# mine\nhealth_file='b c.json'\nDATABASE=x"),
        ({}, "HEALTH_FILE="),
    ],
    ids=["nothing", "both", "small letters", "empty", "a file with a mark and quotes", "empty in the file"],
)
def test_the_health_check_reads_its_setting_as_the_bot_does(
    variables: dict[str, str], env_file: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    if env_file is not None:
        Path(".env").write_text(env_file, encoding="utf-8")
    assert health.named_file() == read_settings().health_file


def test_a_file_of_settings_that_cannot_be_read_is_told_by_the_health_check(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path(".env").write_bytes(b"HEALTH_FILE=\xff")
    assert main(["health"]) == 1
    assert "The file .env cannot be read" in capsys.readouterr().err


def test_commands_that_need_no_settings_run_whatever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOBBY_HOURS", "many")
    monkeypatch.setenv("HEALTH_FILE", "health.json")
    health.write(Path("health.json"), {"well": True})
    assert main(["health"]) == 0
    assert main(["tables"]) == ExitCode.SETTINGS


def test_a_misspelt_token_is_named_where_none_is_found() -> None:
    done = voormsi("run", DISCORD_TOKN=TOKEN)
    assert "Did you mean DISCORD_TOKEN?" in done.stderr
    assert TOKEN not in done.stderr


def test_health_without_a_file_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["health"]) == 1
    assert "HEALTH_FILE" in capsys.readouterr().err


async def test_sigterm_stops_the_running_bot_cleanly_and_health_follows_it(tmp_path: Path) -> None:
    sign = tmp_path / "health.json"
    async with Sandbox() as box:
        told = {"DISCORD_API_BASE": box.api_base, "DISCORD_GATEWAY": box.gateway, "DISCORD_TOKEN": box.token}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env={**os.environ, "PYTHONPATH": str(PROJECT), "HEALTH_FILE": str(sign), **told},
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            there = asyncio.ensure_future(box.until(lambda: box.bot_online and sign.exists(), timeout=60))
            ended = asyncio.ensure_future(process.wait())
            await asyncio.wait({there, ended}, return_when=asyncio.FIRST_COMPLETED)
            assert process.returncode is None, (await process.communicate())[1].decode()
            assert health.ailment(sign, time.time()) is None
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(60):
                _, error = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert process.returncode == 0, error.decode()
    assert "Traceback" not in error.decode()
    lines = error.decode().splitlines()
    assert f"Voormsi {full_version()}, Python 3" in lines[0]
    assert "SIGTERM: stopping" in error.decode()
    assert "The bot has stopped" in lines[-1]
    assert "discord.com/oauth2/authorize" in error.decode(), "an invite link is told at the start"
    assert box.token not in error.decode()


STOPPED = """
import asyncio, signal
from bot.operations.run import run_until_stopped

async def work():
    asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGHUP)
    try:
        await asyncio.sleep({seconds})
    finally:
        print("cleaned up")
    print("done")

signal.signal(signal.SIGHUP, signal.{inherited})
asyncio.run(run_until_stopped(work()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
@pytest.mark.parametrize(
    ("inherited", "seconds", "told"),
    [("SIG_DFL", 60, "cleaned up"), ("SIG_IGN", 0, "cleaned up\ndone")],
    ids=["a terminal that closes", "nohup"],
)
async def test_a_terminal_that_closes_stops_the_bot_cleanly_unless_it_is_to_outlive_it(
    inherited: str, seconds: int, told: str
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", STOPPED.format(inherited=inherited, seconds=seconds)),
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(30):
        printed, _ = await process.communicate()
    assert (process.returncode, printed.decode().strip()) == (0, told)


@pytest.mark.slow
def test_an_output_that_takes_few_characters_ends_no_command() -> None:
    done = voormsi("doctor", PYTHONIOENCODING="ascii", PYTHONUTF8="0", DATABASE="Nuuk ᐊ.db")
    assert done.returncode == 1
    assert "\\u140a.db" in done.stdout
    assert "Traceback" not in done.stderr


WITHOUT = """
import sys
sys.modules[{module!r}] = None
from bot.__main__ import main
sys.exit(main(["try", "--headless"]))
"""
"""The command in a process that cannot import one module."""


def tried_without(module: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(module=module)],
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("module", ["trial", "sandbox"])
def test_a_trial_without_the_stand_in_for_discord_says_in_a_sentence_what_to_type(module: str) -> None:
    done = tried_without(module)
    assert done.returncode == ExitCode.INCOMPLETE
    assert done.stderr.endswith("type: uv run voormsi try\n")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_trial_needs_no_package_that_the_bot_does_not_need() -> None:
    done = tried_without("jsonschema_rs")
    assert done.returncode == 0, done.stderr
    assert "[Rematch]" in done.stdout
