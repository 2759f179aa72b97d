"""Cups for players: `/cup join | mine | standings`, and the buttons that lead to everything else of a cup.

Every act is answered by the person's own page of the cup. What needs standings is computed in a thread.
"""

from __future__ import annotations

import asyncio

import discord

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import Case
from bot.cups.cup_service import LoadedCup
from bot.cups.messages.bracket import bracket_scene
from bot.cups.messages.cross_table import cross_table_scene
from bot.cups.messages.cup_end import end_scene
from bot.cups.messages.cup_log import log_scene
from bot.cups.messages.cup_pairs import partner_scene
from bot.cups.messages.cup_panel import CupPanelScene, panel_scene
from bot.cups.messages.cup_standings import standings_scene
from bot.cups.messages.cup_text import CupVerb, head_of
from bot.cups.messages.entrant_list import entrants_scene
from bot.cups.messages.export import cup_files
from bot.cups.messages.hall_of_fame import hall_scene, past_cup
from bot.cups.messages.more_page import more_scene
from bot.cups.messages.own_page import CupWithdrawScene, mine_scene, schedule_scene
from bot.cups.messages.round_sheet import round_scene, why_scene
from bot.cups.messages.rule_pages import CupRulesPage, rules_scene
from bot.cups.notices import CupRefusal
from bot.cups.publishing.competition_context import CupContext
from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.messages.kit.scene import Scene
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts.notices import RequestRefused, fact
from cogs.buttons import button
from cogs.commands import choices, command
from cogs.cups import cup_services, finders, submit, unknown_button
from cogs.lobby import ChosenUser, chosen_users, guest
from cogs.request import Private, Redraw, Reply, Request, Response, TextFile

for _name in ("join", "mine", "standings"):
    choices(f"cup {_name}", "cup")(finders.cup_names)


def number(request: Request, place: int = 1) -> int | None:
    """Return the argument of a button at a place after the cup; None: it has none."""
    return custom_ids.number("".join(request.press.args[place : place + 1]))


async def context(request: Request, cup: Cup, at: int | None = None) -> CupContext:
    return await cup_services(request).cup_contexts.context(cup, at)


async def own_page(request: Request, cup: Cup) -> Scene:
    """Return the person's page of a cup."""
    names, tables, _ = await context(request, cup)
    return await asyncio.to_thread(mine_scene, cup, names, tables, request.person.key)


# Sign-up


@command("cup join", right=GuildRights.CUP_MEMBER, cost=Cost.NOTIFY)
async def join(request: Request, cup: Line | None = None, partner: discord.Member | None = None) -> Response:
    """Enter a cup; for pairs, ask somebody to be the partner, or look for one."""
    return await _join(request, await finders.meant_cup(request, cup, finders.is_signing_up), partner)


@button(CupVerb.JOIN, right=GuildRights.CUP_MEMBER, cost=Cost.NOTIFY)
async def join_pressed(request: Request) -> Response:
    return await _join(request, await finders.pressed_cup(request), None)


async def _join(request: Request, loaded: LoadedCup, partner: discord.Member | ChosenUser | None) -> Response:
    """Enter a cup, or agree with who has asked the person; ask somebody, or look for a partner."""
    await finders.check_may_enter(request, loaded)
    mine = request.person.key
    asked = "" if partner is None else (await guest(request, partner, frozenset({mine}))).key
    own_entrant, theirs = loaded.cup.entrant_of(mine), loaded.cup.entrant_of(asked)
    if theirs is not None and theirs.asked == mine:
        action: CupAction = cup_actions.AgreePartner(mine, asked)
    elif own_entrant is not None and asked:
        action = cup_actions.AskPartner(mine, asked)
    else:
        action = cup_actions.JoinCup(mine, asked)
    return Redraw(await _scene_after_joining(request, await submit(request, loaded, action)))


async def _scene_after_joining(request: Request, cup: Cup) -> Scene:
    """Return the person's page, or how to find a partner for who has none."""
    entrant = cup.entrant_of(request.person.key)
    if entrant is not None and len(entrant.people) < cup.rules.entrants.people:
        return await _partner_scene(request, cup)
    return await own_page(request, cup)


async def _partner_scene(request: Request, cup: Cup) -> Scene:
    names = await cup_services(request).cup_contexts.names(cup)
    return await asyncio.to_thread(partner_scene, cup, names, request.person.key)


