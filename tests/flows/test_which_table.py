"""The table that a command means if it names none."""

from __future__ import annotations

import pytest

from sandbox import InjectedFault, Sandbox
from simulation.scripted_people import opened, posts, press_at, seated


@pytest.mark.usefixtures("bot")
async def test_in_others_channel_ones_hand_is_that_of_ones_own_table(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    own, others = await seated(box, [you], 4), await seated(box, [aja], 4, "general")
    thread, elsewhere = await own.start(you), await others.start(aja)
    await box.until(lambda: posts(thread, you, "trick 1") and posts(elsewhere, you, "trick 1"))
    for channel in (box.channel("general"), box.channel("cards"), elsewhere, thread):
        hand = await you.command(channel, "hand")
        assert f"### {own.name}, hand " in hand.text
        assert others.name not in hand.text


@pytest.mark.usefixtures("bot")
async def test_what_one_looks_at_is_this_threads_table_whoever_plays_there(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    own, others = await seated(box, [you], 4), await seated(box, [aja], 4, "general")
    thread, elsewhere = await own.start(you), await others.start(aja)
    await box.until(lambda: posts(thread, you, "trick 1") and posts(elsewhere, you, "trick 1"))
    assert others.name in (await you.command(elsewhere, "replay")).text
    assert own.name in (await you.command(thread, "replay")).text
    assert own.name in (await you.command(box.channel("general"), "replay")).text
    assert others.name in (await box.person("Malik").command(box.channel("general"), "replay")).text


@pytest.mark.usefixtures("bot")
async def test_a_lobby_here_does_not_hide_the_table_at_which_one_plays(box: Sandbox) -> None:
    you, general = box.person("You"), box.channel("general")
    own = await seated(box, [you], 4)
    thread = await own.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    lobby = await opened(box, you, general)
    await lobby.join(you)
    assert f"### {own.name}, hand " in (await you.command(general, "hand")).text


@pytest.mark.usefixtures("bot")
async def test_a_table_that_is_over_does_not_hide_ones_own_but_can_be_looked_at(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    own, closed = await seated(box, [you], 4), await seated(box, [you, aja], 4, "general")
    thread, elsewhere = await own.start(you), await closed.start(you)
    await box.until(lambda: posts(thread, you, "trick 1") and posts(elsewhere, you, "trick 1"))
    await press_at(elsewhere, you, "More…", "Close", "Yes, close the table")
    await closed.shows("is closed")
    for channel in (elsewhere, box.channel("general")):
        assert f"### {own.name}, hand " in (await you.command(channel, "hand")).text
    assert closed.name in (await you.command(elsewhere, "replay")).text
    assert closed.name in (await aja.command(box.channel("general"), "replay")).text


@pytest.mark.usefixtures("bot")
async def test_a_thread_that_was_made_just_now_is_its_tables(box: Sandbox) -> None:
    you = box.person("You")
    first = await seated(box, [you], 4)
    thread = await first.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    second = await seated(box, [you], 4, "general")
    box.faults.add(InjectedFault.slow(1.5, "thread-members", method="PUT"))  # while people are invited
    new = await second.start(you)
    asked = await you.command(new, "hand")
    assert second.name in asked.text
    await box.until(lambda: posts(new, you, "trick 1"))
