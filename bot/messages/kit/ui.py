"""Components of messages, for all layouts: texts, buttons in rows, menus, separators; and forms, to type into."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache, singledispatch
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord import ButtonStyle, SelectOption, ui

from bot.members.preferences import UTC
from bot.messages.kit.scene import Scene
from bot.texts import Translator
from bot.texts.escaping import cut
from bot.texts.reader import Reader

Item = ui.Item[Any]
Button = ui.Button[Any]
ActionRow = ui.ActionRow[Any]

LABEL: Final = 80
CHOICE: Final = 100
MOST_CHOICES: Final = 25
"""The most choices of a menu on Discord."""
ROW: Final = 5
ON_PHONE: Final = 302
"""The width in which buttons stand beside each other on a phone, each with the space after it, in pixels."""

PLAIN: Final = ButtonStyle.secondary
GOOD: Final = ButtonStyle.success
MAIN: Final = ButtonStyle.primary
GRAVE: Final = ButtonStyle.danger

TABLE: Final = 0x2F6F8F
YOURS: Final = 0x2E8B57
LADDERS: Final = 0xC9A227


def button(label: str, custom_id: str, style: ButtonStyle = PLAIN, emoji: str | None = None) -> Button:
    """A button with a custom_id and an optional emoji (its markup); the label is cut to Discord's limit."""
    return ui.Button(label=cut(label, LABEL), custom_id=custom_id, style=style, emoji=_emoji(emoji))


@lru_cache(maxsize=256)
def _emoji(markup: str | None) -> discord.PartialEmoji | None:
    return None if markup is None else discord.PartialEmoji.from_str(markup)


def links(label: str, url: str) -> list[Button]:
    """The button that opens an address; none as long as there is no address, which Discord would refuse."""
    return [ui.Button(label=cut(label, LABEL), url=url)] if url else []


def text(*lines: str) -> ui.TextDisplay[Any]:
    """A text of these lines; empty ones are left out."""
    return ui.TextDisplay("\n".join(line for line in lines if line))


class Unpictured(ui.TextDisplay[Any]):
    """A text that says what a picture shows; it is left out when the message has a picture."""


def line() -> ui.Separator[Any]:
    """A thin line between two parts."""
    return ui.Separator()


def rows(buttons: Iterable[Button], wide: int = ROW) -> list[ActionRow]:
    """The buttons in as few rows as possible, `wide` in each (at most five)."""
    all_of_them = list(buttons)
    return [ui.ActionRow(*all_of_them[start : start + wide]) for start in range(0, len(all_of_them), wide)]


def even_rows(buttons: Iterable[Button]) -> list[ActionRow]:
    """The buttons in few rows that a phone does not break, about as many in each: four cards in two rows of two."""
    all_of_them = list(buttons)
    few = _rows_on_phone(all_of_them, ROW)
    even = _rows_on_phone(all_of_them, -(-len(all_of_them) // max(1, len(few))))
    return [ui.ActionRow(*row) for row in (even if len(even) == len(few) else few)]


def _rows_on_phone(buttons: Iterable[Button], most: int) -> list[list[Button]]:
    """The buttons in rows of at most `most`, broken where a phone would break them."""
    found: list[list[Button]] = []
    for one in buttons:
        if not found or len(found[-1]) == most or sum(map(_width_on_phone, [*found[-1], one])) > ON_PHONE:
            found.append([])
        found[-1].append(one)
    return found


def _width_on_phone(one: Button) -> int:
    """About the width of a button on a phone, with the space after it, in pixels."""
    return 8 + max(60, 34 + (32 if one.emoji else 0) + 8 * len(one.label or ""))


def choice(label: str, value: str, about: str = "", chosen: bool = False, emoji: str | None = None) -> SelectOption:
    """A choice of a menu, with `about` in small print below it; the texts are cut to Discord's limits."""
    label, description = cut(label, CHOICE), cut(about, CHOICE) if about else None
    return SelectOption(label=label, value=value, description=description, default=chosen, emoji=_emoji(emoji))


def menu(custom_id: str, hint: str, choices: list[SelectOption], least: int = 1, most: int = 1) -> ActionRow:
    """A row with one menu, in which `least` to `most` choices are to be selected."""
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=cut(hint, 150), options=choices, min_values=least, max_values=most)
    )