@button(CupVerb.PARTNER, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def partner(request: Request) -> Response:
    return Redraw(await _partner_scene(request, (await finders.pressed_cup(request)).cup))


@button(CupVerb.ASK_PARTNER, right=GuildRights.CUP_MEMBER, cost=Cost.CONTACT)
async def ask_partner(request: Request) -> Response:
    """Ask who was chosen, or agree if that person has asked already."""
    loaded = await finders.pressed_cup(request)
    for user in chosen_users(request):
        return await _join(request, loaded, user)
    return Redraw(await _partner_scene(request, loaded.cup))


@button(CupVerb.ANY_PARTNER, right=GuildRights.CUP_MEMBER, cost=Cost.NOTIFY)
async def any_partner(request: Request) -> Response:
    """Look for whoever else looks for a partner; the cup puts them together when it starts."""
    loaded, mine = await finders.pressed_cup(request), request.person.key
    if loaded.cup.entrant_of(mine) is None:
        return await _join(request, loaded, None)
    return Redraw(await _scene_after_joining(request, await submit(request, loaded, cup_actions.AskPartner(mine, ""))))


@button(CupVerb.AGREE_PARTNER, right=GuildRights.CUP_MEMBER, cost=Cost.NOTIFY)
async def agree_partner(request: Request) -> Response:
    loaded, entrant = await finders.pressed_cup(request), number(request)
    await finders.check_may_enter(request, loaded)
    if entrant is None or entrant >= len(loaded.cup.entrants):
        raise unknown_button()
    action = cup_actions.AgreePartner(request.person.key, loaded.cup.entrants[entrant].people[0])
    return Redraw(await _scene_after_joining(request, await submit(request, loaded, action)))


@button(CupVerb.LEAVE, right=GuildRights.CUP_GUEST, cost=Cost.NOTIFY)
async def leave(request: Request) -> Response:
    """Leave a cup before its start; later that is a withdrawal, which asks first."""
    loaded = await finders.pressed_cup(request)
    if finders.is_running(loaded.cup):
        return _ask_withdrawal(request, loaded)
    return Redraw(await own_page(request, await submit(request, loaded, cup_actions.LeaveCup(request.person.key))))


@button(CupVerb.CHECK_IN, right=GuildRights.CUP_GUEST, cost=Cost.NOTIFY)
async def check_in(request: Request) -> Response:
    loaded = await finders.pressed_cup(request)
    return Redraw(await own_page(request, await submit(request, loaded, cup_actions.CheckIn(request.person.key))))


# Withdrawing


@button(CupVerb.WITHDRAW, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def withdraw(request: Request) -> Response:
    return _ask_withdrawal(request, await finders.pressed_cup(request))


def _ask_withdrawal(request: Request, loaded: LoadedCup) -> Response:
    _own_entrant(request, loaded.cup)
    return Redraw(CupWithdrawScene(head_of(loaded.cup)))


@button(CupVerb.WITHDRAW_YES, right=GuildRights.CUP_GUEST, cost=Cost.NOTIFY)
async def withdraw_yes(request: Request) -> Response:
    loaded = await finders.pressed_cup(request)
    own_entrant = _own_entrant(request, loaded.cup)
    action = cup_actions.WithdrawEntrant(None, own_entrant, "", Case.WITHDRAWN, request.person.key)
    return Redraw(await own_page(request, await submit(request, loaded, action)))


def _own_entrant(request: Request, cup: Cup) -> int:
    if (entrant := cup.entrant_of(request.person.key)) is None:
        raise RequestRefused(fact(CupRefusal.NOT_ENTERED))
    return entrant.number


# Messages


@button(CupVerb.MINE, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def mine_pressed(request: Request) -> Response:
    return Redraw(await own_page(request, (await finders.pressed_cup(request)).cup))


@command("cup mine", right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def mine(request: Request, cup: Line | None = None) -> Response:
    return Private(await own_page(request, (await finders.meant_cup(request, cup)).cup))


@button(CupVerb.STANDINGS, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def standings_pressed(request: Request) -> Response:
    return Redraw(await _standings(request, (await finders.pressed_cup(request)).cup, number(request)))


@command("cup standings", right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def standings(request: Request, cup: Line | None = None) -> Response:
    return Private(await _standings(request, (await finders.meant_cup(request, cup)).cup, None))


async def _standings(request: Request, cup: Cup, page: int | None) -> Scene:
    """Return the standings, or before the start who is in."""
    names = await cup_services(request).cup_contexts.names(cup)
    if cup.stage is CupStage.SIGN_UP:
        return await asyncio.to_thread(entrants_scene, cup, names)
    return await asyncio.to_thread(standings_scene, cup, names, page, request.person.key)


@button(CupVerb.ROUND, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def round_pressed(request: Request) -> Response:
    """Show the round of the button, or that which was chosen; usual: the last one, on the page with the own match."""
    cup, chosen = (await finders.pressed_cup(request)).cup, custom_ids.number("".join(request.values[:1]))
    wanted = number(request) if chosen is None else chosen
    at = None if wanted is None else min(wanted, len(cup.rounds) - 1)
    names, tables, _ = await context(request, cup, at)
    found = await asyncio.to_thread(round_scene, cup, names, tables, at, number(request, 2), request.person.key)
    if found is None:
        raise RequestRefused(fact(CupRefusal.NOT_RUNNING))
    return Redraw(found)


@button(CupVerb.WHY, right=GuildRights.CUP_GUEST, reply=Reply.ANEW, cost=Cost.READ)
async def why_pressed(request: Request) -> Response:
    """Say why the chosen match is paired so."""
    loaded, match = await finders.pressed_cup(request), custom_ids.number("".join(request.values[:1]))
    names = await cup_services(request).cup_contexts.names(loaded.cup)
    found = None if match is None else await asyncio.to_thread(why_scene, loaded.cup, match, names)
    if found is None:
        raise unknown_button()
    return Private(found)


@button(CupVerb.BRACKET, right=GuildRights.CUP_GUEST, cost=Cost.HEAVY)
async def bracket_pressed(request: Request) -> Response:
    cup = (await finders.pressed_cup(request)).cup
    names, tables, _ = await context(request, cup)
    found = await asyncio.to_thread(bracket_scene, cup, names, tables, number(request), request.person.key)
    if found is None:
        raise RequestRefused(fact(CupRefusal.NO_BRACKET))
    return Redraw(found)


@button(CupVerb.CROSS, right=GuildRights.CUP_GUEST, cost=Cost.HEAVY)
async def cross_pressed(request: Request) -> Response:
    cup = (await finders.pressed_cup(request)).cup
    names = await cup_services(request).cup_contexts.names(cup)
    found = await asyncio.to_thread(cross_table_scene, cup, names, number(request), request.person.key)
    if found is None:
        raise unknown_button()
    return Redraw(found)


@button(CupVerb.SCHEDULE, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def schedule_pressed(request: Request) -> Response:
    cup = (await finders.pressed_cup(request)).cup
    names = await cup_services(request).cup_contexts.names(cup)
    return Redraw(await asyncio.to_thread(schedule_scene, cup, names, number(request), request.person.key))


@button(CupVerb.ENTRANTS, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def entrants_pressed(request: Request) -> Response:
    """Show who is in a cup, on the page that was chosen."""
    cup = (await finders.pressed_cup(request)).cup
    names = await cup_services(request).cup_contexts.names(cup)
    page = custom_ids.number("".join(request.values[:1])) or 0
    return Redraw(await asyncio.to_thread(entrants_scene, cup, names, page))


@button(CupVerb.RULES, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def rules_pressed(request: Request) -> Response:
    cup, page = (await finders.pressed_cup(request)).cup, "".join(request.press.args[1:2])
    return Redraw(rules_scene(cup, CupRulesPage(page) if page in list(CupRulesPage) else CupRulesPage.PLAY))


@button(CupVerb.MORE, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def more_pressed(request: Request) -> Response:
    return Redraw(more_scene((await finders.pressed_cup(request)).cup))


@button(CupVerb.LOG, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def log_pressed(request: Request) -> Response:
    loaded = await finders.pressed_cup(request)
    organises = finders.organises(request, loaded)
    return Redraw(await log_of(request, loaded.cup, number(request) or 0, organises=organises))


async def log_of(request: Request, cup: Cup, page: int = 0, *, organises: bool) -> Scene:
    names = await cup_services(request).cup_contexts.names(cup)
    return await asyncio.to_thread(log_scene, cup, names, page, organises=organises)


@button(CupVerb.EXPORT, right=GuildRights.CUP_GUEST, reply=Reply.ANEW, cost=Cost.HEAVY)
async def export_pressed(request: Request) -> Response:
    """Answer with the files of a cup."""
    cup = (await finders.pressed_cup(request)).cup
    names = await cup_services(request).cup_contexts.names(cup)
    return TextFile(await asyncio.to_thread(lambda: tuple(cup_files(cup, names, request.translator))))


async def panel_of(request: Request, cup: Cup) -> CupPanelScene:
    return await asyncio.to_thread(panel_scene, cup, await cup_services(request).cup_contexts.names(cup))


# Cups that are over


@button(CupVerb.HALL, right=GuildRights.CUP_GUEST, cost=Cost.HEAVY)
async def hall_pressed(request: Request) -> Response:
    """Show the cups that have ended on the server of a cup, and who won them."""
    loaded = await finders.pressed_cup(request)
    guild_id = loaded.row.guild_id
    guild = request.interaction.client.get_guild(guild_id)
    ends = [(row, row.end) for row in await finders.ended_cups(request, guild_id) if row.end is not None]
    best = {person for _, end in ends for place in end.podium for person in place.people}
    named = await request.services.people.rows(best)
    names = {key: person.name for key, person in named.items()}
    lines = [past_cup(row, end, names) for row, end in ends]
    return Redraw(hall_scene(loaded.cup.id, guild.name if guild else "", lines, number(request) or 0))


@button(CupVerb.PAST, right=GuildRights.CUP_GUEST, reply=Reply.ANEW, cost=Cost.HEAVY)
async def past_chosen(request: Request) -> Response:
    """Show the end of the chosen cup."""
    loaded = await finders.chosen_cup(request)
    names = await cup_services(request).cup_contexts.names(loaded.cup)
    return Private(await asyncio.to_thread(end_scene, loaded.cup, names))
