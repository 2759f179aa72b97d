"""People who cannot be reached, in the middle of a hand: DMs that close and open again, people who leave."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.discord_api import circuit_breaker
from bot.discord_api.errors import Forbidden
from bot.publishing.member_left import ASKED_EVERY
from bot.runtime.times import DAY, HOUR
from bot.tables.seat_holders import Holder
from bot.tables.table import Seat, Table
from sandbox import Message, Person, Sandbox
from simulation.played_table import PLAYED, PlayedTable, played_table
from simulation.scripted_people import LONG, Player, is_called, play_buttons, posts, seated, table_now, taking
from tests.bot.fake_discord import FakeDiscord
from tests.bot.running_bot import RunningBot, StartBot
from tests.flows.conftest import serving, settings_for

GONE = "Aja has left the server"
BACK = "Aja had left seat"


@pytest.fixture
async def away(box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A bot that thinks everybody away at once, so that it calls everybody whose turn comes, and tries DMs at once."""
    monkeypatch.setattr(circuit_breaker, "FIRST_PAUSE", 0)
    async with serving(box, settings_for(box, database, notice_after=0)):
        yield


@dataclass
class Unreached:
    """Somebody whose DMs are closed, and how many of the calls in the thread they have followed."""

    table: PlayedTable
    player: Player
    followed: int = 0

    @property
    def calls(self) -> list[Message]:
        """The messages in the thread by which they were called."""
        return [one.message for one in self.player.person.notifications if one.kind == "mention"]

    async def play(self) -> None:
        """Play from the DM if it has come back, else from the hand behind the next call."""
        await self.table.box.until(lambda: self.player.called or len(self.calls) > self.followed, LONG)
        if self.player.called:
            return await self.table.play()
        self.followed += 1
        assert len(self.calls) == self.followed, "called once a turn"
        answer = await self.table.press(self.player, await self.look())
        assert answer.status in PLAYED, (answer.status, answer.text)
        return None

    async def look(self) -> Message:
        """Press My hand under the newest call."""
        call = self.calls[-1]
        assert self.player.person.mention in call.text
        shown = (await self.player.person.press(call, "My hand")).message
        assert shown is not None
        assert shown.ephemeral
        return shown


async def next_to_play(table: PlayedTable) -> Player:
    """Return the seat on turn by the record, whatever they were told; computers and deals are waited for."""

    def turn() -> Player | None:
        seat = table.table.turn
        return table.company[seat] if seat is not None and seat < len(table.company) else None

    player: Player = await table.box.until(turn, LONG)
    return player


async def play_until_turn_of(table: PlayedTable, player: Player) -> None:
    """The others play until somebody is next; not beyond."""
    while await next_to_play(table) is not player:
        await table.play()


@pytest.mark.slow
@pytest.mark.usefixtures("away")
@pytest.mark.parametrize("when", ["before the hand", "in the middle", "at the call"])
@pytest.mark.parametrize("back", ["press", "hand"])
async def test_closed_dms_leave_the_hand_to_the_thread_until_they_are_open_again(
    box: Sandbox, database: Path, when: str, back: str
) -> None:
    table = await played_table(box, database, "You Aja", 2, closed="Aja" if when == "before the hand" else "")
    you, aja = table.company
    if when != "before the hand":
        await table.play(3)
        await play_until_turn_of(table, aja)
        await table.play()
        await play_until_turn_of(table, you if when == "at the call" else aja)
    if when == "in the middle":
        await box.until(lambda: aja.called, LONG)  # closed while it is her turn, she still plays from what stands there
    aja.person.close_dms()
    hers = Unreached(table, aja)
    while hers.followed < 3:
        await play_until_turn_of(table, aja)
        await hers.play()
    assert not any(notice.kind == "mention" for notice in you.person.notifications)
    aja.person.open_dms()
    if back == "press":  # of anything: the call itself is gone when she has played
        shown = (await aja.person.command(table.thread, "hand")).message
        assert shown is not None
        assert not is_called(shown) or await next_to_play(table) is aja
    while back == "hand" and table.table.view(None).hand_number == 1:
        await (table.play() if await next_to_play(table) is you else hers.play())
    await play_until_turn_of(table, aja)
    await box.until(lambda: aja.called, LONG)
    assert aja.hand is not None
    assert play_buttons(aja.hand)
    await table.play(4)
    await table.settled()
    table.sound()
    assert not posts(table.thread, you.person, GONE), "a closed DM proves nothing"


