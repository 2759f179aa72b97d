"""Commands and buttons of cups and leagues."""

from __future__ import annotations

from bot.cups.services import CupServices
from cogs.request import Request


def cup_services(request: Request) -> CupServices:
    """Return the services of cups and leagues for a request."""
    return request.interaction.client.cup_services
