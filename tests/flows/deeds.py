"""Every command and button of a table with valid arguments, for tests of the rights to use them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

LOBBY, PLAYING, PAUSED, CLOSED = "lobby", "playing", "paused", "closed"


class Deed(NamedTuple):
    """A command with its options; or a button with the arguments in its custom_id, and the values of a menu.

    `at`: the table where it is possible. `changes`: whether it changes the table for a person with the right to use it.
    """

    at: str
    options: Mapping[str, Any] = MappingProxyType({})
    args: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    changes: bool = False


COMMANDS: Final[dict[str, Deed]] = {
    "hand": Deed(PLAYING),
    "play": Deed(PLAYING, {"cards": "3d 3d"}),
    "record": Deed(PLAYING),
    "replay": Deed(PLAYING),
    "table pace": Deed(PLAYING, {"pace": "day"}, changes=True),
    "table substitute": Deed(PLAYING, changes=True),
    "table kick": Deed(PLAYING, {"seat": 2}, changes=True),
    "table move": Deed(PLAYING, changes=True),
}
TURN: Final = "9.9"
"""A turn that is over: the refusal must be for the person, not for the cards."""

BUTTONS: Final[dict[str, Deed]] = {
    "join": Deed(LOBBY, changes=True),
    "join-yes": Deed(LOBBY, changes=True),
    "leave": Deed(LOBBY, changes=True),
    "length": Deed(LOBBY, args=("quick",), changes=True),
    "partner": Deed(LOBBY, args=("1",), changes=True),
    "seat": Deed(LOBBY),
    "sit": Deed(LOBBY, values=("2",), changes=True),
    "computer": Deed(LOBBY, changes=True),
    "start": Deed(LOBBY),
    "start-yes": Deed(LOBBY, changes=True),
    "fill": Deed(LOBBY, changes=True),
    "options": Deed(LOBBY),
    "option": Deed(LOBBY, args=("both_out",), values=("loser_first",), changes=True),
    "seats": Deed(LOBBY, values=("4",), changes=True),
    "terms": Deed(LOBBY),
    "term": Deed(LOBBY, args=("pace",), values=("day",), changes=True),
    "removal": Deed(LOBBY),
    "invite": Deed(LOBBY),
    "invited": Deed(LOBBY, values=("1",)),
    "decline": Deed(LOBBY, changes=True),
    "remove": Deed(LOBBY, values=("1",), changes=True),
    "close": Deed(PLAYING),
    "close-yes": Deed(PLAYING, changes=True),
    "hand": Deed(PLAYING),
    "play": Deed(PLAYING, args=(TURN, "9C")),
    "set": Deed(PLAYING, args=(TURN,), values=("9C",)),
    "sure": Deed(PLAYING, args=(TURN, "9C")),
    "move": Deed(PLAYING, args=(TURN, "keep", ""), values=("9C",)),
    "may": Deed(PLAYING),
    "ahead": Deed(PLAYING),
    "lay": Deed(PLAYING, args=(TURN, "9C", "any")),
    "take-back": Deed(PLAYING),
    "queue": Deed(PLAYING, args=(TURN, "9C", "wins")),
    "help": Deed(PLAYING),
    "advise": Deed(PLAYING),
    "nudge": Deed(PLAYING),
    "ready": Deed(PLAYING, args=("1",)),
    "beats": Deed(PLAYING),
    "ladder": Deed(PLAYING),
    "why": Deed(PLAYING),
    "ranks": Deed(PLAYING),
    "record": Deed(PLAYING),
    "replay": Deed(PLAYING),
    "verify": Deed(PLAYING, args=("1",)),
    "compare": Deed(PLAYING, args=("1",)),
    "compared": Deed(PLAYING, args=("1",)),
    "deal": Deed(PLAYING),
    "more": Deed(PLAYING),
    "agree": Deed(PLAYING, changes=True),
    "disagree": Deed(PLAYING, changes=True),
    "pause": Deed(PLAYING, changes=True),
    "resume": Deed(PAUSED, changes=True),
    "take": Deed(PLAYING, changes=True),
    "take-yes": Deed(PLAYING, changes=True),
    "resign": Deed(PLAYING),
    "resign-yes": Deed(PLAYING, changes=True),
    "rematch": Deed(CLOSED),
    "share": Deed(CLOSED),
}
