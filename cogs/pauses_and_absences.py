"""Games over days: pauses, paces, substitutes and absences."""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.messages.hand.hand import HERE
from bot.messages.kit.scene import PostContext, Scene
from bot.messages.kit.table_text import pace_in_words
from bot.messages.table.notice import WordScene, proposal_scene
from bot.publishing.private_answers import Validity
from bot.runtime.times import DAY
from bot.store import PersonRow
from bot.tables import ActionResult, LoadedTable, actions, table_terms
from bot.tables.attendance import set_absence
from bot.tables.notes import holds, leaving
from bot.tables.proposals import PAUSE, SEAT
from bot.tables.rights import AGREE_OR_DECIDE, ORGANISE, RETURN, SIT_DOWN, GuildRights, may_organise
from bot.tables.substitution_rules import own_open_seat
from bot.tables.table import Stage, Table
from bot.tables.usage_limits import Cost
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from bot.typed_input import time_parser
from cogs.buttons import table_button
from cogs.commands import OfferedChoices, choices, command
from cogs.finders import table_to_view
from cogs.lobby import warning
from cogs.play import pause_queue_during, redraw_hand
from cogs.request import Private, Redraw, Reply, Request, Response, Silent, name_of, private_text
from rules.core.contract import Fact

LONGEST_AWAY: Final = 60
"""In days."""


async def written_pace(request: Request, guild_id: int, text: str) -> str:
    """Return the typed pace, or the server's own pace of that name, as records write it. Raises RequestRefused."""
    written = time_parser.meant_pace(text, (await request.services.guilds.preferences(guild_id)).paces)
    if isinstance(written, Fact):
        raise RequestRefused(written)
    return written


@choices("table pace", "pace")
async def paces_there(request: Request, typed: str) -> OfferedChoices:
    loaded = await table_to_view(request, getattr(request.interaction.namespace, "table", None))
    return await offered_paces(request, loaded.row.guild_id, typed)


@choices("table open", "pace")
async def paces_here(request: Request, typed: str) -> OfferedChoices:
    return await offered_paces(request, request.interaction.guild_id or 0, typed)


async def offered_paces(request: Request, guild_id: int, typed: str) -> OfferedChoices:
    translator, preferences = request.translator, await request.services.guilds.preferences(guild_id)
    names = {name: pace_in_words(name, translator) for name in table_terms.NAMED}
    names |= {written: f"{name}: {pace_in_words(written, translator)}" for name, written in preferences.paces}
    wanted = " ".join(typed.split()).casefold()
    fitting = {value: name for value, name in names.items() if wanted in f"{value} {name}".casefold()}
    written = time_parser.meant_pace(typed, preferences.paces)
    if isinstance(written, str):
        fitting.setdefault(written, pace_in_words(written, translator))
    return [app_commands.Choice(name=name, value=value) for value, name in fitting.items()]


def _organises(request: Request, loaded: LoadedTable) -> bool:
    return may_organise(loaded.table, request.person.key, organises=request.organises(loaded))


@table_button("pause", right=AGREE_OR_DECIDE, cost=Cost.NOTIFY)
async def propose_pause(request: Request, loaded: LoadedTable) -> Response:
    action = actions.Propose(request.person.key, PAUSE, manager=_organises(request, loaded))
    return await _propose(request, loaded, action, Notice.PAUSED)


@command("table pace", table_to_view, right=AGREE_OR_DECIDE, cost=Cost.NOTIFY)
async def propose_pace(request: Request, loaded: LoadedTable, pace: Line) -> Response:
    written = await written_pace(request, loaded.row.guild_id, pace)
    if loaded.table.stage is Stage.PLAYING and table_terms.pace(written) == loaded.table.agreed.pace:
        # if granted, it would refill everybody's bank
        raise RequestRefused(fact(Refusal.SAME_PACE, table=loaded.table.name))
    action = actions.Propose(request.person.key, table_terms.PACE, written, manager=_organises(request, loaded))
    return await _propose(request, loaded, action, Notice.PACE_SET)


