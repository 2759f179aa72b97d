"""Interactions: the bot has three seconds for its first response and fifteen minutes for more."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandbox.api import posting, threads
from sandbox.api.posting import MessageBody, Uploads
from sandbox.world import errors, messages
from sandbox.world.components import settle
from sandbox.world.interactions import Interaction, InteractionType, ResponseType
from sandbox.world.messages import Channel, Message
from sandbox.world.users import PersonAccount
from sandbox.world.world import World

TOKEN_SECONDS = 15 * 60
ATTACHMENT_LIMIT = 10 * 1024 * 1024
OF_COMMAND = 20  # the type of a message that responds to a command
UPDATES = {ResponseType.DEFER_UPDATE, ResponseType.UPDATE}  # only of the message that was pressed
RESPONSES: dict[int, set[ResponseType]] = {
    InteractionType.COMMAND: {ResponseType.SAY, ResponseType.DEFER, ResponseType.MODAL},
    InteractionType.COMPONENT: {ResponseType.SAY, ResponseType.DEFER, ResponseType.MODAL, *UPDATES},
    InteractionType.AUTOCOMPLETE: {ResponseType.CHOICES},
    InteractionType.MODAL_SUBMIT: {ResponseType.SAY, ResponseType.DEFER, *UPDATES},
}


def start(
    world: World, kind: int, person: PersonAccount, channel: Channel, data: MessageBody, **more: Any
) -> Interaction:
    """Send an interaction to the bot. It fails at once if no bot has ever connected."""
    interaction = Interaction(world.ids.next(), kind, person, channel, dict(data), opened=world.clock.now(), **more)
    _forget_expired(world, interaction.opened)
    world.interactions[interaction.id] = world.interactions_by_token[interaction.token] = interaction
    interaction.expire_after(world.settings.answer_within, partial(_fail, world, interaction))
    for _ in range(world.faults.deliveries()):
        if not world.sessions.dispatch("INTERACTION_CREATE", _payload(world, interaction), channel.guild_id):
            _fail(world, interaction)
    return interaction


def _forget_expired(world: World, now: float) -> None:
    while world.interactions:
        oldest = next(iter(world.interactions.values()))
        if now - oldest.opened <= TOKEN_SECONDS:
            break
        del world.interactions[oldest.id], world.interactions_by_token[oldest.token]


def _fail(world: World, interaction: Interaction) -> None:
    if interaction.state == "sent":
        interaction.settle("failed")
        world.observer.show_interaction(interaction)
        world.changed()


def _payload(world: World, interaction: Interaction) -> dict[str, Any]:
    channel, person, guild = interaction.channel, interaction.person, world.guild_of(interaction.channel)
    permissions = {"permissions": str(world.permissions(channel, person.id))}
    payload: dict[str, Any] = {
        "version": 1,
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": interaction.kind,
        "token": interaction.token,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel.payload() | permissions,
        "app_permissions": str(world.permissions(channel, world.bot.id)),
        "locale": person.locale,
        "entitlements": [],
        "authorizing_integration_owners": interaction.owners,
        "context": 0 if guild else 1,
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    if interaction.pressed:
        payload["message"] = interaction.pressed.payload
    if guild is None:
        return payload | {"user": person.user_payload()}
    return payload | {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "guild_locale": guild.locale,
        "member": guild.members[person.id].payload() | permissions,
    }


# First responses


def answer(world: World, interaction_id: int, token: str, body: MessageBody, uploads: Uploads) -> Interaction:
    """The first response. Raises 10062 if it is too late or the interaction unknown, 40060 if it is the second."""
    interaction = world.interactions.get(interaction_id)
    if interaction is None or interaction.token != token or interaction.state == "failed":
        raise errors.unknown_interaction()
    if interaction.state == "answered":
        raise errors.already_acknowledged()
    fitting = RESPONSES[interaction.kind] - (set() if interaction.pressed else UPDATES)
    if body["type"] not in fitting:
        reason = f"Value must be one of {tuple(sorted(fitting))}."
        raise errors.invalid_field("type", "BASE_TYPE_CHOICES", reason)
    interaction.answer_kind = body["type"]
    try:
        _apply(world, interaction, body.get("data") or {}, uploads)
    except errors.ApiError:  # for Discord the interaction has succeeded all the same
        interaction.settle("answered")
        raise
    interaction.settle("answered")
    world.observer.show_interaction(interaction)
    world.changed()
    return interaction


def _apply(world: World, interaction: Interaction, data: MessageBody, uploads: Uploads) -> None:
    match interaction.answer_kind:
        case ResponseType.SAY:
            interaction.message = _post(world, interaction, data, uploads)
        case ResponseType.DEFER:
            interaction.message = _post(world, interaction, {"flags": data.get("flags")}, {}, loading=True)
        case ResponseType.DEFER_UPDATE:
            interaction.message = interaction.pressed
        case ResponseType.UPDATE:
            assert interaction.pressed is not None
            interaction.message = interaction.pressed
            if interaction.pressed.deleted:
                raise errors.unknown_message()
            posting.edit(world, interaction.pressed, data, uploads)
        case ResponseType.CHOICES:
            interaction.choices = list(data.get("choices") or ())
        case ResponseType.MODAL:
            settled = settle(list(data["components"]), lambda url: {"url": url})
            interaction.modal = {"custom_id": data["custom_id"], "title": data["title"], "components": settled}


def _post(
    world: World,
    interaction: Interaction,
    data: MessageBody,
    uploads: Uploads,
    *,
    loading: bool = False,
    reply_to: Message | None = None,
) -> Message:
    is_private = (data.get("flags") or 0) & messages.EPHEMERAL
    only_for = interaction.person.id if is_private else None
    original = {"original_response_message_id": str(reply_to.id)} if reply_to else {}
    extra = {
        "type": OF_COMMAND if interaction.kind == InteractionType.COMMAND and reply_to is None else 0,
        "webhook_id": str(world.bot.id),
        "application_id": str(world.bot.id),
        "interaction_metadata": interaction.metadata() | original,
    }
    channel = interaction.channel
    message = posting.post(world, channel, world.bot, data, uploads, only_for=only_for, loading=loading, extra=extra)
    threads.add_mentioned(world, message)
    return message


# Later responses


def by_token(world: World, token: str) -> Interaction:
    """The answered interaction of a token. Raises 50027 after fifteen minutes, 10015 for an unknown token."""
    interaction = world.interactions_by_token.get(token)
    if interaction is None:
        raise errors.unknown_webhook()
    if world.clock.now() - interaction.opened > TOKEN_SECONDS:
        raise errors.invalid_webhook_token()
    if interaction.state != "answered":
        raise errors.unknown_webhook()
    return interaction


def follow_up(world: World, interaction: Interaction, body: MessageBody, uploads: Uploads) -> Message:
    """Send a follow-up. The first after a deferral fills the deferred response (10008 if that is deleted)."""
    original = interaction.message
    if original and original.loading:
        if original.deleted:
            raise errors.unknown_message()
        posting.edit(world, original, body, uploads, settles=True)
        return original
    return _post(world, interaction, body, uploads, reply_to=original)


def response_message(world: World, interaction: Interaction, which: str) -> Message:
    """The original response ("@original") or a follow-up by id. Raises 10008."""
    found = interaction.message if which == "@original" else world.messages.get(int(which))
    if found is None or found.deleted or found.channel is not interaction.channel:
        raise errors.unknown_message()
    if found.author_id != world.bot.id or found.person_id not in (None, interaction.person.id):
        raise errors.unknown_message()
    return found
