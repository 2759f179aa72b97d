"""The games of other installed packages: the entry points of the group `voormsi.games`.

Each loads a `GamePackage`. A game that breaks the contract is left out, and a fault says where it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isfunction, signature
from typing import Any, Final, NamedTuple, cast

from rules.core.cards import Card
from rules.core.contract import Game, Group, IllegalAction, Option, Phase, Shuffle, View

GROUP: Final = "voormsi.games"
NAME: Final = re.compile(r"[a-z][a-z0-9]{1,19}")
SHUFFLES: Final = 20
"""The number of shuffles within which a rubber must come to a seat's turn."""


class GamePackage(NamedTuple):
    """The value that the entry point of a game loads: the names of its modules, which are imported when needed."""

    game: str
    """The module of its rules, which meets `rules.core.contract.Game`."""
    computers: str
    """The module whose `CHOOSERS` are its computer players, by level (`players.registry`)."""
    files: str
    """The package with its folders `texts` (`en.po`), `rules` (`en.md`) and `lessons`; the last two are optional."""
    looks: str = ""
    """The module of its looks (`bot.messages.kit.game_looks`); "" if it needs none."""


class GameFault(NamedTuple):
    """A place where an installed game breaks the contract: its entry point, the part of the game, and what is wrong."""

    entry: str
    part: str
    what: str

    def __str__(self) -> str:
        return f"the entry point {self.entry}: {self.part}: {self.what}"


class InstalledGame(NamedTuple):
    """A game of another package that can be used: its module, its package, and its entry point in words."""

    module: Game[Any]
    package: GamePackage
    entry: str

    def fault(self, part: str, what: str) -> GameFault:
        return GameFault(self.entry, part, what)


class FoundGames(NamedTuple):
    """The installed games by name, and the faults of those that are left out."""

    games: dict[str, InstalledGame]
    faults: list[GameFault]


class UnusableGame(Exception):
    """A part of a game that cannot be used, and why not."""

    def __init__(self, part: str, what: str) -> None:
        super().__init__(part, what)
        self.part, self.what = part, what


def found_games(taken: Collection[str], entries: Iterable[EntryPoint] | None = None) -> FoundGames:
    """Find the installed games; `taken`: names that none of them may have."""
    given = entry_points(group=GROUP) if entries is None else entries
    games: dict[str, InstalledGame] = {}
    faults = []
    for entry in sorted(given, key=lambda entry: (entry.name, entry.value)):
        try:
            found = _load(entry)
            if found.module.name in (*taken, *games):
                raise UnusableGame(f"game {found.package.game}", f"there is another game {found.module.name!r}")
            games[found.module.name] = found
        except UnusableGame as fault:
            faults.append(GameFault(_entry_in_words(entry), fault.part, fault.what))
    return FoundGames(games, faults)


def error_text(error: BaseException) -> str:
    """An error of a game's code in words."""
    return f"raises {type(error).__name__}: {error}"


def _entry_in_words(entry: EntryPoint) -> str:
    of = f" of {entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return f"{entry.name} = {entry.value}{of}"


def _load(entry: EntryPoint) -> InstalledGame:
    try:
        package = entry.load()
    except Exception as error:
        raise UnusableGame("package", error_text(error)) from error
    if not isinstance(package, GamePackage):
        raise UnusableGame("package", f"is a {type(package).__name__}, not a GamePackage")
    part = f"game {package.game}"
    try:
        module = import_module(package.game)
    except Exception as error:
        raise UnusableGame(part, error_text(error)) from error
    game = cast("Game[Any]", module)
    if faults := [*faults_of_values(module), *faults_of_functions(module)] or [*faults_in_play(game)]:
        raise UnusableGame(part, "; ".join(faults))
    if entry.name != game.name:
        raise UnusableGame(part, f"its name is {game.name!r}, not that of the entry point")
    return InstalledGame(game, package, _entry_in_words(entry))


def _all(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, tuple) and all(isinstance(part, kind) for part in value)


VALUES: Final[dict[str, tuple[str, Callable[[Any], bool]]]] = {
    "name": ("2 to 20 small letters and digits", lambda value: isinstance(value, str) and bool(NAME.fullmatch(value))),
    "version": ("an int", lambda value: isinstance(value, int)),
    "seats": ("a tuple of ints, not empty", lambda value: bool(value) and _all(int)(value)),
    "options": ("a tuple of Options", _all(Option)),
    "pack": ("a tuple of Cards, not empty", lambda value: bool(value) and _all(Card)(value)),
    "order": ("a tuple of Groups", _all(Group)),
    "largest_play": ("an int", lambda value: isinstance(value, int)),
    "paragraphs": ("a mapping", lambda value: hasattr(value, "items")),
}
"""The requirement for each value of a game, in words and as a test."""


def faults_of_values(module: object) -> Iterator[str]:
    """The values of the contract that a module lacks, or has otherwise."""
    for name, (wanted, is_so) in VALUES.items():
        if not hasattr(module, name):
            yield f"has no {name}"
        elif not is_so(getattr(module, name)):
            yield f"{name} is not {wanted}"


def faults_of_functions(module: object) -> Iterator[str]:
    """The functions of the contract that a module lacks, or that take other arguments."""
    for name, wanted in vars(Game).items():
        if name.startswith("_") or not isfunction(wanted):
            continue
        _, *parameters = signature(wanted).parameters
        found, written = getattr(module, name, None), f"{name}({', '.join(parameters)})"
        if not callable(found):
            yield f"has no function {written}"
            continue
        try:
            signature(found).bind(*parameters)
        except TypeError:
            yield f"cannot be called as {written}"


def faults_in_play(game: Game[Any]) -> Iterator[str]:
    """The faults at the start of rubbers with the default options, for each number of players."""
    options = {option.name: option.default for option in game.options}
    for seats in game.seats:
        try:
            fault = _fault_at_start(game, seats, options)
        except Exception as error:
            fault = error_text(error)
        if fault:
            yield f"with {seats} players: {fault}"


def _fault_at_start(game: Game[Any], seats: int, options: dict[str, str]) -> str | None:
    if (refused := game.check_options(seats, options)) is not None:
        return f"its default options are refused: {refused.why}"
    game.about_plays(seats, options)
    state = game.start(seats, options)
    for attempt in range(SHUFFLES):
        if not isinstance(game.view(state, None), View):
            return "view gives no View"
        if game.turn(state) is not None:
            break
        if game.phase(state) not in (Phase.CUT, Phase.DEAL):
            return f"nobody is to act in phase {game.phase(state)}"
        state = game.apply(state, Shuffle(game.pack[attempt:] + game.pack[:attempt]))
        if isinstance(state, IllegalAction):
            return f"a shuffle is refused: {state.why}"
    turn = game.turn(state)
    if turn is None:
        return f"nobody is to act after {SHUFFLES} shuffles"
    if not (legal := game.legal(state)):
        return "the seat to act has no action"
    game.view(state, turn)
    after = game.apply(state, legal[0])
    return f"a legal action is refused: {after.why}" if isinstance(after, IllegalAction) else None
