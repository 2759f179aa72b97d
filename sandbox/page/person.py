"""The people of the sandbox and their actions: write, press, choose, read."""

from __future__ import annotations

from typing import Any

from sandbox.api import interactions, posting, threads
from sandbox.page.forms import chosen, filled_command, filled_modal, focused_command
from sandbox.page.frames import PersonPage, PersonPages
from sandbox.rest.size_limits import CONTENT
from sandbox.world import components, permissions
from sandbox.world.channels import DirectChannel, ForumChannel, Thread
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.guilds import Guild
from sandbox.world.interactions import Interaction, InteractionType
from sandbox.world.messages import Channel, Message
from sandbox.world.users import PersonAccount
from sandbox.world.world import World

POST_NAME = 100
"""The length of the name of a forum's post."""


class Person(PersonAccount):
    """A person with a Discord client. Every action that the client would not allow raises ActionNotAllowed."""

    def __init__(self, name: str, world: World, pages: PersonPages) -> None:
        super().__init__(world.ids.next(), name)
        self._world = world
        self._pages = pages

    # Actions

    async def command(self, channel: Channel, name: str, **options: Any) -> Interaction:
        """Run a slash command ("table open"). Return the bot's first response, or its failure."""
        return await self.start_command(channel, name, options).first()

    async def press(
        self, message: Message | int, label: str | None = None, *, custom_id: str | None = None
    ) -> Interaction:
        """Press a button, found by its label (or emoji) or its custom_id."""
        found = self._seen(message)
        return await self.start_press(found, found.button(label, custom_id=custom_id)).first()

    async def select(
        self,
        message: Message | int,
        values: list[Any],
        *,
        custom_id: str | None = None,
        placeholder: str | None = None,
    ) -> Interaction:
        """Choose in a menu: values (or labels) of its options, or people, roles, channels."""
        found = self._seen(message)
        return await self.start_press(found, found.menu(custom_id=custom_id, placeholder=placeholder), values).first()

    async def submit(self, opened: Interaction, values: dict[str, Any]) -> Interaction:
        """Submit the modal that an interaction opened. Return the bot's response to that."""
        return await self.start_submit(opened, values).first()

    async def autocomplete(
        self, channel: Channel, name: str, options: dict[str, Any], focused: str
    ) -> list[dict[str, Any]]:
        """The choices offered for the option `focused` while the command is being typed."""
        self._must_see(channel)
        data = focused_command(self._world, self, channel, name, options, focused)
        interaction = interactions.start(self._world, InteractionType.AUTOCOMPLETE, self, channel, data, name=name)
        return (await interaction.first()).choices

    async def say(self, channel: Channel, content: str) -> Message:
        return self.post(channel, content)

    def post(self, channel: Channel, content: str) -> Message:
        """Write a message: in a forum a new post, named by its text. It opens an archived thread and joins it."""
        self._must_see(channel)
        if not 0 < len(content.strip()) <= CONTENT:
            raise ActionNotAllowed(f"A message has 1 to {CONTENT} characters.")
        needed = "send_messages_in_threads" if isinstance(channel, Thread) else "send_messages"
        if not permissions.has(self._world.permissions(channel, self.id), needed):
            raise ActionNotAllowed(f"{self.name} may not write in {channel.name}.")
        if isinstance(channel, Thread):
            if channel.locked:
                raise ActionNotAllowed(f"{channel.name} is locked.")
            threads.enter(self._world, channel, self)
        self.read(channel)
        if isinstance(channel, ForumChannel):
            body = {"name": content[:POST_NAME], "message": {"content": content}}
            return threads.start_post(self._world, channel, self, body)[1]
        message = posting.post(self._world, channel, self, {"content": content})
        threads.add_mentioned(self._world, message)
        return message

    def start_command(
        self, channel: Channel, name: str, options: dict[str, Any], nonce: str | None = None
    ) -> Interaction:
        self._must_see(channel)
        if isinstance(channel, ForumChannel):
            raise ActionNotAllowed(f"Commands are used in a post of {channel.name}.")
        data = filled_command(self._world, self, channel, name, options)
        return interactions.start(self._world, InteractionType.COMMAND, self, channel, data, name=name, nonce=nonce)

    def start_press(
        self,
        message: Message,
        component: dict[str, Any],
        values: list[Any] | None = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Like `press` and `select`, for a known component and without waiting."""
        if component.get("disabled"):
            raise ActionNotAllowed(f"{component['custom_id']!r} is disabled.")
        data: dict[str, Any] = {key: component[key] for key in ("custom_id", "id")}
        data["component_type"] = component["type"]
        if component["type"] in components.SELECTS:
            data |= chosen(self._world, message.channel, component, values or [])
        kind, channel = InteractionType.COMPONENT, message.channel
        return interactions.start(self._world, kind, self, channel, data, pressed=message, nonce=nonce)

    def start_submit(self, opened: Interaction, values: dict[str, Any], nonce: str | None = None) -> Interaction:
        """Submit the modal that an interaction opened; `values` by custom_id or label of its fields."""
        if opened.modal is None:
            raise ActionNotAllowed("There is no modal to send in.")
        data = filled_modal(self._world, opened.channel, opened.modal, values)
        more = {"pressed": opened.pressed, "nonce": nonce, "after": opened}
        return interactions.start(self._world, InteractionType.MODAL_SUBMIT, self, opened.channel, data, **more)

    def open_direct(self) -> DirectChannel:
        """The direct channel with the bot, opened if necessary, to write or run commands there."""
        return self._world.direct_channel(self)

    def open_dms(self) -> None:
        self.dms_open = True

    def close_dms(self) -> None:
        """Refuse the bot's direct messages from now on (50007)."""
        self.dms_open = False

    def leave(self, guild: Guild | None = None) -> None:
        """Leave a guild (the first, if none is given)."""
        self._world.remove_member(self._guild(guild), self)

    def join(self, guild: Guild | None = None) -> None:
        """Join a guild (the first, if none is given), perhaps again."""
        self._world.add_member(self._guild(guild), self)

    def delete_account(self) -> None:
        """Leave all guilds for good; afterwards Discord knows no such user (10013)."""
        for guild in self._world.guilds.values():
            if self.id in guild.members:
                self.leave(guild)
        self.deleted = True

    def allow(self, *names: str, guild: Guild | None = None) -> None:
        """Give this person permissions in a guild by a role of their own ("manage_guild")."""
        guild = self._guild(guild)
        role = self._world.add_role(guild, f"{self.name}: {', '.join(names)}", *names)
        guild.members[self.id].role_ids.append(role.id)
        self._world.observer.show_guild(guild)

    def _guild(self, guild: Guild | None) -> Guild:
        return guild or next(iter(self._world.guilds.values()))

    # Views

    @property
    def dms(self) -> list[Message]:
        direct = self._world.direct_channels.get(self.id)
        return self.sees(direct) if direct else []

    def sees(self, channel: Channel) -> list[Message]:
        """The messages that this person sees in a channel, their ephemeral ones included, oldest first."""
        return self._world.seen_messages(channel, self.id)

    def open_page(self) -> PersonPage:
        """A page without a browser: everything sent to it is kept in its `texts`."""
        return self._pages.open(self)

    def read(self, channel: Channel) -> None:
        self.read_to[channel.id] = self._world.ids.next()

    # Lookups

    def _must_see(self, channel: Channel) -> None:
        self._must_exist()
        if not self._world.sees(channel, self.id):
            raise ActionNotAllowed(f"{self.name} does not see {channel.name}.")

    def _must_exist(self) -> None:
        if self.deleted:
            raise ActionNotAllowed(f"{self.name} has no account any more.")

    def _seen(self, message: Message | int) -> Message:
        self._must_exist()
        found = self._world.messages.get(message) if isinstance(message, int) else message
        if found is None or found.deleted:
            raise ActionNotAllowed("That message is gone.")
        if found.person_id not in (None, self.id) or not self._world.sees(found.channel, self.id):
            raise ActionNotAllowed(f"{self.name} does not see that message.")
        return found

    def find(self, message: Message | int, custom_id: str) -> tuple[Message, dict[str, Any]]:
        """A message that this person sees, and its button or menu with that custom_id."""
        found = self._seen(message)
        return found, found.find(custom_id)
