"""The roles of winners: given once at the end of a cup, taken from the winners before, and refusals told once."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.publishing import competition_publisher
from bot.cups.winners import award_of, winners
from tests.bot.fake_discord import EVERY_STEP, Crash, DeathAtStep, FakeDiscord
from tests.bot.read_gate import ReadGate
from tests.bot.running_bot import CHANNEL, GUILD, WHERE, RunningBot, SetClock
from tests.cups.running_cups import quick

ROLE = 77


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0)


async def won(bot: RunningBot, winner: int, loser: int, moves: bool = True) -> Cup:
    """A cup with a role that somebody has won, by an organiser's word."""
    keys = await bot.meet(winner, loser)
    cup = (await bot.cup_services.cups.create(keys[0], quick(rounds=1, role=ROLE, role_moves=moves), WHERE, None)).cup
    for key in keys:
        await bot.cup_services.cups.submit(cup.id, cup_actions.JoinCup(key))
    await bot.cup_services.cups.submit(cup.id, cup_actions.StartCup(keys[0], "seed"))
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    return await adjusted(bot, cup, keys[0])


async def adjusted(bot: RunningBot, cup: Cup, winner: str) -> Cup:
    """The ended cup after an organiser gave its only match to somebody."""
    cup = await now(bot, cup)
    (match,) = cup.matches
    score = tuple(5 if winner in cup.entrants[one].people else 2 for one in match.entrants)
    await bot.cup_services.cups.submit(cup.id, cup_actions.AdjustMatch(cup.by, match.number, score, "played elsewhere"))
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    return await now(bot, cup)


async def now(bot: RunningBot, cup: Cup) -> Cup:
    return (await bot.cup_services.cups.existing(cup.id)).cup


def notices(discord: FakeDiscord) -> list[str]:
    """The notices to organisers about roles."""
    posts = (one for one in discord.messages.values() if one.channel == CHANNEL and ".role." in one.post)
    return [str(one.components) for one in posts]


async def test_the_winner_is_given_the_role_and_the_end_says_so(bot: RunningBot) -> None:
    cup = await won(bot, 11, 12)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {11}
    (end,) = (one for one in bot.discord.messages.values() if ".end." in one.post)
    assert f"<@&{ROLE}>" in str(end.components)
    assert award_of(await now(bot, cup)) is not None
    assert not notices(bot.discord)


async def test_the_role_moves_to_the_next_winner_unless_all_keep_it(bot: RunningBot) -> None:
    await won(bot, 11, 12)
    await bot.shown()
    await won(bot, 12, 11)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {12}
    await won(bot, 13, 11, moves=False)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {12, 13}


async def test_who_wins_again_keeps_the_role(bot: RunningBot) -> None:
    for _ in range(2):
        await won(bot, 11, 12)
        await bot.shown()
    assert bot.discord.roles[ROLE] == {11}
    assert "take 11" not in bot.discord.log


async def test_an_end_that_is_undone_moves_the_role_when_another_wins(bot: RunningBot) -> None:
    cup = await won(bot, 11, 12)
    await bot.shown()
    cup = await now(bot, cup)
    end = next(one.seq for one in cup.record if isinstance(one.action, cup_actions.EndCup))
    await bot.cup_services.cups.submit(cup.id, cup_actions.UndoAct(cup.by, end, "wrong score"))
    (other,) = await bot.meet(12)
    cup = await adjusted(bot, cup, other)
    await bot.shown()
    assert winners(cup) == (other,)
    assert bot.discord.roles[ROLE] == {12}


async def test_a_role_that_may_not_be_given_is_told_to_the_organiser_once(bot: RunningBot) -> None:
    bot.discord.high_roles.add(ROLE)
    cup = await won(bot, 11, 12)
    await bot.shown()
    await bot.cup_services.cup_publisher.sweep()
    await bot.shown()
    (told,) = notices(bot.discord)
    assert "Manage Roles" in told
    assert f"<@&{ROLE}>" in told
    assert "<@11>" in told
    award = award_of(await now(bot, cup))
    assert award is not None
    assert award.why == "not-allowed"


async def test_a_role_that_was_refused_is_given_when_the_end_is_undone_and_comes_again(bot: RunningBot) -> None:
    bot.discord.high_roles.add(ROLE)
    cup = await won(bot, 11, 12)
    await bot.shown()
    bot.discord.high_roles.clear()
    cup = await now(bot, cup)
    end = next(one.seq for one in cup.record if isinstance(one.action, cup_actions.EndCup))
    await bot.cup_services.cups.submit(cup.id, cup_actions.UndoAct(cup.by, end, "wrong score"))
    (other,) = await bot.meet(12)
    await adjusted(bot, cup, other)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {12}
    assert "take 11" not in bot.discord.log
    assert not notices(bot.discord)


