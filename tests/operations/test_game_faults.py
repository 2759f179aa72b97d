"""Installed games that break the contract: the bot does not start, and says where they do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.operations.exit_codes import ExitCode
from bot.operations.game_faults import REMEDY, game_faults
from rules.installed_games import faults_in_play, faults_of_functions, faults_of_values, found_games
from rules.registry import GAMES
from tests.operations.conftest import TOKEN
from tests.operations.test_commands import PROJECT, environment
from tests.toy_game.gift import game as gift
from tests.toy_game.installation import install
from tests.toy_game.registration import offered

ENTRY = "the entry point gift = gift:PACKAGE of voormsi-gift 1.0"


def voormsi_with(packages: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command with a folder of packages on the path."""
    return subprocess.run(
        [sys.executable, "-m", "bot", command],
        env=environment(DISCORD_TOKEN=TOKEN, PYTHONPATH=os.pathsep.join((str(PROJECT), str(packages)))),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def replaced(file: str, old: str, new: str) -> Callable[[Path], None]:
    """Break a file of the game."""

    def breaking(package: Path) -> None:
        text = (package / file).read_text()
        assert old in text
        (package / file).write_text(text.replace(old, new))

    return breaking


PARTS = {
    "computers: gift.computers.CHOOSERS has no function for the level 'steady'": replaced(
        "computers.py", '"steady"', '"quick"'
    ),
    "texts: en.po: the key button.join does not begin with the name of the game": replaced(
        "texts/en.po", '"gift.in-short"', '"button.join"'
    ),
    "texts: en.po: there is no sentence gift.name": replaced("texts/en.po", '"gift.name"', '"gift.title"'),
    "looks: raises ModuleNotFoundError: No module named 'gift.looks'": replaced(
        "__init__.py", "files=__name__", 'files=__name__, looks="gift.looks"'
    ),
}


def told(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines that were printed, without the log."""
    return [line for line in done.stderr.splitlines() if not line.startswith("{")]


def test_the_bot_does_not_start_with_a_game_that_breaks_the_contract_and_says_where(tmp_path: Path) -> None:
    replaced("game.py", "def legal(", "def allowed(")(install(tmp_path))
    done = voormsi_with(tmp_path, "run")
    assert done.returncode == ExitCode.GAMES
    assert told(done) == [
        f"An installed game cannot be used: {ENTRY}: game gift.game: has no function legal(state).",
        REMEDY,
    ]


def test_the_faults_of_all_other_parts_are_told_together(tmp_path: Path) -> None:
    package = install(tmp_path)
    for breaks in PARTS.values():
        breaks(package)
    done = voormsi_with(tmp_path, "run")
    assert done.returncode == ExitCode.GAMES
    assert told(done) == [*(f"An installed game cannot be used: {ENTRY}: {fault}." for fault in PARTS), REMEDY]


def test_the_doctor_names_a_broken_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    replaced("game.py", "def legal(", "def allowed(")(install(tmp_path / "packages"))
    assert (
        f"WRONG Games: {ENTRY}: game gift.game: has no function legal(state)."
        in voormsi_with(tmp_path / "packages", "doctor").stdout
    )


def test_a_whole_game_has_no_fault() -> None:
    with offered():
        assert game_faults() == []


@pytest.mark.parametrize("name", GAMES)
def test_the_programs_own_games_have_no_fault(name: str) -> None:
    game = GAMES[name]
    assert [*faults_of_values(game), *faults_of_functions(game), *faults_in_play(game)] == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"name": "Gift!"}, "name is not 2 to 20 small letters and digits"),
        ({"pack": ("AS",)}, "pack is not a tuple of Cards, not empty"),
        ({"seats": ()}, "seats is not a tuple of ints, not empty"),
        ({"view": lambda state: None}, "cannot be called as view(state, seat)"),
        ({"view": lambda state, seat: None}, "with 5 players: view gives no View"),
        ({"legal": lambda state: ()}, "with 5 players: the seat to act has no action"),
        ({"start": lambda seats, options: 1 / 0}, "with 5 players: raises ZeroDivisionError: division by zero"),
    ],
)
def test_each_fault_of_a_game_is_told(changed: dict[str, object], fault: str) -> None:
    broken: object = SimpleNamespace(**{**vars(gift), **changed})
    found = [*faults_of_values(broken), *faults_of_functions(broken)]
    assert fault in (found or [*faults_in_play(broken)])  # type: ignore[arg-type]


def test_no_game_takes_the_name_of_another_one() -> None:
    entry = EntryPoint("gift", "tests.toy_game.gift:PACKAGE", "voormsi.games")
    assert list(found_games((), [entry]).games) == ["gift"]
    games, faults = found_games(("gift",), [entry])
    assert not games
    assert "there is another game 'gift'" in str(faults[0])


def test_an_entry_point_that_loads_something_else_is_a_fault() -> None:
    _, faults = found_games((), [EntryPoint("gift", "tests.toy_game.gift:game", "voormsi.games")])
    assert str(faults[0]).endswith("package: is a module, not a GamePackage")


def checked(packages: Path) -> list[str]:
    """The faults that the check of the catalogues prints, with a folder of packages on the path."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.check_catalogues"],
        env=environment(PYTHONPATH=os.pathsep.join((str(PROJECT), str(packages)))),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_the_sentences_of_an_installed_game_are_checked_beside_the_programs_own(tmp_path: Path) -> None:
    package = install(tmp_path)
    replaced("texts/en.po", '"gift.fact.led"', '"gift.fact.lead"')(package)
    replaced("texts/en.po", "{name} gave {cards} to {to}", "{name} gave {what} to {to}")(package)
    (package / "texts" / "da.po").write_text(
        (package / "texts" / "en.po").read_text().split("\n\n")[0]
        + '\n\nmsgid "gift.choose.give"\nmsgstr "Giv et kort til {hvem}"\n\nmsgid "gift.old"\nmsgstr "Gammel"\n'
    )
    assert checked(tmp_path) == [
        "missing: gift.fact.led",
        "unused: gift.fact.lead",
        "da has still: gift.old",
        "da: gift.choose.give: fields",
    ]
