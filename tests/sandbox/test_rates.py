from __future__ import annotations

import pytest

from sandbox.rest.rate_limits import RateLimits
from sandbox.rest.routes import Route, routes
from sandbox.world.clock import SandboxClock
from sandbox.world.errors import RateLimited


def route(method: str, template: str) -> Route:
    return next(found for found in routes.all if (found.method, found.template) == (method, template))


SEND = route("POST", "/channels/{channel_id}/messages")
ANSWER = route("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
ME = route("GET", "/users/@me")


def test_a_bucket_is_a_channels_own_and_opens_again() -> None:
    clock = SandboxClock()
    rates = RateLimits(clock, "discord")
    left = [rates.take(SEND, {"channel_id": "1"})["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    with pytest.raises(RateLimited) as refused:
        rates.take(SEND, {"channel_id": "1"})
    assert 4 < refused.value.retry_after <= 5
    rates.take(SEND, {"channel_id": "2"})
    clock.advance(5)
    rates.take(SEND, {"channel_id": "1"})


def test_fifty_requests_a_second_in_all_and_answers_are_exempt() -> None:
    rates = RateLimits(SandboxClock(), "discord")
    for number in range(50):
        rates.take(SEND, {"channel_id": str(number)})
    with pytest.raises(RateLimited) as refused:
        rates.take(ME, {})
    assert refused.value.is_global
    rates.take(ANSWER, {"interaction_id": "1", "interaction_token": "x"})


def test_limits_that_are_off_leave_plenty() -> None:
    rates = RateLimits(SandboxClock(), "off")
    for _ in range(200):
        headers = rates.take(SEND, {"channel_id": "1"})
    assert int(headers["X-RateLimit-Remaining"]) > 10_000
