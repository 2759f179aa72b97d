"""Actions of the crowd other than plays: people come and go, agree on things, and open new tables."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final

from bot.discord_api import custom_ids
from sandbox import Channel, Interaction, Message, Person, TextChannel
from sandbox.world.guilds import Guild
from simulation.buttons import find, presses
from simulation.crowd_player import AGAIN, CrowdPlayer
from simulation.generated_tables import TableParameters, random_parameters
from simulation.scripted_people import TITLE

if TYPE_CHECKING:
    from simulation.crowd import Crowd

SOME: Final = 20
"""The number of candidates considered for playing ahead, and for taking back."""
PACES: Final = ("live", "evening", "day", "20 min", "none")
LOOKED_AT: Final = ("mytables", "hand", "record", "replay", "rules", "learn")
"""Commands that only show something."""
ASKED: Final = ("ladder", "why", "ranks")
"""Buttons of a table's post that only show something."""
CALLED_AFTER: Final = (10.0, 60.0)
"""Seconds until an organiser moves a table whose channel is gone."""
CALLED_TIMES: Final = 5


class TableActions:
    """Random actions of the crowd."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd

    async def live(self, every: float) -> None:
        """Let somebody do something other than a play, about every `every` seconds."""
        ways = {
            self._go: 6,
            self._lay: 8,
            self._take_back: 2,
            self._look: 6,
            self._pause: 3,
            self._change_pace: 2,
            self._open: 3,
            self._leave_for: 1,
            self._resign: 2,
            self._substitute: 2,
            self._kick: 1,
            self._close: 1,
            self._move: 2,
        }
        while not self._crowd.closing:
            await asyncio.sleep(self._crowd.chance.expovariate(1 / every))
            (way,) = self._crowd.chance.choices(list(ways), list(ways.values()))
            self._crowd.begin(way())

    # Coming and going

    async def _go(self) -> None:
        """Somebody is absent for two to twenty minutes without notice."""
        self._crowd.gone[self._crowd.anybody().id] = time.time() + self._crowd.chance.uniform(120, 1200)
        self._crowd.ledger.done["go"] += 1

    async def _leave_for(self) -> None:
        """Somebody sets themselves away for a time, and is perhaps back sooner."""
        person, channel = self._crowd.anybody(), self.room()
        await self._command(person, channel, "away", days=round(self._crowd.chance.uniform(0.01, 0.05), 3))
        if self._crowd.chance.random() < 0.5:
            await self._crowd.wait(60, 600)
            await self._command(person, channel, "away", days=0)

    async def _resign(self) -> None:
        """Somebody gives up their seat."""
        if chair := self._anywhere():
            await self._surely(chair.person, await self._press_at(chair.person, chair.table, "resign"), "resign-yes")

    async def _substitute(self) -> None:
        """Somebody takes an open seat by command."""
        if self._crowd.left:
            table = self._crowd.chance.choice(list(self._crowd.left))
            await self._at_table(self._crowd.anybody(), table, "table substitute")

    async def _kick(self) -> None:
        """An organiser opens a seat."""
        if (chair := self._anywhere()) and (guild := self._server_of(chair.table)):
            seat = self._crowd.chance.randint(1, 3)
            await self._at_table(self._crowd.organiser(guild), chair.table, "table kick", seat=seat)

    async def _close(self) -> None:
        """An organiser closes a table."""
        if (chair := self._anywhere()) and (guild := self._server_of(chair.table)):
            organiser = self._crowd.organiser(guild)
            await self._surely(organiser, await self._press_at(organiser, chair.table, "close"), "close-yes")

    async def _look(self) -> None:
        """Somebody uses a command or a button that only shows something."""
        chair, wanted = self._anywhere(), self._crowd.chance.choice((*LOOKED_AT, *ASKED))
        if chair and wanted in LOOKED_AT:
            await self._at_table(chair.person, chair.table, wanted)
        elif chair:
            await self._press_at(chair.person, chair.table, wanted)

    # Playing ahead

    async def _lay(self) -> None:
        """Somebody plays ahead of their turn."""
        chairs = list(self._crowd.chairs.values())
        some = self._crowd.chance.sample(chairs, min(len(chairs), SOME))
        waiting = next((chair for chair in some if chair.waits is not None), None)
        if waiting is not None:
            await waiting.lay()
            self._crowd.ledger.done["ahead"] += 1

    async def _take_back(self) -> None:
        """Somebody takes back what they have played ahead."""
        if self._crowd.ledger.laid:
            laid = self._crowd.chance.choice(self._crowd.ledger.laid[-SOME:])
            await self._crowd.chairs[laid.person, laid.table].take_back()
            self._crowd.ledger.done["take back"] += 1

    # Proposals

    async def _pause(self) -> None:
        """Somebody proposes a pause at their table."""
        if chair := self._anywhere():
            await self._press_at(chair.person, chair.table, "pause")

    async def resume(self, table: int) -> None:
        """Resume the table after a while, if it is paused."""
        await self._crowd.wait(180, 600)
        for chair in list(self._crowd.at[table]):
            done = await self._press_at(chair.person, table, "resume")
            if done is not None and done.status != "failed":
                return

    async def _change_pace(self) -> None:
        """Somebody proposes another pace at their table."""
        if chair := self._anywhere():
            await self._at_table(chair.person, chair.table, "table pace", pace=self._crowd.chance.choice(PACES))

    async def _press_at(self, person: Person, table: int, verb: str) -> Interaction | None:
        """Press a button of the table's post or behind its More…, if it is there."""
        post = self._crowd.more.get(table)
        done = await self._crowd.press_verb(person, post, verb) if post is not None else None
        self._crowd.ledger.done[verb] += done is not None
        return done

    # Places of tables

    async def _move(self) -> None:
        """An organiser moves a table to another channel."""
        if (chair := self._anywhere()) and (guild := self._server_of(chair.table)):
            channel = self._crowd.chance.choice(list(guild.channels.values()))
            await self._at_table(self._crowd.organiser(guild), chair.table, "table move", channel=channel)

    async def call(self, table: int, guild: Guild) -> None:
        """An organiser moves a table whose channel is gone, and repeats that if it does not appear."""
        await self._crowd.wait(*CALLED_AFTER)
        name, organiser = self._crowd.names.get(table), self._crowd.organiser(guild)
        for _ in range(CALLED_TIMES):
            if name is None or self._place(table) is not None or self._crowd.closing:
                return
            channel = self._crowd.chance.choice(list(guild.channels.values()))
            if self._crowd.box.world.sees(channel, organiser.id):
                await self._command(organiser, channel, "table move", table=name)
            await self._crowd.wait(*AGAIN)

    # New tables

    async def _open(self) -> None:
        """Somebody opens a table, others sit down, computers fill it. The crowd starts it when it is full."""
        wanted, channel = random_parameters(self._crowd.chance), self.room()
        people = self._crowd.chance.sample(self._crowd.people, wanted.people)
        answer = await self._command(people[0], channel, "table open", players=wanted.seats)
        card = await self._card(channel, answer.text)
        if card is None:
            return
        await self._agree_on(card, people[0], wanted)
        for person in people[1:]:
            await self._crowd.later(1, 20, person, card, "join")
        for _ in range(wanted.seats - wanted.people):
            await self._crowd.later(1, 5, people[0], card, "computer")

    async def _card(self, channel: TextChannel, said: str) -> Message | None:
        """The lobby of the table that the response names, as soon as it is there."""
        for _ in range(30):
            for card in self._crowd.lobbies.values():
                title = TITLE.search(card.text)
                if card.channel is channel and title and title[1] in said and find(card, "start"):
                    return card
            await asyncio.sleep(2)
        return None

    async def _agree_on(self, card: Message, host: Person, wanted: TableParameters) -> None:
        """The host sets the terms and options of the table, until a response is missing."""
        table = next(press.table for press in presses(card)) or 0
        self._crowd.paces[table] = wanted.terms["pace"]
        for verb, part, chosen in (("terms", "term", wanted.terms), ("options", "option", {"length": "hands:1"})):
            menus = await self._crowd.press_verb(host, card, verb)
            for name, value in chosen.items():
                if menus is not None and menus.message is not None:
                    await self._crowd.press(host, menus.message, custom_ids.write(part, table, name), (value,))

    # Shared parts

    def _anywhere(self) -> CrowdPlayer | None:
        """A random chair."""
        chairs = list(self._crowd.chairs.values())
        return self._crowd.chance.choice(chairs) if chairs else None

    def _place(self, table: int) -> Channel | None:
        """The channel or thread that shows the table."""
        post = self._crowd.more.get(table)
        return None if post is None or post.deleted else post.channel

    def _server_of(self, table: int) -> Guild | None:
        place = self._place(table)
        return self._crowd.box.world.guild_of(place) if place else None

    async def _at_table(self, person: Person, table: int, name: str, /, **options: Any) -> Interaction | None:
        """Run a command in the table's thread, if it is there."""
        place = self._place(table)
        return await self._command(person, place, name, **options) if place else None

    async def _surely(self, person: Person, asked: Interaction | None, verb: str) -> None:
        """Confirm with yes."""
        if asked is not None and asked.message is not None:
            done = await self._crowd.press_verb(person, asked.message, verb)
            self._crowd.ledger.done[verb] += done is not None

    def room(self) -> TextChannel:
        """A random channel."""
        guild = self._crowd.chance.choice(list(self._crowd.box.world.guilds.values()))
        return self._crowd.chance.choice(list(guild.channels.values()))

    async def _command(self, person: Person, place: Channel, name: str, /, **options: Any) -> Interaction:
        answer = await person.start_command(place, name, options).first()
        self._crowd.ledger.answers[answer.status] += 1
        self._crowd.ledger.done[name] += 1
        return answer