async def test_nobody_loses_a_role_that_was_refused_to_them(bot: RunningBot) -> None:
    bot.discord.high_roles.add(ROLE)
    await won(bot, 11, 12)
    await bot.shown()
    bot.discord.high_roles.clear()
    await won(bot, 12, 11)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {12}
    assert "take 11" not in bot.discord.log


@pytest.mark.parametrize("why", ["powers", "named", "not-theirs"])
async def test_a_role_that_no_cup_may_give_by_now_is_given_to_nobody(bot: RunningBot, why: str) -> None:
    if why == "powers":
        bot.discord.powers.add(ROLE)
    if why == "named":
        await bot.services.guilds.change_preference(WHERE.guild_id, "organisers", [ROLE])
    if why == "not-theirs":
        bot.discord.powerless.add(11)  # who has created the cup
    cup = await won(bot, 11, 12)
    await bot.shown()
    award = award_of(await now(bot, cup))
    assert award is not None
    assert award.why == why
    assert ROLE not in bot.discord.roles
    assert "can" in notices(bot.discord)[0]


@EVERY_STEP
async def test_dying_at_any_step_gives_the_role_and_tells_the_end_once(tmp_path: Path, every: int) -> None:
    died = True
    for step in range(1, 100, every):
        if not died:
            break
        path, discord, time = tmp_path / f"{step}.db", FakeDiscord(), SetClock()
        bot = await RunningBot.start(path, discord, time)
        await won(bot, 12, 11)
        await bot.shown()
        cup = await won(bot, 11, 12)
        death = DeathAtStep(step)
        discord.before = death
        with suppress(Crash):
            await bot.shown()
        died = death.has_come
        await bot.kill()
        discord.before = lambda _: None
        bot = await RunningBot.start(path, discord, time)
        await bot.cup_services.cup_publisher.sweep()
        await bot.publisher.sweep()
        await bot.shown()
        assert discord.roles[ROLE] == {11}
        ends = [one.post for one in discord.messages.values() if one.post.startswith(f"cup.{cup.id}.end.")]
        assert len(ends) == 1
        await bot.kill()
    assert not died


async def test_if_nobody_wins_the_champion_before_keeps_the_role(bot: RunningBot) -> None:
    await won(bot, 11, 12)
    await bot.shown()
    await bot.outages.note_lost_guild(GUILD)  # nothing is shown or given until the second end is there
    cup = await nobody_wins(bot, await won(bot, 13, 14))
    await bot.outages.note_found_guild(GUILD)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {11}
    assert "take 11" not in bot.discord.log
    assert "The winner now has" not in end_of(bot.discord, cup)
    assert "Nobody has won." in end_of(bot.discord, cup)


async def test_who_had_the_role_by_an_end_that_was_undone_gives_it_back_if_nobody_wins(bot: RunningBot) -> None:
    await won(bot, 11, 12)
    await bot.shown()
    cup = await won(bot, 13, 14)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {13}
    await nobody_wins(bot, cup)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {11}
    await won(bot, 15, 16)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {15}


@pytest.mark.parametrize("again", [True, False], ids=["ended anew", "still undone"])
async def test_an_end_that_is_undone_while_discord_gives_its_role_counts_for_no_other_end(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    await won(bot, 11, 12)
    await bot.shown()
    gate = ReadGate(bot.discord.give_role)
    monkeypatch.setattr(bot.discord, "give_role", gate)
    cup = await won(bot, 13, 14)
    await gate.reached.wait()
    if again:
        await nobody_wins(bot, cup)
        gate.open()
    else:
        end = next(one.seq for one in cup.record if isinstance(one.action, cup_actions.EndCup))
        await bot.cup_services.cups.submit(cup.id, cup_actions.UndoAct(cup.by, end, "a mistake"))
        gate.open()
        await bot.shown()
        (match,) = cup.matches
        nobody = cup_actions.AdjustMatch(cup.by, match.number, (0, 0), "nobody came", match.entrants)
        await bot.cup_services.cups.submit(cup.id, nobody)
        await bot.cup_services.cup_lifecycle.advance(cup.id)
    await bot.shown()
    assert bot.discord.roles[ROLE] == {11}


async def nobody_wins(bot: RunningBot, cup: Cup) -> Cup:
    """The ended cup after an organiser said that nobody had come to its only match."""
    ended = next(one.seq for one in cup.record if isinstance(one.action, cup_actions.EndCup))
    await bot.cup_services.cups.submit(cup.id, cup_actions.UndoAct(cup.by, ended, "a mistake"))
    (match,) = cup.matches
    nobody = cup_actions.AdjustMatch(cup.by, match.number, (0, 0), "nobody came", match.entrants)
    await bot.cup_services.cups.submit(cup.id, nobody)
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    return await now(bot, cup)


def end_of(discord: FakeDiscord, cup: Cup) -> str:
    """The text of the post of the end of a cup."""
    (shown,) = (one for one in discord.messages.values() if one.post.startswith(f"cup.{cup.id}.end."))
    return str(shown.components)
