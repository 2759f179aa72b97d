"""The public messages of cups: each comes once and follows the cup, whatever happens to the process."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import Format
from bot.cups.messages.round_sheet import round_scene
from bot.cups.publishing import competition_publisher
from bot.discord_api.errors import Forbidden
from bot.operations.doctor.findings import Verdict
from bot.operations.doctor.refusal_report import RefusalReport, refusals
from bot.publishing import delivery_queues
from bot.runtime.settings import read_settings
from bot.tables import actions
from bot.tables.table import Stage
from tests.bot.fake_discord import EVERY_STEP, Crash, DeathAtStep, FakeDiscord
from tests.bot.running_bot import CHANNEL, HOUR, WHERE, RunningBot, SetClock
from tests.cups.running_cups import quick


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0)


def shown(discord: FakeDiscord) -> list[str]:
    """The kinds of the messages of cups in the channel, oldest first."""
    posts = (one.post for one in sorted(discord.messages.values(), key=lambda one: one.id) if one.channel == CHANNEL)
    return [post.split(".")[2] for post in posts if post.startswith("cup.")]


async def created(bot: RunningBot, *people: int, chosen: Format = Format.SWISS) -> Cup:
    keys = await bot.meet(*people)
    cup = (await bot.cup_services.cups.create(keys[0], quick(chosen), WHERE, None)).cup
    for key in keys:
        await do(bot, cup, cup_actions.JoinCup(key))
    return await now(bot, cup)


async def do(bot: RunningBot, cup: Cup, action: CupAction) -> None:
    result = await bot.cup_services.cups.submit(cup.id, action)
    assert result is not None
    assert result.refused is None, result.refused


async def now(bot: RunningBot, cup: Cup) -> Cup:
    return (await bot.cup_services.cups.existing(cup.id)).cup


async def started(bot: RunningBot, chosen: Format = Format.SWISS) -> Cup:
    cup = await created(bot, 11, 12, chosen=chosen)
    await do(bot, cup, cup_actions.StartCup(cup.by, "seed"))
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    return await now(bot, cup)


async def played(bot: RunningBot, cup: Cup) -> Cup:
    """Play the open matches to their end by the first legal plays, and let the cup go on."""
    for match in (await now(bot, cup)).open_matches:
        assert match.table is not None
        while (loaded := await bot.tables.existing(match.table)).table.stage is Stage.PLAYING:
            table = loaded.table
            if table.is_unbound:
                await bot.bound(table.id)
            elif (seat := table.turn) is None:
                bot.time.now = max(bot.time.now, loaded.row.due_at or 0)
                await bot.tables.tick(table.id)
            else:
                await bot.do(table.id, actions.TakeTurn(table.seats[seat].person, seat, table.view(seat).legal[0]))
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    return await now(bot, cup)


async def test_who_joins_is_counted_in_the_panel_which_stays_one_message(bot: RunningBot) -> None:
    cup = await created(bot, 11, 12, 13)
    await bot.shown()
    assert shown(bot.discord) == ["panel"]
    (panel,) = (one for one in bot.discord.messages.values() if one.post == f"cup.{cup.id}.panel.1")
    assert "3 in" in str(panel.components)


async def test_a_cup_shows_each_round_with_its_standings_and_the_winners_at_its_end(bot: RunningBot) -> None:
    cup = await started(bot)
    await bot.shown()
    assert shown(bot.discord) == ["panel", "round"]
    cup = await played(bot, cup)
    await bot.shown()
    assert shown(bot.discord) == ["panel", "round", "standings", "round"]
    await played(bot, cup)
    await bot.shown()
    assert shown(bot.discord) == ["panel", "round", "standings", "round", "standings", "end"]


async def test_the_sheet_of_a_round_that_is_undone_goes(bot: RunningBot) -> None:
    cup = await started(bot)
    await bot.shown()
    (pairing,) = (one.seq for one in cup.record if isinstance(one.action, cup_actions.PairRound))
    await do(bot, cup, cup_actions.UndoAct(cup.by, pairing, "wrong seeds"))
    await bot.shown()
    assert shown(bot.discord) == ["panel"]


async def test_a_result_that_an_organiser_sets_is_told_and_so_is_that_it_was_undone(bot: RunningBot) -> None:
    cup = await started(bot)
    (match,) = cup.open_matches
    await do(bot, cup, cup_actions.AdjustMatch(cup.by, match.number, (3, 0), "played at the club"))
    await bot.shown()
    told = decision(bot, cup)
    assert "played at the club" in told
    adjusted = (await now(bot, cup)).seq
    await do(bot, cup, cup_actions.UndoAct(cup.by, adjusted, "a mistake"))
    await bot.shown()
    assert decision(bot, cup) != told


async def test_a_result_of_an_earlier_round_changes_that_round_and_the_newest_standings(bot: RunningBot) -> None:
    cup = await started(bot, Format.DOUBLE_ROUND_ROBIN)
    first = cup.rounds[0].matches[0].number
    cup = await played(bot, cup)
    await bot.shown()
    before = texts(bot)
    await do(bot, cup, cup_actions.AdjustMatch(cup.by, first, (7, 0), "misread"))
    await bot.shown()
    changed = {post.split(".")[2] for post, text in texts(bot).items() if text != before.get(post)}
    assert changed == {"round", "standings", "decision"}
    cup = await played(bot, cup)
    await bot.shown()
    before = texts(bot)
    await do(bot, cup, cup_actions.UndoAct(cup.by, adjustment(cup), "it was right"))
    await bot.shown()
    rounds = [one.post for one in bot.discord.messages.values() if ".round." in one.post]
    tables = [one.post for one in bot.discord.messages.values() if ".standings." in one.post]
    now_shown = texts(bot)
    assert [now_shown[post] != before[post] for post in rounds] == [True, False]
    assert [now_shown[post] != before[post] for post in tables] == [False, True]


def adjustment(cup: Cup) -> int:
    return next(one.seq for one in cup.record if isinstance(one.action, cup_actions.AdjustMatch))


def texts(bot: RunningBot) -> dict[str, str]:
    return {one.post: str(one.components) for one in bot.discord.messages.values() if ".panel." not in one.post}


def decision(bot: RunningBot, cup: Cup) -> str:
    """The text of the only decision of a cup."""
    (found,) = (one for one in bot.discord.messages.values() if one.post.startswith(f"cup.{cup.id}.decision."))
    return str(found.components)


async def test_a_round_is_shown_without_tables_that_were_deleted_because_they_are_old(bot: RunningBot) -> None:
    cup = await created(bot, 11, 12, 13, 14)
    await do(bot, cup, cup_actions.StartCup(cup.by, "seed"))
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    cup = await now(bot, cup)
    (last,), (first, second) = cup.rounds, cup.rounds[0].matches
    gone = replace(cup, rounds=(last._replace(matches=(first._replace(table=999), second)),))
    context = await bot.cup_services.cup_contexts.context(gone)
    assert set(context.tables) == {second.table}
    sheet = round_scene(gone, context.names, context.tables)
    assert sheet is not None
    assert [line.table is None for line in sheet.lines] == [True, False]


async def test_an_old_panel_is_sent_anew_below_and_the_old_one_deleted(bot: RunningBot) -> None:
    cup = await created(bot, 11, 12)
    await bot.shown()
    (before,) = (one.id for one in bot.discord.messages.values())
    bot.time.now += HOUR
    (key,) = await bot.meet(13)
    await do(bot, cup, cup_actions.JoinCup(key))
    await bot.shown()
    (after,) = (one.id for one in bot.discord.messages.values())
    assert after > before


async def test_what_was_not_shown_when_the_process_ended_is_shown_by_the_sweep(
    tmp_path: Path,
) -> None:
    path, discord, time = tmp_path / "voormsi.db", FakeDiscord(), SetClock()
    bot = await RunningBot.start(path, discord, time)
    await created(bot, 11, 12)
    await bot.kill()
    discord.messages.clear()
    bot = await RunningBot.start(path, discord, time)
    await bot.cup_services.cup_publisher.sweep()
    await bot.shown()
    assert shown(discord) == ["panel"]
    await bot.kill()


@pytest.mark.slow
@EVERY_STEP
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_dying_at_any_step_shows_everything_once(tmp_path: Path, moment: str, every: int) -> None:
    died = True
    for step in range(1, 100, every):
        if not died:
            break
        path, discord, time = tmp_path / f"{step}.db", FakeDiscord(), SetClock()
        death = DeathAtStep(step)
        setattr(discord, moment, death)
        bot = await RunningBot.start(path, discord, time)
        cup = await started(bot)
        with suppress(Crash):
            await bot.shown()
        died = death.has_come
        await bot.kill()
        bot = await RunningBot.start(path, discord, time)
        await bot.cup_services.cup_publisher.sweep()
        await bot.publisher.sweep()
        await bot.shown()
        await played(bot, cup)
        await bot.shown()
        assert shown(discord) == ["panel", "round", "standings", "round"], step
        await bot.kill()
    assert not died


async def doctors_word(bot: RunningBot, path: Path) -> list[str]:
    """The running bot's report, as the doctor tells it."""
    client, competitions = discord.Client(intents=discord.Intents.none()), (bot.cup_services.cup_publisher,)
    report = RefusalReport(bot.store, bot.request_guard, bot.publisher, client, bot.time, competitions)
    await report.write_down()
    found = await refusals(read_settings(None, database=path), lambda: bot.time.now / 1000)
    return [str(one) for one in found if one.verdict is Verdict.WRONG]


async def test_the_doctor_tells_of_a_cup_whose_channel_refuses_it_until_it_is_shown(
    bot: RunningBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_queues, "TRIES", ())

    def refuse(what: str) -> None:
        if what.startswith("send"):
            raise Forbidden("50013: Missing Permissions")

    bot.discord.before = refuse
    await created(bot, 11, 12)
    await bot.shown()
    (told,) = await doctors_word(bot, tmp_path / "a.db")
    assert "a cup has not been shown" in told
    assert str(CHANNEL) in told
    bot.discord.before = lambda _: None
    bot.time.now += HOUR
    await bot.cup_services.cup_publisher.sweep()
    await bot.shown()
    assert shown(bot.discord) == ["panel"]
    assert await doctors_word(bot, tmp_path / "a.db") == []
