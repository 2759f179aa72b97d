"""Anybody can write a number into a button: only finders, which check who asks, load something by its number."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.cups.cup_service import CupService
from bot.cups.leagues.league_service import LeagueService
from bot.members.people import PeopleService
from bot.store import Store
from bot.tables import TableService

PROJECT = Path(__file__).resolve().parents[2]

SERVICES: Final = {
    "tables": TableService,
    "cups": CupService,
    "leagues": LeagueService,
    "people": PeopleService,
    "store": Store,
}
LOADED: Final = re.compile(r"\b(Loaded(Table|Cup|League)?|(Table|(Ended)?Cup|League|Person)Row)\b")
NUMBER: Final = re.compile(r"^(int|Collection\[int\])$")
SHOWN: Final = {"people.meet", "people.get_cached"}
"""The person of a number that Discord itself has sent: who asks, or whom they have chosen."""
FINDERS: Final = {
    "finders._check_pressed_game",
    "finders.pressed_table",
    "finders.known_table",
    "finders._tables_by_name",
    "finders._tables_near",
    "finders._tables_of_new_thread",
    "finders.table_names",
    "cups.finders._known_cup",
    "cups.finders._known_cups",
    "cups.finders._last_ended_cups",
    "cups.finders._running_rows",
    "cups.finders._loaded_cups",
    "cups.finders.ended_cups",
    "cups.finders.cup_names",
    "cups.finders._is_in",
    "cups.finders.pressed_league",
    "cups.finders.meant_league",
    "cups.finders._is_known_league",
    "cups.finders._league_rows",
    "cups.finders.league_names",
    "tables.tables_with_room",
    "profiles.show_profile",
    "profiles._member",
    "cups.typed_values.typed_seeds",
}
AGAIN: Final = {"request.reload", "interaction_handler._refusal"}
"""The functions that read again what has been found once."""
COUNTED: Final = {"interaction_handler._is_play_on_turn"}
"""The functions that only count a press, by the table that it names, and tell nothing of it."""

WRITTEN: Final = {"gateway_events._answer"}
"""The function that finds who has written to the bot, by the number that Discord has sent."""


def methods(*, loading: bool) -> set[str]:
    """The methods of the services that take a number first, as `tables.get`: those that load something, or others."""
    found = set()
    for service, kind in SERVICES.items():
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            signature = inspect.signature(method)
            first = next((str(one.annotation) for one in list(signature.parameters.values())[1:2]), "")
            if NUMBER.match(first) and bool(LOADED.search(str(signature.return_annotation))) is loading:
                found.add(f"{service}.{name}")
    return found - SHOWN


def uses(wanted: set[str]) -> Iterator[tuple[str, ast.Call | None]]:
    """Each mention of a method in the cogs: the function with it (`finders.known_table`), and the call of it."""
    for path in (PROJECT / "cogs").rglob("*.py"):
        module = ".".join(path.relative_to(PROJECT / "cogs").with_suffix("").parts)
        for name, within in functions(ast.parse(path.read_text(encoding="utf-8"))):
            calls = {id(one.func): one for one in ast.walk(within) if isinstance(one, ast.Call)}
            for node in ast.walk(within):
                if isinstance(node, ast.Attribute) and f"{last_name(node.value)}.{node.attr}" in wanted:
                    yield f"{module}.{name}", calls.get(id(node))


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """The functions of a module, those of its classes too, then what stands outside them."""
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for one in inner:
            yield getattr(one, "name", "") if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) else "", one


def last_name(node: ast.AST) -> str:
    """The name of a value: `tables` of `request.services.tables`, and of a variable of this name."""
    return getattr(node, "attr", "") or getattr(node, "id", "")


def test_cogs_load_by_number_in_finders_alone() -> None:
    loading = methods(loading=True)
    assert {"tables.get", "cups.get", "leagues.get", "people.find", "store.row", "store.tables_in_channel"} <= loading
    assert {name for name, _ in uses(loading)} == FINDERS | AGAIN | COUNTED | WRITTEN


def test_cogs_act_on_the_number_of_something_that_was_found() -> None:
    acting = {one for one in methods(loading=False) if not one.startswith(("store.", "people."))}
    assert {"tables.submit", "tables.record", "tables.queue_plays", "cups.submit", "leagues.submit"} <= acting
    for name, call in uses(acting):
        assert call, name
        assert re.fullmatch(r"(loaded\.)?(table|cup|league)\.id", ast.unparse(call.args[0])), (name, ast.unparse(call))


def test_no_cog_calls_a_service_by_another_name() -> None:
    for path in (PROJECT / "cogs").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for name, value in assigned(node):
                assert last_name(value) not in SERVICES or name == last_name(value), (path.name, ast.unparse(node))


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement gives to values."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            if len(names) == len(values):
                yield from ((last_name(one), value) for one, value in zip(names, values, strict=True))
