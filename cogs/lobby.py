"""The lobby: join, leave, choose a seat, computers, options, start, close."""

from __future__ import annotations

from collections.abc import Callable

from bot import custom_ids
from bot.app import Bot
from bot.facts import News, Refused, fact
from bot.publishing.posts import named, with_name
from bot.scenes import AskScene, OptionsScene, SeatScene, WordScene
from bot.tables import Answer, Kept, actions
from bot.tables.actions import Action
from bot.tables.table import Stage
from cogs.answering import Ask, Handler, Private, Redraw, Reply, Silent, word
from cogs.components import add_verbs
from cogs.finding import pressed
from rules.game import Fact

Wanted = Callable[[Ask], Action]


async def settle(ask: Ask, answer: Answer | None, done: Reply) -> Reply:
    """What to reply when an action has been done, refused, or was done before."""
    if answer is None:
        return word(fact(Refused.NO_TABLE, name=""))
    return done if answer.refused is None else await refusal(ask, answer)


async def refusal(ask: Ask, answer: Answer) -> Private:
    """Why nothing was done, with names in it."""
    kept = await ask.club.tables.get(answer.table.id)
    if kept is None or answer.refused is None:
        return word(fact(Refused.NO_TABLE, name=""))
    back = await ask.backdrop(kept)
    why = named(answer.refused, back.sitters) or answer.refused
    return Private(WordScene(why, back.head))


def _doing(wanted: Wanted) -> Handler:
    """A press that does one thing at the table; the lobby card shows it."""

    async def handler(ask: Ask) -> Reply:
        kept = await pressed(ask)
        if isinstance(kept, Fact):
            return word(kept)
        return await settle(ask, await ask.club.tables.submit(kept.table.id, wanted(ask), ask.id), Silent())

    return handler


def _number(ask: Ask) -> int:
    """The number that was chosen in a menu; one that is nobody's seat when there is none."""
    found = custom_ids.number(_chosen(ask))
    return -1 if found is None else found


def _chosen(ask: Ask) -> str:
    """The value chosen in a menu; "" when there is none."""
    return "".join(ask.values[:1])


async def options(ask: Ask) -> Reply:
    """The menus of the options, for the opener."""
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    refused = await not_openers_lobby(ask, kept)
    return word(refused) if refused else Private(await _options_scene(ask, kept))


async def not_openers_lobby(ask: Ask, kept: Kept) -> Fact | None:
    """Why the person may not change how a table is played; None if they may."""
    if kept.table.stage is not Stage.LOBBY:
        return fact(Refused.ALREADY_STARTED, table=kept.table.name)
    if kept.table.opener == ask.person.key:
        return None
    _, sitters = await ask.club.people.sitters(kept.table)
    return with_name(fact(Refused.NOT_OPENER, table=kept.table.name, person=kept.table.opener), sitters)


async def _options_scene(ask: Ask, kept: Kept) -> OptionsScene:
    rules, count = kept.table.rules, len(kept.table.seats)
    choices = {
        option.name: tuple(value for value in option.choices if not rules.check_options(count, {option.name: value}))
        for option in rules.options
    }
    return OptionsScene((await ask.backdrop(kept)).head, rules.seats, choices)


def _changing(wanted: Wanted) -> Handler:
    """A choice in the options' menus: done, and the menus drawn anew."""

    async def handler(ask: Ask) -> Reply:
        kept = await pressed(ask)
        if isinstance(kept, Fact):
            return word(kept)
        answer = await ask.club.tables.submit(kept.table.id, wanted(ask), ask.id)
        now = await ask.club.tables.get(kept.table.id)
        return await settle(ask, answer, Redraw(await _options_scene(ask, now or kept)))

    return handler


async def choose_seat(ask: Ask) -> Reply:
    """The menu of seats."""
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    if kept.table.stage is not Stage.LOBBY:
        return word(fact(Refused.ALREADY_STARTED, table=kept.table.name))
    return Private(SeatScene((await ask.backdrop(kept)).head))


async def choose_whom(ask: Ask) -> Reply:
    """The menu of those who can be removed."""
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    refused = await not_openers_lobby(ask, kept)
    return word(refused) if refused else Private(SeatScene((await ask.backdrop(kept)).head, remove=True))


async def sit(ask: Ask) -> Reply:
    """A seat chosen in the menu."""
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    seat = _number(ask)
    answer = await ask.club.tables.submit(kept.table.id, actions.Sit(ask.person.key, seat), ask.id)
    return await settle(ask, answer, redrawn(fact(News.SEATED, table=kept.table.name, seat=seat)))


async def remove(ask: Ask) -> Reply:
    """A person or computer chosen to be removed."""
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    seat = _number(ask)
    if not 0 <= seat < len(kept.table.seats):
        return word(fact(Refused.NOT_SEATED, table=kept.table.name))
    person = kept.table.seats[seat].person
    action: Action = actions.Remove(ask.person.key, person) if person else actions.RemoveComputer(ask.person.key, seat)
    back = await ask.backdrop(kept)
    done = (
        fact(News.REMOVED, table=kept.table.name, name=back.head.sitters[seat].name)
        if person
        else fact(News.COMPUTER_REMOVED, table=kept.table.name, seat=seat)
    )
    return await settle(ask, await ask.club.tables.submit(kept.table.id, action, ask.id), redrawn(done))


def redrawn(what: Fact) -> Redraw:
    """A sentence in place of the private message that was pressed."""
    return Redraw(WordScene(what))


async def close(ask: Ask) -> Reply:
    """Ask whether the table shall really be closed."""
    kept = await pressed(ask)
    return word(kept) if isinstance(kept, Fact) else await ask_close(ask, kept)


async def ask_close(ask: Ask, kept: Kept) -> Reply:
    """Are you sure? For the opener and for who manages the server."""
    if not (ask.manages(kept) or kept.table.opener == ask.person.key):
        _, sitters = await ask.club.people.sitters(kept.table)
        return word(with_name(fact(Refused.NOT_OPENER, table=kept.table.name, person=kept.table.opener), sitters))
    return Private(AskScene((await ask.backdrop(kept)).head, fact(News.ASK_CLOSE, table=kept.table.name), "close-yes"))


async def close_yes(ask: Ask) -> Reply:
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    answer = await ask.club.tables.submit(kept.table.id, actions.Close(ask.person.key, ask.manages(kept)), ask.id)
    return await settle(ask, answer, redrawn(fact(News.CLOSED, table=kept.table.name, name=ask.person.name)))


VERBS: dict[str, Handler] = {
    "join": _doing(lambda ask: actions.Join(ask.person.key)),
    "leave": _doing(lambda ask: actions.Leave(ask.person.key)),
    "computer": _doing(lambda ask: actions.AddComputer(ask.person.key)),
    "start": _doing(lambda ask: actions.Start(ask.person.key)),
    "option": _changing(lambda ask: actions.SetOption(ask.person.key, "".join(ask.press.args[:1]), _chosen(ask))),
    "seats": _changing(lambda ask: actions.SetSeats(ask.person.key, _number(ask))),
    "options": options,
    "seat": choose_seat,
    "sit": sit,
    "removal": choose_whom,
    "remove": remove,
    "close": close,
    "close-yes": close_yes,
}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
