"""Hints: what a newcomer is told once in the message of their hand, where a word of the game first stands there.

In their first games newcomers may also ask for advice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from cachetools import LRUCache

from bot.messages.hand.hand import has_room
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.scene import NEW_HERE
from bot.store import HintRow, Store, StoreError
from bot.tables.advice import FIRST_GAMES, awaits_advice, may_be_advised
from bot.tables.table import Table
from bot.texts.reader import Reader

log = logging.getLogger(__name__)

Given = dict[tuple[str, str], HintRow]
"""The hints of one person, by game and hint."""
REMEMBERED: Final = 20_000
HEADS: Final = "heads"
HALVES: Final = "halves"
SET: Final = "set"
WAITING: Final = "waiting"
SWEEP: Final = "sweep"
LADDER: Final = "ladder"
HINTS: Final = (NEW_HERE, SET, HEADS, HALVES, WAITING, SWEEP, LADDER)
"""The hints, in the order in which they stand in a hand, and in which they are given."""
WORDS: Final = frozenset(HINTS) - {NEW_HERE}
NEAR_SWEEP: Final = 6
"""The number of tricks from which on a side that has all of them is told of it."""


def _begins_half(scene: HandScene) -> bool:
    view = scene.now or scene.view
    return view.half is not None and bool(view.trick[view.half - 1 :])


def _is_near_sweep(scene: HandScene) -> bool:
    units = (scene.now or scene.view).units
    return max(units, default=0) == sum(units) >= NEAR_SWEEP


OCCASIONS: Final[Mapping[str, Callable[[HandScene], bool]]] = {
    NEW_HERE: lambda scene: (scene.now or scene.view).is_in_hand,
    SET: lambda scene: any(len(play) > 1 for play in (scene.now or scene.view).legal),
    HEADS: lambda scene: bool((scene.now or scene.view).trick),
    HALVES: _begins_half,
    WAITING: lambda scene: any(any(account.waiting) for account in scene.results[-1:]),
    SWEEP: _is_near_sweep,
    LADDER: lambda scene: any(booking.points for account in scene.results[-1:] for booking in account.bookings),
}
"""The occasions for hints in a hand: its newcomer meets the word there, or what it warns of is near."""


class Hints:
    """The hints that people, known by their keys, have been given. Each is given at one moment: after so many tricks of
    a hand; until the next trick is finished it stands in every message of that hand.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._given: LRUCache[str, Given] = LRUCache(REMEMBERED)
        self._newcomers: LRUCache[tuple[str, int], bool] = LRUCache(REMEMBERED)
        """By person and table: what they are at its beginning they stay until its end."""

    async def may_ask(self, table: Table, person: str) -> bool:
        """Return whether a person may ask for advice at a table. Raises StoreError."""
        return may_be_advised(table) and await self._is_newcomer(table, person)

    async def is_refused_advice(self, table: Table, person: str) -> bool:
        """Return whether a person gets no advice because of the table, though they are new. Raises StoreError."""
        return not may_be_advised(table) and await self._is_newcomer(table, person)

    async def _is_newcomer(self, table: Table, person: str) -> bool:
        known = self._newcomers.get((person, table.id))
        if known is None:
            played = {row.game: row.played for row in await self._store.games_played(person)}
            known = self._newcomers[person, table.id] = played.get(table.game, 0) < FIRST_GAMES
        return known

    async def add_hints(self, table: Table, scene: HandScene, person: str, reader: Reader) -> HandScene:
        """Return a hand with the hints that its person gets at this moment; with none if the store does not work."""
        if table.hand is None:
            return scene
        moment = HintRow(table.game, "", table.id, table.hand.number, len(table.hand.tricks))
        try:
            given = await self._given_hints(person)
            due = _due_hints(scene, given, moment, reader)
            await self._give(person, given, [moment._replace(hint=hint) for hint in due])
            may_ask = awaits_advice(table, scene.view) and await self.may_ask(table, person)
        except StoreError as error:
            log.warning("no hints for a hand at table %s: %s", table.id, error)
            return scene
        shown = [hint for hint in HINTS if _is_shown(given.get((table.game, hint)), moment)]
        if scene.ended is not None and NEW_HERE in shown:
            shown.remove(NEW_HERE)
        return replace(scene, hints=tuple(shown), may_ask=may_ask) if shown or may_ask else scene

    async def read(self, game: str, person: str) -> None:
        """Note that a person reads the introduction to a game, which is not offered with a hand then."""
        try:
            given = await self._given_hints(person)
            if (game, NEW_HERE) not in given or given[game, NEW_HERE].rubber:
                await self._give(person, given, [HintRow(game, NEW_HERE, 0, 0, 0)])
        except StoreError as error:
            log.warning("an introduction that was read is offered again: %s", error)

    async def _given_hints(self, person: str) -> Given:
        if person not in self._given:
            rows = await self._store.hints(person)
            return self._given.setdefault(person, {(row.game, row.hint): row for row in rows})
        return self._given[person]

    async def _give(self, person: str, given: Given, rows: Sequence[HintRow]) -> None:
        if rows:
            await self._store.put_hints(person, rows)
            given.update({(row.game, row.hint): row for row in rows})


def _due_hints(scene: HandScene, given: Given, moment: HintRow, reader: Reader) -> Iterator[str]:
    """Yield the hints to give now: one word at a moment, as soon as there is room for it."""
    told = [hint for hint in HINTS if hint == NEW_HERE or f"{moment.game}.hint.{hint}" in reader.words]
    new = [hint for hint in told if (moment.game, hint) not in given and OCCASIONS[hint](scene)]
    if NEW_HERE in new:
        yield NEW_HERE
    if any(_is_shown(given.get((moment.game, hint)), moment) for hint in WORDS):
        return
    beside = (NEW_HERE,) if NEW_HERE in new or _is_shown(given.get((moment.game, NEW_HERE)), moment) else ()
    for hint in new:
        if hint in WORDS and has_room(replace(scene, hints=(*beside, hint)), reader):
            yield hint
            return


def _is_shown(row: HintRow | None, moment: HintRow) -> bool:
    """Return whether a hint stands in a hand at this moment; the introduction is offered while the hand is played."""
    if row is None or (row.game, row.rubber, row.hand) != (moment.game, moment.rubber, moment.hand):
        return False
    return row.hint == NEW_HERE or row.trick == moment.trick
