"""Names of seat holders, and of computers: safe to show, of limited length, and different from each other.

Source: the names registered by Oqaasileriffik, the Language Secretariat (oqaasileriffik.gl/en/search/names; Nuka
Møller, *Kalaallit aqqi*, 2015), and the first names that Statistics Greenland reports as most given.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Final

from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import Translator, in_language, languages
from bot.texts.escaping import legible
from bot.texts.look_alikes import letters, outline, tell_apart

NAMES: Final = tuple(
    "Aputsiaq Aqqaluk Aviaja Aviaq Ilannguaq Inaluk Inuk Ivaana Ivik Juaaka Kimmernaq Kunuk Kuupik Laali Maliina Malu "
    "Minik Naja Nauja Nivi Norsaq Nuka Nukaaka Paninnguaq Pavia Pipaluk Qillaq Qivioq Qupanuk Salik Sialuk Simigaq "
    "Taateraaq Tukummeq Tupaarnaq Uiloq Ulloriaq Uusaqqak Vittus".split()
)
"""Short names with as many first letters as there are; none of them is a word of the game."""
MOST_SEATS: Final = 6


def computer_name(table: int, seat: int, people: Collection[str]) -> str:
    """Return the name of the computer in a seat of a table; `people`: the names that people there have."""
    first, spare = _names(table)[:MOST_SEATS], _names(table)[MOST_SEATS + seat % MOST_SEATS :: MOST_SEATS]
    taken = frozenset(map(outline, people))
    wanted = first[seat % MOST_SEATS]
    return next((name for name in (wanted, *spare) if outline(name) not in taken), wanted)


@lru_cache(maxsize=1024)
def _names(table: int) -> tuple[str, ...]:
    """Return all names in the order of a table: first one for each seat, with different first letters."""
    order = sorted(NAMES, key=lambda name: blake2b(f"{table}:{name}".encode()).digest())
    first = list({name[0]: name for name in reversed(order)}.values())
    first = sorted(first, key=order.index)[:MOST_SEATS]
    return (*first, *(name for name in order if name not in first))


Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""

LONGEST_NAME: Final = 32
"""The longest name of a person that is shown, in characters; Discord allows no more either."""
OUR_NAMES: Final = {
    "record.computer": "",
    "seat.number": r"\d*",
    "sitter.empty": "",
    "news.former": "",
}
"""The names that the bot itself gives to seats: catalogue keys, and a pattern of what may fill their field."""
ROBOT: Final = "\N{ROBOT FACE}"


@lru_cache(maxsize=2048)
def name_of(display_name: str, discord_id: int) -> str:
    """Return the name of a person: the display name, made legible, at most 32 characters.

    A name that looks like one the bot gives ("Computer 3", or one with a robot) is put in quotation marks. If nothing
    in it is legible, the last digits of the id replace it. Idempotent.
    """
    name = legible(display_name) or f"#{discord_id % 10_000:04}"
    if ROBOT in name or _our_names().fullmatch(letters(name)):
        return f"“{_cut(name.strip('“” ') or ROBOT, LONGEST_NAME - 2)}”"
    return _cut(name, LONGEST_NAME)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


@cache
def _our_names() -> re.Pattern[str]:
    """Return a pattern for the letters of every name that the bot gives to a seat, in any language."""
    patterns = []
    for translator in (in_language(code) for code, _ in languages()):
        for key, field in OUR_NAMES.items():
            parts = translator(key, n="\0", name="\0").split("\0")
            patterns.append(field.join(re.escape(letters(part)) for part in parts) + r"\d*")  # records number computers
    return re.compile("|".join(patterns))


@lru_cache(maxsize=2048)
def plain_names(translator: Translator, holders: tuple[SeatHolder, ...]) -> tuple[str, ...]:
    """Return the name of each seat, as plain text; names that look alike get their seat's number."""
    called = [_seat_name(translator, seat, holder) for seat, holder in enumerate(holders)]
    return tell_apart(called, lambda name, seat: translator("sitter.numbered", name=name, n=seat + 1))


def _seat_name(translator: Translator, seat: int, holder: SeatHolder) -> str:
    match holder.kind:
        case Holder.PERSON if holder.erased:
            return translator("news.former")
        case Holder.PERSON:
            return legible(holder.name) or translator("seat.number", n=seat + 1)
        case Holder.COMPUTER:
            return translator("sitter.computer", name=holder.name or computer_name(0, seat, ()))
    return translator("sitter.empty")
