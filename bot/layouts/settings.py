"""The settings of a person and of a server: a menu for each wish, with plain words of what it does. Private answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from discord import ChannelType, SelectDefaultValue, SelectDefaultValueType, SelectOption, ui

from bot import custom_ids
from bot.layouts.parts import GRAVE, MAIN, YOURS, Item, Page, button, choice, layout, line, menu, rows, text
from bot.reader import Reader
from bot.scenes import ResetScene, ServerSettingsScene, SettingsScene
from bot.texts import Words, card_namings, escaped, languages
from bot.wishes import CardsAs, Confirm, Hands, Openers, Place, Posted, Reminders, as_chosen

MOST_CHANNELS: Final = 25
TABLES: Final = (ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.forum)
"""The kinds of channels in which tables, or threads with tables, can open."""
POSTS: Final = (ChannelType.text, ChannelType.news)

PLAY: Final = "play"
"""Says in a custom_id that the page about how one plays is meant."""
ABOUT_PLAY: Final = frozenset({"hands", "confirm", "reminders"})
"""The wishes on that page."""

Values = Iterable[object]


def settings(scene: SettingsScene, reader: Reader, post: str = "") -> Page:
    """What a person wishes, a page that fits on a phone; the way to the other page."""
    menus = _Menus("wish", "settings", scene.wishes, reader.words)
    return _play(menus) if scene.play else _looks(menus)


def _looks(menus: _Menus) -> Page:
    words = menus.words
    return layout(
        text(words("settings.title"), words("settings.private")),
        *menus.named("language", languages()),
        *menus.named("card_names", card_namings()),
        line(),
        *menus.choices("cards", CardsAs),
        *menus.choices("four_colours", (False, True)),
        *rows([button(words("button.settings-play"), custom_ids.write("settings", None, PLAY), MAIN)]),
        colour=YOURS,
    )


def _play(menus: _Menus) -> Page:
    """The last page: it has the way back to the defaults, too, and what is stored about the person."""
    words = menus.words
    first = button(words("button.settings-looks"), custom_ids.write("settings"))
    return layout(
        text(words("settings.title-play"), words("settings.private")),
        *menus.choices("hands", Hands),
        *menus.choices("confirm", Confirm),
        *menus.choices("reminders", Reminders),
        *rows([first, *(button(words(f"button.{verb}"), custom_ids.write(verb)) for verb in ("export", "reset"))]),
        colour=YOURS,
    )


def server(scene: ServerSettingsScene, reader: Reader, post: str = "") -> Page:
    """What a server wishes: its language, where tables open and by whom, what is posted."""
    wishes, page = scene.wishes, _Menus("server-wish", "server", scene.wishes, reader.words)
    return layout(
        text(page.words("server.title", guild=escaped(scene.guild)), page.words("server.private")),
        *page.named("language", languages()),
        line(),
        *page.channels("channels", wishes.channels, MOST_CHANNELS, TABLES),
        *page.choices("openers", Openers),
        *page.choices("place", Place),
        *page.choices("posted", Posted),
        line(),
        *page.channels("daily", [] if wishes.daily is None else [wishes.daily], 1, POSTS),
    )


def reset(scene: ResetScene, reader: Reader, post: str = "") -> Page:
    """Are you sure? Everything will be as by default."""
    words = reader.words
    sure = button(words("button.reset-yes"), custom_ids.write("reset-yes"), GRAVE)
    return layout(
        text(words("settings.ask-reset")),
        *rows([sure, button(words("button.back"), custom_ids.write("settings", None, PLAY))]),
        colour=YOURS,
    )


class _Menus:
    """Menus of wishes, each below its heading; `topic` is where the words about them stand in the catalogue."""

    def __init__(self, verb: str, topic: str, wishes: object, words: Words) -> None:
        self.verb = verb
        self.topic = topic
        self.wishes = wishes
        self.words = words

    def choices(self, name: str, values: Values) -> list[Item]:
        """A menu of all values that a wish can have."""
        return self._menu(name, [self._choice(name, value) for value in values])

    def named(self, name: str, known: Iterable[tuple[str, str]]) -> list[Item]:
        """A menu of the default, then of languages by their own names."""
        now = getattr(self.wishes, name)
        told = [choice(own[:1].upper() + own[1:], code, chosen=code == now) for code, own in known]
        return self._menu(name, [self._choice(name, ""), *told])

    def channels(self, name: str, now: Iterable[int], most: int, kinds: Iterable[ChannelType]) -> list[Item]:
        """A menu of the server's channels; none is a choice, too."""
        chosen = [SelectDefaultValue(id=one, type=SelectDefaultValueType.channel) for one in list(now)[:most]]
        select: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id=self._custom_id(name),
            placeholder=self.words(f"{self.topic}.{name}.none"),
            channel_types=list(kinds),
            min_values=0,
            max_values=most,
            default_values=chosen,
        )
        return [self._heading(name), ui.ActionRow(select)]

    def _menu(self, name: str, choices: list[SelectOption]) -> list[Item]:
        return [self._heading(name), menu(self._custom_id(name), self.words(f"{self.topic}.{name}"), choices)]

    def _heading(self, name: str) -> Item:
        return text(self.words(f"{self.topic}.{name}"), self.words(f"{self.topic}.{name}.about"))

    def _choice(self, name: str, value: object) -> SelectOption:
        told, now = as_chosen(value), getattr(self.wishes, name)
        key = f"{self.topic}.{name}.{told}"
        about = f"{key}.about"
        return choice(self.words(key), told, self.words(about) if about in self.words else "", value == now)

    def _custom_id(self, name: str) -> str:
        return custom_ids.write(self.verb, None, name)
