"""The rubber that an ended table leaves for ratings."""

from __future__ import annotations

from collections.abc import Iterator

from bot.store import RubberRow
from bot.tables.hand_scores import points_by_hand
from bot.tables.rated_rubbers import Rubber, Spell, written
from bot.tables.rating_eligibility import unrated
from bot.tables.results import ENDED
from bot.tables.table import Stage, Table


def rubber_of(table: Table, guild_id: int, at: int) -> Rubber | None:
    """The rubber of a table that ended at `at` (ms since the epoch); None if it does not count for ratings."""
    if table.stage not in ENDED or table.state is None or not any(tenure.person for tenure in table.tenures):
        return None
    if not table.rated or unrated(table.game, len(table.seats), table.options, table.terms):
        return None
    view = table.view(None)
    has_outcome = table.stage is Stage.OVER and table.forfeited is None and view.outcome is not None
    winners = view.outcome.winners if has_outcome and view.outcome else ()
    points = points_by_hand(table.way, table.feats)
    return Rubber(table.id, guild_id, at, view.sides, tuple(winners), points, tuple(_spells(table)))


def rubber_row_of(table: Table, guild_id: int, at: int) -> RubberRow | None:
    """The same as a row of the store."""
    rubber = rubber_of(table, guild_id, at)
    return None if rubber is None else written(rubber, table.game)


def _spells(table: Table) -> Iterator[Spell]:
    """The spells of all seats. A hand during or right after which a seat changed was played whole by neither holder."""
    closer = table.closed.about.get("person") if table.closed else None
    for seat in range(len(table.seats)):
        held = [tenure for tenure in table.tenures if tenure.seat == seat]
        for index, tenure in enumerate(held):
            following = held[index + 1] if index + 1 < len(held) else None
            first = tenure.hand + 1 if index else 1
            last = following.hand - 1 if following else len(table.way)
            ends_it = table.forfeited == seat or (closer is not None and closer == tenure.person)
            left = tenure.person is not None and (following is not None or ends_it)
            yield Spell(seat, tenure.person, first, last, left)
