"""Cups and leagues whose game is not installed any more: they wait, and deadlines of cups move by that time."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from bot.store import CupRow, Store
from rules.registry import GAMES

log = logging.getLogger(__name__)

SUSPENDED: Final = "cups suspended"
"""The store's key for the cups that wait for their game: by id, since when and what they owed then, in ms."""


class Suspended(NamedTuple):
    """The ids of the cups and leagues that wait for their game, and of those that were told to wait before."""

    cups: frozenset[int]
    leagues: frozenset[int]
    told_cups: Collection[int]
    told_leagues: Collection[int]


def missing_game(game: str | None) -> str | None:
    """Return a game if it is not installed; None: it is, as the usual one, for which None stands, always is."""
    return None if game is None or game in GAMES else game


async def suspend_and_resume(store: Store, now: int) -> Suspended:
    """Note since when cups wait, and let those whose game is installed again owe that time to their deadlines.

    Outages are credited before: what they added since then is part of that time.
    """
    cups = await _suspended_cups(store, now)
    leagues = await store.leagues_of_other_games(GAMES)
    _warn("cups", (game for _, game in cups))
    _warn("leagues", (game for _, game in leagues))
    return Suspended(
        frozenset(row.id for row, _ in cups),
        frozenset(row.id for row, _ in leagues),
        await store.cups_told_to_wait(),
        await store.leagues_told_to_wait(),
    )


async def _suspended_cups(store: Store, now: int) -> list[tuple[CupRow, str]]:
    waiting = await store.cups_of_other_games(GAMES)
    before = {int(cup_id): waits for cup_id, waits in json.loads(await store.get_value(SUSPENDED) or "{}").items()}
    after = {row.id: before.get(row.id, (now, row.owed)) for row, _ in waiting}
    owed = {cup_id: owes + now - since for cup_id, (since, owes) in before.items() if cup_id not in after}
    if owed or after.keys() != before.keys():
        await store.owe_cups(owed, {SUSPENDED: json.dumps(after)})
    return waiting


def _warn(kind: str, games: Iterable[str]) -> None:
    for game, count in Counter(games).items():
        log.warning("the game %r is not installed: the %s that wait for it are %s", game, kind, count)
