"""The lobby: its message in the channel, and the private menus that change it."""

from __future__ import annotations

from discord import SelectOption

from bot.presentation.layouts.parts import (
    GOOD,
    GRAVE,
    MAIN,
    Button,
    Item,
    PageOfItems,
    choice,
    layout,
    line,
    link,
    menu,
    page_of,
    rows,
    text,
)
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.terms import how_long, told_terms
from bot.presentation.scenes import LobbyScene, OptionsScene, SeatScene
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts.reader import Reader
from rules import registry


@page_of.register
def lobby(scene: LobbyScene, reader: Reader, post: str = "") -> PageOfItems:
    """The message of a table in its channel; its buttons depend on the stage."""
    voice = TableText(reader, scene.head, post)
    return layout(
        text(
            voice("lobby.title", table=voice.table(), game=voice(f"{voice.game}.name")),
            voice(f"lobby.stage.{scene.stage}"),
            voice.fact(scene.closed) if scene.closed else "",
        ),
        text(*_seats(voice, ended=scene.stage in ("over", "closed"))),
        text(*options(voice, all_of_them=scene.stage == "lobby"), *told_terms(voice)),
        text(*_end(scene, voice)),
        line(),
        *rows(_buttons(scene, voice), wide=4),
    )


def _seats(voice: TableText, *, ended: bool = False) -> list[str]:
    """A line for each seat; absences and open seats are left out if the table has `ended`."""
    seats = [
        voice(
            f"lobby.seat.{holder.kind if ended else _holds(holder)}",
            n=seat + 1,
            name=voice.seat(seat),
            until=holder.away,
        )
        for seat, holder in enumerate(voice.head.holders)
    ]
    partners = f"{voice.game}.partners.{len(seats)}"
    return [*seats, voice(partners)] if partners in voice.words else seats


def _holds(holder: SeatHolder) -> str:
    if holder.away is not None:
        return "away"
    return "open" if holder.open else holder.kind


def options(voice: TableText, *, all_of_them: bool) -> list[str]:
    """The options in words: a line for each that is not the default; with `all_of_them`, a small line for the rest."""
    given = voice.head.options
    usual = {option.name: option.default for option in registry.game(voice.game).options}
    unusual = [name for name in given if given[name] != usual[name]]
    rest = [name for name in given if name not in unusual] if all_of_them else []
    small = voice("list.dot").join(_option(voice, name, "lobby.option-usual") for name in rest)
    return [
        *(_option(voice, name, "lobby.option") for name in unusual),
        voice("lobby.usual", options=small) if small else "",
    ]


def _option(voice: TableText, name: str, key: str) -> str:
    told = voice.words.option(voice.game, name, voice.head.options[name])
    return voice(key, name=voice(f"{voice.game}.option.{name}"), choice=told)


def _end(scene: LobbyScene, voice: TableText) -> list[str]:
    if scene.stage != "lobby":
        return []
    return [
        *how_long(scene.head, voice),
        voice("lobby.opener", name=voice.person(scene.opener))
        + (voice("lobby.closes", at=scene.closes_at) if scene.closes_at is not None else ""),
    ]


def _buttons(scene: LobbyScene, voice: TableText) -> list[Button]:
    if scene.stage == "lobby":
        return _open_buttons(voice)
    there = [link(voice("button.table"), scene.head.link)] if scene.head.link else []
    if scene.stage == "playing":
        return [voice.button("hand", style=MAIN), *there]
    return [voice.button("record" if scene.head.link else "rules"), *there]


def _open_buttons(voice: TableText) -> list[Button]:
    return [
        voice.button("join", style=GOOD),
        voice.button("leave"),
        voice.button("seat"),
        voice.button("computer"),
        voice.button("options"),
        voice.button("terms"),
        voice.button("start", style=MAIN),
        voice.button("close", style=GRAVE),
    ]


@page_of.register
def option_menus(scene: OptionsScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu for each option and one for the number of seats, with the present choices selected."""
    voice = TableText(reader, scene.head, post)
    return layout(
        text(voice("options.title", table=voice.table()), voice("options.about")),
        *[row for name, choices in scene.choices.items() for row in _option_menu(voice, name, choices)],
        text(voice("options.option", name=voice("options.seats")), voice("options.seats.about")),
        menu(voice.custom_id("seats"), voice("options.seats"), _seat_counts(scene, voice)),
        *rows([voice.button("removal")]),
    )


def _option_menu(voice: TableText, name: str, choices: tuple[str, ...]) -> tuple[Item, Item]:
    chosen = voice.head.options.get(name)
    told = [choice(voice.words.option(voice.game, name, value), value, chosen=value == chosen) for value in choices]
    title, about = voice(f"{voice.game}.option.{name}"), voice(f"{voice.game}.about-option.{name}")
    return text(voice("options.option", name=title), about), menu(voice.custom_id("option", name), title, told)


def _seat_counts(scene: OptionsScene, voice: TableText) -> list[SelectOption]:
    here = len(scene.head.holders)
    return [choice(voice.count("options.seat-count", n), str(n), chosen=n == here) for n in scene.seat_counts]


@page_of.register
def seat_menu(scene: SeatScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu of the seats to take or, for the opener, of the people to remove."""
    voice = TableText(reader, scene.head, post)
    what = "remove" if scene.remove else "sit"
    return layout(
        text(voice(f"seat.{what}.title", table=voice.table())),
        text(*_seats(voice)),
        *_seat_choice(voice, what),
    )


def _seat_choice(voice: TableText, what: str) -> list[Item]:
    choices = [
        choice(voice("seat.choice", n=seat + 1, name=voice.plain[seat]), str(seat))
        for seat, holder in enumerate(voice.head.holders)
        if what == "sit" or holder.kind is not Holder.EMPTY
    ]
    hint = voice(f"seat.{what}.hint")
    return [menu(voice.custom_id(what), hint, choices)] if choices else [text(voice("seat.nobody"))]
