"""The observer of the world: it is notified of every change that people see."""

from __future__ import annotations

from typing import Literal

from sandbox.world.guilds import Guild
from sandbox.world.interactions import Interaction
from sandbox.world.messages import Channel, Message, Notification
from sandbox.world.users import PersonAccount


class Observer:
    """An observer that ignores everything; subclasses override what they need."""

    def show_message(self, message: Message, kind: Literal["message", "edited"]) -> None: ...

    def hide_message(self, message: Message) -> None: ...

    def show_channel(self, channel: Channel) -> None: ...

    def hide_channel(self, channel: Channel) -> None: ...

    def show_guild(self, guild: Guild, person_id: int = 0) -> None:
        """A guild's members or managers have changed; `person_id` has just left."""

    def show_commands(self) -> None: ...

    def show_bot(self) -> None:
        """The bot has connected or disconnected."""

    def show_typing(self, channel: Channel, user_id: int) -> None: ...

    def show_notification(self, person: PersonAccount, notification: Notification) -> None: ...

    def show_interaction(self, interaction: Interaction) -> None:
        """The state of an interaction has changed."""
