"""Responses to interactions, the first and later ones."""

from __future__ import annotations

from typing import Any

from sandbox import posting
from sandbox.interactions import SAY, UPDATE, Interaction
from sandbox.rest.routes import Call, Reply, routes

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback", needs_token=False)
def answer(call: Call) -> Any:
    interactions = call.world.interactions
    interaction = interactions.answer(
        call.id("interaction_id"), call.params["interaction_token"], call.body, call.uploads
    )
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return Reply(204)
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
    if interaction.answer_kind not in (SAY, UPDATE):
        return {"interaction": told}
    return {"interaction": told, "resource": {"type": interaction.answer_kind, "message": message.payload}}


def _interaction(call: Call) -> Interaction:
    return call.world.interactions.by_token(call.params["webhook_token"])


@routes("POST", WEBHOOK, needs_token=False)
def follow_up(call: Call) -> Any:
    return call.world.interactions.follow_up(_interaction(call), call.body, call.uploads).payload


def read(call: Call) -> Any:
    return call.world.interactions.message(_interaction(call), _which(call)).payload


def edit(call: Call) -> Any:
    return call.world.interactions.edit(_interaction(call), _which(call), call.body, call.uploads).payload


def delete(call: Call) -> Any:
    posting.delete(call.world, call.world.interactions.message(_interaction(call), _which(call)))
    return Reply(204)


def _which(call: Call) -> str:
    return call.params.get("message_id", "@original")


for place in (WEBHOOK + "/messages/@original", WEBHOOK + "/messages/{message_id}"):
    routes("GET", place, needs_token=False)(read)
    routes("PATCH", place, needs_token=False)(edit)
    routes("DELETE", place, needs_token=False)(delete)
