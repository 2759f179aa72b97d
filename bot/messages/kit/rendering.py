"""Rendering: build Discord's components and pictures from scenes.

Pure: the same scene for the same reader gives the same layout, and the same picture, byte for byte.
"""

from __future__ import annotations

import discord
from discord import ui

from bot.messages.kit.alt_texts import alt
from bot.messages.kit.components import PageOfItems, Unpictured, page_of
from bot.messages.kit.drawing import Drawing, drawing_of
from bot.messages.kit.scene import Scene, pictured_scene
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
