"""Commands: handlers register themselves with a decorator; descriptions come from the catalogue."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from inspect import Parameter, Signature, signature
from typing import Any, Final, NamedTuple, TypeVar, cast

import discord
from discord import app_commands

from bot.app import Bot
from bot.discord_api.command_tree import Line
from bot.messages.kit import ui
from bot.tables import LoadedTable
from bot.tables.rights import GuildRights, Right
from bot.tables.usage_limits import Cost
from bot.texts import in_language, languages
from bot.texts.escaping import cut
from bot.texts.notices import RequestRefused
from cogs.finders import table_names
from cogs.interaction_handler import request_of, respond
from cogs.request import Policy, Request, Response

OfferedChoices = list[app_commands.Choice[Any]]
Offer = Callable[[Request, str], Awaitable[OfferedChoices]]
"""Returns the choices that fit what has been typed."""
ENGLISH: Final = in_language("en")

GUILD_ONLY: Final = frozenset({"table", "setup", "organise"})
"""The commands, and groups of commands, that exist in servers only."""
_MANAGING: Final = {GuildRights.MANAGER, GuildRights.ORGANISER}
"""The rights to commands that Discord offers only to people who may manage the server; servers may change that."""

TopCommand = app_commands.Command[Any, ..., None] | app_commands.Group
CommandHandler = TypeVar("CommandHandler", bound=Callable[..., Awaitable[Response]])
FindTable = Callable[[Request, str | None], Awaitable[LoadedTable]]
"""Returns the table with a name, or the one that is meant without a name (see `cogs.finders`)."""


class CommandSource(NamedTuple):
    """The source of a command: its handler, how to find its table if it has one, its policy, its renamed parameters."""

    handler: Callable[..., Awaitable[Response]]
    find: FindTable | None
    policy: Policy
    renamed: Mapping[str, str]


COMMANDS: Final[dict[str, CommandSource]] = {}
OFFERS: Final[dict[str, dict[str, Offer]]] = {}
"""Autocompletion by command and parameter."""


def command(
    name: str,
    find: FindTable | None = None,
    *,
    right: Right | GuildRights,
    cost: Cost = Cost.ACT,
    **renamed: str,
) -> Callable[[CommandHandler], CommandHandler]:
    """Register the handler of a command: its parameters after the request are the options.

    With `find` the handler also takes a table, and the command has an option for the table's name. `renamed`: the names
    of options that differ from their parameters'.
    """

    def register(handler: CommandHandler) -> CommandHandler:
        COMMANDS[name] = CommandSource(handler, find, Policy(right, cost), renamed)
        return handler

    return register


def choices(name: str, parameter: str) -> Callable[[Offer], Offer]:
    """Register the autocompletion of a command's parameter."""

    def register(offer: Offer) -> Offer:
        OFFERS.setdefault(name, {})[parameter] = offer
        return offer

    return register


def make_commands() -> list[TopCommand]:
    """Return all registered commands, those of two words in groups."""
    found: dict[str, TopCommand] = {}
    for name in COMMANDS:
        made, (first, *rest) = _make(name), name.split()
        if not rest:
            found[first] = app_commands.guild_only(made) if first in GUILD_ONLY else made
            continue
        if first not in found:
            offered = _offered_to(first)
            group = app_commands.Group(name=first, description=ENGLISH.command(first), default_permissions=offered)
            found[first] = app_commands.guild_only(group) if first in GUILD_ONLY else group
        cast(app_commands.Group, found[first]).add_command(made)
    return list(found.values())


def _offered_to(first: str) -> discord.Permissions | None:
    """Return the permissions of people to whom Discord offers a command or a whole group; None: everybody."""
    rights = {source.policy.right for name, source in COMMANDS.items() if name.split()[0] == first}
    return discord.Permissions(manage_guild=True) if rights <= _MANAGING else None


