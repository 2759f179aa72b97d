"""An interaction: one command, press, autocompletion or submitted modal, and the bot's response to it."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import KW_ONLY, dataclass, field
from enum import IntEnum
from typing import Any, Literal

from sandbox.world.channels import DirectChannel
from sandbox.world.messages import Channel, Message
from sandbox.world.users import PersonAccount


class InteractionType(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class ResponseType(IntEnum):
    SAY = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


InteractionState = Literal["sent", "answered", "failed"]
Status = Literal["sent", "message", "update", "deferred", "deferred_update", "modal", "choices", "failed"]
STATUS: dict[int, Status] = {
    ResponseType.SAY: "message",
    ResponseType.DEFER: "deferred",
    ResponseType.DEFER_UPDATE: "deferred_update",
    ResponseType.UPDATE: "update",
    ResponseType.CHOICES: "choices",
    ResponseType.MODAL: "modal",
}


@dataclass(eq=False, repr=False)
class Interaction:
    """One interaction, with the bot's response to it, which changes as the bot goes on.

    `pressed` is the message whose button or menu was used, `message` the one that the response created or changed,
    `said` its text at the first response, `modal` Discord's modal object if the response was one."""

    id: int
    kind: int
    person: PersonAccount
    channel: Channel
    data: dict[str, Any]
    _: KW_ONLY
    opened: float
    name: str = ""
    pressed: Message | None = None
    nonce: str | None = None
    after: Interaction | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    state: InteractionState = "sent"
    answer_kind: int | None = None
    message: Message | None = None
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] = field(default_factory=list)
    said: str = ""
    _over: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    _timer: asyncio.TimerHandle | None = None

    def __repr__(self) -> str:
        return f"<Interaction {self.status} {self.message!r}>"

    @property
    def status(self) -> Status:
        """The kind of the bot's first response; "failed" if there was none in time."""
        return "failed" if self.state == "failed" else STATUS.get(self.answer_kind or 0, "sent")

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""

    async def first(self) -> Interaction:
        """Wait for the first response or the failure."""
        await asyncio.shield(self._over)
        return self

    def expire_after(self, seconds: float, failed: Any) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, failed)

    def settle(self, state: InteractionState) -> None:
        self.state = state
        self.said = self.message.text if self.message and not self.message.deleted else ""
        if self._timer:
            self._timer.cancel()
        if not self._over.done():
            self._over.set_result(None)

    @property
    def owners(self) -> dict[str, str]:
        """The person who authorized the bot, by installation (0: in a guild)."""
        return {"0": "0" if isinstance(self.channel, DirectChannel) else str(self.channel.guild_id)}

    def metadata(self) -> dict[str, Any]:
        """Discord's interaction metadata, carried by messages that respond to this interaction."""
        payload: dict[str, Any] = {
            "id": str(self.id),
            "type": self.kind,
            "user": self.person.user_payload(),
            "authorizing_integration_owners": self.owners,
        }
        if self.kind == InteractionType.COMMAND:
            payload["name"] = self.name
        elif self.kind == InteractionType.COMPONENT and self.pressed:
            payload["interacted_message_id"] = str(self.pressed.id)
        elif self.kind == InteractionType.MODAL_SUBMIT and self.after:
            payload["triggering_interaction_metadata"] = self.after.metadata()
        return payload
