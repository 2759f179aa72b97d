"""A person's request, by a press or a command, and the responses to it, as values."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Final, NamedTuple, cast

import discord

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.discord_api.custom_ids import Press
from bot.messages.kit.scene import PostContext, Scene, TableContext
from bot.messages.kit.ui import LONGEST_LINE, Form
from bot.messages.table.notice import WordScene
from bot.publishing.private_answers import Validity
from bot.publishing.seat_messages import QueuePause
from bot.services import Services
from bot.store import Condition, PersonRow
from bot.tables import ActionResult, LoadedTable
from bot.tables.actions import TableAction
from bot.tables.invitations import reached_people
from bot.tables.rights import GuildRights, Right
from bot.tables.table import Seat
from bot.tables.table_service import accepted_result
from bot.tables.usage_limits import Cost
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.contract import Fact

NO_PRESS: Final = Press("", None, ())


class Reply(Enum):
    """The way in which a press is answered."""

    HERE = auto()
    """By the pressed message drawn anew; by a private message if others see the pressed one."""
    ANEW = auto()
    """By a new message always."""
    NONE = auto()
    """Pressed in a public message, by nothing: what was done is shown there."""


class Policy(NamedTuple):
    """The rules for a command or a verb, named where its handler is registered.

    `right`: who may do it (`docs/rights.md`). `queues`: what is pressed while others are to play waits for its turn.
    """

    right: Right | GuildRights
    cost: Cost = Cost.ACT
    reply: Reply = Reply.HERE
    queues: bool = False


FOR_ALL: Final = Policy(GuildRights.ALL)


class Private(NamedTuple):
    """A new message that only the person sees. `validity`: how long it is true; None: for ever."""

    scene: Scene
    validity: Validity | None = None


class Redraw(NamedTuple):
    """The pressed message, redrawn; a new private message if others see the pressed one, or nothing was pressed.

    `pause`: for the DM of a hand, the pause of its delivery queue until then. `validity`: as in `Private`.
    """

    scene: Scene
    pause: QueuePause | None = None
    validity: Validity | None = None


class Silent(NamedTuple):
    """No message: the publisher shows what was done."""


class TextFile(NamedTuple):
    """A private answer with text files: (file name, text)."""

    files: tuple[tuple[str, str], ...]


class OpenForm(NamedTuple):
    """A form for the person to fill in: the first response to a press or command, which cannot be deferred."""

    form: Form


Response = Private | Redraw | Silent | TextFile | OpenForm


def name_of(user: discord.User | discord.Member) -> str:
    """Return the name that a person has everywhere: a nickname is known to its server alone."""
    return user.global_name or user.name


def may_manage(interaction: discord.Interaction[Bot]) -> bool:
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def private_text(what: Fact) -> Private:
    return Private(WordScene(what))


@dataclass(frozen=True, slots=True)
class Request:
    """The person who asks, the press (`NO_PRESS` for commands), and the services."""

    services: Services
    interaction: discord.Interaction[Bot]
    person: PersonRow
    reader: Reader
    press: Press
    policy: Policy = FOR_ALL
    """The policy of the pressed verb, or of the command."""
    organises_guild: bool = False
    """True if the person organises the tables of the server where they ask. For a table use `organises`."""
    right: tuple[Condition, ...] = ()
    """The conditions under which they do so, which the commit of what they decide looks at."""

    @property
    def id(self) -> int:
        """The interaction's id: its action is done once."""
        return self.interaction.id

    @property
    def command(self) -> str:
        """The full name of the command; "" for a press."""
        return getattr(self.interaction.command, "qualified_name", "")

    @property
    def translator(self) -> Translator:
        return self.reader.words

    @property
    def manages_guild(self) -> bool:
        """True if the person may manage the server where they ask, and so change its settings."""
        return may_manage(self.interaction)

    @property
    def joined_at(self) -> int | None:
        """The time at which the person joined the server where they ask, ms since the epoch; None if unknown."""
        user = self.interaction.user
        joined = user.joined_at if isinstance(user, discord.Member) else None
        return None if joined is None else int(joined.timestamp() * 1000)

    def is_at_home_of(self, loaded: LoadedTable) -> bool:
        return self.interaction.guild_id == loaded.row.guild_id

    def organises(self, loaded: LoadedTable) -> bool:
        """Return whether the person is an organiser of the table's server; false if they ask from elsewhere."""
        return self.is_at_home_of(loaded) and self.organises_guild

    @property
    def argument(self) -> str:
        return "".join(self.press.args[:1])

    @property
    def values(self) -> tuple[str, ...]:
        """The values chosen in a menu, none longer than Discord allows."""
        found = cast(dict[str, Any], self.interaction.data or {}).get("values")
        return tuple(str(value)[: custom_ids.LONGEST] for value in found or ())

    @property
    def is_ephemeral(self) -> bool:
        return self.interaction.message is not None and self.interaction.message.flags.ephemeral

    @property
    def is_in_dm(self) -> bool:
        """True if the pressed message was sent by the bot in a DM, such as a hand."""
        message = self.interaction.message
        return message is not None and self.interaction.guild_id is None and not message.flags.ephemeral

    @property
    def is_beside_hand(self) -> bool:
        """True if the pressed message is a private answer in a DM, where the hand has a message of its own."""
        return self.is_ephemeral and self.interaction.guild_id is None

    @property
    def is_in_private(self) -> bool:
        return self.is_ephemeral or self.is_in_dm

    @property
    def fields(self) -> dict[str, str]:
        """The lines typed into a form, by the names of its fields."""
        data = cast(dict[str, Any], self.interaction.data or {})
        lines = [label.get("component", {}) for label in data.get("components", ())]
        typed = {str(line["custom_id"]): str(line.get("value") or "") for line in lines if "custom_id" in line}
        return {name: text[:LONGEST_LINE] for name, text in typed.items()}

    async def context(self, loaded: LoadedTable) -> PostContext:
        return await self.services.table_contexts.context(loaded)

    async def head(self, loaded: LoadedTable) -> TableContext:
        return (await self.context(loaded)).head

    async def past_head(self, loaded: LoadedTable, seats: tuple[Seat, ...]) -> TableContext:
        """The head with the names of those who had these seats at a moment of the table's past."""
        holders, _ = await self.services.people.holders(replace(loaded.table, seats=seats))
        return replace(await self.head(loaded), holders=holders)

    async def submit(self, loaded: LoadedTable, action: TableAction) -> ActionResult:
        """Do an action at a table, once for this interaction. Raises RequestRefused, Unmet."""
        right = self.right if getattr(action, "manager", False) else ()
        conditions = (*right, *self.contact_conditions(reached_people(loaded.table, action)))
        return accepted_result(await self.services.tables.submit(loaded.table.id, action, self.id, conditions), action)

    def contact_conditions(self, people: Iterable[str]) -> tuple[Condition, ...]:
        """Return the conditions under which the person may reach these people (keys)."""
        return self.services.limits.contact_conditions(self.person.key, people)

    async def reload(self, loaded: LoadedTable) -> LoadedTable:
        return await self.services.tables.get(loaded.table.id) or loaded


RequestHandler = Callable[[Request], Awaitable[Response]]
"""Returns the response to a request. Raises RequestRefused."""
