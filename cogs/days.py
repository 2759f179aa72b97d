"""Games over days: the terms of a table, pauses, substitutes and absences."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.presentation import time_parser
from bot.presentation.layouts.terms import told_pace
from bot.presentation.scenes import TermsScene, WordScene
from bot.store import PersonRow
from bot.tables import ActionResult, LoadedTable, actions, substitution, terms
from bot.tables.actions import Action
from bot.tables.agreements import PAUSE, SEAT
from bot.tables.table import Stage, Table
from bot.texts import in_language
from bot.texts.notices import Notice, Refusal, fact
from cogs.components import add_verbs
from cogs.finding import at_pressed, pressed
from cogs.lobby import not_openers_lobby, settle
from cogs.request import Handler, Private, Redraw, Request, Response, Silent, answer, word
from rules.core.contract import Fact

ENGLISH = in_language("en")
LONGEST_AWAY: Final = 60
"""In days."""

Doing = Callable[[Request, LoadedTable], Awaitable[Response]]


async def show_terms(ask: Request) -> Response:
    """Show the menus of the terms to the opener, in the lobby."""
    loaded = await pressed(ask)
    refused = loaded if isinstance(loaded, Fact) else await not_openers_lobby(ask, loaded)
    if isinstance(loaded, Fact) or refused is not None:
        return word(refused or fact(Refusal.UNKNOWN_BUTTON))
    return Private(await _terms_scene(ask, loaded))


async def _terms_scene(ask: Request, loaded: LoadedTable) -> TermsScene:
    paces = (await ask.services.guilds.preferences(loaded.row.guild_id)).paces
    return TermsScene((await ask.backdrop(loaded)).head, terms.CHOICES, {written: name for name, written in paces})


async def meant_pace(ask: Request, guild_id: int, text: str) -> str | Fact:
    """Return the typed pace, or the server's own pace of that name, as records write it."""
    return time_parser.meant_pace(text, (await ask.services.guilds.preferences(guild_id)).paces)


async def pace_names(ask: Request, guild_id: int, typed: str) -> list[app_commands.Choice[str]]:
    """Return the choices for autocomplete: named paces, the server's own, and a pace typed as times."""
    words, preferences = ask.words, await ask.services.guilds.preferences(guild_id)
    told = {name: told_pace(name, words) for name in terms.NAMED}
    told |= {written: f"{name}: {told_pace(written, words)}" for name, written in preferences.paces}
    wanted = " ".join(typed.split()).casefold()
    fitting = {value: name for value, name in told.items() if wanted in f"{value} {name}".casefold()}
    written = time_parser.meant_pace(typed, preferences.paces)
    if isinstance(written, str):
        fitting.setdefault(written, told_pace(written, words))
    return [app_commands.Choice(name=name[:100], value=value) for value, name in fitting.items()]


async def set_term(ask: Request) -> Response:
    """Set a term chosen in a menu, and redraw the menus."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    action = actions.SetTerm(ask.person.key, "".join(ask.press.args[:1]), "".join(ask.values[:1]))
    done = await ask.services.tables.submit(loaded.table.id, action, ask.id)
    now = await ask.services.tables.get(loaded.table.id)
    return await settle(ask, done, Redraw(await _terms_scene(ask, now or loaded)))


async def _do(ask: Request, loaded: LoadedTable, action: Action, done: Response) -> Response:
    return await settle(ask, await ask.services.tables.submit(loaded.table.id, action, ask.id), done)


async def propose_pause(ask: Request, loaded: LoadedTable) -> Response:
    """Propose a pause to everybody seated; an organiser pauses at once."""
    return await _propose(ask, loaded, actions.Propose(ask.person.key, PAUSE, manager=_organises(ask, loaded)))


async def _propose(ask: Request, loaded: LoadedTable, action: actions.Propose) -> Response:
    done = await ask.services.tables.submit(loaded.table.id, action, ask.id)
    waits = done is not None and done.table.pending is not None
    said = Notice.PROPOSED if waits else Notice.PAUSED if action.what == PAUSE else Notice.PACE_SET
    return await settle(ask, done, _said(ask, loaded, fact(said, table=loaded.table.name)))


def _organises(ask: Request, loaded: LoadedTable) -> bool:
    """Whether the person is an organiser: they manage the server and hold no seat at the table."""
    return ask.manages(loaded) and loaded.table.seat_of(ask.person.key) is None


def _said(ask: Request, loaded: LoadedTable, what: Fact) -> Response:
    return Redraw(WordScene(what)) if ask.in_private and ask.press.verb else Private(WordScene(what))


async def resume(ask: Request, loaded: LoadedTable) -> Response:
    what = fact(Notice.RESUMED, table=loaded.table.name, name=ask.person.name)
    return await _do(ask, loaded, actions.Resume(ask.person.key, ask.manages(loaded)), _said(ask, loaded, what))


async def take(ask: Request, loaded: LoadedTable) -> Response:
    """Take the pressed seat, or the first that is open."""
    if await ask.services.erasure.may_have_seen(ask.person, loaded.table):
        return word(fact(Refusal.HAS_SEEN_CARDS, table=loaded.table.name))
    member = substitution.membership(_joined_at(ask, loaded), ask.services.now())
    action = actions.Take(ask.person.key, _number(ask), member=member)
    done = await ask.services.tables.submit(loaded.table.id, action, ask.id)
    return await _seated(ask, loaded, done, ask.person)


async def _seated(ask: Request, before: LoadedTable, done: ActionResult | None, person: PersonRow) -> Response:
    """Answer a request for a seat: the person has the seat, or has asked the other side for it."""
    name = before.table.name
    seat = done.table.seat_of(person.key) if done else None
    asked = done.table.pending if done is not None and seat is None else None
    if asked is not None and asked.what == SEAT and asked.by == person.key:
        what = fact(Notice.ASKED_FOR_SEAT, table=name, seat=int(asked.value), until=asked.until // 1000)
    else:
        said = Notice.RETURNED if before.table.seats[seat or 0].was == person.key else Notice.SEAT_TAKEN
        what = fact(said, table=name, seat=seat or 0, name=person.name)
    return await settle(ask, done, Private(WordScene(what, (await ask.backdrop(before)).head)))


def _joined_at(ask: Request, loaded: LoadedTable) -> int | None:
    """When the person joined the table's server, ms since the epoch; None if unknown."""
    user = ask.interaction.user
    joined = user.joined_at if isinstance(user, discord.Member) and ask.is_at_home_of(loaded) else None
    return None if joined is None else int(joined.timestamp() * 1000)


