"""One message for one post, by itself: when it is edited, when it is looked for, and when it is sent anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord.ui import ActionRow, Button, LayoutView

from bot.discord_api import custom_ids
from bot.discord_api.errors import ChannelGone, DeliveryError, Rejected
from bot.messages.kit.picture_cache import PictureCache
from bot.publishing.idempotent_sender import IdempotentSender, Showing
from bot.publishing.message_state import PUBLIC, MessageStates
from bot.runtime.times import DAY
from bot.store import Store
from bot.store.engine import open_store
from tests.bot.fake_discord import Crash, FakeDiscord
from tests.bot.running_bot import CHANNEL, SetClock
from tests.store.samples import opened

POST = "trick:1.1"


class Room:
    """A post of a table, and the channel that it is shown in."""

    def __init__(self, store: Store, table_id: int) -> None:
        self.table_id = table_id
        self.discord, self.time, self.marks = FakeDiscord(), SetClock(), MessageStates(store)
        self.sender = IdempotentSender(self.marks, self.discord, PictureCache(lambda *_: None), self.time)
        self.seq = 0

    @property
    def standing(self) -> list[int]:
        return list(self.discord.messages)

    async def bring(self, *, anew: bool = False) -> None:
        """Show one entry more."""
        self.seq += 1
        mark = await self.marks.get(self.table_id, PUBLIC, POST)
        await self.sender.bring(mark, Showing(self._drawn, None, self.seq, CHANNEL, anew))

    async def dies(self, step: str, when: str) -> None:
        """The process ends before or after a step by which the post is sent anew."""

        def end(what: str) -> None:
            if what.startswith(step):
                raise Crash

        setattr(self.discord, when, end)
        with pytest.raises(Crash):
            await self.bring(anew=True)
        setattr(self.discord, when, lambda _: None)

    def refuse(self, step: str, error: type[DeliveryError]) -> None:
        def refused(what: str) -> None:
            if what.startswith(step):
                raise error(what)

        self.discord.before = refused

    def _drawn(self, _: str) -> LayoutView:
        view = LayoutView()
        row: ActionRow[LayoutView] = ActionRow()
        row.add_item(Button(label="Why", custom_id=custom_ids.write("why", self.table_id, post=POST)))
        return view.add_item(row)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    time = SetClock()
    async with await open_store(tmp_path / "a.db", now=time) as store:
        room = Room(store, (await opened(store)).id)
        await room.bring()
        yield room


async def test_of_a_post_that_was_sent_anew_when_the_process_died_the_old_message_goes(room: Room) -> None:
    old = room.standing
    await room.dies("send", "after")
    newest = room.standing[-1]
    await room.bring()
    assert room.standing == [newest] != old


async def test_the_old_message_is_not_taken_for_the_one_that_was_to_be_sent_anew(room: Room) -> None:
    old = room.standing
    await room.dies("send", "before")
    await room.bring(anew=True)
    assert len(room.standing) == 1
    assert room.standing != old


async def test_where_nothing_can_be_looked_for_and_the_clock_went_back_nothing_is_sent_twice(room: Room) -> None:
    room.discord.remembers_nonces = False
    await room.dies("send", "after")
    standing = room.standing
    room.time.now -= DAY
    room.refuse("find", Rejected)
    with pytest.raises(Rejected):
        await room.bring(anew=True)
    assert room.standing == standing


async def test_where_the_place_is_gone_nothing_is_sent_there(room: Room) -> None:
    room.refuse("edit", ChannelGone)
    room.discord.log.clear()
    with pytest.raises(ChannelGone):
        await room.bring()
    assert [what.split()[0] for what in room.discord.log] == ["edit"]