def people_menu(custom_id: str, hint: str, chosen: Iterable[int], most: int) -> ActionRow:
    """A row with a menu of the server's people, at most `most`; `chosen`: the Discord ids of those chosen now."""
    now = [discord.SelectDefaultValue(id=discord_id, type=discord.SelectDefaultValueType.user) for discord_id in chosen]
    return ui.ActionRow(
        ui.UserSelect(
            custom_id=custom_id, placeholder=cut(hint, 150), min_values=0, max_values=most, default_values=now
        )
    )


def roles_menu(custom_id: str, hint: str, chosen: Iterable[int], most: int) -> ActionRow:
    """A row with a menu of the server's roles, at most `most`; `chosen`: the ids of those chosen now."""
    now = [discord.SelectDefaultValue(id=discord_id, type=discord.SelectDefaultValueType.role) for discord_id in chosen]
    return ui.ActionRow(
        ui.RoleSelect(
            custom_id=custom_id, placeholder=cut(hint, 150), min_values=0, max_values=most, default_values=now[:most]
        )
    )


class PageOfItems(NamedTuple):
    """The content of a layout before a picture is added: items from top to bottom, the first of them a text."""

    items: tuple[Item, ...]
    colour: int


def layout(*items: Item, colour: int = TABLE) -> PageOfItems:
    """A page of these items, empty texts left out."""
    shown = tuple(item for item in items if not isinstance(item, ui.TextDisplay) or item.content)
    return PageOfItems(shown, colour)


@singledispatch
def page_of(scene: Scene, reader: Reader, post: str) -> PageOfItems:
    """The page of a scene, by the function that is registered for its class; `post` as in `layouts.draw`."""
    raise TypeError(f"there is no layout for {type(scene).__name__}")


FORM_TITLE: Final = 45
FORM_LABEL: Final = 45
FORM_HINT: Final = 100
LONGEST_LINE: Final = 100
"""The greatest length of a line that is typed into a form."""


class FormField(NamedTuple):
    """A line to type: its name in the answer, its label, what to type there, and what stands there at first."""

    name: str
    label: str
    hint: str = ""
    value: str = ""
    required: bool = False
    longest: int = LONGEST_LINE


class Form(NamedTuple):
    """A form; `custom_id`: of its answer."""

    custom_id: str
    title: str
    fields: tuple[FormField, ...]


def modal(form: Form) -> ui.Modal:
    """Build the modal of a form. It is stopped, so that discord.py does not keep it."""
    built = ui.Modal(title=cut(form.title, FORM_TITLE), custom_id=form.custom_id, timeout=None)
    for field in form.fields:
        built.add_item(_label(field))
    built.stop()
    return built


def _label(field: FormField) -> ui.Label[Any]:
    line: ui.TextInput[Any] = ui.TextInput(
        custom_id=field.name,
        default=field.value or None,
        required=field.required,
        max_length=field.longest,
    )
    hint = cut(field.hint, FORM_HINT) if field.hint else None
    return ui.Label(text=cut(field.label, FORM_LABEL), description=hint, component=line)


def clock_hint(zone: str, words: Translator) -> str:
    """Examples of a typed time, and the clock by which it is meant."""
    return words("form.time.zone", zone=zone.replace("_", " ")) if zone else words("form.time.utc")


def typed_moment(at: int, zone: str) -> str:
    """A moment (ms since the epoch) as it is typed by a clock; "" for 0."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone or UTC)).strftime("%Y-%m-%d %H:%M") if at else ""
