"""Requests that Discord puts off, breaks, or does without saying so: everything is shown once, and late at worst."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.discord_api import circuit_breaker
from bot.publishing import delivery_queues
from bot.publishing.posts import LOBBY
from bot.store.sqlite.store import SqliteStore
from cogs import interaction_handler
from cogs.buttons import BUTTONS
from cogs.interaction_handler import Responder
from cogs.request import Reply, Response
from sandbox import InjectedFault, Sandbox
from sandbox.world import errors
from simulation.accelerated_clock import accelerated_waits
from simulation.played_table import PLAYED, PlayedTable, played_table
from simulation.scripted_people import LONG, Player, opened, play_buttons, posts, record

MINUTE = 60.0


class RequestKind(NamedTuple):
    """Requests of one kind: their method, and a regular expression for the path."""

    method: str
    route: str


SEND = RequestKind("POST", r"^/channels/\d+/messages$")
EDIT = RequestKind("PATCH", r"^/channels/\d+/messages/\d+$")
THREAD = RequestKind("POST", r"/threads$")
ADD = RequestKind("PUT", r"/thread-members/\d+$")
DM = RequestKind("POST", r"^/users/@me/channels$")
ANSWER = RequestKind("POST", r"^/interactions/\d+/.+/callback$")
NEW = RequestKind("POST", r"^/webhooks/[^/]+/[^/]+$")
FOLLOW = RequestKind("PATCH", r"^/webhooks/.+/messages/@original$")


def named(way: object) -> str:
    return f"{way.method} {way.route}" if isinstance(way, RequestKind) else str(way)


def add(box: Sandbox, way: RequestKind, fault: InjectedFault) -> InjectedFault:
    """The fault, for requests of this kind alone."""
    fault.method, fault.route = way
    return box.faults.add(fault)


def made(table: PlayedTable) -> int:
    """The number of entries in the table's record."""
    return len(record(table.database, table.lobby.id))


async def goes_on(table: PlayedTable, plays: int = 4) -> None:
    """The cause is gone: some more plays; then everything is shown, and all is sound."""
    table.box.faults.clear()
    enough = table.acknowledged.total() + plays
    while table.acknowledged.total() < enough:
        with accelerated_waits():
            player = await table.box.until(lambda: table.called, 20 * LONG)
        assert (await table.press(player)).status in PLAYED
    with accelerated_waits():
        await table.box.until(lambda: not table.missing(), 20 * LONG)
    await table.settled()
    table.sound()


async def until_hit(table: PlayedTable, fault: InjectedFault) -> None:
    """Everybody plays when called, until a fault has struck; what is answered too late counts as pressed."""
    while not fault.hits:
        await table.box.until(lambda: fault.hits or table.called, LONG)
        if not fault.hits and table.called:
            await table.press(table.called)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(("way", "is_global"), [(SEND, False), (SEND, True), (EDIT, False), (ANSWER, False)], ids=named)
async def test_a_limit_of_a_whole_minute_is_waited_for(
    box: Sandbox, database: Path, way: RequestKind, is_global: bool
) -> None:
    table = await played_table(box, database)
    await table.play(3)
    await until_hit(table, add(box, way, InjectedFault.rate_limited(retry_after=MINUTE, is_global=is_global)))
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_limit_of_a_whole_minute_at_the_start_of_a_table_is_waited_for(box: Sandbox, database: Path) -> None:
    thread, dm = (add(box, way, InjectedFault.rate_limited(retry_after=MINUTE)) for way in (THREAD, DM))
    table = await played_table(box, database, patience=20 * LONG)
    assert (thread.hits, dm.hits) == (1, 1)
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_when_nothing_is_let_through_for_a_minute_little_is_asked_and_all_is_made_up_for(
    box: Sandbox, database: Path
) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player, before = await table.turn(), made(table)
    ban = box.faults.add(InjectedFault.rate_limited(via=False, times=None))
    assert (await table.press(player)).status == "failed"
    assert made(table) > before, "the play counts"
    with accelerated_waits():
        await asyncio.sleep(MINUTE)
    assert ban.hits < 40, "the bot went on asking"
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("way", "status"), [(SEND, 502), (SEND, 503), (EDIT, 503)], ids=named)
async def test_what_breaks_before_or_after_it_was_done_is_shown_once(
    box: Sandbox, database: Path, way: RequestKind, status: int, late: bool
) -> None:
    """502 is asked again by discord.py, five times; 503 by us. A send that was done is found then."""
    times = (5 if status == 502 else 1) if late and way is SEND else 6
    table = await played_table(box, database)
    await table.play(3)
    fault = add(box, way, InjectedFault.server_error(status=status, late=late, times=times))
    await until_hit(table, fault)
    with accelerated_waits():
        await box.until(lambda: fault.hits == times, 20 * LONG)
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("status", [502, 503])
async def test_a_table_begins_once_though_its_thread_and_messages_break(
    box: Sandbox, database: Path, status: int, late: bool
) -> None:
    faults = [add(box, way, InjectedFault.server_error(status=status, late=late, times=6)) for way in (THREAD, ADD, DM)]
    table = await played_table(box, database, patience=20 * LONG)
    assert [fault.hits for fault in faults] == [6, 6, 6]
    assert len(box.threads) == 1
    assert set(table.thread.members) >= {person.id for person in table.people}, "everybody was added to the thread"
    await goes_on(table)


