"""Commands, options and choices as Discord shows them in each language."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from discord import Locale, app_commands
from discord.app_commands import TranslationContext, TranslationContextLocation, locale_str

from bot.app import EXTENSION, Bot
from bot.cups.cup_rules import CupRules
from bot.cups.leagues.league_rules import LeagueRules
from bot.discord_api.command_tree import payloads
from bot.messages.people.guild_standings import USUAL_HANDS
from bot.runtime.steady_clock import SteadyClock
from bot.texts import CommandWords, in_language, languages
from bot.texts.commands import NO_COMMANDS, command_key, typed_command, with_commands

Payload = dict[str, Any]
NAME = re.compile(r"[-_'\w]{1,32}")
"""Discord's pattern of names, in small letters."""
TRANSLATED = [code for code, _ in languages() if code != "en"]


@pytest.fixture
async def commands() -> AsyncIterator[list[Payload]]:
    """All commands, as they are told to Discord."""
    async with Bot(SteadyClock()) as bot:
        await bot.load_extension(EXTENSION)
        yield await payloads(bot.tree, CommandWords())


def named(parts: list[Payload], path: str = "") -> Iterator[tuple[str, Payload]]:
    """Every command, group and option with its path: `table open players`."""
    for part in parts:
        at = f"{path} {part['name']}".strip()
        yield at, part
        yield from named(part.get("options", []), at)


async def test_english_names_and_descriptions_are_those_of_the_source_language(commands: list[Payload]) -> None:
    words = in_language("en")
    for path, part in named(commands):
        assert words(command_key(path, what="name")) == part["name"]
        assert words(command_key(path)) == part["description"]
        assert not {"en-US", "en-GB"} & {*part.get("name_localizations", {}), *part["description_localizations"]}


@pytest.mark.parametrize("language", TRANSLATED)
async def test_every_command_and_option_has_a_name_and_a_description_that_discord_takes(
    commands: list[Payload], language: str
) -> None:
    for path, part in named(commands):
        name = part.get("name_localizations", {}).get(language, part["name"])
        assert NAME.fullmatch(name), path
        assert name == name.lower(), path
        assert 1 <= len(part["description_localizations"].get(language, part["description"])) <= 100, path


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
async def test_names_beside_one_another_differ(commands: list[Payload], language: str) -> None:
    groups = [commands, *(part["options"] for _, part in named(commands) if part.get("options"))]
    for group in groups:
        names = [part.get("name_localizations", {}).get(language, part["name"]) for part in group]
        assert len(set(names)) == len(names)


async def test_danish_commands_have_danish_names(commands: list[Payload]) -> None:
    found = dict(named(commands))
    assert found["table open"]["name_localizations"] == {"da": "åbn"}
    assert found["table open players"]["name_localizations"] == {"da": "spillere"}
    assert found["record"]["description_localizations"] == {"da": in_language("da").command("record")}


async def test_a_choice_is_told_by_the_sentence_whose_english_it_has() -> None:
    words = in_language("en")
    choice = app_commands.Choice(name=words("button.close"), value="x")
    context: Any = TranslationContext(TranslationContextLocation.choice_name, choice)
    translate = CommandWords().translate
    assert await translate(locale_str(choice.name), Locale.danish, context) == in_language("da")("button.close")
    assert await translate(locale_str(choice.name), Locale.french, context) is None
    assert await translate(locale_str("no sentence"), Locale.danish, context) is None


NAMED = {
    "ask": ("Open one with {command[table open]}.",),
    "command.table.name": ("bord",),
    "command.table.open.name": ("åbn",),
}


def test_a_command_in_a_sentence_is_a_mention_once_its_id_is_known() -> None:
    assert with_commands(NAMED, frozenset({("table", 7)}))["ask"] == ("Open one with </table open:7>.",)


@pytest.mark.parametrize("ids", [NO_COMMANDS, frozenset({("hand", 7)})])
def test_a_command_without_an_id_is_written_as_it_is_typed_in_the_language(ids: frozenset[tuple[str, int]]) -> None:
    assert with_commands(NAMED, ids)["ask"] == ("Open one with `/bord åbn`.",)


def test_a_command_is_typed_by_the_names_of_its_group_and_itself() -> None:
    assert typed_command("table open", NAMED) == "/bord åbn"
    assert typed_command("table", NAMED) == "/bord"


def test_languages_with_and_without_ids_are_kept_apart() -> None:
    ids = frozenset({("table", 7)})
    assert "</table open:7>" in in_language("da", commands=ids)("mytables.none")
    assert "`/bord åbn`" in in_language("da")("mytables.none")


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
@pytest.mark.parametrize(
    ("path", "option", "default"),
    [
        *(("organise create", name, getattr(CupRules(""), name)) for name in ("rounds", "hands", "least", "most")),
        ("organise league", "moves", LeagueRules("").moves),
        ("organise league", "hands", CupRules("").hands),
        ("standings", "hands", USUAL_HANDS),
    ],
)
def test_the_default_that_an_option_tells_is_the_one_that_it_has(
    language: str, path: str, option: str, default: int
) -> None:
    assert re.search(rf" {default}\b", in_language(language).command(path, option)), (path, option)
