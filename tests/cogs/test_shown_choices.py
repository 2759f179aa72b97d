"""The names of choices, as Discord shows them in each language, mean their values."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from discord import Client, Intents, Locale, app_commands
from discord.app_commands import CommandTree, TranslationContext, TranslationContextLocation, locale_str

from bot.app import EXTENSION
from bot.discord_api.command_tree import InvalidOption, check
from bot.texts import CommandWords
from cogs.commands import make_commands

import_module(EXTENSION)


def parameters() -> list[tuple[str, app_commands.Parameter]]:
    found: list[tuple[str, app_commands.Parameter]] = []
    for one in make_commands():
        inner = one.walk_commands() if isinstance(one, app_commands.Group) else [one]
        found += [(each.qualified_name, part) for each in inner if isinstance(each, app_commands.Command)
                  for part in each.parameters if part.choices]  # fmt: skip
    return found


@pytest.fixture(scope="module")
def tree() -> CommandTree[Any]:
    found = CommandTree(Client(intents=Intents.none()))
    for one in make_commands():
        found.add_command(one)
    return found


async def test_each_choice_may_be_named_as_it_is_shown_in_any_language(tree: CommandTree[Any]) -> None:
    seen = 0
    for name, parameter in parameters():
        for choice in parameter.choices:
            where: TranslationContext[Any, Any] = TranslationContext(TranslationContextLocation.choice_name, choice)
            danish = await CommandWords().translate(locale_str(choice.name), Locale.danish, where)
            for shown in filter(None, (choice.value, choice.name, danish)):
                data = command_data(name, parameter, str(shown).upper())
                check(tree, data, finished=False)
                assert value_in(data) == choice.value, (name, shown)
                seen += 1
    assert seen > 50


@pytest.mark.parametrize("given", ["0x1", "-1", "٣", str(2**63), "9" * 20, "9" * 5_000])
def test_an_id_that_discord_cannot_have_is_no_person(tree: CommandTree[Any], given: str) -> None:
    person = {"name": "person", "type": 6, "value": str(2**63 - 1)}
    check(tree, {"name": "block", "options": [person]}, finished=True)
    with pytest.raises(InvalidOption):
        check(tree, {"name": "block", "options": [person | {"value": given}]}, finished=True)


def command_data(name: str, parameter: app_commands.Parameter, value: str) -> dict[str, Any]:
    """The data of an interaction with one option."""
    *outer, last = name.split()
    data: dict[str, Any] = {
        "name": last,
        "options": [{"name": parameter.display_name, "type": parameter.type.value, "value": value}],
    }
    for group in reversed(outer):
        data = {"name": group, "options": [data]}
    return data


def value_in(data: dict[str, Any]) -> object:
    while "options" in data:
        (data,) = data["options"]
    return data["value"]
