"""Templates of cups: `/organise template` keeps rules, makes a cup from them again, by itself each week if wished."""

from __future__ import annotations

from discord import app_commands

from bot.cups.cup_rules import CupRules
from bot.cups.drafts import require_installed_game
from bot.cups.messages.cup_text import weekly_time
from bot.cups.notices import CupRefusal
from bot.cups.suspended_cups import missing_game
from bot.cups.weekly_cups import MOST_UNSEEN, time_of
from bot.discord_api.command_tree import Line
from bot.store import WeeklyCupRow
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts import Translator
from bot.texts.notices import Notice, RequestRefused, fact
from bot.typed_input.time_parser import is_never, meant_weekly
from cogs.commands import OfferedChoices, choices, command
from cogs.cups import cup_services, finders
from cogs.cups.organise_cups import keep_draft, own_draft, place
from cogs.cups.typed_values import own_zone
from cogs.organise import organised_guild
from cogs.request import Private, Request, Response, private_text


@command("organise template", right=GuildRights.ORGANISER, cost=Cost.SETTING)
async def template(
    request: Request,
    use: Line | None = None,
    keep: Line | None = None,
    drop: Line | None = None,
    every: Line | None = None,
) -> Response:
    """Make a cup from a template, forget one, or keep rules as one: of a cup, else of what is being made."""
    guild_id, templates = organised_guild(request), cup_services(request).templates
    if drop is not None:
        await templates.drop(guild_id, drop)
        return private_text(fact(Notice.TEMPLATE_DROPPED, name=drop))
    if every is not None:
        return await _keep_weekly(request, guild_id, keep or use, every)
    if use is not None:
        return Private(await keep_draft(request, require_installed_game(await templates.get(guild_id, use))))
    rules = await _rules(request, keep)
    await templates.keep(guild_id, rules, request.right)
    return private_text(fact(Notice.TEMPLATE_KEPT, name=rules.name))


async def _rules(request: Request, cup: str | None) -> CupRules:
    """Return the rules of a cup; without a name, of the one that the person is making."""
    return (
        await own_draft(request)
        if cup is None
        else (await finders.organised_cup(request, cup, finders.anything)).cup.rules
    )


async def _keep_weekly(request: Request, guild_id: int, keep: str | None, every: str) -> Response:
    """Let a cup be made of a template at a time of each week, or no more."""
    templates, weekly = cup_services(request).templates, cup_services(request).weekly_cups
    if is_never(every):
        name = keep or (await own_draft(request)).name
        rules = await templates.get(guild_id, name)
        await weekly.end(guild_id, rules.name)
        return private_text(fact(Notice.TEMPLATE_NOT_WEEKLY, name=rules.name))
    try:
        time = meant_weekly(every, await own_zone(request))
    except ValueError:
        raise RequestRefused(fact(CupRefusal.UNKNOWN_WEEKLY, text=every)) from None
    where = await place(request)
    if keep is None or keep.strip().casefold() not in map(str.casefold, await templates.of_guild(guild_id)):
        rules = await _rules(request, keep)
        await templates.keep(guild_id, rules, request.right)
        keep = rules.name
    rules = require_installed_game(await templates.get(guild_id, keep))
    await finders.check_prize(request, rules.role)
    starts = await weekly.begin(rules, time, where, request.person.key)
    cup_services(request).weekly_clock.wake()
    return private_text(fact(Notice.TEMPLATE_WEEKLY, name=rules.name, at=starts // 1000))


@choices("organise template", "use")
@choices("organise template", "drop")
async def template_names(request: Request, typed: str) -> OfferedChoices:
    """Offer the templates, with the times of those of which a cup is made each week."""
    guild_id, words = organised_guild(request), request.translator
    weekly = await cup_services(request).weekly_cups.of_guild(guild_id)
    kept = await cup_services(request).templates.of_guild(guild_id)
    names = [name for name in kept if typed.casefold() in name.casefold()]
    told = [_template_line(name, kept[name], weekly.get(name), words) for name in names]
    return [app_commands.Choice(name=text, value=name) for text, name in zip(told, names, strict=True)]


def _template_line(name: str, rules: CupRules, row: WeeklyCupRow | None, words: Translator) -> str:
    """A template with the time of its cups, that they have stopped, or that it waits for its game."""
    if (game := missing_game(rules.game)) is not None:
        return words("cup.template-without-game", name=name, of_game=game)
    if row is None:
        return name
    if row.due_at is None:
        why = "cup.weekly-stopped" if row.unseen >= MOST_UNSEEN else "cup.weekly-no-maker"
        return words(why, name=row.template)
    return words("cup.weekly", name=row.template, time=weekly_time(time_of(row), words))


@choices("organise template", "keep")
async def kept_names(request: Request, typed: str) -> OfferedChoices:
    """Offer the cups, and the templates that have no cup of their name."""
    cups = await finders.cup_names(request, typed)
    known = {str(offered.value).casefold() for offered in cups}
    templates = [
        offered for offered in await template_names(request, typed) if str(offered.value).casefold() not in known
    ]
    return [*cups, *templates]