def _number(ask: Request) -> int | None:
    """The number in the pressed button, or None."""
    return custom_ids.number("".join(ask.press.args[:1]))


async def admit(ask: Request, loaded: LoadedTable, user: discord.Member) -> Response:
    """Let an organiser give somebody an open seat."""
    if user.id == ask.interaction.user.id:
        return await take(ask, loaded)
    if not _organises(ask, loaded) or user.bot:
        return word(fact(Refusal.ONLY_ORGANISERS, table=loaded.table.name))
    person = await ask.services.people.meet(user.id, user.display_name, None)
    if await ask.services.erasure.may_have_seen(person, loaded.table):
        return word(fact(Refusal.THEY_HAVE_SEEN, table=loaded.table.name))
    done = await ask.services.tables.submit(loaded.table.id, actions.Admit(ask.person.key, person.key), ask.id)
    return await _seated(ask, loaded, done, person)


def _answering(answer: type[actions.Agree | actions.Disagree]) -> Doing:
    async def handler(ask: Request, loaded: LoadedTable) -> Response:
        to = _number(ask) or 0
        return await _do(ask, loaded, answer(ask.person.key, to, _organises(ask, loaded)), Silent())

    return handler


async def propose_pace(ask: Request, loaded: LoadedTable, pace: str) -> Response:
    """Propose a pace to everybody seated; an organiser sets it at once."""
    meant = await meant_pace(ask, loaded.row.guild_id, pace)
    if isinstance(meant, Fact):
        return word(meant)
    if loaded.table.stage is Stage.PLAYING and terms.pace(meant) == loaded.table.agreed.pace:
        return word(fact(Refusal.SAME_PACE, table=loaded.table.name))  # if granted, it would refill everybody's bank
    return await _propose(
        ask, loaded, actions.Propose(ask.person.key, terms.PACE, meant, manager=_organises(ask, loaded))
    )


async def kick(ask: Request, loaded: LoadedTable, seat: int) -> Response:
    """Let the opener or an organiser open a seat that misses its deadlines."""
    action = actions.OpenSeat(seat - 1, ask.person.key, ask.manages(loaded))
    holders = (await ask.backdrop(loaded)).head.holders
    name = holders[seat - 1].name if seat <= len(holders) else ""
    what = fact(Notice.SEAT_OPENED, table=loaded.table.name, seat=seat - 1, name=name)
    return await _do(ask, loaded, action, Private(WordScene(what)))


async def leave_for(ask: Request, days: float) -> Response:
    """Mark the person as away at all tables at which they play; 0 days: as back."""
    until = ask.services.now() + int(days * terms.DAY)
    told = 0
    for row, _ in await ask.services.store.tables_of_person(ask.person.key):
        if row.stage == Stage.PLAYING:
            told += await _away_from(ask, row.id, until if days else None)
    if not told:
        return word(fact(Refusal.NO_TABLE_OF_YOURS if days else Refusal.NOT_AWAY))
    if not days:
        return word(fact(Notice.BACK, name=ask.person.name))
    return word(fact(Notice.AWAY, name=ask.person.name, until=until // 1000))


async def _away_from(ask: Request, table_id: int, until: int | None) -> int:
    loaded = await ask.services.tables.get(table_id)
    seat = loaded.table.seat_of(ask.person.key) if loaded else None
    if loaded is None or seat is None:
        return 0
    action = _absence(loaded.table, seat, ask.person.key, until)
    done = None if action is None else await ask.services.tables.submit(table_id, action)
    return int(done is not None and done.refused is None)


def _absence(table: Table, seat: int, person: str, until: int | None) -> Action | None:
    """Return the action that marks a person as away or back; None if the table needs none."""
    if until is not None:
        return actions.Away(person, until)
    if table.seats[seat].away is not None:
        return actions.Back(person, seat)
    return actions.Resume(person) if table.rests else None


class Absences(commands.Cog):
    """`/away`"""

    @app_commands.command(name="away", description=ENGLISH.command("away"))
    @app_commands.describe(days=ENGLISH.command("away", "days"))
    async def away(
        self, interaction: discord.Interaction[Bot], days: app_commands.Range[float, 0, LONGEST_AWAY]
    ) -> None:
        async def wanted(ask: Request) -> Response:
            return await leave_for(ask, days)

        await answer(interaction, wanted)


VERBS: dict[str, Handler] = {
    "terms": show_terms,
    "term": set_term,
    "pause": at_pressed(propose_pause),
    "resume": at_pressed(resume),
    "take": at_pressed(take),
    "agree": at_pressed(_answering(actions.Agree)),
    "disagree": at_pressed(_answering(actions.Disagree)),
}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(Absences())
