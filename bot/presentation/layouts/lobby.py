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
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import escaped
from bot.texts.reader import Reader
from rules import registry


@page_of.register
def lobby(scene: LobbyScene, reader: Reader, post: str = "") -> PageOfItems:
    """The message of a table in its channel; its buttons depend on the stage."""
    texts, waits = TableText(reader, scene.head, post), scene.stage == "lobby"
    closes = texts("lobby.closes", at=scene.closes_at) if scene.closes_at is not None else ""
    opener = texts("lobby.opener", name=texts.person(scene.opener)) + closes
    return layout(
        text(
            texts("lobby.title", table=texts.table(), game=texts(f"{texts.game}.name")),
            texts(f"lobby.stage.{scene.stage}"),
            texts.fact(scene.closed) if scene.closed else "",
        ),
        text(*_seats(texts, ended=scene.stage in ("over", "closed"))),
        text(*_options(texts, defaults=waits), *told_terms(texts)),
        text(*([*how_long(scene.head, texts), opener] if waits else [])),
        line(),
        *rows(_buttons(scene, texts), wide=4),
    )


def _seats(texts: TableText, *, ended: bool = False) -> list[str]:
    """A line for each seat; absences and open seats are left out if the table has `ended`."""
    lines = []
    for seat, holder in enumerate(texts.head.holders):
        state: str = holder.kind
        if not ended:
            state = "away" if holder.away is not None else _open(holder) if holder.open else holder.kind
        fields = {"n": seat + 1, "name": texts.seat(seat), "until": holder.away, "was": escaped(holder.was)}
        lines.append(texts(f"lobby.seat.{state}", **fields))
    partners = f"{texts.game}.partners.{len(lines)}"
    return [*lines, texts(partners)] if partners in texts.words else lines


def _open(holder: SeatHolder) -> str:
    return "open-for" if holder.was else "open"


def _options(texts: TableText, *, defaults: bool) -> list[str]:
    """The options in words: a line for each that is not the default; with `defaults`, a small line for the rest."""
    usual = {option.name: option.default for option in registry.game(texts.game).options}
    unusual, rest = list[str](), list[str]()
    for name, chosen in texts.head.options.items():
        key, lines = ("lobby.option-usual", rest) if chosen == usual[name] else ("lobby.option", unusual)
        told = texts.words.option(texts.game, name, chosen)
        lines.append(texts(key, name=texts(f"{texts.game}.option.{name}"), choice=told))
    if defaults and rest:
        unusual.append(texts("lobby.usual", options=texts("list.dot").join(rest)))
    return unusual


def _buttons(scene: LobbyScene, texts: TableText) -> list[Button]:
    if scene.stage == "lobby":
        return [
            texts.button("join", style=GOOD),
            *map(texts.button, ("leave", "seat", "computer", "options", "terms")),
            texts.button("start", style=MAIN),
            texts.button("close", style=GRAVE),
        ]
    if scene.stage == "playing":
        return [texts.button("hand", style=MAIN), *texts.links()]
    return [texts.button("record" if scene.head.link else "rules"), *texts.links()]


@page_of.register
def option_menus(scene: OptionsScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu for each option and one for the number of seats, with the present choices selected."""
    texts, seats = TableText(reader, scene.head, post), len(scene.head.holders)
    counts = [choice(texts.count("options.seat-count", n), str(n), chosen=n == seats) for n in scene.seat_counts]
    return layout(
        text(texts("options.title", table=texts.table()), texts("options.about")),
        *[item for name, choices in scene.choices.items() for item in _option_menu(texts, name, choices)],
        text(texts("options.option", name=texts("options.seats")), texts("options.seats.about")),
        menu(texts.custom_id("seats"), texts("options.seats"), counts),
        *rows([texts.button("removal")]),
    )


def _option_menu(texts: TableText, name: str, choices: tuple[str, ...]) -> tuple[Item, Item]:
    chosen = texts.head.options.get(name)
    told = [choice(texts.words.option(texts.game, name, value), value, chosen=value == chosen) for value in choices]
    title, about = texts(f"{texts.game}.option.{name}"), texts(f"{texts.game}.about-option.{name}")
    return text(texts("options.option", name=title), about), menu(texts.custom_id("option", name), title, told)


@page_of.register
def seat_menu(scene: SeatScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu of the seats to take or, for the opener, of the people to remove."""
    texts, verb = TableText(reader, scene.head, post), "remove" if scene.remove else "sit"
    choices = [
        choice(texts("seat.choice", n=seat + 1, name=texts.plain[seat]), str(seat))
        for seat, holder in enumerate(scene.head.holders)
        if holder.kind is not Holder.EMPTY or not scene.remove
    ]
    seats = menu(texts.custom_id(verb), texts(f"seat.{verb}.hint"), choices) if choices else text(texts("seat.nobody"))
    return layout(text(texts(f"seat.{verb}.title", table=texts.table())), text(*_seats(texts)), seats)
