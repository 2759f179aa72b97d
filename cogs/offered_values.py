"""The values of options that were typed as autocompletion shows them: Discord sends the name if nobody picks it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from discord import app_commands

from bot.texts import in_language, languages
from bot.texts.notices import RequestRefused
from cogs.request import Request

OfferedChoices = list[app_commands.Choice[Any]]
Offer = Callable[[Request, str], Awaitable[OfferedChoices]]
"""Returns the choices that fit what has been typed."""

DEPENDED_ON: Final = ("game", "table", "cup", "league")
"""The options on which the choices of other options depend."""


async def with_values(request: Request, offers: Mapping[str, Offer], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a command with the value in place of each name that autocompletion shows for one."""
    found, namespace = dict(options), vars(request.interaction.namespace)
    for name in sorted(offers.keys() & options.keys(), key=lambda one: one not in DEPENDED_ON):
        if isinstance(found[name], str) and found[name].strip():
            found[name] = await _value(request, offers[name], found[name])
            if name in namespace:
                namespace[name] = found[name]
    return found


async def _value(request: Request, offer: Offer, typed: str) -> Any:
    """Return the value that is offered under a typed name, in any language; if there is none, what was typed."""
    wanted = _plain(typed)
    for reading in _in_each_language(request):
        for part in (typed, ""):
            offered = await _choices_of(reading, offer, part)
            by_value = {_plain(str(choice.value)): choice.value for choice in offered}
            known = {_plain(choice.name): choice.value for choice in offered} | by_value
            if wanted in known:
                return known[wanted]
    return typed


def _in_each_language(request: Request) -> Iterator[Request]:
    """Yield the request as its person would make it in each language, their own first."""
    own = request.translator.language
    yield request
    for code, _ in languages():
        if code != own:
            yield replace(request, reader=replace(request.reader, words=in_language(code)))


async def _choices_of(request: Request, offer: Offer, typed: str) -> OfferedChoices:
    try:
        return await offer(request, typed)
    except RequestRefused:
        return []


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
