"""A private table has a private thread, or nothing of it is shown but its card."""

from __future__ import annotations

import pytest

from bot.tables import actions, table_terms
from bot.tables.actions import CupMatch
from bot.tables.table import Table
from tests.bot.running_bot import CHANNEL, OPTIONS, WHERE, RunningBot

AJA, MALIK = 11, 12
TERMS = {**table_terms.usual(), table_terms.PACE: "day"}


async def begun(bot: RunningBot, match: CupMatch | None = None) -> Table:
    """A private table in play: of Aja and Malik, or of a match between them in a cup of Aja's."""
    aja, malik = await bot.meet(AJA, MALIK)
    opening = actions.Open(aja, "", "voormsi", 1, 2, OPTIONS, seated=(aja, malik), terms=TERMS, private=True)
    if match is not None:
        table = await bot.tables.open_match(opening, match, WHERE)
    else:
        lobby = await bot.tables.open(opening, WHERE, None)
        table = (await bot.do(lobby.id, actions.Start(aja))).table
    await bot.shown()
    return table


def told(bot: RunningBot, person: int) -> list[str]:
    """The notices without a hand that a person got by direct message."""
    sent = [str(one.components) for one in bot.discord.messages.values() if one.channel == person]
    return [text for text in sent if "private thread" in text and ", hand " not in text]


@pytest.mark.parametrize("match", [None, CupMatch(cup=3, match=1, since=9)])
async def test_without_a_private_thread_a_table_is_played_by_direct_messages_and_has_no_deadline(
    bot: RunningBot, match: CupMatch | None
) -> None:
    table = await begun(bot, match)
    assert bot.discord.posts(CHANNEL) == ([] if match else ["lobby"])
    assert not bot.discord.threads
    assert (await bot.tables.existing(table.id)).row.deadline_at is None
    for person in (AJA, MALIK):
        hand = next(
            one for one in bot.discord.messages.values() if one.channel == person and one.post.startswith("hand")
        )
        assert "Until it does, everybody plays from direct messages" in str(hand.components)
    [notice] = told(bot, AJA)
    assert "private thread" in notice
    await bot.play_on(table.id)
    await bot.shown()
    assert bot.discord.posts(CHANNEL) == ([] if match else ["lobby"])
    assert told(bot, AJA) == [notice]


async def test_who_takes_no_direct_messages_is_not_called_in_public_and_the_opener_is_told(bot: RunningBot) -> None:
    table = await begun(bot)
    bot.discord.closed.add(MALIK)
    while (await bot.tables.existing(table.id)).table.turn != 1:
        await bot.play_on(table.id)
    bot.time.now += 10 * 60_000
    await bot.shown()
    assert bot.discord.posts(CHANNEL) == ["lobby"]
    assert any("can't reach" in notice for notice in told(bot, AJA))


async def test_a_table_gets_its_thread_once_there_can_be_one(bot: RunningBot) -> None:
    table = await begun(bot)
    bot.discord.hides = True
    bot.time.now += 3_600_000
    await bot.publisher.sweep()
    await bot.shown()
    thread = bot.discord.own_threads[CHANNEL, table.name]
    assert "table:1" in bot.discord.posts(thread)
    assert bot.discord.members[thread] == {AJA, MALIK}
    assert (await bot.tables.existing(table.id)).row.deadline_at is not None


@pytest.mark.parametrize("in_thread", [True, False])
async def test_a_private_table_that_was_shown_to_all_goes_on_in_a_private_thread(
    bot: RunningBot, in_thread: bool
) -> None:
    bot.discord.hides = True
    table = await begun(bot)
    place = await bot.table_contexts.place(await bot.tables.existing(table.id))
    watched = 77
    bot.discord.threads.add(watched)
    await bot.table_contexts.move(place._replace(thread_id=watched if in_thread else CHANNEL))
    await bot.play_on(table.id)
    await bot.shown()
    assert bot.discord.posts(watched) == []
    assert bot.discord.posts(CHANNEL) == ["lobby"]
    assert (await bot.table_contexts.place(await bot.tables.existing(table.id))).thread_id == place.thread_id
