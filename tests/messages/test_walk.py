"""Whatever happens at a table, what is drawn of it is within Discord's limits, in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from discord import ui

from bot.discord_api import custom_ids
from bot.messages.kit.drawing import drawing_of
from bot.messages.kit.rendering import draw, picture_of
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.ui import page_of
from bot.texts.reader import Reader
from tests.messages.faults import faults
from tests.messages.given import payload
from tests.messages.languages import READERS
from tests.messages.rubbers import EVERY_KIND, KINDS
from tests.messages.walk import COMPUTERS, LONG_NAMES, beside, scenes_of, table

EVERY, SLOW_EVERY = 193, 19
"""One moment of so many is looked at, in the fast walk and in the slow one; in the fast one each language
looks at others."""
PICTURE = "picture.png"
SEED = 100


def drawn(scene: Scene, reader: Reader, post: str = "") -> Iterator[ui.LayoutView]:
    """The layout of a scene, and where it has a picture also the one with it."""
    yield draw(scene, reader, post)
    if picture_of(scene, reader):
        yield draw(scene, reader, post, PICTURE)


def holds(scenes: Iterable[tuple[str, Scene]], of: TableContext, reader: Reader) -> int:
    """Every scene is drawn without fault, its buttons with the name of its post; how many there were."""
    looked = 0
    for post, scene in scenes:
        for layout in drawn(scene, reader, post):
            assert (faults(layout), scene) == ([], scene)
            looked += 1
            if post:
                posts = {custom_ids.post_of(part["custom_id"]) for part in payload(layout) if "custom_id" in part}
                assert posts == {(of.table, post)}
    return looked


@pytest.mark.slow
@EVERY_KIND
def test_what_is_shown_of_a_rubber_is_within_the_limits_in_every_language(seats: int, changes: dict[str, str]) -> None:
    for number, reader in enumerate(READERS.values()):
        of = table(seats, changes, COMPUTERS if number % 2 else LONG_NAMES)
        assert holds(scenes_of(seats, changes, seats + number, EVERY, of), of, reader)


@pytest.mark.slow
@EVERY_KIND
def test_what_is_shown_of_a_whole_rubber_is_within_the_limits(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, LONG_NAMES)
    scenes = list(scenes_of(seats, changes, SEED, SLOW_EVERY, of))
    for reader in READERS.values():
        assert holds(scenes, of, reader) > 100


@pytest.mark.slow
@pytest.mark.parametrize("language", READERS)
def test_everything_beside_a_hand_is_within_the_limits(language: str) -> None:
    reader = READERS[language]
    for scene in beside(reader):
        for layout in drawn(scene, reader, "notice:123456"):
            assert (faults(layout), scene) == ([], scene)


def test_every_kind_of_scene_is_in_the_walk() -> None:
    met: set[type] = {type(scene) for scene in beside(READERS["English"])}
    for seats, changes in KINDS:
        of = table(seats, changes, LONG_NAMES)
        met |= {type(scene) for _, scene in scenes_of(seats, changes, 1, 7, of)}
    assert met == page_of.registry.keys() - {object}
    scenes = met | (drawing_of.registry.keys() - {object})
    assert {scene.__name__ for scene in scenes} == {scene.__name__ for scene in Scene.__subclasses__()}
