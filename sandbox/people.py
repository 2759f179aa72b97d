"""The people of the sandbox and their actions: write, press, choose, read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox import components, permissions, posting, threads
from sandbox.channels import Channel, DirectChannel, Thread
from sandbox.errors import Impossible
from sandbox.forms import chosen, filled_command, filled_modal, focused_command
from sandbox.interactions import InteractionAnswer
from sandbox.limits import CONTENT
from sandbox.messages import Message
from sandbox.notifications import Notice
from sandbox.pages import PersonPage

if TYPE_CHECKING:
    from sandbox.guilds import Guild
    from sandbox.world import World

AVATAR_COLORS = ("#5865f2", "#3ba55c", "#faa61a", "#ed4245", "#eb459e", "#00a8fc")


class User:
    """An account: the bot's or a person's."""

    def __init__(self, user_id: int, name: str, *, bot: bool = False) -> None:
        self.id = user_id
        self.name = name
        self.bot = bot
        self.deleted = False
        self._payload = {
            "id": str(user_id),
            "username": name if bot else name.lower().replace(" ", "."),
            "global_name": None if bot else name,
            "avatar": None,
            "discriminator": "0000" if bot else "0",
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
            "bot": bot,
            "system": False,
        }

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def user_payload(self) -> dict[str, Any]:
        """Discord's user object."""
        return self._payload


class BotAccount(User):
    """The account of the sandbox's bot."""

    def __init__(self, user_id: int, name: str) -> None:
        super().__init__(user_id, name, bot=True)

    def rename(self, name: str) -> None:
        self.name = name
        self._payload = self._payload | {"username": name}

    def own_payload(self) -> dict[str, Any]:
        """The user object as the account itself sees it."""
        return self._payload | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


