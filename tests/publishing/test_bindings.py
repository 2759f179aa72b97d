"""The post that binds deals: nothing is cut or dealt before it is shown, and it is sent once and never edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord_api.errors import Forbidden
from bot.publishing.posts import BINDING
from bot.store import RESTORED_TABLES
from bot.tables import actions, deals, due_actions
from bot.tables.deals import SaltedProof
from bot.tables.fold import do, new_table
from bot.tables.restored_tables import unbind_all
from bot.tables.table import Table
from rules import registry
from tests.bot.fake_discord import EVERY_STEP, DeathAtStep, FakePost
from tests.bot.running_bot import OPTIONS, WHERE, RunningBot, StartBot

AJA, MALIK = 11, 12


def bindings(bot: RunningBot) -> list[FakePost]:
    return [one for one in bot.discord.messages.values() if one.post.startswith(BINDING)]


async def now(bot: RunningBot, table_id: int) -> Table:
    return (await bot.tables.existing(table_id)).table


async def test_the_whole_code_is_in_the_thread_before_the_first_card_and_is_never_edited(bot: RunningBot) -> None:
    table = await bot.started(AJA, seats=2)
    [post] = bindings(bot)
    assert table.chain is not None
    assert (table.chain.message, table.chain.link.split("/")[-2:]) == (post.id, [str(post.channel), str(post.id)])
    assert table.chain.commitment in str(post.components)
    assert post.channel in bot.discord.threads
    entries = [type(entry.action) for entry in await bot.tables.record(table.id)]
    assert entries[-4:] == [actions.Bind, actions.Bound, actions.Cut, actions.Deal]
    while await bot.play_on(table.id) is not None and len((await now(bot, table.id)).way) < 2:
        await bot.shown()
    assert f"edit {post.id}" not in bot.discord.log
    assert bindings(bot) == [post]


async def test_a_place_that_refuses_the_post_holds_up_the_deal_until_it_takes_it(bot: RunningBot) -> None:
    def refuse(step: str) -> None:
        if step.startswith(("send", "thread")):
            raise Forbidden("50013")

    bot.discord.before = refuse
    table = await bot.started(AJA, MALIK, seats=2)
    await bot.shown()
    assert (table.hand, bindings(bot)) == (None, [])
    loaded = await bot.tables.existing(table.id)
    assert (loaded.row.due_at, loaded.row.deadline_at) == (None, None)
    bot.discord.before = lambda _: None
    bot.time.now += 3_600_000
    await bot.publisher.sweep()
    await bot.shown()
    assert (await now(bot, table.id)).hand is not None
    assert len(bindings(bot)) == 1


@EVERY_STEP
async def test_a_crash_at_any_step_leaves_one_post_and_a_deal_that_it_binds(
    start_bot: StartBot, tmp_path: Path, every: int
) -> None:
    step, has_died = 1, True
    while has_died:
        bot = await start_bot(path=tmp_path / f"{step}.db")
        bot.discord.after = death = DeathAtStep(step)
        aja, malik = await bot.meet(AJA, MALIK)
        opening = actions.Open(aja, "", "voormsi", 1, 2, OPTIONS, seated=(aja, malik))
        table = await bot.tables.open(opening, WHERE, None)
        await bot.tables.submit(table.id, actions.Start(aja))
        await bot.shown()
        has_died = death.has_come
        await bot.kill()
        bot.discord.after = lambda _: None
        bot = await start_bot(bot.discord, bot.time, tmp_path / f"{step}.db")
        await bot.publisher.sweep()
        await bot.shown()
        after = await now(bot, table.id)
        [post] = bindings(bot)
        assert after.hand is not None
        assert after.chain is not None
        assert after.chain.message == post.id
        assert f"edit {post.id}" not in bot.discord.log
        step += every
    assert step > 4


async def test_at_a_table_of_direct_messages_everybody_has_the_code_before_the_deal(bot: RunningBot) -> None:
    aja, malik = await bot.meet(AJA, MALIK)
    opening = actions.Open(aja, "", "voormsi", 1, 2, OPTIONS, seated=(aja, malik), private=True)
    lobby = await bot.tables.open(opening, WHERE, None)
    table = (await bot.do(lobby.id, actions.Start(aja))).table
    await bot.shown()
    first, second = bindings(bot)
    assert [first.channel, second.channel] == [AJA, MALIK]
    assert table.chain is not None
    assert table.chain.link == f"https://discord.com/channels/@me/{AJA}/{first.id}"
    assert all(table.chain.commitment in str(one.components) for one in (first, second))
    assert table.hand is not None


async def test_after_a_restore_no_further_hand_is_dealt_by_the_chain_of_before(bot: RunningBot) -> None:
    table = await bot.started(AJA, seats=2)
    other = await bot.started(MALIK, seats=2)
    [post, _] = bindings(bot)
    await bot.store.put_value(RESTORED_TABLES, "1")
    await unbind_all(bot.store, bot.tables)
    while (await now(bot, table.id)).hand.number == 1:  # type: ignore[union-attr]
        await bot.play_on(table.id)
        await bot.bound(table.id)
    after = await now(bot, table.id)
    again = bindings(bot)[-1]
    assert after.chain is not None
    assert (after.chain.message, after.chain.dealt) == (again.id, 1)
    assert again.id != post.id
    assert after.chain.secret != (table.chain or after.chain).secret
    await unbind_all(bot.store, bot.tables)
    assert (await now(bot, other.id)).seq == other.seq + 1


async def test_a_chain_that_was_never_shown_before_a_restore_is_not_shown_after_it(bot: RunningBot) -> None:
    await bot.publisher.stop(1)
    table = await bot.started(AJA, seats=2)
    await bot.store.put_value(RESTORED_TABLES, "1")
    await unbind_all(bot.store, bot.tables)
    after = await now(bot, table.id)
    assert after.hand is None
    assert after.chain is not None
    assert table.chain is not None
    assert after.chain.commitment != table.chain.commitment


def in_play(people: int = 2) -> Table:
    seated = tuple(f"p{seat}" for seat in range(people))
    table = new_table(1, actions.Open("p0", "Otter", "voormsi", 1, people, OPTIONS, seated=seated))
    return done(table, actions.Start("p0"))


def done(table: Table, action: actions.TableAction) -> Table:
    after = do(table, action)
    assert isinstance(after, Table), after
    return after


def test_a_game_that_began_without_a_chain_ends_with_the_old_proof() -> None:
    table, pack = in_play(), registry.game("voormsi").pack
    table = done(done(table, actions.Cut(pack)), actions.Deal(pack, "00" * 32, "ff" * 32))
    assert not table.needs_chain
    assert table.hand is not None
    assert table.hand.proof == SaltedProof("00" * 32, "ff" * 32)
    deal = due_actions.deal(table)
    assert deal.digest == deals.digest(1, 2, deal.deck, deal.salt)
    assert (deal.step, deal.key) == (0, "")


def test_when_a_chain_has_no_key_left_another_one_is_posted(monkeypatch: pytest.MonkeyPatch) -> None:
    table = in_play()
    assert table.needs_chain
    assert isinstance(due_actions.immediate_action(table), actions.Bind)
    monkeypatch.setattr("bot.tables.table.LENGTH", 1)
    monkeypatch.setattr(deals, "LENGTH", 1)
    secret = deals.new_secret()
    table = done(table, actions.Bind(secret, deals.commitment(secret)))
    assert table.is_unbound
    assert due_actions.immediate_action(table) is None
    table = done(table, actions.Bound(7, "link"))
    cut = due_actions.immediate_action(table)
    assert isinstance(cut, actions.Cut)
    deal = due_actions.immediate_action(done(table, cut))
    assert isinstance(deal, actions.Deal)
    assert (deal.step, deal.key) == (1, secret)
    table = done(done(table, cut), deal)
    assert table.chain is not None
    assert table.chain.dealt == 1
    assert not table.needs_chain  # while the hand is in play
