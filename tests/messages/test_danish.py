"""Whoever reads Danish reads nothing in English: whatever happens at a table, and beside it."""

from __future__ import annotations

import re
from typing import Final

import pytest
from discord import ui

from bot.messages.kit.rendering import draw, picture_of
from bot.messages.kit.scene import Scene
from bot.messages.settings.settings import ZONES
from tests.messages import cups
from tests.messages.given import payload
from tests.messages.languages import READERS
from tests.messages.rubbers import EVERY_KIND, VOORMSI
from tests.messages.walk import COMPUTERS, LONG_NAMES, beside, scenes_of, table

ENGLISH, DANISH = READERS["English"], READERS["Danish"]
EVERY: Final = 97
"""One moment of so many is looked at."""
PICTURE: Final = "picture.png"
WORD = re.compile(r"[^\W\d_]{2,}")
NO_TEXT = re.compile(r"<[^>]*>|`[^`]*`|https?://\S+|The Penguin Book of Card Games|\((?:[A-Z]\w+ ?)+\)")
"""Emojis and times, code, addresses, a source, Discord's English names of permissions in brackets."""
SHARED = 3
"""So many different words in a row that are the same in both languages are a sentence that was not translated."""


def texts(layout: ui.LayoutView) -> list[str]:
    """Everything that a layout says."""
    found = []
    for part in payload(layout):
        options = part.get("options", ())
        found += [part.get(key) for key in ("content", "label", "placeholder")]
        found += [option.get(key) for option in options for key in ("label", "description")]
        found += [item.get("description") for item in part.get("items", ())]
    return [text for text in found if text]


def phrases(layout: ui.LayoutView, names: frozenset[str]) -> set[tuple[str, ...]]:
    """Every few words in a row that a layout says; names are none."""
    found: set[tuple[str, ...]] = set()
    for line in "\n".join(texts(layout)).split("\n"):
        words = [word.casefold() for word in WORD.findall(NO_TEXT.sub(" ", line)) if word not in names]
        found |= set(zip(*(words[start:] for start in range(SHARED)), strict=False))
    return {phrase for phrase in found if len(set(phrase)) == SHARED}


def untranslated(scene: Scene, names: frozenset[str]) -> set[tuple[str, ...]]:
    """The English words of a scene that should be in Danish."""
    said = [
        phrases(draw(scene, reader, "", PICTURE if picture_of(scene, reader) else ""), names)
        for reader in (ENGLISH, DANISH)
    ]
    return said[0] & said[1]


def names_of(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in WORD.findall(text))


NAMES = names_of(
    *(holder.name + " " + holder.was for holder in (*LONG_NAMES, *COMPUTERS)),
    "Kittiwake",
    "G" * 100,
    "Voormsi Toqutsit Ulloriaq Juaaka Norsaq",
    "score",  # in both languages
    "Nivi Aja Malik Ivalu",
    *ZONES,
    "America/Argentina/ComodRivadavia",
    "Søren Kierkegaard-Østergaard den",
    *cups.NAMES,
    *cups.PEOPLE_WHO_NAMED_TIE_BREAKS,
    " ".join(card.code for card in VOORMSI.pack),
)


@EVERY_KIND
def test_no_english_is_left_in_danish_of_a_rubber(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, LONG_NAMES)
    for _, scene in scenes_of(seats, changes, 3, EVERY, of):
        assert not untranslated(scene, NAMES), scene


@pytest.mark.slow
def test_no_english_is_left_in_danish_beside_a_hand() -> None:
    for scene in beside(DANISH):
        assert not untranslated(scene, NAMES), scene