async def _propose(request: Request, loaded: LoadedTable, action: actions.Propose, granted: Notice) -> Response:
    table = (await request.submit(loaded, action)).table
    if table.pending is not None:
        return _answer(request, fact(Notice.PROPOSED, table=table.name), _until_answered(table.id, table.pending.seq))
    pause = Validity(table.id, _is_paused) if granted is Notice.PAUSED else None
    return _answer(request, fact(granted, table=table.name), pause)


def _until_answered(table_id: int, seq: int) -> Validity:
    """Return the time for which a proposal (its entry) waits; then its outcome is shown."""
    return Validity(table_id, partial(_is_pending, seq), partial(_outcome, seq))


def _is_pending(seq: int, table: Table) -> bool:
    return table.pending is not None and table.pending.seq == seq


def _outcome(seq: int, table: Table, context: PostContext) -> Scene | None:
    is_last = table.proposal is not None and table.proposal.seq == seq
    return proposal_scene(table, table.proposal, context) if table.proposal and is_last else None


def _is_paused(table: Table) -> bool:
    return table.stage is Stage.PLAYING and table.paused


def _answer(request: Request, what: Fact, validity: Validity | None = None) -> Response:
    scene = WordScene(what)
    return Redraw(scene, validity=validity) if request.press.verb else Private(scene, validity)


@table_button("resume", right=AGREE_OR_DECIDE, cost=Cost.NOTIFY)
async def resume(request: Request, loaded: LoadedTable) -> Response:
    """Let a table go on, or a person be back; pressed in a hand, the hand says so by what it shows."""
    seat = loaded.table.seat_of(request.person.key)
    if HERE in request.press.args and seat is not None:
        return await pause_queue_during(request, loaded, seat, _resume_hand(request, loaded, seat))
    return _answer(request, await _go_on(request, loaded))


async def _resume_hand(request: Request, loaded: LoadedTable, seat: int) -> Response:
    return await redraw_hand(request, loaded, seat, await _go_on(request, loaded), quiet=True)


async def _go_on(request: Request, loaded: LoadedTable) -> Fact:
    table, person = loaded.table, request.person
    seat = table.seat_of(person.key)
    is_away = seat is not None and table.seats[seat].away is not None
    if seat is not None and is_away and (not table.paused or table.paused_for == person.key):
        await request.submit(loaded, actions.Back(person.key, seat))
        return fact(Notice.BACK, name=person.name)
    await request.submit(loaded, actions.Resume(person.key, request.organises(loaded)))
    return fact(Notice.RESUMED, table=table.name, name=person.name)


@table_button("agree", right=AGREE_OR_DECIDE, reply=Reply.NONE, cost=Cost.NOTIFY)
async def agree(request: Request, loaded: LoadedTable) -> Response:
    await request.submit(loaded, actions.Agree(request.person.key, _number(request) or 0, _organises(request, loaded)))
    return Silent()


@table_button("disagree", right=AGREE_OR_DECIDE, reply=Reply.NONE, cost=Cost.NOTIFY)
async def disagree(request: Request, loaded: LoadedTable) -> Response:
    action = actions.Disagree(request.person.key, _number(request) or 0, _organises(request, loaded))
    await request.submit(loaded, action)
    return Silent()


def _number(request: Request) -> int | None:
    return custom_ids.number(request.argument)


@table_button("take", right=RETURN, cost=Cost.NOTIFY)
async def take(request: Request, loaded: LoadedTable) -> Response:
    """Take the pressed seat, or the first that is open; a private message from which it is taken shows its hand."""
    seat = _number(request)
    own = own_open_seat(loaded.table, request.person.key)
    is_own = own is not None and seat in (None, own)
    question = None if is_own else await warning(request, loaded, "take-yes", seat)
    if question is None and seat is not None and request.is_in_dm:
        return await pause_queue_during(request, loaded, seat, _take(request, loaded, seat))
    return question or await _take(request, loaded, seat)


