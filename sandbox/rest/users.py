"""Users: the bot's own account, other people's, and direct channels."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import ApiRequest, routes
from sandbox.world import errors


@routes("GET", "/users/@me")
def me(call: ApiRequest) -> Any:
    return call.world.bot.own_payload()


@routes("PATCH", "/users/@me")
def edit_me(call: ApiRequest) -> Any:
    if call.body.get("username"):
        call.world.bot.rename(call.body["username"])
    return call.world.bot.own_payload()


@routes("GET", "/users/{user_id}")
def user(call: ApiRequest) -> Any:
    return call.user.user_payload()


@routes("GET", "/users/@me/guilds")
def my_guilds(call: ApiRequest) -> Any:
    bot = call.world.bot.id
    keys = ("id", "name", "icon", "banner", "features")
    return [
        {key: guild.payload()[key] for key in keys}
        | {"owner": guild.owner_id == bot, "permissions": str(guild.base_permissions(bot))}
        for guild in call.world.guilds.values()
        if bot in guild.members
    ]


@routes("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: ApiRequest) -> None:
    call.world.remove_bot(call.guild)


@routes("POST", "/users/@me/channels")
def open_direct_channel(call: ApiRequest) -> Any:
    person = call.world.people.get(int(call.body["recipient_id"]))
    if person is None or person.deleted:
        raise errors.unknown_user()
    return call.world.direct_channel(person).payload()
