"""The command line: `voormsi run | try | backup | …`, or `python -m bot …`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bot.operations.exit_codes import ExitCode

if TYPE_CHECKING:
    from bot.runtime.settings import Settings

NO_TRIAL: Final = """\
The stand-in for Discord is not part of this installation. In a checkout of the project, type: uv run voormsi try"""

Run = Callable[["Settings", argparse.Namespace], int]
BareRun = Callable[[argparse.Namespace], int]
Argument = tuple[tuple[str, ...], dict[str, Any]]
"""The flags and options for `ArgumentParser.add_argument`."""
COMMANDS: dict[str, tuple[BareRun, str, tuple[Argument, ...]]] = {}
"""The commands by name: what they run, their help, their arguments."""


def _argument(*flags: str, **options: Any) -> Argument:
    return flags, options


def _settings_file() -> list[Path]:
    """The file of settings, if there is one: whoever may write it chooses the other files."""
    file = Path(".env")
    return [file] if os.path.lexists(file) else []


def _files(settings: Settings, _: argparse.Namespace) -> list[Path]:
    """The database that a command uses; the bot's other files lie beside it."""
    return [*_settings_file(), settings.database_file]


def _file_of_trial(_: Settings, given: argparse.Namespace) -> list[Path]:
    return [given.database] if given.database is not None else []


def _files_of_copy(settings: Settings, given: argparse.Namespace) -> list[Path]:
    from bot.runtime.database import UnreadableAddress, database_of, file_of

    try:
        target = settings.database if given.target is None else database_of(given.target)
        return [*_settings_file(), file_of(database_of(given.source)), file_of(target)]
    except UnreadableAddress:  # the command says so
        return []


def _command(
    about: str, *arguments: Argument, files: Callable[[Settings, argparse.Namespace], list[Path]] = _files
) -> Callable[[Run], Run]:
    """Register a command, named after its function, which imports what it needs only when it runs.

    Given by root it runs as the owner of the folders of `files`.
    """

    def register(run: Run) -> Run:
        def run_with_settings(given: argparse.Namespace) -> int:
            from bot.runtime import own_files
            from bot.runtime.settings import SettingsError, read_settings

            try:
                settings = read_settings()
                own_files.become(files(settings, given))
            except SettingsError as error:
                print("These settings cannot be used (the environment, or the file .env):", file=sys.stderr)
                print(*(f"  {fault}" for fault in error.faults), sep="\n", file=sys.stderr)
                return ExitCode.SETTINGS
            except own_files.NotForRoot as error:
                print(error, file=sys.stderr)
                return ExitCode.FAILED
            return run(settings, given)

        COMMANDS[run.__name__.removeprefix("_")] = run_with_settings, about, arguments
        return run

    return register


def _bare_command(about: str, *arguments: Argument) -> Callable[[BareRun], BareRun]:
    """Register a command that does not read all settings: it costs less, and runs whatever they are."""

    def register(run: BareRun) -> BareRun:
        COMMANDS[run.__name__.removeprefix("_")] = run, about, arguments
        return run

    return register


def _id(text: str) -> int:
    """An id of Discord. Raises ArgumentTypeError."""
    from bot.discord_api import custom_ids

    if not (found := custom_ids.number(text)):
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is not an id: copy one on Discord, in its Developer Mode")
    return found


@_command("be the bot on Discord, with the DISCORD_TOKEN of the environment or of .env")
def _run(settings: Settings, _: argparse.Namespace) -> int:
    from bot.operations.run import run

    return run(settings)


@_command(
    "play on this machine, without Discord and without a token",
    _argument("--headless", action="store_true", help="computers play one rubber; what was shown is printed"),
    _argument("--people", type=int, choices=range(1, 5), default=1, help="how many of the four seats people have (1)"),
    _argument(
        "--servers",
        type=int,
        choices=(1, 2),
        default=1,
        help="how many servers there are; Malik manages the second (1)",
    ),
    _argument("--port", type=int, default=0, help="the page's port on 127.0.0.1 (a free one)"),
    _argument("--database", type=Path, help="a file that keeps the tables (else they are gone at the end)"),
    _argument("--no-browser", dest="browser", action="store_false", help="only print the page's address"),
    files=_file_of_trial,
)
def _try(_: Settings, given: argparse.Namespace) -> int:
    try:
        from trial import Trial, run
    except ModuleNotFoundError as error:
        if error.name not in ("trial", "sandbox"):
            raise
        print(NO_TRIAL, file=sys.stderr)
        return ExitCode.INCOMPLETE
    trial = Trial(
        people=given.people, servers=given.servers, port=given.port, database=given.database, browser=given.browser
    )
    return run(trial, headless=given.headless)


