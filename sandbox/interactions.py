"""Interactions: the bot has three seconds for its first response and fifteen minutes for more."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sandbox import errors, messages, posting, threads
from sandbox.channels import Channel, DirectChannel
from sandbox.components import settle
from sandbox.errors import Impossible
from sandbox.messages import Message

if TYPE_CHECKING:
    from sandbox.people import Person
    from sandbox.posting import Body, Uploads
    from sandbox.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
PONG, SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
TOKEN_SECONDS = 15 * 60
ATTACHMENT_LIMIT = 10 * 1024 * 1024

State = Literal["sent", "answered", "failed"]
Status = Literal["sent", "message", "update", "deferred", "deferred_update", "modal", "choices", "failed"]
STATUS: dict[int, Status] = {
    SAY: "message",
    DEFER: "deferred",
    DEFER_UPDATE: "deferred_update",
    UPDATE: "update",
    CHOICES: "choices",
    MODAL: "modal",
}


@dataclass(eq=False, repr=False)
class Interaction:
    """One command, press, autocompletion or submitted modal, and the bot's response to it."""

    id: int
    kind: int
    person: Person
    channel: Channel
    data: dict[str, Any]
    _: KW_ONLY
    opened: float
    name: str = ""
    message: Message | None = None
    nonce: str | None = None
    after: Interaction | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    state: State = "sent"
    answer_kind: int | None = None
    original: Message | None = None
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] = field(default_factory=list)
    said: str = ""
    _over: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    _timer: asyncio.TimerHandle | None = None

    @property
    def status(self) -> Status:
        return "failed" if self.state == "failed" else STATUS.get(self.answer_kind or 0, "sent")

    async def settled(self) -> None:
        """Wait for the first response or the failure."""
        await asyncio.shield(self._over)

    def expire_after(self, seconds: float, failed: Any) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, failed, self)

    def settle(self, state: State) -> None:
        self.state = state
        self.said = self.original.text if self.original and not self.original.deleted else ""
        if self._timer:
            self._timer.cancel()
        if not self._over.done():
            self._over.set_result(None)

    def metadata(self) -> dict[str, Any]:
        """Discord's interaction metadata, carried by messages that respond to this interaction."""
        told: dict[str, Any] = {
            "id": str(self.id),
            "type": self.kind,
            "user": self.person.user_payload(),
            "authorizing_integration_owners": _owners(self.channel),
        }
        if self.kind == COMMAND:
            told["name"] = self.name
        elif self.kind == COMPONENT and self.message:
            told["interacted_message_id"] = str(self.message.id)
        elif self.kind == MODAL_SUBMIT and self.after:
            told["triggering_interaction_metadata"] = self.after.metadata()
        return told


class InteractionAnswer:
    """The result of something that a person did; it changes as the bot goes on."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    def __repr__(self) -> str:
        return f"<Answer {self.status} {self.message!r}>"

    async def first(self) -> InteractionAnswer:
        await self.interaction.settled()
        return self

    @property
    def status(self) -> Status:
        """The kind of the bot's first response; "failed" if there was none in time."""
        return self.interaction.status

    @property
    def message(self) -> Message | None:
        """The message that the response created or changed."""
        return self.interaction.original

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""

    @property
    def said(self) -> str:
        """The text of the message at the bot's first response, without later edits."""
        return self.interaction.said

    @property
    def modal(self) -> dict[str, Any] | None:
        """Discord's modal object, if the response was one."""
        return self.interaction.modal

    async def submit(self, values: dict[str, Any]) -> InteractionAnswer:
        """Submit the modal; `values` by custom_id or label of its fields. Return the bot's response to that."""
        return await self.interaction.person.start_submit(self, values).first()


