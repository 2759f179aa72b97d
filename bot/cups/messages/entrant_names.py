"""The names of a cup's entrants: in scenes, in words, and in pictures in letters that the typeface has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.cup_actions import COMPUTER
from bot.cups.entrants import EntrantState
from bot.messages.kit.typeface import Weight, fit, readable
from bot.texts import Translator
from bot.texts.escaping import legible
from bot.texts.look_alikes import tell_apart


class EntrantName(NamedTuple):
    """The names of the people of an entrant, "" if erased; a computer has none.

    `number`: the entrant's, counted from 1; shown if another name looks like this (`alike`).
    """

    people: tuple[str, ...]
    number: int = 0
    alike: bool = False


A_COMPUTER: Final = EntrantName(())


def entrant_names(cup: Cup, names: Mapping[str, str]) -> dict[int, EntrantName]:
    """Return the names of all entrants and of computers by their numbers; `names`: of people, by their keys.

    Who left before the start is told apart from nobody: it may be the same person who has come back.
    """
    called = {entrant.number: tuple(names.get(person, "") for person in entrant.people) for entrant in cup.entrants}
    there = {
        entrant.number + 1: called[entrant.number] for entrant in cup.entrants if entrant.state is not EntrantState.LEFT
    }
    found = {number: EntrantName(people, number + 1) for number, people in called.items()}
    return {**found, **{name.number - 1: name for name in names_by_number(there)}, COMPUTER: A_COMPUTER}


def names_by_number(people: Mapping[int, tuple[str, ...]]) -> list[EntrantName]:
    """Return the names of entrants with these people; the keys are their numbers, which names that look alike show."""
    numbers = list(people)
    joined = [" & ".join(names) for names in people.values()]
    apart = tell_apart(joined, lambda name, at: f"{name} {numbers[at]}")
    return [
        EntrantName(people[number], number, told != plain)
        for number, plain, told in zip(numbers, joined, apart, strict=True)
    ]


def plain_name(name: EntrantName, words: Translator) -> str:
    """Return an entrant's name as plain text: its people, or a computer."""
    if not name.people:
        return words("record.computer")
    told = words("list.side").join(legible(person) or words("news.former") for person in name.people)
    return words("cup.numbered", name=told, n=name.number) if name.alike else told


def drawn_text(text: str) -> str:
    """A text that people wrote, in letters that the typeface has."""
    return readable(legible(text))


def drawn_name(name: EntrantName, words: Translator) -> str:
    """An entrant's name; its number if the typeface has none of its letters."""
    return _readable_name(drawn_text(plain_name(name, words)), name, words)


def drawn_people(name: EntrantName, words: Translator) -> tuple[str, ...]:
    """The names of an entrant's people, a line each; one that looks like another has the entrant's number."""
    if len(name.people) < 2:
        return (drawn_name(name, words),)
    each = (EntrantName((person,), name.number, name.alike) for person in name.people)
    return tuple(drawn_name(part, words) for part in each)


def fitted_name(name: str, size: int, weight: Weight, room: int) -> str:
    """A name within `room` pixels, cut in the middle, as names that look alike often differ at their ends."""
    return fit(name, size, weight, room, ends=True)


def _readable_name(drawn: str, name: EntrantName, words: Translator) -> str:
    has_letters = any(character.isalnum() for character in drawn.removesuffix(f"{name.number})"))
    return drawn if has_letters else words("cup.entrant", n=name.number)
