"""The benchmark of pictures compares the same picture, drawn twice."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from benchmarks.pictures import DefaultCanvas, drawings, drawn, full_trick
from bot.messages.kit.drawing import Canvas


def test_both_sides_draw_the_same_picture_and_ours_weighs_less() -> None:
    trick = full_trick(drawings()[:60])
    ours, default = (drawn(trick, kind) for kind in (Canvas, DefaultCanvas))
    one, other = (Image.open(BytesIO(png)).convert("RGB") for png in (ours, default))
    assert one.size == other.size == (900, 516)
    difference = ImageChops.difference(one, other).convert("L").histogram()
    assert sum(difference[48:]) < one.width * one.height // 500, "but for the softness of edges"
    assert len(ours) <= 0.5 * len(default)
