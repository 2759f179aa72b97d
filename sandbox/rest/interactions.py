"""Responses to interactions, the first and later ones."""

from __future__ import annotations

from typing import Any

from sandbox.api import interactions, posting
from sandbox.rest.routes import ApiRequest, ApiResponse, routes
from sandbox.world.interactions import Interaction, ResponseType

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback", needs_token=False)
def answer(call: ApiRequest) -> Any:
    interaction = interactions.answer(
        call.world, call.id("interaction_id"), call.params["interaction_token"], call.body, call.uploads
    )
    if not call.is_set("with_response"):
        return ApiResponse(204)
    return _callback(interaction)


def _callback(interaction: Interaction) -> dict[str, Any]:
    told: dict[str, Any] = {"id": str(interaction.id), "type": interaction.kind}
    told["channel_id"] = str(interaction.channel.id)
    if interaction.channel.guild_id:
        told["guild_id"] = str(interaction.channel.guild_id)
    message = interaction.original
    if message is None:
        return {"interaction": told}
    told["response_message_id"] = str(message.id)
    told["response_message_loading"] = message.loading
    told["response_message_ephemeral"] = message.ephemeral
    if interaction.answer_kind not in (ResponseType.SAY, ResponseType.UPDATE):
        return {"interaction": told}
    return {"interaction": told, "resource": {"type": interaction.answer_kind, "message": message.payload}}


def _interaction(call: ApiRequest) -> Interaction:
    return interactions.by_token(call.world, call.params["webhook_token"])


@routes("POST", WEBHOOK, needs_token=False)
def follow_up(call: ApiRequest) -> Any:
    return interactions.follow_up(call.world, _interaction(call), call.body, call.uploads).payload


def read(call: ApiRequest) -> Any:
    return interactions.response_message(call.world, _interaction(call), _which(call)).payload


def edit(call: ApiRequest) -> Any:
    return interactions.edit(call.world, _interaction(call), _which(call), call.body, call.uploads).payload


def delete(call: ApiRequest) -> Any:
    posting.delete(call.world, interactions.response_message(call.world, _interaction(call), _which(call)))
    return ApiResponse(204)


def _which(call: ApiRequest) -> str:
    return call.params.get("message_id", "@original")


for place in (WEBHOOK + "/messages/@original", WEBHOOK + "/messages/{message_id}"):
    routes("GET", place, needs_token=False)(read)
    routes("PATCH", place, needs_token=False)(edit)
    routes("DELETE", place, needs_token=False)(delete)
