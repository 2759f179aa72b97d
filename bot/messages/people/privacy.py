"""Private answers about privacy: what is stored about a person, whether to erase it, and whom the person blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.texts.reader import Reader
from rules import registry
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class PrivacyScene(Scene):
    """The stored data about people: its purpose, how long it is kept, and who sees it."""


@dataclass(frozen=True, slots=True)
class EraseScene(Scene):
    """The question "Are you sure?", before everything stored about the person is erased."""


class BlockedPerson(NamedTuple):
    discord_id: int
    name: str


@dataclass(frozen=True, slots=True)
class BlocksScene(Scene):
    """The people whom a person has blocked, private to them; `done`: what was just changed."""

    blocked: tuple[BlockedPerson, ...]
    done: Fact | None = None


@ui.page_of.register
def privacy(scene: PrivacyScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """Return what is stored, why, for how long and who sees it, with buttons to export or erase it."""
    words = reader.words
    return ui.layout(
        ui.text(words("privacy.title")),
        *(ui.text(words(f"privacy.{part}")) for part in ("stored", "why", "long", "seen")),
        ui.line(),
        *ui.rows([ui.button(words(f"button.{verb}"), custom_ids.write(verb)) for verb in ("export", "erase")]),
        colour=ui.YOURS,
    )


@ui.page_of.register
def erase(scene: EraseScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The question "Are you sure?", with what is erased, what stays, and that it cannot be undone."""
    words = reader.words
    sure = ui.button(words("button.erase-yes"), custom_ids.write("erase-yes"), ui.GRAVE)
    return ui.layout(
        ui.text(words("privacy.ask-erase")),
        *ui.rows([sure, ui.button(words("button.back"), custom_ids.write("privacy"))]),
        colour=ui.YOURS,
    )


@ui.page_of.register
def blocks(scene: BlocksScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A block that was made or lifted, its meaning, and a menu of those who are blocked."""
    words = reader.words
    parts = [scene.blocked[start : start + ui.MOST_CHOICES] for start in range(0, len(scene.blocked), ui.MOST_CHOICES)]
    menus = [
        ui.menu(
            custom_ids.write("unblock", None, str(number)),
            words("blocks.menu"),
            [ui.choice(name, str(discord_id)) for discord_id, name in part],
            most=len(part),
        )
        for number, part in enumerate(parts)
    ]
    return ui.layout(
        ui.text(
            words("blocks.title"),
            words.fact(registry.USUAL, scene.done) if scene.done else "",
            "" if menus else words("blocks.none"),
            words("blocks.about"),
        ),
        *menus,
        colour=ui.YOURS,
    )