class Interactions:
    """All interactions by id and by token."""

    def __init__(self, world: World, answer_within: float) -> None:
        self._world = world
        self._answer_within = answer_within
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def open(self, kind: int, person: Person, channel: Channel, data: dict[str, Any], **more: Any) -> Interaction:
        """Send an interaction to the bot. It fails at once if no bot has ever connected."""
        world = self._world
        interaction = Interaction(world.ids.next(), kind, person, channel, data, opened=world.clock.now(), **more)
        self._keep(interaction)
        interaction.expire_after(self._answer_within, self._fail)
        guild_id = channel.guild_id
        for _ in range(world.faults.deliveries()):
            if not world.gateway.dispatch("INTERACTION_CREATE", self._payload(interaction), guild_id):
                self._fail(interaction)
        return interaction

    def get(self, interaction_id: int) -> Interaction | None:
        return self._by_id.get(interaction_id)

    def _keep(self, interaction: Interaction) -> None:
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        oldest = next(iter(self._by_id.values()))
        while interaction.opened - oldest.opened > TOKEN_SECONDS:
            del self._by_id[oldest.id], self._by_token[oldest.token]
            oldest = next(iter(self._by_id.values()))

    def _fail(self, interaction: Interaction) -> None:
        if interaction.state == "sent":
            interaction.settle("failed")
            self._world.pages.show_interaction(interaction)
            self._world.changed()

    # Payloads for the bot

    def _payload(self, interaction: Interaction) -> dict[str, Any]:
        world, channel, person = self._world, interaction.channel, interaction.person
        told: dict[str, Any] = {
            "version": 1,
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": interaction.kind,
            "token": interaction.token,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": channel.payload() | {"permissions": str(world.permissions(channel, person.id))},
            "app_permissions": str(world.permissions(channel, world.bot.id)),
            "locale": person.locale,
            "entitlements": [],
            "authorizing_integration_owners": _owners(channel),
            "context": 1 if channel.guild is None else 0,
            "attachment_size_limit": ATTACHMENT_LIMIT,
        }
        if interaction.message:
            told["message"] = interaction.message.payload
        return told | self._who(channel, person)

    def _who(self, channel: Channel, person: Person) -> dict[str, Any]:
        guild = channel.guild
        if guild is None:
            return {"user": person.user_payload()}
        member = guild.members[person.id].payload()
        member["permissions"] = str(self._world.permissions(channel, person.id))
        return {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member,
        }

    # First responses

    def answer(self, interaction_id: int, token: str, body: Body, uploads: Uploads) -> Interaction:
        """The first response. Raises 10062 if it is too late or the interaction unknown, 40060 if it is the second."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.state == "failed":
            raise errors.unknown_interaction()
        if interaction.state == "answered":
            raise errors.already_acknowledged()
        kind = body["type"]
        self._check_fits(interaction, kind)
        interaction.answer_kind = kind
        try:
            self._ANSWERS[kind](self, interaction, body.get("data") or {}, uploads)
        except errors.ApiError:  # for Discord the interaction has succeeded all the same
            interaction.settle("answered")
            raise
        interaction.settle("answered")
        self._world.pages.show_interaction(interaction)
        if interaction.modal:
            self._world.pages.show_modal(interaction)
        self._world.changed()
        return interaction

    def _check_fits(self, interaction: Interaction, kind: int) -> None:
        fitting = {SAY, DEFER, MODAL} if interaction.kind != AUTOCOMPLETE else {CHOICES}
        if interaction.kind == MODAL_SUBMIT:
            fitting.discard(MODAL)
        if interaction.kind in (COMPONENT, MODAL_SUBMIT) and interaction.message:
            fitting |= {DEFER_UPDATE, UPDATE}
        if kind not in fitting:
            told = {"code": "BASE_TYPE_CHOICES", "message": f"Value must be one of {tuple(sorted(fitting))}."}
            raise errors.invalid_form({"type": {"_errors": [told]}})

    def _say(self, interaction: Interaction, data: Body, uploads: Uploads) -> None:
        interaction.original = self._post(interaction, data, uploads)

    def _defer(self, interaction: Interaction, data: Body, uploads: Uploads) -> None:
        interaction.original = self._post(interaction, {"flags": data.get("flags")}, {}, flags=messages.LOADING)

    def _defer_update(self, interaction: Interaction, data: Body, uploads: Uploads) -> None:
        interaction.original = interaction.message

    def _update(self, interaction: Interaction, data: Body, uploads: Uploads) -> None:
        assert interaction.message is not None
        interaction.original = interaction.message
        if interaction.message.deleted:
            raise errors.unknown_message()
        posting.edit(self._world, interaction.message, data, uploads)

    def _complete(self, interaction: Interaction, data: Body, uploads: Uploads) -> None:
        interaction.choices = list(data.get("choices") or ())

    def _open_modal(self, interaction: Interaction, data: Body, uploads: Uploads) -> None:
        settled = settle(list(data["components"]), lambda url: {"url": url})
        interaction.modal = {"custom_id": data["custom_id"], "title": data["title"], "components": settled}

    _ANSWERS: ClassVar[dict[int, Callable[..., None]]] = {
        SAY: _say,
        DEFER: _defer,
        DEFER_UPDATE: _defer_update,
        UPDATE: _update,
        CHOICES: _complete,
        MODAL: _open_modal,
    }

    def _post(
        self, interaction: Interaction, data: Body, uploads: Uploads, *, flags: int = 0, reply_to: Message | None = None
    ) -> Message:
        private = (data.get("flags") or 0) & messages.EPHEMERAL
        extra: dict[str, Any] = {
            "webhook_id": str(self._world.bot.id),
            "application_id": str(self._world.bot.id),
        }
        if reply_to is None:
            extra["interaction_metadata"] = interaction.metadata()
        else:
            extra["interaction_metadata"] = interaction.metadata() | {"original_response_message_id": str(reply_to.id)}
        message = posting.post(
            self._world,
            interaction.channel,
            self._world.bot,
            data,
            uploads,
            only_for=interaction.person.id if private else None,
            flags=flags,
            extra=extra,
            kind=20 if interaction.kind == COMMAND and reply_to is None else 0,
        )
        threads.add_mentioned(self._world, message)
        return message

    # Later responses

    def by_token(self, token: str) -> Interaction:
        """The answered interaction of a token. Raises 50027 after fifteen minutes, 10015 for an unknown token."""
        interaction = self._by_token.get(token)
        if interaction is None:
            raise errors.unknown_webhook()
        if self._world.clock.now() - interaction.opened > TOKEN_SECONDS:
            raise errors.invalid_webhook_token()
        if interaction.state != "answered":
            raise errors.unknown_webhook()
        return interaction

    def peek(self, token: str) -> Interaction | None:
        return self._by_token.get(token)

    def follow_up(self, interaction: Interaction, body: Body, uploads: Uploads) -> Message:
        """Send a follow-up. The first after a deferral fills the deferred response (10008 if that is deleted)."""
        original = interaction.original
        if original and original.loading:
            if original.deleted:
                raise errors.unknown_message()
            posting.edit(self._world, original, body, uploads, settles=True)
            return original
        return self._post(interaction, body, uploads, reply_to=original)

    def message(self, interaction: Interaction, which: str) -> Message:
        """The original response ("@original") or a follow-up by id. Raises 10008."""
        found = interaction.original if which == "@original" else self._world.messages.get(int(which))
        if found is None or found.deleted or found.channel is not interaction.channel:
            raise errors.unknown_message()
        if found.author_id != self._world.bot.id or found.person_id not in (None, interaction.person.id):
            raise errors.unknown_message()
        return found

    def edit(self, interaction: Interaction, which: str, body: Body, uploads: Uploads) -> Message:
        message = self.message(interaction, which)
        posting.edit(self._world, message, body, uploads, settles=message.loading)
        return message


def _owners(channel: Channel) -> dict[str, str]:
    return {"0": "0" if isinstance(channel, DirectChannel) else str(channel.guild_id)}


def find_opened(world: World, interaction_id: int, person: Person) -> Interaction:
    """The interaction by which this person opened a modal. Raises Impossible."""
    interaction = world.interactions.get(interaction_id)
    if interaction is None or interaction.person is not person or interaction.modal is None:
        raise Impossible("That modal is not open.")
    return interaction
