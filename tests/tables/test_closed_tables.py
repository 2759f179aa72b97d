"""A table may be closed at any moment of a hand, and whatever it then shows has its words."""

from __future__ import annotations

from itertools import islice

import pytest

from bot.messages.kit import rendering
from bot.publishing.posts import changed_posts
from bot.tables import actions
from bot.tables.fold import do
from bot.tables.table import Table
from bot.texts import in_language
from bot.texts.reader import Reader
from rules import registry
from tests.bot.other_deals import hands
from tests.messages.test_hidden_cards import context_of

HANDS, SEED = 6, 5
OPTIONS = {"voormsi": {"proof": "asked"}}
"""The options with which a game has a phase of its own."""
OWN_PHASES = {"alkort": {"exchange"}, "treikort": {"pope", "return"}, "voormsi": {"proof"}}


def moments(game: str) -> dict[str, Table]:
    """A table of each phase in which a seat acts, by the name of the phase."""
    seats = registry.game(game).seats[-1]
    played = islice(hands(game, seats, OPTIONS.get(game, {}), SEED), HANDS)
    return {str(table.phase): table for hand in played for table in hand.after if table.turn is not None}


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("game", ["alkort", "braus", "karnoffel", "treikort", "voormsi"])
def test_a_table_that_is_closed_in_any_phase_of_a_game_has_words_for_it(game: str, language: str) -> None:
    found, reader, close = moments(game), Reader(in_language(language)), actions.Close(None)
    assert found.keys() >= {"play", *OWN_PHASES.get(game, ())}
    for table in found.values():
        closed = do(table, close)
        assert isinstance(closed, Table)
        for post in changed_posts(close, table, closed):
            scene = post.scene(context_of(closed))
            assert rendering.draw(scene, reader, post.key, "picture.png").to_components()  # type: ignore[no-untyped-call]
