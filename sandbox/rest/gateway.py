"""Where the gateway is."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import Call, routes


@routes("GET", "/gateway", needs_token=False)
def gateway(call: Call) -> Any:
    return {"url": call.world.gateway_url}


@routes("GET", "/gateway/bot")
def gateway_for_bots(call: Call) -> Any:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": call.world.gateway.shards}
    return {"url": call.world.gateway_url, "shards": call.world.gateway.shards, "session_start_limit": limit}
