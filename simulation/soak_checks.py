"""Checks after a run: records, responses to people, and the messages in Discord must agree."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Final

from bot.messages.hand.hand_scene import hand_scene
from bot.publishing.message_state import MessageState, RefusedDm
from bot.publishing.posts import Post, binding, posts_of_actions
from bot.publishing.seat_messages import audience, post_of
from bot.services import Services
from bot.tables import actions
from bot.tables.table import Stage, Table, present_play
from rules.core.contract import Phase
from sandbox import DirectChannel, Message, Person, Sandbox
from simulation import record_checks
from simulation.action_log import ActionLog, PlayAttempt
from simulation.buttons import posts_of, presses
from simulation.fault_injector import FaultInjector
from simulation.generated_tables import DELAYS
from simulation.record_checks import TableHistory
from simulation.scripted_people import is_called

PLAYS: Final = frozenset({"play", "set"})
OVERDUE: Final = 60_000
"""The time for which after a deadline the table must have moved on, ms."""
MENTION: Final = re.compile(r"<@(\d+)>")


@dataclass
class FoundErrors:
    """The errors found, a sentence each."""

    lost: list[str] = field(default_factory=list)
    """Acknowledged plays that are not in the record, and missing posts."""
    twice: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)

    @property
    def all(self) -> list[str]:
        return [*self.lost, *self.twice, *self.stuck, *self.other]


@dataclass
class BotMessages:
    """All existing messages of the bot, by table and post."""

    public: dict[int, list[tuple[str, Message]]]
    """By table, oldest first."""
    private: dict[tuple[int, int], list[tuple[str, Message]]]
    """By table and person."""
    ephemeral: dict[tuple[int, int | None], list[Message]]
    """Those in threads that one person sees, such as private hands, by table and person."""

    @classmethod
    def of(cls, box: Sandbox) -> BotMessages:
        found = cls(defaultdict(list), defaultdict(list), defaultdict(list))
        for message in sorted(box.world.messages.values(), key=lambda one: one.id):
            if message.ephemeral:
                for number in {press.table for press in presses(message) if press.table is not None}:
                    found.ephemeral[number, message.person_id].append(message)
                continue
            for table, key in posts_of(message):
                if isinstance(message.channel, DirectChannel):
                    found.private[table, message.channel.recipient.id].append((key, message))
                else:
                    found.public[table].append((key, message))
        return found


class SoakChecks:
    """Checks all tables, in their state when the bot was `stopped` (seconds since 1970).

    `founded` maps each table to its last entry before anybody pressed anything.
    """

    def __init__(
        self,
        box: Sandbox,
        services: Services,
        ledger: ActionLog,
        storm: FaultInjector,
        founded: Mapping[int, int],
        stopped: float,
    ) -> None:
        self.found = FoundErrors()
        self.tables = 0
        self.rootless = 0
        """Tables whose channel was deleted and that nobody moved."""
        self.plays = 0
        """The plays by people in the records, since the first press."""
        self.stages: Counter[str] = Counter()
        self._box, self._club, self._storm, self._founded, self._stopped = box, services, storm, founded, stopped
        self._standing = BotMessages.of(box)
        self._tries: defaultdict[int, list[PlayAttempt]] = defaultdict(list)
        for one in (*ledger.tries, *ledger.laid):
            self._tries[one.table].append(one)
        self._keys: dict[int, str] = {}
        self._people: dict[str, Person] = {}

    async def all(self) -> FoundErrors:
        """Check everything. Return the errors."""
        for person in self._box.people:
            key = (await self._club.store.person(person.id, person.name)).key
            self._keys[person.id], self._people[key] = key, person
        table_id = 1
        while await self._club.tables.get(table_id) is not None:
            await self._table(await record_checks.table_history(self._club, table_id))
            table_id += 1
        return self.found

    async def _table(self, one: TableHistory) -> None:
        self.tables += 1
        self.stages[one.kept.table.stage] += 1
        self.found.other += record_checks.differences_of_row(one, DELAYS)
        self._plays(one)
        await self._posts(one)
        self._stuck(one)
        for seat, holder in enumerate(one.kept.table.seats):
            if holder.person is not None:
                await self._hand(one, seat, holder.person)
        self._former(one)

    # Plays

    def _plays(self, one: TableHistory) -> None:
        table = one.kept.table
        made = list(self._made(one))
        there = {(key, turn): words for key, turn, words, _ in made}
        self.plays += sum(seq > self._founded.get(table.id, 0) for *_, seq in made)
        tries = self._tries[table.id]
        self.found.twice += [
            f"table {table.id}: {key} made {turn} {count} times"
            for (key, turn), count in Counter((key, turn) for key, turn, *_ in made).items()
            if count > 1
        ]
        self.found.lost += [
            f"{told}, but the record has {there.get((self._keys[told.person], told.turn))}"
            for told in tries
            if told.acknowledged and there.get((self._keys[told.person], told.turn)) != told.pressed
        ]
        pressed = {(self._keys[told.person], told.turn, told.pressed) for told in tries}
        self.found.other += [
            f"table {table.id}: {key} played {words} as {turn} without pressing it"
            for key, turn, words, seq in made
            if seq > self._founded.get(table.id, 0) and (key, turn, words) not in pressed
        ]

    @staticmethod
    def _made(one: TableHistory) -> Iterator[tuple[str, str, tuple[str, ...], int]]:
        """The plays by people: person, turn (`1.4`), sorted words, number of the entry."""
        for before, entry in zip(one.tables, one.record[1:], strict=False):
            action = entry.action
            if isinstance(action, actions.TakeTurn) and action.by is not None:
                turn = "{}.{}".format(*present_play(before, action.seat))
                yield action.by, turn, tuple(sorted(record_checks.words_of_turn(action))), entry.seq

    # Posts

    async def _posts(self, one: TableHistory) -> None:
        table, chain = one.kept.table, one.kept.table.chain  # whose post was never sent: the history notes it
        named = (item for item in one.posts.items() if item[0] != (chain and binding(chain.commitment)))
        expected = {key: post for key, post in named if post.channel is None}
        standing = [(key, message) for key, message in self._standing.public[table.id] if key in expected]
        keys = [key for key, _ in standing]
        for key, count in Counter(keys).items():
            if count > 1:
                self.found.twice.append(f"table {table.id}: {key} stands {count} times")
        gone = self._storm.gone[table.id]
        missing = [key for key in self._due(one, expected) if key not in keys and key not in gone]
        if missing:
            self.found.lost.append(f"table {table.id}: {missing} do not stand, but {keys[-6:]}")
        if not missing and not self._in_order(one, [key for key in keys if key not in gone]):
            self.found.other.append(f"table {table.id}: posts stand in the order {keys}")
        await self._words(one, dict(standing), expected)

    def _due(self, one: TableHistory, expected: Mapping[str, Post]) -> list[str]:
        """The posts that must be there: all, or, if the thread or channel was deleted, those touched after that.

        There are none in a deleted channel from which nobody has moved the table.
        """
        if one.kept.row.channel_id not in self._box.world.channels:
            self.rootless += 1
            return []
        since = self._storm.homeless.get(one.kept.table.id)
        if since is None:
            return list(expected)
        return [key for key, post in expected.items() if one.record[post.seq - 1].at > since * 1000]

    def _in_order(self, one: TableHistory, keys: Sequence[str]) -> bool:
        """Return whether the posts are in order: each at its first place, or where it was sent anew after a change."""
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for changed in posts_of_actions(zip((entry.action for entry in one.record), one.tables, strict=True)):
            for post in changed:
                first.setdefault(post.key, post.seq)
                last[post.key] = post.seq
        inside = [key for key in keys if key != "lobby"]
        return all(first[before] <= last[after] for before, after in pairwise(inside))

    async def _words(self, one: TableHistory, standing: Mapping[str, Message], expected: Mapping[str, Post]) -> None:
        """Compare the text of each post with the record, if the same people still sit there, since it names them."""
        back = await self._club.table_contexts.context(one.kept)
        for key, message in standing.items():
            post = expected[key]
            if one.tables[post.seq - 1].seats == one.kept.table.seats:
                pictured = bool(message.attachments)
                drawn = record_checks.drawn(self._club, one.kept, post.scene(back), key, pictured=pictured)
                if drawn != record_checks.lines(message.components):
                    self.found.other.append(f"table {one.kept.table.id}: {key} says {message.text!r}, not {drawn}")

    # Hands

    async def _hand(self, one: TableHistory, seat: int, key: str) -> None:
        """Check that the holder's direct messages show the current hand exactly once."""
        table, person = one.kept.table, self._people[key]
        mark = MessageState(table.id, audience(seat), post_of(table, seat, key))
        rows = await self._club.store.message_states(table.id)
        marks = {(row.audience, row.post): MessageState.read(row) for row in rows}
        mark = marks.get((mark.audience, mark.post)) or mark
        note, name = mark.note, mark.name
        shown = [message for post, message in self._standing.private[table.id, person.id] if post == name]
        if len(shown) > 1:
            self.found.twice.append(f"table {table.id}: {person.name} has {name} {len(shown)} times")
        if table.phase is not Phase.PLAY or isinstance(note, RefusedDm):
            return
        if not shown and person.deleted:
            return
        if not shown:
            self.found.lost.append(f"table {table.id}: {person.name} has no {name} ({note})")
            return
        if await record_checks.points_elsewhere(self._club, one.kept, name, shown[-1]):
            if not self._standing.ephemeral[table.id, person.id]:
                self.found.lost.append(f"table {table.id}: {person.name} has no private hand, which {name} points to")
            return
        scene = hand_scene(one.kept, await self._club.table_contexts.context(one.kept), seat, dm=True)
        draw = partial(record_checks.drawn, self._club, one.kept, post=name, pictured=bool(shown[-1].attachments))
        missing = record_checks.lasting(scene, draw) - set(record_checks.lines(shown[-1].components))
        as_then = one.tables[mark.shown_seq - 1].seats == table.seats  # the hand names the people in the seats
        if missing and as_then:
            said = record_checks.lines(shown[-1].components)
            self.found.other.append(
                f"table {table.id}: the hand of {person.name} ({mark}) does not say {sorted(missing)}, but {said}"
            )

    def _former(self, one: TableHistory) -> None:
        """Check that nobody who has lost a seat still has its cards in a direct message."""
        table = one.kept.table
        for tenure in table.tenures:
            if tenure.person is None or table.seats[tenure.seat].person == tenure.person:
                continue
            person = self._people[tenure.person]
            if person.deleted:
                continue
            name = MessageState(table.id, audience(tenure.seat), post_of(table, tenure.seat, tenure.person)).name
            for post, message in self._standing.private[table.id, person.id]:
                if post == name and any(press.verb in PLAYS for press in presses(message)):
                    self.found.other.append(f"table {table.id}: {person.name} still has the cards of {name}")

    # Waiting tables

    def _stuck(self, one: TableHistory) -> None:
        """Check that every waiting table has called somebody, or has a time when it goes on by itself."""
        table, row = one.kept.table, one.kept.row
        moments = [at for at in (row.due_at, row.deadline_at) if at is not None]
        late = self._stopped * 1000 - min(moments, default=0)
        if moments and late > OVERDUE:
            self.found.stuck.append(f"table {table.id}: {table.stage}, overdue for {late / 1000:.0f} s")
        if table.stage is Stage.PLAYING and not table.paused and not moments and not self._is_called(table):
            self.found.stuck.append(f"table {table.id}: nobody is called, and nothing is due")

    def _is_called(self, table: Table) -> bool:
        """Return whether the person to play is called: in their hand, or by a mention in the table's thread."""
        if table.asked is None or table.asked.person is None:
            return False
        person = self._people[table.asked.person]
        direct = [message for _, message in self._standing.private[table.id, person.id]]
        if any(map(is_called, [*direct, *self._standing.ephemeral[table.id, person.id]])):
            return True
        public = (message.text for _, message in self._standing.public[table.id] if message.payload["mentions"])
        return any(str(person.id) in MENTION.findall(text) for text in public)
