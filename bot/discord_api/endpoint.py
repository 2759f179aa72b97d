"""The addresses of Discord's API and gateway, which can be set to another server's."""

from __future__ import annotations

import discord.gateway
import discord.http
import yarl

from bot.runtime.settings import Settings


def use(settings: Settings) -> None:
    """Let discord.py use the addresses in `settings`; to be called before a client logs in."""
    discord.http.Route.BASE = settings.discord_api_base.rstrip("/")
    if settings.discord_gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
