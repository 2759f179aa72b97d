"""A table over days, with the real bot: who owes a play is reminded, and not in their quiet hours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.availability import heartbeat
from bot.runtime import background_tasks, steady_clock
from bot.tables import deals
from sandbox import Message, Person, Sandbox
from simulation.scripted_people import Lobby, cut_for, seated, shuffling, stacked
from tests.flows.conftest import serving, settings_for

DEAL = stacked(["KH 9C 5C 5S", "JC 6C 6S QH", "9S 8C QC 8H", "9D AH JH QD"], leader=0)
HOUR = 3_600_000

ON_TO_PLAY = "Next: how you play"


class Ahead:
    """A clock that can be set forward."""

    def __init__(self) -> None:
        self.by = 0
        self._now = app.now

    def __call__(self) -> int:
        return self._now() + self.by


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    found = Ahead()
    monkeypatch.setattr(app, "now", found)
    monkeypatch.setattr(app, "elapsed_time", lambda: steady_clock.elapsed_time() + found.by)
    monkeypatch.setattr(heartbeat, "LATE", 1 << 60)  # time passes in which the bot was there
    monkeypatch.setattr(background_tasks, "LONGEST_SLEEP", 0.1)  # so that it is seen when the clock is set
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), DEAL))
    return found


@pytest.fixture
async def company(box: Sandbox, database: Path, ahead: Ahead) -> AsyncIterator[list[Person]]:
    async with serving(box, settings_for(box, database)):
        yield [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]


async def at_pace_day(box: Sandbox, company: list[Person]) -> Lobby:
    """A table that has started, at which a play may take a day; the first of the company leads."""
    lobby = await seated(box, company, 4)
    terms = (await lobby.press(company[0], "Pace…")).message
    assert terms
    await company[0].select(terms, ["day"], custom_id=f"v1:term:{lobby.id}:pace")
    await lobby.start(company[0])
    await box.until(lambda: all(person.dms for person in company))
    return lobby


def reminder(person: Person) -> Message | None:
    return next((one for one in person.dms if "A table waits for you" in one.text), None)


async def called(box: Sandbox, you: Person, ahead: Ahead) -> Message:
    """Half of your time is over: the hand that has come anew."""
    (before,) = you.dms
    ahead.by = 13 * HOUR
    await box.until(lambda: [one.id for one in you.dms if one.id > before.id] and len(you.dms) == 1)
    return you.dms[0]


async def test_half_of_the_time_is_over_and_the_hand_comes_anew_to_play_from(
    box: Sandbox, company: list[Person], ahead: Ahead
) -> None:
    await at_pace_day(box, company)
    you, others = company[0], [len(person.dms) for person in company[1:]]
    hand = await called(box, you, ahead)
    assert "Your turn" in hand.text
    assert [len(person.dms) for person in company[1:]] == others
    await you.press(hand, "K♥ Voormsi")
    await box.until(lambda: "to play.**" in you.dms[-1].text)


async def test_a_reminder_leads_to_the_hand_and_stays_as_it_is(
    box: Sandbox, company: list[Person], ahead: Ahead
) -> None:
    lobby, you = await at_pace_day(box, company), company[0]
    await called(box, you, ahead)
    ahead.by = 20 * HOUR
    told = await box.until(lambda: reminder(you))
    assert f"{lobby.name}: it is your turn" in told.text.replace("*", "")
    before = told.text
    answer = await you.press(told, f"My hand at {lobby.name}")
    assert answer.message
    assert answer.message.ephemeral
    assert "Your turn" in answer.message.text
    tables = await you.press(told, "My tables")
    assert tables.message
    assert lobby.name in tables.message.text
    assert told.text == before
    assert [reminder(person) for person in company[1:]] == [None, None, None]


async def test_the_hand_tells_until_when(box: Sandbox, company: list[Person]) -> None:
    await at_pace_day(box, company)
    assert "Due <t:" in company[0].dms[-1].text
    assert "Due <t:" not in company[1].dms[-1].text


async def test_quiet_hours_are_chosen_in_menus_and_hold_at_once(box: Sandbox, company: list[Person]) -> None:
    you = company[0]
    page = (await you.command(box.channel("cards"), "settings me")).message
    assert page
    await you.press(page, ON_TO_PLAY)
    assert "**Quiet hours:** none" in page.text
    await you.press(page, "Quiet hours…")
    for name, value in (("quiet_from", "22:00"), ("quiet_to", "07:00")):
        await you.select(page, [value], custom_id=f"v1:wish::{name}")
    assert "No place chosen: the hours above are in UTC, where it is" in page.text
    await you.select(page, ["America/Nuuk"], custom_id="v1:wish::zone")
    assert "No place chosen" not in page.text
    assert "Nuuk: it is" in page.text
    await you.press(page, "Back")
    assert "**Quiet hours:** 22:00 to 07:00, Nuuk" in page.text


async def test_quiet_hours_can_be_typed_for_every_place(box: Sandbox, company: list[Person]) -> None:
    you, channel = company[0], box.channel("cards")
    options = {"from": "22.30", "to": "7", "zone": "Asia/Kathmandu"}
    typed = await you.command(channel, "settings quiet", **options)
    assert "Kathmandu: it is" in typed.text
    page = (await you.command(channel, "settings me")).message
    assert page
    await you.press(page, ON_TO_PLAY)
    assert "22:30 to 07:00, Kathmandu" in page.text
    assert "isn't a time of day" in (await you.command(channel, "settings quiet", **{"from": "soon"})).text
    assert "I don't know a time zone “Moon”" in (await you.command(channel, "settings quiet", zone="Moon")).text
    await you.command(channel, "settings quiet", **{"from": "Ingen"})
    page = (await you.command(channel, "settings me")).message
    assert page
    await you.press(page, ON_TO_PLAY)
    assert "**Quiet hours:** none" in page.text
