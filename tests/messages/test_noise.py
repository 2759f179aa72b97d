"""A hand leaves little in the thread: few words and few buttons in its one message."""

from __future__ import annotations

import pytest

from benchmarks.message_volume import AIMS, count_words
from bot.messages.kit.rendering import draw
from bot.messages.table.table import TableScene
from tests.messages.given import PEOPLE, buttons, said
from tests.messages.languages import READERS
from tests.messages.rubbers import public, rubber, table


def finished_hands(seats: int) -> list[TableScene]:
    """The scenes of the finished hands of a rubber."""
    of = table(seats, {}, PEOPLE)
    scenes = (scene for step in rubber(seats, {}, 1) for _, scene in public(step, of))
    return [scene for scene in scenes if isinstance(scene, TableScene) and scene.result is not None]


@pytest.mark.parametrize("language", ["English", "Danish"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_finished_hand_of_nine_tricks_keeps_to_the_aims_in_words_and_buttons(seats: int, language: str) -> None:
    hands = [draw(scene, READERS[language], "table:1", "picture.png") for scene in finished_hands(seats)]
    assert hands
    for hand in hands:
        assert count_words(said(hand)) <= AIMS["words"]
        assert len(buttons(hand)) <= AIMS["buttons"]
