"""The lobby: its message in the channel, and the private menus that change it."""

from __future__ import annotations

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
    menu,
    page_of,
    rows,
    text,
)
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.terms import how_long, told_terms
from bot.presentation.scenes import LobbyScene, OptionsScene, SeatScene
from bot.tables.seat_holders import Holder
from bot.texts.reader import Reader
from rules import registry


@page_of.register
def lobby(scene: LobbyScene, reader: Reader, post: str = "") -> PageOfItems:
    """The message of a table in its channel; its buttons depend on the stage."""
    voice, waits = TableText(reader, scene.head, post), scene.stage == "lobby"
    closes = voice("lobby.closes", at=scene.closes_at) if scene.closes_at is not None else ""
    opener = voice("lobby.opener", name=voice.person(scene.opener)) + closes
    return layout(
        text(
            voice("lobby.title", table=voice.table(), game=voice(f"{voice.game}.name")),
            voice(f"lobby.stage.{scene.stage}"),
            voice.fact(scene.closed) if scene.closed else "",
        ),
        text(*_seats(voice, ended=scene.stage in ("over", "closed"))),
        text(*_options(voice, defaults=waits), *told_terms(voice)),
        text(*([*how_long(scene.head, voice), opener] if waits else [])),
        line(),
        *rows(_buttons(scene, voice), wide=4),
    )


def _seats(voice: TableText, *, ended: bool = False) -> list[str]:
    """A line for each seat; absences and open seats are left out if the table has `ended`."""
    lines = []
    for seat, holder in enumerate(voice.head.holders):
        state: str = holder.kind
        if not ended:
            state = "away" if holder.away is not None else "open" if holder.open else holder.kind
        lines.append(voice(f"lobby.seat.{state}", n=seat + 1, name=voice.seat(seat), until=holder.away))
    partners = f"{voice.game}.partners.{len(lines)}"
    return [*lines, voice(partners)] if partners in voice.words else lines


def _options(voice: TableText, *, defaults: bool) -> list[str]:
    """The options in words: a line for each that is not the default; with `defaults`, a small line for the rest."""
    usual = {option.name: option.default for option in registry.game(voice.game).options}
    unusual, rest = list[str](), list[str]()
    for name, chosen in voice.head.options.items():
        key, lines = ("lobby.option-usual", rest) if chosen == usual[name] else ("lobby.option", unusual)
        told = voice.words.option(voice.game, name, chosen)
        lines.append(voice(key, name=voice(f"{voice.game}.option.{name}"), choice=told))
    if defaults and rest:
        unusual.append(voice("lobby.usual", options=voice("list.dot").join(rest)))
    return unusual


def _buttons(scene: LobbyScene, voice: TableText) -> list[Button]:
    if scene.stage == "lobby":
        return [
            voice.button("join", style=GOOD),
            *map(voice.button, ("leave", "seat", "computer", "options", "terms")),
            voice.button("start", style=MAIN),
            voice.button("close", style=GRAVE),
        ]
    if scene.stage == "playing":
        return [voice.button("hand", style=MAIN), *voice.links()]
    return [voice.button("record" if scene.head.link else "rules"), *voice.links()]


@page_of.register
def option_menus(scene: OptionsScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu for each option and one for the number of seats, with the present choices selected."""
    voice, seats = TableText(reader, scene.head, post), len(scene.head.holders)
    counts = [choice(voice.count("options.seat-count", n), str(n), chosen=n == seats) for n in scene.seat_counts]
    return layout(
        text(voice("options.title", table=voice.table()), voice("options.about")),
        *[item for name, choices in scene.choices.items() for item in _option_menu(voice, name, choices)],
        text(voice("options.option", name=voice("options.seats")), voice("options.seats.about")),
        menu(voice.custom_id("seats"), voice("options.seats"), counts),
        *rows([voice.button("removal")]),
    )


def _option_menu(voice: TableText, name: str, choices: tuple[str, ...]) -> tuple[Item, Item]:
    chosen = voice.head.options.get(name)
    told = [choice(voice.words.option(voice.game, name, value), value, chosen=value == chosen) for value in choices]
    title, about = voice(f"{voice.game}.option.{name}"), voice(f"{voice.game}.about-option.{name}")
    return text(voice("options.option", name=title), about), menu(voice.custom_id("option", name), title, told)


@page_of.register
def seat_menu(scene: SeatScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu of the seats to take or, for the opener, of the people to remove."""
    voice, verb = TableText(reader, scene.head, post), "remove" if scene.remove else "sit"
    choices = [
        choice(voice("seat.choice", n=seat + 1, name=voice.plain[seat]), str(seat))
        for seat, holder in enumerate(scene.head.holders)
        if holder.kind is not Holder.EMPTY or not scene.remove
    ]
    seats = menu(voice.custom_id(verb), voice(f"seat.{verb}.hint"), choices) if choices else text(voice("seat.nobody"))
    return layout(text(voice(f"seat.{verb}.title", table=voice.table())), text(*_seats(voice)), seats)
