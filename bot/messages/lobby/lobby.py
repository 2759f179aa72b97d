"""The lobby: its message in the channel, and the private menus that change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.messages.kit import ui
from bot.messages.kit.scene import PostContext, Scene, TableContext, agreement_of, pictured_scene
from bot.messages.kit.table_text import TableText
from bot.messages.lobby.terms import likely_time, told_in_short, told_terms, with_computers
from bot.messages.result.result import ResultScene, channel_result, result_scene
from bot.messages.result.share import ResultShareScene
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import Seat, Stage, Table, side_of_seat
from bot.texts import escape, game_argument
from bot.texts.agreed_options import unusual_options
from bot.texts.reader import Reader
from rules import registry
from rules.core.contract import Fact
from rules.core.options import QUICK, quick, whole


@dataclass(frozen=True, slots=True)
class LobbyMoreScene(Scene):
    """The further actions in a lobby, private to the person who asked: above them where they sit, and with whom."""

    head: TableContext
    seat: int | None
    opener: bool
    may_close: bool
    partners: tuple[int, ...] = ()
    """The other seats of the person's side."""
    others: tuple[int, ...] = ()
    """The seats of people whom they may have as a partner instead."""
    instead: int | None = None
    """A seat of nobody or a computer that they may have instead of their only partner, who is a person."""
    note: Fact | None = None


@dataclass(frozen=True, slots=True)
class LobbyScene(Scene):
    """The message in the channel: seats, options and buttons; once started or closed, the state of the table."""

    head: TableContext
    opener: SeatHolder
    stage: str
    """`lobby`, `playing`, `over` or `closed`."""
    closed: Fact | None
    """The reason why the table was closed."""
    closes_at: int | None
    """The time when the lobby closes by itself, seconds since the epoch."""
    mention: int | None = None
    """The role that is told of the table."""
    result: ResultScene | None = None
    """The end of the rubber."""
    private: bool = False


@dataclass(frozen=True, slots=True)
class OptionsScene(Scene):
    """The options of a lobby, private to the person who may change them: a menu for each, and the number of seats.

    `rare`: the second page, with the options for rare cases.
    """

    head: TableContext
    seat_counts: tuple[int, ...]
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of this page."""
    rare: bool = False


@dataclass(frozen=True, slots=True)
class SeatScene(Scene):
    """The seats to take (partners sit opposite), private to the person who asked; with `remove`, people to remove."""

    head: TableContext
    remove: bool = False


RARE: Final = "rare"
"""In the custom_id of the button to the options: the page of those for rare cases."""


@ui.page_of.register
def lobby(scene: LobbyScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The message of a table in its channel; its buttons depend on the stage."""
    texts = TableText(reader, scene.head, post)
    if scene.stage == "lobby":
        return _open_lobby(scene, texts)
    if scene.result is not None:
        return channel_result(scene.result, reader, post)
    return ui.layout(
        ui.text(
            _title(texts),
            texts(f"lobby.stage.{scene.stage}"),
            texts.fact(scene.closed) if scene.closed else "",
        ),
        ui.text(*_seats(texts, ended=scene.stage in ("over", "closed"))),
        ui.text(*unusual_options(texts.words, agreement_of(texts.head)), *told_terms(texts)),
        ui.line(),
        *ui.rows(_buttons(scene, texts), wide=4),
    )


def _open_lobby(scene: LobbyScene, texts: TableText) -> ui.PageOfItems:
    """The card before the start: what the game is, who sits where, how long it takes, and what is not as usual."""
    full = all(holder.kind is not Holder.EMPTY for holder in scene.head.holders)
    joining = [texts.button("join", style=ui.GOOD)] if not full else []
    others = [texts.button("new-here", *game_argument(texts.game)), texts.button("more")]
    unusual = unusual_options(texts.words, agreement_of(scene.head))
    return ui.layout(
        ui.text(_title(texts), texts(f"{texts.game}.in-short")),
        ui.text(*_seats(texts)),
        ui.text(*told_in_short(scene.head, texts, usual=not unusual), *unusual),
        ui.text(
            texts("lobby.private") if scene.private else "",
            _opener(scene, texts),
            texts("lobby.closes", at=scene.closes_at) if scene.closes_at is not None else "",
            texts("lobby.mention", role=f"<@&{scene.mention}>") if scene.mention is not None else "",
        ),
        ui.line(),
        *ui.rows(_lengths(scene.head, texts)),
        *ui.rows([*joining, texts.button("fill", style=ui.MAIN, key="play-now")]),
        *ui.rows(others),
    )


