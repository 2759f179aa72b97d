"""A cup that runs by itself in the real bot: nobody but its people does anything."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.cups.cup import CupStage
from bot.cups.cup_actions import JoinCup
from bot.cups.cup_rules import CupRules, Format
from bot.cups.cup_service import CupService
from bot.cups.standings import standings
from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from bot.tables import Location, table_names
from sandbox import Person, Sandbox
from simulation.scripted_people import LONG, TITLE, posts
from tests.flows.attachments import content
from tests.flows.conftest import SLOW, serving, settings_for
from tests.flows.matches import in_it, play_match, threads_of
from tests.flows.test_cup_commands import page_of_cup
from tests.flows.test_privacy import erased


async def signed_up(
    box: Sandbox, database: Path, *people: Person, private: bool = False, form: Format = Format.SWISS
) -> int:
    """A cup whose sign-up is over, with these people in it."""
    most, until = len(people), wall()
    rules = CupRules("Friday", form, most=most, rounds=1, hands=1, sign_up_until=until, private=private)
    where = Location(box.guild.id, box.channel("cards").id, "en")
    async with await open_store(database, now=wall) as store:
        cups = CupService(store, lambda: rules.sign_up_until - 1)
        keys = [(await store.person(person.id, person.name)).key for person in people]
        cup = (await cups.create(keys[0], rules, where, None)).cup
        for key in keys:
            await cups.submit(cup.id, JoinCup(key))
    return cup.id


async def test_a_cup_is_played_to_its_end_by_people_who_only_play_also_after_a_restart(
    box: Sandbox, database: Path
) -> None:
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    cup_id = await signed_up(box, database, *people)
    for count in (1, 2):
        async with serving(box, settings_for(box, database)):
            await box.until(lambda: len(threads_of(box, people[0])) == 2, LONG)
            await play_match(box, people, box.threads[count - 1])
            await box.until(partial(decided, database, count), LONG)
        assert not box.violations
    assert all(any("-# Friday · Round 1 of 1" in one.text for one in person.dms) for person in people)
    assert not any("Rematch" in one.labels for thread in box.threads for one in people[0].sees(thread))
    async with await open_store(database, now=wall) as store:
        cup = (await CupService(store, wall).existing(cup_id)).cup
    assert cup.stage is CupStage.ENDED
    assert [one.place for one in standings(cup)] == [1, 2, 3, 4]


async def test_who_is_erased_is_named_by_no_export_of_a_cup_and_by_no_title_of_its_threads(
    box: Sandbox, database: Path
) -> None:
    people = [box.person(name) for name in ("Aja", "Malik", "Ivalu", "You")]
    await signed_up(box, database, *people)
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: len(threads_of(box, people[1])) == 2, LONG)
        await erased(box, people[0])
        await box.until(partial(decided, database, 1), LONG)
        answer = (await page_of_cup(box, people[1], "Files")).message
        assert answer
        files = [await content(file) for file in answer.attachments]
    assert all("Malik" in text for text in files)
    assert not any("Aja" in text for text in files)
    assert not any(person.name in thread.name for thread in box.threads for person in people)


def decided(database: Path, count: int) -> bool:
    """Return whether so many matches are decided."""
    with closing(sqlite3.connect(database)) as db:
        found = db.execute("SELECT count(*) FROM cup_actions WHERE verb = 'decide'").fetchone()
    return bool(found == (count,))


async def test_tables_of_a_cup_post_nothing_in_its_channel_and_the_round_links_to_their_threads(
    box: Sandbox, database: Path
) -> None:
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    await signed_up(box, database, *people)
    channel = box.channel("cards")
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: len(threads_of(box, people[0])) == 2, LONG)
        sheet = await box.until(lambda: next(iter(posts(channel, people[0], "Why do these two meet?")), None), LONG)
        links = [f"channels/{box.guild.id}/{thread.id})" for thread in box.threads]
        await box.until(lambda: all(link in sheet.text for link in links), LONG)
    here = [one for one in people[0].sees(channel) if not one.deleted]
    assert len(here) == 2, [one.text for one in here]
    assert not any(one.is_system for one in here)
    assert not box.violations


@pytest.mark.parametrize(
    ("form", "why", "page", "told"),
    [
        (Format.KNOCK_OUT, "Seeds 1 and 2", "Bracket", "**Final**"),
        (Format.ROUND_ROBIN, "everybody meets everybody", "Cross table", "Who beat whom"),
    ],
)
async def test_why_two_meet_and_how_a_cup_of_this_format_stands_is_shown_where_one_asks(
    box: Sandbox, database: Path, form: Format, why: str, page: str, told: str
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await signed_up(box, database, you, aja, form=form)
    async with serving(box, settings_for(box, database)):
        sheet = await box.until(lambda: next(iter(posts(box.channel("cards"), aja, "do these two meet")), None), LONG)
        assert why in (await aja.select(sheet, ["1"], placeholder="Why do these two meet?")).text
        assert told in (await page_of_cup(box, aja, page)).text
    assert not box.violations


async def test_tables_of_a_private_cup_are_seen_by_their_people_alone(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    await signed_up(box, database, *people, private=True)
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: len(box.threads) == 2 and all(in_it(one, people) for one in box.threads), LONG)
        await box.until(lambda: all(len(in_it(one, people)) == 2 for one in box.threads), LONG)
        for thread in box.threads:
            for person in people[1:]:  # the first one owns the server, and sees everything
                assert box.world.sees(thread, person.id) == (person in in_it(thread, people))
    assert not box.violations


async def test_where_no_threads_are_allowed_the_tables_of_a_cup_show_their_cards(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in ("You", "Aja")]
    box.permit(box.channel("cards"), create_public_threads=False)
    await signed_up(box, database, *people)
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: any(TITLE.search(one.text) for one in people[0].sees(box.channel("cards"))), LONG)
        mine = (await people[0].command(box.channel("cards"), "cup mine")).message
        assert mine
        assert any(label.startswith("Go to ") for label in mine.labels)
    assert not box.threads
    assert not box.violations


async def test_ones_own_page_says_that_a_table_cannot_be_shown_and_offers_to_withdraw(
    box: Sandbox, database: Path
) -> None:
    people = [box.person(name) for name in ("You", "Aja")]
    box.permit(box.channel("cards"), create_public_threads=False, send_messages=False)
    await signed_up(box, database, *people)
    async with serving(box, settings_for(box, database)):
        await box.until(partial(is_refused, database), LONG)
        mine = (await people[0].command(box.channel("cards"), "cup mine")).message
        assert mine
        assert "Discord doesn't let me open its thread" in mine.text
        assert "Withdraw from the cup?" in (await people[0].press(mine, "Withdraw")).text
    assert not box.violations


def is_refused(database: Path) -> bool:
    """Return whether a table cannot be shown."""
    with closing(sqlite3.connect(database)) as db:
        found = db.execute("SELECT count(*) FROM tables WHERE lost_at IS NOT NULL").fetchone()
    return bool(found == (1,))


async def test_a_match_never_gets_the_thread_of_another_one_whose_table_had_the_same_name(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_names, "ANIMALS", ("Otter", "Walrus"))
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    people[0].allow("manage_guild")
    await signed_up(box, database, *people, form=Format.ROUND_ROBIN)
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: len(box.threads) == 2, LONG)
        for match in (1, 2):
            given = {"match": match, "score": "5-2", "reason": "As played"}
            await people[0].command(box.channel("cards"), "organise adjust", **given)
            await box.until(partial(closed, database, match), LONG)
        await box.until(lambda: len(box.threads) == 4, LONG)
    assert len({thread.name for thread in box.threads}) < 4
    assert not box.violations


def closed(database: Path, count: int) -> bool:
    """Return whether so many tables are closed."""
    with closing(sqlite3.connect(database)) as db:
        found = db.execute("SELECT count(*) FROM tables WHERE stage = 'closed'").fetchone()
    return bool(found == (count,))


@pytest.mark.slow
async def test_many_tables_that_open_together_meet_no_rate_limit_and_leave_the_channel_quiet(database: Path) -> None:
    names = [f"Player {number}" for number in range(1, 25)]
    async with Sandbox(people=names, rate_limits="discord", answer_within=SLOW) as box:
        people = [box.person(name) for name in names]
        await signed_up(box, database, *people)
        async with serving(box, settings_for(box, database, requests_per_second=40)):
            await box.until(lambda: len(threads_of(box, people[0])) == len(people) // 2, LONG * 4)
            here = [one for one in people[0].sees(box.channel("cards")) if not one.deleted]
            await box.until(lambda: all(person.dms for person in people), LONG * 2)
        assert len(here) <= 4, [one.text for one in here]
        assert 429 not in {one.status for one in box.requests}
        assert not box.violations
