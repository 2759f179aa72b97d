"""Notes: who came and went is said in the message of the hand, as long as the hand lasts, and in no post of its own."""

from __future__ import annotations

from pathlib import Path

from bot.publishing.posts import changed_posts
from bot.runtime.times import DAY
from bot.tables import actions
from bot.tables.notes import MOST
from bot.tables.table import Table
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
        for days_away in range(1, MOST + 3):
            table = await after(here, actions.Away(here.keys[1], here.time.now + days_away * DAY))
            assert len(table.notes) <= MOST
            table = await after(here, actions.Back(here.keys[1], 1))
        assert kinds(table)[-1] is Notice.BACK
        assert len(table.notes) == MOST


async def test_the_notes_of_a_hand_are_gone_when_it_is_over(tmp_path: Path) -> None:
    async with days(tmp_path, 4, pace="live") as here:
        table = await after(here, actions.Resign(here.keys[1]))
        while not table.is_hand_over:
            assert table.notes
            await (here.play() if table.asked else here.pass_by(COMPUTER))
            table = await here.table()
        assert table.notes == ()
