"""The places that time zones are named after, as each language calls them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from babel import Locale

from bot.members.preferences import zones

NEW_NAMES: Final = {"Atlantic/Faeroe": "Atlantic/Faroe"}
"""The names of time zones that Babel still knows by older ones."""


def place_of(zone: str, language: str) -> str:
    """The place of a time zone in a language: `København` for `Europe/Copenhagen`."""
    return places_in(language).get(zone, zone.rpartition("/")[2].replace("_", " "))


@cache
def places_in(language: str) -> Mapping[str, str]:
    """The places that a language calls otherwise than the names of their time zones do."""
    told = Locale.parse(language).time_zones.items()
    named = {NEW_NAMES.get(zone, zone): str(names["city"]) for zone, names in told if "city" in names}
    return {zone: place for zone, place in named.items() if zone in zones()}
