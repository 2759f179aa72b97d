"""Evenings of cups in the sandbox: a real bot that is killed now and then, people who play, and what happens there."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupEntry, Match
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import CupRules, EntrantKind
from bot.cups.cup_service import CupService
from bot.cups.fold import fold_record
from bot.cups.messages.cup_standings import standings_scene
from bot.cups.messages.cup_text import sentences
from bot.cups.messages.round_sheet import SAID_BY_THE_RESULT
from bot.cups.notices import DecisionReason
from bot.messages.kit.rendering import alt
from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from bot.tables import Location
from bot.tables.table import Stage
from bot.texts import in_language
from bot.texts.notices import fact
from bot.texts.reader import Reader
from sandbox import ActionNotAllowed, Interaction, Person, Sandbox, Thread
from simulation import record_checks
from simulation.bot_settings import given_for, sandboxed
from simulation.cup_crowd import CupCrowd
from simulation.processes import BotProcess
from simulation.scripted_people import LONG, posts, press_at
from tests.cups.running_cups import process
from tests.cups.test_cup_kills import SEED, checked

ORGANISER = "Ivalu"
WITHIN = 300.0
"""Seconds to wait for people who play."""
TRIES = 60
"""Times that a command is repeated whose answer a kill may have swallowed."""


def environment(box: Sandbox, database: Path) -> dict[str, str]:
    """The environment of a bot for this sandbox."""
    given = {name.upper(): str(value) for name, value in given_for(box, database).items()}
    return given | {"LOG_FORMAT": "json", "NOTICE_AFTER": str(24 * 3600)}


async def signed_up(box: Sandbox, database: Path, rules: CupRules, people: Sequence[Person]) -> int:
    """Write a cup whose sign-up is over, with these people in it: partners side by side."""
    until = wall()
    where = Location(box.guild.id, box.channel("cards").id, "en")
    async with await open_store(database, now=wall) as store:
        cups = CupService(store, lambda: until - 1)
        organiser = (await store.person(box.person(ORGANISER).id, ORGANISER)).key
        cup = (await cups.create(organiser, rules._replace(sign_up_until=until), where, None)).cup
        keys = [(await store.person(one.id, one.name)).key for one in people]
        for action in entering(rules.entrants, keys):
            await cups.submit(cup.id, action)
    return cup.id


def entering(kind: EntrantKind, keys: Sequence[str]) -> list[CupAction]:
    if kind is not EntrantKind.PAIRS:
        return [cup_actions.JoinCup(key) for key in keys]
    pairs = zip(keys[::2], keys[1::2], strict=True)
    return [act for one, two in pairs for act in (cup_actions.JoinCup(one, two), cup_actions.AgreePartner(two, one))]


class CupOnDisk:
    """A cup as the bot's file has it now, read from outside."""

    def __init__(self, database: Path, cup_id: int) -> None:
        self._database = database
        self._id = cup_id
        self._known: Cup | None = None

    @property
    def cup(self) -> Cup:
        seq = self._asked("SELECT seq FROM cups WHERE id = ?", self._id)[0][0]
        if self._known is None or self._known.seq != seq:
            self._known = fold_record(self._id, self._entries())
        return self._known

    def thread(self, box: Sandbox, match: Match) -> Thread | None:
        """The thread of a match's table."""
        found = self._asked("SELECT thread_id FROM places WHERE table_id = ?", match.table)
        return next((one for one in box.threads if found and one.id == found[0][0]), None)

    def is_played_out(self, match: Match) -> bool:
        """Return whether the table of a match has ended by its own rules."""
        return self._asked("SELECT stage FROM tables WHERE id = ?", match.table) == [(Stage.OVER,)]

    def people(self, box: Sandbox, keys: Sequence[str]) -> list[Person]:
        ids = dict(self._asked("SELECT key, discord_id FROM people"))
        return [box.person(ids[key]) for key in keys]

    def message(self, post: str) -> int | None:
        """The message of a kind of post, the newest."""
        found = self._asked(
            "SELECT message_id FROM cup_messages WHERE cup_id = ? AND post LIKE ? || '.%' ORDER BY message_id",
            self._id,
            post,
        )
        return found[-1][0] if found else None

    def messages(self) -> dict[str, int]:
        """The messages by the names of their posts."""
        return dict(self._asked("SELECT post, message_id FROM cup_messages WHERE cup_id = ? AND message_id", self._id))

    def _entries(self) -> list[CupEntry]:
        rows = self._asked(
            "SELECT seq, verb, body, reason, at FROM cup_actions WHERE cup_id = ? ORDER BY seq", self._id
        )
        return [CupEntry(seq, cup_actions.read(verb, json.loads(body), why), at) for seq, verb, body, why, at in rows]

    def _asked(self, question: str, *given: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as db:
            return db.execute(question, given).fetchall()


class CupKiller:
    """Kills the bot at random moments, while people press, and starts it again at once."""

    def __init__(self, bot: BotProcess, box: Sandbox, file: CupOnDisk, crowd: CupCrowd, chance: random.Random) -> None:
        self.kills = 0
        self._bot = bot
        self._box = box
        self._file = file
        self._crowd = crowd
        self._chance = chance

    async def kill(self, times: int, between: int) -> None:
        """Kill it so often, after up to so many presses each, and at once after the end of the cup."""
        for _ in range(times):
            after = self._crowd.presses + self._chance.randrange(1, between)
            await self._box.until(lambda: self._box.bot_online and self._is_time(after), WITHIN)  # noqa: B023
            await asyncio.sleep(self._chance.uniform(0, 0.1))
            await self._bot.kill()
            self.kills += 1
            await self._box.until(lambda: not self._box.bot_online)
            await self._bot.start()

    def _is_time(self, after: int) -> bool:
        return self._crowd.presses >= after or self._file.message("end") is not None


class CupEvening:
    """The acts of people and organisers in a cup, beside playing; each is repeated until it is in the record."""

    def __init__(self, box: Sandbox, file: CupOnDisk, crowd: CupCrowd) -> None:
        self.box = box
        self.file = file
        self.crowd = crowd
        self.organiser = box.person(ORGANISER)

    @property
    def cup(self) -> Cup:
        return self.file.cup

    def people(self, *entrants: int) -> list[Person]:
        return self.file.people(self.box, [key for one in entrants for key in self.cup.entrants[one].people])

    async def happens(self) -> None:
        """Do all that happens, until the cup is over."""
        raise NotImplementedError

    async def until(self, condition: Callable[[Cup], object]) -> Cup:
        def holds() -> bool:
            self.crowd.check()
            return bool(condition(self.cup))

        await self.box.until(holds, WITHIN)
        return self.cup

    async def round(self, number: int) -> Cup:
        """Wait until a round is paired and all its tables have threads."""
        return await self.until(
            lambda cup: (
                cup.is_over
                or (
                    len(cup.rounds) >= number
                    and all(one.table and self.file.thread(self.box, one) for one in cup.open_matches)
                )
            )
        )

    async def organise(self, act: str, done: Callable[[Cup], object], /, **options: object) -> None:
        """Type a command until what it does is in the record."""
        channel = self.box.channel("cards")
        for _ in range(TRIES):
            if done(self.cup):
                return
            await self.crowd.attempt(lambda: self.organiser.start_command(channel, f"organise {act}", options).first())
            await self._soon(done)
        assert done(self.cup), f"/organise {act} was not done"

    async def pause(self) -> None:
        paused = len(acts(self.cup, cup_actions.PauseCup)) + 1
        await self.organise("pause", lambda cup: len(acts(cup, cup_actions.PauseCup)) == paused, reason="Storm")
        for _ in range(TRIES):
            if not self.cup.paused:
                return
            await self._press_resume()
            await self._soon(lambda cup: not cup.paused)
        assert not self.cup.paused

    async def _press_resume(self) -> None:
        channel, organiser = self.box.channel("cards"), self.organiser
        shown = (
            await self.crowd.attempt(lambda: organiser.start_command(channel, "organise pause", {}).first())
        ).message
        with contextlib.suppress(ActionNotAllowed):  # it was done before the bot was killed
            if shown is not None:
                await self.crowd.attempt(lambda: organiser.press(shown, "Resume"))

    async def adjust(self, match: Match) -> None:
        """Adjust a match that was played, and undo that."""
        played = (await self.until(lambda cup: is_decided(cup, match))).match(match.number)
        given = {
            "match": match.number,
            "score": "1-0" if len(match.entrants) == 2 else "9-0-0",  # possible in each game
            "reason": "Misread",
        }
        await self.organise("adjust", lambda cup: acts(cup, cup_actions.AdjustMatch), **given)
        seq = acts(self.cup, cup_actions.AdjustMatch)[0]
        await self.organise("undo", lambda cup: seq in cup.undone, act=seq, reason="It was right")
        assert self.cup.match(match.number) == played

    async def time_over(self, match: Match, why: str) -> None:
        """Move the deadline of a match close, and wait until it was decided, for this reason among others.

        A hand may have ended before by plays that were the only possible ones; then no reason is given.
        """
        moved = len(acts(self.cup, cup_actions.MoveDeadline)) + 1
        await self.organise(
            "deadline",
            lambda cup: is_decided(cup, match) or len(acts(cup, cup_actions.MoveDeadline)) == moved,
            match=match.number,
            until="3 s",
            reason="They are not there",
        )
        cup = await self.until(lambda cup: is_decided(cup, match))
        result = next(one.result for one in cup.matches if one.number == match.number)
        assert result is not None
        assert why in result.why or (not result.why and self.file.is_played_out(match))

    async def resign(self, match: Match, *entrants: int) -> None:
        """Let all people of some entrants leave the seats of a match."""
        thread = self.file.thread(self.box, match)
        assert thread is not None
        for person in self.people(*entrants):
            await self._resign(thread, person)

    async def _resign(self, thread: Thread, person: Person) -> None:
        await self.box.until(lambda: any("More…" in one.labels for one in posts(thread, person, "")), LONG)
        more = (await self.crowd.insist(lambda: press_at(thread, person, "More…"))).message
        with contextlib.suppress(ActionNotAllowed):  # it was done before the bot was killed
            assert more
            await self._confirm(lambda: person.press(more, "Resign…"), person, "Yes, resign")

    async def come(self, match: Match, *entrants: int) -> None:
        """Let whoever of these entrants is called play, so that they have come, however long ago they were called."""
        there, before = self.people(*entrants), self.crowd.plays.copy()
        self.crowd.let_play(there)
        await self.until(
            lambda cup: is_decided(cup, match) or any(self.crowd.plays[one.id] > before[one.id] for one in there)
        )
        self.crowd.let_wait(there)

    async def withdraw(self, entrant: int) -> None:
        person, channel = self.people(entrant)[0], self.box.channel("cards")
        while self.cup.entrants[entrant].is_in:
            mine = (await self.crowd.insist(lambda: person.start_command(channel, "cup mine", {}).first())).message
            if mine is not None and "Withdraw…" in mine.labels:
                await self._confirm(partial(person.press, mine, "Withdraw…"), person, "Withdraw")
            await self._soon(lambda cup: not cup.entrants[entrant].is_in)

    async def _confirm(self, ask: Callable[[], Any], person: Person, yes: str) -> Interaction | None:
        question = (await self.crowd.insist(ask)).message
        with contextlib.suppress(ActionNotAllowed):  # it was done before the bot was killed
            return None if question is None else await self.crowd.insist(lambda: person.press(question, yes))
        return None

    async def _soon(self, done: Callable[[Cup], object]) -> None:
        """Wait a moment; the bot may be dead."""
        with contextlib.suppress(TimeoutError):
            await self.box.until(lambda: done(self.cup), 3)


def acts(cup: Cup, kind: type) -> list[int]:
    """The entries of a kind of action."""
    return [entry.seq for entry in cup.record if isinstance(entry.action, kind)]


def is_decided(cup: Cup, match: Match) -> bool:
    return any(one.number == match.number and one.is_decided for one in cup.matches)


@asynccontextmanager
async def killable(box: Sandbox, database: Path, log: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(environment(box, database), log)
    await bot.start()
    try:
        yield bot
    finally:
        await bot.end()


async def played(
    folder: Path, evening: type[CupEvening], rules: CupRules, size: int, kills: tuple[int, int], reserves: int = 0
) -> Cup:
    """Play a cup of so many entrants to its end, and check all that is left of it. `kills`: how many, and how far apart

    in presses, at most. `reserves`: people who have not entered.
    """
    database, log = folder / "voormsi.db", folder / "bot.log"
    people = [f"P{number}" for number in range(size * rules.entrants.people)]
    there = [ORGANISER, *people, *(f"R{number}" for number in range(reserves))]
    async with sandboxed(answer_within=1.5, people=there) as box, CupCrowd(box, SEED) as crowd:
        box.person(ORGANISER).allow("manage_guild")
        file = CupOnDisk(database, await signed_up(box, database, rules, [box.person(name) for name in people]))
        async with killable(box, database, log) as bot:
            killer = CupKiller(bot, box, file, crowd, random.Random(f"{SEED} {rules.format} {rules.entrants}"))
            killing = asyncio.create_task(killer.kill(*kills))
            await evening(box, file, crowd).happens()
            await killing
            await box.until(lambda: box.bot_online and file.message("end"), WITHIN)
            assert await bot.stop() == 0
        shown = box.world.messages[file.message("standings") or 0].text
        told = {post: box.world.messages[message].text for post, message in file.messages().items()}
    assert record_checks.complaints(log) == []
    await _right(database, file.cup, shown)
    _reasoned(file.cup, told)
    return file.cup


async def _right(database: Path, cup: Cup, shown: str) -> None:
    """Check the record of a cup that has ended, and that its posted standings follow from it."""
    async with process(database) as here:
        await checked(here, cup)
        people = await here.store.people([key for one in cup.entrants for key in one.people])
    page = standings_scene(cup, {key: one.name for key, one in people.items()}, 0)
    assert alt(page, Reader(in_language("en"))) in shown


def _reasoned(cup: Cup, told: Mapping[str, str]) -> None:
    """Check that the message of each decision says why it was made."""
    words = in_language("en")
    for entry in cup.record:
        why = entry.action.why if isinstance(entry.action, cup_actions.DecideMatch | cup_actions.ReplayMatch) else ()
        for reason in [fact(DecisionReason(one)) for one in why if one not in SAID_BY_THE_RESULT]:
            assert sentences([reason], words) in told[f"decision.{entry.seq}"]
