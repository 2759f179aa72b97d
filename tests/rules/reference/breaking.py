"""Requests broken in a random way. Some are still of the form: a key too many, another order of the deck."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

from tests.rules.reference.requests import OPTIONS, PACKS, ReferenceRequest

JUNK: Final[list[Any]] = [
    *(None, True, False, 0, 1, 2, 3, 4, 6, -1, 99, 10**30, 0.0, 1.0, 4.0, 0.5),
    *("", "x", "0", "9C", "XX", "9c", "10", "decline", "length", "\ud800", "♣"),
    *([], [[]], ["9C"], [0, 0], [0, 0, 0], ["decline"], {}, {"9C": 1}),
]
ACTIONS: Final[list[Any]] = [
    *(
        [],
        [""],
        ["decline"],
        ["keep"],
        ["ask"],
        ["return"],
        ["decline", "decline"],
        ["ask", "3"],
        ["ask", 1],
        ["ask", "01"],
    ),
    *(["ask", "0"], ["ask", "1"], ["ask", "2"], ["ask", "1", "2"], ["pass"], [["9C"]], [None], None, "9C", {}, 0, True),
]


def lose_a_key(random: Random, request: ReferenceRequest) -> None:
    """Leave out a key; the options may be left out."""
    del request[random.choice(list(request))]


def put_junk(random: Random, request: ReferenceRequest) -> None:
    """Give a key another value, or add a key, which is ignored."""
    request[random.choice([*request, "options", "extra"])] = random.choice(JUNK)


def break_an_option(random: Random, request: ReferenceRequest) -> None:
    """Set an option to the value of another, or to no value; or one that there is not."""
    values = OPTIONS[request["game"]]
    others = [value for allowed in values.values() for value in allowed]
    options = request.setdefault("options", {})
    options[random.choice([*values, *values, "length", "deal"])] = random.choice([*others, *JUNK])


def move_a_number(random: Random, request: ReferenceRequest) -> None:
    """Count one up or down."""
    key = random.choice(["dealer", "players", "scores", "scores", "hand_number", "past", "pope"])
    value = request.get(key)
    while type(value) is list and value and type(value[0]) is list:
        value = random.choice(value)
    if type(value) is int:
        request[key] = value + random.choice([-1, 1, 9])
    elif type(value) is list and value:
        value[random.randrange(len(value))] += random.choice([-1, 1, 9])


def break_a_list(random: Random, request: ReferenceRequest) -> None:
    """Replace, remove, add, repeat or exchange elements of a list, or of a list in it."""
    part = request[random.choice([key for key, value in request.items() if type(value) is list])]
    if part and type(part[0]) is list and random.random() < 0.5:
        part = random.choice(part)
    place = random.randrange(len(part) + 1)
    one, other = (random.randrange(len(part)) if part else 0 for _ in (0, 1))
    way = random.choice(["add", "replace", "remove", "repeat", "exchange", "exchange"])
    if way == "add" or not part:
        part.insert(place, random.choice(JUNK))
    elif way == "replace":
        part[one] = random.choice(JUNK)
    elif way == "remove":
        del part[one]
    elif way == "repeat":
        part.insert(place, part[one])
    else:
        part[one], part[other] = part[other], part[one]


def break_a_play(random: Random, request: ReferenceRequest) -> None:
    """Put another action for one of the plays, or behind them; or another card or word into it."""
    plays, pack = request["plays"], PACKS[request["game"]]
    card = random.choice(pack)
    actions = [*ACTIONS, [card], [card], [card, random.choice(pack)], ["keep", card], ["return", card], [card.lower()]]
    place = random.randrange(len(plays) + 1)
    if place == len(plays):
        plays.append(random.choice(actions))
    elif random.random() < 0.5 or not plays[place]:
        plays[place] = random.choice(actions)
    else:
        plays[place][random.randrange(len(plays[place]))] = random.choice([card, *JUNK])


CHARACTERS: Final = [bytes([code]) for code in (*b'"[]{},:01-.eu \t\x00\\', 0x80, 0xFF)]
BEFORE: Final = [b"\xef\xbb\xbf", b" ", b"\t", b"[", b"{}"]
BEHIND: Final = [b" ", b"\r", b"}", b" 1", b"\x00", b"\xc2\xa0"]
NUMBERS: Final = [b"-0", b"0.0", b"0e0", b"00", b"+0", b"false", b"9" * 5_000]
VALUES: Final = [b"NaN", b"-Infinity", b"1e999", rb'"\ud800"', b"[" * 60 + b"]" * 60, b"null", b"[]", b'[["9C"]]']


WAYS: Final[list[Callable[[Random, ReferenceRequest], None]]] = [
    lose_a_key,
    put_junk,
    break_an_option,
    move_a_number,
    break_a_list,
    break_a_list,
    break_a_play,
    break_a_play,
    break_a_play,
]


def other_text(random: Random, line: bytes) -> bytes:
    """The line of a request with other characters: often no JSON any more, or the same request written otherwise."""
    place = random.randrange(len(line))
    return random.choice([
        line[:place],
        line[:place] + random.choice(CHARACTERS) + line[place + random.randrange(2) :],
        random.choice(BEFORE) + line,
        line + random.choice(BEHIND),
        line.replace(b"0", random.choice(NUMBERS), 1),
        line.replace(b"{", b'{"extra": ' + random.choice(VALUES) + b", ", 1),
        line.replace(b'"plays": ', b'"plays": ' + random.choice(VALUES) + b', "plays": ', 1),
        line.replace(b'"9C"', random.choice([rb'"\u0039C"', b'"9C "', b'"9c"', b"9"]), 1),
    ])  # fmt: skip


def broken(random: Random, request: ReferenceRequest) -> ReferenceRequest:
    """The request with something wrong, sometimes with two things."""
    changed = deepcopy(request)
    random.choice(WAYS)(random, changed)
    changed = deepcopy(changed)  # the junk itself is never changed
    if random.random() < 0.2 and "plays" in changed and type(changed["plays"]) is list:
        changed["plays"].insert(random.randrange(len(changed["plays"]) + 1), random.choice(ACTIONS))
    return changed
