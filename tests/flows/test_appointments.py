"""Appointments for matches: two people agree on a time by forms and buttons, and their table opens then."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from bot.cups.cup_actions import SetAppointment
from bot.cups.cup_service import CupService
from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from cogs import interaction_handler
from sandbox import Interaction, Message, Person, Sandbox
from simulation.scripted_people import LONG
from tests.flows.conftest import serving, settings_for
from tests.flows.matches import play_tables
from tests.flows.test_cup_commands import created, joined, organiser, panel, typed

HOUR = 3600


def stamp(seconds: int) -> str:
    """A moment so many seconds from now, as people may type it."""
    return f"<t:{wall() // 1000 + seconds}>"


def notices(person: Person) -> list[Message]:
    """The messages about the time of a match in a person's DMs."""
    return [one for one in person.sees(person.open_direct()) if "### Friday" in one.text]


def notice(person: Person, said: str) -> Message | None:
    found = notices(person)
    assert len(found) < 3
    return next((one for one in found if said in one.text), None)


async def told(box: Sandbox, person: Person, said: str) -> Message:
    found: Message = await box.until(partial(notice, person, said), LONG)
    return found


async def paired(box: Sandbox, by: Person, *people: Person) -> Message:
    """Let these people meet in a cup; return what the first is told of their match."""
    shown = await created(box, by, **{"round-time": "7 days"})
    await joined(box, shown, *people)
    await typed(box, by, "organise start")
    return await told(box, people[0], "If you agree on no time")


async def proposed(by: Person, shown: Message, **times: str) -> Interaction:
    return await by.submit(await by.press(shown, "Propose times…"), times)


async def test_the_time_that_the_other_accepts_is_the_time_of_the_match(box: Sandbox, database: Path) -> None:
    you, malik, ivalu = box.person("You"), box.person("Malik"), organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await paired(box, ivalu, you, malik)
        proposal = await proposed(you, first, first=stamp(2 * HOUR), second=stamp(26 * HOUR))
        second = re.findall(r"<t:(\d+):F>", proposal.text)[1]
        offered = await told(box, malik, "Proposed:")
        assert f"You play <t:{second}:" in (await malik.press(offered, "Accept 2")).text
        await told(box, you, f"You play <t:{second}:")
    assert not box.violations


async def test_times_are_proposed_accepted_put_off_and_set_by_commands_alone(box: Sandbox, database: Path) -> None:
    you, malik, ivalu = box.person("You"), box.person("Malik"), organiser(box)
    async with serving(box, settings_for(box, database)):
        await paired(box, ivalu, you, malik)
        proposal = await typed(box, you, "cup appointment", first=stamp(2 * HOUR), second=stamp(26 * HOUR))
        first, second = re.findall(r"<t:(\d+):F>", proposal.text)[:2]
        assert "Nobody else proposes that" in (await typed(box, malik, "cup appointment", accept=3)).text
        accepted = (await typed(box, malik, "cup appointment", accept=2)).text
        assert f"You play <t:{second}:" in accepted
        assert f"You play <t:{first}:" not in accepted
        assert "If you agree on no time" in (await typed(box, you, "cup appointment", postpone=True)).text
        given = {"time": stamp(20 * HOUR), "match": 1, "reason": "The hall is free"}
        assert "The hall is free" in (await typed(box, ivalu, "organise appointment", **given)).text
        await told(box, you, "Ivalu has set the time: The hall is free")
    assert not box.violations


@pytest.mark.slow
async def test_two_people_agree_on_a_time_and_play_then_through_restarts(box: Sandbox, database: Path) -> None:
    you, malik, ivalu = box.person("You"), box.person("Malik"), organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await paired(box, ivalu, you, malik)
        assert not box.threads
        answer = await proposed(you, first, first=stamp(2 * HOUR), second=stamp(26 * HOUR))
        assert "· you" in answer.text, answer.text
        offered = await told(box, malik, "Proposed:")
        assert "Malik" not in (await malik.press(offered, "Accept 2")).text
        agreed = await told(box, you, "You play <t:")
        assert "Postpone…" in agreed.labels
    async with serving(box, settings_for(box, database)):
        assert "You play <t:" in (await typed(box, malik, "cup appointment")).text
        mine = await typed(box, you, "cup mine")
        assert "begins <t:" in mine.text
        assert "begins <t:" in (await you.press(mine.message or 0, "All rounds")).text
        assert [len(notices(one)) for one in (you, malik)] == [1, 1]
        postponed = await malik.submit(await malik.press(notices(malik)[0], "Postpone…"), {})
        assert "If you agree on no time" in postponed.text
        await told(box, you, "Malik has postponed the match")
        again = await typed(box, malik, "cup appointment", postpone=True)
        assert "no time yet" in again.text
        given = {"time": "20 h", "match": 1, "reason": "The hall is free"}
        assert "The hall is free" in (await typed(box, ivalu, "organise appointment", **given)).text
        await told(box, you, "Ivalu has set the time: The hall is free")
        assert not box.threads
    await set_to_now(database)
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: box.threads, LONG)
        await box.until(lambda: not notices(you) and not notices(malik), LONG)
        await play_tables(box, [you, malik])
        await box.until(lambda: "The cup is over" in panel_text(box, you), LONG)
    assert not box.violations


async def set_to_now(database: Path) -> None:
    """Let the appointed time of the only match come, while the bot is not running."""
    now = wall()
    async with await open_store(database, now=wall) as store:
        cups = CupService(store, lambda: now - 1)
        (cup_id,) = await store.unfinished_cups()
        action = SetAppointment((await cups.existing(cup_id)).cup.by, now, "It is time", 1)
        result = await cups.submit(cup_id, action)
    assert result is not None
    assert result.refused is None


def panel_text(box: Sandbox, person: Person) -> str:
    shown = panel(box, person)
    return "" if shown is None else shown.text


async def test_a_form_that_cannot_be_opened_in_time_is_asked_for_again(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = (await typed(box, ivalu, "organise create", name="Friday")).message
        assert shown
        with monkeypatch.context() as hurried:
            hurried.setattr(interaction_handler, "PATIENCE", 0)
            await ivalu.press(shown, "Name and start…")
            await box.until(lambda: any("That took too long" in one.text for one in ivalu.sees(box.channel("cards"))))
        opened = await ivalu.press(shown, "Name and start…")
        assert opened.modal
    assert not box.violations


async def test_what_cannot_be_proposed_is_refused_with_a_reason(box: Sandbox, database: Path) -> None:
    you, malik, ivalu = box.person("You"), box.person("Malik"), organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await paired(box, ivalu, you, malik)
        assert "at least 10 minutes" in (await proposed(you, first, first=stamp(60))).text
        assert "has to begin by" in (await proposed(you, first, first="8 days")).text
        assert "soon-ish" in (await proposed(you, first, first="soon-ish")).text
        assert "None of your matches" in (await typed(box, ivalu, "cup appointment")).text
        assert "Nobody else proposes that" in (await typed(box, you, "cup appointment", accept=1)).text
    assert not box.violations
