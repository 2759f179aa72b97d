"""The names and descriptions of commands, options and choices in each language, and commands in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from discord import Locale
from discord.app_commands import (
    Choice,
    Parameter,
    TranslationContextLocation,
    TranslationContextTypes,
    Translator,
    locale_str,
)

from bot.texts.catalogue import SOURCE_LANGUAGE, catalogue, languages

Where = TranslationContextLocation
NAMES: Final = frozenset({Where.command_name, Where.group_name, Where.parameter_name})
COMMAND_FIELD: Final = re.compile(r"\{command\[([^]]*)]}")
"""A command in a sentence: `{command[table open]}`."""

Forms = Mapping[str, tuple[str, ...]]
CommandIds = frozenset[tuple[str, int]]
"""The names and ids of the commands that Discord has from us, as far as they are known."""
NO_COMMANDS: Final[CommandIds] = frozenset()


def command_key(name: str, option: str = "", what: str = "description") -> str:
    """The key of the name or the description of a command (`table open`), or of one of its options."""
    return ".".join(("command", *name.split(), *filter(None, [option]), what))


def typed_command(name: str, forms: Forms) -> str:
    """A command as people type it: `/table open`."""
    words = name.split()
    names = (forms[command_key(" ".join(words[:count]), what="name")][0] for count in range(1, len(words) + 1))
    return f"/{' '.join(names)}"


def with_commands(forms: Forms, ids: CommandIds) -> dict[str, tuple[str, ...]]:
    """The sentences with the commands that they name: as mentions, or as people type them if the ids are unknown."""
    known = dict(ids)

    def mention(found: re.Match[str]) -> str:
        first = found[1].split()[0]
        return f"</{found[1]}:{known[first]}>" if first in known else f"`{typed_command(found[1], forms)}`"

    return {key: tuple(COMMAND_FIELD.sub(mention, form) for form in told_in) for key, told_in in forms.items()}


class CommandWords(Translator):
    """Gives Discord the texts of commands from the catalogues: `command.table.open.name`.

    A choice is translated by the sentence whose English is its name, because such sentences are used elsewhere, too.
    """

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        found = catalogue(locale.value)
        if found.language == SOURCE_LANGUAGE:
            return None
        what, data = "name" if context.location in NAMES else "description", context.data
        if isinstance(data, Choice):
            key = _keys().get(string.message, "")
        elif isinstance(data, Parameter):
            key = command_key(data.command.qualified_name, data.display_name, what)
        else:
            key = command_key(data.qualified_name, what=what)
        forms = found.forms.get(key)
        return forms[0] if forms and forms[0] != string.message else None


@cache
def choice_names(english: str) -> frozenset[str]:
    """The names of a choice in all languages; each is what `CommandWords` makes of its English name."""
    found = (catalogue(code).forms.get(_keys().get(english, "")) for code, _ in languages())
    return frozenset({english, *(forms[0] for forms in found if forms)})


@cache
def _keys() -> dict[str, str]:
    """The key of each English sentence."""
    return {forms[0]: key for key, forms in reversed(catalogue(SOURCE_LANGUAGE).forms.items())}