class Person(User):
    """A person with a Discord client. Every action that the client would not allow raises Impossible."""

    def __init__(self, user_id: int, name: str, world: World) -> None:
        super().__init__(user_id, name)
        self.avatar_color = AVATAR_COLORS[len(world.people) % len(AVATAR_COLORS)]
        self.notifications: list[Notice] = []
        self.direct: DirectChannel | None = None
        self.dms_open = True
        self.locale = "en-US"
        self.read_to: dict[int, int] = {}
        self._world = world

    # Actions

    async def command(self, channel: Channel, name: str, **options: Any) -> InteractionAnswer:
        """Run a slash command ("table open"). Return the bot's first response, or its failure."""
        return await self.start_command(channel, name, options).first()

    async def press(
        self, message: Message | int, label: str | None = None, *, custom_id: str | None = None
    ) -> InteractionAnswer:
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
    ) -> InteractionAnswer:
        """Choose in a menu: values (or labels) of its options, or people, roles, channels."""
        found = self._seen(message)
        return await self.start_press(found, found.menu(custom_id=custom_id, placeholder=placeholder), values).first()

    async def autocomplete(
        self, channel: Channel, name: str, options: dict[str, Any], focused: str
    ) -> list[dict[str, Any]]:
        """The choices offered for the option `focused` while the command is being typed."""
        self._must_see(channel)
        data = focused_command(self._world, self, channel, name, options, focused)
        interaction = self._world.interactions.open(4, self, channel, data, name=name)
        await interaction.settled()
        return interaction.choices

    async def say(self, channel: Channel, content: str) -> Message:
        return self.post(channel, content)

    def post(self, channel: Channel, content: str) -> Message:
        """Write a message. As in Discord, this opens an archived thread and joins it."""
        self._must_see(channel)
        if not 0 < len(content.strip()) <= CONTENT:
            raise Impossible(f"A message has 1 to {CONTENT} characters.")
        needed = "send_messages_in_threads" if isinstance(channel, Thread) else "send_messages"
        if not permissions.has(self._world.permissions(channel, self.id), needed):
            raise Impossible(f"{self.name} may not write in {channel.name}.")
        if isinstance(channel, Thread):
            self._enter(channel)
        self.read_to[channel.id] = self._world.ids.next()
        message = posting.post(self._world, channel, self, {"content": content})
        threads.add_mentioned(self._world, message)
        return message

    def start_command(
        self, channel: Channel, name: str, options: dict[str, Any], nonce: str | None = None
    ) -> InteractionAnswer:
        """Like `command`, without waiting."""
        self._must_see(channel)
        data = filled_command(self._world, self, channel, name, options)
        return InteractionAnswer(self._world.interactions.open(2, self, channel, data, name=name, nonce=nonce))

    def start_press(
        self,
        message: Message,
        component: dict[str, Any],
        values: list[Any] | None = None,
        nonce: str | None = None,
    ) -> InteractionAnswer:
        """Like `press` and `select`, for a known component and without waiting."""
        if component.get("disabled"):
            raise Impossible(f"{component['custom_id']!r} is disabled.")
        data: dict[str, Any] = {"custom_id": component["custom_id"], "component_type": component["type"]}
        data["id"] = component["id"]
        if component["type"] in components.SELECTS:
            data |= chosen(self._world, message.channel, component, values or [])
        interaction = self._world.interactions.open(3, self, message.channel, data, message=message, nonce=nonce)
        return InteractionAnswer(interaction)

    def start_submit(
        self, answer: InteractionAnswer, values: dict[str, Any], nonce: str | None = None
    ) -> InteractionAnswer:
        """Submit a modal; `values` by custom_id or label of its fields."""
        opened = answer.interaction
        if opened.modal is None:
            raise Impossible("There is no modal to send in.")
        data = filled_modal(self._world, opened.channel, opened.modal, values)
        interaction = self._world.interactions.open(
            5, self, opened.channel, data, message=opened.message, nonce=nonce, after=opened
        )
        return InteractionAnswer(interaction)

    def open_direct(self) -> DirectChannel:
        """The direct channel with the bot, opened if necessary, to write or run commands there."""
        return self._world.direct_channel(self)

    def open_dms(self) -> None:
        self.dms_open = True

    def close_dms(self) -> None:
        """Refuse the bot's direct messages from now on (50007)."""
        self.dms_open = False

    def leave(self, guild: Guild | None = None) -> None:
        """Leave a guild (the only one, if none is given)."""
        guild = guild or next(iter(self._world.guilds.values()))
        guild.members.pop(self.id, None)
        for thread in guild.threads.values():
            thread.members.pop(self.id, None)
        self._world.gateway.dispatch(
            "GUILD_MEMBER_REMOVE", {"guild_id": str(guild.id), "user": self.user_payload()}, guild.id, 1 << 1
        )
        self._world.pages.show_server(guild, self.id)
        self._world.changed()

    def join(self, guild: Guild | None = None) -> None:
        """Join a guild (the only one, if none is given), perhaps again."""
        guild = guild or next(iter(self._world.guilds.values()))
        self._world.add_member(guild, self)

    def delete_account(self) -> None:
        """Leave all guilds for good; afterwards Discord knows no such user (10013)."""
        for guild in self._world.guilds.values():
            if self.id in guild.members:
                self.leave(guild)
        self.deleted = True

    def allow(self, *names: str, guild: Guild | None = None) -> None:
        """Give this person permissions in a guild by a role of their own ("manage_guild")."""
        guild = guild or next(iter(self._world.guilds.values()))
        role = self._world.add_role(guild, f"{self.name}: {', '.join(names)}", *names)
        guild.members[self.id].role_ids.append(role.id)
        self._world.pages.show_server(guild)

    # Views

    @property
    def dms(self) -> list[Message]:
        """The direct messages with the bot, oldest first."""
        return self.sees(self.direct) if self.direct else []

    def sees(self, channel: Channel) -> list[Message]:
        """The messages that this person sees in a channel, their ephemeral ones included, oldest first."""
        if not self._world.sees(channel, self.id):
            return []
        return [message for message in channel.messages.values() if message.person_id in (None, self.id)]

    def channels(self) -> list[Channel]:
        """All channels, threads and direct messages that this person sees."""
        return [channel for channel in self._world.channels.values() if self._world.sees(channel, self.id)]

    def open_page(self) -> PersonPage:
        """A page without a browser: everything sent to it is kept in its `texts`."""
        return self._world.pages.open(self)

    def read(self, channel: Channel) -> None:
        self.read_to[channel.id] = self._world.ids.next()

    # Lookups

    def _must_see(self, channel: Channel) -> None:
        self._must_be()
        if not self._world.sees(channel, self.id):
            raise Impossible(f"{self.name} does not see {channel.name}.")

    def _must_be(self) -> None:
        if self.deleted:
            raise Impossible(f"{self.name} has no account any more.")

    def _seen(self, message: Message | int) -> Message:
        self._must_be()
        found = self._world.messages.get(message) if isinstance(message, int) else message
        if found is None or found.deleted:
            raise Impossible("That message is gone.")
        if found.person_id not in (None, self.id) or not self._world.sees(found.channel, self.id):
            raise Impossible(f"{self.name} does not see that message.")
        return found

    def find(self, message: Message | int, custom_id: str) -> tuple[Message, dict[str, Any]]:
        """A message that this person sees, and its button or menu with that custom_id."""
        found = self._seen(message)
        return found, found.find(custom_id)

    def _enter(self, thread: Thread) -> None:
        if thread.locked:
            raise Impossible(f"{thread.name} is locked.")
        threads.enter(self._world, thread, self)
