"""People who cannot be reached, in the middle of a hand: DMs that close and open again, people who leave."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.publishing import seats
from sandbox import Sandbox
from sandbox.messages import Message
from tests.faults.evening import PLAYED, Evening, evening
from tests.flows.conftest import serving, settings_for
from tests.flows.players import LONG, Player, is_called, ways


@pytest.fixture
async def away(box: Sandbox, database: Path) -> AsyncIterator[None]:
    """A bot that thinks everybody away at once, so that it calls everybody whose turn comes."""
    async with serving(box, settings_for(box, database, notice_after=0)):
        yield


@dataclass
class Unreached:
    """Somebody whose DMs are closed, and how many of the calls in the thread they have followed."""

    table: Evening
    player: Player
    followed: int = 0

    @property
    def calls(self) -> list[Message]:
        """The messages in the thread by which they were called."""
        return [one.message for one in self.player.person.notifications if one.kind == "mention"]

    async def play(self) -> None:
        """From the DM if it has come back, else from the hand behind the next call."""
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


async def next_to_play(table: Evening) -> Player:
    """Whose turn it is by the record, whatever they were told; after the deal, between hands."""
    turn: tuple[int] = await table.box.until(lambda: (now,) if (now := table.table.turn) is not None else None, LONG)
    return table.company[turn[0]]


async def play_until_turn_of(table: Evening, player: Player) -> None:
    """The others play until somebody is next; not beyond."""
    while await next_to_play(table) is not player:
        await table.play()


@pytest.mark.slow
@pytest.mark.usefixtures("away")
@pytest.mark.parametrize("when", ["before the hand", "in the middle", "at the call"])
@pytest.mark.parametrize("back", ["press", "hand"])
async def test_closed_dms_leave_the_hand_to_the_thread_until_they_are_open_again(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, when: str, back: str
) -> None:
    monkeypatch.setattr(seats, "ASK_AGAIN", 0)
    table = await evening(box, database, "You Aja", 2, closed="Aja" if when == "before the hand" else "")
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
    if back == "press":
        assert not is_called(await hers.look()) or await next_to_play(table) is aja
    while back == "hand" and table.table.view(None).hand_number == 1:
        await (table.play() if await next_to_play(table) is you else hers.play())
    await play_until_turn_of(table, aja)
    await box.until(lambda: aja.called, LONG)
    assert aja.hand is not None
    assert ways(aja.hand)
    await table.play(4)
    await table.settled()
    table.sound()
