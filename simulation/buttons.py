"""The buttons and menus of messages: what they do, and which plays a hand offers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.messages.hand.hand import PASS
from sandbox import Message
from sandbox.world.components import Component, pressable
from simulation.scripted_people import play_buttons, set_menu

MOVED_ON = ("The table has moved on", "That was played already")
"""Texts in a hand after a press without effect."""


class PlayChoice(NamedTuple):
    """A play or a move that can be pressed: the component, the choice in it, its turn, and what it does.

    `cards`: their codes. `kind` and `to` as in the game's `Move`; "" for a play of cards or a pass.
    """

    custom_id: str
    values: tuple[str, ...]
    turn: str
    cards: tuple[str, ...]
    kind: str = ""
    to: int | None = None

    @property
    def words(self) -> tuple[str, ...]:
        return words_of(self.cards, self.kind, self.to)


def words_of(codes: Iterable[str], kind: str = "", to: int | None = None) -> tuple[str, ...]:
    """An action in the words of custom_ids: `7C 7H` or `pass`, or a move such as `keep 9C` or `ask 2`."""
    named = (kind, "" if to is None else str(to), *codes)
    return tuple(word for word in named if word) or (PASS,)


def has_moved_on(told: str) -> bool:
    """Return whether a hand says that the press had no effect."""
    return any(words in told for words in MOVED_ON)


def is_acknowledged(status: str, told: str) -> bool:
    """Return whether a response confirms a play: the hand was redrawn without the cards."""
    return status == "update" and bool(told) and not has_moved_on(told)


def presses(message: Message) -> Iterator[custom_ids.Press]:
    """The decoded custom_ids of the message's buttons and menus."""
    found = (custom_ids.read(part["custom_id"]) for part in pressable(message.components))
    return (press for press in found if press)


def read(component: Component) -> custom_ids.Press:
    press = custom_ids.read(component["custom_id"])
    assert press
    return press


def table_in(verbs: dict[str, custom_ids.Press], *of: str) -> int | None:
    """The table of the first of these verbs in `verbs`."""
    return next((press.table for verb, press in verbs.items() if verb in of), None)


def find(message: Message, verb: str, *, menu: bool = False) -> Component | None:
    """The first button (or menu) with a verb."""
    for part in pressable(message.components):
        press = custom_ids.read(part["custom_id"])
        if press and press.verb == verb and ("options" in part) == menu:
            return part
    return None


def table_of(message: Message) -> int | None:
    """The table named by a message's buttons."""
    return next((press.table for press in presses(message) if press.table is not None), None)


def is_elsewhere(message: Message) -> bool:
    """Return whether a direct message only says that its person plays from a private hand in the thread."""
    return {press.verb for press in presses(message)} == {"hand"}


def posts_of(message: Message) -> set[tuple[int, str]]:
    """The table and post that the message's buttons name; one, or none."""
    found = (custom_ids.post_of(part["custom_id"]) for part in pressable(message.components))
    return {post for post in found if post}


def choices(hand: Message, chance: random.Random) -> list[PlayChoice]:
    """The moves and the highlighted plays in a hand; one choice in the menu, if there is only that."""
    offered = [way for way in play_buttons(hand) if way.stands_out]
    found = [PlayChoice(way.custom_id, (), _turn(way.custom_id), _codes("-".join(way.codes))) for way in offered]
    found += moves(hand)
    menu = set_menu(hand)
    if not found and menu is not None and menu["min_values"] == menu["max_values"]:
        named = [option["value"] for option in menu["options"]]
        chance.shuffle(named)
        named.sort(key=lambda code: code != "JC")  # RULES §5.5: Toqutsit may be required
        values = tuple(named[: menu["max_values"]])
        found.append(PlayChoice(menu["custom_id"], values, _turn(menu["custom_id"]), values))
    return found


def turn_of(hand: Message) -> tuple[int, int]:
    """The latest turn for which a hand offers plays or moves: the numbers of the hand and of the play; else 0, 0."""
    menu = set_menu(hand)
    turns = [way.turn for way in play_buttons(hand)] + [way.turn for way in moves(hand)]
    turns += [_turn(menu["custom_id"])] if menu else []
    return max(map(read_turn, turns), default=(0, 0))


def read_turn(turn: str) -> tuple[int, int]:
    """Return the numbers in a turn of a custom_id."""
    hand, nth = turn.split(".")
    return int(hand), int(nth)


def moves(hand: Message) -> Iterator[PlayChoice]:
    """The moves in a hand: its buttons, and each choice in its menus of cards."""
    for part in pressable(hand.components):
        press = custom_ids.read(part["custom_id"])
        if press and press.verb == "move":
            turn, kind, to = press.args
            menu: list[tuple[str, ...]] = [(one["value"],) for one in part.get("options", [])]
            for values in menu or [()]:
                codes = _codes("".join(values))
                yield PlayChoice(part["custom_id"], values, turn, codes, kind, int(to) if to else None)


def _codes(written: str) -> tuple[str, ...]:
    return () if written in ("", PASS) else tuple(written.split("-"))


def _turn(custom_id: str) -> str:
    press = custom_ids.read(custom_id)
    assert press
    return press.args[0]
