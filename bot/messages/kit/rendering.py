"""Rendering: build Discord's components, pictures and alt texts from scenes.

Pure: the same scene for the same reader gives the same layout, and the same picture, byte for byte.

Alt texts are for people who use a screen reader, and for pictures that do not load. They are built from the same view
as the picture and say as much. An alt text is a list of parts, each with shorter versions. A text that is too long is
shortened from its end, never within a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Final

import discord
from discord import ui

from bot.messages.kit.drawing import Drawing, drawing_of
from bot.messages.kit.scene import Scene, pictured_scene
from bot.messages.kit.ui import PageOfItems, Unpictured, page_of
from bot.texts.escaping import ZERO_WIDTH_SPACE
from bot.texts.reader import CardStyle, Reader


def draw(
    scene: Scene, reader: Reader, post: str = "", picture: str = "", page: PageOfItems | None = None
) -> ui.LayoutView:
    """Build the layout of a scene.

    `post`: the name of the public post that the buttons are on, written into their custom_ids ("" in private).
    `picture`: the name of the file sent with the message ("": none); it is shown below the first text.
    `page`: the scene's page, if it was built before. The view is stopped, so that discord.py does not keep it.
    """
    page = page or page_of(scene, reader, post)
    items = page.items
    if picture:
        shown = discord.MediaGalleryItem(f"attachment://{picture}", description=alt(scene, reader) or None)
        first, *others = (item for item in items if not isinstance(item, Unpictured))
        items = first, ui.MediaGallery(shown), *others
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=discord.Colour(page.colour)))
    view.stop()
    return view


def picture_of(scene: Scene, reader: Reader) -> Drawing | None:
    """The drawing of a scene; None if it has none, or the reader wants none."""
    shown = pictured_scene(scene)
    return None if shown is None or reader.cards is not CardStyle.PICTURES else drawing_of(shown, reader)


LONGEST: Final = 1024
FORMATTING: Final = re.compile(rf"\\([^\w\s]|_)|\*+|^(?:#+|-#) |(?<=@){ZERO_WIDTH_SPACE}", re.MULTILINE)
"""Formatting that alt texts leave out: markdown, and what escapes a sign in a name (the sign is kept)."""

Part = tuple[str, ...]
"""One statement: the full version, then shorter and shorter ones; the last is "" if the part may be left out."""


def alt(scene: Scene, reader: Reader) -> str:
    """The alt text of a scene's picture, at most `LONGEST` characters; "" for a scene without one."""
    shown = pictured_scene(scene)
    return "" if shown is None else join_parts(parts_of(shown, reader))


@singledispatch
def parts_of(scene: Scene, reader: Reader) -> list[Part]:
    """The parts of a scene's alt text, by the function that is registered for its class; none without one."""
    return []


def join_parts(parts: Sequence[Part], longest: int = LONGEST) -> str:
    """Join the parts, a line each, and shorten the last ones first until the text has at most `longest` characters."""
    versions_left = [list(part) for part in parts]
    text = _join(versions_left)
    for versions in reversed(versions_left):
        while len(text) > longest and len(versions) > 1:
            del versions[0]
            text = _join(versions_left)
    return text


def _join(parts: Iterable[Sequence[str]]) -> str:
    return FORMATTING.sub(r"\1", "\n".join(part[0] for part in parts if part[0]))


def droppable(lines: Iterable[str]) -> list[Part]:
    """Each line as a part that may be left out."""
    return [(line, "") for line in lines if line]


def lines_that_fit(head: Sequence[str], lines: Sequence[tuple[str, str]]) -> list[Part]:
    """All lines in their longer version, or all in the shorter one."""
    longer = [*head, *(line for line, _ in lines)]
    shorter = [*head, *(line for _, line in lines)]
    return droppable(longer if len(_join((line,) for line in longer)) <= LONGEST else shorter)
