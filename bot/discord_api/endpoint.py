"""The addresses of Discord's API and gateway, which can be set to another server's."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import discord
import discord.gateway
import discord.http
import yarl

from bot.runtime.settings import DISCORD_API, Settings

NO_SUCH_ROUTE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)


class NotDiscord(Exception):
    """The server at DISCORD_API_BASE has answered the login as Discord never does."""

    def __init__(self) -> None:
        self.is_by_setting = discord.http.Route.BASE != DISCORD_API
        """True if the setting names that server, false if something has answered in Discord's place."""
        super().__init__(discord.http.Route.BASE)


def use(settings: Settings) -> None:
    """Let discord.py use the addresses in `settings`; to be called before a client logs in."""
    discord.http.Route.BASE = settings.discord_api_base.rstrip("/")
    if settings.discord_gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)


def check_login(http: discord.http.HTTPClient) -> None:
    """Let the login raise NotDiscord if it is answered by something else: discord.py would take any answer."""
    log_in = http.static_login

    async def checked_login(token: str) -> Any:
        try:
            user: Any = await log_in(token)
        except discord.HTTPException as error:
            if error.status in NO_SUCH_ROUTE:
                raise NotDiscord from error
            raise
        if not is_user(user):
            raise NotDiscord
        return user

    http.static_login = checked_login  # type: ignore[method-assign]


def is_user(answer: object) -> bool:
    """Return whether an answer to `/users/@me` can be Discord's."""
    return isinstance(answer, dict) and {"id", "username"} <= answer.keys()
