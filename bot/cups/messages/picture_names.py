"""Names in the pictures of cups, in letters that the typeface has."""

from __future__ import annotations

from bot.cups.messages.names import EntrantName, plain_name
from bot.messages.kit.typeface import Weight, fitted, readable
from bot.texts import Translator
from bot.texts.names import legible


def drawn_text(text: str) -> str:
    """A text that people wrote, in letters that the typeface has."""
    return readable(legible(text))


def drawn_name(name: EntrantName, words: Translator) -> str:
    """An entrant's name; its number if the typeface has none of its letters."""
    return _told(drawn_text(plain_name(name, words)), name, words)


def drawn_people(name: EntrantName, words: Translator) -> tuple[str, ...]:
    """The names of an entrant's people, a line each; one that looks like another has the entrant's number."""
    if len(name.people) < 2:
        return (drawn_name(name, words),)
    each = (EntrantName((person,), name.number, name.alike) for person in name.people)
    return tuple(drawn_name(one, words) for one in each)


def fitted_name(name: str, size: int, weight: Weight, room: int) -> str:
    """A name within `room` pixels, cut in the middle, as names that look alike often differ at their ends."""
    return fitted(name, size, weight, room, ends=True)


def _told(drawn: str, name: EntrantName, words: Translator) -> str:
    has_letters = any(character.isalnum() for character in drawn.removesuffix(f"{name.number})"))
    return drawn if has_letters else words("cup.entrant", n=name.number)
