"""A hand leaves little in the thread: few words and few buttons in its one message."""

from __future__ import annotations

import re

import pytest

from benchmarks.message_volume import AIMS
from bot.messages.hand.room import count_words
from bot.messages.kit.rendering import draw
from bot.messages.table.table import TableScene
from tests.messages.given import PEOPLE, buttons, said
from tests.messages.languages import READERS
from tests.messages.rubbers import public, rubber, table


def hands(seats: int) -> list[TableScene]:
    """The scenes of all hands of a rubber, after each play."""
    of = table(seats, {}, PEOPLE)
    scenes = (scene for step in rubber(seats, {}, 1) for _, scene in public(step, of))
    return [scene for scene in scenes if isinstance(scene, TableScene)]


def finished_hands(seats: int) -> list[TableScene]:
    return [scene for scene in hands(seats) if scene.result is not None]


def lines(scene: TableScene) -> list[str]:
    return said(draw(scene, READERS["English"], "table:1", "picture.png")).splitlines()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_finished_trick_has_one_line_while_its_hand_is_played(seats: int) -> None:
    for scene in hands(seats):
        if scene.result is None:
            found = [line for line in lines(scene) if re.match(r"-# \*\*\d+\.\*\* ", line)]
            assert [int(re.findall(r"\d+", line)[0]) for line in found] == [
                trick.account.number for trick in scene.tricks
            ]
            assert not any(line.startswith("-# ↳") for line in lines(scene))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_ended_hand_has_one_line_for_all_its_tricks(seats: int) -> None:
    for scene in finished_hands(seats):
        (told,) = [line for line in lines(scene) if line.startswith("-# **Tricks:** ")]
        assert told.count(" · ") == len(scene.tricks) - 1


def test_an_ended_hand_says_how_a_side_bounced() -> None:
    ended = [(scene, scene.result.result) for scene in finished_hands(4) + finished_hands(2) if scene.result]
    bounced = [any(map(result.has_bounced, range(2))) for _, result in ended]
    assert any(bounced)
    assert ["too many, so" in "".join(lines(scene)) for scene, _ in ended] == bounced


@pytest.mark.parametrize("language", ["English", "Danish"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_finished_hand_of_nine_tricks_keeps_to_the_aims_in_words_and_buttons(seats: int, language: str) -> None:
    drawn = [draw(scene, READERS[language], "table:1", "picture.png") for scene in finished_hands(seats)]
    assert drawn
    for hand in drawn:
        assert count_words(said(hand)) <= AIMS["words"]
        assert len(buttons(hand)) <= AIMS["buttons"]
