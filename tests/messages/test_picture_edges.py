"""Pictures of every kind: nothing is cut, no text lies on other text, each stands on its ground, and has its glyphs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from bot.messages.kit.drawing import Drawing
from bot.messages.kit.palette import COLOURS, PALETTE, Colour
from bot.messages.kit.rendering import picture_of
from bot.messages.kit.scene import Scene
from tests.messages.noting_canvas import MeasuringCanvas
from tests.messages.rubbers import KINDS, public, rubber, table
from tests.messages.test_pictures import PEOPLE, READER
from tests.messages.walk import beside, scenes_of


def scenes(every: int) -> Iterator[Scene]:
    """Of one of so many kinds of tables, and beside them."""
    for seats, changes in KINDS[::every]:
        of = table(seats, changes, PEOPLE)
        yield from (scene for _, scene in scenes_of(seats, changes, seats, 29, of))
        for moment in rubber(seats, changes, seed=1):
            if moment.account and moment.account.bookings:
                yield from (scene for _, scene in public(moment, of))
    yield from beside(READER)


@cache
def drawings(every: int) -> list[Drawing]:
    """One of so many different drawings of each kind."""
    kinds: dict[type[Drawing], dict[Drawing, None]] = {}
    for scene in scenes(every):
        if (drawing := picture_of(scene, READER)) is not None:
            kinds.setdefault(type(drawing), {})[drawing] = None
    assert len(kinds) == 17
    return [drawing for found in kinds.values() for drawing in list(found)[::every]]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_nothing_is_cut_no_text_lies_on_other_text_each_stands_on_its_ground_and_no_glyph_is_missing(
    every: int,
) -> None:
    for drawing in drawings(every):
        canvas = MeasuringCanvas(drawing)
        assert (drawing, canvas.cut) == (drawing, [])
        assert (drawing, canvas.covered) == (drawing, [])
        assert (drawing, canvas.on_other_ground) == (drawing, [])
        assert (drawing, canvas.missing) == (drawing, [])


def test_each_colour_is_an_entry_of_the_palette_of_its_own() -> None:
    assert len(set(Colour)) == len(Colour.__members__) == len(COLOURS)
    for colour in Colour:
        assert tuple(PALETTE[3 * colour : 3 * colour + 3]) == COLOURS[colour]
