"""`voormsi announce`: the operator tells everybody at a table something while the bot runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.publishing import announcements
from sandbox import Person, Sandbox, Thread
from simulation.scripted_people import play_on, players, posts, seated, trick_shown
from tests.flows import conftest
from tests.flows.conftest import serving, settings_for

WORDS = "Maintenance at <t:1800000000:t>, about *ten* minutes."


@pytest.fixture(autouse=True)
def frequent(monkeypatch: pytest.MonkeyPatch, database: Path) -> None:
    """Let the bot look for announcements often, and let the command find the bot's database."""
    monkeypatch.setattr(announcements, "EVERY", 0.05)
    monkeypatch.setenv("DATABASE", conftest.database_of(database))


async def announce(words: str) -> int:
    return await asyncio.to_thread(main, ["announce", words])


def told(thread: Thread, person: Person) -> int:
    return len(posts(thread, person, WORDS))


async def test_an_announcement_stands_once_in_the_thread_of_each_table_in_play(
    box: Sandbox, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    settings = settings_for(box, database)
    async with serving(box, settings):
        first, second = await seated(box, [you], 2), await seated(box, [aja], 2, "general")
        threads = [await first.start(you), await second.start(aja)]
        await seated(box, [you], 3)  # a lobby is not in play
        assert await announce(WORDS) == 0
        assert "Queued for 2 tables in play" in capsys.readouterr().out
        await box.until(lambda: all(told(thread, you) for thread in threads))
    async with serving(box, settings):
        company = players(box, first, [you])
        now = trick_shown(threads[0], you)
        await play_on(box, company, lambda: trick_shown(threads[0], you) > now)
    assert [told(thread, you) for thread in threads] == [1, 1]
    assert posts(box.channel("cards"), you, WORDS) == []


@pytest.mark.usefixtures("bot")
async def test_an_announcement_with_no_table_in_play_says_that_there_is_nobody_to_tell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert await announce(WORDS) == 0
    assert "nobody to tell" in capsys.readouterr().out
