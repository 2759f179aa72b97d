"""The command line: `voormsi run | try | backup | …`, or `python -m bot …`."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from bot.operations.exit_codes import ExitCode
from bot.runtime.settings import Settings, SettingsError, read_settings

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def _version() -> str:
    try:
        return version("voormsi")
    except PackageNotFoundError:  # not installed: run from its folder, as in the container
        if not PROJECT.is_file():
            return "of an unknown version"
        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="voormsi", description="Voormsi, Greenland's card game, at tables in Discord."
    )
    parser.add_argument("--version", action="version", version=f"voormsi {_version()}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for add in (
        _add_run,
        _add_try,
        _add_verify,
        _add_doctor,
        _add_health,
        _add_backup,
        _add_restore,
        _add_export,
        _add_prune,
    ):
        add(commands)
    return parser


def _add_run(commands: Commands) -> None:
    run = commands.add_parser("run", help="be the bot on Discord, with the DISCORD_TOKEN of the environment or of .env")
    run.set_defaults(do=_run)


def _add_try(commands: Commands) -> None:
    trial = commands.add_parser("try", help="play on this machine, without Discord and without a token")
    trial.add_argument("--headless", action="store_true", help="computers play one rubber; what was shown is printed")
    trial.add_argument(
        "--people", type=int, choices=range(1, 5), default=1, help="how many of the four seats people have (1)"
    )
    trial.add_argument(
        "--servers",
        type=int,
        choices=(1, 2),
        default=1,
        help="how many servers there are; Malik manages the second (1)",
    )
    trial.add_argument("--port", type=int, default=0, help="the page's port on 127.0.0.1 (a free one)")
    trial.add_argument("--database", type=Path, help="a file that keeps the tables (else they are gone at the end)")
    trial.add_argument("--no-browser", dest="browser", action="store_false", help="only print the page's address")
    trial.set_defaults(do=_try)


def _add_verify(commands: Commands) -> None:
    verify = commands.add_parser("verify", help="check that the deals of a rubber were fixed before play")
    verify.add_argument("record", type=Path, metavar="RECORD.txt", help="the rubber's record, as /record gives it")
    verify.add_argument(
        "--digest", required=True, action="append", help="the digest posted at a deal; may be given once a hand"
    )
    verify.set_defaults(do=_verify)


def _add_doctor(commands: Commands) -> None:
    doctor = commands.add_parser("doctor", help="say what is wrong with the bot's surroundings, in plain words")
    doctor.add_argument(
        "--live", type=int, metavar="CHANNEL", help="really try what it does, in the channel of this id"
    )
    doctor.add_argument(
        "--person", type=int, metavar="ID", help="with --live: whom to add to a thread and send a DM (else the owner)"
    )
    doctor.set_defaults(do=_doctor)


def _add_health(commands: Commands) -> None:
    health = commands.add_parser("health", help="exit 0 while the bot that keeps HEALTH_FILE fresh is well")
    health.set_defaults(do=_health)


def _add_backup(commands: Commands) -> None:
    backup = commands.add_parser("backup", help="make a checked copy of the database, while the bot runs or not")
    backup.add_argument(
        "folder", type=Path, nargs="?", metavar="FOLDER", help="where the copies are (BACKUP_FOLDER, else `backups`)"
    )
    backup.set_defaults(do=_backup)


def _add_restore(commands: Commands) -> None:
    restore = commands.add_parser("restore", help="put a copy of the database in its place; the bot must be stopped")
    restore.add_argument("file", type=Path, metavar="FILE", help="the copy, as `voormsi backup` makes it")
    restore.add_argument(
        "--over", action="store_true", help="even where there is a database; that one is kept under another name"
    )
    restore.set_defaults(do=_restore)


def _add_export(commands: Commands) -> None:
    export = commands.add_parser("export", help="print the record of a table, as far as it may leave the program")
    export.add_argument("table", metavar="TABLE", help="the table's name, or its number where several have that name")
    export.add_argument("--json", action="store_true", help="as JSON (else as text)")
    export.set_defaults(do=_export)


def _add_prune(commands: Commands) -> None:
    prune = commands.add_parser(
        "prune", help="remove what is older than the settings KEEP_... say; the bot does it daily"
    )
    prune.add_argument("--dry-run", action="store_true", help="only say how much that is; the bot may run")
    prune.set_defaults(do=_prune)


def _run(settings: Settings, _: argparse.Namespace) -> int:
    from bot.operations.run import run

    return run(settings)


def _try(settings: Settings, given: argparse.Namespace) -> int:
    from trial import Trial, run

    trial = Trial(
        people=given.people, servers=given.servers, port=given.port, database=given.database, browser=given.browser
    )
    return run(trial, headless=given.headless)


def _verify(_: Settings, given: argparse.Namespace) -> int:
    from bot.operations.verify import verify

    return verify(given.record, given.digest)


def _doctor(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.doctor.doctor import doctor
    from bot.operations.doctor.live import walk

    return doctor(settings) if given.live is None else walk(settings, given.live, given.person)


def _backup(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.backup import backup

    return backup(settings, given.folder)


def _restore(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.restore import restore

    return restore(settings, given.file, over=given.over)


def _export(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.table_export import export

    return export(settings, given.table, as_json=given.json)


def _prune(settings: Settings, given: argparse.Namespace) -> int:
    from bot.operations.prune import prune

    return prune(settings, dry_run=given.dry_run)


def _health(settings: Settings, _: argparse.Namespace) -> int:
    from bot.operations.health import health

    return health(settings.health_file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments`; return the exit code."""
    given = _parser().parse_args(arguments)
    try:
        settings = read_settings()
    except SettingsError as error:
        print("These settings cannot be used (the environment, or the file .env):", file=sys.stderr)
        print(*(f"  {fault}" for fault in error.faults), sep="\n", file=sys.stderr)
        return ExitCode.SETTINGS
    done: int = given.do(settings, given)
    return done


if __name__ == "__main__":
    sys.exit(main())
