"""Twenty results of tricks in a live game against computers: each can be read for three seconds, or longer.

The clock is set by hand: computers think as long as usual, and the person presses soon after their turn has come.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.messages.hand.hand_scene import READABLE, HandScene, hand_scene
from bot.messages.hand.room import AT_TURN
from bot.messages.hand.trick_result import earlier_lines, taken
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import PostContext
from bot.messages.kit.table_text import TableText
from bot.runtime.settings import Settings
from bot.runtime.times import SECOND
from bot.tables import actions, deals
from bot.tables.table import Stage, Table
from bot.texts import Translator, in_language
from bot.texts.reader import Reader
from rules.registry import GAMES
from tests.bot.days import Days, days
from tests.messages.given import head, person, said, words_on_screen

COUNTED = 20
USUAL = int(Settings.model_fields["computer_delay"].default * SECOND)
"""The time that a computer takes over a play, ms."""
READER = Reader(Translator())
DANISH = Reader(in_language("da"))
YOU = 0

Trick = tuple[int, int]
"""The numbers of a hand and of a trick in it."""


class ShownSpan(NamedTuple):
    """A result as it stands in a hand: from when, and the last time at which the hand still told it; ms."""

    since: int
    until: int


@dataclass
class FastReader:
    """A person with computers, who presses `after` ms after each call; in a DM, or privately in the thread."""

    here: Days
    after: int
    dm: bool
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    standing: dict[Trick, ShownSpan] = field(default_factory=dict)
    gone: dict[Trick, ShownSpan] = field(default_factory=dict)
    words: list[int] = field(default_factory=list)
    """The numbers of words on the screen at each of their turns, in two languages."""

    async def play(self) -> None:
        """Play until enough results have come and gone."""
        while len(self.gone) < COUNTED:
            self._look(await self._hand())
            table = await self.here.table()
            assert table.stage is Stage.PLAYING, "the game is too short"
            if table.turn == YOU:
                self.here.time.now += self.after
                await self.here.done(self._chosen(table))
            else:
                due = await self.here.store.next_due(0)
                assert due is not None
                await self.here.pass_by(due - self.here.time.now)

    async def _hand(self) -> HandScene:
        loaded = await self.here.loaded()
        table = loaded.table
        holders = tuple(person(name) for name in ("You", "Aja", "Malik", "Ivalu")[: len(table.seats)])
        context = PostContext(head(holders, table=table.id, game=table.game, options=table.options), {})
        return hand_scene(loaded, context, YOU, dm=self.dm, follows=self.dm)

    def _chosen(self, table: Table) -> actions.TakeTurn:
        return actions.take_turn(self.chance.choice(table.view(YOU).actions), table.seats[YOU].person)

    def _look(self, scene: HandScene) -> None:
        """Read the hand as it is drawn now, which it stays until the next action."""
        now, told = self.here.time.now, {(one.hand_number, one.number): one for one in scene.results}
        texts = TableText(READER, scene.head, "", scene.view.sides, order=scene.view.order)
        lines = earlier_lines(scene.results[:-1], scene.view, texts)
        lines += [taken(one, scene.view, texts) for one in scene.results[-1:]]
        text = said(draw(scene, READER))
        assert all(line in text for line in lines), text
        if scene.view.is_own_turn:
            self.words += [words_on_screen(replace(scene, may_ask=True), reader) for reader in (READER, DANISH)]
        for trick in told:
            self.standing[trick] = ShownSpan(self.standing.get(trick, ShownSpan(now, now)).since, now)
        for trick in [trick for trick in self.standing if trick not in told]:
            self.gone[trick] = self.standing.pop(trick)._replace(until=now)


CASES = [*((game, 400, True) for game in sorted(GAMES)), ("voormsi", 400, False), ("voormsi", 5 * SECOND, True)]


@pytest.mark.parametrize(("game", "after", "dm"), CASES)
async def test_twenty_of_twenty_results_stand_for_three_seconds_however_fast_one_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, after: int, dm: bool
) -> None:
    chance = random.Random(game)
    monkeypatch.setattr(deals, "shuffle", lambda pack, *_: tuple(chance.sample(pack, len(pack))))
    others = max(GAMES[game].seats) - 1 if game != "braus" else 3
    async with days(tmp_path, people=1, computers=others, game=game, thinks=USUAL, pace="live") as here:
        reader = FastReader(here, after, dm)
        await reader.play()
    assert max(reader.words) <= AT_TURN
    stood = [read.until - read.since for read in reader.gone.values()]
    assert len(stood) >= COUNTED
    assert sum(ms >= READABLE for ms in stood) == len(stood), sorted(stood)
