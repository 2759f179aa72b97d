"""Sample histories of tables, played by the program's own functions, to be copied for other people."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.publishing.posts import changed_posts
from bot.runtime.times import DAY
from bot.store import MessageRow, RecordRow, SeatRow, TableRow
from bot.tables import actions, due_actions, fold, table_terms
from bot.tables.actions import TableAction
from bot.tables.deadlines import Delays, row_of
from bot.tables.proposals import PAUSE
from bot.tables.table import Stage, Table, present_play
from rules import registry
from rules.core.contract import Fact, Phase
from simulation.unpublished_tables import bound

DELAYS: Final = Delays(computer=0, between_hands=0, lobby=DAY)
NAMED: Final = "somebody {}"
"""Placeholder for the people at a table, by number."""
LONGEST: Final = 400
"""The most entries of a story."""


class SampleHistory(NamedTuple):
    """The history of a table, with its last entry at 0 ms."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    entries: tuple[RecordRow, ...]
    posts: tuple[tuple[str, int, int], ...]
    """The public posts in order: key, and number and time of the last entry that touched it."""

    @property
    def people(self) -> list[str]:
        """The people in it, by number."""
        return sorted(seat.holder for seat in self.seats if seat.holder)

    @property
    def is_played(self) -> bool:
        """True if the table waits for a person's play."""
        return self.row.turn_seat is not None and self.row.held_at is None

    def told(self, at: int, guild: int, channel: int, name: str, people: Mapping[str, str]) -> SampleHistory:
        """A copy for other people (key by key) in another place, with the last entry at `at`, ms since the epoch."""
        silence = ("silent_since", "silent_until")
        moments = ("due_at", "deadline_at", "held_at", "wait_since", "opened_at", "changed_at", *silence)
        moved = {one: then + at for one in moments if (then := getattr(self.row, one)) is not None}
        row = self.row._replace(guild_id=guild, channel_id=channel, name=name, **moved)
        seats = tuple(seat._replace(holder=people.get(seat.holder or "")) for seat in self.seats)
        entries = tuple(one._replace(at=one.at + at, body=_of(one.body, people, name)) for one in self.entries)
        return SampleHistory(row, seats, entries, tuple((key, seq, then + at) for key, seq, then in self.posts))

    def marks(self, table: int, public: int, since: int, message: Any) -> list[MessageRow]:
        """The message states of the posts shown there: of all but those touched by an entry from `since` on."""
        return [
            MessageRow(table, "public", key, public, message(), at, seq, at, seq, None, None)
            for key, seq, at in self.posts
            if seq < since
        ]


def _of(body: dict[str, Any], people: Mapping[str, str], name: str) -> dict[str, Any]:
    changed = {key: people.get(value, value) for key, value in body.items() if isinstance(value, str)}
    return body | changed | ({"name": name} if "game" in body else {})


class HistoryPlayer:
    """Plays one table, entry by entry."""

    def __init__(self, chance: random.Random, seats: int, pace: str) -> None:
        self._chance = chance
        self._longest_wait = min(table_terms.pace(pace).play or DAY, DAY) // 4
        self._at = 0
        game, by = registry.game(registry.USUAL), NAMED.format(0)
        chosen = {**table_terms.usual(), table_terms.PACE: pace}
        begun = actions.Open(by, "", game.name, game.version, seats, {}, terms=chosen)
        self.table: Table = fold.new_table(0, begun)
        blank = TableRow(0, "", 0, 0, "en", Stage.LOBBY, game.name, 0, 0, None, None, None, 0, 0, None, 0, 0, None)
        self._row = row_of(self.table, None, blank, DELAYS, 0)
        self._entries = [RecordRow(1, 0, *actions.write(begun))]
        self._posts = {post.key: (post.seq, 0) for post in changed_posts(begun, None, self.table)}

    def do(self, action: TableAction) -> None:
        """Do an action after a random time, and every action that follows at once."""
        self._at += self._chance.randint(1000, self._longest_wait)
        while True:
            after = fold.do(self.table, action)
            if isinstance(after, Fact):
                raise ValueError(f"{action} at this table: {after.kind}")
            self._note(action, after)
            late_pictures = due_actions.immediate_action(after)
            if late_pictures is None:
                return
            action = late_pictures

    def _note(self, action: TableAction, after: Table) -> None:
        self._row = row_of(after, self.table, self._row, DELAYS, self._at)
        self._entries.append(RecordRow(after.seq, self._at, *actions.write(action)))
        self._posts |= {post.key: (post.seq, self._at) for post in changed_posts(action, self.table, after)}
        self.table = after

    def fill(self, computers: int) -> None:
        """Seat people, then computers, in all seats."""
        first = NAMED.format(0)
        for number in range(len(self.table.seats) - computers):
            self.do(actions.Join(NAMED.format(number)))
        for _ in range(computers):
            self.do(actions.AddComputer(first))

    def play(self, length: int) -> bool:
        """Play until there are `length` entries and a person is to play. Return False if the rubber ends before."""
        self.do(actions.Start(NAMED.format(0)))
        while self.table.stage is Stage.PLAYING and len(self._entries) < LONGEST:
            if len(self._entries) >= length and self.table.phase is Phase.PLAY and self.table.asked is not None:
                return True
            self.do(self._next())
        return False

    def _next(self) -> TableAction:
        table = self.table
        if table.phase is Phase.PLAY and table.asked is not None and table.turn is not None:
            play = self._chance.choice(table.view(table.turn).legal)
            return actions.TakeTurn(table.asked.person, table.turn, play, *present_play(table, table.turn))
        if table.is_unbound:
            return bound(table)
        found = due_actions.clock_action(table, self._row._replace(deadline_at=None), self._at)
        assert found is not None
        return found

    def pause(self) -> None:
        """Pause the table as an organiser."""
        self.do(actions.Propose(NAMED.format(0), PAUSE, manager=True))

    def story(self) -> SampleHistory:
        """The story so far, with its last entry at 0 ms."""
        seats = tuple(SeatRow(number, seat.person, seat.kind) for number, seat in enumerate(self.table.seats))
        posts = tuple((key, seq, at) for key, (seq, at) in self._posts.items())
        whole = SampleHistory(self._row, seats, tuple(self._entries), posts)
        return whole.told(-self._at, 0, 0, "", {key: key for key in whole.people})


def lobby(chance: random.Random) -> SampleHistory:
    """The story of a table that waits for people."""
    teller = HistoryPlayer(chance, chance.choice((2, 3, 4)), chance.choice(list(table_terms.NAMED)))
    for number in range(len(teller.table.seats) - 1):
        teller.do(actions.Join(NAMED.format(number)))
    return teller.story()


def rubber(
    chance: random.Random, paces: Sequence[str], *, paused: bool = False, computers: bool = True
) -> SampleHistory:
    """The story of a table in mid-hand, with tens to some hundreds of entries."""
    while True:
        seats = chance.choice((2, 3, 4))
        teller = HistoryPlayer(chance, seats, chance.choice(paces))
        teller.fill(1 if computers and seats > 2 and chance.random() < 0.3 else 0)
        if teller.play(int(10 ** chance.uniform(1.2, 2.4))):
            if paused:
                teller.pause()
            return teller.story()
