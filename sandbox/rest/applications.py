"""The application behind the bot, and the address of the gateway."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import ApiRequest, routes


@routes("GET", "/oauth2/applications/@me", "/applications/@me")
def application(call: ApiRequest) -> Any:
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


@routes("GET", "/gateway", needs_token=False)
def gateway(call: ApiRequest) -> Any:
    return {"url": call.world.gateway_url}


@routes("GET", "/gateway/bot")
def gateway_for_bots(call: ApiRequest) -> Any:
    limit = call.world.identify_limit.payload()
    return {"url": call.world.gateway_url, "shards": call.world.settings.shards, "session_start_limit": limit}
