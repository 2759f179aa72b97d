"""Names of computer players: given names of Greenland, the same at a table for as long as it exists.

Source: the names registered by Oqaasileriffik, the Language Secretariat (oqaasileriffik.gl/en/search/names; Nuka
Møller, *Kalaallit aqqi*, 2015), and the first names that Statistics Greenland reports as most given.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from bot.texts.names import outline

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
