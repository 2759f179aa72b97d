"""The address of the gateway."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import Call, routes


@routes("GET", "/gateway", needs_token=False)
def gateway(call: Call) -> Any:
    return {"url": call.world.gateway_url}


@routes("GET", "/gateway/bot")
def gateway_for_bots(call: Call) -> Any:
    gateway = call.world.gateway
    return {"url": call.world.gateway_url, "shards": gateway.shards, "session_start_limit": gateway.starts.told()}
