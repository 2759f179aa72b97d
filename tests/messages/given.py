"""Tables, views and accounts made by hand, and functions to read a layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from discord import ui

from bot.messages.hand.room import count_words
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.table.table import TableScene
from bot.messages.table.trick import TrickScene
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts.reader import Reader
from rules.core.cards import Card, cards
from rules.core.contract import Group, Phase, Play, View
from rules.voormsi import game as voormsi

LONG = "W*_`~|<@>" + "w" * 23
"""A name of 32 characters, with all formatting characters."""
GROUPS = {
    "matadors": "JC KH 8S",
    "nines": "9C 9S 9H 9D",
    "aces": "AC AS AH AD",
    "jacks": "JS JH JD",
    "sixes": "6C 6S 6H 6D",
    "fives": "5C 5S 5H 5D",
    "eights": "8C 8H 8D",
    "queens": "QC QS QH QD",
    "kings": "KC KS",
    "sevens": "7C 7S 7H 7D",
    "three": "3D",
}
STRENGTH = cards(" ".join(GROUPS.values()))
OPTIONS = {
    "deal": "four", "spade_king": "on_capture", "both_out": "draw",
    "proof": "vouched", "forced_execution": "loses", "length": "rubber",
}  # fmt: skip


def person(name: str, discord_id: int = 80351110224678912) -> SeatHolder:
    return SeatHolder(Holder.PERSON, name, discord_id)


PEOPLE = (person("Ann"), person("Bo"), person("Cleo"), person("Dan"))


def head(holders: tuple[SeatHolder, ...] = PEOPLE, **changes: Any) -> TableContext:
    return replace(TableContext(7, "Otter", "voormsi", holders, OPTIONS, "https://discord.com/channels/1/2"), **changes)


def groups(hand: tuple[Card, ...]) -> tuple[Group, ...]:
    found = ((name, tuple(card for card in cards(codes) if card in hand)) for name, codes in GROUPS.items())
    return tuple(Group(name, held) for name, held in found if held)


def sides(seats: int) -> tuple[tuple[int, ...], ...]:
    return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))


def view(seats: int = 4, hand: str = "", trick: str = "", **changes: Any) -> View:
    """The view of seat 0 (the public one without a hand) in play; `trick` is written `0:9C 1:KH,KC`."""
    held = tuple(sorted(cards(hand), key=STRENGTH.index))
    played = tuple(
        Play(int(seat), cards(codes.split(","))) for seat, _, codes in (play.partition(":") for play in trick.split())
    )
    usual: dict[str, Any] = {
        "seat": 0 if hand else None,
        "phase": Phase.PLAY,
        "sides": sides(seats),
        "target": 12 if seats == 3 else 9,
        "hand_number": 2,
        "dealer": 1,
        "cut": (cards("9C KH 7D 3D")[:seats],),
        "trick_number": 3,
        "trick_plays": 3 if seats == 3 else 4,
        "trick": played,
        "heading": len(played) - 1 if played else None,
        "follow": len(played[0].cards) if played else None,
        "plays_made": 2,
        "hand": held,
        "groups": groups(held),
        "legal": tuple((card,) for card in held),
        "hand_sizes": (4,) * seats,
        "stock": 12,
        "units": (1, 2, 0)[: len(sides(seats))],
        "waiting": (0, 1, 0)[: len(sides(seats))],
        "scores": (3, 5, 0)[: len(sides(seats))],
        "outcome": None,
        "order": voormsi.order,
    }
    phase = changes.get("phase", Phase.PLAY)
    turn = usual["turn"] = changes.pop("turn", 0 if phase is Phase.PLAY else None)
    left = usual["trick_plays"] - len(played)
    usual["to_play"] = () if turn is None else tuple((turn + ahead) % seats for ahead in range(left))
    return View(**{**usual, **changes})


JsonComponent = dict[str, Any]


def at_table(trick: TrickScene) -> TableScene:
    """The message of a hand with this trick as the only one."""
    seen = trick.view or view(len(trick.head.holders))
    return TableScene(trick.head, trick.hand_number, (), replace(trick, view=seen))


def walk(components: list[JsonComponent]) -> Iterator[JsonComponent]:
    """Every component of a payload, nested ones too."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))


def payload(layout: ui.LayoutView) -> list[JsonComponent]:
    return list(walk(layout.to_components()))  # type: ignore[no-untyped-call]


def said(layout: ui.LayoutView) -> str:
    """All text of a layout."""
    return "\n".join(component["content"] for component in payload(layout) if component["type"] == 10)


def buttons(layout: ui.LayoutView) -> list[JsonComponent]:
    return [component for component in payload(layout) if component["type"] == 2]


def menus(layout: ui.LayoutView) -> list[JsonComponent]:
    """The menus of texts and of roles."""
    return [component for component in payload(layout) if component["type"] in (3, 6)]


def words_on_screen(scene: Scene, reader: Reader) -> int:
    """The words and cards of a message with its picture, those on buttons and menus included."""
    layout = draw(scene, reader, picture="picture.png")
    labels = [part.get("label") or part.get("placeholder") or "" for part in payload(layout)]
    return sum(map(count_words, (said(layout), *labels)))