@_bare_command(
    "check that the deals of a game were fixed before play",
    _argument("record", type=Path, metavar="RECORD.txt", help="the rubber's record, as /record gives it"),
    _argument(
        "posted",
        nargs="+",
        metavar="CODE",
        help="the code posted before the first card, and the link to that message (older games: the digests of deals)",
    ),
)
def _verify(given: argparse.Namespace) -> int:
    from bot.operations.verify import verify

    return verify(given.record, given.posted)


@_command(
    "say what is wrong with the bot's surroundings, in plain words",
    _argument("--live", type=_id, metavar="CHANNEL", help="really try what it does, in the channel of this id"),
    _argument(
        "--person", type=_id, metavar="ID", help="with --live: whom to add to a thread and send a DM (else the owner)"
    ),
)
def _doctor(settings: Settings, given: argparse.Namespace) -> int:
    from bot.cups import server_checks
    from bot.operations.doctor.doctor import doctor
    from bot.operations.doctor.live import walk

    return doctor(settings, server_checks.CHECKS) if given.live is None else walk(settings, given.live, given.person)


@_bare_command("exit 0 while the bot that keeps HEALTH_FILE fresh is well")
def _health(_: argparse.Namespace) -> int:
    from bot.operations.health import health

    return health()


@_command(
    "make a checked copy of the database, while the bot runs or not",
    _argument(
        "folder", type=Path, nargs="?", metavar="FOLDER", help="where the copies are (BACKUP_FOLDER, else `backups`)"
    ),
)
def _backup(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.backup import backup

    return backup(settings, given.folder)


@_command(
    "put a copy of the database in its place; the bot must be stopped",
    _argument("file", type=Path, metavar="FILE", help="the copy, as `voormsi backup` makes it"),
    _argument(
        "--over", action="store_true", help="even where there is a database; that one is kept under another name"
    ),
)
def _restore(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.backup import restore

    return restore(settings, given.file, over=given.over)


@_command(
    "copy the whole database to a new one, such as from a file to a PostgreSQL server; the bot must be stopped",
    _argument("source", metavar="FROM", help="a file, or the address of a PostgreSQL database"),
    _argument("target", metavar="TO", nargs="?", help="likewise (DATABASE); it must be new, or empty"),
    files=_files_of_copy,
)
def _copy(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.backup import copy

    return copy(settings, given.source, given.target)


@_command(
    "print the record of a table, as far as it may leave the program",
    _argument("table", metavar="TABLE", help="the table's name, or its number where several have that name"),
    _argument("--json", action="store_true", help="as JSON (else as text)"),
)
def _export(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.table_reports import export

    return export(settings, given.table, as_json=given.json)


@_command(
    "list the tables that are open or in play, of all servers",
    _argument("--json", action="store_true", help="as JSON (else as text)"),
)
def _tables(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.table_reports import tables

    return tables(settings, as_json=given.json)


@_command(
    "tell every table in play something, such as the time of a maintenance; the bot may run",
    _argument("text", metavar="TEXT", help="what is posted once in each table's thread, up to 1,000 characters"),
)
def _announce(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.maintenance import announce

    return announce(settings, given.text)


@_command(
    "remove what is older than the settings KEEP_... say; the bot does it daily",
    _argument("--dry-run", action="store_true", help="only say how much that is; the bot may run"),
)
def _prune(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.maintenance import prune

    return prune(settings, dry_run=given.dry_run)


@_command("compute the results of all ended tables again, from their records; the bot must be stopped")
def _recount(settings: Settings, _: argparse.Namespace) -> int:
    from bot.operations.maintenance import recount

    return recount(settings)


class VersionAction(argparse.Action):
    """Prints the version, which is looked up only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from bot.operations.version import full_version

        print("voormsi", full_version())
        parser.exit()


@cache
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="voormsi", description="Voormsi, Greenland's card game, at tables in Discord."
    )
    parser.add_argument(
        "--version", nargs=0, action=VersionAction, help="show the version of the program and of its database"
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, (run, about, arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=about)
        command.set_defaults(do=run)
        for flags, options in arguments:
            command.add_argument(*flags, **options)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments`; return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a file or a pipe on Windows takes few characters
            stream.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        done: int = given.do(given)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads the output has seen enough, as `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes the rest when it ends
        return ExitCode.FAILED
    return done


if __name__ == "__main__":
    sys.exit(main())