@table_button("take-yes", right=RETURN, cost=Cost.NOTIFY)
async def take_yes(request: Request, loaded: LoadedTable) -> Response:
    """Take a seat in spite of a warning."""
    await request.services.personal_blocks.unwelcome(loaded.table, request.person.key)
    response = await _take(request, loaded, _number(request))
    return Redraw(response.scene, validity=response.validity) if isinstance(response, Private) else response


async def _take(request: Request, loaded: LoadedTable, seat: int | None) -> Response:
    joined_at = request.joined_at if request.is_at_home_of(loaded) else None
    result = await request.services.substitutes.take(loaded, request.person, seat, joined_at, request.id)
    return await _seat_answer(request, loaded, result, request.person)


@command("table substitute", table_to_view, right=SIT_DOWN, cost=Cost.NOTIFY, user="person")
async def substitute(request: Request, loaded: LoadedTable, user: discord.Member | None = None) -> Response:
    """Take an open seat; an organiser can give it to somebody else."""
    if user is None or user.id == request.interaction.user.id:
        return await take(request, loaded)
    if not _organises(request, loaded) or user.bot:
        raise RequestRefused(fact(Refusal.ONLY_ORGANISERS, table=loaded.table.name))
    person, organises = await request.services.people.meet(user.id, name_of(user), None), request.organises(loaded)
    await request.services.bans.check_other(loaded.row.guild_id, person)
    conditions = (*request.right, *request.contact_conditions((person.key,)))
    result = await request.services.substitutes.admit(
        loaded, request.person.key, person, request.id, organises=organises, conditions=conditions
    )
    return await _seat_answer(request, loaded, result, person)


async def _seat_answer(request: Request, before: LoadedTable, result: ActionResult, person: PersonRow) -> Response:
    """Answer a request for a seat: the person has the seat, or has asked the other side for it."""
    name, seat, asked = before.table.name, result.table.seat_of(person.key), result.table.pending
    if seat is None and asked is not None and asked.what == SEAT and asked.by == person.key:
        what = fact(Notice.ASKED_FOR_SEAT, table=name, seat=int(asked.value), until=asked.until // 1000)
        return Private(WordScene(what, await request.head(before)), _until_answered(before.table.id, asked.seq))
    kind = Notice.RETURNED if before.table.seats[seat or 0].was == person.key else Notice.SEAT_TAKEN
    what = fact(kind, table=name, seat=seat or 0, name=person.name)
    if seat is not None and request.is_in_private and not request.is_beside_hand:
        return await redraw_hand(request, before, seat, what, quiet=True)
    told = WordScene(what, await request.head(before))
    return Redraw(told) if request.is_beside_hand else Private(told)


@command("table kick", table_to_view, right=ORGANISE, cost=Cost.NOTIFY)
async def kick(request: Request, loaded: LoadedTable, seat: app_commands.Range[int, 1, 8]) -> Response:
    """Let the opener or an organiser open a seat that misses its deadlines."""
    holders = (await request.head(loaded)).holders
    action = actions.OpenSeat(seat - 1, request.person.key, request.organises(loaded))
    after = (await request.submit(loaded, action)).table
    name = holders[seat - 1].name if seat <= len(holders) else ""
    what = fact(leaving(Notice.SEAT_OPENED, after), table=after.name, seat=seat - 1, name=name)
    return Private(WordScene(what), Validity(after.id, partial(holds, what)))


@command("away", right=GuildRights.ALL, cost=Cost.NOTIFY)
async def away(request: Request, days: app_commands.Range[float, 0, LONGEST_AWAY]) -> Response:
    services, person = request.services, request.person
    until = services.now() + int(days * DAY) if days else None
    changed = await set_absence(services.store, services.tables, person.key, until)
    if until is None:
        return private_text(fact(Notice.BACK, name=person.name))
    is_paused = all(table.paused_for == person.key for table in changed)
    what = Notice.AWAY_PAUSED if is_paused else Notice.AWAY
    told = fact(what, name=person.name, until=until // 1000)
    return Private(WordScene(told), Validity(changed[0].id, lambda table: table.is_away(person.key)))
