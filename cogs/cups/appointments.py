"""Appointments for the matches of cups: `/cup appointment`, `/organise appointment`, their buttons and forms."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.cups import cup_actions
from bot.cups.cup import Cup, Match
from bot.cups.cup_actions import CupAction
from bot.cups.cup_service import LoadedCup
from bot.cups.messages.appointment import TIMES, appointment_scene, times_form, waiting_match
from bot.cups.messages.cup_text import CupVerb
from bot.cups.notices import CupRefusal
from bot.discord_api.command_tree import Line
from bot.messages.kit.scene import Scene
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts.escaping import legible
from bot.texts.notices import RequestRefused, fact
from cogs.buttons import button
from cogs.commands import choices, command
from cogs.cups import cup_services, finders, submit, unknown_button
from cogs.cups.cup import number, own_page
from cogs.cups.organise_cups import MatchNumber, Reason, do_act, last_matches
from cogs.cups.typed_values import moment, own_zone
from cogs.request import OpenForm, Private, Redraw, Request, Response

Typed = Line | None

for _name in ("cup appointment", "organise appointment"):
    choices(_name, "cup")(finders.cup_names)
choices("organise appointment", "match")(last_matches)


@command("cup appointment", right=GuildRights.CUP_GUEST, cost=Cost.CONTACT)
async def show_appointment(
    request: Request,
    first: Typed = None,
    second: Typed = None,
    third: Typed = None,
    accept: app_commands.Range[int, 1, 9] | None = None,
    postpone: bool = False,
    cup: Typed = None,
) -> Response:
    """Show the time of the person's match, propose times, accept one by its number, or postpone the match."""
    loaded = await finders.meant_cup(request, cup, finders.is_running)
    match, key = _own_match(loaded.cup, request), request.person.key
    times = await _times(request, (first, second, third))
    if postpone:
        return Private(await _act(request, loaded, cup_actions.PostponeMatch(key, match.number, times)))
    if times:
        return Private(await _act(request, loaded, cup_actions.ProposeTimes(key, match.number, times)))
    if accept is not None:
        action = cup_actions.AcceptTime(key, match.number, _proposed_time(match, accept))
        return Private(await _act(request, loaded, action))
    return Private(await _page(request, loaded.cup, match.number))


def _own_match(cup: Cup, request: Request) -> Match:
    if (match := waiting_match(cup, request.person.key)) is None:
        without = CupRefusal.NO_OPEN_MATCH if cup.rules.appointments else CupRefusal.NO_APPOINTMENTS
        raise RequestRefused(fact(without))
    return match


def _proposed_time(match: Match, wanted: int) -> int:
    """Return the proposed time with a number, as the page of the match counts them."""
    proposed = match.appointment.proposed_times()
    if wanted > len(proposed):
        raise RequestRefused(fact(CupRefusal.NOT_PROPOSED))
    return proposed[wanted - 1]


async def _times(request: Request, typed: tuple[str | None, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([await moment(request, text) for text in typed if text and text.strip()]))


async def _act(request: Request, loaded: LoadedCup, action: Any) -> Scene:
    """Do an act of the person's side, and return the page of the match."""
    return await _page(request, await submit(request, loaded, action), action.match)


async def _page(request: Request, cup: Cup, match: int) -> Scene:
    """Return the time of a match; the person's page of the cup if the match waits for none any more."""
    entrant = cup.entrant_of(request.person.key)
    names = await cup_services(request).cup_contexts.names(cup)
    found = None if entrant is None else appointment_scene(cup, names, match, entrant.number)
    return found or await own_page(request, cup)


def _match_of(request: Request) -> int:
    if (match := number(request)) is None:
        raise unknown_button()
    return match


@button(CupVerb.TIMES, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def times_pressed(request: Request) -> Response:
    cup = (await finders.pressed_cup(request)).cup
    return Redraw(await _page(request, cup, _own_match(cup, request).number))


@button(CupVerb.ACCEPT_TIME, right=GuildRights.CUP_GUEST, cost=Cost.NOTIFY)
async def accept_pressed(request: Request) -> Response:
    loaded, time = await finders.pressed_cup(request), number(request, 2)
    if time is None:
        raise unknown_button()
    action = cup_actions.AcceptTime(request.person.key, _match_of(request), time * 1000)
    return Redraw(await _act(request, loaded, action))


@button(CupVerb.DECLINE_TIMES, right=GuildRights.CUP_GUEST, cost=Cost.NOTIFY)
async def decline_pressed(request: Request) -> Response:
    action = cup_actions.DeclineTimes(request.person.key, _match_of(request))
    return Redraw(await _act(request, await finders.pressed_cup(request), action))


@button(CupVerb.PROPOSE_TIMES, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def propose_pressed(request: Request) -> Response:
    return await _form(request, CupVerb.PROPOSED)


@button(CupVerb.POSTPONE, right=GuildRights.CUP_GUEST, cost=Cost.READ)
async def postpone_pressed(request: Request) -> Response:
    return await _form(request, CupVerb.POSTPONED)


async def _form(request: Request, verb: CupVerb) -> Response:
    cup = (await finders.pressed_cup(request)).cup
    return OpenForm(times_form(verb, cup.id, _match_of(request), await own_zone(request), request.translator))


@button(CupVerb.PROPOSED, right=GuildRights.CUP_GUEST, cost=Cost.CONTACT)
async def propose_typed(request: Request) -> Response:
    times = await _times(request, _time_texts(request))
    return await _typed_times(request, cup_actions.ProposeTimes(request.person.key, _match_of(request), times))


@button(CupVerb.POSTPONED, right=GuildRights.CUP_GUEST, cost=Cost.CONTACT)
async def postpone_typed(request: Request) -> Response:
    times = await _times(request, _time_texts(request))
    return await _typed_times(request, cup_actions.PostponeMatch(request.person.key, _match_of(request), times))


def _time_texts(request: Request) -> tuple[str, ...]:
    return tuple(request.fields.get(name, "") for name in TIMES)


async def _typed_times(request: Request, action: CupAction) -> Response:
    return Redraw(await _act(request, await finders.pressed_cup(request), action))


@command("organise appointment", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def set_appointment(
    request: Request, time: Line, reason: Reason, match: MatchNumber | None = None, cup: Typed = None
) -> Response:
    """Set the time of a match, or of all that have none."""
    loaded = await finders.organised_cup(request, cup, finders.is_running)
    to = await moment(request, time)
    return await do_act(request, loaded, cup_actions.SetAppointment(request.person.key, to, legible(reason), match))
