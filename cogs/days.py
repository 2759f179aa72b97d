"""Games over days: the terms of a table, pausing it, taking an open seat, being away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import custom_ids, typed_times
from bot.app import Bot
from bot.facts import News, Refused, fact
from bot.layouts.terms import told_pace
from bot.scenes import TermsScene, WordScene
from bot.store import PersonRow
from bot.tables import Answer, Kept, actions, seating, terms
from bot.tables.actions import Action
from bot.tables.agreements import PAUSE, SEAT
from bot.tables.table import Stage, Table
from bot.texts import in_language
from cogs.answering import Ask, Handler, Private, Redraw, Reply, Silent, answer, word
from cogs.components import add_verbs
from cogs.finding import at_pressed, pressed
from cogs.lobby import not_openers_lobby, settle
from rules.game import Fact

ENGLISH = in_language("en")
LONGEST_AWAY: Final = 60
"""Days."""

Doing = Callable[[Ask, Kept], Awaitable[Reply]]


async def show_terms(ask: Ask) -> Reply:
    """The menus of the terms, for the opener, in the lobby."""
    kept = await pressed(ask)
    refused = kept if isinstance(kept, Fact) else await not_openers_lobby(ask, kept)
    if isinstance(kept, Fact) or refused is not None:
        return word(refused or fact(Refused.UNKNOWN_BUTTON))
    return Private(await _terms_scene(ask, kept))


async def _terms_scene(ask: Ask, kept: Kept) -> TermsScene:
    paces = (await ask.club.servers.wishes(kept.row.guild_id)).paces
    return TermsScene((await ask.backdrop(kept)).head, terms.CHOICES, {written: name for name, written in paces})


async def meant_pace(ask: Ask, guild_id: int, text: str) -> str | Fact:
    """The pace that is typed, or the server's own of that name, as it is written."""
    return typed_times.meant_pace(text, (await ask.club.servers.wishes(guild_id)).paces)


async def pace_names(ask: Ask, guild_id: int, typed: str) -> list[app_commands.Choice[str]]:
    """For autocomplete: the paces by name, the server's own, and the one that is typed as times."""
    words, wishes = ask.words, await ask.club.servers.wishes(guild_id)
    told = {name: told_pace(name, words) for name in terms.NAMED}
    told |= {written: f"{name}: {told_pace(written, words)}" for name, written in wishes.paces}
    wanted = " ".join(typed.split()).casefold()
    fitting = {value: name for value, name in told.items() if wanted in f"{value} {name}".casefold()}
    written = typed_times.meant_pace(typed, wishes.paces)
    if isinstance(written, str):
        fitting.setdefault(written, told_pace(written, words))
    return [app_commands.Choice(name=name[:100], value=value) for value, name in fitting.items()]


async def set_term(ask: Ask) -> Reply:
    """A choice in one of the menus: done, and the menus drawn anew."""
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    action = actions.SetTerm(ask.person.key, "".join(ask.press.args[:1]), "".join(ask.values[:1]))
    done = await ask.club.tables.submit(kept.table.id, action, ask.id)
    now = await ask.club.tables.get(kept.table.id)
    return await settle(ask, done, Redraw(await _terms_scene(ask, now or kept)))


async def _do(ask: Ask, kept: Kept, action: Action, done: Reply) -> Reply:
    return await settle(ask, await ask.club.tables.submit(kept.table.id, action, ask.id), done)


async def propose_pause(ask: Ask, kept: Kept) -> Reply:
    """Everybody who sits there is asked; an organiser's word does it at once."""
    return await _propose(ask, kept, actions.Propose(ask.person.key, PAUSE, manager=_organises(ask, kept)))


async def _propose(ask: Ask, kept: Kept, action: actions.Propose) -> Reply:
    done = await ask.club.tables.submit(kept.table.id, action, ask.id)
    waits = done is not None and done.table.pending is not None
    said = News.PROPOSED if waits else News.PAUSED if action.what == PAUSE else News.PACE_SET
    return await settle(ask, done, _said(ask, kept, fact(said, table=kept.table.name)))


def _organises(ask: Ask, kept: Kept) -> bool:
    """Whether the person decides for the others: who manages the server and does not play there."""
    return ask.manages(kept) and kept.table.seat_of(ask.person.key) is None


def _said(ask: Ask, kept: Kept, what: Fact) -> Reply:
    return Redraw(WordScene(what)) if ask.in_private and ask.press.verb else Private(WordScene(what))


async def resume(ask: Ask, kept: Kept) -> Reply:
    what = fact(News.RESUMED, table=kept.table.name, name=ask.person.name)
    return await _do(ask, kept, actions.Resume(ask.person.key, ask.manages(kept)), _said(ask, kept, what))


async def take(ask: Ask, kept: Kept) -> Reply:
    """Take the pressed seat, or the first that is open."""
    if await ask.club.erasing.may_have_seen(ask.person, kept.table):
        return word(fact(Refused.HAS_SEEN_CARDS, table=kept.table.name))
    member = seating.membership(_joined_at(ask, kept), ask.club.now())
    action = actions.Take(ask.person.key, _number(ask), member=member)
    done = await ask.club.tables.submit(kept.table.id, action, ask.id)
    return await _seated(ask, kept, done, ask.person)


