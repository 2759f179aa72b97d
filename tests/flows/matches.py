"""The matches of cups in flows: their threads, who is in them, and their play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandbox import Person, Sandbox, Thread
from simulation.scripted_people import LONG, Player, anything, play_on, result


def threads_of(box: Sandbox, person: Person) -> list[Thread]:
    """The threads in which somebody has been told of a match, those of matches that are over too."""
    return [thread for thread in box.threads if person.sees(thread)]


def in_it(thread: Thread, people: Sequence[Person]) -> list[Person]:
    return [person for person in people if person.id in thread.members]


async def play_match(box: Sandbox, people: Sequence[Person], thread: Thread) -> None:
    """Play the table of a match to its end."""
    company = [Player(box, person, thread.name, anything(at)) for at, person in enumerate(in_it(thread, people))]
    if not result(thread, people[0]):
        await play_on(box, company, partial(result, thread, people[0]))


async def play_matches(box: Sandbox, people: Sequence[Person], count: int) -> None:
    """Play all open tables to their ends, once so many threads are there."""
    await box.until(lambda: len(threads_of(box, people[0])) == count, LONG)
    for thread in threads_of(box, people[0]):
        await play_match(box, people, thread)


async def play_tables(box: Sandbox, people: Sequence[Person], most: int | None = None) -> None:
    """Play all tables that have a thread to their ends, or the first of them."""
    await box.until(lambda: len(threads_of(box, people[0])) == len(box.threads), LONG)
    for thread in threads_of(box, people[0])[:most]:
        await play_match(box, people, thread)
