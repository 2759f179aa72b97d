"""The buttons of a lobby: join, leave, choose a seat, invite, computers, options, terms, start, close."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, cast

import discord

from bot.discord_api import custom_ids
from bot.discord_api.errors import DeliveryError, NoPrivateThread
from bot.messages.kit.scene import PostContext, Scene
from bot.messages.lobby.invitation import invitation_scene, invite_scene
from bot.messages.lobby.lobby import RARE, SeatScene, lobby_more_scene, options_scene
from bot.messages.lobby.terms import TermsScene
from bot.messages.table.notice import AskScene, WordScene
from bot.publishing.private_answers import Validity
from bot.store import PersonRow
from bot.tables import LoadedTable, actions, table_terms
from bot.tables.actions import TableAction
from bot.tables.fold import do
from bot.tables.invitations import private_refusal
from bot.tables.rights import (
    BEGIN,
    DECLINE,
    JOIN,
    LEAVE,
    LOBBY_OF_OPENER,
    ORGANISE,
    PREPARE,
    SIT_DOWN,
    Right,
    check_lobby,
    check_opener,
)
from bot.tables.seat_holders import Holder
from bot.tables.seating_conditions import company
from bot.tables.table import Stage, Table, end_refusal
from bot.tables.usage_limits import Cost
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.request import Private, Redraw, Reply, Request, Response, Silent, name_of
from rules.core.contract import Fact
from rules.core.options import quick, whole

log = logging.getLogger(__name__)


def _register_action(verb: str, action: Callable[[str], TableAction], right: Right, cost: Cost) -> None:
    """Register a button that does one action; the lobby card shows the result, and a private menu is redrawn."""

    @table_button(verb, right=right, reply=Reply.NONE, cost=cost)
    async def handle(request: Request, loaded: LoadedTable) -> Response:
        await request.submit(loaded, action(request.person.key))
        if not request.is_ephemeral:
            return Silent()
        return await lobby_menu(request, await request.reload(loaded))


_register_action("leave", actions.Leave, LEAVE, Cost.NOTIFY)
_register_action("computer", actions.AddComputer, PREPARE, Cost.ACT)


@table_button("join", right=JOIN, reply=Reply.NONE, cost=Cost.NOTIFY)
async def join(request: Request, loaded: LoadedTable) -> Response:
    """Take a seat; whoever has one in the lobby gets what they may do there."""
    if loaded.table.stage is Stage.LOBBY and loaded.table.seat_of(request.person.key) is not None:
        return await lobby_menu(request, loaded)
    return await warning(request, loaded, "join-yes") or await _join(request, loaded)


@table_button("join-yes", right=JOIN, cost=Cost.NOTIFY)
async def join_yes(request: Request, loaded: LoadedTable) -> Response:
    """Join in spite of a warning, in the seat that was chosen, if any."""
    await request.services.personal_blocks.unwelcome(loaded.table, request.person.key)
    return await _join(request, loaded, custom_ids.number(request.argument))


async def warning(request: Request, loaded: LoadedTable, verb: str, seat: int | None = None) -> Response | None:
    """Return the question whether to come to a table where people are whom the person has blocked; None without them.

    `verb`: of the button for yes. Raises RequestRefused if somebody there has blocked the person.
    """
    if loaded.table.seat_of(request.person.key) is not None:
        return None
    blocked = await request.services.personal_blocks.unwelcome(loaded.table, request.person.key)
    if not blocked:
        return None
    holders = (await request.context(loaded)).holders
    names = tuple(holders[key].name for key in blocked if key in holders)
    question = fact(Notice.ASK_JOIN_BLOCKED, table=loaded.table.name, name=names)
    return Redraw(AskScene(await request.head(loaded), question, verb, "" if seat is None else str(seat)))


async def _join(request: Request, loaded: LoadedTable, seat: int | None = None) -> Response:
    await request.submit(loaded, actions.Join(request.person.key, seat))
    now = await request.reload(loaded)
    return await (ended_invitation if request.is_in_dm else lobby_menu)(request, now)


async def lobby_menu(request: Request, loaded: LoadedTable, note: Fact | None = None) -> Redraw:
    """Return the private menu behind *More…* in a lobby."""
    key = request.person.key
    may_close = request.is_at_home_of(loaded) and (loaded.table.opener == key or request.organises(loaded))
    scene = lobby_more_scene(await request.head(loaded), loaded.table, key, may_close=may_close, note=note)
    return Redraw(scene, validity=Validity(loaded.table.id, _is_lobby, partial(_begun, key)))


def _begun(person: str, table: Table, context: PostContext) -> WordScene | None:
    """Return the way from a lobby to the game that has begun, for somebody who sits there."""
    is_in = table.stage is Stage.PLAYING and table.seat_of(person) is not None
    return WordScene(fact(Notice.STARTED, table=table.name), context.head) if is_in else None


def _menu(loaded: LoadedTable, scene: Scene) -> Redraw:
    """A private menu of a lobby, which goes with it."""
    return Redraw(scene, validity=Validity(loaded.table.id, _is_lobby))


def _is_lobby(table: Table) -> bool:
    return table.stage is Stage.LOBBY


@table_button("partner", right=LEAVE, cost=Cost.NOTIFY)
async def choose_partner(request: Request, loaded: LoadedTable) -> Response:
    seat = custom_ids.number(request.argument)
    await request.submit(loaded, actions.ChoosePartner(request.person.key, -1 if seat is None else seat))
    return await lobby_menu(request, await request.reload(loaded))


@table_button("length", right=LOBBY_OF_OPENER, reply=Reply.NONE)
async def choose_length(request: Request, loaded: LoadedTable) -> Response:
    """Make it a quick game, or a whole one."""
    of = {"quick": quick, "whole": whole}.get(request.argument)
    if of is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    for name, value in of(loaded.table.rules.options).items():
        await request.submit(loaded, actions.SetOption(request.person.key, name, value))
    return Silent()


@table_button("start", "fill", right=BEGIN, reply=Reply.NONE, cost=Cost.NOTIFY)
async def start(request: Request, loaded: LoadedTable) -> Response:
    """Start the rubber, with computers in the free seats (`start`, of older cards: if there are none).

    A table of computers only asks first. If others sit there, whoever opened it decides about free seats.
    """
    fill, table, person = request.press.verb == "fill", loaded.table, request.person.key
    free = any(seat.kind is Holder.EMPTY for seat in table.seats)
    is_prepared = table.stage is Stage.LOBBY and table.opener == person and (fill or not free)
    if is_prepared and not table.humans:
        question = fact(Notice.ASK_COMPUTERS, table=table.name)
        return Redraw(AskScene(await request.head(loaded), question, "start-yes"))
    if fill and free and table.stage is Stage.LOBBY and table.opener in table.humans - {person}:
        await request.submit(loaded, actions.AskStart(person))
        context = await request.context(loaded)
        asked = context.named_fact(fact(Notice.START_ASKED, table=table.name, person=table.opener))
        return Private(WordScene(asked, context.head), Validity(table.id, partial(_is_start_asked, person)))
    return await _start(request, loaded, fill=fill)


def _is_start_asked(person: str, table: Table) -> bool:
    return table.stage is Stage.LOBBY and table.start_asked_by == person


@table_button("start-yes", right=PREPARE, cost=Cost.NOTIFY)
async def start_yes(request: Request, loaded: LoadedTable) -> Response:
    return await _start(request, loaded, fill=True)


async def _start(request: Request, loaded: LoadedTable, *, fill: bool) -> Response:
    action = actions.Start(request.person.key, fill)
    if loaded.table.private and not isinstance(do(loaded.table, action), Fact):
        await _open_thread_unseen(request, loaded)
    await request.submit(loaded, action)
    if not request.is_ephemeral:
        return Silent()
    return Redraw(WordScene(fact(Notice.STARTED, table=loaded.table.name), await request.head(loaded)))


async def _open_thread_unseen(request: Request, loaded: LoadedTable) -> None:
    """Open the thread of a private table before it starts. Raises RequestRefused if there can be none."""
    publisher = request.services.publisher
    publisher.rendering.delivery.hint([loaded.row.channel_id])  # the person may have made room for it
    try:
        await publisher.public.channel(loaded)
    except NoPrivateThread:
        channel = f"<#{loaded.row.channel_id}>"
        why = fact(Refusal.PRIVATE_NOT_STARTED, table=loaded.table.name, channel=channel)
        raise RequestRefused(why, loaded.table.id) from None
    except DeliveryError as error:  # the table waits for its thread
        log.info("table %s: its thread is opened later: %s", loaded.table.id, error)


def _chosen_value(request: Request) -> str:
    return "".join(request.values[:1])


def _number(request: Request) -> int:
    found = custom_ids.number(_chosen_value(request))
    return -1 if found is None else found


def _answer(what: Fact) -> Redraw:
    return Redraw(WordScene(what))


def _check_may_change(request: Request, loaded: LoadedTable) -> None:
    check_lobby(loaded.table)
    check_opener(loaded.table, request.person.key)


@table_button("options", right=LOBBY_OF_OPENER, cost=Cost.READ)
async def options(request: Request, loaded: LoadedTable) -> Response:
    _check_may_change(request, loaded)
    return _menu(loaded, options_scene(await request.head(loaded), loaded.table, rare=request.argument == RARE))


@table_button("option", right=LOBBY_OF_OPENER)
async def set_option(request: Request, loaded: LoadedTable) -> Response:
    await request.submit(loaded, actions.SetOption(request.person.key, request.argument, _chosen_value(request)))
    rare = any(option.rare for option in loaded.table.rules.options if option.name == request.argument)
    now = await request.reload(loaded)
    return _menu(now, options_scene(await request.head(now), now.table, rare=rare))


@table_button("seats", right=LOBBY_OF_OPENER)
async def set_seats(request: Request, loaded: LoadedTable) -> Response:
    await request.submit(loaded, actions.SetSeats(request.person.key, _number(request)))
    now = await request.reload(loaded)
    return _menu(now, options_scene(await request.head(now), now.table))


@table_button("terms", right=LOBBY_OF_OPENER, cost=Cost.READ)
async def show_terms(request: Request, loaded: LoadedTable) -> Response:
    _check_may_change(request, loaded)
    return _menu(loaded, await _terms_scene(request, loaded))


@table_button("term", right=LOBBY_OF_OPENER)
async def set_term(request: Request, loaded: LoadedTable) -> Response:
    await request.submit(loaded, actions.SetTerm(request.person.key, request.argument, _chosen_value(request)))
    return _menu(loaded, await _terms_scene(request, await request.reload(loaded)))


async def _terms_scene(request: Request, loaded: LoadedTable) -> TermsScene:
    own = (await request.services.guilds.preferences(loaded.row.guild_id)).paces
    return TermsScene(await request.head(loaded), table_terms.CHOICES, {written: name for name, written in own})


@table_button("seat", right=SIT_DOWN, cost=Cost.READ)
async def choose_seat(request: Request, loaded: LoadedTable) -> Response:
    check_lobby(loaded.table)
    if loaded.table.seat_of(request.person.key) is None and not loaded.table.admits(request.person.key):
        raise RequestRefused(private_refusal(loaded.table), loaded.table.id)
    return _menu(loaded, SeatScene(await request.head(loaded)))


@table_button("sit", right=SIT_DOWN, cost=Cost.NOTIFY)
async def sit(request: Request, loaded: LoadedTable) -> Response:
    seat = _number(request)
    if (question := await warning(request, loaded, "join-yes", seat)) is not None:
        return question
    await request.submit(loaded, actions.Sit(request.person.key, seat))
    return _answer(fact(Notice.SEATED, table=loaded.table.name, seat=seat))


@table_button("removal", right=LOBBY_OF_OPENER, cost=Cost.READ)
async def choose_whom(request: Request, loaded: LoadedTable) -> Response:
    _check_may_change(request, loaded)
    return _menu(loaded, SeatScene(await request.head(loaded), remove=True))


@table_button("remove", right=PREPARE, cost=Cost.NOTIFY)
async def remove(request: Request, loaded: LoadedTable) -> Response:
    table, seat = loaded.table, _number(request)
    if not 0 <= seat < len(table.seats):
        raise RequestRefused(fact(Refusal.NOT_SEATED, table=table.name))
    person = table.seats[seat].person
    if person is None:
        await request.submit(loaded, actions.RemoveComputer(request.person.key, seat))
        return _answer(fact(Notice.COMPUTER_REMOVED, table=table.name, seat=seat))
    name = (await request.head(loaded)).holders[seat].name
    await request.submit(loaded, actions.Remove(request.person.key, person))
    return _answer(fact(Notice.REMOVED, table=table.name, name=name))


@table_button("close", right=ORGANISE, cost=Cost.READ)
async def close(request: Request, loaded: LoadedTable) -> Response:
    check_opener(loaded.table, request.person.key, organises=request.organises(loaded))
    if loaded.table.stage in (Stage.OVER, Stage.CLOSED):
        raise RequestRefused(end_refusal(loaded.table))
    question = fact(Notice.ASK_CLOSE, table=loaded.table.name)
    return Redraw(AskScene(await request.head(loaded), question, "close-yes"))


@table_button("close-yes", right=ORGANISE, cost=Cost.NOTIFY)
async def close_yes(request: Request, loaded: LoadedTable) -> Response:
    await request.submit(loaded, actions.Close(request.person.key, request.organises(loaded)))
    return _answer(fact(Notice.CLOSED, table=loaded.table.name, name=request.person.name))


class ChosenUser(NamedTuple):
    """A user chosen in a menu."""

    id: int
    name: str
    bot: bool


def chosen_users(request: Request) -> Iterator[ChosenUser]:
    resolved = cast(dict[str, Any], request.interaction.data or {}).get("resolved", {})
    for value in request.values:
        user, member = resolved.get("users", {}).get(value), resolved.get("members", {}).get(value)
        if user is None:
            raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
        name = user.get("global_name") or user["username"]
        yield ChosenUser(int(value), name, member is None or user.get("bot", False))


async def guest(request: Request, user: discord.Member | ChosenUser, there: frozenset[str]) -> PersonRow:
    """Return a person who may be invited to a table where these people are. Raises RequestRefused."""
    name = user.name if isinstance(user, ChosenUser) else name_of(user)
    if user.bot:
        raise RequestRefused(fact(Refusal.CANNOT_INVITE, name=name))
    person = await request.services.people.meet(user.id, name, None)
    await request.services.bans.check_other(request.interaction.guild_id or 0, person)
    await request.services.personal_blocks.check_invitable(person, request.person.key, there)
    return person


async def invited_guest(request: Request, user: discord.Member | ChosenUser, there: frozenset[str]) -> PersonRow:
    """Return somebody else who may be invited to a table where these people are. Raises RequestRefused."""
    if user.id == request.interaction.user.id:
        raise RequestRefused(fact(Refusal.INVITED_THEMSELVES))
    return await guest(request, user, there)


@table_button("invite", right=LOBBY_OF_OPENER, cost=Cost.READ)
async def choose_guests(request: Request, loaded: LoadedTable) -> Response:
    check_lobby(loaded.table)
    check_opener(loaded.table, request.person.key)
    return _menu(loaded, invite_scene(loaded.table, await request.context(loaded)))


@table_button("invited", right=LOBBY_OF_OPENER, cost=Cost.CONTACT)
async def invite(request: Request, loaded: LoadedTable) -> Response:
    """Keep seats for the people chosen, and for nobody else."""
    check_lobby(loaded.table)
    check_opener(loaded.table, request.person.key)
    people = [await invited_guest(request, user, company(loaded.table)) for user in chosen_users(request)]
    await request.submit(loaded, actions.Invite(request.person.key, tuple(person.key for person in people)))
    now = await request.reload(loaded)
    return _menu(now, invite_scene(now.table, await request.context(now)))


@table_button("decline", right=DECLINE, cost=Cost.NOTIFY)
async def decline(request: Request, loaded: LoadedTable) -> Response:
    await request.submit(loaded, actions.Decline(request.person.key))
    return await ended_invitation(request, await request.reload(loaded))


async def ended_invitation(request: Request, loaded: LoadedTable) -> Redraw:
    """Return what came of the person's last invitation."""
    mine = [invitation for invitation in loaded.table.invitations if invitation.person == request.person.key]
    return Redraw(invitation_scene(loaded.table, mine[-1], await request.context(loaded)))
