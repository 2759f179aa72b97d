"""Between two hands: the next one is dealt after a pause, or at once if everybody present would have it so."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import PostContext
from bot.publishing.posts import changed_posts
from bot.runtime.times import SECOND
from bot.tables import actions
from bot.tables.deadlines import UNHURRIED
from bot.texts import Translator
from bot.texts.notices import Notice
from bot.texts.reader import Reader
from rules.core.contract import Phase
from tests.bot.days import COMPUTER, Days, days
from tests.messages.given import buttons, head, said


async def to_the_end_of_a_hand(here: Days) -> None:
    while (await here.table()).phase is not Phase.DEAL:
        table = await here.table()
        await (here.play() if table.asked is not None else here.pass_by(COMPUTER))


async def due_in(here: Days) -> int:
    row = (await here.loaded()).row
    assert row.due_at is not None
    return row.due_at - row.wait_since


async def test_who_is_alone_with_computers_gets_the_next_hand_at_once(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=3, pace="live") as here:
        await to_the_end_of_a_hand(here)
        assert await due_in(here) > 0
        await here.done(actions.Ready(here.keys[0], 1))
        assert await due_in(here) == 0
        table = await here.pass_by(0)
        assert table.hand is not None
        assert (table.hand.number, table.ready) == (2, frozenset())


@pytest.mark.parametrize(("people", "longer"), [(1, UNHURRIED), (2, 1)])
async def test_who_is_alone_with_computers_is_not_hurried(tmp_path: Path, people: int, longer: int) -> None:
    async with days(tmp_path, people=people, computers=3 - people, pace="live") as here:
        await to_the_end_of_a_hand(here)
        assert await due_in(here) == 10 * SECOND * longer


async def test_with_friends_all_who_are_there_have_to_want_it(tmp_path: Path) -> None:
    async with days(tmp_path, people=3, computers=1, pace="day") as here:
        first, second, third = here.keys[:3]
        await to_the_end_of_a_hand(here)
        await here.done(actions.Ready(first, 1))
        assert await due_in(here) > 0
        await here.done(actions.Ready(second, 1))
        assert await due_in(here) > 0
        await here.done(actions.Away(third, here.time.now + 1_000_000))
        assert await due_in(here) == 0


@pytest.mark.parametrize("hand", [0, 2])
async def test_a_press_in_an_old_message_deals_nothing(tmp_path: Path, hand: int) -> None:
    async with days(tmp_path, people=1, computers=3, pace="live") as here:
        await to_the_end_of_a_hand(here)
        refused = (await here.do(actions.Ready(here.keys[0], hand))).refused
        assert refused is not None
        assert refused.kind is Notice.AS_IT_IS


async def test_in_the_middle_of_a_hand_nobody_can_have_the_next_one(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=3, pace="live") as here:
        refused = (await here.do(actions.Ready(here.keys[0], 1))).refused
        assert refused is not None
        assert refused.kind is Notice.AS_IT_IS


async def test_a_pause_between_two_hands_is_told_in_the_ended_one_which_offers_to_go_on(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=3, pace="live") as here:
        await to_the_end_of_a_hand(here)
        pause = actions.Propose(here.keys[0], "pause")
        table = await here.done(pause)
        (post,) = changed_posts(pause, None, table)
        shown = draw(post.scene(PostContext(head(), {})), Reader(Translator()), post.key)
        assert "This table is paused" in said(shown)
        assert [button["label"] for button in buttons(shown)] == ["Replay", "Resume"]
