"""The application behind the bot, and its emojis."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import Call, Reply, routes

EMOJIS = "/applications/{application_id}/emojis"


def application(call: Call) -> Any:
    """Discord's application object, as its owner sees it."""
    bot = call.world.bot
    owner = next(iter(call.world.people.values()), bot)
    return {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": bot.user_payload(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner.user_payload(),
        "approximate_guild_count": len(call.world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {},
    }


routes("GET", "/oauth2/applications/@me")(application)
routes("GET", "/applications/@me")(application)


@routes("GET", EMOJIS)
def emojis(call: Call) -> Any:
    return {"items": call.world.emojis.all()}


@routes("POST", EMOJIS)
def create_emoji(call: Call) -> Any:
    return Reply(201, call.world.emojis.create(call.body["name"], call.body["image"]))


@routes("GET", EMOJIS + "/{emoji_id}")
def emoji(call: Call) -> Any:
    return call.world.emojis.get(call.id("emoji_id"))


@routes("PATCH", EMOJIS + "/{emoji_id}")
def rename_emoji(call: Call) -> Any:
    return call.world.emojis.rename(call.id("emoji_id"), call.body["name"])


@routes("DELETE", EMOJIS + "/{emoji_id}")
def delete_emoji(call: Call) -> Any:
    call.world.emojis.delete(call.id("emoji_id"))
    return Reply(204)
