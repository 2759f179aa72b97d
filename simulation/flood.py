"""One person against the rest: they send presses, menus and commands of every cost class, as fast as they can."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.runtime.steady_clock import wall
from sandbox import Interaction, Message, Person, Sandbox
from sandbox.world.components import BUTTON
from simulation.scripted_people import LONG, Lobby, opened, posts

AT_ONCE: Final = 40
"""The presses that are under way at a time."""
PEOPLE_MENU: Final = 5
"""The type of a menu of people."""
WEEK: Final = "7 days"
CLASSES: Final[Mapping[str, str]] = {
    "play off turn": "play",
    "rules": "read",
    "standings": "heavy",
    "computer": "act",
    "join": "notify",
    "leave": "notify",
    "invitation": "contact",
    "appointment": "contact",
    "setting": "setting",
    "just play": "open",
    "cup": "create",
    "season": "create",
    "erasure": "erase",
}
"""An act to send, with its cost class."""
DEAREST: Final = ("cup", "just play", "invitation")


class Flood:
    """An organiser who floods, at a table and in a cup of their own with somebody else."""

    def __init__(self, box: Sandbox, by: Person, other: Person, lobby: Lobby, guests: Lobby) -> None:
        self.box = box
        self._by = by
        self._other = other
        self._lobby = lobby
        self._guests = guests

    @classmethod
    async def prepared(cls, box: Sandbox, by: Person, other: Person) -> Flood:
        """Open a table, and play a cup with the other in which the two agree on the time of their match."""
        by.allow("manage_guild")
        cards = box.channel("cards")
        lobby, guests = await opened(box, by, cards), await opened(box, by, cards)
        options = {"name": "Flood", "hands": 1, "rounds": 1, "round-time": WEEK}
        made = await by.start_command(cards, "organise create", options).first()
        assert made.message, made
        await by.press(made.message, "Create the cup")
        panel: Message = await box.until(lambda: next(iter(posts(cards, by, "### Flood")), None), LONG)
        for person in (by, other):
            await person.press(panel, "Join")
        started = await by.start_command(cards, "organise start", {"cup": "Flood"}).first()
        assert "Flood" in started.text, started
        await by.start_command(cards, "organise create", {"name": "Another", "hands": 1}).first()
        return cls(box, by, other, lobby, guests)

    async def send(self, act: str, presses: int, seconds: float | None = None) -> Counter[str]:
        """Send so many of an act, or as many as there is time for; return how each was answered first."""
        room, answers = asyncio.Semaphore(AT_ONCE), Counter[str]()
        until = None if seconds is None else time.monotonic() + seconds

        async def send(number: int) -> None:
            try:
                answers[(await self._start(act, number).first()).status] += 1
            finally:
                room.release()

        async with asyncio.TaskGroup() as group:
            for number in range(presses):
                await room.acquire()
                if until is not None and time.monotonic() > until:
                    room.release()
                    break
                group.create_task(send(number))
        return answers

    def _start(self, act: str, number: int) -> Interaction:
        return self._acts[act](number)

    @property
    def _acts(self) -> Mapping[str, Callable[[int], Interaction]]:
        table, press, menu, command = self._lobby.id, self._press, self._menu, self._command
        later = f"<t:{wall() // 1000 + 86_400}>"
        return {
            "play off turn": lambda _: press(f"v1:play:{table}:9.9:7C"),
            "rules": lambda _: press("v1:rules:"),
            "standings": lambda _: command("standings"),
            "computer": lambda _: press(f"v1:computer:{table}"),
            "join": lambda _: press(f"v1:join:{table}"),
            "leave": lambda _: press(f"v1:leave:{table}"),
            "invitation": lambda number: menu(f"v1:invited:{self._guests.id}", [self._other.id] if number % 2 else []),
            "appointment": lambda _: command("cup appointment", first=later, cup="Flood"),
            "setting": lambda number: command("settings quiet", zone=("Europe/Copenhagen", "UTC")[number % 2]),
            "just play": lambda _: press("v1:with-friends:"),
            "cup": lambda number: command("organise open-sign-up", name=f"Cup {number}"),
            "season": lambda number: command("organise league", name=f"League {number}", divisions="4"),
            "erasure": lambda _: press("v1:erase-yes:"),
        }

    def _press(self, custom_id: str) -> Interaction:
        return self._by.start_press(self._lobby.card, {"type": BUTTON, "id": 1, "custom_id": custom_id})

    def _menu(self, custom_id: str, people: list[int]) -> Interaction:
        part = {"type": PEOPLE_MENU, "id": 1, "custom_id": custom_id, "min_values": 0, "max_values": 3}
        return self._by.start_press(self._lobby.card, part, people)

    def _command(self, name: str, /, **options: Any) -> Interaction:
        return self._by.start_command(self._lobby.channel, name, options)