async def test_the_hand_comes_by_dm_soon_after_its_person_has_opened_them_and_pressed_something(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_PAUSE", 5_000)  # a third of a second after a press
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja", 2, closed="Aja")
        aja = table.people[1]
        aja.open_dms()
        assert (await aja.command(table.thread, "hand")).message
        await box.until(lambda: table.company[1].hand, LONG)
        await table.play(4)
        await table.settled()
        table.sound()


# Who is not in the server any more


def departed(table: Table) -> list[Seat]:
    return [seat for seat in table.seats if seat.open]


@pytest.mark.slow
@pytest.mark.usefixtures("away")
@pytest.mark.parametrize("go", [Person.leave, Person.delete_account])
async def test_who_leaves_the_server_blocks_nobody_and_may_come_back(
    box: Sandbox, database: Path, go: Callable[[Person], None]
) -> None:
    table = await played_table(box, database, "You Aja Malik", 4)
    you, aja, malik = table.company
    await table.play(4)
    await play_until_turn_of(table, malik)
    go(aja.person)
    await table.play_until(lambda: posts(table.thread, you.person, GONE))
    table.gone = aja
    await table.play(4)
    table.gone = None
    (notice,) = posts(table.thread, you.person, GONE)
    assert [seat.kind for seat in departed(table.table)] == [Holder.COMPUTER]
    assert not [one for one in aja.person.notifications if one.kind == "mention"]
    await box.until(lambda: aja.hand is None, LONG)
    if go is Person.leave:
        aja.person.join()
        assert (await aja.person.press(notice, taking(notice))).status == "message"
        assert not departed(table.table)
        hers = Unreached(table, aja)  # till a DM comes through again
        for _ in range(8):
            await (hers.play() if await next_to_play(table) is aja else table.play())
        await table.shown()
    else:
        await table.play(6)
        await table.settled()
    table.sound()
    assert len(posts(table.thread, you.person, BACK if go is Person.leave else GONE)) <= 1, "it is told once"


@pytest.mark.usefixtures("bot")
async def test_who_leaves_before_the_start_is_played_for_at_once(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 2)
    aja.leave()
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, GONE))
    assert len(departed(table_now(database, lobby.id))) == 1


AJA, MALIK = 11, 12


async def a_while_later(start_bot: StartBot, discord: FakeDiscord, ms: int = DAY) -> tuple[RunningBot, Table]:
    """A table of two at a day a play, so much later than its start."""
    bot = await start_bot(discord)
    table = await bot.started(AJA, MALIK, seats=2, pace="day")
    await bot.shown()
    bot.time.now += ms
    return bot, table


async def now_at(bot: RunningBot, table: Table) -> Table:
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    return loaded.table


@pytest.mark.parametrize("left", [True, False])
async def test_who_misses_a_deadline_having_left_loses_the_seat(start_bot: StartBot, left: bool) -> None:
    discord = FakeDiscord()
    bot, table = await a_while_later(start_bot, discord)
    discord.left = {AJA, MALIK} if left else set()
    await bot.tables.tick(table.id)
    await bot.shown()
    assert len(departed(await now_at(bot, table))) == left
    assert len([one for one in discord.log if one.startswith("member")]) == 1, "only who missed it is asked about"
    await bot.kill()


async def test_who_left_is_found_out_when_no_reminder_reaches_them(start_bot: StartBot) -> None:
    discord = FakeDiscord()
    bot, table = await a_while_later(start_bot, discord, DAY // 2 + HOUR)
    discord.left = discord.closed = {AJA, MALIK}
    await bot.reminders.act(bot.time.now)
    await bot.shown()
    assert table.turn in [seat for seat, one in enumerate((await now_at(bot, table)).seats) if one.open]
    assert not [one for one in discord.messages.values() if one.mention is not None]
    await bot.kill()


async def test_where_nothing_is_told_of_members_nobody_loses_a_seat_and_it_is_asked_again_later(
    start_bot: StartBot,
) -> None:
    discord = FakeDiscord()

    def refuses(what: str) -> None:
        if what.startswith("member"):
            raise Forbidden("50001")

    bot, table = await a_while_later(start_bot, discord)
    discord.before = refuses
    discord.left = {AJA, MALIK}
    await bot.tables.tick(table.id)
    await bot.shown()
    assert not departed(await now_at(bot, table))
    assert table.turn is not None
    key = table.seats[table.turn].person or ""
    discord.before = lambda _: None
    assert not await bot.publisher.rendering.member_left.check_departure(1, key), "asked just now"
    bot.time.now += ASKED_EVERY
    assert await bot.publisher.rendering.member_left.check_departure(1, key)
    await bot.kill()
