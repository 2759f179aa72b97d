"""The buttons of a lobby: join, leave, choose a seat, computers, options, start, close."""

from __future__ import annotations

from collections.abc import Callable

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.presentation.scenes import AskScene, OptionsScene, SeatScene, WordScene
from bot.publishing.posts import named, with_name
from bot.tables import ActionResult, LoadedTable, actions
from bot.tables.actions import Action
from bot.tables.table import Stage
from bot.texts.notices import Notice, Refusal, fact
from cogs.components import add_verbs
from cogs.finding import pressed
from cogs.request import Handler, Private, Redraw, Request, Response, Silent, word
from rules.core.contract import Fact

Wanted = Callable[[Request], Action]


async def settle(ask: Request, answer: ActionResult | None, done: Response) -> Response:
    """Return `done` if the action was done now or before, else the refusal."""
    if answer is None:
        return word(fact(Refusal.NO_TABLE, name=""))
    return done if answer.refused is None else await refusal(ask, answer)


async def refusal(ask: Request, answer: ActionResult) -> Private:
    """Answer a refused action with the refusal, which names people and computers."""
    loaded = await ask.services.tables.get(answer.table.id)
    if loaded is None or answer.refused is None:
        return word(fact(Refusal.NO_TABLE, name=""))
    back = await ask.backdrop(loaded)
    why = named(answer.refused, back.holders) or answer.refused
    return Private(WordScene(why, back.head))


def _doing(wanted: Wanted) -> Handler:
    """Return a handler that does one action at the table; the lobby card shows the result."""

    async def handler(ask: Request) -> Response:
        loaded = await pressed(ask)
        if isinstance(loaded, Fact):
            return word(loaded)
        return await settle(ask, await ask.services.tables.submit(loaded.table.id, wanted(ask), ask.id), Silent())

    return handler


def _number(ask: Request) -> int:
    """The number chosen in a menu; -1, which is no seat, if there is none."""
    found = custom_ids.number(_chosen(ask))
    return -1 if found is None else found


def _chosen(ask: Request) -> str:
    """The value chosen in a menu; "" if there is none."""
    return "".join(ask.values[:1])


async def options(ask: Request) -> Response:
    """Show the menus of the options to the opener."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    refused = await not_openers_lobby(ask, loaded)
    return word(refused) if refused else Private(await _options_scene(ask, loaded))


async def not_openers_lobby(ask: Request, loaded: LoadedTable) -> Fact | None:
    """Return why the person may not change the table's options and terms; None if they may."""
    if loaded.table.stage is not Stage.LOBBY:
        return fact(Refusal.ALREADY_STARTED, table=loaded.table.name)
    if loaded.table.opener == ask.person.key:
        return None
    _, holders = await ask.services.people.holders(loaded.table)
    return with_name(fact(Refusal.NOT_OPENER, table=loaded.table.name, person=loaded.table.opener), holders)


async def _options_scene(ask: Request, loaded: LoadedTable) -> OptionsScene:
    rules, count = loaded.table.rules, len(loaded.table.seats)
    choices = {
        option.name: tuple(value for value in option.choices if not rules.check_options(count, {option.name: value}))
        for option in rules.options
    }
    return OptionsScene((await ask.backdrop(loaded)).head, rules.seats, choices)


def _changing(wanted: Wanted) -> Handler:
    """Return a handler that does one action and redraws the menus of the options."""

    async def handler(ask: Request) -> Response:
        loaded = await pressed(ask)
        if isinstance(loaded, Fact):
            return word(loaded)
        answer = await ask.services.tables.submit(loaded.table.id, wanted(ask), ask.id)
        now = await ask.services.tables.get(loaded.table.id)
        return await settle(ask, answer, Redraw(await _options_scene(ask, now or loaded)))

    return handler


async def choose_seat(ask: Request) -> Response:
    """Show the menu of seats."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    if loaded.table.stage is not Stage.LOBBY:
        return word(fact(Refusal.ALREADY_STARTED, table=loaded.table.name))
    return Private(SeatScene((await ask.backdrop(loaded)).head))


async def choose_whom(ask: Request) -> Response:
    """Show the menu of people and computers that can be removed."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    refused = await not_openers_lobby(ask, loaded)
    return word(refused) if refused else Private(SeatScene((await ask.backdrop(loaded)).head, remove=True))


async def sit(ask: Request) -> Response:
    """Take the seat chosen in the menu."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    seat = _number(ask)
    answer = await ask.services.tables.submit(loaded.table.id, actions.Sit(ask.person.key, seat), ask.id)
    return await settle(ask, answer, redrawn(fact(Notice.SEATED, table=loaded.table.name, seat=seat)))


async def remove(ask: Request) -> Response:
    """Remove the person or computer chosen in the menu."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    seat = _number(ask)
    if not 0 <= seat < len(loaded.table.seats):
        return word(fact(Refusal.NOT_SEATED, table=loaded.table.name))
    person = loaded.table.seats[seat].person
    action: Action = actions.Remove(ask.person.key, person) if person else actions.RemoveComputer(ask.person.key, seat)
    back = await ask.backdrop(loaded)
    done = (
        fact(Notice.REMOVED, table=loaded.table.name, name=back.head.holders[seat].name)
        if person
        else fact(Notice.COMPUTER_REMOVED, table=loaded.table.name, seat=seat)
    )
    return await settle(ask, await ask.services.tables.submit(loaded.table.id, action, ask.id), redrawn(done))


def redrawn(what: Fact) -> Redraw:
    """Return a sentence that replaces the pressed private message."""
    return Redraw(WordScene(what))


async def close(ask: Request) -> Response:
    """Answer the button Close with a request for confirmation."""
    loaded = await pressed(ask)
    return word(loaded) if isinstance(loaded, Fact) else await ask_close(ask, loaded)


async def ask_close(ask: Request, loaded: LoadedTable) -> Response:
    """Ask the opener or a manager of the server to confirm that the table is to be closed."""
    if not (ask.manages(loaded) or loaded.table.opener == ask.person.key):
        _, holders = await ask.services.people.holders(loaded.table)
        return word(with_name(fact(Refusal.NOT_OPENER, table=loaded.table.name, person=loaded.table.opener), holders))
    return Private(
        AskScene((await ask.backdrop(loaded)).head, fact(Notice.ASK_CLOSE, table=loaded.table.name), "close-yes")
    )


async def close_yes(ask: Request) -> Response:
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    answer = await ask.services.tables.submit(
        loaded.table.id, actions.Close(ask.person.key, ask.manages(loaded)), ask.id
    )
    return await settle(ask, answer, redrawn(fact(Notice.CLOSED, table=loaded.table.name, name=ask.person.name)))


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
