"""Discord's REST API v10, as far as it is built; importing this package fills the table of routes."""

from sandbox.rest import applications, channels, commands, gateway, guilds, interactions, messages, threads, users
from sandbox.rest.routes import Call, Reply, Route, routes

__all__ = [
    "Call",
    "Reply",
    "Route",
    "applications",
    "channels",
    "commands",
    "gateway",
    "guilds",
    "interactions",
    "messages",
    "routes",
    "threads",
    "users",
]