def _make(name: str) -> app_commands.Command[Any, ..., None]:
    handler, find, policy, renamed = COMMANDS[name]
    request, *options = signature(handler, eval_str=True).parameters.values()
    if find is not None:
        options = [*options[1:], Parameter("table", Parameter.KEYWORD_ONLY, default=None, annotation=Line | None)]
    described = {option.name: ENGLISH.command(name, renamed.get(option.name, option.name)) for option in options}
    offers = {"table": table_names, **OFFERS.get(name, {})}
    callback = _callback(handler, find, offers, policy)
    vars(callback).update(vars(handler), __signature__=Signature([request, *options]))
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name.split()[-1],
        description=ENGLISH.command(name),
        callback=app_commands.describe(**described)(app_commands.rename(**renamed)(callback)),
    )
    if " " not in name:
        made.default_permissions = _offered_to(name)
    for parameter in offers.keys() & described:
        made.autocomplete(parameter)(_autocompletion(parameter, offers, policy))
    return made


def _callback(
    handler: Callable[..., Awaitable[Response]], find: FindTable | None, offers: Mapping[str, Offer], policy: Policy
) -> Callable[..., Any]:
    async def callback(interaction: discord.Interaction[Bot], **options: Any) -> None:
        async def handle(request: Request) -> Response:
            meant = await with_values(request, offers, options)
            table = meant.pop("table", None)
            found = () if find is None else (await find(request, table),)
            return await handler(request, *found, **meant)

        await respond(interaction, handle, policy)

    return callback


def _autocompletion(
    parameter: str, offers: Mapping[str, Offer], policy: Policy
) -> Callable[[discord.Interaction[Bot], str], Any]:
    async def autocomplete(interaction: discord.Interaction[Bot], typed: str) -> OfferedChoices:
        if interaction.client.services.limits.full_until(interaction.user.id, Cost.KEYSTROKE) is not None:
            return []
        request, others = await request_of(interaction, policy), vars(interaction.namespace)
        depended_on: dict[str, object] = {
            name: others[name] for name in DEPENDED_ON if name in others and name != parameter
        }
        try:
            await with_values(request, offers, depended_on)
        except RequestRefused:
            return []
        return (await _choices_of(request, offers[parameter], typed))[: ui.MOST_CHOICES]

    return autocomplete


DEPENDED_ON: Final = ("game", "table", "cup", "league")
"""The options on which the choices of other options depend."""


async def with_values(request: Request, offers: Mapping[str, Offer], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a command with the value in place of each name that autocompletion shows for one."""
    found, namespace = dict(options), vars(request.interaction.namespace)
    for name in sorted(offers.keys() & options.keys(), key=lambda option: option not in DEPENDED_ON):
        if isinstance(found[name], str) and found[name].strip():
            found[name] = await _value(request, offers[name], found[name])
            if name in namespace:
                namespace[name] = found[name]
    return found


async def _value(request: Request, offer: Offer, typed: str) -> Any:
    """Return the value that is offered under a typed name, in any language; if there is none, what was typed."""
    wanted = _plain(typed)
    for reading in _requests_in_each_language(request):
        for part in (typed, ""):
            offered = await _choices_of(reading, offer, part)
            by_value = {_plain(str(choice.value)): choice.value for choice in offered}
            known = {_plain(choice.name): choice.value for choice in offered} | by_value
            if wanted in known:
                return known[wanted]
    return typed


def _requests_in_each_language(request: Request) -> Iterator[Request]:
    """Yield the request as its person would make it in each language, their own first."""
    own = request.translator.language
    yield request
    for code, _ in languages():
        if code != own:
            yield replace(request, reader=replace(request.reader, words=in_language(code)))


async def _choices_of(request: Request, offer: Offer, typed: str) -> OfferedChoices:
    """Return the choices with names as long as Discord shows them."""
    try:
        offered = await offer(request, typed)
    except RequestRefused:
        return []
    for choice in offered:
        choice.name = cut(choice.name, ui.CHOICE)
    return offered


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