def _lengths(head: TableContext, texts: TableText) -> list[ui.Button]:
    """The button for a quick game, or for a whole one at a table for a quick one, with the likely duration of each."""
    options = registry.game(head.game).options
    changed = quick(options)
    if not changed:
        return []
    is_quick = changed.items() <= head.options.items()
    key, choices = ("whole", whole(options)) if is_quick else ("quick", changed)
    time = likely_time(with_computers(head, choices), texts)
    return [texts.button("length", key, key=key, hands=QUICK, time=time)]


def _title(texts: TableText) -> str:
    return texts("lobby.title", table=texts.table(), game=texts(f"{texts.game}.name"))


def _opener(scene: LobbyScene, texts: TableText) -> str:
    """The opener of the table, if they do not sit there."""
    if any(holder.discord_id == scene.opener.discord_id for holder in scene.head.holders):
        return ""
    return texts("lobby.opener", name=texts.person(scene.opener))


def _seats(texts: TableText, *, ended: bool = False) -> list[str]:
    """A line for each seat; absences and open seats are left out if the table has `ended`."""
    lines = []
    for seat, holder in enumerate(texts.head.holders):
        state: str = holder.kind
        if not ended:
            state = "away" if holder.away is not None else _open(holder) if holder.open else holder.kind
        if holder.kept_for:
            state = "kept" if holder.kept_until is None else "kept-until"
        name = escape(holder.kept_for) or texts.seat(seat)
        until = holder.away or holder.kept_until
        fields = {"n": seat + 1, "name": name, "until": until, "was": escape(holder.was)}
        lines.append(texts(f"lobby.seat.{state}", **fields))
    partners = f"{texts.game}.partners.{len(lines)}"
    return [*lines, texts(partners)] if partners in texts.words else lines


def _open(holder: SeatHolder) -> str:
    return "open-for" if holder.was else "open"


def _buttons(scene: LobbyScene, texts: TableText) -> list[ui.Button]:
    if scene.private:  # whoever sees the channel sees the card; the table's people have these buttons in its thread
        return [texts.button("rules", *game_argument(texts.game)), *texts.links()]
    if scene.stage == "playing":
        return [texts.button("hand", style=ui.MAIN), texts.button("more"), *texts.links()]
    return [texts.button("record" if scene.head.link else "rules"), *texts.links()]


