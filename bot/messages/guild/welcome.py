"""The welcome: the bot's first message in a server."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord_api import custom_ids
from bot.messages.kit.components import MAIN, PageOfItems, button, layout, page_of, rows, text
from bot.messages.kit.scene import NEW_HERE, Scene
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class WelcomeScene(Scene):
    """The bot's first message in a server, for everybody there."""

    game: str


@page_of.register
def welcome(scene: WelcomeScene, reader: Reader, post: str = "") -> PageOfItems:
    """The bot's purpose, the way to begin, and the way to the settings for whoever manages the server."""
    words = reader.words
    buttons = [
        button(words("button.new-here"), custom_ids.write(NEW_HERE, None, post=post), MAIN),
        button(words("button.setup"), custom_ids.write("setup", 0, post=post)),
    ]
    return layout(
        text(words("welcome.title", game=words(f"{scene.game}.name")), words(f"{scene.game}.in-short")),
        text(words("welcome.begin"), words("welcome.setup")),
        *rows(buttons),
    )
