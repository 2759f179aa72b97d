"""Layouts: build Discord components from scenes.

Pure: the same scene for the same reader gives the same layout.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace

import discord
from discord import ui

from bot.presentation.layouts import alts
from bot.presentation.layouts.parts import Item, PageOfItems, Unpictured, page_of
from bot.presentation.scenes import Scene
from bot.texts.reader import NO_EMOJIS, Reader

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
        items = _with_picture(items, picture, alt(scene, reader))
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=discord.Colour(page.colour)))
    view.stop()
    return view


def alt(scene: Scene, reader: Reader) -> str:
    """The alt text of a scene's picture, at most 1,024 characters; "" if it has none."""
    return alts.alt(scene, replace(reader, emojis=NO_EMOJIS))


def _with_picture(items: tuple[Item, ...], picture: str, told: str) -> tuple[Item, ...]:
    shown = discord.MediaGalleryItem(f"attachment://{picture}", description=told or None)
    first, *others = (item for item in items if not isinstance(item, Unpictured))
    return first, ui.MediaGallery(shown), *others
