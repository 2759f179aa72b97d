"""The private list of the people whom a person has blocked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.messages.kit.components import MOST_CHOICES, YOURS, PageOfItems, choice, layout, menu, page_of, text
from bot.messages.kit.scene import Scene
from bot.texts.reader import Reader
from rules import registry
from rules.core.contract import Fact


class BlockedPerson(NamedTuple):
    discord_id: int
    name: str


@dataclass(frozen=True, slots=True)
class BlocksScene(Scene):
    """The people whom a person has blocked, private to them; `done`: what was just changed."""

    blocked: tuple[BlockedPerson, ...]
    done: Fact | None = None


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
