"""The private list of the people whom a person has blocked."""

from __future__ import annotations

from bot.discord_api import custom_ids
from bot.presentation.layouts.components import MOST_CHOICES, YOURS, PageOfItems, choice, layout, menu, page_of, text
from bot.presentation.scenes import BlocksScene
from bot.texts.reader import Reader
from rules import registry


@page_of.register
def blocks(scene: BlocksScene, reader: Reader, post: str = "") -> PageOfItems:
    """A block that was made or lifted, its meaning, and a menu of those who are blocked."""
    words = reader.words
    parts = [scene.blocked[start : start + MOST_CHOICES] for start in range(0, len(scene.blocked), MOST_CHOICES)]
    menus = [
        menu(
            custom_ids.write("unblock", None, str(number)),
            words("blocks.menu"),
            [choice(name, str(discord_id)) for discord_id, name in part],
            most=len(part),
        )
        for number, part in enumerate(parts)
    ]
    return layout(
        text(
            words("blocks.title"),
            words.fact(registry.USUAL, scene.done) if scene.done else "",
            "" if menus else words("blocks.none"),
            words("blocks.about"),
        ),
        *menus,
        colour=YOURS,
    )
