"""Notes: who came and went is said in the message of the hand, as long as the hand lasts, and in no post of its own."""

from __future__ import annotations

from pathlib import Path

from bot.publishing.posts import changed_posts
from bot.runtime.times import DAY
from bot.tables import actions
from bot.tables.fold import do, unfold
from bot.tables.notes import MOST
from bot.tables.table import Stage, Table
from bot.texts.notices import Notice
from tests.bot.days import COMPUTER, Days, days


def kinds(table: Table) -> list[object]:
    return [what.kind for what in table.notes]


async def after(here: Days, action: actions.TableAction) -> Table:
    await here.done(action)
    return await here.table()


async def test_who_gives_up_a_seat_and_takes_it_again_changes_the_hands_message_alone(tmp_path: Path) -> None:
    async with days(tmp_path, 4, pace="live") as here:
        person = here.keys[1]
        for action, kind in (
            (actions.Resign(person), Notice.RESIGNED),
            (actions.Take(person, seat=1), Notice.RETURNED),
        ):
            table = await after(here, action)
            assert kinds(table)[-1] is kind
            assert {post.key for post in changed_posts(action, None, table)} == {"lobby", "table:1"}


async def test_whoever_is_the_last_to_leave_is_said_to_have_left_the_table_waiting(tmp_path: Path) -> None:
    async with days(tmp_path, 2, pace="live") as here:
        first = await after(here, actions.Resign(here.keys[0]))
        assert kinds(first) == [Notice.RESIGNED]
        assert kinds(await after(here, actions.Resign(here.keys[1])))[-1] is Notice.LEFT_ALONE


async def test_a_table_keeps_the_last_notes_of_the_hand(tmp_path: Path) -> None:
    async with days(tmp_path, 4, pace="live") as here:
        for person, seat in ((here.keys[1], 1), (here.keys[2], 2), (here.keys[3], 3), (here.keys[1], 1)):
            await here.done(actions.Resign(person))
            table = await after(here, actions.Take(person, seat))
            assert len(table.notes) <= MOST
        assert kinds(table) == [Notice.RETURNED] * MOST


async def test_a_note_goes_when_what_it_says_is_no_longer_true(tmp_path: Path) -> None:
    async with days(tmp_path, 4, pace="live") as here:
        person = here.keys[1]
        assert kinds(await after(here, actions.Resign(person))) == [Notice.RESIGNED]
        assert kinds(await after(here, actions.Take(person, 1))) == [Notice.RETURNED]
        await here.done(actions.Away(person, here.time.now + DAY))
        assert kinds(await after(here, actions.Back(person, 1))) == [Notice.RETURNED, Notice.BACK]
        assert kinds(await after(here, actions.Away(person, here.time.now + DAY))) == [Notice.RETURNED]


async def test_it_is_noted_of_whoever_is_alone_that_they_are_away_until_they_are_back(tmp_path: Path) -> None:
    async with days(tmp_path, 1, computers=3, pace="live") as here:
        (person, *_) = here.keys
        assert kinds(await after(here, actions.Away(person, here.time.now + DAY)))[0] is Notice.AWAY_PAUSED
        assert kinds(await after(here, actions.Back(person, 0))) == [Notice.BACK]
        assert kinds(await after(here, actions.Propose(person, "pace", "day")))[-1] is Notice.PACE_SET


async def test_who_left_before_the_first_deal_is_told_of_in_its_hand(tmp_path: Path) -> None:
    async with days(tmp_path, 4, pace="live") as here:
        record = await here.tables.record(here.id)
        before = next(table for table in unfold(here.id, record) if table.stage is Stage.PLAYING)
        left = do(before, actions.Resign(here.keys[1]))
        assert isinstance(left, Table)
        assert [post.key for post in changed_posts(actions.Resign(here.keys[1]), before, left)] == ["lobby"]
        for entry in record[before.seq :]:
            left = do(left, entry.action)
            assert isinstance(left, Table)
        assert kinds(left) == [Notice.RESIGNED]


async def test_the_notes_of_a_hand_are_gone_when_it_is_over(tmp_path: Path) -> None:
    async with days(tmp_path, 4, pace="live") as here:
        table = await after(here, actions.Resign(here.keys[1]))
        while not table.is_hand_over:
            assert table.notes
            await (here.play() if table.asked else here.pass_by(COMPUTER))
            table = await here.table()
        assert table.notes == ()