GONE = InjectedFault.refused(errors.unknown_channel(), times=6)
CODELESS = InjectedFault.refused(errors.ApiError(404, 0, "404: Not Found"), times=6)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("way", "fault"),
    [
        (EDIT, InjectedFault.page(404, times=6)),
        pytest.param(SEND, InjectedFault.page(403, times=6), marks=pytest.mark.slow),
        pytest.param(SEND, InjectedFault.page(200, times=6), marks=pytest.mark.slow),
        pytest.param(EDIT, InjectedFault.page(200, times=6), marks=pytest.mark.slow),
        pytest.param(SEND, CODELESS, marks=pytest.mark.slow),
        pytest.param(EDIT, GONE, marks=pytest.mark.slow),
        pytest.param(SEND, GONE, marks=pytest.mark.slow),
    ],
    ids=lambda one: named(one) if isinstance(one, RequestKind) else f"{one.kind} {one.status} {one.code}",
)
async def test_what_is_refused_by_something_else_or_wrongly_leaves_no_thread_and_doubles_nothing(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, way: RequestKind, fault: InjectedFault
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_PAUSE", 1)
    monkeypatch.setattr(delivery_queues, "TRIES", (0.1,) * 1000)
    table = await played_table(box, database, "You Aja", 2)
    await table.play(3)
    struck = add(box, way, replace(fault))
    await until_hit(table, struck)
    await box.until(lambda: struck.hits == struck.times, LONG)
    await goes_on(table)
    assert table.standing(table.lobby.channel) == [LOBBY]


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("times", [1, 6])
async def test_an_answer_that_breaks_is_made_once_or_shown_in_the_hand(
    box: Sandbox, database: Path, times: int, late: bool
) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player, before = await table.turn(), made(table)
    add(box, ANSWER, InjectedFault.server_error(late=late, times=times))
    answer = await table.press(player)
    assert answer.status == ("update" if late or times == 1 else "failed")
    assert made(table) > before, "the play counts"
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("way", [ANSWER, FOLLOW], ids=named)
@pytest.mark.parametrize("typed", [False, True], ids=["pressed", "typed"])
async def test_an_answer_that_was_put_off_breaks_after_it_was_done_and_comes_once(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, way: RequestKind, typed: bool
) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player = await table.turn()
    append = SqliteStore.append

    async def slow(self: SqliteStore, *given: Any, **conditions: Any) -> None:
        await asyncio.sleep(1.8)
        await append(self, *given, **conditions)

    monkeypatch.setattr(SqliteStore, "append", slow)
    fault = add(box, way, InjectedFault.server_error(late=True))
    if typed:
        table.pressed[player.person.name] += 1
        answer = await player.person.command(table.thread, "play", cards=card_of(player))
        await box.until(lambda: "Played:" in answer.text, LONG)
        (_,) = [one for one in player.person.sees(table.thread) if one.ephemeral]
        table.acknowledged[player.person.name] += 1
    else:
        assert (await table.press(player)).status == "deferred_update"
    monkeypatch.setattr(SqliteStore, "append", append)
    await box.until(lambda: fault.hits == 1, LONG)
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("where", ["in the thread", "in a direct message"])
async def test_what_is_asked_by_a_press_and_put_off_breaks_after_it_was_done_and_comes_once(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    table = await played_table(box, database, "You Aja", 2)
    await table.play(4)
    await table.settled()
    you = table.people[0]
    pressed = posts(table.thread, you, "trick ")[-1] if where == "in the thread" else table.company[0].hand
    assert pressed
    all_answers_are_put_off(box, monkeypatch)
    faults = [add(box, way, InjectedFault.server_error(late=True)) for way in (FOLLOW, NEW)]
    asked = len(box.requests)
    await you.press(pressed, "Ladder" if where == "in the thread" else "Help…")

    def answers() -> int:
        return sum(one.path.startswith("/webhooks/") for one in box.requests[asked:])

    await box.until(lambda: sum(fault.hits for fault in faults) and answers() > 1, LONG)
    monkeypatch.undo()
    await goes_on(table)
    title = f"Ladders of {table.lobby.name}" if where == "in the thread" else f"{table.lobby.name}: what would you like"
    told = [one.text for one in (*you.sees(table.thread), *you.dms) if title in one.text]
    assert len(told) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_what_was_put_off_and_has_nothing_to_say_leaves_nothing(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    you, channel = box.person("You"), box.channel("cards")
    lobby = await opened(box, you, channel)
    all_answers_are_put_off(box, monkeypatch)
    before = [one.id for one in channel.messages.values()]
    for label, told, reply, status in (
        ("Shorter", "Longer", Reply.NONE, "deferred_update"),
        ("Longer", "Shorter", Reply.HERE, "deferred"),
    ):
        source = BUTTONS["length"]
        monkeypatch.setitem(BUTTONS, "length", source._replace(policy=source.policy._replace(reply=reply)))
        answer = await you.press(lobby.card, label)
        assert answer.status == status
        await lobby.shows(told)
        await box.until(lambda: [one.id for one in channel.messages.values()] == before, LONG)


def all_answers_are_put_off(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot defer before it does anything."""
    response = Responder._response

    async def slow(responder: Responder) -> Response:
        await box.until(responder._interaction.response.is_done, LONG)
        return await response(responder)

    monkeypatch.setattr(interaction_handler, "PATIENCE", 0.0)
    monkeypatch.setattr(Responder, "_response", slow)


def card_of(player: Player) -> str:
    """The cards of a play that stands out in a hand, as they are typed."""
    assert player.hand
    return " ".join(next(way.codes for way in play_buttons(player.hand) if way.stands_out))
