"""A hand is redrawn whenever it has changed in more than what the plays of others change."""

from __future__ import annotations

from itertools import islice

import pytest

from bot.messages.hand.hand_scene import HandScene, hand_scene
from bot.messages.kit.scene import PostContext
from bot.publishing.posts import ChangeDetector
from bot.tables import Committed, LoadedTable
from bot.tables.table import Stage
from rules import registry
from tests.bot.other_deals import hands
from tests.messages.given import head, person
from tests.store import samples

EACH = pytest.mark.parametrize("game", ["alkort", "braus", "karnoffel", "treikort", "voormsi"])
HANDS = 4
"""The hands of a rubber that are looked at; a Pope of Treikort has moves from the fourth on."""
ROW = samples.table(stage=Stage.PLAYING)


@EACH
def test_a_hand_that_is_not_redrawn_lacks_nothing_but_what_everybody_is_told(game: str) -> None:
    detector, drawn = ChangeDetector(), dict[int, HandScene]()
    for hand in islice(hands(game, registry.game(game).seats[-1], {}, 3), HANDS):
        for action, table in zip(hand.done, hand.after, strict=True):
            holders = tuple(person(f"P{seat}") for seat in range(len(table.seats)))
            context = PostContext(head(holders, table=table.id, game=game, options=table.options), {})
            for seat in range(len(table.seats)):
                own = hand_scene(LoadedTable(table, ROW), context, seat, dm=True).own()
                changed = detector.has_changed(Committed(table, ROW, [(action, table)]), seat)
                assert changed or own == drawn[seat], (action, seat)
                drawn[seat] = own
