"""Layouts: build Discord components from scenes.

Pure: the same scene for the same reader gives the same layout.
"""

from __future__ import annotations

import importlib
import pkgutil

import discord
from discord import ui

from bot.presentation.layouts.alt_texts import alt
from bot.presentation.layouts.components import PageOfItems, Unpictured, page_of
from bot.presentation.scenes import Scene
from bot.texts.reader import Reader

__all__ = ["alt", "draw"]

for module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(module.name)  # each registers its layouts with `page_of`


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