async def _seated(ask: Ask, before: Kept, done: Answer | None, person: PersonRow) -> Reply:
    """What became of a seat that somebody is to hold: it is theirs, or they have asked for it."""
    name = before.table.name
    seat = done.table.seat_of(person.key) if done else None
    asked = done.table.pending if done is not None and seat is None else None
    if asked is not None and asked.what == SEAT and asked.by == person.key:
        what = fact(News.ASKED_FOR_SEAT, table=name, seat=int(asked.value), until=asked.until // 1000)
    else:
        said = News.RETURNED if before.table.seats[seat or 0].was == person.key else News.SEAT_TAKEN
        what = fact(said, table=name, seat=seat or 0, name=person.name)
    return await settle(ask, done, Private(WordScene(what, (await ask.backdrop(before)).head)))


def _joined_at(ask: Ask, kept: Kept) -> int | None:
    """When the person joined the table's server, ms since the epoch; None: Discord does not say."""
    user = ask.interaction.user
    joined = user.joined_at if isinstance(user, discord.Member) and ask.is_at_home_of(kept) else None
    return None if joined is None else int(joined.timestamp() * 1000)


def _number(ask: Ask) -> int | None:
    """The number that the pressed button carries; None: none."""
    return custom_ids.number("".join(ask.press.args[:1]))


async def admit(ask: Ask, kept: Kept, user: discord.Member) -> Reply:
    """An organiser gives somebody an open seat."""
    if user.id == ask.interaction.user.id:
        return await take(ask, kept)
    if not _organises(ask, kept) or user.bot:
        return word(fact(Refused.ONLY_ORGANISERS, table=kept.table.name))
    person = await ask.club.people.meet(user.id, user.display_name, None)
    if await ask.club.erasing.may_have_seen(person, kept.table):
        return word(fact(Refused.THEY_HAVE_SEEN, table=kept.table.name))
    done = await ask.club.tables.submit(kept.table.id, actions.Admit(ask.person.key, person.key), ask.id)
    return await _seated(ask, kept, done, person)


def _answering(answer: type[actions.Agree | actions.Disagree]) -> Doing:
    async def handler(ask: Ask, kept: Kept) -> Reply:
        to = _number(ask) or 0
        return await _do(ask, kept, answer(ask.person.key, to, _organises(ask, kept)), Silent())

    return handler


async def propose_pace(ask: Ask, kept: Kept, pace: str) -> Reply:
    """Everybody who sits there is asked; an organiser's word does it at once."""
    meant = await meant_pace(ask, kept.row.guild_id, pace)
    if isinstance(meant, Fact):
        return word(meant)
    if kept.table.stage is Stage.PLAYING and terms.pace(meant) == kept.table.agreed.pace:
        return word(fact(Refused.SAME_PACE, table=kept.table.name))  # agreed to, it would fill everybody's bank again
    return await _propose(ask, kept, actions.Propose(ask.person.key, terms.PACE, meant, manager=_organises(ask, kept)))


async def kick(ask: Ask, kept: Kept, seat: int) -> Reply:
    """The opener, or an organiser, opens a seat that lets the time pass."""
    action = actions.OpenSeat(seat - 1, ask.person.key, ask.manages(kept))
    sitters = (await ask.backdrop(kept)).head.sitters
    name = sitters[seat - 1].name if seat <= len(sitters) else ""
    what = fact(News.SEAT_OPENED, table=kept.table.name, seat=seat - 1, name=name)
    return await _do(ask, kept, action, Private(WordScene(what)))


async def leave_for(ask: Ask, days: float) -> Reply:
    """The person is away from all tables at which they play; 0 days: they are back."""
    until = ask.club.now() + int(days * terms.DAY)
    told = 0
    for row, _ in await ask.club.store.of_person(ask.person.key):
        if row.stage == Stage.PLAYING:
            told += await _away_from(ask, row.id, until if days else None)
    if not told:
        return word(fact(Refused.NO_TABLE_OF_YOURS if days else Refused.NOT_AWAY))
    if not days:
        return word(fact(News.BACK, name=ask.person.name))
    return word(fact(News.AWAY, name=ask.person.name, until=until // 1000))


async def _away_from(ask: Ask, table_id: int, until: int | None) -> int:
    kept = await ask.club.tables.get(table_id)
    seat = kept.table.seat_of(ask.person.key) if kept else None
    if kept is None or seat is None:
        return 0
    action = _absence(kept.table, seat, ask.person.key, until)
    done = None if action is None else await ask.club.tables.submit(table_id, action)
    return int(done is not None and done.refused is None)


def _absence(table: Table, seat: int, person: str, until: int | None) -> Action | None:
    """What tells the table that a person is away, or there again; None if it knows."""
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
        async def wanted(ask: Ask) -> Reply:
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