@ui.page_of.register
def lobby_more(scene: LobbyMoreScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The further actions in a lobby that this person may take; first, whom else they may have as a partner."""
    texts = TableText(reader, scene.head, post)
    kinds, seated = {holder.kind for holder in scene.head.holders}, scene.seat is not None
    may = {
        "leave": seated,
        "seat": True,
        "invite": scene.opener and Holder.EMPTY in kinds,
        "computer": (seated or scene.opener) and Holder.EMPTY in kinds,
        "options": scene.opener,
        "terms": scene.opener,
        "removal": scene.opener and kinds != {Holder.EMPTY},
        "close": scene.may_close,
    }
    buttons = [
        texts.button(verb, style=ui.GRAVE if verb == "close" else ui.PLAIN) for verb, allowed in may.items() if allowed
    ]
    partners = [
        texts.button("partner", str(seat), style=ui.GOOD, key="play-with", name=_sitter(texts, seat))
        for seat in scene.others
    ]
    if scene.instead is not None:
        name = _sitter(texts, scene.partners[0])
        partners.append(texts.button("partner", str(scene.instead), key="play-against", name=name))
    return ui.layout(
        ui.text(texts.fact(scene.note) if scene.note else "", _own_place(scene, texts)),
        *ui.rows(partners, wide=2),
        *ui.rows(buttons, wide=4),
    )


def _own_place(scene: LobbyMoreScene, texts: TableText) -> str:
    """The person's seat, and their partners."""
    if scene.seat is None:
        return texts("more.title", table=texts.table())
    names = [f"**{_sitter(texts, seat)}**" for seat in scene.partners]
    key = "lobby.yours" if names else "lobby.yours-alone"
    return texts(key, table=texts.table(), n=scene.seat + 1, names=texts.words.join(names))


@ui.page_of.register
def option_menus(scene: OptionsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A menu for the number of seats and for each option, with the present choices; rare cases are a page apart."""
    texts = TableText(reader, scene.head, post)
    menus = [item for name, choices in scene.choices.items() for item in _option_menu(texts, name, choices)]
    if scene.rare:
        back = texts.button("options", key="back")
        return ui.layout(ui.text(texts("options.title-rare", table=texts.table())), *menus, *ui.rows([back]))
    has_rare = any(option.rare for option in registry.game(texts.game).options)
    return ui.layout(
        ui.text(texts("options.title", table=texts.table()), texts("options.about")),
        *_seats_menu(scene, texts),
        *menus,
        *ui.rows([texts.button("options", RARE, key="options-rare")] if has_rare else []),
    )


def _seats_menu(scene: OptionsScene, texts: TableText) -> list[ui.Item]:
    """The menu of the number of seats, with the game's own words about it; nothing if there is no choice."""
    seats, about = len(scene.head.holders), f"{texts.game}.seats.about"
    counts = [ui.choice(texts.count("options.seat-count", n), str(n), chosen=n == seats) for n in scene.seat_counts]
    if not counts[1:]:
        return []
    return [
        ui.text(texts("options.option", name=texts("options.seats")), texts(about) if about in texts.words else ""),
        ui.menu(texts.custom_id("seats"), texts("options.seats"), counts),
    ]


def _option_menu(texts: TableText, name: str, choices: tuple[str, ...]) -> tuple[ui.Item, ui.Item]:
    chosen = texts.head.options.get(name)
    told = [ui.choice(texts.words.option(texts.game, name, value), value, chosen=value == chosen) for value in choices]
    title, about = texts(f"{texts.game}.option.{name}"), texts(f"{texts.game}.about-option.{name}")
    return ui.text(texts("options.option", name=title), about), ui.menu(texts.custom_id("option", name), title, told)


def _sitter(texts: TableText, seat: int) -> str:
    """The name of a seat's holder, or of whom it is kept for."""
    holder = texts.head.holders[seat]
    return texts.plain[seat] if holder.kind is not Holder.EMPTY else holder.kept_for or texts("sitter.empty")


@ui.page_of.register
def seat_menu(scene: SeatScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A menu of the seats to take or, for the opener, of the people to remove."""
    texts, verb = TableText(reader, scene.head, post), "remove" if scene.remove else "sit"
    choices = [
        ui.choice(texts("seat.choice", n=seat + 1, name=_sitter(texts, seat)), str(seat))
        for seat, holder in enumerate(scene.head.holders)
        if holder.kind is not Holder.EMPTY or not scene.remove
    ]
    seats = (
        ui.menu(texts.custom_id(verb), texts(f"seat.{verb}.hint"), choices)
        if choices
        else ui.text(texts("seat.nobody"))
    )
    return ui.layout(ui.text(texts(f"seat.{verb}.title", table=texts.table())), ui.text(*_seats(texts)), seats)


@pictured_scene.register
def _pictured_scene(scene: LobbyScene) -> Scene | None:
    return None if scene.result is None else ResultShareScene(scene.result, None)


def lobby_scene(table: Table, context: PostContext) -> LobbyScene:
    """Return the message of a table in its channel."""
    return LobbyScene(
        head=context.head,
        opener=context.holders[table.opener],
        stage=table.stage,
        closed=None if table.closed is None else context.named_fact(table.closed),
        closes_at=context.silence_ends if table.stage is Stage.LOBBY else None,
        result=result_scene(table, context) if table.stage is Stage.OVER and not table.private else None,
        private=table.private,
    )


def lobby_more_scene(
    head: TableContext, table: Table, person: str, *, may_close: bool, note: Fact | None = None
) -> LobbyMoreScene:
    """Return what a person may do in a lobby."""
    seat = table.seat_of(person)
    if seat is None:
        return LobbyMoreScene(head, None, table.opener == person, may_close, note=note)
    own = side_of_seat(table, seat)
    partners = tuple(number for number in own if number != seat)
    others = [number for number in range(len(table.seats)) if number not in own] if partners else []
    people = tuple(number for number in others if _is_for_person(table.seats[number]))
    instead = next((number for number in others if number not in people), None)
    if len(partners) != 1 or not _is_for_person(table.seats[partners[0]]):
        instead = None
    return LobbyMoreScene(head, seat, table.opener == person, may_close, partners, people, instead, note)


def _is_for_person(seat: Seat) -> bool:
    return seat.person is not None or seat.kept_for is not None


def options_scene(head: TableContext, table: Table, *, rare: bool = False) -> OptionsScene:
    """Return the menus of a lobby's options, with the values that its number of seats admits."""
    rules, count = table.rules, len(table.seats)
    choices = {
        option.name: tuple(value for value in option.choices if not rules.check_options(count, {option.name: value}))
        for option in rules.options
        if option.rare == rare
    }
    return OptionsScene(head, rules.seats, choices, rare)
