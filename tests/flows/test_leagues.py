"""Leagues by commands and buttons: made, joined, played by people, with promotion, through restarts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.cups.cup_rules import Format
from bot.cups.cup_service import CupService
from bot.cups.leagues.fold import fold_record
from bot.cups.leagues.league import League, SeasonStage
from bot.cups.leagues.league_rules import WEEK
from bot.cups.leagues.league_service import LeagueService, read_rows
from bot.cups.leagues.season_standings import tables_of
from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from sandbox import Message, Person, Sandbox
from simulation.bot_settings import given_for, sandboxed
from simulation.processes import BotProcess
from simulation.scripted_people import LONG, posts
from tests.flows.conftest import SLOW, serving, settings_for
from tests.flows.matches import play_matches, play_tables
from tests.flows.test_cup_commands import NAMES, organiser, typed
from tests.sandbox.test_routes import allow_events

PARTNER = "Ask somebody to be your partner"
MORE = ("Nivi", "Inuk", "Pipaluk", "Minik")


async def created(box: Sandbox, by: Person, divisions: str, **options: object) -> Message:
    """A new league called Winter, with matches of one hand. Return the message of its first season."""
    given = {"name": "Winter", "divisions": divisions, "hands": 1, "round-time": "1 h", "sign-up": "1 h", **options}
    answer = await typed(box, by, "organise league", **given)
    assert "Winter, season 1" in answer.text, answer.text
    return await season(box, by, 1)


async def season(box: Sandbox, person: Person, number: int) -> Message:
    """The message of a season in the channel."""
    found: Message = await box.until(lambda: shown(box, person, f"### Winter, season {number}"), LONG)
    return found


def shown(box: Sandbox, person: Person, text: str) -> Message | None:
    return next(iter(posts(box.channel("cards"), person, text)), None)


async def joined(to: Message, *people: Person) -> None:
    for person in people:
        answer = await person.press(to, "Join")
        assert "You're in season" in answer.text, answer.text


async def stored(database: Path) -> tuple[League, dict[int, object]]:
    """The league of the store, folded anew, and the tables of each season from its cups."""
    async with await open_store(database, now=wall) as store:
        found = await store.league(1)
        assert found
        league, cups = fold_record(1, read_rows(found.record)), CupService(store, wall)
        folded = {cup: (await cups.existing(cup)).cup for one in league.seasons for cup in one.known_cups}
    return league, {one.number: tables_of(league, one, folded) for one in league.seasons}


def is_over(box: Sandbox, person: Person) -> bool:
    return shown(box, person, "Thank you for playing") is not None


@pytest.mark.slow
async def test_a_small_league_is_made_joined_played_and_opens_its_next_season(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in NAMES]
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await created(box, ivalu, "2 2")
        await joined(first, *people)
        await box.until(lambda: "4 are in" in first.text)
        assert "in the season already" in (await people[0].press(first, "Join")).text
        await typed(box, ivalu, "organise season", act="start")
        await box.until(lambda: len(box.threads) == 2, LONG)
        asked = await typed(box, ivalu, "organise adjust", match=1, score="5-0", reason="Played at the club")
        assert "division 1" in asked.text
        assert "division 2" in asked.text
        table = await typed(box, people[0], "cup league")
        assert "Division 1" in table.text
        await play_tables(box, people)
        await box.until(lambda: is_over(box, ivalu), LONG)
        second = await season(box, ivalu, 2)
        assert "Places kept in division 1" in second.text
        assert "Up to division 1" in (shown(box, ivalu, "Thank you for playing") or second).text
        await adjusted(box, ivalu)
        standings = await typed(box, people[0], "cup league", season=1)
        assert standings.message
        files = await people[0].press(standings.message, "Files (CSV, JSON)")
        assert files
        await joined(second, people[0])
        assert "no longer in season 2" in (await people[0].press(second, "Leave")).text
    league, tables_now = await stored(database)
    assert league.seasons[0].tables == tables_now[1]
    assert not box.violations


async def test_in_a_league_of_pairs_whoever_was_asked_agrees_by_the_question_or_by_asking_back(
    box: Sandbox, database: Path
) -> None:
    you, aja, malik, ivalu = [box.person(name) for name in NAMES]
    organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await created(box, ivalu, "2", entrants="pairs")
        await asks(first, you, aja)
        question = await box.until(lambda: shown(box, aja, aja.mention))
        assert "You play with **You**" in (await aja.press(question, "Play with You")).text
        await asks(first, ivalu, malik)
        await asks(first, malik, ivalu)
        await box.until(lambda: "2 pairs are in" in first.text)
    assert not box.violations


@pytest.mark.slow
async def test_a_league_of_pairs_is_joined_by_asking_and_a_place_stays_with_either_partner(
    box: Sandbox, database: Path
) -> None:
    people = you, aja, malik, ivalu = [box.person(name) for name in NAMES]
    organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await created(box, ivalu, "2", entrants="pairs")
        own = (await you.press(first, "Join")).message
        assert own
        assert "You've asked Aja" in (await you.select(own, [aja], placeholder=PARTNER)).text
        question = await box.until(lambda: shown(box, aja, aja.mention))
        assert "weren't asked" in (await malik.press(question, "Play with You")).text
        assert "You play with **You**" in (await aja.press(question, "Play with You")).text
        await box.until(lambda: shown(box, aja, aja.mention) is None)
        await asks(first, ivalu, malik)
        theirs = (await malik.press(first, "Join")).message
        assert theirs
        await malik.press(theirs, "Play with Ivalu")
        await box.until(lambda: "2 pairs are in" in first.text)
        await typed(box, ivalu, "organise season", act="start")
        await play_matches(box, people, 1)
        await box.until(lambda: is_over(box, ivalu), LONG)
        table = (await typed(box, you, "cup league", season=1)).text
        assert "You & Aja" in table
        second = await season(box, ivalu, 2)
        assert "You & Aja" in second.text
        await asks(second, aja, malik)
        await box.until(lambda: "You & Aja" not in second.text)
        assert "Looking for a partner: Aja" in second.text
        own = (await malik.press(second, "Join")).message
        assert own
        await malik.press(own, "Play with Aja")
        await box.until(lambda: "without a partner" not in second.text)
        await aja.press(second, "Leave")
        told = await box.until(lambda: next((one for one in malik.dms if "Aja has left your pair" in one.text), None))
        assert "Winter" in told.text
    league, tables_now = await stored(database)
    assert league.seasons[0].tables == tables_now[1]
    assert not box.violations


async def asks(to: Message, person: Person, partner: Person) -> None:
    """Sign up, and ask somebody to be the partner."""
    own = (await person.press(to, "Join")).message
    assert own
    await person.select(own, [partner], placeholder=PARTNER)


async def adjusted(box: Sandbox, by: Person) -> None:
    """Adjust a result after the end of a season: its message follows."""
    cup = "Winter, season 1, division 1"
    winners = set()
    for score in ("5-0", "0-5"):
        await typed(box, by, "organise adjust", cup=cup, match=1, score=score, reason="Counted wrongly")
        table = await typed(box, by, "cup standings", cup=cup)
        (winner,) = (name for name in NAMES if f"1. {name}" in table.text.replace("*", ""))
        await box.until(partial(has_won, box, by, winner), LONG)
        winners.add(winner)
    assert len(winners) == 2


def has_won(box: Sandbox, person: Person, name: str) -> bool:
    """Return whether the only end of a season names the winner of the first division."""
    ends = posts(box.channel("cards"), person, "Thank you for playing")
    return len(ends) == 1 and f"{name}** has won division 1" in ends[0].text


async def test_who_has_joined_a_season_leaves_it_and_looks_at_another_one(box: Sandbox, database: Path) -> None:
    you, ivalu = box.person("You"), organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await created(box, ivalu, "2 2")
        await joined(first, you)
        await box.until(lambda: "1 is in" in first.text)
        assert "no longer in season 1" in (await you.press(first, "Leave")).text
        await typed(box, ivalu, "organise season", act="cancel", reason="Rain")
        assert "Nobody can sign up now" in (await typed(box, ivalu, "organise season", act="start")).text
        await typed(box, ivalu, "organise season", act="open")
        page = (await typed(box, you, "cup league")).message
        assert page
        assert "### Winter, season 2" in page.text
        assert "### Winter, season 1" in (await you.press(page, "Season 1")).text
    assert not box.violations


async def test_organising_a_league_is_for_organisers_and_mistakes_are_named(box: Sandbox, database: Path) -> None:
    aja, ivalu = box.person("Aja"), organiser(box)
    async with serving(box, settings_for(box, database)):
        box.offer("organise", aja)
        assert "Only organisers" in (await typed(box, aja, "organise league", name="Mine", divisions="4")).text
        assert "no league here" in (await typed(box, ivalu, "cup league")).text
        for given, told in (
            ({"divisions": "many"}, "as sizes of divisions"),
            ({"divisions": "1 8"}, "as sizes of divisions"),
            ({"divisions": "4 4", "moves": 3}, "smallest division"),
            ({"divisions": "4", "round-time": "1 min"}, "min"),
        ):
            assert told in (await typed(box, ivalu, "organise league", name="Winter", **given)).text
        await created(box, ivalu, "4 4")
        assert "another name" in (await typed(box, ivalu, "organise league", name="winter", divisions="4")).text
        assert "Only organisers" in (await typed(box, aja, "organise season", act="start")).text
        for act, told in (
            ("open", "not over yet"),
            ("start", "Too few"),
            ("close", "no such season"),
            ("cancel", "reason"),
            ("add-cup", "no such cup"),
        ):
            assert told in (await typed(box, ivalu, "organise season", act=act)).text, act
        await typed(box, ivalu, "organise season", act="cancel", reason="Rain")
        await box.until(lambda: shown(box, ivalu, "**Cancelled** by Ivalu: Rain"))
        await typed(box, ivalu, "organise season", act="open")
        await season(box, ivalu, 2)
        await typed(box, ivalu, "organise season", act="end", reason="Spring")
        assert "The league is over" in (await typed(box, ivalu, "organise season", act="open")).text
    assert not box.violations


async def test_a_keystroke_for_a_league_reads_no_record(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        await created(box, ivalu, "4")
        monkeypatch.setattr(LeagueService, "get", None)
        offered = await ivalu.autocomplete(box.channel("cards"), "cup league", {"league": "w"}, "league")
        assert [one["value"] for one in offered] == ["Winter"]


async def test_a_league_with_a_start_signs_up_until_then_and_takes_no_banned_people(
    box: Sandbox, database: Path
) -> None:
    aja, malik, ivalu = box.person("Aja"), box.person("Malik"), organiser(box)
    async with serving(box, settings_for(box, database)):
        first = await created(box, ivalu, "4", start="monday 20:00", **{"round-time": "7 days"})
        await typed(box, ivalu, "organise ban", person=aja, reason="Rain")
        assert "Rain" in (await aja.press(first, "Join")).text
        await joined(first, malik)
        assert "no such season" in (await typed(box, malik, "cup league", season=9)).text
        offered = await ivalu.autocomplete(box.channel("cards"), "cup league", {"league": "w"}, "league")
        assert [one["value"] for one in offered] == ["Winter"]
        await typed(box, ivalu, "organise league", name="Tiny", divisions="2")
        tiny = await box.until(lambda: shown(box, ivalu, "### Tiny, season 1"), LONG)
        await joined(tiny, malik, ivalu)
        assert "on the waiting list" in (await box.person("You").press(tiny, "Join")).text
        await typed(box, ivalu, "settings quiet", zone="Nuuk")
        await typed(box, ivalu, "organise league", name="Slow", divisions="8 8", hour="19:30")
        await box.until(lambda: shown(box, ivalu, "### Slow, season 1"), LONG)
    async with await open_store(database, now=wall) as store:
        found = await store.league(3)
        assert found
        slow = fold_record(3, read_rows(found.record)).rules
    assert (slow.sizes, slow.moves, slow.cup.pace, slow.cup.hands, slow.cup.round_time) == ((8, 8), 1, "day", 3, WEEK)
    assert slow.cup.fallback == "19:30 America/Nuuk", "the hour is that of whoever typed it"
    league, _ = await stored(database)
    assert league.rules.cup.pace == "live"
    assert not league.rules.cup.appointments, "everybody plays at that hour"
    until = datetime.fromtimestamp(league.seasons[0].until / 1000, UTC)
    assert (until.weekday(), until.hour, until.minute) == (0, 20, 0)
    assert league.rules.season_start(league.seasons[0].until + 1) == league.seasons[0].until + WEEK
    assert not box.violations


async def test_the_rounds_of_a_league_with_a_start_are_events_if_the_bot_may_create_some(
    box: Sandbox, database: Path
) -> None:
    ivalu, aja = organiser(box), box.person("Aja")
    given: dict[str, Any] = {"divisions": "2", "start": "1 h", "round-time": "7 days", "twice": True, "events": True}
    async with serving(box, settings_for(box, database)):
        assert "Create Events" in (await typed(box, ivalu, "organise league", name="Winter", **given)).text
        allow_events(box)
        without = {key: value for key, value in given.items() if key != "start"}
        assert "Give it a start" in (await typed(box, ivalu, "organise league", name="Winter", **without)).text
        await joined(await created(box, ivalu, **given), ivalu, aja)
        await box.until(lambda: events_of(box) == ["Winter, season 1"], LONG)
    async with serving(box, settings_for(box, database)):
        await typed(box, ivalu, "organise season", act="start")
        await box.until(lambda: events_of(box) == ["Winter, season 1, division 1: round 1"], LONG)
        await typed(box, ivalu, "organise season", act="cancel", reason="Snow")
        await box.until(lambda: not box.guild.events, LONG)
    assert not box.violations


def events_of(box: Sandbox) -> list[str]:
    return [event.fields["name"] for event in box.guild.events.values()]


@pytest.mark.slow
async def test_a_series_adds_up_the_points_of_its_cups(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in NAMES]
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        await typed(box, ivalu, "organise league", name="Winter", kind="series", cups=1)
        first = await season(box, ivalu, 1)
        await typed(box, ivalu, "organise create", name="Friday", hands=1, rounds=1)
        await typed(box, ivalu, "organise open-sign-up")
        for person in people:
            await typed(box, person, "cup join")
        await typed(box, ivalu, "organise season", act="add-cup", cup="Friday")
        await box.until(lambda: "1 of 1 cups so far: Friday" in first.text)
        assert "cannot be added" in (await typed(box, ivalu, "organise season", act="add-cup", cup="Friday")).text
        await typed(box, ivalu, "organise start")
        await box.until(lambda: len(box.threads) == 2, LONG)
        await play_tables(box, people)
        await box.until(lambda: is_over(box, ivalu), LONG)
        told = (await typed(box, people[0], "cup league")).text
        assert "added up" in told
        assert all(person.name in told for person in people)
    assert not box.violations


async def test_a_league_of_threes_is_a_series_of_cups_with_tables_of_three(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in NAMES[:3]]
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        for given in ({"divisions": "6"}, {"kind": "divisions"}):
            refused = await typed(box, ivalu, "organise league", name="Winter", entrants="threes", **given)
            assert "A series of cups" in refused.text
        await typed(box, ivalu, "organise league", name="Winter", entrants="threes", cups=1)
        first = await season(box, ivalu, 1)
        assert "with tables of three" in first.text
        await typed(box, ivalu, "organise create", name="Duels", hands=1, rounds=1)
        await typed(box, ivalu, "organise open-sign-up")
        assert "Add one of those" in (await typed(box, ivalu, "organise season", act="add-cup", cup="Duels")).text
        await typed(box, ivalu, "organise create", name="Friday", entrants="threes", hands=1, rounds=1)
        await typed(box, ivalu, "organise open-sign-up")
        for person in people:
            await typed(box, person, "cup join", cup="Friday")
        await typed(box, ivalu, "organise season", act="add-cup", cup="Friday")
        await box.until(lambda: "1 of 1 cups so far: Friday" in first.text)
        await typed(box, ivalu, "organise start", cup="Friday")
        await box.until(lambda: box.threads, LONG)
        await typed(box, ivalu, "organise adjust", cup="Friday", match=1, score="5 2 0", reason="Played at the club")
        await box.until(lambda: is_over(box, ivalu), LONG)
        told = (await typed(box, people[0], "cup league")).text
        assert all(person.name in told for person in people)
    league, _ = await stored(database)
    assert league.rules.cup.format is Format.SWISS
    assert not box.violations


async def test_a_season_ends_after_the_standings_of_a_cup_whose_channel_refused_them_for_a_while(
    box: Sandbox, database: Path
) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    hall = box.add_channel("hall")
    async with serving(box, settings_for(box, database)):
        await typed(box, ivalu, "organise league", name="Winter", kind="series", cups=1)
        first = await season(box, ivalu, 1)
        given = {"name": "Friday", "hands": 1, "rounds": 1}
        await ivalu.start_command(hall, "organise create", given).first()
        await ivalu.start_command(hall, "organise open-sign-up", {}).first()
        for person in (you, aja):
            await typed(box, person, "cup join", cup="Friday")
        await typed(box, ivalu, "organise season", act="add-cup", cup="Friday")
        await typed(box, ivalu, "organise start", cup="Friday")
        await box.until(lambda: posts(hall, ivalu, "Round 1") and box.threads, LONG)
        box.permit(hall, send_messages=False)
        await typed(box, ivalu, "organise adjust", cup="Friday", match=1, score="5-0", reason="Played at the club")
        await box.until(lambda: "The season is over" in first.text, LONG)
        box.permit(hall, send_messages=True)
        end = await box.until(lambda: shown(box, ivalu, "Thank you for playing"), LONG)
    of_cup = posts(hall, ivalu, "Friday")
    assert any("After 1 of 1 rounds" in one.text for one in of_cup)
    assert all(one.id < end.id for one in of_cup)
    assert not box.violations


# Kills


@dataclass
class DyingBot:
    """The bot as a process of its own, which is killed when something has just begun to show."""

    box: Sandbox
    process: BotProcess

    async def start(self) -> None:
        await self.process.start()
        await self.box.until(lambda: self.box.bot_online, LONG)

    async def die_when(self, condition: Callable[[], object]) -> None:
        """Kill the bot as soon as a condition holds, and start it again."""
        await self.box.until(condition, LONG)
        await self.process.kill()
        await self.box.until(lambda: not self.box.bot_online, LONG)
        await self.start()


@asynccontextmanager
async def mortal(box: Sandbox, database: Path, log: Path) -> AsyncIterator[DyingBot]:
    given = {name.upper(): str(value) for name, value in given_for(box, database).items()}
    bot = DyingBot(box, BotProcess(given, log))
    try:
        await bot.start()
        yield bot
        assert await bot.process.stop() == 0
    finally:
        await bot.process.end()


def has_threads(box: Sandbox, count: int) -> bool:
    return len(box.threads) >= count


async def played_round(bot: DyingBot, people: list[Person], before: int) -> None:
    """Play the four tables of a round; the bot is killed while they open, and after two of them."""
    box = bot.box
    await bot.die_when(partial(has_threads, box, before + 1))
    await box.until(partial(has_threads, box, before + 4), LONG)
    await play_tables(box, people, most=2)
    await bot.die_when(lambda: True)
    await play_tables(box, people)


@pytest.mark.slow
async def test_a_league_of_two_divisions_and_three_rounds_is_played_through_kills(database: Path) -> None:
    async with sandboxed(answer_within=SLOW, people=(*NAMES, *MORE)) as box:
        people, ivalu = box.people, organiser(box)
        async with mortal(box, database, database.with_suffix(".log")) as bot:
            first = await created(box, ivalu, "4 4")
            await joined(first, *people)
            await bot.die_when(lambda: "8 are in" in first.text)
            await typed(box, ivalu, "organise season", act="start")
            for before in (0, 4, 8):
                await played_round(bot, people, before)
            await bot.die_when(partial(is_over, box, ivalu))
            await season(box, ivalu, 2)
        league, tables_now = await stored(database)
        assert [one.stage for one in league.seasons] == [SeasonStage.ENDED, SeasonStage.SIGN_UP]
        assert league.seasons[0].tables == tables_now[1]
        (end,) = posts(box.channel("cards"), ivalu, "Thank you for playing")
        assert end.text.count("Up to") == end.text.count("Down to") == 1
        assert len(posts(box.channel("cards"), ivalu, "### Winter, season 2")) == 1
        assert len(box.threads) == 12, "no match was opened twice"
