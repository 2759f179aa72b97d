"""Private answers about stored data: what is stored about a person, and the question before it is erased."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord_api import custom_ids
from bot.messages.kit.components import GRAVE, YOURS, PageOfItems, button, layout, line, page_of, rows, text
from bot.messages.kit.scene import Scene
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class PrivacyScene(Scene):
    """The stored data about people: its purpose, how long it is kept, and who sees it."""


@dataclass(frozen=True, slots=True)
class EraseScene(Scene):
    """The question "Are you sure?", before everything stored about the person is erased."""


@page_of.register
def privacy(scene: PrivacyScene, reader: Reader, post: str = "") -> PageOfItems:
    """Return what is stored, why, for how long and who sees it, with buttons to export or erase it."""
    words = reader.words
    return layout(
        text(words("privacy.title")),
        *(text(words(f"privacy.{part}")) for part in ("stored", "why", "long", "seen")),
        line(),
        *rows([button(words(f"button.{verb}"), custom_ids.write(verb)) for verb in ("export", "erase")]),
        colour=YOURS,
    )


@page_of.register
def erase(scene: EraseScene, reader: Reader, post: str = "") -> PageOfItems:
    """The question "Are you sure?", with what is erased, what stays, and that it cannot be undone."""
    words = reader.words
    sure = button(words("button.erase-yes"), custom_ids.write("erase-yes"), GRAVE)
    return layout(
        text(words("privacy.ask-erase"), words("ask.no")),
        *rows([sure, button(words("button.back"), custom_ids.write("privacy"))]),
        colour=YOURS,
    )
