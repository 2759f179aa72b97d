"""Responses to interactions, the first and later ones."""

from __future__ import annotations

from typing import Any

from sandbox.api import interactions, posting
from sandbox.rest.routes import ApiRequest, routes
from sandbox.world.interactions import Interaction, ResponseType
from sandbox.world.messages import Message

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
RESPONSES = WEBHOOK + "/messages/@original", WEBHOOK + "/messages/{message_id}"


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback", needs_token=False)
def answer(call: ApiRequest) -> Any:
    interaction = interactions.answer(
        call.world, call.id("interaction_id"), call.params["interaction_token"], call.body, call.uploads
    )
    if not call.is_set("with_response"):
        return None
    payload: dict[str, Any] = {"id": str(interaction.id), "type": interaction.kind}
    payload["channel_id"] = str(interaction.channel.id)
    if interaction.channel.guild_id:
        payload["guild_id"] = str(interaction.channel.guild_id)
    message = interaction.message
    if message is None:
        return {"interaction": payload}
    payload["response_message_id"] = str(message.id)
    payload["response_message_loading"] = message.loading
    payload["response_message_ephemeral"] = message.ephemeral
    if interaction.answer_kind not in (ResponseType.SAY, ResponseType.UPDATE):
        return {"interaction": payload}
    return {"interaction": payload, "resource": {"type": interaction.answer_kind, "message": message.payload}}


def _interaction(call: ApiRequest) -> Interaction:
    return interactions.by_token(call.world, call.params["webhook_token"])


def _response(call: ApiRequest) -> Message:
    which = call.params.get("message_id", "@original")
    return interactions.response_message(call.world, _interaction(call), which)


@routes("POST", WEBHOOK, needs_token=False)
def follow_up(call: ApiRequest) -> Any:
    return interactions.follow_up(call.world, _interaction(call), call.body, call.uploads).payload


@routes("GET", *RESPONSES, needs_token=False)
def read(call: ApiRequest) -> Any:
    return _response(call).payload


@routes("PATCH", *RESPONSES, needs_token=False)
def edit(call: ApiRequest) -> Any:
    message = _response(call)
    posting.edit(call.world, message, call.body, call.uploads, settles=message.loading)
    return message.payload


@routes("DELETE", *RESPONSES, needs_token=False)
def delete(call: ApiRequest) -> None:
    posting.delete(call.world, _response(call))
